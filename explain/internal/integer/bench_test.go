package integer_test

import (
	"fmt"
	"testing"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/integer"
)

func BenchmarkRound(b *testing.B) {
	for _, n := range [][]int64{{1, 1, -25}, {1, 2, 1, -4, 4}, {1, 1, 3, 3, -4, 7, -1, 2, 5, -3, 1, 1}} {
		a, size := make([]float64, len(n)), make([]float64, len(n))
		for i, v := range n {
			a[i], size[i] = float64(v), 30
		}
		for _, rel := range []float64{1e-3, 3e-2} {
			rng := explaintest.Source(120)
			c := explaintest.Covariance(a, rel, rng)
			x := explaintest.Perturbed(a, c, rng)
			b.Run(fmt.Sprintf("terms=%d/error=%g", len(n), rel), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					integer.Round(x, c, size, integer.Monomials{})
				}
			})
		}
	}
}
