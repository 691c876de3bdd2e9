package groebner

import (
	"context"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TruncatedIdeal returns the space of the combinations Σ cᵢ·mᵢ·gᵢ of products of
// a monomial and a generator with all products of degree at most d, as its
// reduced echelon basis: monic polynomials with distinct leading monomials, none
// of which occurs in another one, ascending. The basis depends on the space only.
//
// The space lies in the part of degree at most d of the ideal, and for a Gröbner
// basis in a graded order it is that part. It is what equations generate 'on
// sight', and the way to compare the equations that were learned with the true
// ones. The matrix has C(n+d, d) columns. The error is ErrInexact, or poly.ErrDegree
// where d does not fit the ring. It panics if there are no generators or if they
// are of several rings.
func TruncatedIdeal[E any](ctx context.Context, gens []*poly.Polynomial[E], d int) ([]*poly.Polynomial[E], error) {
	R, err := commonRing(gens)
	if err != nil {
		return nil, err
	}
	space, monomials, err := truncated(ctx, R, gens, d)
	if err != nil {
		return nil, err
	}
	rows := space.Basis().Rows()
	basis := make([]*poly.Polynomial[E], len(rows))
	for i, row := range rows {
		var terms []poly.Term[E]
		for j, c := range row {
			if R.Field().IsZero(c) != ring.Yes {
				terms = append(terms, poly.Term[E]{Monomial: monomials[j], Coefficient: c})
			}
		}
		basis[i] = R.FromTerms(terms)
	}
	slices.Reverse(basis)
	return basis, nil
}

// EqualUpToDegree reports whether two lists of polynomials have the same
// TruncatedIdeal of degree d.
func EqualUpToDegree[E any](ctx context.Context, f, g []*poly.Polynomial[E], d int) (bool, error) {
	R, err := commonRing(slices.Concat(f, g))
	if err != nil {
		return false, err
	}
	a, _, err := truncated(ctx, R, f, d)
	if err != nil {
		return false, err
	}
	b, _, err := truncated(ctx, R, g, d)
	if err != nil {
		return false, err
	}
	return a.Equal(b), nil
}

// truncated returns the space in the coordinates of the monomials of degree at
// most d, in descending order.
func truncated[E any](ctx context.Context, R *poly.Ring[E], gens []*poly.Polynomial[E], d int) (*numeric.Subspace[E], []poly.Monomial, error) {
	if d > R.MaxDegree() {
		return nil, nil, fmt.Errorf("groebner: part of degree %d, the bound of the ring is %d: %w", d, R.MaxDegree(), poly.ErrDegree)
	}
	monomials := R.MonomialsUpTo(d)
	slices.Reverse(monomials)
	column := make(map[poly.Monomial]int, len(monomials))
	for j, m := range monomials {
		column[m] = j
	}
	var rows [][]E
	for _, g := range gens {
		if g.IsZero() {
			continue
		}
		for _, m := range R.MonomialsUpTo(d - g.Degree()) {
			if ctx.Err() != nil {
				return nil, nil, fmt.Errorf("groebner: part of degree %d: %w", d, ctx.Err())
			}
			row := make([]E, len(monomials))
			for j := range row {
				row[j] = R.Field().Zero()
			}
			for n, c := range g.Terms() {
				product, err := R.MulMonomial(m, n)
				if err != nil {
					return nil, nil, err
				}
				row[column[product]] = c
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return numeric.NewSubspace(numeric.NewMatrix(R.Field(), 0, len(monomials))), monomials, nil
	}
	return numeric.NewSubspace(numeric.MatrixOf(R.Field(), rows)), monomials, nil
}
