package judge

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// exactEquation is an equation with exact coefficients in a study of units 1, of a cost.
func exactEquation(t testing.TB, s *problem.Problem, text string, cost float64) equation.Equation {
	t.Helper()
	f := fitOf(t, s, text)
	e := equation.Equation{Estimate: fit.Estimate{Fit: f, Cov: mat.NewSymDense(len(f.Idx), nil), Evidence: fit.Gather(s, f)}, Exact: true, Cost: cost}
	for _, v := range f.C {
		e.Coefficients = append(e.Coefficients, v)
		e.Rounding.Best.N = append(e.Rounding.Best.N, int64(v))
	}
	return e
}
