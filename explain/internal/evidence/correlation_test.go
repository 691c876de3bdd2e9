package evidence

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// Errors of x and y with the correlation ρ are errors of (x + y)/√2 and (x - y)/√2 that are independent, with the variances
// 1 + ρ and 1 - ρ: the evidence of a curve is that of the curve turned by 45°.
func TestCorrelatedErrorsTurned(t *testing.T) {
	rng := source(15)
	r := 1 / math.Sqrt2
	f := Polynomial{Exponents: [][]uint8{{2, 0}, {0, 2}, {0, 0}}, Coefficients: []float64{1, 2, -1}}
	turned := Polynomial{Exponents: [][]uint8{{2, 0}, {1, 1}, {0, 2}, {0, 0}}, Coefficients: []float64{1.5, -1, 1.5, -1}}
	rows, around := make([][]float64, 60), make([][]float64, 60)
	for i := range rows {
		a := 2 * math.Pi * rng.Float64()
		rows[i] = []float64{math.Cos(a) + 0.05*rng.NormFloat64(), r*math.Sin(a) + 0.05*rng.NormFloat64()}
		around[i] = []float64{r * (rows[i][0] + rows[i][1]), r * (rows[i][0] - rows[i][1])}
	}
	for _, rho := range []float64{-0.9, 0, 0.5, 0.95} {
		together, apart := noise.NewTogether(2, rho), noise.NewGiven([]float64{math.Sqrt(1 + rho), math.Sqrt(1 - rho)}, nil)
		got, ok := Of(rows, f, together)
		require.True(t, ok)
		want, _ := Of(around, turned, apart)
		assert.InDelta(t, want.Likelihood, got.Likelihood, 1e-6, "%g", rho)
		assert.InDelta(t, want.Density, got.Density, 1e-6, "%g", rho)
		assert.InEpsilon(t, want.Sigma, got.Sigma, 1e-9, "%g", rho)

		// So is that of all curves of degree 2, and the one that fits best.
		all := exponentsUpTo(2)
		assert.InDelta(t, Ridge(around, all, nil, 2, apart), Ridge(rows, all, nil, 2, together), 0.2, "%g", rho)
		start := Polynomial{Exponents: all, Coefficients: []float64{-1, 0, 0, 1, 0, 2}}
		best, ok := NewSupport(rows, all).Refit(start, together)
		require.True(t, ok)
		start.Coefficients = []float64{-1, 0, 0, 1.5, -1, 1.5}
		bestAround, ok := NewSupport(around, all).Refit(start, apart)
		require.True(t, ok)
		assert.InDelta(t, likelihood(t, around, bestAround, apart), likelihood(t, rows, best, together), 1e-3, "%g", rho)
	}
}

func likelihood(t *testing.T, rows [][]float64, f Polynomial, shape noise.Shape) float64 {
	e, ok := Offsets(rows, f, shape)
	require.True(t, ok)
	return e.Likelihood
}

// Where normals point in all directions, values tell how errors go together. On a line nothing does.
func TestCorrelation(t *testing.T) {
	circle := Polynomial{Exponents: [][]uint8{{2, 0}, {0, 2}, {0, 0}}, Coefficients: []float64{1, 1, -1}}
	line := Polynomial{Exponents: [][]uint8{{1, 0}, {0, 1}}, Coefficients: []float64{2, -1}}
	rng := source(16)
	for _, rho := range []float64{-0.9, -0.5, 0, 0.5, 0.9, 0.98, 1} {
		rows, exponential := make([][]float64, 2000), make([][]float64, 300)
		for i := range rows {
			a, shared := 2*math.Pi*rng.Float64(), rng.NormFloat64()
			other := rho*shared + math.Sqrt(1-rho*rho)*rng.NormFloat64()
			rows[i] = []float64{math.Cos(a) + 0.01*shared, math.Sin(a) + 0.01*other}
			if i < len(exponential) {
				exponential[i] = []float64{a/3 - 1 + 0.01*shared, math.Exp(a/3-1) + 0.01*other}
			}
		}
		assert.InDelta(t, rho, Correlation(rows, circle), 0.05)
		assert.LessOrEqual(t, Correlation(rows, circle), limit.MaxShared+1e-12)
		assert.Zero(t, Correlation(rows, line))
		with := func(rho float64) float64 {
			nats, name := Function(exponential, 0, 1, 0, noise.NewTogether(2, rho))
			require.Equal(t, "an exponential function", name)
			return nats
		}
		for _, other := range []float64{-0.9, 0, 0.9} {
			if math.Abs(other-rho) > 1 {
				assert.Greater(t, with(rho), with(other)+1, "%g and %g", rho, other)
			}
		}
	}
	// Three columns cannot all go against one another.
	sphere := Polynomial{Exponents: [][]uint8{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {0, 0, 0}}, Coefficients: []float64{1, 1, 1, -1}}
	rows := make([][]float64, 300)
	for i := range rows {
		x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		size, mean := math.Sqrt(x[0]*x[0]+x[1]*x[1]+x[2]*x[2]), 0.0
		errs := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		for _, e := range errs {
			mean += e / 3
		}
		for j := range x {
			x[j] = x[j]/size + 0.01*(errs[j]-mean)
		}
		rows[i] = x
	}
	least := Correlation(rows, sphere)
	assert.InDelta(t, -0.5, least, 0.1)
	assert.NotPanics(t, func() { noise.NewTogether(3, least).Noise() })
}
