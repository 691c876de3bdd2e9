package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
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
func (v *Verdict) first(ctx context.Context, floor float64) (c ranking, best *equation.Equation, refined []fit.Estimate) {
	p := v.Problem
	most := min(1, float64(limit.EvidenceRows)/float64(len(p.Sample)))
	c = ranking{v.Known, most}
	refined = v.cutting(ctx, fit.Candidates(ctx, p, v.propose(ctx, p, v.Known, floor, p.MaxVariance())))
	equations := v.rank(ctx, c, refined)
	if len(equations) == 0 {
		v.Reason = fmt.Sprintf("none that was looked at has a fit that is regular on the data and needs less noise than %.0f %% of the root mean squares", 100*limit.MaxNoise)
		return c, nil, refined
	}
	if share := leastCorrelated(equations).EffectiveShare(); share < 1 {
		v.Steps.Add("what the best misses varies along the data: %d rows count as %.1f", len(p.Sample), share*float64(len(p.Sample)))
		c.independent = min(share, most)
		equations = v.rank(ctx, c, refined)
	}
	if ctx.Err() != nil {
		return c, nil, refined
	}
	for _, e := range equations {
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

// cutting returns the candidates that cut the dimension of what exact equations of
// the level before leave; all, where there are none. Others can only follow from
// these, or be squares of equations that hold nearly, and need next to no noise.
func (v *Verdict) cutting(ctx context.Context, list []fit.Estimate) []fit.Estimate {
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
	return equations
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
