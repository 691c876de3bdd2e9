package robust

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// The distance of zero sets tells factors from polynomials that leave a line where the
// data do.
func TestDistanceFrom(t *testing.T) {
	rng := explaintest.Source(3)
	rows := explaintest.Draw(100, rng, func(rng *rand.Rand) []float64 { x := rng.Float64(); return []float64{x, x} })
	accepting := func(rows [][]float64, text string) *Selection {
		p := explaintest.Scaled(t, rows, 4)
		idx, c := explaintest.Polynomial(t, p, text)
		e := equation.Equation{Estimate: fit.Estimate{Fit: support.Fit{Idx: idx, C: c}}}
		return &Selection{Verdict: &search.Verdict{Problem: p, Accepted: []equation.Equation{e}}}
	}
	for _, c := range []struct {
		name, equation string
		last           []float64
		same           bool
	}{
		{"another line", "y^2 - 11*x*y + 10*x^2", []float64{0.5, 5}, true},
		{"a curve that leaves the line", "y - x - x^4 + 2*x^3 - x^2", []float64{3, 39}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := append(append([][]float64(nil), rows...), c.last)
			others := accepting(rows, "y - x")
			others.Aside = []int{100}
			distance := accepting(all, c.equation).distanceFrom(problem.Data{Names: []string{"x", "y"}, Points: explaintest.Points(all)}, others)
			assert.Equal(t, c.same, distance <= limit.SameBranch, "%g", distance)
		})
	}
}
