package search

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// shortestForm is the shortest allowed form that an equation with decimals takes beside the known ones. A form has, in place of
// a monomial, another one of no higher degree that is proportional to it by the known equations. Where U = 47*I, the
// search leaves out U and finds P = 47*I^2; its form P = U*I has no constant.
func (l *level) shortestForm(ctx context.Context, e equation.Equation, allowed func(equation.Equation) bool) equation.Equation {
	if len(l.accepted) == 0 || e.Exact || e.NoiseFree() {
		return e
	}
	for {
		best := e
		for _, idx := range l.formsOf(e) {
			f, ok := fit.Root(l.problem.Flow, idx, e.Variance())
			if !ok {
				continue
			}
			estimate := fit.Candidate(ctx, l.problem, f, limit.RefineSteps)
			if estimate == nil {
				continue
			}
			if form := equation.Recognise(l.problem, *estimate, l.rows(), e.Floor); form.Cost < best.Cost && allowed(form) {
				best = form
			}
		}
		if best.Cost >= e.Cost || ctx.Err() != nil {
			return e
		}
		e = best
	}
}

// inTwoColumns returns an equation in two columns in place of e, if e has decimals and more columns, and the list has one that is allowed and about as
// good: of as many terms, of no more factors, and hardly longer. It is the first of the list, which is sorted by cost. Where y = 2*x - 1 and
// z = 3 - x, z = 5*x - 3*y has as many terms as these, and may need a little less noise.
func (l *level) inTwoColumns(e equation.Equation, list []equation.Equation, allowed func(equation.Equation) bool) equation.Equation {
	p := l.problem
	two := func(e equation.Equation) bool { return len(p.ColumnsOf(e.Estimate.Fit.Idx)) == 2 }
	factors := func(e equation.Equation) (n int) {
		for _, a := range e.Estimate.Fit.Idx {
			n += p.Table.DegreeOf(a)
		}
		return n
	}
	if e.Exact || two(e) {
		return e
	}
	k := slices.IndexFunc(list, func(f equation.Equation) bool {
		return !f.Exact && two(f) && f.Cost <= e.Cost+limit.MinEvidence() && f.Terms() == e.Terms() && factors(f) <= factors(e) && allowed(f)
	})
	if k < 0 {
		return e
	}
	return list[k]
}

// sameSupport reports whether two equations have the same monomials.
func sameSupport(e, f equation.Equation) bool {
	return slices.Equal(e.Estimate.Fit.Idx, f.Estimate.Fit.Idx)
}

// formsOf are the supports of an equation with one monomial replaced.
func (l *level) formsOf(e equation.Equation) (out [][]int) {
	p, own := l.problem, e.Estimate.Fit.Idx
	ideal := l.known.UpTo(e.Degree(p))
	for i, a := range own {
		for b := range p.Table.Len(p.Table.DegreeOf(a)) {
			if slices.Contains(own, b) || !p.Allowed(b) || !ideal.Dependent([]int{min(a, b), max(a, b)}) {
				continue
			}
			idx := slices.Clone(own)
			idx[i] = b
			slices.Sort(idx)
			if support.Carries(p, idx) && p.Homogeneous(idx) && !ideal.Dependent(idx) {
				out = append(out, idx)
			}
		}
	}
	return out
}
