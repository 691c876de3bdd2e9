package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// TestIntervalsHoldTheTruth repeats a fit on the true support. Intervals with four
// fifths of the standard errors hold the truth too rarely, which shows that the
// test would see it.
func TestIntervalsHoldTheTruth(t *testing.T) {
	tests := []struct {
		name, poly string
		n          int
		sigma      float64
		point      func(rng *rand.Rand) []float64
	}{
		{"ellipse, few rows", "x^2 + 5*y^2 - 7", 50, 0.02, func(rng *rand.Rand) []float64 {
			sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
			return []float64{math.Sqrt(7) * cos, math.Sqrt(7./5) * sin}
		}},
		{"circle off the origin, much noise", "x^2 + y^2 - 4*x + 2*y - 4", 50, 0.05, func(rng *rand.Rand) []float64 {
			sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
			return []float64{2 + 3*cos, 3*sin - 1}
		}},
		{"line", "3*x - 2*y + 1", 50, 0.01, func(rng *rand.Rand) []float64 {
			x := rng.Float64()
			return []float64{x, (3*x + 1) / 2}
		}},
	}
	for k, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			const repetitions = 1000
			rng := explaintest.Source(280 + uint64(k))
			var coefficients, narrow []explaintest.Coverage
			var noise explaintest.Coverage
			for range repetitions {
				rows := explaintest.Draw(tt.n, rng, tt.point)
				s := explaintest.Plain(t, rows, 2)
				truth := fitOf(t, s, tt.poly)
				for j, x := range rows {
					for l := range x {
						rows[j][l] += tt.sigma * rng.NormFloat64()
					}
				}
				s = explaintest.Plain(t, rows, 2)
				f, ok := Root(s.Flow, truth.Idx, tt.sigma*tt.sigma)
				require.True(t, ok)
				e, ok := Refine(context.Background(), s, f, rows, limit.RefineSteps)
				require.True(t, ok)
				last := len(e.Fit.C) - 1
				ratio, cov := integer.Ratios(e.Fit.C, e.Cov, last)
				if coefficients == nil {
					coefficients, narrow = make([]explaintest.Coverage, last), make([]explaintest.Coverage, last)
				}
				for i, v := range ratio {
					stderr := math.Sqrt(cov.At(i, i))
					coefficients[i].Add(v, stderr, truth.C[i]/truth.C[last])
					narrow[i].Add(v, 0.8*stderr, truth.C[i]/truth.C[last])
				}
				variance, stderr := e.NoiseVariance()
				noise.Add(math.Sqrt(variance), stderr/2/math.Sqrt(variance), tt.sigma)
			}
			for i := range coefficients {
				coefficients[i].AssertNominal(t, "a coefficient")
				assert.Less(t, narrow[i].Share(), 0.93, "with 0.8 of the standard error")
			}
			// The square root of a variance of 50 rows is skewed: 0.94.
			assert.True(t, noise.Share() > 0.925 && noise.Share() < 0.97, "noise: %d of %d", noise.Held, noise.Of)
		})
	}
}
