package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// TestMedianError: half of the rows of a law miss it by errors, of whatever distribution, and not by next to nothing.
func TestMedianError(t *testing.T) {
	for _, tt := range []struct {
		name string
		miss func(rng *rand.Rand) float64
		told bool
	}{
		{"normal errors", func(rng *rand.Rand) float64 { return rng.NormFloat64() }, true},
		{"Student's, of two degrees of freedom", func(rng *rand.Rand) float64 { return rng.NormFloat64() / math.Sqrt(rng.ExpFloat64()) }, true},
		{"one row in three misses it", func(rng *rand.Rand) float64 {
			if rng.IntN(3) > 0 {
				return 0
			}
			return rng.NormFloat64()
		}, false},
		{"sizes over five powers of e", func(rng *rand.Rand) float64 { return rng.NormFloat64() * math.Exp(5*rng.Float64()-5) }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows := explaintest.Draw(200, explaintest.Source(291), func(rng *rand.Rand) []float64 {
				x := 1 + rng.Float64()
				return []float64{x, 2*x + 0.01*tt.miss(rng)}
			})
			s := explaintest.Plain(t, rows, 2)
			e := exactEquation(t, s, "2*x - y", 10)
			e.Shape, e.Estimate.Fit.Variance = noise.NewAbsolute(2), 1e-4
			reason := Refusal(func(yield func(Test) bool) { medianError(s, e, yield) })
			assert.Equal(t, tt.told, reason == "", reason)
			e.Estimate.Fit.Variance = limit.MinNoiseVariance
			assert.Empty(t, Refusal(func(yield func(Test) bool) { medianError(s, e, yield) }), "errors of an integrator go with the steps")
		})
	}
}
