package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// coverage counts how often an interval of ± 1.96 standard errors held the truth.
type coverage struct{ held, of int }

func (c *coverage) add(estimate, stderr, truth float64) {
	c.of++
	if math.Abs(estimate-truth) <= 1.96*stderr {
		c.held++
	}
}

// share is from 0.93 to 0.97 where the standard errors are right: the share over
// 1000 repetitions has itself a standard error of 0.007.
func (c coverage) share() float64 { return float64(c.held) / float64(c.of) }

func (c coverage) assertNominal(t *testing.T, what string) {
	t.Helper()
	assert.True(t, c.share() >= 0.93 && c.share() <= 0.97, "%s: %d of %d", what, c.held, c.of)
}

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
			rng := source(280 + uint64(k))
			var coefficients, narrow []coverage
			var noise coverage
			for range repetitions {
				rows := draw(tt.n, rng, tt.point)
				s := plain(t, rows, 2)
				truth := fitOf(t, s, tt.poly)
				for j, x := range rows {
					for l := range x {
						rows[j][l] += tt.sigma * rng.NormFloat64()
					}
				}
				s = plain(t, rows, 2)
				f, ok := root(s.flow, truth.idx, tt.sigma*tt.sigma)
				require.True(t, ok)
				e, ok := s.refine(f, rows, refineSteps)
				require.True(t, ok)
				last := len(e.v) - 1
				ratio, cov := ratios(e.v, e.cov, last)
				if coefficients == nil {
					coefficients, narrow = make([]coverage, last), make([]coverage, last)
				}
				for i, v := range ratio {
					stderr := math.Sqrt(cov.At(i, i))
					coefficients[i].add(v, stderr, truth.v[i]/truth.v[last])
					narrow[i].add(v, 0.8*stderr, truth.v[i]/truth.v[last])
				}
				variance, stderr := e.noise()
				noise.add(math.Sqrt(variance), stderr/2/math.Sqrt(variance), tt.sigma)
			}
			for i := range coefficients {
				coefficients[i].assertNominal(t, "a coefficient")
				assert.Less(t, narrow[i].share(), 0.93, "with 0.8 of the standard error")
			}
			// The square root of a variance of 50 rows is skewed: 0.94.
			assert.True(t, noise.share() > 0.925 && noise.share() < 0.97, "noise: %d of %d", noise.held, noise.of)
		})
	}
}

// TestSettledIntervals: what stays decimal keeps its coverage when others are
// settled, whether the data just pay for that or long since.
func TestSettledIntervals(t *testing.T) {
	truth := []float64{1, math.Pi, -1.5, math.Sqrt2}
	for _, rel := range []float64{1e-2, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 1e-6} {
		rng := source(290)
		var decimals, wrong int
		var pi, root2 coverage
		for range 1000 {
			c := covariance(truth, rel, rng)
			var chol mat.Cholesky
			require.True(t, chol.Factorize(c))
			var l mat.TriDense
			chol.LTo(&l)
			z := mat.NewVecDense(len(truth), nil)
			for i := range truth {
				z.SetVec(i, rng.NormFloat64())
			}
			var d mat.VecDense
			d.MulVec(&l, z)
			b := make([]float64, len(truth))
			for i, v := range truth {
				b[i] = v + d.AtVec(i)
			}
			for i, s := range settle(b, c, nil) {
				switch {
				case s.exact && s.value.Float64() != truth[i]:
					wrong++
				case !s.exact:
					decimals++
					if i == 1 {
						pi.add(s.value.Float64(), s.stderr, truth[i])
					} else if i == 3 {
						root2.add(s.value.Float64(), s.stderr, truth[i])
					}
				}
			}
		}
		pi.assertNominal(t, "π")
		root2.assertNominal(t, "√2")
		assert.LessOrEqual(t, wrong, 10, "of 4000 at relative errors of %g", rel)
		if rel <= 1e-4 {
			assert.Less(t, decimals, 2000+20, "the fractions are settled at %g", rel)
		}
	}
}

// TestSettleRarelyWrong: numbers that are no fractions, known to any precision.
func TestSettleRarelyWrong(t *testing.T) {
	rng := source(291)
	const draws = 20000
	one, other := 0, 0
	for range draws {
		b := math.Exp(2 * rng.NormFloat64())
		stderr := b * math.Exp(-16*rng.Float64())
		s := settle([]float64{b}, mat.NewSymDense(1, []float64{stderr * stderr}), nil)[0]
		switch {
		case s.exact && s.value.Float64() == 1:
			one++
		case s.exact:
			other++
		}
	}
	assert.Less(t, one, draws/200)
	assert.Less(t, other, draws/500, "the bound for numbers known to more than ten bits")
}

// shares makes an estimate of noise variance s from shares.
func shares(share []float64, s, stderr float64) equation {
	e := equation{}
	e.share, e.s, e.stderr, e.rows, e.idx = share, s, stderr, len(share), []int{0}
	return e
}

func TestPooledNoise(t *testing.T) {
	a, b := []float64{1, 3, 1, 3}, []float64{1, 1, 3, 3}
	one := shares(a, 2, 0.5)
	v, stderr := pooled([]equation{one})
	assert.Equal(t, 2.0, v)
	assert.InDelta(t, 0.5, stderr, 1e-12)
	v, stderr = pooled([]equation{one, shares(b, 2.2, 0.5)})
	assert.InDelta(t, 2.1, v, 1e-9, "the mean")
	assert.InDelta(t, 0.5/math.Sqrt2, stderr, 0.02, "shares that have nothing in common")
	_, stderr = pooled([]equation{one, one})
	assert.InDelta(t, 0.5, stderr, 1e-9, "the same equation twice is no more than once")
	_, stderr = pooled([]equation{shares([]float64{0, 0}, 0, negligible)})
	assert.InDelta(t, negligible, stderr, negligible/100)
}

// Below the noise that rounding may cause there is no estimate, and no error of
// one.
func TestNoiseBelowRounding(t *testing.T) {
	rng := source(292)
	clean := circlePoints(60, rng, math.Sqrt(math.Pi))
	r, err := Learn(context.Background(), dataOf("x,y", clean), Options{MaxDegree: 2})
	require.NoError(t, err)
	assert.Less(t, r.Noise.Sigma, math.Sqrt(negligible))
	assert.Zero(t, r.Noise.Stderr)
	r, err = Learn(context.Background(), dataOf("x,y", noisy(clean, 1e-4, rng)), Options{MaxDegree: 2})
	require.NoError(t, err)
	assert.InEpsilon(t, 1e-4/math.Sqrt(120), r.Noise.Stderr, 0.5)
}
