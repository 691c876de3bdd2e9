package poly

import (
	"fmt"
)

// DivMod divides p by a list of polynomials: it returns quotients qᵢ and a
// remainder r with p = Σ qᵢ·fᵢ + r, no term of r divisible by a leading
// monomial of the fᵢ, and the leading monomial of every qᵢ·fᵢ at most that of
// p [Cox, Little, O'Shea, 4th ed., Theorem 2.3.3, p. 64]. Of several divisors
// that fit, the first one is used. The error is that of the field's Inv, or
// ErrDegree where the order is not graded and a term on the way does not fit
// the ring. It panics if a divisor is 0 or of another ring.
func (p *Polynomial[E]) DivMod(divisors []*Polynomial[E]) (quotients []*Polynomial[E], remainder *Polynomial[E], err error) {
	return p.divide(divisors, true)
}

// Rem returns the remainder of DivMod.
func (p *Polynomial[E]) Rem(divisors []*Polynomial[E]) (*Polynomial[E], error) {
	_, r, err := p.divide(divisors, false)
	return r, err
}

func (p *Polynomial[E]) divide(divisors []*Polynomial[E], withQuotients bool) ([]*Polynomial[E], *Polynomial[E], error) {
	R := p.ring
	inverses := make([]E, len(divisors))
	quotients := make([]*Polynomial[E], len(divisors))
	for i, f := range divisors {
		mustSame(R, f.ring)
		inv, err := R.k.Inv(f.LeadingCoefficient())
		if err != nil {
			return nil, nil, fmt.Errorf("poly: leading coefficient of divisor %d: %w", i+1, err)
		}
		inverses[i] = inv
		quotients[i] = R.Zero()
	}
	rest := NewAccumulator(R)
	rest.Add(p)
	remainder := R.Zero()
	for {
		m, c, ok := rest.Pop()
		if !ok {
			break
		}
		i := R.firstDivisor(divisors, &m)
		if i < 0 {
			remainder.push(m, c)
			continue
		}
		f := divisors[i]
		t := quotient(&m, &f.mons[0])
		a := R.k.Mul(c, inverses[i])
		if withQuotients {
			quotients[i].push(t, a)
		}
		if err := rest.AddMulTerm(R.k.Neg(a), t, f.tail()); err != nil {
			return nil, nil, err
		}
	}
	return quotients, remainder, nil
}

// firstDivisor returns the place of the first divisor whose leading monomial
// divides m, or -1.
func (R *Ring[E]) firstDivisor(divisors []*Polynomial[E], m *Monomial) int {
	for i, f := range divisors {
		if R.divides(&f.mons[0], m) {
			return i
		}
	}
	return -1
}

// tail returns p without its leading term.
func (p *Polynomial[E]) tail() *Polynomial[E] {
	return &Polynomial[E]{ring: p.ring, mons: p.mons[1:], coefs: p.coefs[1:]}
}
