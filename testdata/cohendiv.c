/* The quotient q and the remainder r of x and y by additions, subtractions and
   doublings (E. Cohen, Programming in the 1990s, 1990; NLA suite, cohendiv). */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    long x = atol(argv[1]), y = atol(argv[2]);
    long q = 0, r = x, a, b;
    while (r >= y) {
        a = 1;
        b = y;
        for (;;) {
            printf("%ld,%ld,%ld,%ld,%ld,%ld\n", x, y, q, r, a, b); /* the trace */
            if (r < 2 * b) break;
            a = 2 * a;
            b = 2 * b;
        }
        r = r - b;
        q = q + a;
    }
    return 0;
}
