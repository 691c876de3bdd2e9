package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// prices are open, high, low, close and change of 150 days, and errors in the first four.
func prices(t *testing.T, errors float64) *problem.Problem {
	price := 50.
	return explaintest.Plain(t, explaintest.Draw(150, explaintest.Source(61), func(rng *rand.Rand) []float64 {
		open := price
		price += rng.NormFloat64()
		row := []float64{open, max(open, price) + 0.2*math.Abs(rng.NormFloat64()), min(open, price) - 0.2*math.Abs(rng.NormFloat64()), price, 0}
		for j := range 4 {
			row[j] += errors * rng.NormFloat64()
		}
		for j := range 4 {
			row[j] = math.Round(20*row[j]) / 20 // highs that are equal to the close
		}
		row[4] = row[3] - row[0]
		return row
	}), 2)
}

// The high of a share is never below its open and close, and the low never above: prices obey no x + u = y + z, nor what an
// exact equation makes of it. Errors that were measured put rows out of order, and those in a column apart leave them so.
func TestInOrder(t *testing.T) {
	refusal := func(p *problem.Problem, text string) string {
		e := exactEquation(t, p, text, 0)
		e.Estimate.Fit.Variance = 0.01
		return Refusal(func(yield func(Test) bool) { inOrder(p, e, yield) })
	}
	p := prices(t, 0)
	assert.Regexp(t, "would put [xuy] below [xuz] in some rows, and it never is", refusal(p, "x + u - y - z"))
	assert.Empty(t, refusal(p, "2*u - v - y - z"), "v has no edge")
	R, err := poly.NewRing[ring.Rat](ring.Q, p.Scaling.Names)
	assert.NoError(t, err)
	change, err := R.Parse("u - x - v")
	assert.NoError(t, err)
	p.Scaling.Exact = []*poly.Polynomial[ring.Rat]{change}
	assert.True(t, strings.HasPrefix(refusal(p, "2*u - v - y - z"), "the errors that the nearest equation needs"), "v is u - x")
	assert.Empty(t, refusal(prices(t, 0.2), "x + u - y - z"), "errors")
	p.Scaling.NoiseGiven = true
	assert.Empty(t, refusal(p, "x + u - y - z"), "the noise was given")
}

// Where the errors of a difference are 0.1 its edge is no sharper than that, and a column with other values has none.
func TestEdges(t *testing.T) {
	p := explaintest.Plain(t, explaintest.Draw(300, explaintest.Source(62), func(rng *rand.Rand) []float64 {
		x := 10 * rng.Float64()
		return []float64{x, x + 3*rng.Float64(), 10 * rng.Float64()}
	}), 1)
	list := edgesOf(p)
	if assert.Len(t, list, 1) {
		assert.Equal(t, []int{1, 0}, []int{list[0].upper, list[0].lower})
		assert.InDelta(t, 0.2, list[0].bound, 0.15)
	}
	for _, e := range edgesOf(prices(t, 0.2)) {
		assert.Equal(t, 4, e.lower, "errors leave no edge between prices")
	}
}

// Many rows are few places where they are clusters, and are not where they only are more rows than clusters are looked for among.
func TestPlaces(t *testing.T) {
	const rows = limit.RowsPerTerm * 2 * limit.LayerPoints
	assert.True(t, Places(explaintest.Scaled(t, explaintest.FiveClusters(2, rows/5, 0.01), 2)))
	assert.False(t, Places(explaintest.Scaled(t, explaintest.NoisyUnit(rows, 0.01, 3), 2)))
}
