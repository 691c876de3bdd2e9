package ring

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReduce: the quotient that the reciprocal gives is at times too large by one, at times too small;
// the rest is that of math/big, also where it stands next to 0 and to the prime.
func TestReduce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 55))
	for _, p := range []uint64{3, 65537, 4611686018427387847, 1<<62 + 135, 9223372036854775783} {
		k, err := NewZp(p)
		require.NoError(t, err)
		m := new(big.Int).SetUint64(p)
		for i := range 2000 {
			hi, lo := p-1-rng.Uint64N(min(p, 40)), ^rng.Uint64N(40)
			switch i % 4 {
			case 0:
				hi, lo = rng.Uint64N(p), rng.Uint64()
			case 1: // next to a multiple of p
				q := new(big.Int).Mul(m, new(big.Int).SetUint64(rng.Uint64()))
				hi, lo = new(big.Int).Rsh(q, 64).Uint64(), new(big.Int).And(q, new(big.Int).SetUint64(^uint64(0))).Uint64()
				lo += rng.Uint64N(3) // wraps hardly ever; any two words do
			}
			x := new(big.Int).Lsh(new(big.Int).SetUint64(hi), 64)
			x.Add(x, new(big.Int).SetUint64(lo))
			require.Equal(t, x.Mod(x, m).Uint64(), k.reduce(hi, lo), "%d·2⁶⁴ + %d modulo %d", hi, lo, p)
		}
	}
}
