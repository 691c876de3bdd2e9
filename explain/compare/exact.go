package compare

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// firstPrime is the prime modulo which values are looked at first, 2⁶¹ − 1.
const firstPrime = 1<<61 - 1

// buchbergerMoller finds the polynomials of degree ≤ Degree that vanish exactly
// at the points, as the part of the reduced Gröbner basis of their ideal in these
// degrees: what the algorithm of Buchberger and Möller finds when it stops there.
//
// The rank of the values of all monomials modulo a prime is at most that over Q.
// If it is full, nothing vanishes, and that is proved. Otherwise as many rows as
// the rank, independent modulo the prime, give the candidates over Q, and each is
// evaluated at all points.
func buchbergerMoller(ctx context.Context, t task) (*found, error) {
	points := t.points.exact
	if points == nil {
		var err error
		if points, err = rationals(t.points); err != nil {
			return nil, err
		}
	}
	Q, err := poly.NewRing[ring.Rat](ring.Q, t.ring.Vars(), poly.WithMaxDegree(t.Degree))
	if err != nil {
		return nil, err
	}
	// Columns descend, so the pivots of an echelon form are leading monomials.
	monomials := Q.MonomialsUpTo(t.Degree)
	for i, j := 0, len(monomials)-1; i < j; i, j = i+1, j-1 {
		monomials[i], monomials[j] = monomials[j], monomials[i]
	}
	rows, err := independentRows(ctx, Q, points, monomials)
	if err != nil || len(rows) == len(monomials) {
		return &found{}, err
	}
	values := make([][]ring.Rat, len(rows))
	for i, p := range rows {
		values[i] = monomialValues(Q, monomials, points[p])
	}
	null, pivots := numeric.RREF(numeric.NullSpace(numeric.MatrixOf[ring.Rat](ring.Q, values)))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f := &found{}
	var leading []poly.Monomial
	// Ascending by leading monomial, so that divisors come first.
	for i := len(pivots) - 1; i >= 0; i-- {
		lead := monomials[pivots[i]]
		if divisible(Q, lead, leading) {
			continue
		}
		leading = append(leading, lead)
		p := polynomial(Q, monomials, null.Row(i))
		for k, x := range points {
			if !p.Eval(x).IsZero() {
				return nil, fmt.Errorf("compare: rank modulo %d too small at point %d: %w", uint64(firstPrime), k+1, ring.ErrUnable)
			}
		}
		g, err := poly.Convert(p, t.ring, func(c ring.Rat) (float64, error) { return c.Float64(), nil })
		if err != nil {
			return nil, err
		}
		f.polys = append(f.polys, g)
		f.texts = append(f.texts, p.String())
	}
	return f, nil
}

// rationals returns the float64 coordinates as the rationals they are.
func rationals(s sample) ([][]ring.Rat, error) {
	n, vars := s.x.Dims()
	out := make([][]ring.Rat, n)
	for i := range out {
		out[i] = make([]ring.Rat, vars)
		for j := range vars {
			var err error
			if out[i][j], err = ring.RatFromFloat(s.x.At(i, j)); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// independentRows returns the places of points whose rows of values are
// independent modulo firstPrime and span all rows there.
func independentRows(ctx context.Context, Q *poly.Ring[ring.Rat], points [][]ring.Rat, monomials []poly.Monomial) ([]int, error) {
	k, err := ring.NewZp(firstPrime)
	if err != nil {
		return nil, err
	}
	S, err := poly.NewRing[uint64](k, Q.Vars(), poly.WithMaxDegree(Q.MaxDegree()))
	if err != nil {
		return nil, err
	}
	columns := make([][]uint64, len(points))
	for i, p := range points {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		residues := make([]uint64, len(p))
		for j, x := range p {
			if residues[j], err = k.Parse(x.String()); err != nil {
				return nil, fmt.Errorf("compare: point %d modulo a prime: %w", i+1, err)
			}
		}
		columns[i] = make([]uint64, len(monomials))
		for j, m := range monomials {
			columns[i][j] = S.Term(1, m).Eval(residues)
		}
	}
	// Pivot columns of the transpose are independent rows.
	_, pivots := numeric.RREF(numeric.MatrixOf[uint64](k, columns).T())
	return pivots, nil
}

// monomialValues returns the values of the monomials at a point.
func monomialValues(Q *poly.Ring[ring.Rat], monomials []poly.Monomial, point []ring.Rat) []ring.Rat {
	v := make([]ring.Rat, len(monomials))
	for j, m := range monomials {
		v[j] = Q.Term(ring.RatFromInt(1), m).Eval(point)
	}
	return v
}

// divisible reports whether one of the monomials divides m.
func divisible(Q *poly.Ring[ring.Rat], m poly.Monomial, monomials []poly.Monomial) bool {
	for _, d := range monomials {
		if Q.Divides(d, m) {
			return true
		}
	}
	return false
}

// polynomial returns Σ c_j·monomials[j].
func polynomial(Q *poly.Ring[ring.Rat], monomials []poly.Monomial, c []ring.Rat) *poly.Polynomial[ring.Rat] {
	terms := make([]poly.Term[ring.Rat], len(c))
	for j, m := range monomials {
		terms[j] = poly.Term[ring.Rat]{Monomial: m, Coefficient: c[j]}
	}
	return Q.FromTerms(terms)
}
