package numeric_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

func TestThinQR(t *testing.T) {
	for name, a := range corners(rand.New(rand.NewPCG(1, 1))) {
		t.Run(name, func(t *testing.T) {
			before := mat.DenseCopyOf(a)
			q, r := numeric.ThinQR(a)
			require.True(t, mat.Equal(before, a), "input changed")
			var qr, qq mat.Dense
			qr.Mul(q, r)
			requireClose(t, a, &qr, 1e-14)
			qq.Mul(q.T(), q)
			_, k := q.Dims()
			requireClose(t, identity(k), &qq, 1e-14)
			for i := range k {
				require.GreaterOrEqual(t, r.At(i, i), 0.0)
				for j := range i {
					require.Zero(t, r.At(i, j))
				}
			}
		})
	}
}

// The triangle is that of ThinQR, however the rows are cut up and merged.
func TestTSQRAgainstQR(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, a := range corners(rng) {
		t.Run(name, func(t *testing.T) {
			rows, cols := a.Dims()
			whole := numeric.NewTSQR(cols)
			whole.Add(a)
			require.Equal(t, rows, whole.Rows())
			requireSameGram(t, a, whole.R())

			pieces := numeric.NewTSQR(cols)
			for lo := 0; lo < rows; {
				hi := min(rows, lo+1+rng.IntN(100))
				pieces.Add(a.Slice(lo, hi, 0, cols).(*mat.Dense))
				lo = hi
			}
			require.True(t, mat.Equal(whole.R(), pieces.R()), "the way rows are cut must not reach the result")

			cut := rng.IntN(rows)
			first, second := numeric.NewTSQR(cols), numeric.NewTSQR(cols)
			if cut > 0 {
				first.Add(a.Slice(0, cut, 0, cols).(*mat.Dense))
			}
			second.Add(a.Slice(cut, rows, 0, cols).(*mat.Dense))
			keep := second.Clone()
			first.Merge(second)
			require.Equal(t, rows, first.Rows())
			requireSameGram(t, a, first.R())
			require.True(t, mat.Equal(keep.R(), second.R()), "Merge must not change its argument")
		})
	}
}

// requireSameGram checks RᵀR = AᵀA column by column, relative to the norms of
// the columns, and the shape of R.
func requireSameGram(t *testing.T, a, r *mat.Dense) {
	t.Helper()
	_, n := a.Dims()
	rr, rc := r.Dims()
	require.Equal(t, [2]int{n, n}, [2]int{rr, rc})
	size := mat.Max(a)
	size = max(size, -mat.Min(a), 1e-300)
	var as, rs, ga, gr mat.Dense
	as.Scale(1/size, a)
	rs.Scale(1/size, r)
	ga.Mul(as.T(), &as)
	gr.Mul(rs.T(), &rs)
	for i := range n {
		require.GreaterOrEqual(t, r.At(i, i), 0.0)
		for j := range n {
			if j < i {
				require.Zero(t, r.At(i, j))
			}
			bound := 1e-13 * math.Sqrt(ga.At(i, i)*ga.At(j, j))
			require.InDelta(t, ga.At(i, j), gr.At(i, j), bound, "entry %d,%d", i, j)
		}
	}
}

func TestTSQREmpty(t *testing.T) {
	s := numeric.NewTSQR(3)
	s.Add(&mat.Dense{})
	s.Merge(numeric.NewTSQR(3))
	assert.Zero(t, s.Rows())
	assert.Zero(t, mat.Norm(s.R(), 1))
	assert.Panics(t, func() { s.Add(mat.NewDense(1, 2, nil)) })
	assert.Panics(t, func() { s.Merge(numeric.NewTSQR(2)) })
	assert.Panics(t, func() { numeric.NewTSQR(0) })
}

// Same bits on any number of processors.
func TestReduceRowsDeterministic(t *testing.T) {
	a := randomDense(rand.New(rand.NewPCG(1, 3)), 5000, 70)
	var want *numeric.SVD
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, procs := range []int{1, 2, 3, 7} {
		runtime.GOMAXPROCS(procs)
		got, err := numeric.TallSVD(context.Background(), a, false)
		require.NoError(t, err)
		if want == nil {
			want = got
		}
		require.Equal(t, want.Values, got.Values, "on %d processors", procs)
		require.True(t, mat.Equal(want.V, got.V), "on %d processors", procs)
	}
}

// Calls of Extend that end at segments do not show.
func TestExtendInParts(t *testing.T) {
	const cols, rows = 5, 3*2048 + 700
	a := randomDense(rand.New(rand.NewPCG(1, 15)), rows, cols)
	require.Equal(t, 2048, numeric.SegmentRows(cols))
	extend := func(s *numeric.TSQR, from, to int) {
		require.NoError(t, s.Extend(context.Background(), to-from, func(dst *mat.Dense, lo int) error {
			n, _ := dst.Dims()
			dst.Copy(a.Slice(from+lo, from+lo+n, 0, cols))
			return nil
		}))
	}
	whole, parts := numeric.NewTSQR(cols), numeric.NewTSQR(cols)
	extend(whole, 0, rows)
	extend(parts, 0, 2048)
	extend(parts, 2048, 3*2048)
	extend(parts, 3*2048, rows)
	require.True(t, mat.Equal(whole.R(), parts.R()))
	require.Equal(t, rows, parts.Rows())
	requireSameGram(t, a, whole.R())
}

func TestReduceRowsStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var calls atomic.Int64
	_, err := numeric.ReduceRows(ctx, 1_000_000_000, 2, func(*mat.Dense, int) error {
		if calls.Add(1) > 3 {
			cancel()
		}
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	_, err = numeric.SVDWithin(ctx, hilbert(9))
	require.ErrorIs(t, err, context.Canceled)
	boom := fmt.Errorf("boom")
	_, err = numeric.ReduceRows(context.Background(), 10, 2, func(*mat.Dense, int) error { return boom })
	require.ErrorIs(t, err, boom)
}
