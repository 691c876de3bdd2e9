package state

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestProductsModulo holds sums and products of lists to those of big integers, also of the largest
// numbers.
func TestProductsModulo(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 1))
	for n := range leastBatch + 1 {
		for trial := range 20 {
			a, b, dst := make([]uint64, n), make([]uint64, n), make([]uint64, n)
			p := big.NewInt(prime)
			for r := range a {
				a[r], b[r] = rng.Uint64N(prime), rng.Uint64N(prime)
				if trial == 0 {
					a[r], b[r] = prime-1, prime-1
				}
			}
			multiplyMod(dst, a, b)
			for r := range a {
				product := new(big.Int).Mul(new(big.Int).SetUint64(a[r]), new(big.Int).SetUint64(b[r]))
				assert.Equal(t, product.Mod(product, p).Uint64(), dst[r])
			}
		}
	}
}
