package learn_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
)

// What an accumulator keeps does not grow with the rows.
func TestAccumulatorMemory(t *testing.T) {
	block := twoCircles(2000, 30)
	held := func(blocks int) int64 {
		a, err := learn.IPCA{Kernel: feature.Polynomial{Degree: 2}}.Accumulate(ctx, block)
		require.NoError(t, err)
		for range blocks {
			require.NoError(t, a.Add(ctx, block))
		}
		var s runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&s)
		runtime.KeepAlive(a)
		return int64(s.HeapAlloc)
	}
	few, many := held(2), held(60)
	require.Less(t, many-few, int64(1<<18), "bytes more for 120000 rows than for 4000")
}

// BenchmarkIPCA fits streams in the shapes of PERFORMANCE: few variables, many,
// and pixels.
func BenchmarkIPCA(b *testing.B) {
	for _, c := range []struct{ rows, vars, m int }{{100_000, 3, 12}, {20_000, 16, 160}, {2_000, 256, 500}} {
		x := mat.NewDense(c.rows, c.vars, nil)
		rng := rand.New(rand.NewPCG(1, 31))
		for i := range c.rows {
			for j := range c.vars {
				x.Set(i, j, rng.NormFloat64())
			}
		}
		for _, road := range []learn.Road{learn.KernelRoad{}, learn.FeatureRoad{}} {
			if _, feature := road.(learn.FeatureRoad); feature && c.vars > 16 {
				continue // 33153 features
			}
			b.Run(fmt.Sprintf("%v/rows=%d/vars=%d/points=%d", road, c.rows, c.vars, c.m), func(b *testing.B) {
				learner := learn.IPCA{
					Kernel: feature.Polynomial{Degree: 2}, Road: road,
					Spanning: feature.Random{M: c.m}, Cutoff: learn.Threshold{},
				}
				for b.Loop() {
					_, err := learner.Fit(ctx, x)
					require.NoError(b, err)
				}
				b.ReportMetric(float64(c.rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
	}
}

// BenchmarkIPCASmall is the fit of a data set of ordinary size.
func BenchmarkIPCASmall(b *testing.B) {
	x := twoCircles(1000, 32)
	for b.Loop() {
		_, err := learn.IPCA{Kernel: feature.Polynomial{Degree: 2}}.Fit(ctx, x)
		require.NoError(b, err)
	}
}
