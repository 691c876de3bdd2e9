package groebner

import (
	"context"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/poly"
)

// NormalForm returns the remainder of f modulo a Gröbner basis, such as Basis
// returns: the one polynomial that differs from f by an element of the ideal and
// has no monomial that a leading monomial of the basis divides [Cox, Little,
// O'Shea, 4th ed., Proposition 2.6.1, p. 83]. It panics if f or the basis are of
// several rings.
func NormalForm[E any](f *poly.Polynomial[E], basis []*poly.Polynomial[E]) (*poly.Polynomial[E], error) {
	r, err := f.Rem(basis)
	if err != nil {
		return nil, fmt.Errorf("groebner: normal form: %w", err)
	}
	return r, nil
}

// Member reports whether f is in the ideal with the given Gröbner basis.
func Member[E any](f *poly.Polynomial[E], basis []*poly.Polynomial[E]) (bool, error) {
	r, err := NormalForm(f, basis)
	return err == nil && r.IsZero(), err
}

// IsGroebner reports whether the polynomials, none of which is 0, are a Gröbner
// basis of the ideal that they generate: the S-polynomial of every pair leaves
// the remainder 0 (Buchberger's criterion) [ibid., Theorem 2.6.6, p. 86]. It
// uses no criterion to skip a pair and checks what Basis returns.
func IsGroebner[E any](ctx context.Context, basis []*poly.Polynomial[E]) (bool, error) {
	for i, f := range basis {
		for _, g := range basis[:i] {
			if ctx.Err() != nil {
				return false, fmt.Errorf("groebner: check: %w", ctx.Err())
			}
			s, err := SPolynomial(f, g)
			if err != nil {
				return false, err
			}
			if zero, err := Member(s, basis); !zero || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// SPolynomial returns lcm/LT(f)·f - lcm/LT(g)·g, where lcm is that of the leading
// monomials and LT a leading term with its coefficient [ibid., Definition 2.6.4,
// p. 84]. It panics if one of them is 0.
func SPolynomial[E any](f, g *poly.Polynomial[E]) (*poly.Polynomial[E], error) {
	left, right, err := sMultipliers(f, g)
	if err != nil {
		return nil, err
	}
	a, err := f.Mul(left)
	if err != nil {
		return nil, err
	}
	b, err := g.Mul(right)
	if err != nil {
		return nil, err
	}
	return a.Sub(b), nil
}

// sMultipliers returns lcm/LT(f) and lcm/LT(g).
func sMultipliers[E any](f, g *poly.Polynomial[E]) (left, right *poly.Polynomial[E], err error) {
	R := f.Ring()
	lcm, err := R.LCM(f.LeadingMonomial(), g.LeadingMonomial())
	if err != nil {
		return nil, nil, fmt.Errorf("groebner: S-polynomial: %w", err)
	}
	multiplier := func(p *poly.Polynomial[E]) *poly.Polynomial[E] {
		m, _ := R.DivMonomial(lcm, p.LeadingMonomial())
		inv, invErr := R.Field().Inv(p.LeadingCoefficient())
		if invErr != nil {
			err = fmt.Errorf("groebner: leading coefficient: %w", invErr)
		}
		return R.Term(inv, m)
	}
	left, right = multiplier(f), multiplier(g)
	return left, right, err
}

// Equal reports whether two lists of polynomials generate the same ideal. It
// panics if there are no polynomials in one or if they are of several rings.
func Equal[E any](ctx context.Context, f, g []*poly.Polynomial[E], opts ...Option) (bool, error) {
	a, err := Basis(ctx, f, opts...)
	if err != nil {
		return false, err
	}
	b, err := Basis(ctx, g, opts...)
	if err != nil {
		return false, err
	}
	return slices.EqualFunc(a, b, (*poly.Polynomial[E]).Equal), nil
}

// Irredundant returns the generators without those that the others generate, in
// the order of the list. Candidates leave one at a time, the largest first: by
// degree, then by number of terms, then by place from the end. What remains
// generates the same ideal, and no proper part of it does. It panics if there are
// no generators or if they are of several rings.
func Irredundant[E any](ctx context.Context, gens []*poly.Polynomial[E], opts ...Option) ([]*poly.Polynomial[E], error) {
	if _, err := commonRing(gens); err != nil {
		return nil, err
	}
	kept := slices.DeleteFunc(slices.Clone(gens), (*poly.Polynomial[E]).IsZero)
	for _, f := range largestFirst(kept) {
		if len(kept) < 2 {
			break
		}
		at := slices.Index(kept, f)
		others := slices.Delete(slices.Clone(kept), at, at+1)
		basis, err := Basis(ctx, others, opts...)
		if err != nil {
			return nil, err
		}
		redundant, err := Member(f, basis)
		if err != nil {
			return nil, err
		}
		if redundant {
			kept = others
		}
	}
	return kept, nil
}

func largestFirst[E any](polys []*poly.Polynomial[E]) []*poly.Polynomial[E] {
	sorted := slices.Clone(polys)
	slices.Reverse(sorted)
	stable.Sort(sorted, func(f, g *poly.Polynomial[E]) int {
		if c := g.Degree() - f.Degree(); c != 0 {
			return c
		}
		return g.Len() - f.Len()
	})
	return sorted
}

// MinimalGenerators returns those generators that no combination Σ hᵢ·gᵢ of the
// smaller ones with deg hᵢ·gᵢ at most their own degree gives, by increasing
// degree. For homogeneous polynomials that is a minimal system of generators
// [Kreuzer, Robbiano, Computational Commutative Algebra 2, 2005, section 4.1].
// For others it is the same for the homogenised polynomials: the part of degree
// at most d that is visible with multipliers of low degree stays the same for
// every d, which Irredundant does not promise. It panics if there are no
// generators or if they are of several rings.
func MinimalGenerators[E any](ctx context.Context, gens []*poly.Polynomial[E], opts ...Option) ([]*poly.Polynomial[E], error) {
	R, err := commonRing(gens)
	if err != nil {
		return nil, err
	}
	H, err := homogeneousRing(R)
	if err != nil {
		return nil, err
	}
	sorted := largestFirst(gens)
	slices.Reverse(sorted)
	var kept, homogeneous, basis []*poly.Polynomial[E]
	for _, f := range sorted {
		h, err := f.In(H)
		if err != nil {
			return nil, fmt.Errorf("groebner: homogenisation: %w", err)
		}
		h = h.Homogenize(R.NumVars())
		known, err := Member(h, basis)
		if err != nil {
			return nil, err
		}
		if known {
			continue
		}
		kept, homogeneous = append(kept, f), append(homogeneous, h)
		if basis, err = Basis(ctx, homogeneous, opts...); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// homogeneousRing returns the ring with one more variable at the end.
func homogeneousRing[E any](R *poly.Ring[E]) (*poly.Ring[E], error) {
	name := "h"
	for {
		if _, taken := R.VarIndex(name); !taken {
			break
		}
		name += "_"
	}
	H, err := poly.NewRing(R.Field(), append(R.Vars(), name), poly.WithOrder(poly.Degrevlex))
	if err != nil {
		return nil, fmt.Errorf("groebner: homogenisation: %w", err)
	}
	return H, nil
}

// Eliminate returns the reduced Gröbner basis, in the order of the ring, of the
// elements of the ideal that do not contain the given variables: the equations of
// the projection along them [Cox, Little, O'Shea, 4th ed., Theorem 3.1.2, p. 122,
// and section 4.4]. It panics if there are no generators, if they are of several
// rings, or if there is no such variable.
func Eliminate[E any](ctx context.Context, gens []*poly.Polynomial[E], vars []int, opts ...Option) ([]*poly.Polynomial[E], error) {
	R, err := commonRing(gens)
	if err != nil {
		return nil, err
	}
	S, err := eliminationRing(R, vars)
	if err != nil {
		return nil, err
	}
	moved := make([]*poly.Polynomial[E], len(gens))
	for i, g := range gens {
		if moved[i], err = g.In(S); err != nil {
			return nil, fmt.Errorf("groebner: elimination: %w", err)
		}
	}
	basis, err := Basis(ctx, moved, opts...)
	if err != nil {
		return nil, err
	}
	var left []*poly.Polynomial[E]
	for _, g := range basis {
		m := g.LeadingMonomial()
		if slices.ContainsFunc(S.Exponents(m)[:len(vars)], func(e int) bool { return e > 0 }) {
			continue
		}
		back, err := g.In(R)
		if err != nil {
			return nil, fmt.Errorf("groebner: elimination: %w", err)
		}
		left = append(left, back)
	}
	if len(left) == 0 {
		return nil, nil
	}
	return Basis(ctx, left, opts...)
}

// eliminationRing returns R with the given variables first, in an order that
// eliminates them.
func eliminationRing[E any](R *poly.Ring[E], vars []int) (*poly.Ring[E], error) {
	names := R.Vars()
	first := make([]string, len(vars))
	for i, v := range vars {
		first[i] = names[v]
	}
	rest := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(first, name) })
	S, err := poly.NewRing(R.Field(), append(first, rest...), poly.WithOrder(poly.Elimination(len(vars))))
	if err != nil {
		return nil, fmt.Errorf("groebner: elimination: %w", err)
	}
	return S, nil
}
