package groebner

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/poly"
)

// Lift returns cofactors hᵢ with f = Σ hᵢ·gens[i], the certificate that f is in
// the ideal; ok is false, and there are none, where f is not in it. The errors
// are those of Basis. It panics if there are no generators or if f or they are of
// several rings.
//
// It is Buchberger's algorithm as the book has it [Cox, Little, O'Shea, 4th ed.,
// Theorem 2.7.2, p. 91], with the product criterion, cofactors carried along.
// That is much slower than Basis.
func Lift[E any](ctx context.Context, f *poly.Polynomial[E], gens []*poly.Polynomial[E],
	opts ...Option) (cofactors []*poly.Polynomial[E], ok bool, err error) {
	basis, rows, err := basisWithCofactors(ctx, gens, limitsOf(opts))
	if err != nil {
		return nil, false, err
	}
	quotients, r, err := f.DivMod(basis)
	if err != nil {
		return nil, false, fmt.Errorf("groebner: lift: %w", err)
	}
	if !r.IsZero() {
		return nil, false, nil
	}
	cofactors = make([]*poly.Polynomial[E], len(gens))
	for i := range cofactors {
		cofactors[i] = f.Ring().Zero()
	}
	if err := addProducts(cofactors, quotients, rows); err != nil {
		return nil, false, err
	}
	return cofactors, true, nil
}

// addProducts adds factors[j]·rows[j] to dst for all j.
func addProducts[E any](dst, factors []*poly.Polynomial[E], rows [][]*poly.Polynomial[E]) error {
	for j, q := range factors {
		if q.IsZero() {
			continue
		}
		for i, c := range rows[j] {
			p, err := q.Mul(c)
			if err != nil {
				return fmt.Errorf("groebner: cofactor: %w", err)
			}
			dst[i] = dst[i].Add(p)
		}
	}
	return nil
}

// basisWithCofactors returns a Gröbner basis, neither reduced nor minimal, and
// for every element g of it cofactors row with g = Σ row[i]·gens[i].
func basisWithCofactors[E any](ctx context.Context, gens []*poly.Polynomial[E],
	limits Limits) (basis []*poly.Polynomial[E], rows [][]*poly.Polynomial[E], err error) {
	R, err := commonRing(gens)
	if err != nil {
		return nil, nil, err
	}
	for i, g := range gens {
		if g.IsZero() {
			continue
		}
		row := make([]*poly.Polynomial[E], len(gens))
		for j := range row {
			row[j] = R.Zero()
		}
		row[i] = R.One()
		basis, rows = append(basis, g), append(rows, row)
	}
	reduced := 0
	for j := 1; j < len(basis); j++ {
		for i := range j {
			if R.Coprime(basis[i].LeadingMonomial(), basis[j].LeadingMonomial()) {
				continue
			}
			if ctx.Err() != nil {
				return nil, nil, fmt.Errorf("groebner: after %d pairs: %w", reduced, ctx.Err())
			}
			if limits.Pairs > 0 && reduced >= limits.Pairs {
				return nil, nil, fmt.Errorf("groebner: %w", unablef(ErrLimit, "%d pairs reduced", reduced))
			}
			reduced++
			r, row, err := reducedPair(basis, rows, i, j)
			if err != nil {
				return nil, nil, err
			}
			if !r.IsZero() {
				basis, rows = append(basis, r), append(rows, row)
			}
		}
	}
	return basis, rows, nil
}

// reducedPair returns the remainder of an S-polynomial and its cofactors.
func reducedPair[E any](basis []*poly.Polynomial[E], rows [][]*poly.Polynomial[E],
	i, j int) (*poly.Polynomial[E], []*poly.Polynomial[E], error) {
	left, right, err := sMultipliers(basis[i], basis[j])
	if err != nil {
		return nil, nil, err
	}
	s, err := SPolynomial(basis[i], basis[j])
	if err != nil {
		return nil, nil, err
	}
	quotients, r, err := s.DivMod(basis)
	if err != nil {
		return nil, nil, fmt.Errorf("groebner: S-polynomial: %w", err)
	}
	if r.IsZero() {
		return r, nil, nil
	}
	// r = left·basis[i] - right·basis[j] - Σ quotients·basis
	factors := make([]*poly.Polynomial[E], len(basis))
	for k, q := range quotients {
		factors[k] = q.Neg()
	}
	factors[i] = factors[i].Add(left)
	factors[j] = factors[j].Sub(right)
	row := make([]*poly.Polynomial[E], len(rows[0]))
	for k := range row {
		row[k] = r.Ring().Zero()
	}
	if err := addProducts(row, factors, rows); err != nil {
		return nil, nil, err
	}
	inv, err := r.Ring().Field().Inv(r.LeadingCoefficient())
	if err != nil {
		return nil, nil, fmt.Errorf("groebner: leading coefficient: %w", err)
	}
	for k := range row {
		row[k] = row[k].Scale(inv)
	}
	return r.Scale(inv), row, nil
}
