package search

import (
	"testing"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// fitOf is a polynomial in x, y, … as a fit, in units that are 1.
func fitOf(t testing.TB, p *problem.Problem, text string) support.Fit {
	t.Helper()
	idx, c := explaintest.Polynomial(t, p, text)
	return support.Fit{Idx: idx, C: c}
}
