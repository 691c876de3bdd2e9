package judge

import (
	"fmt"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// moved returns the polynomials as elements of R. The error is ErrVariables
// when one contains a variable that R does not have.
func moved(R *poly.Ring[ring.Rat], polys []*poly.Polynomial[ring.Rat]) ([]*poly.Polynomial[ring.Rat], error) {
	out := make([]*poly.Polynomial[ring.Rat], len(polys))
	for i, p := range polys {
		q, err := p.In(R)
		if err != nil {
			// R has room for the degree, so it is the variables.
			return nil, fmt.Errorf("%w: %v in %v: %w", ErrVariables, p, R.Vars(), err)
		}
		out[i] = q
	}
	return out, nil
}

// wrong returns the places of the equations that claim to be rational and are
// not in the ideal of gens.
func wrong(R *poly.Ring[ring.Rat], gens []*poly.Polynomial[ring.Rat], d int, printed []Printed, polys []*poly.Polynomial[ring.Rat]) []int {
	var places []int
	parts := make(map[int]*numeric.Subspace[ring.Rat])
	for i, p := range polys {
		if !printed[i].Rational || p.IsZero() {
			continue
		}
		e := max(d, p.Degree())
		if parts[e] == nil {
			parts[e] = numeric.NewSubspace(Part(R, gens, e))
		}
		if !parts[e].Contains(coefficients(p, R.MonomialsUpTo(e))) {
			places = append(places, i)
		}
	}
	return places
}

// coefficients returns the coefficients of p at the monomials.
func coefficients[E any](p *poly.Polynomial[E], monomials []poly.Monomial) []E {
	c := make([]E, len(monomials))
	for j, m := range monomials {
		c[j] = p.Coefficient(m)
	}
	return c
}
