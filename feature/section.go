package feature

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrNotPolynomial says that the functions k(·, z) of a kernel are no
// polynomials, so that what it learns has no symbolic form.
var ErrNotPolynomial = errors.New("feature: kernel has no polynomials")

// Section returns the function k(·, z) as a polynomial in the variables of R:
// for the polynomial kernel, Σ_a γ_a² conj(z)^a t^a. It exists for Polynomial,
// Linear, ANOVA, FiniteRotation, for Phase over a field without conjugation,
// and for what Sum, Product, Multiple, PolynomialOf and Compose with a
// LinearMap make of them, with the conventions of Values. For other kernels it
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
	s := &sections[E]{R: R, exact: newExact(R.Field())}
	if p, ok := k.(Polynomial); ok {
		return s.expandPolynomial(p, c, z)
	}
	sum := R.Zero()
	for j := range z {
		f, err := s.of(k, z[j])
		if err != nil {
			return nil, err
		}
		sum = sum.Add(f.Scale(c[j]))
	}
	return sum, nil
}

// sections makes polynomials in R.
type sections[E any] struct {
	R     *poly.Ring[E]
	exact *exact[E]
}

// expandPolynomial is Expand for the polynomial kernel, monomial by monomial.
func (s *sections[E]) expandPolynomial(p Polynomial, c []E, z [][]E) (*poly.Polynomial[E], error) {
	b, err := p.Basis(s.R.NumVars())
	if err != nil {
		return nil, err
	}
	f, v := s.R.Field(), s.exact.v
	sums := make([]E, b.Len())
	for i := range sums {
		sums[i] = f.Zero()
	}
	for j := range z {
		bar := make([]E, len(z[j]))
		for i, x := range z[j] {
			bar[i] = s.exact.conj(x)
		}
		v.Axpy(sums, c[j], EvaluationRow(f, b, bar))
	}
	terms := make([]poly.Term[E], b.Len())
	for i := range terms {
		w, err := ring.FromRat(f, b.Weight(i))
		if err != nil {
			return nil, fmt.Errorf("feature: weight of %v: %w", p, err)
		}
		m, err := s.R.Monomial(b.Exponents(i)...)
		if err != nil {
			return nil, fmt.Errorf("feature: section of %v: %w", p, err)
		}
		terms[i] = poly.Term[E]{Monomial: m, Coefficient: f.Mul(w, sums[i])}
	}
	return s.R.FromTerms(terms), nil
}

// of returns k(·, z).
func (s *sections[E]) of(k Kernel, z []E) (*poly.Polynomial[E], error) {
	switch k := k.(type) {
	case Polynomial:
		return s.expandPolynomial(k, []E{s.R.Field().One()}, [][]E{z})
	case Linear:
		return s.compose(Linear{}, k.A, z)
	case ANOVA:
		return s.anova(k.Degree, z)
	case Sum:
		return s.fold([]Kernel(k), z, s.R.Zero(), addPolynomials[E])
	case Product:
		return s.fold([]Kernel(k), z, s.R.One(), (*poly.Polynomial[E]).Mul)
	case Multiple:
		return s.polynomialOf(PolynomialOf{Coefficients: []ring.Rat{{}, k.Factor}, Kernel: k.Kernel}, z)
	case PolynomialOf:
		return s.polynomialOf(k, z)
	case Compose:
		if m, ok := k.Map.(LinearMap); ok {
			return s.compose(k.Kernel, m.A, z)
		}
	case FiniteRotation:
		if k.Complex && s.exact.real {
			re, _, err := s.complexPower(z, k.Order)
			return re, err
		}
		return s.form(z).Pow(k.Order)
	case Phase:
		if s.exact.real {
			return s.modulus(z)
		}
	}
	return nil, fmt.Errorf("feature: %v: %w", k, ErrNotPolynomial)
}

// form returns ⟨t, z⟩.
func (s *sections[E]) form(z []E) *poly.Polynomial[E] {
	f := s.R.Zero()
	for i, c := range z {
		f = f.Add(s.R.Var(i).Scale(s.exact.conj(c)))
	}
	return f
}

// anova returns Σ_{|A| ≤ d} Π_{i∈A} conj(z_i) t_i.
func (s *sections[E]) anova(d int, z []E) (*poly.Polynomial[E], error) {
	if d == 0 || d > len(z) {
		d = len(z)
	}
	sets := make([]*poly.Polynomial[E], d+1)
	sets[0] = s.R.One()
	for j := 1; j <= d; j++ {
		sets[j] = s.R.Zero()
	}
	for i, c := range z {
		t := s.R.VarMonomial(i)
		for j := d; j > 0; j-- {
			step, err := sets[j-1].MulTerm(t, s.exact.conj(c))
			if err != nil {
				return nil, fmt.Errorf("feature: section of an ANOVA kernel: %w", err)
			}
			sets[j] = sets[j].Add(step)
		}
	}
	sum := s.R.Zero()
	for _, p := range sets {
		sum = sum.Add(p)
	}
	return sum, nil
}

// fold combines the sections of several kernels.
func (s *sections[E]) fold(ks []Kernel, z []E, start *poly.Polynomial[E],
	op func(a, b *poly.Polynomial[E]) (*poly.Polynomial[E], error)) (*poly.Polynomial[E], error) {
	sum := start
	for _, k := range ks {
		f, err := s.of(k, z)
		if err != nil {
			return nil, err
		}
		if sum, err = op(sum, f); err != nil {
			return nil, fmt.Errorf("feature: section of a product of kernels: %w", err)
		}
	}
	return sum, nil
}

func addPolynomials[E any](a, b *poly.Polynomial[E]) (*poly.Polynomial[E], error) {
	return a.Add(b), nil
}

func (s *sections[E]) polynomialOf(k PolynomialOf, z []E) (*poly.Polynomial[E], error) {
	inner, err := s.of(k.Kernel, z)
	if err != nil {
		return nil, err
	}
	sum := s.R.Zero()
	for i := len(k.Coefficients) - 1; i >= 0; i-- {
		c, err := ring.FromRat(s.R.Field(), k.Coefficients[i])
		if err != nil {
			return nil, fmt.Errorf("feature: coefficient %v: %w", k.Coefficients[i], err)
		}
		if sum, err = sum.Mul(inner); err != nil {
			return nil, fmt.Errorf("feature: section of %v: %w", k, err)
		}
		sum = sum.Add(s.R.Const(c))
	}
	return sum, nil
}

// compose returns k(A·, Az): the section of k at Az in new variables, with the
// rows of A put in.
func (s *sections[E]) compose(k Kernel, a *mat.Dense, z []E) (*poly.Polynomial[E], error) {
	if a == nil {
		return s.form(z), nil
	}
	rows, err := s.exact.matrix(a)
	if err != nil {
		return nil, err
	}
	if len(rows[0]) != len(z) {
		return nil, fmt.Errorf("feature: point with %d coordinates for a matrix with %d columns: %w", len(z), len(rows[0]), ErrShape)
	}
	names := make([]string, len(rows))
	forms := make([]*poly.Polynomial[E], len(rows))
	image := make([]E, len(rows))
	for i, row := range rows {
		names[i] = fmt.Sprintf("u%d", i+1)
		image[i] = s.exact.v.Dot(row, z)
		forms[i] = s.R.Zero()
		for j, c := range row {
			forms[i] = forms[i].Add(s.R.Var(j).Scale(c))
		}
	}
	S, err := poly.NewRing(s.R.Field(), names)
	if err != nil {
		return nil, fmt.Errorf("feature: section after a map: %w", err)
	}
	inner, err := Section(k, S, image)
	if err != nil {
		return nil, err
	}
	return inner.Substitute(forms)
}

// complexPower returns real and imaginary part of ⟨t, z⟩^m for complex points
// given by pairs of real coordinates.
func (s *sections[E]) complexPower(z []E, m int) (re, im *poly.Polynomial[E], err error) {
	if len(z)%2 != 0 {
		return nil, nil, fmt.Errorf("feature: %d real coordinates for complex ones: %w", len(z), ErrShape)
	}
	f, R := s.R.Field(), s.R
	a, b := R.Zero(), R.Zero() // ⟨t, z⟩ = a + ib
	for i := 0; i < len(z); i += 2 {
		a = a.Add(R.Var(i).Scale(z[i])).Add(R.Var(i + 1).Scale(z[i+1]))
		b = b.Add(R.Var(i + 1).Scale(z[i])).Add(R.Var(i).Scale(f.Neg(z[i+1])))
	}
	re, im = R.One(), R.Zero()
	for range m {
		if re, im, err = mulComplex(re, im, a, b); err != nil {
			return nil, nil, fmt.Errorf("feature: section of an invariant kernel: %w", err)
		}
	}
	return re, im, nil
}

// mulComplex returns (a + ib)(c + id).
func mulComplex[E any](a, b, c, d *poly.Polynomial[E]) (re, im *poly.Polynomial[E], err error) {
	var products [4]*poly.Polynomial[E]
	for i, pair := range [4][2]*poly.Polynomial[E]{{a, c}, {b, d}, {a, d}, {b, c}} {
		if products[i], err = pair[0].Mul(pair[1]); err != nil {
			return nil, nil, err
		}
	}
	return products[0].Sub(products[1]), products[2].Add(products[3]), nil
}

// modulus returns |⟨t, z⟩|².
func (s *sections[E]) modulus(z []E) (*poly.Polynomial[E], error) {
	re, im, err := s.complexPower(z, 1)
	if err != nil {
		return nil, err
	}
	p, _, err := mulComplex(re, im, re, im.Neg())
	if err != nil {
		return nil, fmt.Errorf("feature: section of an invariant kernel: %w", err)
	}
	return p, nil
}
