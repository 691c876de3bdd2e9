package border

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrNotBasis says that polynomials are not the border basis or the reduced
// Gröbner basis that they were given as.
var ErrNotBasis = errors.New("border: not a basis of this kind")

// Ideal is a zero-dimensional ideal: the order ideal O of its standard
// monomials and, for every border monomial b, the one polynomial b - Σ cᵢ·oᵢ in
// the ideal. From these follow the reduced Gröbner basis, normal forms and
// multiplication matrices. An Ideal that came from points knows the points, one that
// came from a basis does not: Points and Separators are nil then, and Interpolate panics.
// An Ideal is safe for use by several goroutines.
type Ideal[E any] struct {
	ring       *poly.Ring[E]
	order      *OrderIdeal
	tails      [][]E // border[j] ≡ Σ tails[j][i]·members[i] modulo the ideal
	points     [][]E // distinct; nil when unknown
	separators [][]E // coefficients on the order ideal, one row a point; nil until known, see separatorRows
	separate   sync.Once
}

// Ring returns the polynomial ring.
func (id *Ideal[E]) Ring() *poly.Ring[E] { return id.ring }

// OrderIdeal returns the order ideal of the standard monomials.
func (id *Ideal[E]) OrderIdeal() *OrderIdeal { return id.order }

// Points returns the distinct points that the ideal came from, and nil for an
// ideal that came from a basis. The caller must not change them.
func (id *Ideal[E]) Points() [][]E { return id.points }

// BorderBasis returns the border basis, one polynomial b - Σ cᵢ·oᵢ for each
// border monomial b, in ascending order of b [KR05, Definition 6.4.13].
func (id *Ideal[E]) BorderBasis() []*poly.Polynomial[E] {
	basis := make([]*poly.Polynomial[E], len(id.tails))
	for j := range basis {
		basis[j] = id.basisElement(j)
	}
	return basis
}

// GroebnerBasis returns the reduced Gröbner basis in ascending order of the
// leading monomials. These are the elements of the border basis at the corners
// [KR05, Proposition 6.4.18], provided that the order ideal is that of the
// ring's monomial order, as it is for an Ideal from points.
func (id *Ideal[E]) GroebnerBasis() []*poly.Polynomial[E] {
	basis := make([]*poly.Polynomial[E], len(id.order.corners))
	for k, j := range id.order.corners {
		basis[k] = id.basisElement(j)
	}
	return basis
}

// basisElement returns the element of the border basis at border[j].
func (id *Ideal[E]) basisElement(j int) *poly.Polynomial[E] {
	k := id.ring.Field()
	terms := make([]poly.Term[E], 0, len(id.tails[j])+1)
	terms = append(terms, poly.Term[E]{Monomial: id.order.border[j], Coefficient: k.One()})
	for i, c := range id.tails[j] {
		terms = append(terms, poly.Term[E]{Monomial: id.order.members[i], Coefficient: k.Neg(c)})
	}
	return id.ring.FromTerms(terms)
}

// Separators returns for each point the polynomial in the span of the order
// ideal that is 1 there and 0 at the other points [KR05, Definition 6.3.1]. It
// returns nil for an ideal that came from a basis. Where BuchbergerMoller did not make
// the ideal, the first call of Separators or Interpolate runs it on the points.
func (id *Ideal[E]) Separators() []*poly.Polynomial[E] {
	rows := id.separatorRows()
	sep := make([]*poly.Polynomial[E], len(rows))
	for p, row := range rows {
		sep[p] = id.inSpan(row)
	}
	if len(sep) == 0 {
		return nil
	}
	return sep
}

// Interpolate returns the polynomial in the span of the order ideal that has
// the given values at Points, in their order. It panics if the number of values is not
// the number of points, as for every ideal that came from a basis, whose Points are nil.
func (id *Ideal[E]) Interpolate(values []E) *poly.Polynomial[E] {
	switch {
	case id.points == nil:
		panic("border: interpolation in an ideal that came from a basis and has no points")
	case len(values) != len(id.points):
		panic(fmt.Sprintf("border: %d values for %d points", len(values), len(id.points)))
	}
	rows := id.separatorRows()
	vec := ring.VectorerOf(id.ring.Field())
	sum := ring.Zeros(id.ring.Field(), id.order.Len())
	for p, v := range values {
		vec.Axpy(sum, v, rows[p])
	}
	return id.inSpan(sum)
}

// separatorRows returns the separators, and computes them where the algorithm that made
// the ideal did not. It returns nil for an ideal that came from a basis.
func (id *Ideal[E]) separatorRows() [][]E {
	id.separate.Do(func() {
		if id.separators != nil || id.points == nil {
			return
		}
		with, err := BuchbergerMoller(context.Background(), id.ring, id.points)
		if err != nil {
			panic("border: points that gave an ideal: " + err.Error()) // there are points, and nothing ends the context
		}
		id.separators = with.separators
	})
	return id.separators
}

// inSpan returns the polynomial with the given coefficients on the order ideal.
func (id *Ideal[E]) inSpan(coefficients []E) *poly.Polynomial[E] {
	terms := make([]poly.Term[E], len(coefficients))
	for i, c := range coefficients {
		terms[i] = poly.Term[E]{Monomial: id.order.members[i], Coefficient: c}
	}
	return id.ring.FromTerms(terms)
}

// fromCorners fills in the tails of the whole border from those of the
// corners.
func (id *Ideal[E]) fromCorners(ctx context.Context, relations []relation[E]) error {
	k := id.ring.Field()
	id.tails = make([][]E, len(id.order.border))
	for _, r := range relations {
		j, ok := id.order.BorderPlace(r.leading)
		if !ok {
			return fmt.Errorf("%w: leading monomial %s is not on the border",
				ErrNotBasis, id.ring.FormatMonomial(r.leading))
		}
		tail := ring.Zeros(k, id.order.Len())
		for i, c := range r.combination { // kept and members are both ascending
			tail[i] = k.Neg(c)
		}
		id.tails[j] = tail
	}
	return id.extend(ctx)
}

// extend computes the tails that are missing, in ascending order. A border
// monomial that is no corner is b = x_v·b' with b' on the border, and b' ≡ Σ cᵢ·oᵢ
// gives b ≡ Σ cᵢ·x_v·oᵢ, where each x_v·oᵢ is in O or, because oᵢ < b', on the
// border before b [FGLM93, Proposition 2.1].
func (id *Ideal[E]) extend(ctx context.Context) error {
	for j, b := range id.order.border {
		if err := ctx.Err(); err != nil {
			return err
		}
		if id.tails[j] != nil {
			continue
		}
		for v := range id.ring.NumVars() {
			parent, ok := id.ring.DivMonomial(b, id.ring.VarMonomial(v))
			if !ok {
				continue
			}
			if at, ok := id.order.BorderPlace(parent); ok {
				id.tails[j] = id.times(v, id.tails[at])
				break
			}
		}
		if id.tails[j] == nil {
			return fmt.Errorf("%w: no element with leading monomial %s", ErrNotBasis, id.ring.FormatMonomial(b))
		}
	}
	return nil
}

// times returns the normal form of x_v·Σ cᵢ·oᵢ, as coefficients on the order
// ideal. The tails it needs must be there.
func (id *Ideal[E]) times(v int, c []E) []E {
	k := id.ring.Field()
	vec := ring.VectorerOf(k)
	sum := ring.Zeros(k, len(c))
	for i, ci := range c {
		if k.IsZero(ci) == ring.Yes {
			continue
		}
		t, err := id.ring.MulMonomial(id.order.members[i], id.ring.VarMonomial(v))
		if err != nil {
			panic("border: the border does not fit the ring: " + err.Error()) // NewOrderIdeal saw to it
		}
		if at, ok := id.order.Place(t); ok {
			sum[at] = k.Add(sum[at], ci)
			continue
		}
		at, ok := id.order.BorderPlace(t)
		if !ok || id.tails[at] == nil {
			panic("border: tail used before it is known: " + id.ring.FormatMonomial(t))
		}
		vec.Axpy(sum, ci, id.tails[at])
	}
	return sum
}

// coefficients returns the coefficients of p on the order ideal, and false if p
// has a monomial outside it.
func (id *Ideal[E]) coefficients(p *poly.Polynomial[E]) ([]E, bool) {
	c := ring.Zeros(id.ring.Field(), id.order.Len())
	for m, x := range p.Terms() {
		i, ok := id.order.Place(m)
		if !ok {
			return nil, false
		}
		c[i] = x
	}
	return c, true
}
