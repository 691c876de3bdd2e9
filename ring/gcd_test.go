package ring

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGCD compares with the algorithm of Euclid.
func TestGCD(t *testing.T) {
	euclid := func(a, b uint64) uint64 {
		for b != 0 {
			a, b = b, a%b
		}
		return a
	}
	rng := rand.New(rand.NewPCG(6, 1))
	draw := func() uint64 {
		switch rng.IntN(8) {
		case 0:
			return uint64(rng.IntN(3))
		case 1:
			return math.MaxUint64 - uint64(rng.IntN(3))
		case 2:
			return 1 << rng.IntN(64)
		}
		return rng.Uint64() >> rng.IntN(64)
	}
	for range 50_000 {
		a, b := draw(), draw()
		require.Equal(t, euclid(a, b), gcd(a, b), "%d, %d", a, b)
		f := draw() >> 32
		require.Equal(t, euclid(a>>32*f, b>>32*f), gcd(a>>32*f, b>>32*f))
	}
}
