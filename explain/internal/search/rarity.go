package search

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// contest takes an equation beside others as one of a list: integers may be less expected, and other equations may be as likely.
func (l *level) contest(e *equation.Equation, others, list []equation.Equation) {
	e.SetRarity(l.problem, l.rarity(*e, list))
	judge.Contest(l.problem, others, e, list)
}

// rarity is by how many nats integers are less expected in an equation than ExactPrior says. The rows may lie as closely about other
// planes, in other sets of as many columns, whose coefficients are no integers. The odds of integers beforehand are worth one
// relation, and each plane is one more [Kass, Wasserman, JASA 90 (1995) 928–934: a unit-information prior]. A list of equations has
// some of these planes. Integers are taken to stand out in the same part of the others.
func (l *level) rarity(e equation.Equation, list []equation.Equation) float64 {
	in := l.problem.ColumnsOf(e.Estimate.Fit.Idx)
	if !e.Exact || len(in) < 2 || numeric.Binomial(l.problem.Metric.Vars(), len(in)) > limit.PlaneSets {
		return 0
	}
	others := l.otherPlanes(e, in)
	exact := map[string]bool{} // whether integers stand out, of those in the list
	for _, r := range list {
		if at := problem.KeyOf(l.problem.ColumnsOf(r.Estimate.Fit.Idx)); others[at] {
			exact[at] = exact[at] || r.Exact
		}
	}
	standOut := 0
	for _, yes := range exact {
		if yes {
			standOut++
		}
	}
	all := float64(len(others))
	integers := all * float64(standOut) / float64(max(len(exact), 1))
	expected := 1 / (1 + math.Exp(-limit.ExactPrior))
	return math.Max(0, limit.ExactPrior-math.Log((expected+integers)/(1-expected+all-integers)))
}

// otherPlanes are the sets of as many columns as an equation has, in, that lie about a plane which needs a noise variance within
// beside and does not follow from the equation and those accepted. A plane in fewer of the columns does not count.
func (l *level) otherPlanes(e equation.Equation, in []int) map[string]bool {
	most := beside(e.Variance())
	fewer := map[string]bool{}
	for _, f := range l.planesIn(len(in) - 1) {
		if f.Variance <= most {
			fewer[problem.KeyOf(l.problem.ColumnsOf(f.Idx))] = true
		}
	}
	ideal := equation.Ideal(l.problem, l.problem.Degree, nil, append(slices.Clip(l.accepted), e)...)
	out := map[string]bool{}
	for _, f := range l.planesIn(len(in)) {
		columns := l.problem.ColumnsOf(f.Idx)
		part := func(i int) bool { return fewer[problem.KeyOf(slices.Delete(slices.Clone(columns), i, i+1))] }
		if f.Variance <= most && !slices.Equal(columns, in) && !slices.ContainsFunc(numeric.FirstInts(len(columns)), part) && !ideal.Dependent(f.Idx) {
			out[problem.KeyOf(columns)] = true
		}
	}
	return out
}

// planesIn fits a plane to each set of k columns, with equal weights of all rows.
func (l *level) planesIn(k int) []support.Fit {
	if fits, ok := l.planes[k]; ok || k == 0 {
		return fits
	}
	p := l.problem
	m, g := p.Flow.Forms(0, 1)
	var fits []support.Fit
	for columns := range numeric.Combinations(p.Metric.Vars(), k) {
		idx := []int{0}
		for _, j := range columns {
			e := make([]uint8, p.Table.Vars())
			e[j] = 1
			idx = append(idx, p.Table.Position(e))
		}
		slices.Sort(idx)
		if f, ok := support.Fitted(m, g, idx, 0); ok {
			fits = append(fits, f)
		}
	}
	if l.planes == nil {
		l.planes = map[int][]support.Fit{}
	}
	l.planes[k] = fits
	return fits
}

// beside is the noise variance that an equation beside one of some noise variance may need.
func beside(variance float64) float64 { return 2*variance + limit.ExactVariance }
