package poly

import (
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// Ring is a polynomial ring: a field of coefficients, names of the variables,
// a monomial order and a bound on the total degree. It is the parent of its
// polynomials and reads their monomials. Two rings are the same when they are
// the same pointer. A Ring does not change and is safe for use by several
// goroutines.
type Ring[E any] struct {
	layout
	k     ring.Field[E]
	vec   ring.Vectorer[E]
	vars  []string
	index map[string]int // of a variable's name
	one   E
	unit  string // the text of one
}

// Option is a choice for NewRing.
type Option func(*options)

type options struct {
	order     Order
	maxDegree int
}

// WithOrder sets the monomial order; the default is Deglex.
func WithOrder(o Order) Option { return func(c *options) { c.order = o } }

// WithMaxDegree bounds the total degree of monomials. Without it, or where d
// is 0, the bound is the largest that fits, at most 32767. A larger one, up to
// 2³¹-1, can be asked for in rings of up to seven variables.
func WithMaxDegree(d int) Option { return func(c *options) { c.maxDegree = d } }

// NewRing returns the ring of polynomials over k in the given variables. It is
// ErrLayout when the variables do not fit a monomial: 14 variables have
// degrees up to 32767, 28 up to 127, 73 up to 3, 112 only 1. It is an error if
// a name is not a name in the sense of IsName, occurs twice, or is read by the
// field as a number (such as i over the Gaussian rationals).
func NewRing[E any](k ring.Field[E], vars []string, opts ...Option) (*Ring[E], error) {
	var c options
	for _, o := range opts {
		o(&c)
	}
	l, err := newLayout(len(vars), c.maxDegree, c.order)
	if err != nil {
		return nil, err
	}
	R := &Ring[E]{
		layout: l, k: k, vec: ring.VectorerOf(k),
		vars: append([]string(nil), vars...), index: make(map[string]int, len(vars)),
		one: k.One(), unit: k.Format(k.One()),
	}
	for i, v := range vars {
		if !IsName(v) {
			return nil, fmt.Errorf("poly: %q is not a variable name: want a letter or _, then letters, digits or _", v)
		}
		if j, ok := R.index[v]; ok {
			return nil, fmt.Errorf("poly: variables %d and %d are both called %q", j+1, i+1, v)
		}
		if _, err := k.Parse(v); err == nil {
			return nil, fmt.Errorf("poly: %q is not a variable name over %v, which reads it as a number", v, k)
		}
		R.index[v] = i
	}
	return R, nil
}

// MustRing is NewRing for variables known to be right. It panics where NewRing
// returns an error.
func MustRing[E any](k ring.Field[E], vars []string, opts ...Option) *Ring[E] {
	R, err := NewRing(k, vars, opts...)
	if err != nil {
		panic(err)
	}
	return R
}

// Field returns the field of coefficients.
func (R *Ring[E]) Field() ring.Field[E] { return R.k }

// Vars returns the names of the variables as a new slice.
func (R *Ring[E]) Vars() []string { return append([]string(nil), R.vars...) }

// VarIndex returns the place of a variable, counted from 0, and whether the
// ring has it.
func (R *Ring[E]) VarIndex(name string) (int, bool) {
	i, ok := R.index[name]
	return i, ok
}

// String returns the ring in the notation of the books, with its order:
// "Q[x, y] deglex".
func (R *Ring[E]) String() string {
	return fmt.Sprintf("%v[%s] %v", R.k, strings.Join(R.vars, ", "), R.order)
}

// Zero returns the polynomial 0.
func (R *Ring[E]) Zero() *Polynomial[E] { return &Polynomial[E]{ring: R} }

// One returns the polynomial 1.
func (R *Ring[E]) One() *Polynomial[E] { return R.Const(R.one) }

// Const returns the constant polynomial c.
func (R *Ring[E]) Const(c E) *Polynomial[E] { return R.Term(c, Monomial{}) }

// FromInt returns the constant polynomial n.
func (R *Ring[E]) FromInt(n int64) *Polynomial[E] { return R.Const(R.k.FromInt(n)) }

// Var returns the i-th variable, counted from 0. It panics if there is none.
func (R *Ring[E]) Var(i int) *Polynomial[E] { return R.Term(R.one, R.VarMonomial(i)) }

// Term returns c·m, which is zero when c is.
func (R *Ring[E]) Term(c E, m Monomial) *Polynomial[E] {
	if R.k.IsZero(c) == ring.Yes {
		return R.Zero()
	}
	return &Polynomial[E]{ring: R, mons: []Monomial{m}, coefs: []E{c}}
}

// FormatMonomial returns m as text, such as "x^2*y", and "1" for the empty
// product.
func (R *Ring[E]) FormatMonomial(m Monomial) string {
	if m.IsOne() {
		return "1"
	}
	var b strings.Builder
	textFormat.monomial(&b, R.vars, R.Exponents(m))
	return b.String()
}

// isZero reports whether c is known to be zero, so that its term is left out.
func (R *Ring[E]) isZero(c E) bool { return R.k.IsZero(c) == ring.Yes }

// mustSame panics when two rings are mixed.
func mustSame[E any](R, S *Ring[E]) {
	if R != S {
		panic(fmt.Sprintf("poly: polynomials of two rings, %v and %v", R, S))
	}
}
