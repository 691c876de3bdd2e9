package border

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// FromGroebner returns the ideal with the given reduced Gröbner basis with
// respect to the order of its ring. The error is ErrInfinite if the ideal has
// infinitely many zeros and ErrNotBasis if the polynomials are not monic, not
// reduced, or no Gröbner basis; the last is decided by the multiplication
// matrices, which commute exactly then. It panics if the list is empty or if
// the polynomials are of several rings.
func FromGroebner[E any](ctx context.Context, basis []*poly.Polynomial[E]) (*Ideal[E], error) {
	R := basis[0].Ring()
	leading := make([]poly.Monomial, len(basis))
	for i, g := range basis {
		mustBeOf(R, g)
		if err := mustBeMonic(g); err != nil {
			return nil, err
		}
		leading[i] = g.LeadingMonomial()
	}
	o, err := Standard(R, leading)
	if err != nil {
		return nil, err
	}
	if len(o.corners) != len(basis) {
		return nil, fmt.Errorf("%w: %d polynomials with %d minimal leading monomials", ErrNotBasis, len(basis), len(o.corners))
	}
	id := &Ideal[E]{ring: R, order: o, tails: make([][]E, len(o.border))}
	for i, g := range basis {
		if err := id.setTail(leading[i], g); err != nil {
			return nil, err
		}
	}
	if err := id.extend(ctx); err != nil {
		return nil, err
	}
	return id, id.mustCommute(ctx)
}

// FromBorder returns the ideal with the given border basis with respect to the
// order ideal. The error is ErrNotBasis if the polynomials are not of the form
// b - Σ cᵢ·oᵢ, one for each b of the border, or if they are not a border basis,
// that is, if the multiplication matrices that they define do not commute
// [KR05, Theorem 6.4.30]. It panics if the polynomials are of several rings.
//
// The order ideal need not belong to the order of the ring. Where it does not,
// GroebnerBasis of the result is no Gröbner basis; see HasOrderOfRing.
func FromBorder[E any](ctx context.Context, o *OrderIdeal, basis []*poly.Polynomial[E]) (*Ideal[E], error) {
	if len(basis) != len(o.border) || len(basis) == 0 {
		return nil, fmt.Errorf("%w: %d polynomials for a border of %d", ErrNotBasis, len(basis), len(o.border))
	}
	R := basis[0].Ring()
	id := &Ideal[E]{ring: R, order: o, tails: make([][]E, len(o.border))}
	for _, g := range basis {
		mustBeOf(R, g)
		var at poly.Monomial
		found := 0
		for m := range g.Terms() {
			if !o.Contains(m) {
				at, found = m, found+1
			}
		}
		if found != 1 {
			return nil, fmt.Errorf("%w: %v has %d monomials outside the order ideal", ErrNotBasis, g, found)
		}
		if err := id.setTail(at, g); err != nil {
			return nil, err
		}
	}
	return id, id.mustCommute(ctx)
}

// setTail takes over g = at - Σ cᵢ·oᵢ.
func (id *Ideal[E]) setTail(at poly.Monomial, g *poly.Polynomial[E]) error {
	k := id.ring.Field()
	j, ok := id.order.BorderPlace(at)
	if !ok || id.tails[j] != nil || k.Equal(g.Coefficient(at), k.One()) != ring.Yes {
		return fmt.Errorf("%w: %v", ErrNotBasis, g)
	}
	tail, ok := id.coefficients(id.ring.Term(k.One(), at).Sub(g))
	if !ok {
		return fmt.Errorf("%w: %v is not reduced", ErrNotBasis, g)
	}
	id.tails[j] = tail
	return nil
}

// HasOrderOfRing reports whether every element of the border basis has its
// border monomial as leading monomial in the order of the ring. Then and only
// then are the standard monomials of that order the order ideal, and
// GroebnerBasis is the reduced Gröbner basis [KR05, Proposition 6.4.18].
func (id *Ideal[E]) HasOrderOfRing() bool {
	for j, b := range id.order.border {
		if id.basisElement(j).LeadingMonomial() != b {
			return false
		}
	}
	return true
}

func mustBeOf[E any](R *poly.Ring[E], p *poly.Polynomial[E]) {
	if p.Ring() != R {
		panic(fmt.Sprintf("border: polynomials of two rings, %v and %v", R, p.Ring()))
	}
}

func mustBeMonic[E any](p *poly.Polynomial[E]) error {
	k := p.Ring().Field()
	if p.IsZero() || k.Equal(p.LeadingCoefficient(), k.One()) != ring.Yes {
		return fmt.Errorf("%w: %v is not monic", ErrNotBasis, p)
	}
	return nil
}
