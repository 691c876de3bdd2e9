package integer

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/numeric"
)

// firstFraction returns the fraction of the least denominator in [lo, hi], of
// those the smallest, by trying all denominators.
func firstFraction(lo, hi float64) (p, q int64) {
	for q = 1; ; q++ {
		p = int64(math.Ceil(lo * float64(q)))
		if float64(p) <= hi*float64(q) {
			return p, q
		}
	}
}

func TestSimplestAgainstBruteForce(t *testing.T) {
	rng := explaintest.Source(100)
	for range 2000 {
		lo := math.Exp(4 * rng.NormFloat64())
		switch rng.IntN(4) {
		case 0:
			lo = float64(rng.IntN(20) + 1)
		case 1:
			lo = float64(rng.IntN(50)+1) / 2 // other ends are no doubles
		}
		if lo < 1e-3 {
			continue
		}
		hi := lo * (1 + math.Exp(-8*rng.Float64()))
		p, q := firstFraction(lo, hi)
		r, bits, ok := simplest(lo, hi)
		assert.True(t, ok)
		assert.Equal(t, q, r.Den().Int64(), "[%v, %v]", lo, hi)
		assert.GreaterOrEqual(t, r.Float64(), lo*(1-1e-12))
		assert.LessOrEqual(t, r.Float64(), hi*(1+1e-12))
		if q > 1 {
			assert.Equal(t, p, r.Num().Int64(), "[%v, %v]", lo, hi)
		}
		assert.InDelta(t, math.Log2(float64(r.Num().Int64()))+math.Log2(float64(q)), bits, 1e-9)
		m, same, ok := simplest(-hi, -lo)
		assert.True(t, ok)
		assert.Equal(t, r.Neg(), m, "negative intervals mirror")
		assert.Equal(t, bits, same)
	}
}

func TestSimplest(t *testing.T) {
	tests := []struct {
		name   string
		lo, hi float64
		want   string
	}{
		{"zero is the simplest of all", -1e-9, 3, "0"},
		{"zero at an end", 0, 1, "0"},
		{"an integer inside", 2.9, 3.2, "3"},
		{"the interval is an integer", 3, 3, "3"},
		{"the famous one", 3.14, 3.143, "22/7"},
		{"the next", 3.1415925, 3.141593, "355/113"},
		{"an end is the answer", 0.5, 0.6, "1/2"},
		{"below one", 0.3333, 0.33334, "1/3"},
		{"negative", -0.34, -0.33, "-1/3"},
		{"of several integers the first", 4.5, 8, "5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, _, ok := simplest(tt.lo, tt.hi)
			assert.True(t, ok)
			assert.Equal(t, tt.want, r.String())
		})
	}
}

func TestSimplestBeyondWords(t *testing.T) {
	for _, lo := range []float64{1e-12, 1e12, 1e300, 1e-300} {
		_, _, ok := simplest(lo, lo*(1+1e-3))
		assert.False(t, ok, "%g has no short fraction", lo)
	}
}

// condition against the formula for blocks: mean_1 + Σ_12 Σ_22⁻¹ (x - mean_2),
// Σ_11 - Σ_12 Σ_22⁻¹ Σ_21, where one coordinate after the other is fixed.
func TestConditionAgainstBlocks(t *testing.T) {
	rng := explaintest.Source(102)
	for range 20 {
		k := 2 + rng.IntN(4)
		mean := make([]float64, k)
		for i := range mean {
			mean[i] = 1 + rng.Float64()
		}
		c := explaintest.Covariance(mean, 0.5, rng)
		fixed := 1 + rng.IntN(k-1)
		x := make([]float64, fixed)
		s22, s12 := mat.NewDense(fixed, fixed, nil), mat.NewDense(k-fixed, fixed, nil)
		d := mat.NewVecDense(fixed, nil)
		for i := range fixed {
			x[i] = rng.NormFloat64()
			d.SetVec(i, x[i]-mean[i])
			for j := range fixed {
				s22.Set(i, j, c.At(i, j))
			}
			for j := fixed; j < k; j++ {
				s12.Set(j-fixed, i, c.At(j, i))
			}
		}
		var gain, cut mat.Dense
		var inv mat.Dense
		require.NoError(t, inv.Inverse(s22))
		gain.Mul(s12, &inv)
		cut.Mul(&gain, s12.T())
		var step mat.VecDense
		step.MulVec(&gain, d)

		gotMean, got := slices.Clone(mean), mat.NewSymDense(k, nil)
		got.CopySym(c)
		for i := range fixed {
			numeric.Condition(gotMean, got, i, x[i])
		}
		for i := range fixed {
			assert.InDelta(t, x[i], gotMean[i], 1e-9)
			assert.InDelta(t, 0, got.At(i, i), 1e-9)
		}
		for i := fixed; i < k; i++ {
			assert.InDelta(t, mean[i]+step.AtVec(i-fixed), gotMean[i], 1e-8)
			for j := fixed; j < k; j++ {
				assert.InDelta(t, c.At(i, j)-cut.At(i-fixed, j-fixed), got.At(i, j), 1e-8)
			}
		}
	}
}

// settled are the coefficients of Settle alone.
func settled(b []float64, cov *mat.SymDense, conjugate []bool) []Coefficient {
	out, _ := Settle(b, cov, conjugate)
	return out
}

func TestSettle(t *testing.T) {
	t.Run("what the data pay for is rational, the rest decimal", func(t *testing.T) {
		b := []float64{0.50001, math.Pi, -2}
		c := mat.NewSymDense(3, []float64{1e-8, 0, 0, 0, 1e-8, 0, 0, 0, 1e-8})
		got := settled(b, c, nil)
		assert.Equal(t, "1/2", got[0].Value.String())
		assert.True(t, got[0].Exact)
		assert.False(t, got[1].Exact)
		assert.InDelta(t, math.Pi, got[1].Value.Float64(), 2e-4)
		assert.Equal(t, "-2", got[2].Value.String())
		for i := range got {
			assert.InDelta(t, b[i], got[i].Estimate, 1e-12, "independent coefficients stay")
			assert.InDelta(t, 1e-4, got[i].Stderr, 1e-12)
		}
	})
	t.Run("the free ones move with what is settled", func(t *testing.T) {
		// The sum of the two is known far better than either: b0 = 3 + δ drags
		// b1 = √2 - δ.
		const delta = 1e-4
		b := []float64{3 + delta, math.Sqrt2 - delta}
		c := mat.NewSymDense(2, []float64{1e-8 + 1e-14, -1e-8, -1e-8, 1e-8 + 1e-14})
		got := settled(b, c, nil)
		require.True(t, got[0].Exact)
		assert.Equal(t, "3", got[0].Value.String())
		assert.InDelta(t, math.Sqrt2, got[1].Estimate, 1e-6)
		assert.Less(t, got[1].Stderr, 1e-6)
	})
	t.Run("vague coefficients stay decimal", func(t *testing.T) {
		got := settled([]float64{1.0, 2.0}, mat.NewSymDense(2, []float64{0.25, 0, 0, 0.25}), nil)
		assert.False(t, got[0].Exact)
		assert.False(t, got[1].Exact)
	})
	t.Run("the fraction near π is not near enough", func(t *testing.T) {
		for _, se := range []float64{1e-3, 4e-4, 2e-4, 1e-4, 1e-5, 1e-6} {
			for _, b := range []float64{math.Pi, 22. / 7, math.Pi + se} {
				got := settled([]float64{b}, mat.NewSymDense(1, []float64{se * se}), nil)
				assert.Equal(t, b == 22./7 && se <= 1e-5, got[0].Exact, "%g ± %g", b, se)
			}
		}
	})
	t.Run("a true fraction is settled whatever its error, up to 3.3 standard errors", func(t *testing.T) {
		for _, z := range []float64{-3.2, -2, 0, 1, 3.2} {
			got := settled([]float64{1.5 * (1 + 1e-4*z)}, mat.NewSymDense(1, []float64{2.25e-8}), nil)
			assert.True(t, got[0].Exact)
			assert.Equal(t, "3/2", got[0].Value.String())
		}
		assert.False(t, settled([]float64{1.5 * (1 + 3.4e-4)}, mat.NewSymDense(1, []float64{2.25e-8}), nil)[0].Exact)
	})
	t.Run("1 is likelier where it makes powers of two variables alike", func(t *testing.T) {
		for _, se := range []float64{1. / 25, 1. / 40, 1. / 200, 1. / 400} {
			c := mat.NewSymDense(1, []float64{se * se})
			assert.Equal(t, se < 1./256, settled([]float64{-1 - se}, c, nil)[0].Exact, "%g", se)
			assert.Equal(t, se < 1./32, settled([]float64{-1 - se}, c, []bool{true})[0].Exact, "%g, alike", se)
		}
	})
	t.Run("without an error there is nothing to pay with", func(t *testing.T) {
		got := settled([]float64{0.25}, mat.NewSymDense(1, nil), nil)
		assert.False(t, got[0].Exact)
		assert.Equal(t, "1/4", got[0].Value.String())
	})
}
