package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// TestCompareSettings: what is left of an amount after 1, 2, 4 and 8 hours are four numbers, and a polynomial of three constants need not be a law
// of the hours. What a filter passes at six frequencies follows from one constant.
func TestCompareSettings(t *testing.T) {
	compareAt := func(values []float64, of func(h float64) float64, text string) Classes {
		rows := explaintest.Draw(60, explaintest.Source(760), func(rng *rand.Rand) []float64 {
			x, h := 1+8*rng.Float64(), values[rng.IntN(len(values))]
			return []float64{x, h, math.Round(1000*x*of(h)) / 1000}
		})
		p := explaintest.Plain(t, rows, 4)
		p.Scaling.Levels = []int{0, len(values), 0}
		e := exactEquation(t, p, text, 0)
		e.Shape = noise.NewOneColumn(3, 2)
		return Compare(p, []equation.Equation{e}, 0, nil)
	}
	decay := compareAt([]float64{1, 2, 4, 8}, func(h float64) float64 { return math.Exp2(-h / 5.3) },
		"x*y^2*z + 5.9567*y*z^2 + 43.5236*x*z - 43.6473*x^2")
	assert.Equal(t, Null{Kind: "a constant of its own at each value", Column: "y"}, decay.Function)
	assert.Less(t, decay.Real, decay.Smooth+limit.MinFitEvidence())

	filter := compareAt([]float64{0.1, 0.2, 0.4, 1, 2, 4}, func(f float64) float64 { return 1 / math.Sqrt(1+f*f) }, "x^2 - y^2*z^2 - z^2")
	assert.Greater(t, filter.Real, filter.Smooth+limit.MinFitEvidence())
}

// Groups are numbered as they come.
func TestGroupsOf(t *testing.T) {
	group, groups := groupsOf([][]float64{{1, 5, 2}, {2, 5, 2}, {1, 7, 2}, {1, 9, 3}}, []int{0, 2})
	assert.Equal(t, []int{0, 1, 0, 2}, group)
	assert.Equal(t, 3, groups)
}

// TestCompareSteps: a line through the fees of incomes in unequal steps need not be a law.
func TestCompareSteps(t *testing.T) {
	bounds, fees := []float64{0.5, 1.5, 5, 6.5}, []float64{0, 1, 4, 5, 9}
	rows := explaintest.Draw(120, explaintest.Source(761), func(rng *rand.Rand) []float64 {
		x, k := 10*rng.Float64(), 0
		for k < len(bounds) && x >= bounds[k] {
			k++
		}
		return []float64{x, fees[k]}
	})
	p := explaintest.Plain(t, rows, 2)
	p.Scaling.Levels = []int{0, len(fees)}
	e := exactEquation(t, p, "x - y", 0)
	e.Exact, e.Shape = false, noise.NewOneColumn(2, 0)
	assert.Equal(t, Null{Kind: "a step function", Column: "x"}, Compare(p, []equation.Equation{e}, 0, nil).Function)
	p.Scaling.Levels = nil
	assert.Empty(t, Compare(p, []equation.Equation{e}, 0, nil).Function.Kind, "no setting")
}
