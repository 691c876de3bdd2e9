package numeric_test

import (
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
