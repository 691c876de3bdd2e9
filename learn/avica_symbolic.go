package learn

import (
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrNoPolynomial says that a feature has no formula as a polynomial, its kernel
// not being a polynomial one.
var ErrNoPolynomial = errors.New("learn: the features of this kernel are not polynomials")

// Polynomials returns the features as symbolic polynomials over R, whose
// variables are the columns of the data in their order:
// F = Σ_j c_j k(·, y_j)^d has the coefficient γ_α² Σ_j c_j y_j^α at t^α. Features
// of the printed method follow their recursion through the degrees,
// F = Σ_j c_j p_j with p_j^(d+1) = (Σ_l P_lj p_l^(d)) k(·, y_j).
//
// It returns ErrNoPolynomial for a kernel that is not a polynomial one, and an
// error where R bounds the degree below that of a feature. It panics if R has
// another number of variables than the data had, or a feature is not one of m.
func (m *AVICAModel) Polynomials(R *poly.Ring[float64], features []Feature) ([]*poly.Polynomial[float64], error) {
	k, ok := m.kernel.(feature.Polynomial)
	if !ok {
		return nil, fmt.Errorf("%w: %v", ErrNoPolynomial, m.kernel)
	}
	if _, vars := m.points.Dims(); R.NumVars() != vars {
		panic(fmt.Sprintf("learn: ring in %d variables for a model in %d", R.NumVars(), vars))
	}
	for _, f := range features {
		m.mustHave(f)
	}
	if m.projectors != nil {
		return m.recursivePolynomials(R, k, features)
	}
	out := make([]*poly.Polynomial[float64], len(features))
	for i, f := range features {
		k.Degree = f.Degree
		p, err := expand(R, k, m.Coefficients(f), func(j int) []float64 { return m.points.RawRowView(j) })
		if err != nil {
			return nil, fmt.Errorf("learn: feature of degree %d: %w", f.Degree, err)
		}
		out[i] = p
	}
	return out, nil
}

// expand returns Σ_j c_j k(·, point(j)).
func expand(R *poly.Ring[float64], k feature.Polynomial, c []float64, point func(j int) []float64) (*poly.Polynomial[float64], error) {
	if k.Degree > R.MaxDegree() {
		return nil, fmt.Errorf("%w: %d in a ring up to degree %d", poly.ErrDegree, k.Degree, R.MaxDegree())
	}
	monomials := R.MonomialsUpTo(k.Degree)
	if k.Homogeneous {
		monomials = R.MonomialsOf(k.Degree)
	}
	terms := make([]poly.Term[float64], len(monomials))
	for i, mono := range monomials {
		exponents := R.Exponents(mono)
		sum := 0.0
		for j, cj := range c {
			sum += cj * monomialValue(point(j), exponents)
		}
		terms[i] = poly.Term[float64]{Monomial: mono, Coefficient: k.Weight(exponents).Float64() * sum}
	}
	return R.FromTerms(terms), nil
}

func monomialValue(x []float64, exponents []int) float64 {
	v := 1.0
	for i, e := range exponents {
		for range e {
			v *= x[i]
		}
	}
	return v
}

func (m *AVICAModel) recursivePolynomials(R *poly.Ring[float64], k feature.Polynomial, features []Feature) ([]*poly.Polynomial[float64], error) {
	count, _ := m.points.Dims()
	base := make([]*poly.Polynomial[float64], count)
	for j := range base {
		p, err := expand(R, k, []float64{1}, func(int) []float64 { return m.points.RawRowView(j) })
		if err != nil {
			return nil, err
		}
		base[j] = p
	}
	top := 0
	for _, f := range features {
		top = max(top, f.Degree)
	}
	out := make([]*poly.Polynomial[float64], len(features))
	p := base
	for d := 1; d <= top; d++ {
		if d > 1 {
			next := make([]*poly.Polynomial[float64], count)
			for j := range next {
				q := combine(R, p, func(l int) float64 { return m.projectors[d-2].At(l, j) })
				var err error
				if next[j], err = q.Mul(base[j]); err != nil {
					return nil, fmt.Errorf("learn: feature of degree %d: %w", d, err)
				}
			}
			p = next
		}
		for i, f := range features {
			if f.Degree == d {
				c := m.Coefficients(f)
				out[i] = combine(R, p, func(l int) float64 { return c[l] })
			}
		}
	}
	return out, nil
}

// combine returns Σ_l c(l) p_l, gathering all terms before they are merged.
func combine(R *poly.Ring[float64], p []*poly.Polynomial[float64], c func(l int) float64) *poly.Polynomial[float64] {
	var terms []poly.Term[float64]
	for l, pl := range p {
		cl := c(l)
		for mono, v := range pl.Terms() {
			terms = append(terms, poly.Term[float64]{Monomial: mono, Coefficient: cl * v})
		}
	}
	return R.FromTerms(terms)
}

// RationalPolynomials returns generative features with coefficients that are the
// float64 of Polynomials as exact rationals: no rounding is added, none is
// undone. It returns the errors of Polynomials.
func (m *AVICAModel) RationalPolynomials(R *poly.Ring[ring.Rat], features []Feature) ([]*poly.Polynomial[ring.Rat], error) {
	approx, err := poly.NewRing[float64](ring.Float64, R.Vars(), poly.WithOrder(R.Order()), poly.WithMaxDegree(R.MaxDegree()))
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	ps, err := m.Polynomials(approx, features)
	if err != nil {
		return nil, err
	}
	out := make([]*poly.Polynomial[ring.Rat], len(ps))
	for i, p := range ps {
		if out[i], err = poly.Convert(p, R, ring.RatFromFloat); err != nil {
			return nil, fmt.Errorf("learn: %w", err)
		}
	}
	return out, nil
}
