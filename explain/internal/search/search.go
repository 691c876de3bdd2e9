package search

import (
	"context"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// Verdict is what a search came to.
type Verdict struct {
	Problem  *problem.Problem    // with the noise of the last level
	Accepted []equation.Equation // in the order in which they were found
	Level    int                 // the number of them at lower noise levels than that of the last
	Known    *known.Equations    // and what follows from them
	Nearest  *equation.Equation  // that was refused, where nothing is accepted, or nil
	Reason   string              // why
	Steps    equation.Steps      // what was looked at, taken and refused

	base    *problem.Problem // with the noise that Run was given
	propose Proposer
}

// Proposer proposes supports, as support.Propose does.
type Proposer func(ctx context.Context, p *problem.Problem, known *known.Equations, floor, ceiling float64) []support.Fit

// Run finds the equations one after another. The noise of the data is that of
// the best candidate of any degree; what needs significantly more is not an
// equation, whatever its degree. What the remaining columns obey with more noise is a
// level of its own: beside a column that is the sum of two others, one that is measured.
//
// What is known beforehand is not looked for; Run adds to it what it accepts. Where the
// context ends, so does Run, with what it has.
func Run(ctx context.Context, p *problem.Problem, known *known.Equations) *Verdict {
	return RunWith(ctx, p, known, support.Propose)
}

// RunWith is Run with another way to propose supports.
func RunWith(ctx context.Context, p *problem.Problem, known *known.Equations, propose Proposer) *Verdict {
	v := &Verdict{Problem: p, base: p, Known: known, propose: propose}
	for _, f := range p.Scaling.Trivial {
		if idx, a, ok := p.Given(f); ok {
			known.AddTrivial(idx, a)
			known.Modulo = true
		}
	}
	for _, f := range p.Scaling.Exact {
		if idx, a, ok := p.Given(f); ok {
			known.Add(idx, a)
			known.Modulo = true
		}
	}
	for ctx.Err() == nil {
		accepted := v.runLevel(ctx)
		if len(accepted) == 0 {
			break
		}
		v.Level = len(v.Accepted) - len(accepted)
		if accepted[0].Variance() > limit.ExactVariance && p.Metric.Vars()-len(v.Accepted) < 2 || v.leavesCurves() {
			break // one equation more would leave no curve, but single points
		}
		known.Modulo = true
	}
	if len(v.Accepted) == 0 {
		return v
	}
	for i := range v.Accepted {
		judge.Acquit(p, v.Accepted, i)
	}
	v.sparsen(ctx)
	v.prune()
	if reason := judge.Refusal(judge.Together(p, v.Accepted)); reason != "" {
		v.Steps.Add("refused: %s", reason)
		v.Nearest, v.Accepted, v.Reason = &v.Accepted[0], nil, reason
	}
	return v
}

// leavesCurves reports whether the equations accepted, all exact and without noise, leave no
// more than curves.
func (v *Verdict) leavesCurves() bool {
	p := v.Problem
	for _, e := range v.Accepted {
		if !e.Exact || e.Variance() > limit.ExactVariance {
			return false
		}
	}
	zeros := fit.NewZeroSet(p, problem.Sample(p.Sample, limit.LayerPoints), equation.ExactFits(p, v.Accepted), nil)
	return zeros.Codimension() >= p.Metric.Vars()-1
}

// runLevel finds the equations at one noise level.
func (v *Verdict) runLevel(ctx context.Context) []equation.Equation {
	before, level := v.Problem, len(v.Accepted)
	c, first := v.best(ctx)
	if first == nil || !v.mayBeginLevel(*first) {
		v.Problem = before
		return nil
	}
	v.accept(*first)
	for ctx.Err() == nil {
		next := v.next(ctx, c, level)
		if next == nil {
			break
		}
		v.accept(*next)
	}
	return v.Accepted[level:]
}

// best returns the first equation of a level, in the first of the shapes of noise that
// has one, the most likely shape first; v.Problem has that shape then.
func (v *Verdict) best(ctx context.Context) (ranking, *equation.Equation) {
	v.Problem = v.base
	c, first, tried := v.bestOf(ctx)
	if first != nil && first.Variance() <= limit.ExactVariance {
		return c, first
	}
	nearest, reason := v.Nearest, v.Reason
	for _, shape := range v.shapes(ctx, c, tried) {
		v.Problem = v.base.WithShape(shape)
		if d, again, _ := v.bestOf(ctx); again != nil && v.mayBeginLevel(*again) {
			return d, again
		}
	}
	v.Problem, v.Nearest, v.Reason = v.base, nearest, reason
	return c, first
}

// mayBeginLevel reports whether an equation may begin a level: any where there is none before.
func (v *Verdict) mayBeginLevel(e equation.Equation) bool {
	return len(v.Accepted) == 0 || judge.NewLevel(v.Problem, v.Accepted, e)
}

// bestOf is best with the noise that v.Problem has. Where the rows may satisfy equations
// without noise, only these are looked at, of the lowest degree, unless none comes out exact.
func (v *Verdict) bestOf(ctx context.Context) (ranking, *equation.Equation, []fit.Estimate) {
	if d, ok := support.LowestDegree(v.Problem, v.Known, limit.ExactVariance); ok {
		before := *v
		c, first, tried := v.bestWithin(ctx, scope{d, limit.ExactVariance})
		if first != nil && first.Exact {
			return c, first, tried
		}
		*v = before
	}
	return v.bestWithin(ctx, scope{v.Problem.Degree, v.Problem.MaxVariance()})
}

// scope is which candidates are looked at.
type scope struct {
	degree  int     // at most
	ceiling float64 // on the noise variance that they need
}

// bestWithin is bestOf within a scope.
func (v *Verdict) bestWithin(ctx context.Context, s scope) (ranking, *equation.Equation, []fit.Estimate) {
	fits := v.proposed(ctx, v.Problem.UpTo(s.degree), 0, s.ceiling)
	floor := support.Floor(v.Problem, fits)
	v.Steps.Add("%d supports could carry an equation; the noise is about %.2g of the root mean squares", len(fits), math.Sqrt(floor))
	return v.first(ctx, floor, s)
}

// proposed are the supports that could carry an equation.
func (v *Verdict) proposed(ctx context.Context, p *problem.Problem, floor, ceiling float64) []support.Fit {
	return fit.Transverse(ctx, p, v.propose(ctx, p, v.Known, floor, ceiling))
}

// accept takes an equation and all that follows from it.
func (v *Verdict) accept(e equation.Equation) {
	v.Steps.Add("taken: %s", e.Text(v.Problem))
	if e.Exact && e.Terms() > 1 {
		v.Steps.Add("  exact: integers are favoured over real coefficients by %.1f nats, these among integers with a probability of %.4f",
			e.Rounding.Gain, e.Rounding.Posterior)
	}
	if best := e.Rounding.Best.N; !e.Exact && best != nil {
		v.Steps.Add("  not exact: the nearest whole numbers, %v, are favoured over real coefficients by %.1f nats of %.1f, and have a probability of %.4f of %.2f among others",
			best, e.Rounding.Gain, limit.MinEvidence(), e.Rounding.Posterior, limit.MinPosterior)
	}
	v.addTests(e)
	v.Accepted = append(v.Accepted, e)
	v.Known.Add(e.Estimate.Fit.Idx, e.Coefficients)
}

// addTests lists the tests of an equation in the order in which they were made.
func (v *Verdict) addTests(e equation.Equation) {
	for t := range judge.Claim(v.Problem, e) {
		v.Steps.Add("  %s", t)
	}
}

// next returns the equation of the shortest description that earns its place
// beside those accepted, of which those from level on are of this noise level.
func (v *Verdict) next(ctx context.Context, c ranking, level int) *equation.Equation {
	p, first, floor := v.Problem, v.Accepted[level], meanNoise(v.Accepted[level:])
	ceiling := 2*floor + limit.ExactVariance
	if _, may := support.LowestDegree(p, v.Known, ceiling); !may && floor <= limit.ExactVariance {
		return nil
	}
	further := func(e equation.Equation) bool { return judge.Further(p, v.Accepted, first, e, floor) }
	list := fit.Candidates(ctx, p, v.proposed(ctx, p, floor, ceiling))
	equations := c.recognise(ctx, p, list, slices.Repeat([]float64{floor}, len(list)))
	sortByCost(equations)
	for _, e := range equations {
		if !further(e) {
			continue
		}
		if !e.Exact {
			for _, f := range c.climb(ctx, p, e) {
				if f.Cost < e.Cost && further(f) {
					e = f
				}
			}
		}
		if f := judge.Strongest(p, v.Accepted, e, equations); further(f) {
			e = f
		}
		judge.Contest(p, v.Accepted, &e, slices.DeleteFunc(slices.Clone(equations),
			func(r equation.Equation) bool { return e.Estimate.Beats(r.Estimate, c.independent) }))
		return v.polish(ctx, c, e, floor, further)
	}
	return nil
}

// prune drops equations that follow from the others by multiples of no higher
// degree, the highest degree first: those accepted before the equations that
// they are multiples of.
func (v *Verdict) prune() {
	p := v.Problem
	for d := p.Degree; d > 0; d-- {
		for i := len(v.Accepted) - 1; i >= 0 && len(v.Accepted) > 1; i-- {
			e := v.Accepted[i]
			if e.Degree(p) != d {
				continue
			}
			most := d
			if len(p.Scaling.Trivial) > 0 {
				most = p.Degree // one law takes several forms with what holds by definition
			}
			others := known.New(p.Table, most)
			for _, f := range p.Scaling.Trivial {
				if idx, a, ok := p.Given(f); ok {
					others.Add(idx, a)
				}
			}
			for j, f := range v.Accepted {
				if j != i && f.Degree(p) <= d {
					others.Add(f.Estimate.Fit.Idx, f.Coefficients)
				}
			}
			if others.Follows(e.Estimate.Fit.Idx, e.Coefficients) {
				v.Steps.Add("dropped, since it follows from the others: %s", e.Text(p))
				v.Accepted = slices.Delete(v.Accepted, i, i+1)
				if i < v.Level {
					v.Level--
				}
			}
		}
	}
}

// meanNoise is the mean noise variance of equations.
func meanNoise(list []equation.Equation) float64 {
	sum := 0.0
	for _, e := range list {
		sum += e.Variance()
	}
	return sum / float64(len(list))
}

// Noise is the mean noise variance of the last level.
func (v *Verdict) Noise() float64 { return meanNoise(v.Accepted[v.Level:]) }
