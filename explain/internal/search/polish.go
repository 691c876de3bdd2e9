package search

import (
	"context"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// polish fits an equation once more, to all rows where the sample was smaller, and lets them
// decide on single monomials. allowed says which supports may come out; nil for all.
func (l *level) polish(ctx context.Context, e equation.Equation, floor float64,
	allowed func(equation.Equation) bool) *equation.Equation {
	p := l.problem
	if p.Total > float64(len(p.Rows)) {
		return l.byMoments(ctx, e, floor)
	}
	if len(p.Rows) == len(p.Sample) {
		return &e
	}
	all := *l
	all.problem = p.WithSample(p.Rows)
	fine, ok := fit.Refine(ctx, p, e.Estimate.Fit, p.Rows, limit.RefineSteps)
	if !ok {
		return &e
	}
	best := e.Refitted(p, fine, all.rows(), floor)
	if !e.Contested {
		for _, f := range all.climb(ctx, best) {
			f.Estimate.Evidence = fit.Gather(p, f.Estimate.Fit)
			if f.Cost < best.Cost && judge.Refusal(judge.Proof(p, f)) == "" && (allowed == nil || allowed(f)) {
				l.steps.Add("all %d rows prefer %s", len(p.Rows), f.Text(p))
				if best.Rival != nil && !sameSupport(*best.Rival, f) {
					f.Rival, f.Rivals = best.Rival, best.Rivals
					f = f.Refitted(p, f.Estimate, all.rows(), floor)
				}
				best = f
			}
		}
	}
	if !best.Exact && !best.BelowRounding() {
		if plain, ok := fit.Unweighted(ctx, p, best.Estimate.Fit); ok && nearlyAsPrecise(plain, best.Estimate) {
			best = best.Refitted(p, plain, all.rows(), floor)
		}
	}
	best.Estimate.Share = nil // of all rows: nothing is compared with it over the sample
	return &best
}

// byMoments fits an equation once more to the moments of all rows, of which those at hand are
// a sample. The sample has chosen its monomials.
func (l *level) byMoments(ctx context.Context, e equation.Equation, floor float64) *equation.Equation {
	p := l.problem
	plain, ok := fit.Unweighted(ctx, p, e.Estimate.Fit)
	if !ok || !e.BelowRounding() && !nearlyAsPrecise(plain, e.Estimate) {
		return &e
	}
	best := e.Refitted(p, plain, l.rows(), floor)
	l.steps.Add("the moments of all %.0f rows: %s", p.Total, best.Text(p))
	best.Estimate.Share = nil // of all rows: nothing is compared with it over the sample
	return &best
}

// nearlyAsPrecise reports whether no coefficient of e has a relative standard error
// of more than MaxImprecision times that of f, on the same support.
func nearlyAsPrecise(e, f fit.Estimate) bool {
	for i, v := range e.Fit.C {
		a, b := e.Cov.At(i, i)/(v*v), f.Cov.At(i, i)/(f.Fit.C[i]*f.Fit.C[i])
		if !(a <= limit.MaxImprecision*limit.MaxImprecision*b) {
			return false
		}
	}
	return true
}
