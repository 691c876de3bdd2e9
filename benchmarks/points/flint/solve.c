/* Solves V X = B over the rationals with FLINT, modulo many primes, and prints the polynomials
   lead_k - sum_i X_ik member_i as kexplain does. Standard input: n, r, the n members, the r
   leads, V by rows, B by rows. Standard error: processor seconds of the solution alone, the
   least of as many as the argument says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <flint/flint.h>
#include <flint/fmpq_mat.h>

static char word[1 << 20];

static char *next(void) {
	if (scanf("%1048575s", word) != 1) {
		fprintf(stderr, "flint: input ends early\n");
		exit(2);
	}
	return word;
}

static char **names(slong n) {
	char **list = malloc(n * sizeof(char *));
	for (slong i = 0; i < n; i++)
		list[i] = strdup(next());
	return list;
}

static void matrix(fmpz_mat_t m, slong rows, slong columns) {
	fmpz_mat_init(m, rows, columns);
	for (slong i = 0; i < rows; i++)
		for (slong j = 0; j < columns; j++)
			fmpz_set_str(fmpz_mat_entry(m, i, j), next(), 10);
}

int main(int argc, char **argv) {
	slong n = atol(next()), r = atol(next());
	char **members = names(n), **leads = names(r);
	fmpz_mat_t v, b;
	fmpq_mat_t x;
	matrix(v, n, n);
	matrix(b, n, r);
	fmpq_mat_init(x, n, r);
	double best = -1;
	for (int runs = argc > 1 ? atoi(argv[1]) : 1; runs > 0; runs--) {
		clock_t start = clock();
		if (!fmpq_mat_solve_fmpz_mat_multi_mod(x, v, b))
			return 3;
		double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
		if (best < 0 || seconds < best)
			best = seconds;
	}
	fprintf(stderr, "%.6f\n", best);
	fmpq_t c;
	fmpq_init(c);
	for (slong k = 0; k < r; k++) {
		printf("%s", leads[k]);
		for (slong i = n - 1; i >= 0; i--) {
			fmpq_neg(c, fmpq_mat_entry(x, i, k));
			if (fmpq_is_zero(c))
				continue;
			printf(fmpq_sgn(c) < 0 ? " - " : " + ");
			fmpq_abs(c, c);
			int one = strcmp(members[i], "1") == 0;
			if (one || !fmpq_is_one(c))
				fmpq_print(c);
			if (!one)
				printf(fmpq_is_one(c) ? "%s" : "*%s", members[i]);
		}
		printf("\n");
	}
	return 0;
}
