package poly

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/ring"
)

// Polynomial is an element of a Ring. Its terms stand in strictly decreasing
// order, the leading term first, and no coefficient is zero; over an inexact
// field: no coefficient is known to be zero. A Polynomial does not change and
// is safe for use by several goroutines. Polynomials come from a Ring; the
// zero value has no ring and is of no use.
type Polynomial[E any] struct {
	ring  *Ring[E]
	mons  []Monomial
	coefs []E
}

// Term is a coefficient times a monomial.
type Term[E any] struct {
	Monomial    Monomial
	Coefficient E
}

// FromTerms returns the sum of the terms, which may come in any order, repeat
// a monomial and be zero. Coefficients of one monomial are added in the order
// of the list.
func (R *Ring[E]) FromTerms(terms []Term[E]) *Polynomial[E] {
	sorted := slices.Clone(terms)
	stable.Sort(sorted, func(a, b Term[E]) int { return R.compare(&b.Monomial, &a.Monomial) })
	p := R.withCapacity(len(sorted))
	for i := 0; i < len(sorted); {
		m, c := sorted[i].Monomial, sorted[i].Coefficient
		for i++; i < len(sorted) && sorted[i].Monomial == m; i++ {
			c = R.k.Add(c, sorted[i].Coefficient)
		}
		p.push(m, c)
	}
	return p
}

// withCapacity returns a zero polynomial that is about to receive n terms.
func (R *Ring[E]) withCapacity(n int) *Polynomial[E] {
	return &Polynomial[E]{ring: R, mons: make([]Monomial, 0, n), coefs: make([]E, 0, n)}
}

// push appends a term below all others while p is being built.
func (p *Polynomial[E]) push(m Monomial, c E) {
	if !p.ring.isZero(c) {
		p.mons = append(p.mons, m)
		p.coefs = append(p.coefs, c)
	}
}

// check returns an error where p breaks the promise of its type.
func (p *Polynomial[E]) check() error {
	if p.ring == nil {
		return fmt.Errorf("poly: polynomial without a ring")
	}
	if len(p.mons) != len(p.coefs) {
		return fmt.Errorf("poly: %d monomials and %d coefficients", len(p.mons), len(p.coefs))
	}
	R := p.ring
	for i, m := range p.mons {
		if R.isZero(p.coefs[i]) {
			return fmt.Errorf("poly: zero coefficient at %s", R.FormatMonomial(m))
		}
		if i > 0 && R.Compare(p.mons[i-1], m) <= 0 {
			return fmt.Errorf("poly: %s stands before %s", R.FormatMonomial(p.mons[i-1]), R.FormatMonomial(m))
		}
		again, err := R.Monomial(R.Exponents(m)...)
		if err != nil || again != m {
			return fmt.Errorf("poly: malformed monomial %x: %v", m.w, err)
		}
	}
	return nil
}

// Ring returns the parent of p.
func (p *Polynomial[E]) Ring() *Ring[E] { return p.ring }

// Len returns the number of terms.
func (p *Polynomial[E]) Len() int { return len(p.mons) }

// IsZero reports whether p has no terms.
func (p *Polynomial[E]) IsZero() bool { return len(p.mons) == 0 }

// IsConstant reports whether p has no term besides a constant one.
func (p *Polynomial[E]) IsConstant() bool {
	return len(p.mons) == 0 || len(p.mons) == 1 && p.mons[0].IsOne()
}

// Degree returns the total degree, -1 for 0.
func (p *Polynomial[E]) Degree() int {
	if p.IsZero() {
		return -1
	}
	if p.ring.order.IsGraded() {
		return p.mons[0].Degree()
	}
	return slices.MaxFunc(p.mons, func(m, n Monomial) int { return cmp.Compare(m.Degree(), n.Degree()) }).Degree()
}

// DegreeIn returns the degree in the i-th variable, -1 for 0.
func (p *Polynomial[E]) DegreeIn(i int) int {
	degree := -1
	for _, m := range p.mons {
		degree = max(degree, p.ring.Exponent(m, i))
	}
	return degree
}

// UsedVars returns the places of the variables that occur in p, increasing.
func (p *Polynomial[E]) UsedVars() (used []int) {
	for i := range p.ring.NumVars() {
		if p.DegreeIn(i) > 0 {
			used = append(used, i)
		}
	}
	return used
}

// LeadingMonomial returns the largest monomial of p. It panics if p is 0.
func (p *Polynomial[E]) LeadingMonomial() Monomial {
	p.mustNotBeZero()
	return p.mons[0]
}

// LeadingCoefficient returns the coefficient of the largest monomial of p. It
// panics if p is 0.
func (p *Polynomial[E]) LeadingCoefficient() E {
	p.mustNotBeZero()
	return p.coefs[0]
}

// LeadingTerm returns the largest term of p as a polynomial; it is 0 for 0.
func (p *Polynomial[E]) LeadingTerm() *Polynomial[E] {
	n := min(1, len(p.mons))
	return &Polynomial[E]{ring: p.ring, mons: p.mons[:n:n], coefs: p.coefs[:n:n]}
}

func (p *Polynomial[E]) mustNotBeZero() {
	if p.IsZero() {
		panic("poly: leading term of the zero polynomial")
	}
}

// Terms yields the monomials with their coefficients, the leading term first.
func (p *Polynomial[E]) Terms() iter.Seq2[Monomial, E] {
	return func(yield func(Monomial, E) bool) {
		for i, m := range p.mons {
			if !yield(m, p.coefs[i]) {
				return
			}
		}
	}
}

// Term returns the i-th term, counted from 0 at the leading term.
func (p *Polynomial[E]) Term(i int) Term[E] { return Term[E]{p.mons[i], p.coefs[i]} }

// Coefficient returns the coefficient of m, zero where m does not occur.
func (p *Polynomial[E]) Coefficient(m Monomial) E {
	i, ok := slices.BinarySearchFunc(p.mons, m, func(a, b Monomial) int { return p.ring.Compare(b, a) })
	if !ok {
		return p.ring.k.Zero()
	}
	return p.coefs[i]
}

// Equal reports whether p and q have the same terms. Over an inexact field
// coefficients are equal when the field is certain that they are. It panics if
// p and q are of two rings.
func (p *Polynomial[E]) Equal(q *Polynomial[E]) bool {
	mustSame(p.ring, q.ring)
	return slices.Equal(p.mons, q.mons) && slices.EqualFunc(p.coefs, q.coefs, func(a, b E) bool {
		return p.ring.k.Equal(a, b) == ring.Yes
	})
}

// String returns p as text in the format Text.
func (p *Polynomial[E]) String() string { return p.Format(Text) }
