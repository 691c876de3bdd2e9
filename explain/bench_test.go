package explain_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

func BenchmarkLearn(b *testing.B) {
	for k, v := range explaintest.Shapes {
		for _, n := range []int{200, 1000} {
			rng := explaintest.Source(110 + uint64(k))
			data := explain.DataOf(v.Names, explaintest.Noisy(explaintest.Draw(n, rng, v.Point), 0.05, rng))
			b.Run(fmt.Sprintf("%s/degree=%d/rows=%d", v.Name, v.Degree, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, err := explain.Learn(context.Background(), data, explain.Options{MaxDegree: v.Degree})
					require.NoError(b, err)
				}
			})
		}
	}
}
