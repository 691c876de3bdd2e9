package feature

import (
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrNotPolynomial says that the functions k(·, z) of a kernel are no
// polynomials, so that what it learns has no symbolic form.
var ErrNotPolynomial = errors.New("feature: kernel has no polynomials")

// Monomials is implemented by kernels whose features are monomials with
// weights, k(x, y) = Σ_a γ_a² x^a y^a.
type Monomials interface {
	Kernel
	// Basis lists the monomials in n variables with their weights.
	Basis(n int) (*Basis, error)
}

// Section returns the function k(·, z) as a polynomial in the variables of R:
// for the polynomial kernel, Σ_a γ_a² conj(z)^a t^a. It exists for Algebraic
// kernels without inverses of coordinates, and over a field with conjugation
// without conjugates of x, with the conventions of Values. For other kernels it
// is ErrNotPolynomial; an invalid kernel is ErrParameter, a point of the wrong
// dimension ErrShape, a degree above the bound of R poly.ErrDegree.
func Section[E any](k Kernel, R *poly.Ring[E], z []E) (*poly.Polynomial[E], error) {
	return Expand(k, R, []E{R.Field().One()}, [][]E{z})
}

// Expand returns the kernel expansion Σ_j c_j k(·, z_j) as a polynomial; for the
// polynomial kernel the coefficient of t^a is γ_a² Σ_j c_j conj(z_j)^a. Errors
// are those of Section. It panics if c and z differ in length.
func Expand[E any](k Kernel, R *poly.Ring[E], c []E, z [][]E) (*poly.Polynomial[E], error) {
	if len(c) != len(z) {
		panic(fmt.Sprintf("feature: %d coefficients for %d points", len(c), len(z)))
	}
	if err := Validate(k); err != nil {
		return nil, err
	}
	for j := range z {
		if len(z[j]) != R.NumVars() {
			return nil, fmt.Errorf("feature: point %d has %d coordinates, the ring %d variables: %w", j+1, len(z[j]), R.NumVars(), ErrShape)
		}
	}
	if m, ok := k.(Monomials); ok {
		return expandMonomials(m, R, c, z)
	}
	s := &symbols[E]{R: R, numbers: newNumbers(R.Field())}
	variables := make([]Element, R.NumVars())
	for i := range variables {
		variables[i] = R.Var(i)
	}
	sum := R.Zero()
	for j := range z {
		a := &Arithmetic{ops: s}
		point := make([]Element, len(z[j]))
		for i, v := range z[j] {
			point[i] = R.Const(v)
		}
		f := a.Kernel(k, variables, point)
		if a.err != nil {
			return nil, a.err
		}
		sum = sum.Add(f.(*poly.Polynomial[E]).Scale(c[j]))
	}
	return sum, nil
}

// expandMonomials is Expand monomial by monomial.
func expandMonomials[E any](k Monomials, R *poly.Ring[E], c []E, z [][]E) (*poly.Polynomial[E], error) {
	b, err := k.Basis(R.NumVars())
	if err != nil {
		return nil, err
	}
	f := R.Field()
	v, conj := ring.VectorerOf(f), ring.ConjOf(f)
	sums := make([]E, b.Len())
	for i := range sums {
		sums[i] = f.Zero()
	}
	for j := range z {
		bar := make([]E, len(z[j]))
		for i, x := range z[j] {
			bar[i] = conj(x)
		}
		v.Axpy(sums, c[j], EvaluationRow(f, b, bar))
	}
	terms := make([]poly.Term[E], b.Len())
	for i := range terms {
		w, err := ring.FromRat(f, b.Weight(i))
		if err != nil {
			return nil, fmt.Errorf("feature: weight of %v: %w", k, err)
		}
		m, err := R.Monomial(b.Exponents(i)...)
		if err != nil {
			return nil, fmt.Errorf("feature: section of %v: %w", k, err)
		}
		terms[i] = poly.Term[E]{Monomial: m, Coefficient: f.Mul(w, sums[i])}
	}
	return R.FromTerms(terms), nil
}

// symbols computes with polynomials in R.
type symbols[E any] struct {
	R       *poly.Ring[E]
	numbers *numbers[E]
}

func (s *symbols[E]) hermitian() bool { return s.numbers.hermitian() }

func (s *symbols[E]) rat(q ring.Rat) (Element, error) {
	v, err := s.numbers.rat(q)
	if err != nil {
		return nil, err
	}
	return s.R.Const(v.(E)), nil
}

func (s *symbols[E]) add(x, y Element) Element {
	return x.(*poly.Polynomial[E]).Add(y.(*poly.Polynomial[E]))
}

func (s *symbols[E]) neg(x Element) Element { return x.(*poly.Polynomial[E]).Neg() }

func (s *symbols[E]) mul(x, y Element) (Element, error) {
	p, err := x.(*poly.Polynomial[E]).Mul(y.(*poly.Polynomial[E]))
	if err != nil {
		return nil, fmt.Errorf("feature: section of a kernel: %w", err)
	}
	return p, nil
}

// constant returns the number that x is, if it is one.
func (s *symbols[E]) constant(x Element) (E, bool) {
	p := x.(*poly.Polynomial[E])
	return p.Coefficient(poly.Monomial{}), p.IsConstant()
}

func (s *symbols[E]) inv(x Element) (Element, error) {
	c, ok := s.constant(x)
	if !ok {
		return nil, fmt.Errorf("feature: 1/(%v): %w", x, ErrNotPolynomial)
	}
	v, err := s.numbers.inv(c)
	if err != nil {
		return nil, err
	}
	return s.R.Const(v.(E)), nil
}

func (s *symbols[E]) conj(x Element) (Element, error) {
	if s.numbers.real {
		return x, nil
	}
	c, ok := s.constant(x)
	if !ok {
		return nil, fmt.Errorf("feature: conjugate of %v: %w", x, ErrNotPolynomial)
	}
	return s.R.Const(s.numbers.bar(c)), nil
}

// dot returns Σ x_i·conj(y_i).
func (s *symbols[E]) dot(x, y []Element) (Element, error) {
	sum := s.R.Zero()
	for i := range x {
		bar, err := s.conj(y[i])
		if err != nil {
			return nil, err
		}
		t, err := s.mul(x[i], bar)
		if err != nil {
			return nil, err
		}
		sum = sum.Add(t.(*poly.Polynomial[E]))
	}
	return sum, nil
}

func (s *symbols[E]) foreign(k Kernel, _, _ []Element) (Element, error) {
	return nil, fmt.Errorf("feature: %v: %w", k, ErrNotPolynomial)
}
