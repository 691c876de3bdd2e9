package explain_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// Errors that two columns share bias the equation where they are taken to be
// independent. With their covariance, given up to a factor and in data units,
// coefficient and noise are right.
func TestLearnCovariance(t *testing.T) {
	const slope, sigma, correlation = 7.321, 0.06, 0.95
	rng := explaintest.Source(310)
	rows := explaintest.Draw(4000, rng, func(rng *rand.Rand) []float64 {
		x := 2*rng.Float64() + 0.5
		a, b := rng.NormFloat64(), rng.NormFloat64()
		return []float64{x + sigma*a, slope*x + 5.17 + 20*sigma*(correlation*a+math.Sqrt(1-correlation*correlation)*b)}
	})
	covariance := mat.NewSymDense(2, []float64{1, 20 * correlation, 20 * correlation, 400})
	off := map[string]float64{}
	for name, o := range map[string]explain.Options{
		"correlated":  {Covariance: covariance},
		"independent": {Noise: []float64{1, 20}},
	} {
		o.MaxDegree = 1
		r, err := explain.Learn(context.Background(), explain.DataOf("x,y", rows), o)
		require.NoError(t, err)
		require.Len(t, r.Generators, 1)
		terms := r.Generators[0].Terms
		require.Len(t, terms, 3, "%v", r.Generators[0])
		off[name] = (terms[0].Estimate + slope) / terms[0].Stderr // -slope*x + y - …
		if name == "correlated" {
			assert.InEpsilon(t, sigma, r.Noise.Sigma, 0.05, "as a multiple of what is given")
			assert.InEpsilon(t, sigma, r.Noise.Std[0], 0.05)
			assert.InEpsilon(t, 20*sigma, r.Noise.Std[1], 0.05)
			assert.Equal(t, "noise given", r.Noise.Unit)
		}
	}
	assert.Less(t, math.Abs(off["correlated"]), 3.0, "standard errors")
	assert.Greater(t, math.Abs(off["independent"]), 4.0, "standard errors")
}

// A clock is better than a ruler by any number of powers of ten, and the equation is the same.
func TestNoiseOfOtherSizes(t *testing.T) {
	rows := explaintest.Draw(38, explaintest.Source(9), func(rng *rand.Rand) []float64 {
		s := rng.Float64()
		return []float64{s, math.Round(1e4*(1.5+1.93*s-4.853*s*s+0.004*rng.NormFloat64())) / 1e4}
	})
	var want string
	for _, clock := range []float64{1e-4, 1e-7, 1e-9, 1e-14, 1e-200, 0} {
		r, err := explain.Learn(context.Background(), explain.DataOf("t,h", rows), explain.Options{MaxDegree: 2, Noise: []float64{clock, 1}})
		require.NoError(t, err, "%g", clock)
		require.Len(t, r.Generators, 1)
		assert.Len(t, r.Generators[0].Terms, 4)
		if want == "" {
			want = r.Generators[0].String()
		}
		assert.Equal(t, want, r.Generators[0].String(), "%g", clock)
		assert.InDelta(t, 0.004, r.Noise.Std[1], 0.001)
	}
}

func TestCovarianceErrors(t *testing.T) {
	good := explaintest.CirclePoints(50, explaintest.Source(311), 1)
	for _, tt := range []struct {
		name string
		o    explain.Options
		want string
	}{
		{"of other variables", explain.Options{Covariance: mat.NewSymDense(1, []float64{1})}, "a covariance of 1 errors for 2 variables"},
		{"indefinite", explain.Options{Covariance: mat.NewSymDense(2, []float64{1, 2, 2, 1})}, "negative eigenvalue"},
		{"zero", explain.Options{Covariance: mat.NewSymDense(2, nil)}, "the noise of every variable is zero"},
		{"twice", explain.Options{Covariance: mat.NewSymDense(2, []float64{1, 0, 0, 1}), Noise: []float64{1, 1}}, "both by levels and by a covariance"},
	} {
		_, err := explain.Learn(context.Background(), explain.DataOf("x,y", good), tt.o)
		assert.ErrorIs(t, err, explain.ErrData, tt.name)
		assert.ErrorContains(t, err, tt.want, tt.name)
	}
}
