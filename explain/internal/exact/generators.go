package exact

import (
	"cmp"
	"context"
	"slices"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// generators returns laws that generate all of them, the shortest of each degree first.
func (s *search) generators() []law {
	all := slices.Clone(s.laws)
	stable.Sort(all, shorterFirst)
	var kept []law
	for _, l := range all {
		if !s.follows(l, kept) {
			kept = append(kept, l)
		}
	}
	// A later one may have made an earlier one superfluous.
	for i := len(kept) - 1; i >= 0; i-- {
		if others := slices.Delete(slices.Clone(kept), i, i+1); s.follows(kept[i], others) {
			kept = others
		}
	}
	kept = s.shortened(kept)
	stable.Sort(kept, shorterFirst)
	return outside(kept)
}

// outside are the laws that are not in the ideal of the others of no higher degree, the longest looked at first: multiples that
// follows does not reach, in many columns, are reached by a Gröbner basis. Linear laws are independent already.
func outside(kept []law) []law {
	for i := len(kept) - 1; i >= 0 && kept[i].degree > 1; i-- {
		var others []*poly.Polynomial[ring.Rat]
		for k, l := range kept {
			if k != i && l.degree <= kept[i].degree {
				others = append(others, l.poly)
			}
		}
		if InIdeal(kept[i].poly, others) {
			kept = slices.Delete(slices.Clone(kept), i, i+1)
		}
	}
	return kept
}

// InIdeal reports whether a polynomial is in the ideal of some, where few S-polynomials show it.
func InIdeal(f *poly.Polynomial[ring.Rat], gens []*poly.Polynomial[ring.Rat]) bool {
	if len(gens) == 0 {
		return false
	}
	basis, err := groebner.Basis(context.Background(), gens, groebner.WithLimits(groebner.Limits{Pairs: limit.ExactPairs}))
	if err != nil {
		return false
	}
	in, err := groebner.Member(f, basis)
	return err == nil && in
}

// shorterFirst orders by degree, then length.
func shorterFirst(a, b law) int {
	return cmp.Or(cmp.Compare(a.degree, b.degree), compareLength(a.poly, b.poly))
}

// shortened replaces long generators by shorter ones of the same degree or the next that
// generate the same with the others: x = n³ stands for 3x = ny + 2n - y + 1 beside
// y = 3n² + 3n + 1.
func (s *search) shortened(kept []law) []law {
	kept = slices.Clone(kept)
	for i := range kept {
		if len(kept[i].mons) < limit.LongGenerator {
			continue
		}
		others := slices.Delete(slices.Clone(kept), i, i+1)
		if g, ok := s.shorter(kept[i], others); ok {
			kept[i] = g
		}
	}
	return kept
}

func (s *search) shorter(f law, others []law) (best law, ok bool) {
	vars := linked(f, others)
	for d := f.degree; d <= f.degree+1; d++ {
		for size := 1; size <= min(limit.ShortColumns, len(vars)); size++ {
			if numeric.CountCombinations(len(vars), size) > limit.ShortSets {
				return best, ok
			}
			for cols := range subsets(vars, size) {
				if g := s.shorterIn(cols, d, f, others); g != nil && (!ok || len(g.mons) < len(best.mons)) {
					best, ok = *g, true
				}
			}
		}
	}
	return best, ok
}

// shorterIn looks in a set of columns.
func (s *search) shorterIn(cols []int, d int, f law, others []law) *law {
	sp := newSpace(s.R, cols, d, nil)
	e := s.t.rank(sp, numeric.FirstInts(len(s.t.x)), s.work)
	if news := len(sp.mons) - len(e.rows); news == 0 || news > limit.MaxKernelVectors {
		return nil
	}
	for _, g := range s.circuits(sp, e, newKnown(s.R, sp, s.t.m, s.work)) {
		if len(g.mons) >= len(f.mons)-1 || g.degree < d {
			continue
		}
		if !s.confirmed(g.vector, numeric.FirstInts(len(s.t.x))) || !s.follows(f, append(slices.Clone(others), g)) {
			continue
		}
		if g.poly = lift(s.R, s.table, s.t, g.vector, numeric.FirstInts(len(s.t.x))); g.poly != nil && s.vanishes(g.poly) {
			return &g
		}
	}
	return nil
}

// follows reports whether a law is a combination of multiples of others, and of the
// polynomials that the values of single columns make, of no more than two degrees more.
func (s *search) follows(l law, others []law) bool {
	vars := linked(l, others)
	for d := l.degree; d <= l.degree+2; d++ {
		sp := newSpace(s.R, vars, d, nil)
		if len(sp.mons) > limit.ExactMonomials || d > l.degree && len(sp.mons) > limit.ExactMultiples {
			return false
		}
		k := newKnown(s.R, sp, s.t.m, s.work)
		for _, o := range others {
			if numeric.IsSubset(o.vars, vars) {
				k.multiples(o.vector)
			}
		}
		for _, f := range s.trivial {
			if len(f.vars) == 1 && numeric.IsSubset(f.vars, vars) {
				k.multiples(f)
			}
		}
		if k.contains(sp.vectorOf(l.vector)) {
			return true
		}
	}
	return false
}

// linked are the columns of a law, and those that other laws of not much higher degree link
// to them.
func linked(l law, others []law) []int {
	vars := slices.Clone(l.vars)
	for grown := true; grown; { // the columns that are linked to those of the law
		grown = false
		for _, o := range others {
			if o.degree <= l.degree+2 && !numeric.IsSubset(o.vars, vars) && slices.ContainsFunc(o.vars, func(j int) bool { return slices.Contains(vars, j) }) {
				vars = append(vars, o.vars...)
				slices.Sort(vars)
				vars, grown = slices.Compact(vars), true
			}
		}
	}
	return vars
}
