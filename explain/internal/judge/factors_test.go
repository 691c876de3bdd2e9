package judge

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// The circle and a multiple of it that happens to have a shorter description: the
// circle comes first. What does not follow keeps its place, decimal ones as well.
func TestFactorsFirst(t *testing.T) {
	s := explaintest.Plain(t, explaintest.NoisyUnit(600, 0.01, 341), 4)
	list := []equation.Equation{
		exactEquation(t, s, "x^3 + x*y^2 - x", 10),
		exactEquation(t, s, "x^2 + y^2 - 1", 12),
		exactEquation(t, s, "x^3 + x*y^2 - y", 9),
		exactEquation(t, s, "x^4 + x^2*y^2 - x^2", 20),
	}
	FactorsFirst(s, list)
	costs := func() (out []float64) {
		for _, e := range list {
			out = append(out, e.Cost)
		}
		return out
	}
	assert.Equal(t, []float64{12 + limit.DegreeLength, 12, 9, 20}, costs())
	list[0].Cost, list[1].Exact = 10, false
	FactorsFirst(s, list)
	assert.Equal(t, []float64{10, 12, 9, 20}, costs())
}
