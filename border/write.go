package border

import (
	"context"
	"io"
	"math/big"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/kexplain/kexplain/numeric/modular"
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
func (id *RationalIdeal) Write(ctx context.Context, w io.Writer, style poly.Style, workers int, places []int,
	after func(i int) string) error {
	tables := id.newTables(style)
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
				t := newTermWriter(tables, (*buffers.Get().(*[]byte))[:0])
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

// tables are what all elements have in common. They may be used by several
// goroutines.
type tables struct {
	id        *RationalIdeal
	style     poly.Style
	monomials []string           // of the members
	digits    *modular.Digits    // nil where numbers are too short to care
	smooth    *modular.Remainder // modulo the smooth part of the denominator

	mu    sync.RWMutex
	texts map[uint64]string // of the denominator divided by a number
}

// maxTexts is the number of texts of denominators that are remembered. They
// are the common denominator divided by small numbers, and the same ones come
// again and again.
const maxTexts = 4096

func (id *RationalIdeal) newTables(style poly.Style) *tables {
	t := &tables{id: id, style: style, texts: make(map[uint64]string)}
	for _, m := range id.order.members {
		t.monomials = append(t.monomials, t.monomial(m))
	}
	if id.integral && slices.Contains(id.reducer.rowFree, true) {
		t.digits = modular.NewDigits(id.crt)
		t.smooth = modular.NewRemainder(id.crt, id.reducer.smooth)
	}
	return t
}

// monomial returns the text of m, "1" for the empty product.
func (t *tables) monomial(m poly.Monomial) string {
	return t.id.ring.Term(ring.RatFromInt(1), m).Format(t.style)
}

// denominator returns the digits of the common denominator divided by g.
func (t *tables) denominator(g uint64) string {
	t.mu.RLock()
	text, ok := t.texts[g]
	t.mu.RUnlock()
	if ok {
		return text
	}
	d := new(big.Int).SetUint64(g)
	text = d.Quo(t.id.den, d).String()
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.texts) < maxTexts {
		t.texts[g] = text
	}
	return text
}

// termWriter appends the text of elements to a buffer.
type termWriter struct {
	*tables
	buf      []byte
	numbers  *modular.Numbers
	limbs    [][]uint64 // of the numerators
	negative []bool
	g, x     big.Int
}

func newTermWriter(t *tables, buf []byte) *termWriter {
	w := &termWriter{tables: t, buf: buf}
	if t.digits != nil {
		w.numbers = t.id.crt.NewNumbers()
		w.negative = make([]bool, modular.PanelWidth)
		for range modular.PanelWidth {
			w.limbs = append(w.limbs, make([]uint64, t.digits.Limbs()))
		}
	}
	return w
}

// element appends the text of the element at the j-th border monomial: its
// border monomial, which is the leading one, and the members in descending
// order.
func (t *termWriter) element(ctx context.Context, j int) error {
	k := t.id.target(j)
	t.buf = append(t.buf, t.monomial(t.id.order.border[j])...)
	for hi := len(t.id.order.members); hi > 0; hi -= modular.PanelWidth {
		if err := ctx.Err(); err != nil {
			return err
		}
		lo := max(hi-modular.PanelWidth, 0)
		t.compute(k, lo, hi)
		for i := hi - 1; i >= lo; i-- {
			if t.isFree(k, i) {
				t.free(k, i, i-lo)
				continue
			}
			if n, d := t.id.fraction(k, i); n.Sign() != 0 {
				t.sign(n.Sign() < 0)
				t.term(n.Abs(n), d, i)
			}
		}
	}
	return nil
}

// isFree reports whether the numerator has only smooth factors in common with
// the denominator. Then it is not zero.
func (t *termWriter) isFree(k, i int) bool {
	return t.digits != nil && t.id.reducer.colFree[k] && t.id.reducer.rowFree[i]
}

// compute computes the numerators at the members lo to hi-1, if there is a free one.
func (t *termWriter) compute(k, lo, hi int) {
	for i := lo; i < hi; i++ {
		if t.isFree(k, i) {
			first := k * t.id.order.Len()
			t.numbers.Set(func(r int) []uint64 { return t.id.images[r].tails[first+lo : first+hi] })
			t.digits.All(t.limbs, t.negative, t.numbers)
			return
		}
	}
}

// free appends the term at member i, whose numerator is the j-th of those in decimal.
func (t *termWriter) free(k, i, j int) {
	t.g.GCD(nil, nil, t.smooth.Mod(&t.x, t.numbers, j), t.id.reducer.smooth)
	t.sign(!t.negative[j]) // the coefficient is minus the tail
	if !t.g.IsUint64() {   // rare
		n, d := t.id.fraction(k, i)
		t.term(n.Abs(n), d, i)
		return
	}
	g := t.g.Uint64()
	if g > 1 {
		t.digits.Quo(t.limbs[j], g)
	}
	above, between, below := t.style.Fraction()
	t.buf = append(t.buf, above...)
	t.buf = t.digits.Append(t.buf, t.limbs[j])
	t.buf = append(t.buf, between...)
	t.buf = append(t.buf, t.denominator(g)...)
	t.buf = append(t.buf, below...)
	t.times(i)
}

// sign appends the sign before a term.
func (t *termWriter) sign(negative bool) {
	if negative {
		t.buf = append(t.buf, " - "...)
	} else {
		t.buf = append(t.buf, " + "...)
	}
}

// term appends n/d times the i-th member, n and d positive.
func (t *termWriter) term(n, d *big.Int, i int) {
	whole := d.IsInt64() && d.Int64() == 1
	switch {
	case whole && n.IsInt64() && n.Int64() == 1:
		t.buf = append(t.buf, t.monomials[i]...)
		return
	case whole:
		t.buf = append(t.buf, t.style.Whole(n.String())...)
	default:
		above, between, below := t.style.Fraction()
		t.buf = append(t.buf, above...)
		t.buf = n.Append(t.buf, 10)
		t.buf = append(t.buf, between...)
		t.buf = d.Append(t.buf, 10)
		t.buf = append(t.buf, below...)
	}
	t.times(i)
}

// times appends the i-th member as a factor.
func (t *termWriter) times(i int) {
	if !t.id.order.members[i].IsOne() {
		t.buf = append(append(t.buf, t.style.Times()...), t.monomials[i]...)
	}
}
