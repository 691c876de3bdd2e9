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
	rest := newBuckets(p)
	remainder := R.Zero()
	for {
		m, c, ok := rest.pop()
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
		tail, err := f.tail().MulTerm(t, R.k.Neg(a))
		if err != nil {
			return nil, nil, err
		}
		rest.add(tail)
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

// buckets is a sum of polynomials kept as partial sums of geometrically
// growing length, so that adding many short polynomials to a long one costs
// their length times a logarithm [Yan, The Geobucket Data Structure for
// Polynomials, J. Symbolic Computation 25, 1998].
type buckets[E any] struct {
	ring *Ring[E]
	sums []*Polynomial[E] // sums[i] has at most bucketBase^(i+1) terms; nil is 0
}

// bucketBase is the ratio of the sizes of neighbouring buckets; Yan measured 4.
const bucketBase = 4

func newBuckets[E any](p *Polynomial[E]) *buckets[E] {
	b := &buckets[E]{ring: p.ring}
	b.add(p)
	return b
}

// add adds p to the sum.
func (b *buckets[E]) add(p *Polynomial[E]) {
	i, size := 0, bucketBase
	for p.Len() > size {
		i, size = i+1, size*bucketBase
	}
	for {
		for len(b.sums) <= i {
			b.sums = append(b.sums, nil)
		}
		if b.sums[i] != nil {
			p = p.Add(b.sums[i])
			b.sums[i] = nil
		}
		if p.IsZero() {
			return
		}
		if p.Len() <= size {
			b.sums[i] = p
			return
		}
		i, size = i+1, size*bucketBase
	}
}

// pop takes the leading term out of the sum; ok is false when the sum is 0.
func (b *buckets[E]) pop() (m Monomial, c E, ok bool) {
	R := b.ring
	for {
		top := -1
		for i, s := range b.sums {
			if s != nil && (top < 0 || R.compare(&s.mons[0], &b.sums[top].mons[0]) > 0) {
				top = i
			}
		}
		if top < 0 {
			return m, c, false
		}
		m, c = b.sums[top].mons[0], R.k.Zero()
		for i, s := range b.sums {
			if s == nil || s.mons[0] != m {
				continue
			}
			c = R.k.Add(c, s.coefs[0])
			if s.Len() == 1 {
				b.sums[i] = nil
			} else {
				b.sums[i] = s.tail()
			}
		}
		if !R.isZero(c) {
			return m, c, true
		}
	}
}
