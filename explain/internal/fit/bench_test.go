package fit

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

func BenchmarkRefine(b *testing.B) {
	rng := explaintest.Source(121)
	for _, n := range []int{1000, 100_000} {
		s := explaintest.Scaled(b, explaintest.Noisy(explaintest.Draw(n, rng, explaintest.Shapes[1].Point), 0.05, rng), 4)
		f := fitOf(b, s, "x^4 + 2*x^2*y^2 + y^4 - 3*x^2 + 3*y^2")
		f.Variance = 0.0025
		b.Run(fmt.Sprintf("terms=5/rows=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, ok := Refine(context.Background(), s, f, s.Rows, limit.RefineSteps)
				require.True(b, ok)
			}
		})
	}
}
