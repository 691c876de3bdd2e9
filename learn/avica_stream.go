package learn

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// AVICAStream is a repaired AVICA fit in progress, to rows that arrive in
// blocks. It holds a triangle of D² numbers for each degree and nothing that
// grows with the number of rows. The result depends on the sequence of rows, not
// on how calls of Add cut it. It is not safe for use by several goroutines at
// once.
type AVICAStream struct {
	config AVICA
	scale  []float64
	states []*numeric.TSQR // one a degree
	block  *mat.Dense      // scratch: k(x_i, y_j)^d for a few rows
}

// streamRows is the number of rows turned into kernel values at once.
const streamRows = 512

// Accumulate starts a fit to rows that arrive in blocks. Spanning points are
// chosen by means of sample, rows like those to come, which are not added. The
// errors are those of Fit, and ErrCutoff for a method other than Repaired, which
// alone gets by with a single pass.
func (c AVICA) Accumulate(ctx context.Context, sample *mat.Dense) (*AVICAStream, error) {
	c, err := c.complete(ctx, sample)
	if err != nil {
		return nil, err
	}
	if c.Method != (Repaired{}) {
		return nil, fmt.Errorf("%w: AVICA %v needs a pass for every degree", ErrCutoff, c.Method)
	}
	return newAVICAStream(c), nil
}

func newAVICAStream(c AVICA) *AVICAStream {
	count, _ := c.Points.Dims()
	s := &AVICAStream{config: c, scale: c.pointScale(), block: mat.NewDense(streamRows, count, nil)}
	for range c.Degree {
		s.states = append(s.states, numeric.NewTSQR(count))
	}
	return s
}

// Rows returns the number of rows added so far.
func (s *AVICAStream) Rows() int { return s.states[0].Rows() }

// Add adds the rows of x, which is neither changed nor kept. It returns ErrData
// for rows that are not finite or of the wrong length, before any is added. An
// error of ctx leaves the stream unusable.
func (s *AVICAStream) Add(ctx context.Context, x *mat.Dense) error {
	if x.IsEmpty() {
		return nil
	}
	n, vars := x.Dims()
	count, want := s.config.Points.Dims()
	if vars != want {
		return fmt.Errorf("%w: rows of %d numbers, expected %d", ErrData, vars, want)
	}
	if err := CheckFinite(x); err != nil {
		return err
	}
	for lo := 0; lo < n; lo += streamRows {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := x.Slice(lo, min(lo+streamRows, n), 0, vars).(*mat.Dense)
		k, _ := rows.Dims()
		block := s.block.Slice(0, k, 0, count).(*mat.Dense)
		for d, state := range s.states {
			if err := s.config.normalisedTo(ctx, block, rows, d+1, s.scale); err != nil {
				return fmt.Errorf("learn: %w", err)
			}
			state.Add(block)
		}
	}
	return nil
}

// Fork returns an empty stream with the same spanning points, for another part
// of the rows.
func (s *AVICAStream) Fork() *AVICAStream { return newAVICAStream(s.config) }

// Merge adds the rows that o has seen, which it does not change. Both must come
// from the same call of Accumulate through Fork; Merge returns ErrData otherwise.
func (s *AVICAStream) Merge(o *AVICAStream) error {
	if s.config.Points != o.config.Points {
		return fmt.Errorf("%w: streams with different spanning points", ErrData)
	}
	for d, state := range s.states {
		state.Merge(o.states[d])
	}
	return nil
}

// Finish returns the model of the rows seen so far. The stream may go on.
func (s *AVICAStream) Finish(ctx context.Context) (*AVICAModel, error) {
	if s.Rows() == 0 {
		return nil, fmt.Errorf("%w: no rows", ErrData)
	}
	return Repaired{}.finish(ctx, s.config, s.states, s.Rows())
}
