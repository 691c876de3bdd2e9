package stable_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kexplain/kexplain/internal/stable"
)

// BenchmarkSort sorts elements of the size of a row of a sample.
func BenchmarkSort(b *testing.B) {
	type element [11]uint64
	for _, n := range []int{10, 10_000} {
		rng := rand.New(rand.NewPCG(1, 2))
		all := make([]element, n)
		for i := range all {
			all[i][0] = rng.Uint64()
		}
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				stable.Sort(slices.Clone(all), func(x, y element) int { return cmp.Compare(x[0], y[0]) })
			}
		})
	}
}
