package border

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrNoPoints says that there is no point. The ideal would be the whole ring.
var ErrNoPoints = errors.New("border: no points")

// BuchbergerMoller returns the ideal of all polynomials of R that vanish at the
// points, by the algorithm of Buchberger and Möller [KR05, Theorem
// 6.3.10], in the order of the book. Points that occur more than once count
// once. The field must be exact; over an inexact one the error is
// ring.ErrUnable.
//
// This is the reference: it says what the answer is and takes its time, about
// s³ operations of the field for s points. Over the rationals, where these
// grow long, use BuchbergerMollerQ.
//
// It panics if a point does not have one coordinate for each variable.
func BuchbergerMoller[E any](ctx context.Context, R *poly.Ring[E], points [][]E) (*Ideal[E], error) {
	k := R.Field()
	if !k.Exact() {
		return nil, fmt.Errorf("border: Buchberger–Möller over %v, which is not exact: %w", k, ring.ErrUnable)
	}
	distinct := Distinct(k, points)
	if len(distinct) == 0 {
		return nil, ErrNoPoints
	}
	e := newElimination(R, distinct)
	c := NewCorners(R)
	var relations []relation[E]
	for t, ok := c.Next(); ok; t, ok = c.Next() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		values := e.evaluate(t)
		rest, combination := e.reduce(values)
		pivot := slices.IndexFunc(rest, func(v E) bool { return k.IsZero(v) != ring.Yes })
		if pivot < 0 {
			relations = append(relations, relation[E]{t, combination})
			c.Avoid(t)
			continue
		}
		if err := c.Keep(t); err != nil {
			return nil, fmt.Errorf("border: order ideal at degree %d: %w", t.Degree(), err)
		}
		e.kept[t] = values
		if err := e.add(t, rest, combination, pivot); err != nil {
			return nil, err
		}
	}
	o, err := c.OrderIdeal()
	if err != nil {
		return nil, err
	}
	id := &Ideal[E]{ring: R, order: o, points: distinct, separators: e.separators(o)}
	if err := id.fromCorners(ctx, relations); err != nil {
		return nil, err
	}
	return id, nil
}

// mustFit panics unless every point has one coordinate for each variable.
func mustFit[E any](R *poly.Ring[E], points [][]E) {
	for _, p := range points {
		if len(p) != R.NumVars() {
			panic(fmt.Sprintf("border: a point with %d coordinates in %v", len(p), R))
		}
	}
}

// Distinct returns the points without repetitions, in the order in which they
// first occur.
func Distinct[E any](k ring.Field[E], points [][]E) [][]E {
	seen := make(map[string]bool, len(points))
	var distinct [][]E
	var key strings.Builder
	for _, p := range points {
		key.Reset()
		for _, x := range p {
			key.WriteString(k.Format(x))
			key.WriteByte(' ')
		}
		if !seen[key.String()] {
			seen[key.String()] = true
			distinct = append(distinct, p)
		}
	}
	return distinct
}

// relation says that leading + Σ cᵢ·oᵢ vanishes at the points, where oᵢ is the
// i-th monomial kept.
type relation[E any] struct {
	leading     poly.Monomial
	combination []E
}

// elimination is the linear half of the algorithm: the polynomials of the list
// S and the matrix M of their values at the points, in reduced row echelon form.
type elimination[E any] struct {
	ring   *poly.Ring[E]
	k      ring.Field[E]
	vec    ring.Vectorer[E]
	points [][]E
	kept   map[poly.Monomial][]E // values of the kept monomials
	order  []poly.Monomial       // the kept monomials, ascending
	m      [][]E                 // values of the polynomials in s
	s      [][]E                 // their coefficients on order
	pivots []int
}

func newElimination[E any](R *poly.Ring[E], points [][]E) *elimination[E] {
	mustFit(R, points)
	return &elimination[E]{ring: R, k: R.Field(), vec: ring.VectorerOf(R.Field()), points: points,
		kept: make(map[poly.Monomial][]E)}
}

// evaluate returns the values of t, all of whose proper divisors are kept.
func (e *elimination[E]) evaluate(t poly.Monomial) []E {
	values := make([]E, len(e.points))
	for i := range e.ring.NumVars() {
		parent, ok := e.ring.DivMonomial(t, e.ring.VarMonomial(i))
		if !ok {
			continue
		}
		for j, v := range e.kept[parent] {
			values[j] = e.k.Mul(v, e.points[j][i])
		}
		return values
	}
	for j := range values {
		values[j] = e.k.One()
	}
	return values
}

// reduce subtracts rows of M from the values of a monomial t until the pivot
// columns are zero. It returns the rest and its coefficients on the kept
// monomials, that of t itself, which is 1, left out.
func (e *elimination[E]) reduce(values []E) (rest, combination []E) {
	rest = slices.Clone(values)
	combination = ring.Zeros(e.k, len(e.order))
	for r, p := range e.pivots {
		a := rest[p]
		if e.k.IsZero(a) == ring.Yes {
			continue
		}
		e.vec.Axpy(rest, e.k.Neg(a), e.m[r])
		e.vec.Axpy(combination[:len(e.s[r])], e.k.Neg(a), e.s[r])
	}
	return rest, combination
}

// add puts t + combination, whose values are given, into S and M and clears the
// pivot column in the other rows.
func (e *elimination[E]) add(t poly.Monomial, values, combination []E, pivot int) error {
	inv, err := e.k.Inv(values[pivot])
	if err != nil {
		return fmt.Errorf("border: pivot: %w", err)
	}
	e.order = append(e.order, t)
	combination = append(combination, e.k.One())
	e.vec.Scale(values, inv)
	e.vec.Scale(combination, inv)
	for r := range e.m {
		a := e.m[r][pivot]
		e.s[r] = append(e.s[r], e.k.Zero())
		if e.k.IsZero(a) == ring.Yes {
			continue
		}
		e.vec.Axpy(e.m[r], e.k.Neg(a), values)
		e.vec.Axpy(e.s[r], e.k.Neg(a), combination)
	}
	e.m, e.s, e.pivots = append(e.m, values), append(e.s, combination), append(e.pivots, pivot)
	return nil
}

// separators returns the polynomials of S, whose values are now unit vectors,
// sorted by point, as coefficients on the order ideal.
func (e *elimination[E]) separators(o *OrderIdeal) [][]E {
	sep := make([][]E, len(e.points))
	for r, p := range e.pivots {
		sep[p] = ring.Zeros(e.k, o.Len())
		for i, c := range e.s[r] {
			at, _ := o.Place(e.order[i])
			sep[p][at] = c
		}
	}
	return sep
}
