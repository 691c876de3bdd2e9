package numeric

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestScratch: a median does not look at what stood in its memory, and leaves the list as it was.
func TestScratch(t *testing.T) {
	for _, n := range []int{5, 100, 7} {
		Reuse(slices.Repeat([]float64{math.NaN()}, 50))
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(3 * i % n)
		}
		before := slices.Clone(x)
		assert.Equal(t, float64(n/2), UpperMedian(x))
		assert.Equal(t, before, x)
		assert.Len(t, Scratch(n), n)
	}
}
