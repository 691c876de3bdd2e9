package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// In three columns the sum of two is a law where these are spread, whatever the errors, and where
// all three rise together with as little scatter it is one combination of many. A second
// combination that is believed accounts for that.
func TestNextRelation(t *testing.T) {
	points := func(apart, noise float64) [][]float64 {
		return explaintest.Draw(300, explaintest.Source(41), func(rng *rand.Rand) []float64 {
			common := rng.NormFloat64()
			x, y := common+apart*rng.NormFloat64(), common+apart*rng.NormFloat64()
			return []float64{x + noise*rng.NormFloat64(), y + noise*rng.NormFloat64(), (x + y) + noise*rng.NormFloat64()}
		})
	}
	next := func(apart, noise float64, believed ...string) float64 {
		p := explaintest.Plain(t, points(apart, noise), 2)
		list := []equation.Equation{exactEquation(t, p, "x + y - z", 0)}
		list[0].Estimate.Fit.Variance = noise * noise
		list[0].Estimate.Evidence = fit.Gather(p, list[0].Estimate.Fit)
		var indices []int
		for k, text := range believed {
			list = append(list, exactEquation(t, p, text, 0))
			indices = append(indices, k+1)
		}
		return nextRelation(p, list, 0, indices)
	}
	assert.Greater(t, next(1, 0.02), 10.)
	assert.Greater(t, next(0.2, 0.02), limit.MinNextRelation, "correlated columns, and yet spread")
	assert.Less(t, next(0.01, 0.02), limit.MinNextRelation)
	assert.Greater(t, next(0.01, 0.02, "x - y"), 10., "the other combination is believed")
	assert.True(t, math.IsInf(next(0.01, 0), 1), "no errors")
	assert.True(t, math.IsInf(next(0.01, 0.02, "x - y", "x - 2*z"), 1), "no further relation")
}
