package equation_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/equation"
)

// TestLeastTOfSquare: the terms of a square hold together, if its whole numbers are claimed.
func TestLeastTOfSquare(t *testing.T) {
	var e equation.Equation
	e.Estimate.Fit.Idx, e.Estimate.Fit.C = []int{3, 5, 10, 12, 14}, []float64{-4, 4, 1, 2, 1}
	e.Estimate.Cov = mat.NewSymDense(5, nil)
	for i, sd := range []float64{0.4, 0.5, 0.1, 0.5, 2} {
		e.Estimate.Cov.SetSym(i, i, sd*sd)
	}
	e.Rounding.Square = 3
	assert.InDelta(t, 0.5, e.LeastT(), 1e-12, "decimals")
	e.Exact = true
	assert.InDelta(t, 8, e.LeastT(), 1e-12)
	e.Estimate.Cov.SetSym(2, 2, math.Pow(1./3, 2))
	e.Estimate.Cov.SetSym(3, 3, 1)
	assert.InDelta(t, 3, e.LeastT(), 1e-12, "the square itself")
	e.Rounding.Square = 0
	assert.InDelta(t, 0.5, e.LeastT(), 1e-12, "no square")
}
