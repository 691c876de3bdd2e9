package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/evidence"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/stable"
)

// rows is how many rows of the sample count as evidence.
func (l *level) rows() float64 { return l.independent * float64(len(l.problem.Sample)) }

// first returns the equation of the shortest description among the candidates of a scope that no other beats, or nil.
func (l *level) first(ctx context.Context, s scope) *equation.Equation {
	p := l.problem
	within := p.UpTo(s.degree)
	fits := l.proposed(ctx, within, 0, s.ceiling)
	floor := support.Floor(p, fits)
	l.steps.Add("%s could carry an equation; the noise is about %.2g of the root mean squares", plural.Count(len(fits), "support"), math.Sqrt(floor))
	atFloor := fits
	if floor > 0 {
		atFloor = l.proposed(ctx, within, floor, s.ceiling)
	}
	l.tried = l.cutDimension(ctx, fit.Candidates(ctx, p, atFloor))
	equations := l.ranked(ctx)
	l.candidates = equations
	switch {
	case len(fits) == 0:
		l.reason = "no equation was left to try: those of this degree are known, or there are too few rows or too few values"
	case len(equations) == 0:
		l.reason = fmt.Sprintf("every equation that was tried misses by more than %.0f %% of the size of the values", 100*limit.MaxNoise)
	}
	for _, e := range equations {
		e = judge.Strongest(p, l.accepted, e, equations)
		passes := func(f equation.Equation) bool { return judge.Refusal(judge.Claim(p, f)) == "" }
		e = l.inTwoColumns(l.shortestForm(ctx, e, passes), equations, passes)
		l.contest(&e, l.accepted, equations)
		tests := slices.Collect(judge.Claim(p, e))
		reason := judge.Refusal(slices.Values(tests))
		if reason == "" {
			return l.polish(ctx, e, floor, nil)
		}
		l.refuse(e, reason, tests)
	}
	return nil
}

// ranked are the candidates tried that no other beats as equations, in the order of their cost. What even the best misses
// may be no noise; then fewer rows count.
func (l *level) ranked(ctx context.Context) []equation.Equation {
	p := l.problem
	most := min(p.Independent, float64(limit.EvidenceRows)/float64(len(p.Sample)))
	l.independent = most
	equations := l.rank(ctx)
	if len(equations) == 0 {
		return nil
	}
	if share := leastCorrelated(equations).EffectiveShare(); share < 1 {
		l.steps.Add("the residuals of the best equation are correlated along the data: %d rows count as %.1f", len(p.Sample), share*float64(len(p.Sample)))
		l.independent = min(share*p.Independent, most)
		equations = l.rank(ctx)
	}
	if ctx.Err() != nil {
		return nil
	}
	return equations
}

// refuse notes an equation that is refused as the first, why, and all its tests.
func (l *level) refuse(e equation.Equation, reason string, tests []judge.Test) {
	l.steps.Add("refused %s: %s", e.Text(l.problem), reason)
	l.addTests(tests)
	// What the data do not determine tells a reader little.
	if l.nearest == nil || l.nearest.LeastT() < limit.MinDecimalT && e.LeastT() >= limit.MinDecimalT {
		l.nearest, l.reason = &e, reason
	}
}

// cutDimension returns the candidates that cut the dimension of what exact equations of
// the level before leave; all, where there are none. Others can only follow from
// these, or be squares of equations that hold nearly, and need next to no noise.
func (l *level) cutDimension(ctx context.Context, list []fit.Estimate) []fit.Estimate {
	if len(l.accepted) == 0 {
		return list
	}
	return judge.Cutting(ctx, l.problem, equation.ExactFits(l.problem, l.accepted), list)
}

// rank returns the candidates tried that no other beats as equations, and those that
// come of changes to the best, in the order of their cost.
func (l *level) rank(ctx context.Context) []equation.Equation {
	p := l.problem
	refined := judge.WithoutMultiples(p, l.tried, l.independent)
	list := fit.Unbeaten(refined, l.independent)
	equations := l.recognise(ctx, list, fit.LeastNoise(list))
	l.steps.Add("%s refined, %d of them not beaten by another:", plural.Count(len(refined), "candidate"), len(equations))
	if len(equations) == 0 {
		return nil
	}
	judge.FactorsFirst(p, equations)
	sortByCost(equations)
	l.byDeclared(equations)
	l.steps.AddEquations(p, equations)
	for _, e := range l.climb(ctx, equations[0]) {
		if !slices.ContainsFunc(list, func(g fit.Estimate) bool { return g.Beats(e.Estimate, l.independent) }) {
			equations = append(equations, e)
		}
	}
	sortByCost(equations)
	l.byEvidence(ctx, equations)
	return equations
}

// byEvidence raises the cost of candidates that the log evidence puts behind another one, by at
// least as much as the evidence says, and sorts again. It looks at the candidates that could be
// accepted or be rivals. Their description lengths do not know where the feet of the rows are:
// a multiple with its zero set on all the rows, or with a branch on each side of them, can be
// as short as the equation itself.
//
// Two equations that give the only column with errors are compared as two regressions are. Of others, only
// another of lower degree counts, whose zero set is not across that of the candidate: of
// two equations that both hold, each has offsets and feet of its own, and of two
// approximations of one degree neither should be made sure by being the nearer.
func (l *level) byEvidence(ctx context.Context, list []equation.Equation) {
	p := l.problem
	near := slices.IndexFunc(list, func(e equation.Equation) bool { return e.Cost > list[0].Cost+limit.VectorMargin })
	if near < 0 {
		near = len(list)
	}
	near = min(near, limit.ShapeCandidates)
	if near < 2 || list[0].NoiseFree() {
		return
	}
	rows := problem.Sample(p.DistinctSample(), limit.ShapeRows)
	shape := p.Shape
	if p.Scaling.NoiseGiven {
		shape = judge.Given(p)
	}
	shape = judge.Along(p, shape, nil)
	score := make([]float64, near)
	parallel.Each(ctx, near, func(i int) {
		f := judge.Polynomial(p, list[i].ExactFit(p))
		score[i] = math.NaN() // without a finite evidence nothing is said of it
		if measured, ok := evidence.Of(rows, f, shape); ok {
			score[i] = measured.Total() - list[i].Length()
		}
	})
	if ctx.Err() != nil {
		return
	}
	cost := make([]float64, near)
	for i, e := range list[:near] {
		cost[i] = e.Cost
		for j, f := range list[:near] {
			if givesColumn(p, e) && givesColumn(p, f) {
				if behind := l.regression(f) - l.regression(e); behind > 0 {
					cost[i] = math.Max(cost[i], f.Cost+behind)
				}
				continue
			}
			behind := score[j] - score[i]
			if behind > limit.MinEvidence() && f.Cost+behind > cost[i] && f.Degree(p) < e.Degree(p) &&
				fit.Relate(p, rows, []support.Fit{f.ExactFit(p)}, e.ExactFit(p)).MedianSine <= limit.MinSine {
				cost[i] = f.Cost + behind
			}
		}
	}
	for i, c := range cost {
		list[i].Cost = c
	}
	sortByCost(list)
}

// givesColumn reports whether an equation gives the only column that has errors: it is of degree one in it. The zero set then
// has one point to every row, and the offsets in this column are those of a regression.
func givesColumn(p *problem.Problem, e equation.Equation) bool {
	if !p.Shape.Single() {
		return false
	}
	most := 0
	for _, a := range e.Estimate.Fit.Idx {
		most = max(most, int(p.Table.Exponents(a)[p.Shape.Column]))
	}
	return most == 1
}

// regression is the log evidence of an equation that gives the only column with errors, up to a constant: the likelihood of its
// residuals, less the code length of its support and half the logarithm of the number of rows for each coefficient.
func (l *level) regression(e equation.Equation) float64 {
	n := l.rows()
	return -n/2*math.Log(e.Variance()) - e.Length() - float64(e.Terms()-1)/2*math.Log(n)
}

// recognise rounds all candidates, comparing the noise of each with its floor, and
// returns them as equations. It leaves out those without a finite cost, whose coefficients
// the rows do not determine.
func (l *level) recognise(ctx context.Context, list []fit.Estimate, floors []float64) []equation.Equation {
	out := make([]equation.Equation, len(list))
	parallel.Each(ctx, len(list), func(i int) { out[i] = equation.Recognise(l.problem, list[i], l.rows(), floors[i]) })
	if ctx.Err() != nil {
		return nil // some are missing
	}
	return slices.DeleteFunc(out, func(e equation.Equation) bool { return math.IsNaN(e.Cost) || math.IsInf(e.Cost, 0) })
}

func sortByCost(list []equation.Equation) {
	stable.Sort(list, func(a, b equation.Equation) int { return cmp.Compare(a.Cost, b.Cost) })
}

// leastCorrelated returns the correlation of the best of a list whose residuals are
// noise, or of the first where there is none among the CorrelatedCandidates best.
func leastCorrelated(list []equation.Equation) fit.Correlation {
	for _, e := range list[:min(len(list), limit.CorrelatedCandidates)] {
		if c := e.Estimate.Evidence.Correlation(); !c.Systematic() {
			return c
		}
	}
	return list[0].Estimate.Evidence.Correlation()
}
