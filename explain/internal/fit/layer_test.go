package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric/moment"
)

// The thickness of a linear relation of two columns is √(1-ρ) in units of the
// columns, and 1 in units of the covariance.
func TestLayerThickness(t *testing.T) {
	for _, rho := range []float64{0, 0.5, 0.95, 0.999} {
		s := explaintest.Plain(t, explaintest.Draw(4000, explaintest.Source(238), func(rng *rand.Rand) []float64 {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			return []float64{a, rho*a + math.Sqrt(1-rho*rho)*b}
		}), 1)
		f, ok := Root(s.Flow, fitOf(t, s, "x - y").Idx, 0)
		require.True(t, ok)
		assert.InEpsilon(t, math.Sqrt(1-rho), measureLayer(s, f, columnSpread(s.Sample)).Thickness, 0.05, "ρ = %g", rho)
		assert.InEpsilon(t, 1, measureLayer(s, f, covarianceSpread(s.Sample)).Thickness, 0.05, "ρ = %g", rho)
	}
}

// Where the noise is as large as the data all points are at one place.
func TestOnePlace(t *testing.T) {
	s := explaintest.Plain(t, explaintest.NoisyUnit(100, 0.01, 236), 2)
	f := fitOf(t, s, "x^2 + y^2 - 1")
	f.Variance = 1
	assert.Equal(t, 1, measureLayer(s, f, covarianceSpread(s.Rows)).Places)
}

// Neighbouring residuals of an approximation have the same sign.
func TestWave(t *testing.T) {
	arc := explaintest.Draw(400, explaintest.Source(237), func(rng *rand.Rand) []float64 {
		a := 3*rng.Float64() - 1.5
		return []float64{a, math.Cos(a)}
	})
	tests := []struct {
		name, poly string
		rows       [][]float64
		lo, hi     float64
	}{
		{"a parabola for the cosine", "x^2 + y - 1", arc, 2 * limit.MaxCorrelation, 100},
		{"a cubic for the cosine", "x^3 + x^2 + y - 1", arc, 2 * limit.MaxCorrelation, 100},
		{"a circle with noise", "x^2 + y^2 - 1", explaintest.NoisyUnit(400, 0.01, 238), -limit.MaxCorrelation, limit.MaxCorrelation},
		{"a circle with more noise", "x^2 + y^2 - 1", explaintest.NoisyUnit(400, 0.05, 239), -limit.MaxCorrelation, limit.MaxCorrelation},
		{"a line with noise", "x + 2*y - 1", explaintest.Noisy(explaintest.Draw(400, explaintest.Source(240), func(rng *rand.Rand) []float64 {
			a := rng.Float64()
			return []float64{1 - 2*a, a}
		}), 0.02, explaintest.Source(241)), -limit.MaxCorrelation, limit.MaxCorrelation},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := explaintest.Plain(t, tt.rows, 3)
			f, ok := Root(s.Flow, fitOf(t, s, tt.poly).Idx, 0)
			require.True(t, ok)
			got := correlate(s, f).StdErrors
			assert.True(t, tt.lo <= got && got <= tt.hi, "%.1f standard errors", got)
		})
	}
}

// Clusters are as many places as there are clusters, whatever their number of
// points, and points without noise each their own.
func TestPlaces(t *testing.T) {
	for vars := 2; vars <= 6; vars++ {
		for _, each := range []int{1, 30, 150} {
			rows := explaintest.FiveClusters(vars, each, 0.01)
			s := explaintest.Plain(t, rows, 1)
			linear := func(columns int, variance float64) support.Fit { // in the first columns
				f := support.Fit{Variance: variance}
				for j := range columns {
					e := make([]int, vars)
					e[j] = 1
					f.Idx = append(f.Idx, s.Table.PositionOf(e))
				}
				return f
			}
			assert.Equal(t, 5, places(s, linear(vars, 1e-4), rows), "%d variables, %d points each", vars, each)
			assert.Equal(t, len(rows), places(s, linear(vars, 0), rows))
			s.Metric = problem.NewMetric(moment.Independent(append(explaintest.Ones(vars-1), 0)))
			assert.Greater(t, places(s, linear(vars, 1e-4), rows), len(rows)-3, "a variable without noise tells them apart, to rounding")
			assert.LessOrEqual(t, places(s, linear(vars-1, 1e-4), rows), 5, "but not where the equation is not about it")
		}
	}
}
