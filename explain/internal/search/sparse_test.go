package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// measured is a polynomial in x, y and z whose coefficients have standard errors of sd.
func measured(t testing.TB, p *problem.Problem, text string, sd float64) equation.Equation {
	var e equation.Equation
	e.Estimate.Fit = fitOf(t, p, text)
	e.Estimate.Cov = mat.NewSymDense(e.Terms(), nil)
	for i := range e.Terms() {
		e.Estimate.Cov.SetSym(i, i, sd*sd)
	}
	return e
}

// TestCancelled: where x² cancels, so does what may be in the same ratio in both equations. x*z - 3*x + 3*z - 9 is what a sphere leaves of
// its sum with that.
func TestCancelled(t *testing.T) {
	p := explaintest.Plain(t, explaintest.Cloud(60, 3, explaintest.Source(909)), 2)
	sphere := measured(t, p, "10*x^2 + 10*y^2 + 10*z^2 - 250", 0.001)
	short, _ := explaintest.Polynomial(t, p, "x*z - 3*x + 3*z - 9")
	for text, found := range map[string]bool{
		"1.001*x^2 - 2.777*x*z + y^2 + 0.999*z^2 + 8.332*x - 8.333*z": true,
		"1.001*x^2 - 2.777*x*z + y^2 + 1.02*z^2 + 8.332*x - 8.333*z":  false, // z² is in another ratio, by 13 standard errors
	} {
		list := cancelled(p, measured(t, p, text, 0.001), sphere)
		if found {
			assert.Equal(t, [][]int{short}, list, text)
		} else {
			assert.NotContains(t, list, short, text)
		}
	}
	plane, other := measured(t, p, "x - y - 1", 0.001), measured(t, p, "x + z - 2", 0.001)
	assert.Empty(t, cancelled(p, plane, other), "as many terms are left")
	assert.NotEmpty(t, cancelled(p, measured(t, p, "x - y + z - 1", 0.001), measured(t, p, "x - y", 0.001)))
}
