package feature

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/ring"
)

// Algebraic is implemented by kernels whose value is a formula in sums,
// products and inverses of coordinates. The one formula gives values in every
// field and, with variables for the coordinates of x, the polynomial k(·, y);
// see Values and Section.
type Algebraic interface {
	Kernel
	// EvalIn returns k(x, y), computed with a.
	EvalIn(a *Arithmetic, x, y []Element) Element
}

// Element is a number or a polynomial of an Arithmetic, opaque to kernels.
type Element any

// Arithmetic computes in a field, or in the polynomials over a field. The first
// failure, such as an inverse of zero, is kept; what is computed after it has no
// meaning. An Arithmetic belongs to one goroutine.
type Arithmetic struct {
	ops operations
	err error
	// trial says that a formula is tried without points, to see whether it is
	// one over this field: points are empty, and nothing is an error but that.
	trial bool
}

// operations are what Arithmetic needs of numbers or polynomials.
type operations interface {
	rat(q ring.Rat) (Element, error)
	add(x, y Element) Element
	neg(x Element) Element
	mul(x, y Element) (Element, error)
	inv(x Element) (Element, error)
	conj(x Element) (Element, error)
	// dot returns Σ x_i·conj(y_i).
	dot(x, y []Element) (Element, error)
	// hermitian says that there is a conjugation: coordinates are complex.
	hermitian() bool
	// foreign evaluates a kernel that is no formula.
	foreign(k Kernel, x, y []Element) (Element, error)
}

// Fail keeps the error, unless there is one already, and returns an element
// without meaning.
func (a *Arithmetic) Fail(err error) Element {
	if a.err == nil {
		a.err = err
	}
	return nil
}

// take returns the element, or keeps the error.
func (a *Arithmetic) take(x Element, err error) Element {
	if err != nil {
		return a.Fail(err)
	}
	return x
}

// Rat returns the rational number q.
func (a *Arithmetic) Rat(q ring.Rat) Element {
	if a.err != nil {
		return nil
	}
	return a.take(a.ops.rat(q))
}

// Int returns the integer n.
func (a *Arithmetic) Int(n int) Element { return a.Rat(ring.RatFromInt(int64(n))) }

// Add returns the sum of the elements, 0 for none.
func (a *Arithmetic) Add(xs ...Element) Element {
	if len(xs) == 0 {
		return a.Int(0)
	}
	if a.err != nil {
		return nil
	}
	s := xs[0]
	for _, x := range xs[1:] {
		s = a.ops.add(s, x)
	}
	return s
}

// Sub returns x − y.
func (a *Arithmetic) Sub(x, y Element) Element {
	if a.err != nil {
		return nil
	}
	return a.ops.add(x, a.ops.neg(y))
}

// Mul returns the product x y.
func (a *Arithmetic) Mul(x, y Element) Element {
	if a.err != nil {
		return nil
	}
	return a.take(a.ops.mul(x, y))
}

// Power returns xⁿ for n ≥ 0.
func (a *Arithmetic) Power(x Element, n int) Element {
	z := a.Int(1)
	for first := true; n > 0; n >>= 1 {
		if n&1 != 0 {
			if first {
				z, first = x, false
			} else {
				z = a.Mul(z, x)
			}
		}
		if n > 1 {
			x = a.Mul(x, x)
		}
	}
	return z
}

// Inv returns 1/x; ring.ErrDomain is kept for x = 0.
func (a *Arithmetic) Inv(x Element) Element {
	if a.err != nil {
		return nil
	}
	if a.trial {
		return a.Int(1)
	}
	return a.take(a.ops.inv(x))
}

// Conj returns the complex conjugate; over a field without conjugation, x.
func (a *Arithmetic) Conj(x Element) Element {
	if a.err != nil {
		return nil
	}
	return a.take(a.ops.conj(x))
}

// Dot returns ⟨x, y⟩ = Σ x_i·conj(y_i). It panics if x and y differ in length.
func (a *Arithmetic) Dot(x, y []Element) Element {
	mustMatch(len(x), len(y))
	if a.err != nil {
		return nil
	}
	return a.take(a.ops.dot(x, y))
}

// Apply returns the point Ax. Entries of the matrix count as the dyadic
// fractions that they are; a nil matrix is the identity.
func (a *Arithmetic) Apply(m *mat.Dense, x []Element) []Element {
	if m == nil {
		return x
	}
	r, c := m.Dims()
	if a.trial {
		x = make([]Element, c)
		for i := range x {
			x[i] = a.Int(0)
		}
	}
	if len(x) != c {
		a.Fail(fmt.Errorf("feature: point with %d coordinates for a matrix with %d columns: %w", len(x), c, ErrShape))
		return make([]Element, r)
	}
	y := make([]Element, r)
	for i := range y {
		y[i] = a.Int(0)
		for j, v := range m.RawRowView(i) {
			q, err := ring.RatFromFloat(v)
			if err != nil {
				a.Fail(fmt.Errorf("feature: entry (%d, %d) of a matrix: %w", i+1, j+1, err))
				return y
			}
			y[i] = a.Add(y[i], a.Mul(a.Rat(q), x[j]))
		}
	}
	return y
}

// Kernel returns k(x, y) of a part of a kernel.
func (a *Arithmetic) Kernel(k Kernel, x, y []Element) Element {
	if a.err != nil {
		return nil
	}
	if k, ok := k.(Algebraic); ok {
		return k.EvalIn(a, x, y)
	}
	if a.trial {
		x, y = nil, nil
	}
	return a.take(a.ops.foreign(k, x, y))
}

// Complex evaluates f on complex points. Over a field with a conjugation points
// are complex already. Over others, such as Q, they are given by pairs of
// coordinates, Re x₁, Im x₁, Re x₂, …, and the real part of f is returned.
func (a *Arithmetic) Complex(x, y []Element, f func(a *Arithmetic, x, y []Element) Element) Element {
	if a.err != nil {
		return nil
	}
	if a.ops.hermitian() {
		return f(a, x, y)
	}
	if !a.trial && (len(x)%2 != 0 || len(x) != len(y)) {
		return a.Fail(fmt.Errorf("feature: %d real coordinates for complex ones: %w", len(x), ErrShape))
	}
	c := &Arithmetic{ops: pairs{a.ops}, trial: a.trial}
	v := f(c, joined(x), joined(y))
	if c.err != nil {
		return a.Fail(c.err)
	}
	return v.(pair).re
}

// RealPart returns the real part of x.
func (a *Arithmetic) RealPart(x Element) Element {
	if a.err != nil || !a.ops.hermitian() {
		return x
	}
	return a.Mul(a.Rat(ring.NewRat(1, 2)), a.Add(x, a.Conj(x)))
}

// pair is a complex number or polynomial.
type pair struct{ re, im Element }

// joined joins pairs of coordinates to complex ones.
func joined(x []Element) []Element {
	z := make([]Element, len(x)/2)
	for i := range z {
		z[i] = pair{x[2*i], x[2*i+1]}
	}
	return z
}

// pairs are complex numbers over real ones.
type pairs struct{ real operations }

func (p pairs) hermitian() bool { return true }

func (p pairs) rat(q ring.Rat) (Element, error) {
	re, err := p.real.rat(q)
	if err != nil {
		return nil, err
	}
	im, err := p.real.rat(ring.Rat{})
	return pair{re, im}, err
}

func (p pairs) add(x, y Element) Element {
	a, b := x.(pair), y.(pair)
	return pair{p.real.add(a.re, b.re), p.real.add(a.im, b.im)}
}

func (p pairs) neg(x Element) Element {
	a := x.(pair)
	return pair{p.real.neg(a.re), p.real.neg(a.im)}
}

func (p pairs) conj(x Element) (Element, error) {
	a := x.(pair)
	return pair{a.re, p.real.neg(a.im)}, nil
}

func (p pairs) mul(x, y Element) (Element, error) {
	a, b := x.(pair), y.(pair)
	var products [4]Element
	for i, f := range [4][2]Element{{a.re, b.re}, {a.im, b.im}, {a.re, b.im}, {a.im, b.re}} {
		var err error
		if products[i], err = p.real.mul(f[0], f[1]); err != nil {
			return nil, err
		}
	}
	return pair{p.real.add(products[0], p.real.neg(products[1])), p.real.add(products[2], products[3])}, nil
}

// inv returns conj(x)/|x|².
func (p pairs) inv(x Element) (Element, error) {
	a := x.(pair)
	bar := pair{a.re, p.real.neg(a.im)}
	norm, err := p.mul(a, bar)
	if err != nil {
		return nil, err
	}
	scale, err := p.real.inv(norm.(pair).re)
	if err != nil {
		return nil, err
	}
	zero, err := p.real.rat(ring.Rat{})
	if err != nil {
		return nil, err
	}
	return p.mul(bar, pair{scale, zero})
}

func (p pairs) dot(x, y []Element) (Element, error) {
	s, err := p.rat(ring.Rat{})
	if err != nil {
		return nil, err
	}
	for i := range x {
		bar, _ := p.conj(y[i])
		t, err := p.mul(x[i], bar)
		if err != nil {
			return nil, err
		}
		s = p.add(s, t)
	}
	return s, nil
}

func (p pairs) foreign(k Kernel, _, _ []Element) (Element, error) {
	if _, err := p.real.foreign(k, nil, nil); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("feature: %v on complex points: %w", k, ErrNotExact)
}

// Pick returns some of the coordinates of x, ErrShape where x has fewer.
func (a *Arithmetic) Pick(x []Element, columns []int) []Element {
	out := make([]Element, len(columns))
	for i, c := range columns {
		switch {
		case a.trial:
			out[i] = a.Int(0)
		case c >= len(x):
			a.Fail(fmt.Errorf("feature: coordinate %d of %d: %w", c+1, len(x), ErrShape))
		default:
			out[i] = x[c]
		}
	}
	return out
}
