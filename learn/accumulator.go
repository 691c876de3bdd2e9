package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// Accumulator is a fit of IPCA in progress. It holds the triangular factor of
// the rows seen, a few thousand rows at most that wait for their segment to be
// full, and nothing that grows with the number of rows. The result depends on
// the sequence of rows, not on how calls of Add cut it or on the number of
// processors. It is not safe for use by several goroutines at once.
type Accumulator struct {
	config IPCA
	frame  *Frame

	// tsqr folds the rows (1, raw values). With the column of ones in front,
	// R = [√N, √N·mean; 0, R_c] where R_c belongs to the centred matrix, so
	// one pass serves centred and plain fits, without the cancellation of
	// subtracting N mean·meanᵀ from a Gram matrix.
	tsqr    *numeric.TSQR
	pending []float64 // rows of x that do not fill a segment yet
}

func newAccumulator(c IPCA, f *Frame) *Accumulator {
	return &Accumulator{config: c, frame: f, tsqr: numeric.NewTSQR(1 + f.raw)}
}

// Rows returns the number of rows added so far.
func (a *Accumulator) Rows() int { return a.tsqr.Rows() + len(a.pending)/a.frame.vars }

// Add adds the rows of x, which is neither changed nor kept. It returns ErrData
// for rows that are not finite or of the wrong length, before any is added. An
// error of ctx leaves the accumulator unusable.
func (a *Accumulator) Add(ctx context.Context, x *mat.Dense) error {
	if x.IsEmpty() {
		return nil
	}
	if err := a.frame.CheckData(x); err != nil {
		return err
	}
	n := a.frame.vars
	rows, _ := x.Dims()
	segment := numeric.SegmentRows(1 + a.frame.raw)
	if waiting := len(a.pending) / n; waiting > 0 || rows < segment {
		take := min(rows, segment-waiting)
		for i := range take {
			a.pending = append(a.pending, x.RawRowView(i)...)
		}
		if waiting+take < segment {
			return nil
		}
		if err := a.flush(ctx); err != nil {
			return err
		}
		if take == rows {
			return nil
		}
		x = x.Slice(take, rows, 0, n).(*mat.Dense)
		rows -= take
	}
	if whole := rows / segment * segment; whole > 0 {
		if err := a.extend(ctx, x.Slice(0, whole, 0, n).(*mat.Dense)); err != nil {
			return err
		}
		if whole == rows {
			return nil
		}
		x = x.Slice(whole, rows, 0, n).(*mat.Dense)
		rows -= whole
	}
	for i := range rows {
		a.pending = append(a.pending, x.RawRowView(i)...)
	}
	return nil
}

// extend folds the rows of x.
func (a *Accumulator) extend(ctx context.Context, x *mat.Dense) error {
	n, vars := x.Dims()
	return a.tsqr.Extend(ctx, n, func(dst *mat.Dense, lo int) error {
		rows, _ := dst.Dims()
		return a.frame.valuesTo(ctx, dst, x.Slice(lo, lo+rows, 0, vars).(*mat.Dense))
	})
}

// flush folds the pending rows.
func (a *Accumulator) flush(ctx context.Context) error {
	if len(a.pending) == 0 {
		return nil
	}
	x := mat.NewDense(len(a.pending)/a.frame.vars, a.frame.vars, a.pending)
	err := a.extend(ctx, x)
	a.pending = nil
	return err
}

// Merge adds the rows that b has seen; b is used up. Both must come from the
// same call of Accumulate through Fork, and Merge returns ErrData otherwise.
// Rounding errors depend on the order of merging.
func (a *Accumulator) Merge(ctx context.Context, b *Accumulator) error {
	if a.frame != b.frame {
		return fmt.Errorf("%w: accumulators with different spanning points", ErrData)
	}
	for _, c := range []*Accumulator{a, b} {
		if err := c.flush(ctx); err != nil {
			return err
		}
	}
	a.tsqr.Merge(b.tsqr)
	return nil
}

// Fork returns an empty accumulator with the same spanning points, for another
// part of the rows.
func (a *Accumulator) Fork() *Accumulator { return newAccumulator(a.config, a.frame) }

// Finish returns the model of the rows seen so far. The accumulator may go on.
func (a *Accumulator) Finish(ctx context.Context) (*IPCAModel, error) {
	if a.Rows() == 0 {
		return nil, fmt.Errorf("%w: no rows", ErrData)
	}
	all := &Accumulator{config: a.config, frame: a.frame, tsqr: a.tsqr.Clone(), pending: a.pending}
	if err := all.flush(ctx); err != nil {
		return nil, err
	}
	rows := all.tsqr.Rows()
	r := all.tsqr.R()
	n := 1 + a.frame.raw
	var mean []float64
	part := r.Slice(0, n, 1, n) // [√N·mean; R_c], the factor of the plain matrix
	if a.config.Centre {
		m := mat.NewDense(1, a.frame.raw, nil)
		m.Scale(1/math.Sqrt(float64(rows)), r.Slice(0, 1, 1, n))
		mean = a.frame.toCoordinates(m).RawRowView(0)
		part = r.Slice(1, n, 1, n)
	}
	svd, err := numeric.SVDWithin(ctx, a.frame.toCoordinates(part))
	if err != nil {
		return nil, fmt.Errorf("learn: values of the kernel: %w", err)
	}
	return newIPCAModel(a.config, a.frame, svd, mean, rows)
}
