package feature

import (
	"context"
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// ErrNotExact says that a kernel, or a part of it, has no values in an exact
// field: the Gaussian kernel of rational points is not rational.
var ErrNotExact = errors.New("feature: kernel has no exact values")

// Exact is implemented by kernels that are no formula in sums, products and
// inverses (Algebraic) but have rational values at rational points all the same.
type Exact interface {
	// EvalRat returns k(x, y), or an error that wraps ErrNotExact.
	EvalRat(x, y []ring.Rat) (ring.Rat, error)
}

// Value is a kernel over a field.
type Value[E any] func(x, y []E) (E, error)

// Values returns k as a function on points over the field f, with the Hermitian
// scalar product ⟨x,y⟩ = Σ x_i·conj(y_i) where f has a conjugation. So
// k(y, x) = conj k(x, y), and k(·, y) is the polynomial, not k(x, ·).
//
// Values exist for Algebraic kernels in every field, for Exact ones over Q.
// Entries of matrices, which are floats, count as the dyadic fractions that they
// are. Over a field without conjugation, kernels on complex points take pairs of
// coordinates as they do in float64, and give real parts; over a field with one
// a coordinate is a complex number already, and so are values.
//
// For other kernels, and for parameters that f does not have, Values or the
// function returns an error that wraps ErrNotExact or ring.ErrDomain; an
// invalid kernel is ErrParameter. The function panics if x and y differ in
// length.
func Values[E any](f ring.Field[E], k Kernel) (Value[E], error) {
	if err := Validate(k); err != nil {
		return nil, err
	}
	ops := newNumbers(f)
	trial := &Arithmetic{ops: ops, trial: true}
	if trial.Kernel(k, nil, nil); trial.err != nil {
		return nil, trial.err
	}
	return func(x, y []E) (E, error) { return ops.value(k, elements(x), elements(y)) }, nil
}

// ExactMatrix returns the cross-kernel matrix of points over a field, with the
// entries k(x_i, z_j), on all processors. Errors are those of Values, named by
// the rows where there are any, and that of ctx.
func ExactMatrix[E any](ctx context.Context, f ring.Field[E], k Kernel, x, z [][]E) (*numeric.Matrix[E], error) {
	if _, err := Values(f, k); err != nil {
		return nil, err
	}
	ops := newNumbers(f)
	columns := make([][]Element, len(z))
	for j := range z {
		columns[j] = elements(z[j])
	}
	out := numeric.NewMatrix(f, len(x), len(z))
	err := forRows(ctx, len(x), func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			row := elements(x[i])
			for j := range z {
				v, err := ops.value(k, row, columns[j])
				if err != nil {
					return fmt.Errorf("feature: rows %d and %d: %w", i+1, j+1, err)
				}
				out.Set(i, j, v)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// elements returns the coordinates as elements.
func elements[E any](x []E) []Element {
	out := make([]Element, len(x))
	for i, v := range x {
		out[i] = v
	}
	return out
}

// numbers computes in a field, whose abilities it looks up once.
type numbers[E any] struct {
	f    ring.Field[E]
	bar  func(E) E
	real bool // the conjugation is the identity
}

func newNumbers[E any](f ring.Field[E]) *numbers[E] {
	_, hermitian := f.(ring.Conjugator[E])
	return &numbers[E]{f: f, bar: ring.ConjOf(f), real: !hermitian}
}

// value returns k(x, y).
func (n *numbers[E]) value(k Kernel, x, y []Element) (E, error) {
	mustMatch(len(x), len(y))
	a := &Arithmetic{ops: n}
	v := a.Kernel(k, x, y)
	if a.err != nil {
		return n.f.Zero(), a.err
	}
	return v.(E), nil
}

func (n *numbers[E]) hermitian() bool { return !n.real }

func (n *numbers[E]) rat(q ring.Rat) (Element, error) {
	v, err := ring.FromRat(n.f, q)
	if err != nil {
		return nil, fmt.Errorf("feature: %v over %v: %w", q, n.f, err)
	}
	return v, nil
}

func (n *numbers[E]) add(x, y Element) Element          { return n.f.Add(x.(E), y.(E)) }
func (n *numbers[E]) neg(x Element) Element             { return n.f.Neg(x.(E)) }
func (n *numbers[E]) mul(x, y Element) (Element, error) { return n.f.Mul(x.(E), y.(E)), nil }
func (n *numbers[E]) conj(x Element) (Element, error)   { return n.bar(x.(E)), nil }

func (n *numbers[E]) inv(x Element) (Element, error) {
	v, err := n.f.Inv(x.(E))
	if err != nil {
		return nil, fmt.Errorf("feature: %w", err)
	}
	return v, nil
}

func (n *numbers[E]) dot(x, y []Element) (Element, error) {
	s := n.f.Zero()
	for i := range x {
		s = n.f.Add(s, n.f.Mul(x[i].(E), n.bar(y[i].(E))))
	}
	return s, nil
}

// foreign evaluates kernels that are Exact, which are real functions.
func (n *numbers[E]) foreign(k Kernel, x, y []Element) (Element, error) {
	exact, ok := k.(Exact)
	if _, rational := any(n.f.Zero()).(ring.Rat); !ok || !rational {
		return nil, fmt.Errorf("feature: %v over %v: %w", k, n.f, ErrNotExact)
	}
	if len(x) == 0 {
		return n.f.Zero(), nil // a trial
	}
	return exact.EvalRat(rationals(x), rationals(y))
}

func rationals(x []Element) []ring.Rat {
	out := make([]ring.Rat, len(x))
	for i, v := range x {
		out[i] = v.(ring.Rat)
	}
	return out
}
