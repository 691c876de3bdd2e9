package cli

import (
	"context"
	"io"
	"runtime"
	"strconv"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// writer writes polynomials in a style, each as an item of a list with the separator
// between them, and reports how many there are.
type writer func(ctx context.Context, w io.Writer, style poly.Style, list poly.List) (int, error)

// listWriter writes polynomials that are in memory.
func listWriter[E any](polys []*poly.Polynomial[E]) writer {
	return func(ctx context.Context, w io.Writer, style poly.Style, list poly.List) (int, error) {
		item := func(i int) string { return list.Item(polys[i].Format(style), "") }
		return len(polys), writeItems(ctx, w, len(polys), item, list)
	}
}

// writeItems writes the items of a list.
func writeItems(ctx context.Context, w io.Writer, n int, item func(i int) string, list poly.List) error {
	for i := range n {
		text := item(i)
		if i > 0 {
			text = list.Separator + text
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// constraint writes a polynomial that is zero at the points for a system that computes with
// floating-point numbers: without denominators, since 1/7 is no such number, and with a
// bound where a value may be rounded.
func constraint(p *poly.Polynomial[ring.Rat], points [][]ring.Rat, style poly.Style, list poly.List) string {
	p = poly.Primitive(p)
	bound := ""
	if t := explain.Roundoff(p, points); t > 0 {
		bound = strconv.FormatFloat(1.05*t, 'g', 2, 64)
	}
	return list.Item(p.Format(style), bound)
}

// constraintWriter writes polynomials that are zero at the points.
func constraintWriter[E any](polys []*poly.Polynomial[E], points [][]E) writer {
	return func(ctx context.Context, w io.Writer, style poly.Style, list poly.List) (int, error) {
		rational, ok := any(polys).([]*poly.Polynomial[ring.Rat])
		if !ok || !style.Bounds() {
			return listWriter(polys)(ctx, w, style, list)
		}
		at := any(points).([][]ring.Rat)
		item := func(i int) string { return constraint(rational[i], at, style, list) }
		return len(polys), writeItems(ctx, w, len(polys), item, list)
	}
}

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

func (s rationalSolver) whole(ctx context.Context, R *poly.Ring[ring.Rat], points [][]ring.Rat) (*wholeIdeal[ring.Rat], error) {
	options := s.options()
	id, err := border.BuchbergerMollerQ(ctx, R, points, options)
	if err != nil {
		return nil, err
	}
	found := &wholeIdeal[ring.Rat]{order: id.OrderIdeal(), points: id.Points(), basis: id.GroebnerBasis}
	found.groebner = elementWriter(id, id.GroebnerPlaces())
	if !options.CornersOnly {
		found.border = elementWriter(id, id.BorderPlaces())
	}
	found.hilbert = found.order.HilbertFunction()
	if !R.Order().IsGraded() {
		graded, err := poly.NewRing(ring.Q, R.Vars(), poly.WithOrder(poly.Deglex))
		if err != nil {
			return nil, err
		}
		options.CornersOnly = true
		if id, err = border.BuchbergerMollerQ(ctx, graded, id.Points(), options); err != nil {
			return nil, err
		}
		found.hilbert = id.OrderIdeal().HilbertFunction()
	}
	return found, nil
}

// elementWriter writes elements of the border basis that are put together one
// after the other and never all in memory as text.
func elementWriter(id *border.RationalIdeal, places []int) writer {
	return func(ctx context.Context, w io.Writer, style poly.Style, list poly.List) (int, error) {
		if style.Bounds() {
			item := func(i int) string { return constraint(id.Element(places[i]), id.Points(), style, list) }
			return len(places), writeItems(ctx, w, len(places), item, list)
		}
		if len(places) == 0 {
			return 0, nil
		}
		if _, err := io.WriteString(w, list.Before); err != nil {
			return 0, err
		}
		return len(places), id.Write(ctx, w, style, runtime.GOMAXPROCS(0), places, func(i int) string {
			if i == len(places)-1 {
				return list.After
			}
			return list.After + list.Separator + list.Before
		})
	}
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

func (moduloSolver) whole(ctx context.Context, R *poly.Ring[uint64], points [][]uint64) (*wholeIdeal[uint64], error) {
	id, err := border.BuchbergerMollerModulo(ctx, R, points)
	if err != nil {
		return nil, err
	}
	found := &wholeIdeal[uint64]{order: id.OrderIdeal(), points: id.Points(), basis: id.GroebnerBasis,
		groebner: listWriter(id.GroebnerBasis()), border: listWriter(id.BorderBasis())}
	found.hilbert = found.order.HilbertFunction()
	if !R.Order().IsGraded() {
		graded, err := poly.NewRing(R.Field(), R.Vars(), poly.WithOrder(poly.Deglex))
		if err != nil {
			return nil, err
		}
		if id, err = border.BuchbergerMollerModulo(ctx, graded, points); err != nil {
			return nil, err
		}
		found.hilbert = id.OrderIdeal().HilbertFunction()
	}
	return found, nil
}

func (moduloSolver) upTo(ctx context.Context, R *poly.Ring[uint64], points [][]uint64, degree int) ([]*poly.Polynomial[uint64], error) {
	return border.BuchbergerMollerModuloUpTo(ctx, R, points, degree)
}

func (moduloSolver) ranks(ctx context.Context, R *poly.Ring[uint64], points [][]uint64, degree int) ([]int, error) {
	return border.HilbertModuloUpTo(ctx, R, points, degree)
}
