package poly

import (
	"fmt"
	"slices"
)

// Add returns p + q. It panics if they are of two rings.
func (p *Polynomial[E]) Add(q *Polynomial[E]) *Polynomial[E] {
	return p.merge(q, p.ring.k.Add, func(c E) E { return c })
}

// Sub returns p - q. It panics if they are of two rings.
func (p *Polynomial[E]) Sub(q *Polynomial[E]) *Polynomial[E] {
	return p.merge(q, p.ring.k.Sub, p.ring.k.Neg)
}

// merge walks two lists of terms: both is applied where a monomial occurs in
// p and q, right where it occurs in q only.
func (p *Polynomial[E]) merge(q *Polynomial[E], both func(x, y E) E, right func(E) E) *Polynomial[E] {
	mustSame(p.ring, q.ring)
	R := p.ring
	sum := R.withCapacity(len(p.mons) + len(q.mons))
	i, j := 0, 0
	for i < len(p.mons) && j < len(q.mons) {
		switch R.compare(&p.mons[i], &q.mons[j]) {
		case 1:
			sum.push(p.mons[i], p.coefs[i])
			i++
		case -1:
			sum.push(q.mons[j], right(q.coefs[j]))
			j++
		default:
			sum.push(p.mons[i], both(p.coefs[i], q.coefs[j]))
			i++
			j++
		}
	}
	sum.mons = append(sum.mons, p.mons[i:]...)
	sum.coefs = append(sum.coefs, p.coefs[i:]...)
	for ; j < len(q.mons); j++ {
		sum.push(q.mons[j], right(q.coefs[j]))
	}
	return sum
}

// Neg returns -p.
func (p *Polynomial[E]) Neg() *Polynomial[E] {
	neg := make([]E, len(p.coefs))
	for i, c := range p.coefs {
		neg[i] = p.ring.k.Neg(c)
	}
	return &Polynomial[E]{ring: p.ring, mons: p.mons, coefs: neg}
}

// Scale returns c·p.
func (p *Polynomial[E]) Scale(c E) *Polynomial[E] {
	R := p.ring
	if R.isZero(c) {
		return R.Zero()
	}
	coefs := slices.Clone(p.coefs)
	R.vec.Scale(coefs, c)
	if !R.k.Exact() && slices.ContainsFunc(coefs, R.isZero) { // underflow
		scaled := R.withCapacity(len(coefs))
		for i, m := range p.mons {
			scaled.push(m, coefs[i])
		}
		return scaled
	}
	return &Polynomial[E]{ring: R, mons: p.mons, coefs: coefs}
}

// Monic returns p divided by its leading coefficient; it is 0 for 0. The error
// is that of the field's Inv, which over an exact field does not occur.
func (p *Polynomial[E]) Monic() (*Polynomial[E], error) {
	if p.IsZero() {
		return p, nil
	}
	inv, err := p.ring.k.Inv(p.coefs[0])
	if err != nil {
		return nil, fmt.Errorf("poly: leading coefficient: %w", err)
	}
	q := p.Scale(inv)
	if !p.ring.k.Exact() { // c·(1/c) may miss 1 by a rounding
		q.coefs[0] = p.ring.one
	}
	return q, nil
}

// MulTerm returns c·m·p, or ErrDegree when its degree is above the bound of
// the ring.
func (p *Polynomial[E]) MulTerm(m Monomial, c E) (*Polynomial[E], error) {
	if p.IsZero() || p.ring.isZero(c) {
		return p.ring.Zero(), nil
	}
	if d := p.Degree() + m.Degree(); d > p.ring.maxDegree || d < 0 {
		return nil, p.ring.degreeError(float64(p.Degree()) + float64(m.Degree()))
	}
	q := p.Scale(c)
	shifted := make([]Monomial, len(q.mons))
	for i := range q.mons {
		shifted[i] = product(&q.mons[i], &m)
	}
	q.mons = shifted
	return q, nil
}
