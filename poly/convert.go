package poly

import "fmt"

// Convert returns p as an element of S: variables keep their names, f turns
// coefficients of one field into the other. It is an error if p contains a
// variable that S does not have, if a monomial does not fit S (ErrDegree), or
// if f fails.
func Convert[E, F any](p *Polynomial[E], S *Ring[F], f func(E) (F, error)) (*Polynomial[F], error) {
	R := p.ring
	place := make([]int, R.n)
	for i, name := range R.vars {
		j, ok := S.index[name]
		if !ok && p.DegreeIn(i) > 0 {
			return nil, fmt.Errorf("poly: variable %s is not in %v", name, S)
		}
		place[i] = j
	}
	terms := make([]Term[F], len(p.mons))
	exponents := make([]int, S.n)
	for t, m := range p.mons {
		clear(exponents)
		for i, j := range place {
			if e := R.Exponent(m, i); e > 0 {
				exponents[j] = e
			}
		}
		n, err := S.Monomial(exponents...)
		if err != nil {
			return nil, fmt.Errorf("poly: convert to %v: %w", S, err)
		}
		c, err := f(p.coefs[t])
		if err != nil {
			return nil, fmt.Errorf("poly: convert the coefficient of %s: %w", R.FormatMonomial(m), err)
		}
		terms[t] = Term[F]{n, c}
	}
	return S.FromTerms(terms), nil
}

// In returns p as an element of S, a ring over the same field: Convert with
// unchanged coefficients.
func (p *Polynomial[E]) In(S *Ring[E]) (*Polynomial[E], error) {
	if p.ring == S {
		return p, nil
	}
	return Convert(p, S, func(c E) (E, error) { return c, nil })
}
