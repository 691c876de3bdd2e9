package explain

import (
	"context"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/robust"
	"github.com/kexplain/kexplain/explain/internal/search"
)

// choose decides which rows are set aside, and returns the verdict about the others with its
// equations, and what speaks for and against each of them. No row is set aside for curves that
// need not be laws: most rows may lie near some curve, and the others are far from it. The error
// is a *NoEquationError where no equation is left.
func choose(ctx context.Context, v *search.Verdict, in problem.Data, o Options, x *exactPart) (*robust.Selection, []Generator, error) {
	chosen, err := robust.WithoutOutliers(ctx, v, in, x.robust(o), o.Seed)
	if err != nil {
		return nil, nil, err
	}
	generators, err := claims(ctx, chosen.Verdict, o, x)
	if err == nil && len(chosen.Aside) > 0 && allCurves(generators) {
		chosen = &robust.Selection{Verdict: v, Data: in}
		generators, err = claims(ctx, v, o, x)
	}
	return chosen, generators, err
}

// claims are the accepted equations of a verdict with what speaks for and against each.
// It is a *NoEquationError where there are none, or where each is a curve of many decimals that
// describes the rows worse than no law does.
func claims(ctx context.Context, v *search.Verdict, o Options, x *exactPart) ([]Generator, error) {
	w, err := newWriter(v.Problem)
	if err != nil {
		return nil, err
	}
	if len(v.Accepted) == 0 {
		return nil, w.refusal(ctx, v, o)
	}
	var generators []Generator
	best := 0
	for i, e := range v.Accepted {
		g, err := w.generator(e)
		if err != nil {
			return nil, err
		}
		d, err := w.doubts(e, g, o)
		if err != nil {
			return nil, err
		}
		if i > 0 && g.manyDecimals() {
			d.add("a further equation with decimals only, so it may only follow the rows along the equations before it")
			d.approximation = true
		}
		g.addDoubt(d)
		g.addDoubt(g.setPosterior(e, judge.Compare(v.Problem, v.Accepted, i, w.exactRatios(e, g)), len(v.Accepted) == 1 && !x.hasEquations()))
		generators = append(generators, x.shortestForm(g))
		if g.behind < generators[best].behind {
			best = i
		}
	}
	if slices.ContainsFunc(generators, func(g Generator) bool { return !g.manyDecimals() || g.behind <= limit.MaxBehind }) {
		return generators, nil
	}
	none := *v
	none.Accepted, none.Nearest = nil, &v.Accepted[best]
	none.Reason = fmt.Sprintf("what comes nearest has %d measured constants, and %s describes the rows better", len(generators[best].Terms)-1, generators[best].null)
	return nil, w.refusal(ctx, &none, o)
}

// allCurves reports whether no equation is more than a curve that the rows follow.
func allCurves(generators []Generator) bool {
	return !slices.ContainsFunc(generators, func(g Generator) bool {
		g.decide()
		return g.Rational || g.Kind != Curve
	})
}
