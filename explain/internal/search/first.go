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
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/stable"
)

// ranking is what candidates of one noise level are compared with.
type ranking struct {
	known *known.Equations
	// independent is the part of the rows that counts as evidence for one equation
	// against another: less than 1 where what even the best misses is not noise.
	independent float64
}

// rows is how many rows of the sample count as evidence.
func (c ranking) rows(p *problem.Problem) float64 { return c.independent * float64(len(p.Sample)) }

// first returns the equation of the shortest description among the candidates
// that no other beats, how they were ranked, and all of them.
func (v *Verdict) first(ctx context.Context, floor float64, s scope) (c ranking, best *equation.Equation, refined []fit.Estimate) {
	p := v.Problem
	most := min(p.Independent, float64(limit.EvidenceRows)/float64(len(p.Sample)))
	c = ranking{v.Known, most}
	refined = v.cutDimension(ctx, fit.Candidates(ctx, p, v.proposed(ctx, p.UpTo(s.degree), floor, s.ceiling)))
	equations := v.rank(ctx, c, refined)
	if len(equations) == 0 {
		v.Reason = fmt.Sprintf("every equation that was tried misses by more than %.0f %% of the size of the values", 100*limit.MaxNoise)
		return c, nil, refined
	}
	if share := leastCorrelated(equations).EffectiveShare(); share < 1 {
		v.Steps.Add("what the best misses varies along the data: %d rows count as %.1f", len(p.Sample), share*float64(len(p.Sample)))
		c.independent = min(share*p.Independent, most)
		equations = v.rank(ctx, c, refined)
	}
	if ctx.Err() != nil {
		return c, nil, refined
	}
	for _, e := range equations {
		e = judge.Strongest(p, v.Accepted, e, equations)
		judge.Contest(p, v.Accepted, &e, equations)
		v.Reason = judge.Refusal(judge.Claim(p, e))
		if v.Reason == "" {
			return c, v.polish(ctx, c, e, floor, func(equation.Equation) bool { return true }), refined
		}
		v.Steps.Add("refused %s: %s", e.Text(p), v.Reason)
		v.addTests(e)
		// What the data do not determine tells a reader little.
		if v.Nearest == nil || v.Nearest.LeastT() < limit.MinDecimalT && e.LeastT() >= limit.MinDecimalT {
			v.Nearest = &e
		}
	}
	v.Reason = judge.Refusal(judge.Claim(p, *v.Nearest))
	return c, nil, refined
}

// cutDimension returns the candidates that cut the dimension of what exact equations of
// the level before leave; all, where there are none. Others can only follow from
// these, or be squares of equations that hold nearly, and need next to no noise.
func (v *Verdict) cutDimension(ctx context.Context, list []fit.Estimate) []fit.Estimate {
	if len(v.Accepted) == 0 {
		return list
	}
	return judge.Cutting(ctx, v.Problem, equation.ExactFits(v.Problem, v.Accepted), list)
}

// rank returns the candidates that no other beats as equations, and those that
// come of changes to the best, in the order of their cost.
func (v *Verdict) rank(ctx context.Context, c ranking, refined []fit.Estimate) []equation.Equation {
	p := v.Problem
	refined = judge.WithoutMultiples(p, refined, c.independent)
	list := fit.Unbeaten(refined, c.independent)
	equations := c.recognise(ctx, p, list, fit.LeastNoise(list))
	v.Steps.Add("%d candidates refined, %d of them not beaten by another:", len(refined), len(equations))
	if len(equations) == 0 {
		return nil
	}
	judge.FactorsFirst(p, equations)
	sortByCost(equations)
	v.Steps.AddEquations(p, equations)
	for _, e := range c.climb(ctx, p, equations[0]) {
		if !slices.ContainsFunc(list, func(g fit.Estimate) bool { return g.Beats(e.Estimate, c.independent) }) {
			equations = append(equations, e)
		}
	}
	sortByCost(equations)
	v.byEvidence(ctx, equations)
	return equations
}

// byEvidence raises the cost of candidates that the log evidence puts behind another one, by at
// least as much as the evidence says, and sorts again. It looks at the candidates that could be
// accepted or be rivals. Their description lengths do not know where the feet of the rows are:
// a multiple with its zero set on all the rows, or with a branch on each side of them, can be
// as short as the equation itself.
//
// Only another of lower degree counts, whose zero set is not across that of the candidate: of
// two equations that both hold, each has offsets and feet of its own, and of two
// approximations of one degree neither should be made sure by being the nearer.
func (v *Verdict) byEvidence(ctx context.Context, list []equation.Equation) {
	p := v.Problem
	near := slices.IndexFunc(list, func(e equation.Equation) bool { return e.Cost > list[0].Cost+limit.VectorMargin })
	if near < 0 {
		near = len(list)
	}
	near = min(near, limit.ShapeCandidates)
	if near < 2 || list[0].Variance() <= limit.ExactVariance {
		return
	}
	rows := problem.Sample(problem.Distinct(p.Sample, 0), limit.ShapeRows)
	shape := p.Shape
	if p.Scaling.NoiseGiven {
		shape = judge.Given(p)
	}
	shape = judge.Along(p, shape)
	score := make([]float64, near)
	parallel.Each(ctx, near, func(i int) {
		f := polynomial(p, list[i])
		f.Coefficients = list[i].ExactFit(p).C
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

// recognise rounds all candidates, comparing the noise of each with its floor, and
// returns them as equations.
func (c ranking) recognise(ctx context.Context, p *problem.Problem, list []fit.Estimate, floors []float64) []equation.Equation {
	out := make([]equation.Equation, len(list))
	parallel.Each(ctx, len(list), func(i int) { out[i] = equation.Recognise(p, list[i], c.rows(p), floors[i]) })
	if ctx.Err() != nil {
		return nil // some are missing
	}
	return out
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
