package explain

import (
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// gradientTolerance is the eigenvalue of G, scaled to unit diagonal and relative to
// the largest, below which a combination of monomials has no gradient on the
// data that doubles can tell from rounding.
const gradientTolerance = 1e-12

// smallest returns the smallest λ with M v = λ G v for the forms restricted to the
// monomials idx, and its v with unit G-norm. ok is false where the restricted
// problem has no solution in double precision: G v is negligible for every v, or M
// is not finite.
func smallest(m, g *mat.SymDense, idx []int) (lambda float64, v []float64, ok bool) {
	return numeric.LeastEigen(m, g, idx, gradientTolerance)
}
