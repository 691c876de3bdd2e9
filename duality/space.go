package duality

import (
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrDegree says that a polynomial has a term outside the space in hand: of too
// high a degree, or, for a homogeneous kernel, of any other degree.
var ErrDegree = errors.New("duality: term outside the space")

// ErrInexact says that a coefficient field rounds. Everything here is exact.
var ErrInexact = errors.New("duality: the field is not exact")

// Weights gives γ_α² for the exponents α of a monomial.
type Weights func(exponents []int) ring.Rat

// Space is the space R_* of polynomials in which the functions k(·, z) of one
// polynomial kernel live, with the φ-product of that kernel: R_{≤d} for the
// inhomogeneous kernel, the forms R_d for the homogeneous one (CKI 2.1).
//
// Coordinates are taken in the basis Monomials, leading monomial first. A Space
// does not change after it has been made and may be used by several goroutines.
type Space[E any] struct {
	ring      *poly.Ring[E]
	field     ring.Field[E]
	conj      func(E) E
	kernel    feature.Polynomial
	theta     E
	monomials []poly.Monomial
	exponents [][]int
	index     map[poly.Monomial]int
	gamma2    []E // γ_α² along monomials
	inverse   []E // 1/γ_α², empty when some weight is zero
}

// NewSpace returns the space of the kernel k over the polynomial ring R. It
// fails with ErrInexact when R has a coefficient field that rounds, with
// ErrDegree when R cannot hold the degree, with feature.ErrParameter when k is
// no kernel, and with ring.ErrDomain when the field has no θ.
func NewSpace[E any](R *poly.Ring[E], k feature.Polynomial) (*Space[E], error) {
	if err := k.Validate(); err != nil {
		return nil, err
	}
	theta := k.Theta
	if theta.IsZero() {
		theta = ring.Q.One()
	}
	return NewWeightedSpace(R, k, theta, k.Weight)
}

// NewWeightedSpace is NewSpace with θ and the weights γ² given apart from the
// kernel, to put other formulas for the weights, or θ ≤ 0, to the test. For any
// but those of NewSpace the reproducing property fails. With a zero weight there
// is no φ-product: Inner, Complement, Project and Psi panic.
func NewWeightedSpace[E any](R *poly.Ring[E], k feature.Polynomial, rational ring.Rat, w Weights) (*Space[E], error) {
	field := R.Field()
	if !field.Exact() {
		return nil, fmt.Errorf("%w: %v", ErrInexact, field)
	}
	if k.Degree < 0 || k.Degree > R.MaxDegree() {
		return nil, fmt.Errorf("duality: kernel of degree %d in a ring of degree at most %d: %w", k.Degree, R.MaxDegree(), ErrDegree)
	}
	theta, err := ring.FromRat(field, rational)
	if err != nil {
		return nil, fmt.Errorf("duality: θ in %v: %w", field, err)
	}
	s := &Space[E]{ring: R, field: field, conj: ring.ConjOf(field), kernel: k, theta: theta, index: map[poly.Monomial]int{}}
	monomials := R.MonomialsUpTo(k.Degree)
	if k.Homogeneous {
		monomials = R.MonomialsOf(k.Degree)
	}
	for i := len(monomials) - 1; i >= 0; i-- {
		s.index[monomials[i]] = len(s.monomials)
		s.monomials = append(s.monomials, monomials[i])
		s.exponents = append(s.exponents, R.Exponents(monomials[i]))
	}
	return s, s.weigh(w)
}

// weigh fills in γ² and its reciprocals.
func (s *Space[E]) weigh(w Weights) error {
	for _, a := range s.exponents {
		g, err := ring.FromRat(s.field, w(a))
		if err != nil {
			return fmt.Errorf("duality: γ² of %v in %v: %w", a, s.field, err)
		}
		s.gamma2 = append(s.gamma2, g)
	}
	for _, g := range s.gamma2 {
		inv, err := s.field.Inv(g)
		if err != nil {
			s.inverse = nil
			return nil
		}
		s.inverse = append(s.inverse, inv)
	}
	return nil
}

// Ring returns the polynomial ring of the space.
func (s *Space[E]) Ring() *poly.Ring[E] { return s.ring }

// Kernel returns the kernel of the space.
func (s *Space[E]) Kernel() feature.Polynomial { return s.kernel }

// String names the space by its kernel and its ring.
func (s *Space[E]) String() string {
	return fmt.Sprintf("space of %v in %v, of dimension %d", s.kernel, s.ring, s.Dim())
}

// Dim returns m, the dimension of the space: C(n+d, d), or C(n+d-1, d) for forms.
func (s *Space[E]) Dim() int { return len(s.monomials) }

// Monomials returns the basis, leading monomial first. The slice is the caller's.
func (s *Space[E]) Monomials() []poly.Monomial {
	return append([]poly.Monomial(nil), s.monomials...)
}

// Weight returns γ_α² of the i-th monomial.
func (s *Space[E]) Weight(i int) E { return s.gamma2[i] }

// Vector returns the coordinates of f, or ErrDegree when f is not in the space.
func (s *Space[E]) Vector(f *poly.Polynomial[E]) ([]E, error) {
	v := s.zeros()
	for m, c := range f.Terms() {
		i, ok := s.index[m]
		if !ok {
			return nil, fmt.Errorf("%w: %s", ErrDegree, s.ring.FormatMonomial(m))
		}
		v[i] = c
	}
	return v, nil
}

// Polynomial returns Σ_i v_i·t^{α(i)}. It panics when v has the wrong length.
func (s *Space[E]) Polynomial(v []E) *poly.Polynomial[E] {
	s.mustFit(v)
	terms := make([]poly.Term[E], len(v))
	for i, c := range v {
		terms[i] = poly.Term[E]{Monomial: s.monomials[i], Coefficient: c}
	}
	return s.ring.FromTerms(terms)
}

// Product returns ⟨x, y⟩ = Σ x_i·conj(y_i).
func (s *Space[E]) Product(x, y []E) E {
	return hermitian(s.field, s.conj, x, y)
}

// Eval returns k(x, y): (θ⟨x, y⟩ + 1)^d or (θ⟨x, y⟩)^d.
func (s *Space[E]) Eval(x, y []E) E {
	base := s.field.Mul(s.theta, s.Product(x, y))
	if !s.kernel.Homogeneous {
		base = s.field.Add(base, s.field.One())
	}
	return power(s.field, base, s.kernel.Degree)
}

// KernelMatrix returns k(X, Z), entry (i, j) being k(x_i, z_j); points are rows.
func (s *Space[E]) KernelMatrix(X, Z [][]E) *numeric.Matrix[E] {
	K := numeric.NewMatrix(s.field, len(X), len(Z))
	for i, x := range X {
		for j, z := range Z {
			K.Set(i, j, s.Eval(x, z))
		}
	}
	return K
}

// monomialAt returns x^α for the i-th monomial.
func (s *Space[E]) monomialAt(i int, x []E) E {
	v := s.field.One()
	for j, e := range s.exponents[i] {
		if e > 0 {
			v = s.field.Mul(v, power(s.field, x[j], e))
		}
	}
	return v
}

// Evaluation returns the matrix E_X with entry x_i^{α(j)}: row i evaluates
// coordinate vectors at x_i.
func (s *Space[E]) Evaluation(X [][]E) *numeric.Matrix[E] {
	rows := make([][]E, len(X))
	for i, x := range X {
		rows[i] = s.Feature(x)
	}
	return s.matrix(rows)
}

// Inner returns ⟨f, g⟩_φ = Σ_α f_α·conj(g_α)/γ_α² (CKI section 2.1). It
// fails with ErrDegree when f or g is not in the space.
func (s *Space[E]) Inner(f, g *poly.Polynomial[E]) (E, error) {
	u, err := s.Vector(f)
	if err != nil {
		return s.field.Zero(), err
	}
	v, err := s.Vector(g)
	if err != nil {
		return s.field.Zero(), err
	}
	return s.InnerVector(u, v), nil
}

// InnerVector is Inner on coordinates.
func (s *Space[E]) InnerVector(u, v []E) E {
	s.mustFit(u)
	s.mustFit(v)
	s.mustHaveProduct()
	sum := s.field.Zero()
	for i := range u {
		if s.field.IsZero(u[i]) == ring.Yes || s.field.IsZero(v[i]) == ring.Yes {
			continue
		}
		sum = s.field.Add(sum, s.field.Mul(s.field.Mul(u[i], s.conj(v[i])), s.inverse[i]))
	}
	return sum
}

// matrix makes a matrix of coordinate vectors, however many there are.
func (s *Space[E]) matrix(rows [][]E) *numeric.Matrix[E] {
	m := numeric.NewMatrix(s.field, len(rows), s.Dim())
	for i, row := range rows {
		for j, c := range row {
			m.Set(i, j, c)
		}
	}
	return m
}

func (s *Space[E]) zeros() []E {
	v := make([]E, s.Dim())
	for i := range v {
		v[i] = s.field.Zero()
	}
	return v
}

func (s *Space[E]) mustFit(v []E) {
	if len(v) != s.Dim() {
		panic(fmt.Sprintf("duality: %d coordinates in a space of dimension %d", len(v), s.Dim()))
	}
}

func (s *Space[E]) mustHaveProduct() {
	if len(s.inverse) != s.Dim() {
		panic("duality: a weight is zero, so there is no φ-product")
	}
}

// hermitian returns Σ x_i·conj(y_i). It panics when the lengths differ.
func hermitian[E any](k ring.Field[E], conj func(E) E, x, y []E) E {
	if len(x) != len(y) {
		panic(fmt.Sprintf("duality: points with %d and %d coordinates", len(x), len(y)))
	}
	sum := k.Zero()
	for i := range x {
		sum = k.Add(sum, k.Mul(x[i], conj(y[i])))
	}
	return sum
}

// power returns x^e by repeated squaring, 1 for e = 0.
func power[E any](k ring.Field[E], x E, e int) E {
	r := k.One()
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = k.Mul(r, x)
		}
		if e > 1 {
			x = k.Mul(x, x)
		}
	}
	return r
}
