package ring

import (
	"errors"
	"fmt"
	"math/big"
)

// ErrDomain says that a result is not defined: 1/0, the square root of a
// negative rational. Asking again with more precision does not help.
var ErrDomain = errors.New("ring: undefined")

// ErrUnable says that a result exists but cannot be decided here: at this
// precision, by this method, within this bound.
var ErrUnable = errors.New("ring: undecidable here")

// Truth answers a question that an inexact field may have to leave open. Over
// an exact field the answer is never Unknown, over an inexact one never No (see
// the package comment).
type Truth int8

// The three answers. The zero value is Unknown.
const (
	Unknown Truth = iota
	No
	Yes
)

// TruthOf turns a decided question into a Truth.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// String returns "unknown", "no" or "yes".
func (t Truth) String() string {
	switch t {
	case Unknown:
		return "unknown"
	case No:
		return "no"
	case Yes:
		return "yes"
	}
	return fmt.Sprintf("Truth(%d)", int8(t))
}

// Field is a coefficient field as a value: the parent of its elements. An
// element E is plain data, it carries no pointer to its field, it is copied
// freely and never changed after it has been made. All methods are safe for
// use by several goroutines at once.
type Field[E any] interface {
	// String names the field in the notation of the text: "Q", "Z/7", "R (53 bits)".
	fmt.Stringer

	Zero() E
	One() E
	FromInt(int64) E

	Add(x, y E) E
	Sub(x, y E) E
	Neg(x E) E
	Mul(x, y E) E
	// Inv returns 1/x, or ErrDomain when x is zero.
	Inv(x E) (E, error)

	// IsZero and Equal answer Yes or No over an exact field. Over an inexact
	// one they answer Yes for the stored zero and for two numbers stored alike,
	// and Unknown for everything else.
	IsZero(x E) Truth
	Equal(x, y E) Truth

	// Exact reports whether the operations above are free of rounding.
	Exact() bool
	// Characteristic returns 0 or a prime, as a new value.
	Characteristic() *big.Int

	// Format prints x so that Parse reads the same element back. A number
	// printed with a leading "-" is a negative number or a sum; a text with
	// "+", "-" or a blank inside is put in parentheses by printers of
	// polynomials.
	Format(x E) string
	// Parse reads an element, integers and fractions at least, with a sign that
	// may be U+2212. The fields of this package return a *ParseError for a
	// malformed text; a denominator that is zero in the field wraps ErrDomain.
	Parse(s string) (E, error)
}

// Vectorer is implemented by fields that do better than one element at a
// time. Rings and matrices look for it once, when they are built; use
// VectorerOf to get the plain loops where a field has none.
// Slices have equal length; methods panic otherwise.
type Vectorer[E any] interface {
	// Axpy adds a·x to dst.
	Axpy(dst []E, a E, x []E)
	// Dot returns Σ x_i·y_i, without conjugation.
	Dot(x, y []E) E
	// Scale multiplies dst by a.
	Scale(dst []E, a E)
}

// Conjugator is implemented by fields with a complex conjugation. Over a field
// without it conjugation is the identity.
type Conjugator[E any] interface {
	Conj(x E) E
}

// Orderer is implemented by ordered fields.
type Orderer[E any] interface {
	// Cmp returns -1, 0 or +1 as x is below, equal to or above y.
	Cmp(x, y E) int
}

// VectorerOf returns k itself where it implements Vectorer, and otherwise the
// plain loops over its scalar operations.
func VectorerOf[E any](k Field[E]) Vectorer[E] {
	if v, ok := k.(Vectorer[E]); ok {
		return v
	}
	return scalarLoops[E]{k}
}

// ConjOf returns the conjugation of k, the identity where k has none.
func ConjOf[E any](k Field[E]) func(E) E {
	if c, ok := k.(Conjugator[E]); ok {
		return c.Conj
	}
	return func(x E) E { return x }
}

// scalarLoops is the Vectorer of a field that has none of its own.
type scalarLoops[E any] struct{ k Field[E] }

func (s scalarLoops[E]) Axpy(dst []E, a E, x []E) {
	mustMatch(len(dst), len(x))
	for i, xi := range x {
		dst[i] = s.k.Add(dst[i], s.k.Mul(a, xi))
	}
}

func (s scalarLoops[E]) Dot(x, y []E) E {
	mustMatch(len(x), len(y))
	sum := s.k.Zero()
	for i, xi := range x {
		sum = s.k.Add(sum, s.k.Mul(xi, y[i]))
	}
	return sum
}

func (s scalarLoops[E]) Scale(dst []E, a E) {
	for i, d := range dst {
		dst[i] = s.k.Mul(a, d)
	}
}

// mustMatch panics when two slices that are walked together differ in length.
func mustMatch(n, m int) {
	if n != m {
		panic(fmt.Sprintf("ring: slices of length %d and %d", n, m))
	}
}
