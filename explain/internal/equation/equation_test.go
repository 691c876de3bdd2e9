package equation

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/integer"
)

// The coefficient of y⁴ of a lemniscate is hardly known by itself. As a term of (x² + y²)² it is: with whole numbers for all, and
// with a measured constant.
func TestLeastTOfSquare(t *testing.T) {
	square := integer.NewSquare([][]uint8{{0, 2}, {2, 0}, {0, 4}, {2, 2}, {4, 0}})
	for _, a := range [][]float64{{4, -4, 1, 2, 1}, {3.3166, -3.3166, 1, 2, 1}} {
		cov, size := mat.NewSymDense(5, nil), make([]float64, 5)
		for i, v := range a {
			cov.SetSym(i, i, 1e-6*v*v)
			size[i] = math.Abs(v)
		}
		cov.SetSym(2, 2, 0.25)
		size[2] = 20
		e := Equation{Rounding: integer.Round(a, cov, size, integer.Terms{Square: square, Saved: 3})}
		e.Estimate.Fit.C, e.Estimate.Cov = a, cov
		e.Exact = e.Rounding.Exact()
		assert.Equal(t, a[0] == 4, e.Exact)
		assert.Greater(t, e.LeastT(), 50.0, "%v", a)
		e.Rounding = integer.Rounding{}
		assert.InDelta(t, 2, e.LeastT(), 1e-9)
	}
}
