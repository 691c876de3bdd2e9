package numeric

import (
	"context"
	"fmt"
	"math"
	"runtime"

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

	// block holds rows not yet folded in, column j at block[j*ld:].
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
		block:  make([]float64, cols*ld),
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
	copy(c.block, t.block)
	c.pending, c.rows = t.pending, t.rows
	return c
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

// reflectors is the work space of one fold.
type reflectors struct {
	t [tsqrPanel * tsqrPanel]float64 // T of the compact WY form, upper triangular, by rows
	w [tsqrPanel]float64
	v [tsqrPanel / kernel.Rows][kernel.Rows][]float64 // the reflectors of a whole panel
}

// fold replaces R by the triangular factor of [R; Y]. R is n×n and row-major;
// column j of Y is y[j*ld:], of which the first height(j) entries count, a
// number that must not decrease with j; the entries up to the height of any
// later column must be zero. Y is used up.
//
// The reflectors have the form I − τ [1; v][1; v]ᵀ with the 1 in row j of R,
// so the triangle keeps its shape. Each panel of columns is reduced by single
// reflectors, the columns to its right by the compact WY form I − V Tᵀ Vᵀ
// (Schreiber and Van Loan, SIAM J. Sci. Stat. Comput. 10 (1989), p. 53).
func (p *reflectors) fold(r []float64, n int, y []float64, ld int, height func(j int) int) {
	for lo := 0; lo < n; lo += tsqrPanel {
		hi := min(lo+tsqrPanel, n)
		h := height(hi - 1)
		for j := lo; j < hi; j++ {
			p.reflect(r, n, y, ld, h, lo, j, hi)
		}
		k := hi
		if hi-lo == tsqrPanel {
			for i := range tsqrPanel {
				p.v[i/kernel.Rows][i%kernel.Rows] = y[(lo+i)*ld:][:h:h]
			}
			for ; k+kernel.Columns <= n; k += kernel.Columns {
				p.applyBlock(r, n, y, ld, h, lo, k)
			}
		}
		for ; k < n; k++ {
			p.apply(r, n, y, ld, h, lo, hi, k)
		}
	}
}

// reflect annihilates column j of Y, applies the reflector to the columns
// j+1 … hi-1 and appends a column to T.
func (p *reflectors) reflect(r []float64, n int, y []float64, ld, h, lo, j, hi int) {
	v := y[j*ld : j*ld+h]
	norm := norm2(v)
	i := j - lo
	tcol := func(l int) *float64 { return &p.t[l*tsqrPanel+i] } // column i of T
	if norm == 0 {
		for l := range i + 1 {
			*tcol(l) = 0
		}
		return
	}
	alpha := r[j*n+j]
	beta := -math.Copysign(math.Hypot(alpha, norm), alpha)
	tau := (beta - alpha) / beta
	scaleBy(v, alpha-beta)
	r[j*n+j] = beta

	// T[:i,i] = −τ T[:i,:i] V₂ᵀv; the unit parts of V are orthogonal.
	dotsOf(p.w[:i], y[lo*ld:], ld, v)
	for l := range i {
		s := 0.0
		row := p.t[l*tsqrPanel : (l+1)*tsqrPanel]
		for m := l; m < i; m++ {
			s += float64(row[m] * p.w[m])
		}
		*tcol(l) = -tau * s
	}
	*tcol(i) = tau

	products := p.w[:hi-j-1]
	if len(products) > 0 {
		dotsOf(products, y[(j+1)*ld:], ld, v)
	}
	for i, product := range products {
		k := j + 1 + i
		w := float64(tau * (r[j*n+k] + product))
		r[j*n+k] -= w
		kernel.Axpy(-w, v, y[k*ld:k*ld+h])
	}
}

// dotsOf sets w[i] to the dot product of v and the i-th column of y.
func dotsOf(w []float64, y []float64, ld int, v []float64) {
	for ; len(w) >= kernel.Rows; w, y = w[kernel.Rows:], y[min(kernel.Rows*ld, len(y)):] {
		columns := [kernel.Rows][]float64{y[:len(v)], y[ld:][:len(v)], y[2*ld:][:len(v)], y[3*ld:][:len(v)]}
		kernel.Dots((*[kernel.Rows]float64)(w), &columns, v)
	}
	for i := range w {
		w[i] = kernel.Dot(v, y[i*ld:])
	}
}

// apply applies the reflectors lo … hi-1 to column k.
func (p *reflectors) apply(r []float64, n int, y []float64, ld, h, lo, hi, k int) {
	c := y[k*ld : k*ld+h]
	nb := hi - lo
	w := p.w[:nb]
	for i := range w {
		w[i] = r[(lo+i)*n+k] + kernel.Dot(c, y[(lo+i)*ld:])
	}
	for i := nb - 1; i >= 0; i-- {
		// w ← Tᵀ w from the bottom up, in place.
		s := 0.0
		for l := range i + 1 {
			s += float64(p.t[l*tsqrPanel+i] * w[l])
		}
		w[i] = s
	}
	for i, wi := range w {
		r[(lo+i)*n+k] -= wi
		kernel.Axpy(-wi, y[(lo+i)*ld:][:h], c)
	}
}

// applyBlock is apply for the columns k and k+1 and a whole panel of reflectors, with the same
// bits.
func (p *reflectors) applyBlock(r []float64, n int, y []float64, ld, h, lo, k int) {
	const columns = kernel.Columns
	c := [columns][]float64{y[k*ld:][:h:h], y[(k+1)*ld:][:h:h]}
	var w [columns][tsqrPanel]float64
	var block [kernel.Rows * columns]float64
	for g := range p.v {
		kernel.DotBlock(&block, &p.v[g], &c)
		for q := range kernel.Rows {
			i := kernel.Rows*g + q
			row := (*[columns]float64)(r[(lo+i)*n+k:])
			w[0][i], w[1][i] = row[0]+block[columns*q], row[1]+block[columns*q+1]
		}
	}
	kernel.Triangle(&w, &p.t)
	for g := range p.v {
		for q := range kernel.Rows {
			i := kernel.Rows*g + q
			row := (*[columns]float64)(r[(lo+i)*n+k:])
			row[0] -= w[0][i]
			row[1] -= w[1][i]
			block[columns*q], block[columns*q+1] = -w[0][i], -w[1][i]
		}
		kernel.UpdateBlock(&block, &p.v[g], &c)
	}
}

// norm2 returns the Euclidean norm, without overflow or underflow.
func norm2(v []float64) float64 {
	// Sums of squares in this range have lost nothing to the ends of the
	// exponent range.
	const small, large = 0x1p-900, 0x1p+900
	if s := kernel.Dot(v, v); s > small && s < large {
		return math.Sqrt(s)
	}
	return blas.Dnrm2(len(v), v, 1)
}

// scaleBy divides v by d.
func scaleBy(v []float64, d float64) {
	if inv := 1 / d; inv != 0 && !math.IsInf(inv, 0) && math.Abs(inv) < 0x1p+1000 {
		blas.Dscal(len(v), inv, v, 1)
		return
	}
	for i := range v {
		v[i] /= d
	}
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
