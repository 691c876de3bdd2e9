package integer

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/ring"
)

// TestSettledIntervals: what stays decimal keeps its coverage when others are
// settled, whether the data just pay for that or long since.
func TestSettledIntervals(t *testing.T) {
	truth := []float64{1, math.Pi, -1.5, math.Sqrt2}
	for _, rel := range []float64{1e-2, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 1e-6} {
		rng := explaintest.Source(290)
		var decimals, wrong int
		var pi, root2 explaintest.Coverage
		for range 1000 {
			c := explaintest.Covariance(truth, rel, rng)
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
			for i, s := range settled(b, c, nil) {
				switch {
				case s.Exact && s.Value.Float64() != truth[i]:
					wrong++
				case !s.Exact:
					decimals++
					if i == 1 {
						pi.Add(s.Value.Float64(), s.Stderr, truth[i])
					} else if i == 3 {
						root2.Add(s.Value.Float64(), s.Stderr, truth[i])
					}
				}
			}
		}
		pi.AssertNominal(t, "π")
		root2.AssertNominal(t, "√2")
		assert.LessOrEqual(t, wrong, 10, "of 4000 at relative errors of %g", rel)
		if rel <= 1e-4 {
			assert.Less(t, decimals, 2000+20, "the fractions are settled at %g", rel)
		}
	}
}

// TestSettleRarelyWrong: numbers that are no fractions, known to any precision.
func TestSettleRarelyWrong(t *testing.T) {
	rng := explaintest.Source(291)
	const draws = 20000
	one, other := 0, 0
	for range draws {
		b := math.Exp(2 * rng.NormFloat64())
		stderr := b * math.Exp(-16*rng.Float64())
		s := settled([]float64{b}, mat.NewSymDense(1, []float64{stderr * stderr}), nil)[0]
		switch {
		case s.Exact && s.Value.Float64() == 1:
			one++
		case s.Exact:
			other++
		}
	}
	assert.Less(t, one, draws/200)
	assert.Less(t, other, draws/500, "the bound for numbers known to more than ten bits")
}

// TestMultipleOfPi: multiples of powers of π are recognised, and random numbers seldom are.
func TestMultipleOfPi(t *testing.T) {
	for _, c := range []struct {
		estimate, stderr float64
		r                ring.Rat
		power            int
	}{
		{3.141585, 1.5e-5, ring.RatFromInt(1), 1},
		{-1.047191, 2.3e-5, ring.NewRat(1, 3), 1},
		{39.4781, 1e-3, ring.RatFromInt(4), 2},
		{0.0795775, 1e-6, ring.NewRat(1, 4), -1},
		{3.14, 0.01, ring.Rat{}, 0}, // not known well enough
		{3.1425, 1e-4, ring.Rat{}, 0},
	} {
		r, power, ok := MultipleOfPi(c.estimate, c.stderr)
		assert.Equal(t, c.power != 0, ok, "%v", c.estimate)
		assert.Equal(t, c.power, power, "%v", c.estimate)
		assert.True(t, r.Equal(c.r), "%v: %v", c.estimate, r)
	}
	rng := explaintest.Source(292)
	const draws = 20000
	named := 0
	for range draws {
		b := math.Exp(2 * rng.NormFloat64())
		if _, _, ok := MultipleOfPi(b, b*math.Exp(-16*rng.Float64())); ok {
			named++
		}
	}
	assert.Less(t, named, draws/200)
}
