package border

import (
	"context"
	"io"
	"math/big"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Write writes the elements of the border basis at the given border places in
// the given style, each followed by what after returns, which is called with
// the number of the element in places. The text of an element is that of
// Element(j).Format(style), but it is made without the polynomial, on several
// processors, and at no time is more than a few elements in memory as text.
//
// The error is that of w or of ctx. It panics if a place is not that of an
// element.
func (id *RationalIdeal) Write(ctx context.Context, w io.Writer, style poly.Style, workers int, places []int, after func(i int) string) error {
	g, ctx := errgroup.WithContext(ctx)
	slots := make(chan chan []byte, max(workers, 1)) // in the order of places
	buffers := sync.Pool{New: func() any { return new([]byte) }}
	g.Go(func() error {
		defer close(slots)
		for i, j := range places {
			done := make(chan []byte, 1)
			select {
			case slots <- done:
			case <-ctx.Done():
				return ctx.Err()
			}
			g.Go(func() error {
				t := newTermWriter(id, style, (*buffers.Get().(*[]byte))[:0])
				if err := t.element(ctx, j); err != nil {
					return err
				}
				done <- append(t.buf, after(i)...)
				return nil
			})
		}
		return nil
	})
	g.Go(func() error {
		for done := range slots {
			select {
			case text := <-done:
				if _, err := w.Write(text); err != nil {
					return err
				}
				buffers.Put(&text)
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return g.Wait()
}

// termWriter appends the text of elements to a buffer.
type termWriter struct {
	id    *RationalIdeal
	style poly.Style
	buf   []byte
	texts map[string]string // of denominators, by the common divisor
}

func newTermWriter(id *RationalIdeal, style poly.Style, buf []byte) *termWriter {
	return &termWriter{id: id, style: style, buf: buf, texts: make(map[string]string)}
}

// element appends the text of the element at the j-th border monomial.
func (t *termWriter) element(ctx context.Context, j int) error {
	id := t.id
	k := id.target(j)
	b := id.order.border[j]
	// Descending order: for a graded order b comes first; an order ideal from
	// points always has b first, because it is the leading monomial or has a
	// leading monomial of the ideal as divisor.
	t.monomial(b)
	for i := len(id.order.members) - 1; i >= 0; i-- {
		if id.num[k][i].Sign() == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		n, d := id.fraction(k, i)
		if n.Sign() < 0 {
			t.buf = append(t.buf, " - "...)
			n.Neg(n)
		} else {
			t.buf = append(t.buf, " + "...)
		}
		t.term(n, d, id.order.members[i])
	}
	return nil
}

// term appends the term n/d·m, n and d positive.
func (t *termWriter) term(n, d *big.Int, m poly.Monomial) {
	one := d.IsInt64() && d.Int64() == 1
	switch {
	case one && n.IsInt64() && n.Int64() == 1:
		t.monomial(m)
		return
	case one:
		t.buf = n.Append(t.buf, 10)
	case t.style == poly.LaTeX:
		t.buf = append(t.buf, `\frac{`...)
		t.buf = n.Append(t.buf, 10)
		t.buf = append(t.buf, "}{"...)
		t.denominator(d)
		t.buf = append(t.buf, '}')
	case t.style == poly.SymPy:
		t.buf = append(t.buf, "Rational("...)
		t.buf = n.Append(t.buf, 10)
		t.buf = append(t.buf, ", "...)
		t.denominator(d)
		t.buf = append(t.buf, ')')
	default:
		t.buf = n.Append(t.buf, 10)
		t.buf = append(t.buf, '/')
		t.denominator(d)
	}
	if m.IsOne() {
		return
	}
	if t.style == poly.LaTeX {
		t.buf = append(t.buf, ' ')
	} else {
		t.buf = append(t.buf, '*')
	}
	t.monomial(m)
}

// monomial appends the text of m, "1" for the empty product.
func (t *termWriter) monomial(m poly.Monomial) {
	t.buf = append(t.buf, t.id.ring.Term(ring.RatFromInt(1), m).Format(t.style)...)
}

// denominatorTexts is the number of denominators whose digits an element
// remembers. They are the common denominator divided by small numbers, so the
// same ones come again and again.
const denominatorTexts = 256

// denominator appends the digits of d.
func (t *termWriter) denominator(d *big.Int) {
	if d.BitLen() < 256 {
		t.buf = d.Append(t.buf, 10)
		return
	}
	key := string(d.Bytes())
	text, ok := t.texts[key]
	if !ok {
		text = d.String()
		if len(t.texts) < denominatorTexts {
			t.texts[key] = text
		}
	}
	t.buf = append(t.buf, text...)
}
