package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// climb improves the support of an equation by one monomial more or less at a
// time, as long as the description gets shorter. It looks at all neighbours with
// the weights of the equation, refines the most promising, and returns all that
// it refined, with the floor of e. The cost of each is that of the equation less
// the gain.
func (l *level) climb(ctx context.Context, e equation.Equation) []equation.Equation {
	p := l.problem
	var found []equation.Equation
	for range limit.ClimbRounds {
		w := fit.Weigh(ctx, p, e.Estimate.Fit, p.Sample)
		d := e.Degree(p)
		flow := fit.WeightedFlowBeside(ctx, p, e.Estimate.Fit.Idx, numeric.FirstInts(p.Table.Len(d)), w, p.Sample)
		best := e
		for _, n := range l.neighbours(ctx, e, flow, d) {
			estimate := fit.Candidate(ctx, p, n, 2)
			if estimate == nil {
				continue
			}
			f := equation.Recognise(p, *estimate, l.rows(), e.Floor)
			f.Cost = e.Cost - l.gain(describe(e), describe(f))
			found = append(found, f)
			if f.Cost < best.Cost {
				best = f
			}
		}
		if best.Cost >= e.Cost {
			break
		}
		e = best
	}
	return found
}

// description is a fit with what it is compared by with one of a support that
// differs in one monomial.
type description struct {
	fit    support.Fit
	cov    *mat.SymDense
	length float64 // of support and coefficients, nats
	cost   float64 // the same with tempered evidence
}

// describe is the description of an equation.
func describe(e equation.Equation) description {
	return description{e.Estimate.Fit, e.Estimate.Cov, e.Length(), e.Cost}
}

// gain returns by how many nats the description by f is shorter than that by e, where one has
// the monomials of the other and one more, or all that the user declared.
// One coefficient more on a given support does not bring the zero set to both sides
// of the data, on whose account evidence is else tempered: here it counts in full,
// less the margin. It is the lesser of the likelihood ratio and of the evidence that
// the coefficient is not zero, which is too much where it stands in for another.
//
// What the user declared was not chosen by the data: for it there is no margin.
func (l *level) gain(e, f description) float64 {
	if len(f.fit.Idx) < len(e.fit.Idx) {
		return -l.gain(f, e)
	}
	evidence := l.rows() * math.Log((e.fit.Variance+limit.RoundingVariance)/(f.fit.Variance+limit.RoundingVariance))
	if len(f.fit.Idx) == len(e.fit.Idx)+1 {
		more := 0
		for more < len(e.fit.Idx) && e.fit.Idx[more] == f.fit.Idx[more] {
			more++
		}
		evidence = math.Min(evidence, l.independent*f.fit.C[more]*f.fit.C[more]/f.cov.At(more, more))
	}
	margin := limit.EvidenceMargin
	if l.problem.Declared(f.fit.Idx) {
		margin = 0
	}
	return math.Max(e.cost-f.cost, e.length-f.length+evidence/2-margin)
}

// byDeclared compares the equations of a list with the one that has all monomials that the user declared, where that is
// among them, as climb compares neighbours: they are parts of it.
func (l *level) byDeclared(list []equation.Equation) {
	at := slices.IndexFunc(list, func(e equation.Equation) bool { return l.problem.Declared(e.Estimate.Fit.Idx) })
	if at < 0 {
		return
	}
	whole := describe(list[at])
	for i, e := range list {
		if i != at {
			list[i].Cost = whole.cost + l.gain(describe(e), whole)
		}
	}
	sortByCost(list)
}

// neighbours fits the supports that differ from that of e in one monomial and
// returns the most promising.
func (l *level) neighbours(ctx context.Context, e equation.Equation, flow *moment.Flow, d int) []support.Fit {
	p := l.problem
	scale, width := limit.QuickScale, limit.QuickWidth
	if e.Exact && e.Terms() >= limit.ManyTerms {
		// Other integers with one term more, as 6z² + z⁴ for 7z², are rivals: a first look misses
		// these among many coefficients.
		scale, width = limit.MaxScale, limit.MaxWidth
	}
	at := func(idx []int) (description, bool) {
		f, ok := fit.Root(flow, idx, e.Variance())
		if !ok {
			return description{}, false
		}
		m, _ := flow.FormsOn(f.Variance, idx)
		length, cov := support.LengthUpTo(p, m, f, scale, width)
		return description{f, cov, length, length + fit.Tempered(l.rows(), f.Variance, math.Max(e.Variance(), limit.RoundingVariance))}, true
	}
	here, ok := at(e.Estimate.Fit.Idx)
	if !ok {
		return nil
	}
	n, ideal := p.Table.Len(d), l.known.UpTo(d)
	list, gains := make([]support.Fit, n), make([]float64, n)
	parallel.Each(ctx, n, func(a int) {
		if !p.Allowed(a) || l.known.Modulo && !ideal.Standard(a) {
			return
		}
		idx := changedBy(e.Estimate.Fit.Idx, a)
		if !support.Carries(p, idx) || ideal.Dependent(idx) || !p.Homogeneous(idx) {
			return
		}
		if there, ok := at(idx); ok && support.EnoughRows(p, there.fit) {
			list[a], gains[a] = there.fit, l.gain(here, there)
		}
	})
	order := slices.DeleteFunc(numeric.FirstInts(n), func(a int) bool { return list[a].Idx == nil || gains[a] < -limit.MaxClimbLoss })
	stable.Sort(order, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
	var out []support.Fit
	for _, a := range order[:min(limit.ClimbWidth, len(order))] {
		out = append(out, list[a])
	}
	return out
}

// changedBy is a support, increasing, with a monomial more, or without it where it has it.
func changedBy(idx []int, a int) []int {
	out := slices.Clone(idx)
	place, in := slices.BinarySearch(out, a)
	if in {
		return slices.Delete(out, place, place+1)
	}
	return stable.Insert(out, place, a)
}
