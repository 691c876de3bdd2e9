package explain_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
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

// BenchmarkLearnWide learns two noisy laws among columns that obey none.
func BenchmarkLearnWide(b *testing.B) {
	for _, columns := range []int{12, 20, 30, 40} {
		rows := explaintest.Draw(400, explaintest.Source(117), func(rng *rand.Rand) []float64 {
			x := make([]float64, columns)
			for j := range x {
				x[j] = 1 + 4*rng.Float64()
			}
			x[2], x[5] = x[0]+x[1], x[3]*x[4]
			for j := range x {
				x[j] *= 1 + 0.01*rng.NormFloat64()
			}
			return x
		})
		data := explain.DataOf(strings.Join(explaintest.Names(columns), ","), rows)
		b.Run(fmt.Sprintf("columns=%d", columns), func(b *testing.B) {
			for b.Loop() {
				r, err := explain.Learn(context.Background(), data, explain.Options{})
				require.NoError(b, err)
				require.Len(b, r.Generators, 2)
			}
		})
	}
}

// BenchmarkRefuseWide finds no law among 33 columns up to degree 2. The rows are too few for a dense polynomial of that degree, so
// outliers are looked for beside ratios of two monomials.
func BenchmarkRefuseWide(b *testing.B) {
	rows := explaintest.Draw(1000, explaintest.Source(118), func(rng *rand.Rand) []float64 {
		x := make([]float64, 33)
		for j := range x {
			x[j] = math.Round(1e6*(1+2*rng.Float64())) / 1e6
		}
		return x
	})
	data := explain.DataOf(strings.Join(explaintest.Names(33), ","), rows)
	for b.Loop() {
		_, err := explain.Learn(context.Background(), data, explain.Options{MaxDegree: 2})
		require.ErrorAs(b, err, new(*explain.NoEquationError))
	}
}
