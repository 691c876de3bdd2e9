package groebner

import (
	"context"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Truncated is the part of degree at most d of an ideal, as far as multipliers
// that keep to the degree show it: the smallest space V that contains the
// generators of degree at most d and with every f of degree below d in V all
// x_v·f. It contains all Σ hᵢ·gᵢ with deg hᵢ·gᵢ ≤ d, and further elements where
// leading terms cancel: what the method XL with mutants finds at degree d [Ding,
// Buchmann, Mohamed, Mohamed, Weinmann, MutantXL, SCC 2008].
//
// V lies in the ideal. For generators that are homogeneous or a Gröbner basis it
// is all elements of degree at most d; for others it may be less, until d is
// large enough. It takes linear algebra with C(n+d, d) columns and ends always,
// where a Gröbner basis may not end in time.
type Truncated[E any] struct {
	ring      *poly.Ring[E]
	degree    int
	monomials []poly.Monomial
	place     map[poly.Monomial]int
	space     *Closure[E]
}

// NewTruncated returns the zero ideal up to degree d. The error is ErrInexact, or
// poly.ErrDegree where d does not fit the ring. It panics if the order of the
// ring does not go by degree first.
func NewTruncated[E any](R *poly.Ring[E], d int) (*Truncated[E], error) {
	if !R.Order().IsGraded() {
		panic(fmt.Sprintf("groebner: ideal up to a degree in %v", R))
	}
	if !R.Field().Exact() {
		return nil, fmt.Errorf("groebner: %w", unablef(ErrInexact, "%v", R.Field()))
	}
	if d > R.MaxDegree() {
		return nil, fmt.Errorf("groebner: ideal up to degree %d, the bound of the ring is %d: %w", d, R.MaxDegree(), poly.ErrDegree)
	}
	t := &Truncated[E]{ring: R, degree: d, monomials: R.MonomialsUpTo(d)}
	t.place = make(map[poly.Monomial]int, len(t.monomials))
	for i, m := range t.monomials {
		t.place[m] = i
	}
	t.space = NewClosure(R.Field(), len(t.monomials), R.NumVars(), t.times)
	return t, nil
}

// TruncatedOf returns the ideal of the generators up to degree d. The errors are
// those of NewTruncated and Add. It panics if there are no generators, if they
// are of several rings, or if the order does not go by degree first.
func TruncatedOf[E any](ctx context.Context, gens []*poly.Polynomial[E], d int) (*Truncated[E], error) {
	R, err := commonRing(gens)
	if err != nil {
		return nil, err
	}
	t, err := NewTruncated(R, d)
	if err != nil {
		return nil, err
	}
	for _, g := range gens {
		if err := t.Add(ctx, g); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// times returns the place of x_v times monomial i, -1 above the degree.
func (t *Truncated[E]) times(i, v int) int {
	if t.monomials[i].Degree() == t.degree {
		return -1
	}
	m, err := t.ring.MulMonomial(t.monomials[i], t.ring.VarMonomial(v))
	if err != nil {
		panic(err) // the degree fits the ring
	}
	return t.place[m]
}

// Add enters a generator and all that follows up to the degree. One of higher
// degree enters nothing. The error is that of ctx. It panics if f is of another
// ring.
func (t *Truncated[E]) Add(ctx context.Context, f *poly.Polynomial[E]) error {
	t.mustBeOf(f)
	if f.Degree() > t.degree {
		return nil
	}
	return t.space.Add(ctx, t.vector(f))
}

// Degree returns the degree up to which elements are held.
func (t *Truncated[E]) Degree() int { return t.degree }

// Dim returns the dimension of the elements of degree at most e, e at most
// Degree.
func (t *Truncated[E]) Dim(e int) int {
	n, _ := slices.BinarySearchFunc(t.monomials, e+1, func(m poly.Monomial, d int) int { return m.Degree() - d })
	return t.space.Dim(n)
}

// NormalForm returns the polynomial that differs from f by an element and has no
// leading monomial of an element among its own. The error is poly.ErrDegree where
// the degree of f is above Degree. It panics if f is of another ring.
func (t *Truncated[E]) NormalForm(f *poly.Polynomial[E]) (*poly.Polynomial[E], error) {
	t.mustBeOf(f)
	if f.Degree() > t.degree {
		return nil, fmt.Errorf("groebner: degree %d modulo an ideal up to degree %d: %w", f.Degree(), t.degree, poly.ErrDegree)
	}
	v := t.vector(f)
	t.space.Reduce(v)
	return t.polynomial(v), nil
}

// Contains reports whether f is an element; one of higher degree is none. It
// panics if f is of another ring.
func (t *Truncated[E]) Contains(f *poly.Polynomial[E]) bool {
	r, err := t.NormalForm(f)
	return err == nil && r.IsZero()
}

// IsLeading reports whether m is the leading monomial of an element.
func (t *Truncated[E]) IsLeading(m poly.Monomial) bool {
	i, ok := t.place[m]
	return ok && t.space.Leads(i)
}

// Basis returns the reduced echelon basis: monic polynomials with distinct
// leading monomials, none of which occurs in another one, ascending. It depends
// on the space only.
func (t *Truncated[E]) Basis() []*poly.Polynomial[E] {
	var basis []*poly.Polynomial[E]
	for _, row := range t.space.rows {
		if row != nil {
			basis = append(basis, t.polynomial(row))
		}
	}
	return basis
}

// Equal reports whether t and u, of one ring, hold the same elements.
func (t *Truncated[E]) Equal(u *Truncated[E]) bool {
	return slices.EqualFunc(t.Basis(), u.Basis(), (*poly.Polynomial[E]).Equal)
}

// String returns the basis and the degree.
func (t *Truncated[E]) String() string {
	return fmt.Sprintf("%s up to degree %d", formatIdeal(t.Basis()), t.degree)
}

func (t *Truncated[E]) mustBeOf(f *poly.Polynomial[E]) {
	if f.Ring() != t.ring {
		panic(fmt.Sprintf("groebner: polynomial of %v, not of %v", f.Ring(), t.ring))
	}
}

// vector returns the coefficients of f, whose degree fits.
func (t *Truncated[E]) vector(f *poly.Polynomial[E]) []E {
	v := ring.Zeros(t.ring.Field(), len(t.monomials))
	for m, c := range f.Terms() {
		v[t.place[m]] = c
	}
	return v
}

// polynomial returns the polynomial with the given coefficients.
func (t *Truncated[E]) polynomial(v []E) *poly.Polynomial[E] {
	var terms []poly.Term[E]
	for i, c := range v {
		if t.ring.Field().IsZero(c) != ring.Yes {
			terms = append(terms, poly.Term[E]{Monomial: t.monomials[i], Coefficient: c})
		}
	}
	return t.ring.FromTerms(terms)
}
