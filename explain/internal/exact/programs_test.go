package exact_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/ring"
)

// program is a loop with known invariants, all = 0; run calls out at the head of the loop.
type program struct {
	name       string
	names      []string
	degree     int // of the invariants
	invariants []string
	run        func(rng *rand.Rand, out func(row ...int64))
}

// programs are small integer programs of the kind used to test tools that look for loop
// invariants (the NLA suite of DIG, Nguyen et al., ICSE 2012), written anew.
func programs() []program {
	return []program{
		{"division", []string{"x", "y", "q", "r"}, 2, []string{"q*y + r - x"}, func(rng *rand.Rand, out func(...int64)) {
			x, y := rng.Int64N(300), 1+rng.Int64N(60)
			for q, r := int64(0), x; ; q, r = q+1, r-y {
				if out(x, y, q, r); r < y {
					return
				}
			}
		}},
		{"cubes", []string{"a", "n", "x", "y", "z"}, 3, []string{"z - 6*n - 6", "y - 3*n^2 - 3*n - 1", "x - n^3"}, func(rng *rand.Rand, out func(...int64)) {
			a := rng.Int64N(40)
			for n, x, y, z := int64(0), int64(0), int64(1), int64(6); n <= a; n, x, y, z = n+1, x+y, y+z, z+6 {
				out(a, n, x, y, z)
			}
		}},
		{"square root", []string{"a", "n", "s", "t"}, 2, []string{"t - 2*a - 1", "s - a^2 - 2*a - 1"}, func(rng *rand.Rand, out func(...int64)) {
			n := rng.Int64N(400)
			for a, s, t := int64(0), int64(1), int64(1); ; a, s, t = a+1, s+t+2, t+2 {
				if out(a, n, s, t); s > n {
					return
				}
			}
		}},
		{"Euclid with cofactors", []string{"a", "b", "p", "q", "r", "s", "x", "y"}, 2,
			[]string{"p*s - q*r - 1", "a - p*x - r*y", "b - q*x - s*y"}, func(rng *rand.Rand, out func(...int64)) {
				x, y := 1+rng.Int64N(200), 1+rng.Int64N(200)
				a, b, p, q, r, s := x, y, int64(1), int64(0), int64(0), int64(1)
				for {
					if out(a, b, p, q, r, s, x, y); a == b {
						return
					}
					if a > b {
						a, p, r = a-b, p-q, r-s
					} else {
						b, q, s = b-a, q-p, s-r
					}
				}
			}},
		{"products of powers", []string{"x", "y", "a", "b", "p", "q"}, 3, []string{"q + a*b*p - x*y"}, func(rng *rand.Rand, out func(...int64)) {
			x, y := rng.Int64N(300), rng.Int64N(300)
			a, b, p, q := x, y, int64(1), int64(0)
			for a != 0 && b != 0 {
				out(x, y, a, b, p, q)
				switch {
				case a%2 == 0 && b%2 == 0:
					a, b, p = a/2, b/2, 4*p
				case a%2 == 1 && b%2 == 0:
					a, q = a-1, q+b*p
				case a%2 == 0:
					b, q = b-1, q+a*p
				default:
					a, b, q = a-1, b-1, q+(a+b-1)*p
				}
			}
		}},
		{"geometric sum", []string{"x", "y", "z", "k"}, 2, []string{"x*z - x - y + 1"}, func(rng *rand.Rand, out func(...int64)) {
			z, k := rng.Int64N(10), 1+rng.Int64N(9)
			for c, x, y := int64(1), int64(1), z; c <= k; c, x, y = c+1, x*z+1, y*z {
				out(x, y, z, k)
			}
		}},
		{"square root in base 4", []string{"n", "p", "q", "r", "h"}, 3, []string{"p^2 + r*q - n*q"}, func(rng *rand.Rand, out func(...int64)) {
			n := rng.Int64N(300)
			p, q, r, h := int64(0), int64(1), n, int64(0)
			for q <= n {
				q *= 4
			}
			for {
				if out(n, p, q, r, h); q == 1 {
					return
				}
				q /= 4
				h, p = p+q, p/2
				if r >= h {
					p, r = p+q, r-h
				}
			}
		}},
		{"division by doubling", []string{"A", "B", "r", "d", "p", "q"}, 2, []string{"q", "r - A", "d - B*p"}, func(rng *rand.Rand, out func(...int64)) {
			a, b := rng.Int64N(300), 1+rng.Int64N(300)
			for d, p := b, int64(1); ; d, p = 2*d, 2*p {
				if out(a, b, a, d, p, 0); a < d {
					return
				}
			}
		}},
		{"sum of fourth powers", []string{"x", "y", "k"}, 5, []string{"6*y^5 + 15*y^4 + 10*y^3 - 30*x - y"}, func(rng *rand.Rand, out func(...int64)) {
			k := rng.Int64N(30)
			for x, y := int64(0), int64(0); ; {
				if out(x, y, k); y >= k {
					return
				}
				y++
				x += int64(math.Pow(float64(y), 4))
			}
		}},
	}
}

// trace returns different rows of a program, at most limit of them.
func (p program) trace(seed uint64, runs, limit int) [][]ring.Rat {
	rng := rand.New(rand.NewPCG(seed, 1))
	var rows [][]ring.Rat
	seen := map[string]bool{}
	for range runs {
		p.run(rng, func(cells ...int64) {
			row, key := make([]ring.Rat, len(cells)), ""
			for j, c := range cells {
				row[j] = ring.RatFromInt(c)
				key += row[j].String() + " "
			}
			if !seen[key] {
				seen[key] = true
				rows = append(rows, row)
			}
		})
	}
	rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return slices.Clip(rows[:min(limit, len(rows))])
}
