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

// Verdict is what a search came to.
type Verdict struct {
	Problem  *problem.Problem    // with the noise of the last level
	Accepted []equation.Equation // in the order in which they were found
	Level    int                 // the number of them at lower noise levels than that of the last
	Known    *known.Equations    // and what follows from them
	Nearest  *equation.Equation  // that was refused, where nothing is accepted, or nil
	Reason   string              // why
	Steps    equation.Steps      // what was looked at, taken and refused
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
func RunWith(ctx context.Context, p *problem.Problem, eqs *known.Equations, propose Proposer) *Verdict {
	v := found(ctx, p, eqs, propose)
	// Whether errors go together is one question for all equations: a combination of two may have hardly any of the part that
	// columns share, and hides it.
	if shape := v.together(); shape != nil {
		q := p.WithShape(*shape)
		v.Steps.Add("the errors of one equation go together, so all are looked for again with noise %s", shape.Words(0, p.Scaling.Names))
		if w := found(ctx, q, known.NewEquations(p.Table, p.Degree), propose); len(w.Accepted) >= len(v.Accepted) {
			w.Steps.Lines = slices.Concat(v.Steps.Lines, w.Steps.Lines)
			*eqs = *w.Known
			p, v, w.Known = q, w, eqs
		} else {
			v.Steps.Add("fewer come out, so those found before stay")
		}
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

// found is what one level after another finds, before the equations are compared with one another.
func found(ctx context.Context, p *problem.Problem, known *known.Equations, propose Proposer) *Verdict {
	v := &Verdict{Problem: p, Known: known}
	takeGiven(p, known)
	for ctx.Err() == nil {
		l := findLevel(ctx, p, known, propose, v.Accepted)
		v.Steps.Lines = append(v.Steps.Lines, l.steps.Lines...)
		if len(l.found()) == 0 {
			if len(v.Accepted) == 0 {
				v.Nearest, v.Reason = l.nearest, l.reason
			}
			break
		}
		v.Problem, v.Accepted, v.Level = l.problem, l.accepted, l.before
		if !l.found()[0].NoiseFree() && p.Metric.Vars()-len(v.Accepted) < 2 || v.leavesCurves() {
			break // one equation more would leave no curve, but single points
		}
		known.Modulo = true
	}
	return v
}

// together is a shape of errors that go together, if one equation has it and another has not.
func (v *Verdict) together() (out *noise.Shape) {
	apart := false
	for _, e := range v.Accepted {
		if shared := e.Shape.Kind == noise.Together; shared && out == nil {
			out = &e.Shape
		} else if !shared {
			apart = true
		}
	}
	if !apart {
		return nil
	}
	return out
}

// takeGiven adds to what is known what holds by definition and what holds exactly.
func takeGiven(p *problem.Problem, known *known.Equations) {
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
}

// leavesCurves reports whether the equations accepted, all exact and without noise, leave no
// more than curves.
func (v *Verdict) leavesCurves() bool {
	p := v.Problem
	for _, e := range v.Accepted {
		if !e.Exact || !e.NoiseFree() {
			return false
		}
	}
	zeros := fit.NewZeroSet(p, problem.Sample(p.Sample, limit.LayerPoints), equation.ExactFits(p, v.Accepted), nil)
	return zeros.Codimension() >= p.Metric.Vars()-1
}

// prune drops equations that follow from the others by multiples of no higher
// degree, the highest degree first: those accepted before the equations that
// they are multiples of.
func (v *Verdict) prune() {
	p := v.Problem
	for d := p.Degree; d > 0; d-- {
		for i := len(v.Accepted) - 1; i >= 0 && len(v.Accepted) > 1; i-- {
			e := v.Accepted[i]
			if e.Degree(p) != d || !v.besides(i, d).Follows(e.Estimate.Fit.Idx, e.Coefficients) {
				continue
			}
			v.Steps.Add("dropped, since it follows from the others: %s", e.Text(p))
			v.Accepted = slices.Delete(v.Accepted, i, i+1)
			if i < v.Level {
				v.Level--
			}
		}
	}
}

// besides is what follows from the equations but the i-th that are of no higher degree than d, with what holds
// exactly or by definition. Where the i-th holds exactly but for rounding, it is what follows from others that do.
func (v *Verdict) besides(i, d int) *known.Ideal {
	p, most := v.Problem, d
	exact := slices.Concat(p.Scaling.Exact, p.Scaling.Trivial)
	rounded := func(e equation.Equation) bool { return e.Exact && e.Estimate.Evidence.WithoutNoise() }
	only := rounded(v.Accepted[i])
	if len(exact) > 0 || only {
		most = p.Degree // one law takes several forms with what holds exactly
	}
	var others []equation.Equation
	for j, f := range v.Accepted {
		if j != i && f.Degree(p) <= d && (!only || rounded(f)) {
			others = append(others, f)
		}
	}
	return equation.Ideal(p, most, exact, others...)
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
