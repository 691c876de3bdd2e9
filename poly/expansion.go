package poly

import (
	"errors"
	"fmt"
)

// arithmetic computes with what a parser reads, on a stack. Its errors match [ErrTooLarge],
// errNotConstant, or those of the ring and its field; the stack is of no use after them.
type arithmetic interface {
	field() fmt.Stringer
	exact() bool            // whether the field is
	reads(text string) bool // whether it reads a number
	push(text string) error // a number; nothing is pushed with an error
	pushVariable(i int)
	negate()
	add(n int) // the last n values
	multiply() error
	invert() error
	raise(n int) error
}

// errNotConstant says that a polynomial has no inverse.
var errNotConstant = errors.New("poly: not constant")

// factor is a value on the way: c·m where p is nil, and p otherwise.
type factor[E any] struct {
	c E
	m Monomial
	p *Polynomial[E]
}

func (f factor[E]) polynomial(R *Ring[E]) *Polynomial[E] {
	if f.p != nil {
		return f.p
	}
	return R.Term(f.c, f.m)
}

// factorOf is the inverse of polynomial: terms lose their wrapping.
func factorOf[E any](p *Polynomial[E]) factor[E] {
	if p.Len() == 1 {
		return factor[E]{c: p.coefs[0], m: p.mons[0]}
	}
	return factor[E]{p: p}
}

// expansion multiplies out in a ring.
type expansion[E any] struct {
	ring  *Ring[E]
	stack []factor[E]
	spent float64 // of MaxExpansion
}

func (x *expansion[E]) top() *factor[E] { return &x.stack[len(x.stack)-1] }

func (x *expansion[E]) pop() factor[E] {
	f := *x.top()
	x.stack = x.stack[:len(x.stack)-1]
	return f
}

func (x *expansion[E]) field() fmt.Stringer { return x.ring.k }
func (x *expansion[E]) exact() bool         { return x.ring.k.Exact() }

func (x *expansion[E]) reads(text string) bool {
	_, err := x.ring.k.Parse(text)
	return err == nil
}

func (x *expansion[E]) push(text string) error {
	c, err := x.ring.k.Parse(text)
	if err == nil {
		x.stack = append(x.stack, factor[E]{c: c})
	}
	return err
}

func (x *expansion[E]) pushVariable(i int) {
	x.stack = append(x.stack, factor[E]{c: x.ring.one, m: x.ring.VarMonomial(i)})
}

func (x *expansion[E]) negate() {
	if f := x.top(); f.p != nil {
		f.p = f.p.Neg()
	} else {
		f.c = x.ring.k.Neg(f.c)
	}
}

func (x *expansion[E]) add(n int) {
	if n == 1 {
		return
	}
	values := x.stack[len(x.stack)-n:]
	terms := make([]Term[E], 0, n)
	for _, f := range values {
		if f.p == nil {
			terms = append(terms, Term[E]{f.m, f.c})
			continue
		}
		for m, c := range f.p.Terms() {
			terms = append(terms, Term[E]{m, c})
		}
	}
	x.stack = append(x.stack[:len(x.stack)-n], factorOf(x.ring.FromTerms(terms)))
}

func (x *expansion[E]) multiply() error {
	R, g := x.ring, x.pop()
	f := x.top()
	if f.p == nil && g.p == nil {
		m, err := R.MulMonomial(f.m, g.m)
		f.c, f.m = R.k.Mul(f.c, g.c), m
		return err
	}
	q, err := x.product(f.polynomial(R), g.polynomial(R))
	if err == nil {
		*f = factorOf(q)
	}
	return err
}

// product is Mul with the cost taken from the budget.
func (x *expansion[E]) product(a, b *Polynomial[E]) (*Polynomial[E], error) {
	cost := float64(a.Len()) * float64(b.Len())
	// A product of numbers of 200 digits takes about as long as the rest of
	// the work for a pair of terms.
	cost *= 1 + float64(x.longest(a))*float64(x.longest(b))/(200*200)
	if x.spent += cost; x.spent > MaxExpansion {
		return nil, fmt.Errorf("%w: expansion beyond %d products of terms", ErrTooLarge, MaxExpansion)
	}
	return a.Mul(b)
}

// longest returns about the number of digits of the longest coefficient, where
// coefficients grow.
func (x *expansion[E]) longest(f *Polynomial[E]) int {
	k := x.ring.k
	if !k.Exact() || k.Characteristic().Sign() != 0 {
		return 0
	}
	longest := 0
	for _, c := range f.coefs {
		if n, ok := any(c).(interface{ BitLen() int }); ok {
			longest = max(longest, n.BitLen()/3)
		} else {
			longest = max(longest, len(k.Format(c)))
		}
	}
	return longest
}

func (x *expansion[E]) invert() error {
	f := x.top().polynomial(x.ring)
	if !f.IsConstant() {
		return errNotConstant
	}
	c, err := x.ring.k.Inv(f.Coefficient(Monomial{}))
	*x.top() = factor[E]{c: c}
	return err
}

func (x *expansion[E]) raise(n int) error {
	R, f := x.ring, x.top()
	if f.p == nil && R.k.Format(f.c) == R.unit {
		if d := float64(f.m.Degree()) * float64(n); d > float64(R.maxDegree) {
			return R.degreeError(d)
		}
		f.m = timesPower(Monomial{}, f.m, n)
		return nil
	}
	base := f.polynomial(R)
	if d := float64(base.Degree()) * float64(n); d > float64(R.maxDegree) {
		return R.degreeError(d)
	}
	q, err := power(base, n, x.product)
	if err == nil {
		*f = factorOf(q)
	}
	return err
}
