// Package learntest checks what every learner that turns points into features
// must survive. One call tests a new learner:
//
//	learntest.Test(t, func(ctx context.Context, x *mat.Dense) (learntest.Embedding, error) {
//		m, err := learner.Fit(ctx, x)
//		if err != nil {
//			return nil, err
//		}
//		return m.Features, nil
//	})
package learntest

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// Embedding returns a row of features for every row of x; nil stands for
// features of length 0.
type Embedding func(ctx context.Context, x *mat.Dense) (*mat.Dense, error)

// Fit learns an embedding from the rows of x.
type Fit func(ctx context.Context, x *mat.Dense) (Embedding, error)

// tolerance for results that may differ by rounding, relative to the largest
// scalar product of features: the data sets have condition below 10⁶ and
// squares are compared.
const tolerance = 1e-8

// Test checks that a fit repeats bit for bit, on any number of processors, that
// it leaves its input alone, that the order of rows matters only to rounding,
// that it answers with a result or an error, never a panic, to one row, equal
// rows, zero columns and single columns, that data with NaN or Inf, empty data
// and rows of the wrong length are errors, and that it obeys ctx. The features
// are compared through their scalar products, since singular vectors have no
// sign and, for equal singular values, no direction.
func Test(t *testing.T, fit Fit) {
	t.Helper()
	ctx := context.Background()
	circle := Circle(60)
	probe := mat.NewDense(3, 2, []float64{0, 0, 1, 0.5, -2, 3})

	t.Run("repeats", func(t *testing.T) {
		before := mat.DenseCopyOf(circle)
		first := mustEmbed(t, fit, circle, probe)
		require.True(t, mat.Equal(before, circle), "the data changed")
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		for _, procs := range []int{1, 3} {
			runtime.GOMAXPROCS(procs)
			require.True(t, equal(first, mustEmbed(t, fit, circle, probe)), "other bits on %d processors", procs)
		}
	})
	t.Run("order of rows", func(t *testing.T) {
		n, c := circle.Dims()
		turned := mat.NewDense(n, c, nil)
		for i, p := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
			turned.SetRow(i, circle.RawRowView(p))
		}
		want, got := gram(mustEmbed(t, fit, circle, probe)), gram(mustEmbed(t, fit, turned, probe))
		require.NotNil(t, got)
		assert.LessOrEqual(t, distance(want, got), tolerance*mat.Norm(want, math.Inf(1)))
	})
	t.Run("one row at a time", func(t *testing.T) {
		embed, err := fit(ctx, circle)
		require.NoError(t, err)
		before := mat.DenseCopyOf(probe)
		all, err := embed(ctx, probe)
		require.NoError(t, err)
		require.True(t, mat.Equal(before, probe), "the data changed")
		n, c := probe.Dims()
		for i := range n {
			one, err := embed(ctx, probe.Slice(i, i+1, 0, c).(*mat.Dense))
			require.NoError(t, err)
			for j := range rowOf(all, i) {
				assert.InDelta(t, all.At(i, j), one.At(0, j), tolerance*(1+math.Abs(all.At(i, j))))
			}
		}
	})
	for name, x := range Corners() {
		t.Run(name, func(t *testing.T) {
			embed, err := fit(ctx, x)
			if err != nil {
				return
			}
			f, err := embed(ctx, x)
			require.NoError(t, err)
			if f == nil {
				return
			}
			rows, _ := x.Dims()
			got, _ := f.Dims()
			require.Equal(t, rows, got)
			for i := range rows {
				for _, v := range f.RawRowView(i) {
					require.False(t, math.IsNaN(v) || math.IsInf(v, 0), "features %v of row %d", f.RawRowView(i), i)
				}
			}
		})
	}
	t.Run("errors", func(t *testing.T) {
		_, err := fit(ctx, &mat.Dense{})
		assert.Error(t, err, "no data")
		embed, err := fit(ctx, circle)
		require.NoError(t, err)
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			x := mat.DenseCopyOf(circle)
			x.Set(7, 1, bad)
			_, err := fit(ctx, x)
			assert.Error(t, err, "fit to %v", bad)
			_, err = embed(ctx, x)
			assert.Error(t, err, "features of %v", bad)
		}
		_, err = embed(ctx, mat.NewDense(1, 3, nil))
		assert.Error(t, err, "a row of the wrong length")
	})
	t.Run("cancelled", func(t *testing.T) {
		gone, cancel := context.WithCancel(ctx)
		cancel()
		_, err := fit(gone, circle)
		assert.ErrorIs(t, err, context.Canceled)
		embed, err := fit(ctx, circle)
		require.NoError(t, err)
		_, err = embed(gone, circle)
		assert.ErrorIs(t, err, context.Canceled)
	})
}

// Circle returns n points near the unit circle, with noise of 1e-3.
func Circle(n int) *mat.Dense {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		x.Set(i, 0, c+1e-3*rng.NormFloat64())
		x.Set(i, 1, s+1e-3*rng.NormFloat64())
	}
	return x
}

// Corners returns data at which learners fail.
func Corners() map[string]*mat.Dense {
	same := mat.NewDense(9, 2, nil)
	line := mat.NewDense(9, 2, nil)
	zero := Circle(30)
	for i := range 9 {
		same.SetRow(i, []float64{2, -1})
		line.SetRow(i, []float64{float64(i), 2*float64(i) + 1})
	}
	for i := range 30 {
		zero.Set(i, 1, 0)
	}
	twice := mat.NewDense(40, 2, nil)
	twice.Stack(Circle(20), Circle(20))
	return map[string]*mat.Dense{
		"one row":           mat.NewDense(1, 2, []float64{3, 4}),
		"the origin":        mat.NewDense(1, 2, nil),
		"two rows":          mat.NewDense(2, 2, []float64{1, 0, 0, 1}),
		"equal rows":        same,
		"every row twice":   twice,
		"a line":            line,
		"a zero column":     zero,
		"zeros":             mat.NewDense(5, 2, nil),
		"one column":        mat.NewDense(6, 1, []float64{-3, -2, -1, 1, 2, 3}),
		"large numbers":     mat.NewDense(3, 2, []float64{1e9, 1, 1, 1e9, -1e9, 5}),
		"small numbers":     mat.NewDense(3, 2, []float64{1e-9, 0, 0, 1e-9, -1e-9, 5e-9}),
		"more columns":      mat.NewDense(2, 5, []float64{1, 2, 3, 4, 5, 5, 4, 3, 2, 1}),
		"far from origin":   mat.NewDense(3, 2, []float64{1e4, 1e4 + 1, 1e4 + 1, 1e4, 1e4, 1e4}),
		"a few grid points": mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1}),
	}
}

func mustEmbed(t *testing.T, fit Fit, x, probe *mat.Dense) *mat.Dense {
	t.Helper()
	embed, err := fit(context.Background(), x)
	require.NoError(t, err)
	f, err := embed(context.Background(), probe)
	require.NoError(t, err)
	return f
}

// equal compares bits; nil is equal to nil.
func equal(a, b *mat.Dense) bool {
	if a == nil || b == nil {
		return a == b
	}
	return mat.Equal(a, b)
}

func gram(f *mat.Dense) *mat.Dense {
	if f == nil {
		return nil
	}
	var g mat.Dense
	g.Mul(f, f.T())
	return &g
}

func distance(a, b *mat.Dense) float64 {
	var d mat.Dense
	d.Sub(a, b)
	return mat.Norm(&d, math.Inf(1))
}

func rowOf(f *mat.Dense, i int) []float64 {
	if f == nil {
		return nil
	}
	return f.RawRowView(i)
}
