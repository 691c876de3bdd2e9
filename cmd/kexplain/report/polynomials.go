package report

import (
	"context"
	"io"
	"runtime"
	"strconv"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Polynomials writes polynomials in a style, each as an item of a list with the separator
// between them, and reports how many there are.
type Polynomials func(ctx context.Context, w io.Writer, style poly.Style, list poly.List) (int, error)

// Listed writes polynomials that are in memory.
func Listed[E any](polys []*poly.Polynomial[E]) Polynomials {
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

// Constraints writes polynomials that are zero at the points.
func Constraints[E any](polys []*poly.Polynomial[E], points [][]E) Polynomials {
	return func(ctx context.Context, w io.Writer, style poly.Style, list poly.List) (int, error) {
		rational, ok := any(polys).([]*poly.Polynomial[ring.Rat])
		if !ok || !style.Bounds() {
			return Listed(polys)(ctx, w, style, list)
		}
		at := any(points).([][]ring.Rat)
		item := func(i int) string { return constraint(rational[i], at, style, list) }
		return len(polys), writeItems(ctx, w, len(polys), item, list)
	}
}

// Elements writes elements of the border basis that are put together one
// after the other and never all in memory as text.
func Elements(id *border.RationalIdeal, places []int) Polynomials {
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
