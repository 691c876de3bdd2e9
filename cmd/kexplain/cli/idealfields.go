package cli

import (
	"context"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// rationalSolver finds ideals over Q.
type rationalSolver struct {
	o    *idealOptions
	line *progress.Line
	say  func(format string, args ...any) // a line on standard error
}

func (s rationalSolver) options() border.Options {
	options := border.Options{
		CornersOnly: !s.o.border && s.o.output.format != "json",
		Progress:    func(stage string, done, total int) { s.line.Show(stage, int64(done), int64(total)) },
	}
	options.Foresee = func(e border.Estimate) {
		if text := foreseen(e, !s.o.force); text != "" {
			s.line.Clear()
			s.say("%s", text)
		}
	}
	if !s.o.force {
		options.MaxBytes = maxIdealBytes
	}
	return options
}

func (s rationalSolver) whole(ctx context.Context, r *report.Ideal[ring.Rat], points [][]ring.Rat) (func() []*poly.Polynomial[ring.Rat], error) {
	R, options := r.Ring, s.options()
	id, err := border.BuchbergerMollerQ(ctx, R, points, options)
	if err != nil {
		return nil, err
	}
	basis := id.GroebnerBasis
	r.Order, r.Points, r.Groebner = id.OrderIdeal(), id.Points(), report.Elements(id, id.GroebnerPlaces())
	if !options.CornersOnly {
		r.Border = report.Elements(id, id.BorderPlaces())
	}
	r.Hilbert = r.Order.HilbertFunction()
	if !R.Order().IsGraded() {
		graded, err := poly.NewRing(ring.Q, R.Vars(), poly.WithOrder(poly.Deglex))
		if err != nil {
			return nil, err
		}
		options.CornersOnly = true
		if id, err = border.BuchbergerMollerQ(ctx, graded, id.Points(), options); err != nil {
			return nil, err
		}
		r.Hilbert = id.OrderIdeal().HilbertFunction()
	}
	return basis, nil
}

func (s rationalSolver) upTo(ctx context.Context, R *poly.Ring[ring.Rat], points [][]ring.Rat,
	degree int) ([]*poly.Polynomial[ring.Rat], error) {
	return border.BuchbergerMollerUpTo(ctx, R, points, degree, s.options())
}

func (s rationalSolver) ranks(ctx context.Context, R *poly.Ring[ring.Rat], points [][]ring.Rat, degree int) ([]int, error) {
	return border.HilbertUpTo(ctx, R, points, degree)
}

// moduloSolver finds ideals over Z/p.
type moduloSolver struct{}

func (moduloSolver) whole(ctx context.Context, r *report.Ideal[uint64], points [][]uint64) (func() []*poly.Polynomial[uint64], error) {
	R := r.Ring
	id, err := border.BuchbergerMollerModulo(ctx, R, points)
	if err != nil {
		return nil, err
	}
	basis := id.GroebnerBasis
	r.Order, r.Points, r.Groebner, r.Border = id.OrderIdeal(), id.Points(), report.Listed(id.GroebnerBasis()), report.Listed(id.BorderBasis())
	r.Hilbert = r.Order.HilbertFunction()
	if !R.Order().IsGraded() {
		graded, err := poly.NewRing(R.Field(), R.Vars(), poly.WithOrder(poly.Deglex))
		if err != nil {
			return nil, err
		}
		if id, err = border.BuchbergerMollerModulo(ctx, graded, points); err != nil {
			return nil, err
		}
		r.Hilbert = id.OrderIdeal().HilbertFunction()
	}
	return basis, nil
}

func (moduloSolver) upTo(ctx context.Context, R *poly.Ring[uint64], points [][]uint64, degree int) ([]*poly.Polynomial[uint64], error) {
	return border.BuchbergerMollerModuloUpTo(ctx, R, points, degree)
}

func (moduloSolver) ranks(ctx context.Context, R *poly.Ring[uint64], points [][]uint64, degree int) ([]int, error) {
	return border.HilbertModuloUpTo(ctx, R, points, degree)
}
