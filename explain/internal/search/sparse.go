package search

import (
	"context"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// sparsen replaces equations by sums of them and multiples of others that have fewer terms.
// Where several equations hold, the one that needs the least noise is any combination of
// them, as of three thermometers; the zero set is the same.
func (v *Verdict) sparsen(ctx context.Context) {
	for again := true; again && ctx.Err() == nil; {
		again = false
		for i := range v.Accepted {
			for j := range v.Accepted {
				if i == j {
					continue
				}
				if e := v.eliminated(ctx, v.Accepted[i], v.Accepted[j]); e != nil {
					v.Steps.Add("%s is simpler, given %s, than %s", e.Text(v.Problem), v.Accepted[j].Text(v.Problem), v.Accepted[i].Text(v.Problem))
					v.Accepted[i], again = *e, true
				}
			}
		}
	}
}

// eliminated returns the simplest equation that comes of e by taking away the multiple of f in
// which a monomial cancels, if it has fewer terms than e and needs no more noise than they.
func (v *Verdict) eliminated(ctx context.Context, e, f equation.Equation) *equation.Equation {
	if e.Exact && e.Variance() <= limit.ExactVariance {
		return nil
	}
	p := v.Problem
	if !p.Scaling.NoiseGiven {
		p = p.WithShape(e.Shape)
	}
	a, b := e.Estimate.Fit.Idx, f.Estimate.Fit.Idx
	at := fit.Weigh(ctx, p, f.Estimate.Fit, p.Sample)
	noise, ok := fit.Root(fit.WeightedFlow(ctx, p, numeric.FirstInts(p.Table.Len(f.Degree(p))), at, p.Sample), b, f.Variance())
	if !ok {
		return nil
	}
	most := max(e.Variance(), noise.Variance) * (1 + limit.NoiseMargin)
	if noise.Variance-e.Variance() > limit.MaxSteps*math.Hypot(e.Estimate.Stderr, f.Estimate.Stderr) {
		most = limit.MaxAcross * e.Variance() // f is of a level with more noise
	}
	var best *equation.Equation
	for _, m := range a {
		if !slices.Contains(b, m) {
			continue
		}
		union := slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
		idx := slices.DeleteFunc(union, func(i int) bool { return i == m })
		if len(idx) >= len(a) || !support.Carries(p, idx) {
			continue
		}
		start, ok := fit.Root(p.Flow, idx, e.Variance())
		if !ok {
			continue
		}
		estimate := fit.Candidate(ctx, p, start, limit.RefineSteps)
		if estimate == nil || estimate.Fit.Variance > most {
			continue
		}
		g := equation.Recognise(p, *estimate, float64(len(p.Sample)), e.Floor)
		if best == nil || g.Length() < best.Length() {
			best = &g
		}
	}
	return best
}
