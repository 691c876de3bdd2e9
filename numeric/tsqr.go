package numeric

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric/internal/kernel"
)

// blas holds the vector kernels of all float64 inner loops of the package.
var blas blasgonum.Implementation

const (
	// tsqrBlock and tsqrBlockFew are the numbers of rows that are folded into R
	// at once: with many columns so many that a panel of reflectors stays in
	// the first level cache, with up to tsqrFew columns more, since calls of
	// the vector kernels on short columns cost as much as their work.
	tsqrBlock    = 256
	tsqrBlockFew = 1024
	tsqrFew      = 24
	// tsqrPad separates the columns of a block: columns exactly 2 KiB apart
	// would compete for the same few cache sets.
	tsqrPad = 8
	// tsqrPanel is the number of reflectors that are applied together.
	tsqrPanel = kernel.Order
)

// TSQR accumulates the triangular factor R of the thin QR factorisation of a
// tall matrix whose rows arrive in blocks, and forgets the rows: it needs
// cols² + O(cols) numbers whatever the number of rows. R has the singular
// values and the right singular vectors of the matrix.
//
// The state depends on the sequence of rows only, not on how the calls of Add
// cut it. Two states over disjoint sets of rows are combined by Merge.
// A TSQR is not safe for use by several goroutines at once.
//
// Reference: J. Demmel, L. Grigori, M. Hoemmen, J. Langou,
// Communication-optimal parallel and sequential QR and LU factorizations,
// SIAM J. Sci. Comput. 34 (2012), section 3.
type TSQR struct {
	cols int
	rows int

	r []float64 // cols×cols, row-major, upper triangular

	// block holds rows not yet folded in, column j at block[j*ld:]; nil before there are any.
	block   []float64
	height  int // rows of a full block
	ld      int // distance between columns of block
	pending int

	work reflectors
}

// NewTSQR returns the accumulator of an empty matrix with cols columns.
// It panics if cols is not positive.
func NewTSQR(cols int) *TSQR {
	if cols <= 0 {
		panic(fmt.Sprintf("numeric: TSQR of %d columns", cols))
	}
	height := tsqrBlock
	if cols <= tsqrFew {
		height = tsqrBlockFew
	}
	ld := height + tsqrPad
	return &TSQR{
		cols:   cols,
		r:      make([]float64, cols*cols),
		height: height,
		ld:     ld,
	}
}

// Cols returns the number of columns.
func (t *TSQR) Cols() int { return t.cols }

// Rows returns the number of rows added so far.
func (t *TSQR) Rows() int { return t.rows }

// Add appends the rows of a, which is neither changed nor kept. An empty
// matrix adds nothing. It panics if the number of columns differs from Cols.
func (t *TSQR) Add(a *mat.Dense) {
	if a.IsEmpty() {
		return
	}
	if _, c := a.Dims(); c != t.cols {
		panic(fmt.Sprintf("numeric: rows of length %d for a TSQR of %d columns", c, t.cols))
	}
	t.prepare()
	raw := a.RawMatrix()
	for i := 0; i < raw.Rows; {
		n := min(raw.Rows-i, t.height-t.pending)
		transposeTo(t.block[t.pending:], t.ld, raw.Data[i*raw.Stride:], raw.Stride, n, t.cols)
		t.pending += n
		i += n
		if t.pending == t.height {
			t.fold()
		}
	}
	t.rows += raw.Rows
}

// Merge appends the rows that o has seen. It does not change o. R is the same,
// to rounding, whichever of the two is merged into the other, but not bit for
// bit: merge in a fixed order where bytes must repeat. It panics if the
// numbers of columns differ.
func (t *TSQR) Merge(o *TSQR) {
	if o.cols != t.cols {
		panic(fmt.Sprintf("numeric: merging TSQR of %d and %d columns", t.cols, o.cols))
	}
	t.fold()
	// The rows of o's R, and its pending rows, become rows of t. Entry (i, j)
	// of the triangle is zero for i > j, and the fold knows it.
	y := make([]float64, t.cols*t.cols)
	transposeTo(y, t.cols, o.r, t.cols, t.cols, t.cols)
	t.work.fold(t.r, t.cols, y, t.cols, func(j int) int { return j + 1 })
	if o.pending > 0 {
		t.prepare()
		for j := range t.cols {
			copy(t.block[j*t.ld:j*t.ld+o.pending], o.block[j*t.ld:])
		}
		t.pending = o.pending
	}
	t.rows += o.rows
}

// R returns the triangular factor, cols×cols whatever the number of rows, with
// a non-negative diagonal, so that it is unique where the matrix has full
// column rank: RᵀR = AᵀA.
func (t *TSQR) R() *mat.Dense {
	t.fold()
	r := mat.NewDense(t.cols, t.cols, nil)
	for i := range t.cols {
		row := r.RawRowView(i)
		copy(row, t.r[i*t.cols:(i+1)*t.cols])
		if row[i] < 0 {
			for j := range row {
				row[j] = -row[j]
			}
		}
	}
	return r
}

// Clone returns an independent copy of the state.
func (t *TSQR) Clone() *TSQR {
	c := NewTSQR(t.cols)
	copy(c.r, t.r)
	if t.pending > 0 {
		c.block = slices.Clone(t.block)
	}
	c.pending, c.rows = t.pending, t.rows
	return c
}

// prepare makes room for rows. A state that only others are merged into needs none.
func (t *TSQR) prepare() {
	if t.block == nil {
		t.block = make([]float64, t.cols*t.ld)
	}
}

// fold reduces [R; pending rows] to a new R.
func (t *TSQR) fold() {
	if n := t.pending; n > 0 {
		t.work.fold(t.r, t.cols, t.block, t.ld, func(int) int { return n })
		t.pending = 0
	}
}

// SegmentRows is the number of rows that one goroutine folds before the
// triangles are merged. A merge costs 2/3 cols³ flops against 2·cols² a row, so
// with 4·cols rows it is below a tenth of the work.
func SegmentRows(cols int) int {
	blocks := (4*cols + tsqrBlock - 1) / tsqrBlock
	return max(8, blocks) * tsqrBlock
}

// Extend appends rows that are made piece by piece, on all processors: fill
// writes rows lo, lo+1, … of the addition into dst, all of whose entries it
// must set, and is called from several goroutines at once. Rows are folded in
// segments of SegmentRows, which are merged in order. So the bits of the result
// depend neither on the number of processors nor, as long as every call but the
// last adds a multiple of SegmentRows, on how the rows are cut into calls.
// Memory is O(cols²) a processor.
//
// The error is the first one of fill, or that of ctx; the state is spoilt then.
func (t *TSQR) Extend(ctx context.Context, rows int, fill func(dst *mat.Dense, lo int) error) error {
	seg := SegmentRows(t.cols)
	segments := (rows + seg - 1) / seg
	// A window of segments is in flight; the triangles are merged in order.
	window := max(1, min(segments, runtime.GOMAXPROCS(0)))
	parts := make([]*TSQR, window)
	for first := 0; first < segments; first += window {
		group, gctx := errgroup.WithContext(ctx)
		for w := range min(window, segments-first) {
			group.Go(func() error {
				lo := (first + w) * seg
				if parts[w] == nil {
					parts[w] = NewTSQR(t.cols)
				}
				parts[w].reset()
				return parts[w].addFrom(gctx, lo, min(lo+seg, rows), fill)
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		for w := range min(window, segments-first) {
			t.Merge(parts[w])
		}
	}
	return ctx.Err()
}

// ReduceRows folds a matrix of the given shape that is made piece by piece; see
// Extend.
func ReduceRows(ctx context.Context, rows, cols int, fill func(dst *mat.Dense, lo int) error) (*TSQR, error) {
	t := NewTSQR(cols)
	if err := t.Extend(ctx, rows, fill); err != nil {
		return nil, err
	}
	return t, nil
}

// addFrom adds rows lo to hi-1 of the matrix that fill makes.
func (t *TSQR) addFrom(ctx context.Context, lo, hi int, fill func(dst *mat.Dense, lo int) error) error {
	var buf *mat.Dense
	for ; lo < hi; lo += tsqrBlock { // tables of this height suit every kernel
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(tsqrBlock, hi-lo)
		if buf == nil || buf.RawMatrix().Rows != n {
			buf = mat.NewDense(n, t.cols, nil)
		}
		if err := fill(buf, lo); err != nil {
			return err
		}
		t.Add(buf)
	}
	return nil
}

// reset empties the accumulator.
func (t *TSQR) reset() {
	clear(t.r)
	t.pending, t.rows = 0, 0
}

// transposeTo writes the transpose of the n×m row-major matrix src, so that
// dst[j*ldDst+i] = src[i*ldSrc+j].
func transposeTo(dst []float64, ldDst int, src []float64, ldSrc, n, m int) {
	const tile = 8 // one cache line of float64
	row := func(i int) []float64 { return src[i*ldSrc:][:m] }
	i := 0
	for ; i+tile <= n; i += tile {
		r0, r1, r2, r3 := row(i), row(i+1), row(i+2), row(i+3)
		r4, r5, r6, r7 := row(i+4), row(i+5), row(i+6), row(i+7)
		for j := range m {
			d := (*[tile]float64)(dst[j*ldDst+i:])
			d[0], d[1], d[2], d[3] = r0[j], r1[j], r2[j], r3[j]
			d[4], d[5], d[6], d[7] = r4[j], r5[j], r6[j], r7[j]
		}
	}
	for ; i < n; i++ {
		for j, x := range row(i) {
			dst[j*ldDst+i] = x
		}
	}
}
