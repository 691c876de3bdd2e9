package border

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// NormalForm returns the polynomial in the span of the order ideal that is
// congruent to p modulo the ideal. There is exactly one. It multiplies by one
// variable at a time and reduces at once, so no degree is too high for it: the
// error, which groebner.Ideal has in the same place, is nil. It panics if p is of
// another ring.
func (id *Ideal[E]) NormalForm(p *poly.Polynomial[E]) (*poly.Polynomial[E], error) {
	return id.inSpan(id.normalForm(p)), nil
}

// Contains reports whether p is in the ideal. The error is nil as that of
// NormalForm is. It panics if p is of another ring.
func (id *Ideal[E]) Contains(p *poly.Polynomial[E]) (bool, error) {
	r, err := id.NormalForm(p)
	return err == nil && r.IsZero(), err
}

func (id *Ideal[E]) normalForm(p *poly.Polynomial[E]) []E {
	mustBeOf(id.ring, p)
	vec := ring.VectorerOf(id.ring.Field())
	sum := ring.Zeros(id.ring.Field(), id.order.Len())
	known := make(map[poly.Monomial][]E)
	for m, c := range p.Terms() {
		vec.Axpy(sum, c, id.monomialForm(m, known))
	}
	return sum
}

// monomialForm returns the normal form of m; known remembers the forms of its
// divisors.
func (id *Ideal[E]) monomialForm(m poly.Monomial, known map[poly.Monomial][]E) []E {
	k := id.ring.Field()
	if i, ok := id.order.Place(m); ok {
		unit := ring.Zeros(k, id.order.Len())
		unit[i] = k.One()
		return unit
	}
	if j, ok := id.order.BorderPlace(m); ok {
		return id.tails[j]
	}
	if f, ok := known[m]; ok {
		return f
	}
	for v := range id.ring.NumVars() {
		parent, ok := id.ring.DivMonomial(m, id.ring.VarMonomial(v))
		if ok && !id.order.Contains(parent) {
			known[m] = id.times(v, id.monomialForm(parent, known))
			break
		}
	}
	return known[m]
}

// DivideByBorder is the border division algorithm [KR05, Proposition 6.4.11]:
// it returns q with p = Σ qⱼ·gⱼ + remainder, where gⱼ are the elements of
// BorderBasis, the remainder is NormalForm(p), and deg qⱼ is at most the index
// of p minus 1. The error is poly.ErrDegree when a product does not fit the
// degree bound of the ring. It panics if p is of another ring.
func (id *Ideal[E]) DivideByBorder(p *poly.Polynomial[E]) (quotients []*poly.Polynomial[E], remainder *poly.Polynomial[E], err error) {
	mustBeOf(id.ring, p)
	basis := id.BorderBasis()
	quotients = make([]*poly.Polynomial[E], len(basis))
	for j := range quotients {
		quotients[j] = id.ring.Zero()
	}
	for {
		// Take a monomial of the greatest index and divide it by a border
		// monomial such that the quotient has degree index-1: what comes in has
		// smaller index.
		var top poly.Monomial
		index := 0
		for m := range p.Terms() {
			if i := id.order.Index(m); i > index {
				top, index = m, i
			}
		}
		if index == 0 {
			return quotients, p, nil
		}
		j, factor := id.borderDivisor(top, index)
		c := p.Coefficient(top)
		product, err := basis[j].MulTerm(factor, c)
		if err != nil {
			return nil, nil, fmt.Errorf("border: division by the border basis: %w", err)
		}
		quotients[j] = quotients[j].Add(id.ring.Term(c, factor))
		p = p.Sub(product)
	}
}

// borderDivisor returns the first border monomial b with top = factor·b and
// deg factor = index - 1.
func (id *Ideal[E]) borderDivisor(top poly.Monomial, index int) (int, poly.Monomial) {
	for j, b := range id.order.border {
		if b.Degree() != top.Degree()-index+1 {
			continue
		}
		if factor, ok := id.ring.DivMonomial(top, b); ok {
			return j, factor
		}
	}
	panic("border: no border monomial divides " + id.ring.FormatMonomial(top))
}

// MultiplicationMatrix returns the matrix, by rows, of multiplication by p on
// the residue classes of the order ideal: column i holds the coefficients of
// the normal form of p·oᵢ. It panics if p is of another ring.
func (id *Ideal[E]) MultiplicationMatrix(p *poly.Polynomial[E]) [][]E {
	k := id.ring.Field()
	n := id.order.Len()
	m := make([][]E, n)
	for i := range m {
		m[i] = ring.Zeros(k, n)
	}
	// NF(p·o) from NF(p·o/x_v), ascending: one multiplication by a variable a column.
	columns := make([][]E, n)
	for i, o := range id.order.members {
		if i == 0 {
			columns[0] = id.normalForm(p)
		}
		for v := range id.ring.NumVars() {
			if parent, ok := id.ring.DivMonomial(o, id.ring.VarMonomial(v)); ok {
				at, _ := id.order.Place(parent)
				columns[i] = id.times(v, columns[at])
				break
			}
		}
		for r, c := range columns[i] {
			m[r][i] = c
		}
	}
	return m
}

// mustCommute returns ErrNotBasis unless the multiplication matrices of the
// variables commute.
func (id *Ideal[E]) mustCommute(ctx context.Context) error {
	n := id.ring.NumVars()
	k := id.ring.Field()
	for v := range n {
		for w := range v {
			for i := range id.order.members {
				if err := ctx.Err(); err != nil {
					return err
				}
				unit := ring.Zeros(k, id.order.Len())
				unit[i] = k.One()
				x, y := id.times(v, id.times(w, unit)), id.times(w, id.times(v, unit))
				for r := range x {
					if k.Equal(x[r], y[r]) != ring.Yes {
						return fmt.Errorf("%w: multiplications by %s and %s do not commute", ErrNotBasis,
							id.ring.Vars()[v], id.ring.Vars()[w])
					}
				}
			}
		}
	}
	return nil
}

// Commutes reports whether the multiplication matrices of the variables
// commute, as those of every border basis do [KR05, Theorem 6.4.30]. It costs
// n²·s² operations or more, and is a check of this package on itself.
func (id *Ideal[E]) Commutes(ctx context.Context) (bool, error) {
	err := id.mustCommute(ctx)
	if err != nil && ctx.Err() != nil {
		return false, err
	}
	return err == nil, nil
}
