package feature

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// ErrNotExact says that a kernel, or a part of it, has no values in an exact
// field: the Gaussian kernel of rational points is not rational.
var ErrNotExact = errors.New("feature: kernel has no exact values")

// Exact is implemented by kernels of other packages with rational values at
// rational points. Those of this package need not: Values knows them.
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
// The kernels with values in every field are Polynomial, Linear, ANOVA,
// FiniteRotation, Phase, Projective, and what Sum, Product, Multiple,
// PolynomialOf and Compose with a LinearMap make of them; PositiveScale has
// values over Q where the lengths allow it. Entries of matrices, which are
// floats, count as the dyadic fractions that they are. Over Q, kernels on
// complex points take pairs of coordinates as they do in float64; over any
// other field a coordinate is a complex number already, and values are complex
// rather than real parts.
//
// For other kernels, and for parameters that f does not have, Values or the
// function returns an error that wraps ErrNotExact or ring.ErrDomain; an
// invalid kernel is ErrParameter. The function panics if x and y differ in
// length.
func Values[E any](f ring.Field[E], k Kernel) (Value[E], error) {
	if err := Validate(k); err != nil {
		return nil, err
	}
	return newExact(f).values(k)
}

// ExactMatrix returns the cross-kernel matrix of points over a field, with the
// entries k(x_i, z_j), on all processors. Errors are those of Values, named by
// the rows where there are any, and that of ctx.
func ExactMatrix[E any](ctx context.Context, f ring.Field[E], k Kernel, x, z [][]E) (*numeric.Matrix[E], error) {
	value, err := Values(f, k)
	if err != nil {
		return nil, err
	}
	out := numeric.NewMatrix(f, len(x), len(z))
	err = forRows(ctx, len(x), func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			for j := range z {
				v, err := value(x[i], z[j])
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

// exact evaluates kernels over a field, whose abilities it looks up once.
type exact[E any] struct {
	f    ring.Field[E]
	v    ring.Vectorer[E]
	conj func(E) E
	real bool // conj is the identity
}

func newExact[E any](f ring.Field[E]) *exact[E] {
	_, hermitian := f.(ring.Conjugator[E])
	return &exact[E]{f: f, v: ring.VectorerOf(f), conj: ring.ConjOf(f), real: !hermitian}
}

// dot returns Σ x_i·conj(y_i).
func (e *exact[E]) dot(x, y []E) E {
	mustMatch(len(x), len(y))
	if e.real {
		return e.v.Dot(x, y)
	}
	bar := make([]E, len(y))
	for i, c := range y {
		bar[i] = e.conj(c)
	}
	return e.v.Dot(x, bar)
}

// values returns the function of k.
func (e *exact[E]) values(k Kernel) (Value[E], error) {
	switch k := k.(type) {
	case Polynomial:
		return e.polynomial(k)
	case Linear:
		return e.compose(Linear{}, k.A)
	case ANOVA:
		return e.total(func(x, y []E) E { return e.anova(k.Degree, x, y) })
	case Sum:
		return e.fold([]Kernel(k), e.f.Zero(), e.f.Add)
	case Product:
		return e.fold([]Kernel(k), e.f.One(), e.f.Mul)
	case Multiple:
		return e.polynomialOf(PolynomialOf{Coefficients: []ring.Rat{{}, k.Factor}, Kernel: k.Kernel})
	case PolynomialOf:
		return e.polynomialOf(k)
	case Compose:
		if m, ok := k.Map.(LinearMap); ok {
			return e.compose(k.Kernel, m.A)
		}
	case FiniteRotation, Phase, Projective, PositiveScale:
		return e.invariant(k)
	}
	if x, ok := k.(Exact); ok {
		if value, ok := any(Value[ring.Rat](x.EvalRat)).(Value[E]); ok {
			return value, nil
		}
	}
	return nil, fmt.Errorf("feature: %v over %v: %w", k, e.f, ErrNotExact)
}

// total is a function without errors as a Value.
func (e *exact[E]) total(f func(x, y []E) E) (Value[E], error) {
	return func(x, y []E) (E, error) { return f(x, y), nil }, nil
}

func (e *exact[E]) polynomial(k Polynomial) (Value[E], error) {
	theta, err := ring.FromRat(e.f, k.theta())
	if err != nil {
		return nil, fmt.Errorf("feature: θ of %v: %w", k, err)
	}
	return e.total(func(x, y []E) E {
		s := e.f.Mul(theta, e.dot(x, y))
		if !k.Homogeneous {
			s = e.f.Add(s, e.f.One())
		}
		return ring.Power(e.f, s, uint(k.Degree))
	})
}

// compose returns k(Ax, Ay); a nil matrix is the identity.
func (e *exact[E]) compose(k Kernel, a *mat.Dense) (Value[E], error) {
	inner := Value[E](func(x, y []E) (E, error) { return e.dot(x, y), nil })
	if l, ok := k.(Linear); !ok || l.A != nil {
		var err error
		if inner, err = e.values(k); err != nil {
			return nil, err
		}
	}
	if a == nil {
		return inner, nil
	}
	r, c := a.Dims()
	rows, err := e.matrix(a)
	if err != nil {
		return nil, err
	}
	apply := func(x []E) []E {
		y := make([]E, r)
		for i, row := range rows {
			y[i] = e.v.Dot(row, x)
		}
		return y
	}
	return func(x, y []E) (E, error) {
		if len(x) != c || len(y) != c {
			return e.f.Zero(), fmt.Errorf("feature: points with %d and %d coordinates for a matrix with %d columns: %w", len(x), len(y), c, ErrShape)
		}
		return inner(apply(x), apply(y))
	}, nil
}

// matrix returns the rows of a, every entry the dyadic fraction that it is.
func (e *exact[E]) matrix(a *mat.Dense) ([][]E, error) {
	r, c := a.Dims()
	rows := make([][]E, r)
	for i := range rows {
		rows[i] = make([]E, c)
		for j := range rows[i] {
			q, err := ring.RatFromFloat(a.At(i, j))
			if err == nil {
				rows[i][j], err = ring.FromRat(e.f, q)
			}
			if err != nil {
				return nil, fmt.Errorf("feature: entry (%d, %d) of a matrix: %w", i+1, j+1, err)
			}
		}
	}
	return rows, nil
}

// anova is the kernel ANOVA over the field.
func (e *exact[E]) anova(d int, x, y []E) E {
	mustMatch(len(x), len(y))
	f := e.f
	if d == 0 || d > len(x) {
		d = len(x)
	}
	sets := make([]E, d+1) // sums over all sets of a size
	sets[0] = f.One()
	for j := 1; j <= d; j++ {
		sets[j] = f.Zero()
	}
	for i := range x {
		xy := f.Mul(x[i], e.conj(y[i]))
		for j := d; j > 0; j-- {
			sets[j] = f.Add(sets[j], f.Mul(xy, sets[j-1]))
		}
	}
	s := f.Zero()
	for _, v := range sets {
		s = f.Add(s, v)
	}
	return s
}

// fold combines the values of several kernels.
func (e *exact[E]) fold(ks []Kernel, start E, op func(a, b E) E) (Value[E], error) {
	parts := make([]Value[E], len(ks))
	for i, k := range ks {
		var err error
		if parts[i], err = e.values(k); err != nil {
			return nil, err
		}
	}
	return func(x, y []E) (E, error) {
		s := start
		for _, part := range parts {
			v, err := part(x, y)
			if err != nil {
				return v, err
			}
			s = op(s, v)
		}
		return s, nil
	}, nil
}

func (e *exact[E]) polynomialOf(k PolynomialOf) (Value[E], error) {
	inner, err := e.values(k.Kernel)
	if err != nil {
		return nil, err
	}
	c := make([]E, len(k.Coefficients))
	for i := range c {
		if c[i], err = ring.FromRat(e.f, k.Coefficients[i]); err != nil {
			return nil, fmt.Errorf("feature: coefficient %v: %w", k.Coefficients[i], err)
		}
	}
	return func(x, y []E) (E, error) {
		v, err := inner(x, y)
		s := e.f.Zero()
		for i := len(c) - 1; i >= 0; i-- {
			s = e.f.Add(e.f.Mul(s, v), c[i])
		}
		return s, err
	}, nil
}
