package search

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// level is the search at one noise level: for its first equation with one shape of noise, which
// the problem has, and then for those beside it.
type level struct {
	problem  *problem.Problem
	known    *known.Equations
	propose  Proposer
	accepted []equation.Equation // those of the levels before, and then of this one
	before   int                 // the number of those of the levels before

	// independent is the part of the rows that counts as evidence for one equation
	// against another: less than 1 where what even the best misses is not noise.
	independent float64
	tried       []fit.Estimate        // candidates for the first equation
	planes      map[int][]support.Fit // in all sets of so many columns: see planesIn
	candidates  []equation.Equation   // the equations that no other one beats, by cost
	nearest     *equation.Equation    // that was refused as the first, or nil
	reason      string                // why
	steps       equation.Steps
}

// found are the equations of this level.
func (l *level) found() []equation.Equation { return l.accepted[l.before:] }

// findLevel finds the equations of the next level, beside those of the levels before. Its first
// equation is one without noise, or that of the first of the shapes of noise that has one: that of the problem, or
// where it has noise the most likely one first, at some rows and then at many.
func findLevel(ctx context.Context, p *problem.Problem, known *known.Equations, propose Proposer, before []equation.Equation) *level {
	of := func(p *problem.Problem) *level {
		return &level{problem: p, known: known, propose: propose, accepted: before, before: len(before)}
	}
	l, first := of(p).begun(ctx)
	again := func(shapes []noise.Shape) {
		for _, shape := range shapes {
			shaped := of(p.WithShape(shape))
			begin := shaped.first(ctx, shaped.everything())
			l.steps.Lines = append(l.steps.Lines, shaped.steps.Lines...)
			if begin != nil && shaped.mayBegin(*begin) {
				shaped.steps = l.steps
				l, first = shaped, begin
				return
			}
		}
	}
	if first == nil || !first.NoiseFree() {
		again(l.shapes(ctx))
	}
	if first != nil && !first.NoiseFree() {
		again(l.sharper(ctx, *first))
	}
	if first == nil || !l.mayBegin(*first) {
		return l
	}
	for next := first; next != nil; next = l.next(ctx) {
		l.accept(*next)
	}
	l.strengthen(ctx)
	return l
}

// strengthen replaces the first equation of the level by one from which it follows beside the others that were found: x*z = b*y^2
// by y = a*x^2 where z = c*x*y. x*z = b*y^2 and z = c*x*y also hold on a line where no rows are.
func (l *level) strengthen(ctx context.Context) {
	p, first := l.problem, l.found()[0]
	others := slices.Delete(slices.Clone(l.accepted), l.before, l.before+1)
	if len(l.found()) < 2 || ctx.Err() != nil {
		return
	}
	e := judge.Strongest(p, others, first, l.candidates)
	if sameSupport(e, first) || judge.Refusal(judge.Claim(p, e)) != "" {
		return
	}
	l.contest(&e, others, l.candidates)
	e = *l.polish(ctx, e, e.Floor, nil)
	l.steps.Add("taken for %s, which follows from it: %s", first.Text(p), e.Text(p))
	l.accepted[l.before] = e
	known := known.NewEquations(p.Table, p.Degree)
	takeGiven(p, known)
	for _, e := range l.accepted {
		known.Add(e.Estimate.Fit.Idx, e.Coefficients)
	}
	known.Modulo = l.known.Modulo
	*l.known = *known
}

// begun is a level of the same beginning, with what was tried to find its first equation. Where the rows may satisfy
// equations without noise, only these are looked at, of the lowest degree, unless none comes out exact.
func (l *level) begun(ctx context.Context) (*level, *equation.Equation) {
	if d, ok := support.LowestDegree(l.problem, l.known, limit.ExactVariance); ok {
		noiseFree := *l
		if first := noiseFree.first(ctx, scope{d, limit.ExactVariance}); first != nil && first.Exact {
			return &noiseFree, first
		}
	}
	return l, l.first(ctx, l.everything())
}

// everything is the scope of all degrees and all noise that an equation may need.
func (l *level) everything() scope { return scope{l.problem.Degree, l.problem.MaxVariance()} }

// mayBegin reports whether an equation may begin the level: any where there is none before.
func (l *level) mayBegin(e equation.Equation) bool {
	return l.before == 0 || judge.NewLevel(l.problem, l.accepted, e) && !l.merelyFollows(e)
}

// merelyFollows reports, and notes, that a further equation of decimals only follows the rows: another describes them better, or
// one of its constants is known roughly only.
func (l *level) merelyFollows(e equation.Equation) bool {
	if e.Exact || e.Terms() < limit.FurtherTerms-1 {
		return false
	}
	switch {
	case e.Rival != nil && 1/(1+e.RivalOdds) < limit.MinLikely:
		l.steps.Add("refused beside the others, %s: %s describes the data as well", e.Text(l.problem), e.Rival.Text(l.problem))
	case l.before > 0 && e.LeastT() < 1/limit.MaxLoose:
		l.steps.Add("refused beside the others, %s: its constants are known to %.0f %% only", e.Text(l.problem), 100/e.LeastT())
	default:
		return false
	}
	return true
}

// scope is which candidates are looked at.
type scope struct {
	degree  int     // at most
	ceiling float64 // on the noise variance that they need
}

// proposed are the supports that could carry an equation.
func (l *level) proposed(ctx context.Context, p *problem.Problem, floor, ceiling float64) []support.Fit {
	return fit.Transverse(ctx, p, l.propose(ctx, p, l.known, floor, ceiling))
}

// accept takes an equation and all that follows from it.
func (l *level) accept(e equation.Equation) {
	l.steps.Add("taken: %s", e.Text(l.problem))
	if e.Exact && e.Terms() > 1 {
		l.steps.Add("  exact: whole numbers are %.1f nats ahead of real coefficients, and these have a probability of %.4f among whole numbers",
			e.Rounding.Gain, e.Rounding.Posterior)
	}
	if best := e.Rounding.Best.N; !e.Exact && best != nil {
		failed, rows := "", len(l.problem.Sample)
		if e.Certainty() <= limit.MinPosterior {
			failed = " (failed)"
		}
		l.steps.Add("  not exact: the whole numbers %v have a probability of %.4f, at least %.2f%s; among whole numbers only, %.4f",
			best, e.Certainty(), limit.MinPosterior, failed, e.Rounding.Posterior)
		if failed == "" && rows < limit.FewRows && !e.Rounding.Sure() {
			l.steps.Add("    of %d rows, these need more than %.3f among whole numbers, and %.1f nats over real coefficients, %.1f here (failed)",
				rows, limit.MinPosteriorFew, limit.ExactPrior, e.Rounding.Gain)
		}
	}
	l.addTests(slices.Collect(judge.Claim(l.problem, e)))
	l.accepted = append(l.accepted, e)
	l.known.Add(e.Estimate.Fit.Idx, e.Coefficients)
}

// addTests lists the tests of an equation, those behind a failed one too.
func (l *level) addTests(tests []judge.Test) {
	for _, t := range tests {
		l.steps.Add("  %s", t)
	}
}

// next returns the equation of the shortest description that earns its place
// beside those accepted, or nil.
func (l *level) next(ctx context.Context) *equation.Equation {
	if ctx.Err() != nil {
		return nil
	}
	p, first, floor := l.problem, l.found()[0], meanNoise(l.found())
	ceiling := beside(floor)
	if _, may := support.LowestDegree(p, l.known, ceiling); !may && floor <= limit.ExactVariance {
		return nil
	}
	further := func(e equation.Equation) bool { return judge.Further(p, l.accepted, first, e, floor) }
	list := fit.Candidates(ctx, p, l.proposed(ctx, p, floor, ceiling))
	equations := l.recognise(ctx, list, slices.Repeat([]float64{floor}, len(list)))
	sortByCost(equations)
	for _, e := range equations {
		if !further(e) {
			continue
		}
		if !e.Exact {
			for _, f := range l.climb(ctx, e) {
				if f.Cost < e.Cost && further(f) {
					e = f
				}
			}
		}
		if f := judge.Strongest(p, l.accepted, e, equations); further(f) {
			e = f
		}
		contested := func(e equation.Equation) equation.Equation {
			e = l.shortestForm(ctx, e, further)
			l.contest(&e, l.accepted, slices.DeleteFunc(slices.Clone(equations),
				func(r equation.Equation) bool { return e.Estimate.Beats(r.Estimate, l.independent) }))
			return e
		}
		if e = contested(e); l.merelyFollows(e) {
			return nil
		}
		if inTwo := l.inTwoColumns(e, equations, further); !sameSupport(e, inTwo) {
			if inTwo = contested(inTwo); !l.merelyFollows(inTwo) {
				e = inTwo
			}
		}
		return l.polish(ctx, e, floor, further)
	}
	return nil
}
