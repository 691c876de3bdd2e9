package numeric_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/numeric"
)

func TestCombinations(t *testing.T) {
	for n := range 8 {
		for k := range n + 3 {
			var before []int
			count := 0
			for set := range numeric.Combinations(n, k) {
				assert.Len(t, set, k)
				for i, a := range set {
					assert.True(t, 0 <= a && a < n && (i == 0 || set[i-1] < a), "%v", set)
				}
				assert.True(t, count == 0 || slices.Compare(before, set) < 0, "%v before %v", before, set)
				before = slices.Clone(set)
				count++
			}
			assert.Equal(t, numeric.CountCombinations(n, k), count, "%d of %d", k, n)
		}
	}
	assert.Equal(t, 1<<30, numeric.CountCombinations(1000, 500))
}

// The value is exact up to the largest int, also where the products on the way to
// it are not integers of the machine.
func TestBinomial(t *testing.T) {
	for n := range 80 {
		for k := -1; k <= n+1; k++ {
			got := big.NewInt(int64(numeric.Binomial(n, k)))
			want := new(big.Int)
			if k >= 0 && k <= n {
				want.Binomial(int64(n), int64(k))
			}
			if top := big.NewInt(math.MaxInt); want.Cmp(top) > 0 {
				want = top
			}
			assert.Zero(t, want.Cmp(got), "%d over %d: got %v want %v", n, k, got, want)
		}
	}
	assert.Equal(t, math.MaxInt, numeric.Binomial(1000, 500))
	assert.Equal(t, math.MaxInt, numeric.Binomial(math.MaxInt, 2))
	assert.Equal(t, math.MaxInt, numeric.Binomial(math.MaxInt, 1))
}
