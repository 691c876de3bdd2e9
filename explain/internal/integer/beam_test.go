package integer

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// plainNearest is beam.nearest as one would write it down: all steps of a round,
// sorted, and the first of them.
func plainNearest(ratio []float64, l *mat.TriDense, scale int64, width int, bound float64) []partial {
	list := []partial{{bits: bitsOf(scale)}}
	for i := range ratio {
		var next []partial
		for _, b := range list {
			f := float64(scale)
			mean, sd := ratio[i]*f, l.At(i, i)*f
			for j, z := range b.z {
				mean += l.At(i, j) * z * f
			}
			if math.Abs(mean) > limit.MaxInteger {
				continue
			}
			for _, n := range tried(mean, f) {
				z := (n - mean) / sd
				bits := b.bits + bitsAfter(append([]int64{scale}, b.n...), int64(n))
				v := partial{append(slices.Clone(b.n), int64(n)), append(slices.Clone(b.z), z), b.chi2 + z*z, bits}
				if costOf(v.chi2, v.bits) <= bound {
					next = append(next, v)
				}
			}
		}
		slices.SortStableFunc(next, func(a, b partial) int { return cmp.Compare(costOf(a.chi2, a.bits), costOf(b.chi2, b.bits)) })
		list = next[:min(len(next), width)]
	}
	return list
}

// tried lists the integers near a mean: its neighbours, and round ones.
func tried(mean, scale float64) []float64 {
	var out []float64
	for _, d := range [...]float64{0, 1, -1, 2, -2, 3, -3} {
		if n := math.Round(mean) + d; n != 0 {
			out = append(out, n)
		}
	}
	for ten := 10.0; math.Abs(mean) >= limit.MinRound*scale && math.Abs(mean) <= limit.MaxRound*scale && ten <= math.Abs(mean); ten *= 10 {
		if n := math.Round(mean/ten) * ten; math.Abs(n-math.Round(mean)) > 3 {
			out = append(out, n)
		}
	}
	return out
}

// The fast beam and the plain one keep the same vectors in the same order, also
// where one beam is used for one scale after another.
func TestBeamAgainstPlain(t *testing.T) {
	for k := range uint64(40) {
		rng := explaintest.Source(130 + k)
		ratio := make([]float64, 1+rng.IntN(6))
		for i := range ratio {
			ratio[i] = math.Round(8*(rng.Float64()-0.5)) + 0.1*rng.NormFloat64()
			if rng.IntN(4) == 0 {
				ratio[i] *= 1e3
			}
		}
		if k == 0 {
			ratio[0] = 1e16 // beyond the integers that are tried
		}
		one := slices.Repeat([]float64{math.Exp(-4 * rng.Float64())}, len(ratio))
		var chol mat.Cholesky
		require.True(t, chol.Factorize(explaintest.Covariance(one, 1, rng)))
		var l mat.TriDense
		chol.LTo(&l)
		for _, width := range []int{1, 2, 6, 24} {
			b := newBeam(ratio, &l, width)
			for scale := int64(1); scale <= 12; scale++ {
				bound := 10 + 60*rng.Float64()
				got, want := b.nearest(scale, bound), plainNearest(ratio, &l, scale, width, bound)
				require.Len(t, got, len(want))
				for i := range want {
					assert.Equal(t, want[i], got[i])
				}
			}
		}
	}
}

// Nothing costs less than what a step is taken to cost before its length is known.
func TestLeastBits(t *testing.T) {
	for v := int64(1); v < 3000; v++ {
		assert.GreaterOrEqual(t, bitsAfter(nil, v), leastBits, "%d", v)
		assert.GreaterOrEqual(t, bitsAfter([]int64{-v}, v), leastBits, "%d", v)
	}
}

// TestLongBits: no integer from tableSize on takes less than longBits.
func TestLongBits(t *testing.T) {
	for n := int64(tableSize); n <= 2_000_000; n++ {
		if bitsOf(n) < longBits {
			t.Fatalf("%d takes %g bits", n, bitsOf(n))
		}
	}
	for ten := int64(1e6); ten <= 1e18; ten *= 10 {
		assert.Greater(t, bitsOf(ten), longBits)
	}
}
