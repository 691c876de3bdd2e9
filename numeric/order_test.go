package numeric_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric"
)

// Nth finds what sorting finds, with copies, NaN and infinities, and parts the others.
func TestNth(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	special := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0}
	for n := 1; n < 300; n++ {
		x := make([]float64, n)
		for i := range x {
			switch rng.IntN(4) {
			case 0:
				x[i] = special[rng.IntN(1+n%len(special))]
			case 1:
				x[i] = float64(rng.IntN(5))
			default:
				x[i] = rng.NormFloat64()
			}
		}
		if n%3 == 0 {
			slices.Sort(x)
		}
		sorted, k := slices.Sorted(slices.Values(x)), rng.IntN(n)
		got := numeric.Nth(x, k)
		require.Equal(t, math.Float64bits(sorted[k]+0), math.Float64bits(got+0), "place %d of %d", k, n)
		slices.Sort(x[:k])
		slices.Sort(x[k+1:])
		for i, v := range x {
			require.Equal(t, math.Float64bits(sorted[i]+0), math.Float64bits(v+0))
		}
	}
}

func BenchmarkUpperMedian(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 9))
	x := make([]float64, 8000)
	for b.Loop() {
		b.StopTimer()
		for i := range x { // anew: a processor learns the order of a list that it sees again
			x[i] = rng.NormFloat64()
		}
		b.StartTimer()
		numeric.UpperMedian(x)
	}
}

func TestIsSubset(t *testing.T) {
	require.True(t, numeric.IsSubset([]int{1, 5}, []int{1, 3, 5}))
	require.True(t, numeric.IsSubset(nil, []int{1}))
	require.False(t, numeric.IsSubset([]int{1, 4}, []int{1, 3, 5}))
	require.False(t, numeric.IsSubset([]int{0}, nil))
}
