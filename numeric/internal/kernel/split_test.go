package kernel

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// value is the sum that s holds.
func (s *Split) value() *big.Float {
	sum := new(big.Float).SetPrec(4000)
	for k := range SplitLevels {
		sum.Add(sum, new(big.Float).SetFloat64(s.Part(k)))
	}
	return sum
}

// TestSplit adds products of many sizes, on all lengths, and holds the kernel to the plain loop
// and both to sums of 4,000 bits. What does not go in leaves the sum as it is.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 1))
	taken, refused := 0, 0
	for n := range 100 {
		for _, e := range []int{-890, -300, -30, 0, 200, 970} {
			var s, plain Split
			require.True(t, s.Reset(e))
			require.True(t, plain.Reset(e))
			want := new(big.Float).SetPrec(4000)
			for terms := 0; terms+n <= SplitTerms && terms < 5*n+1; terms += n + 1 {
				a, b := floats(rng, n), floats(rng, n)
				for i := range a {
					a[i] = math.Ldexp(math.Mod(a[i], 2), e/2)
					b[i] = math.Ldexp(math.Mod(b[i], 2), e-e/2+20)
					if rng.IntN(300) == 0 {
						a[i] = math.Ldexp(a[i], rng.IntN(200)-150)
					}
					if rng.IntN(50) == 0 {
						a[i] = 0
					}
				}
				one, two := slices.Clone(a), slices.Clone(a)
				ok := s.AddProducts(one, one, b)
				require.Equal(t, ok, plain.addProducts(two, two, b), "%d, %d", n, e)
				require.Equal(t, two, one)
				if taken++; !ok {
					refused++
					continue
				}
				for _, v := range two {
					want.Add(want, new(big.Float).SetFloat64(v))
				}
			}
			require.Zero(t, want.Cmp(s.value()), "%d, %d", n, e)
			require.Zero(t, want.Cmp(plain.value()), "%d, %d", n, e)
		}
	}
	require.Greater(t, refused, taken/50)
	require.Greater(t, taken/2, refused)

	var s Split
	require.False(t, s.Reset(-891))
	require.False(t, s.Reset(971))
	require.True(t, s.Reset(0))
	ones, edge := slices.Repeat([]float64{1}, 8), slices.Repeat([]float64{0}, 8)
	for _, v := range []struct {
		x  float64
		ok bool
	}{{1 << 42, false}, {-1 << 42, false}, {1<<42 - 1, true}, {0x1p-126, true}, {0x1p-127, false}, {math.Copysign(0, -1), true}, {math.Inf(-1), false}, {math.NaN(), false}} {
		edge[3] = v.x
		require.Equal(t, v.ok, s.AddProducts(make([]float64, 8), edge, ones), "%g", v.x)
		require.Equal(t, v.ok, s.addProducts(make([]float64, 8), edge, ones), "%g", v.x)
	}
	require.Panics(t, func() { s.AddProducts(make([]float64, 8), ones, make([]float64, 7)) })
}

// BenchmarkSplit adds 64 products.
func BenchmarkSplit(b *testing.B) {
	rng := rand.New(rand.NewPCG(19, 2))
	x, y, z := floats(rng, 64), floats(rng, 64), make([]float64, 64)
	var s Split
	for b.Loop() {
		s.Reset(20)
		s.AddProducts(z, x, y)
	}
}
