package explain

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/elementary"
	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/robust"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// doubt is what speaks against an accepted equation, in the order of weight, and
// whether that makes it an approximation.
type doubt struct {
	texts         []string
	approximation bool
}

// add adds a reason unless it is empty.
func (d *doubt) add(text string) {
	if text != "" {
		d.texts = append(d.texts, text)
	}
}

// addDoubt writes the doubt down. An equation that is exact is no approximation.
func (g *Generator) addDoubt(d doubt) {
	if len(d.texts) == 0 {
		return
	}
	if g.Doubt != "" {
		d.texts = append([]string{g.Doubt}, d.texts...)
	}
	g.Doubt = strings.Join(d.texts, "; ")
	g.Approximation = g.Approximation || d.approximation && !g.Rational
}

// doubts collects what speaks against an equation, written as g: a rival, residuals
// that are no noise, coefficients that may be 0, and noise levels that do not fit. beside says
// that there are other equations. A constant that is known roughly speaks against a curve that the data chose among many, not
// against all monomials that the user allowed.
func (w *writer) doubts(e equation.Equation, g Generator, o Options, beside bool) (doubt, error) {
	var d doubt
	if e.Rival != nil {
		r, err := w.generator(*e.Rival)
		if err != nil {
			return d, err
		}
		d.add(fmt.Sprintf("%s describes the data as well", r.Equation()))
	}
	for _, text := range []string{judge.Approximate(e), judge.OnHalf(w.p, e.Estimate.Fit, beside)} {
		d.add(text)
		d.approximation = d.approximation || text != ""
	}
	if o.Doubts != nil && !e.NoiseFree() {
		text := o.Doubts(g)
		d.add(text)
		d.approximation = d.approximation || text != ""
	}
	d.add(g.undetermined())
	if text := g.asMeasured(e.Rounding.Gain).loose(beside); text != "" && !w.p.Declared(e.Estimate.Fit.Idx) {
		d.add(text)
		d.approximation = true
	}
	if o.Noise != nil && o.Relative == nil {
		d.add(judge.NoiseContradiction(w.p, e.Estimate.Fit))
	}
	return d, nil
}

// usable reports whether a reader can do something with the nearest equation of a refusal: it joins two columns or more,
// and each coefficient differs from 0 by more than its error.
func (g Generator) usable() bool {
	return len(g.Polynomial.UsedVars()) > 1 && g.undetermined() == ""
}

// refusal says what came nearest to an equation.
func (w *writer) refusal(ctx context.Context, v *search.Verdict, o Options) error {
	nearest, reason := v.Nearest, v.Reason
	if nearest == nil {
		// Every regular candidate needs more noise than the limit; the nearest of all is named.
		if f, ok := support.Nearest(ctx, w.p, v.Known); ok {
			nearest = w.unweighted(f)
			reason = fmt.Sprintf("every equation that was tried misses by more than %.0f %% of the size of the values", 100*limit.MaxNoise)
		}
	}
	e := &NoEquationError{Degree: w.p.Degree, Unit: w.noiseUnit(o), Reason: reason, Steps: v.Steps.Lines}
	if nearest != nil {
		if g, err := w.generator(*nearest); err == nil && g.usable() {
			e.Best, e.Terms, e.Sigma, e.Deviations = g.brief(), len(g.Terms), g.Sigma, g.ownDeviations()
		}
		if nearest.Variance() < limit.RoundingVariance {
			e.Sigma, e.Deviations = 0, nil
		}
		c := judge.Compare(v.Problem, []equation.Equation{*nearest}, 0, nil)
		if null, class := c.BestNull(true); !math.IsInf(c.Real, 0) && !math.IsInf(null, 0) {
			e.Lead, e.Null, e.Rows = math.Max(c.Real, c.Exact)-null, class, c.Rows
			e.Needed = limit.MinFitEvidence()
			if nearest.Exact {
				e.Needed = limit.MinEvidence()
			}
		}
	}
	vars := w.p.Metric.Vars()
	if m := numeric.Binomial(vars+w.p.Degree+1, vars); o.MaxDegree == 0 && m <= limit.MaxMonomials && w.p.Degree < limit.MaxDegree {
		e.NextDegree, e.NextMonomials = w.p.Degree+1, m
	}
	return e
}

// refuseAll is the refusal of all accepted equations, of which the one at nearest is named.
func (w *writer) refuseAll(ctx context.Context, v *search.Verdict, nearest int, reason string, o Options) error {
	none := *v
	none.Accepted, none.Nearest, none.Reason = nil, &v.Accepted[nearest], reason
	return w.refusal(ctx, &none, o)
}

// unweighted is a fit as an equation, with the errors that equal weights give to first
// order.
func (w *writer) unweighted(f support.Fit) *equation.Equation {
	m, _ := w.p.Flow.FormsOn(0, f.Idx)
	cov := numeric.InverseBeside(m, f.C)
	rows := float64(len(w.p.Sample))
	cov.ScaleSym(math.Max(f.Variance, limit.RoundingVariance)/rows, cov)
	e := equation.Recognise(w.p, fit.Estimate{Fit: f, Cov: cov, Evidence: fit.Gather(w.p, f), Integers: fit.NewIntegers(w.p, f, cov)}, rows, f.Variance)
	return &e
}

// Kind is what an equation is said to be.
type Kind string

const (
	// Holds is an equation that is zero at the points exactly as they are written.
	Holds Kind = "holds"
	// Law has exact coefficients and a posterior of at least 0.98 against everything that
	// it was compared with.
	Law Kind = "law"
	// Fit has real coefficients and a posterior of at least 0.9: its terms are right, its
	// coefficients have errors.
	Fit Kind = "fit"
	// Curve is an equation that the rows follow. A smooth curve or surface, or another equation,
	// describes them as well, so it need not be a law.
	Curve Kind = "curve"
)

// Evidence is the log evidence of what the rows may be, in nats, on the same rows: higher
// by 3.9 is fifty to one. What was not compared is -Inf.
type Evidence struct {
	Cloud  float64 // a Gaussian, or a mixture of a few
	Affine float64 // a layer about a plane
	Smooth float64 // a layer about any smooth hypersurface of some degree
	Real   float64 // the equation with real coefficients
	Exact  float64 // the equation with its exact coefficients
}

// Null is a class without a law, such as "a power of x". Its Kind may be one of these, which logarithms of columns make straight.
type Null = judge.Null

// Kinds of a Null.
const (
	Exponential = elementary.Exponential
	Logarithm   = elementary.Logarithm
	Power       = elementary.Power
	PowerLaw    = judge.PowerLaw
)

// setPosterior compares an equation with the classes and with its rivals. alone says that it is
// the only equation. Beside others, which the rows obey too, the rows are no cloud and lie near
// a plane.
func (g *Generator) setPosterior(e equation.Equation, c judge.Classes, alone bool) doubt {
	null, class := c.BestNull(alone)
	g.Evidence = &Evidence{Cloud: c.Cloud, Affine: c.Affine, Smooth: c.Smooth, Real: c.Real, Exact: c.Exact}
	if math.IsInf(c.Real, 0) { // no fit: nothing to compare
		g.Posterior = 1 / (1 + e.RivalOdds)
		return doubt{}
	}
	own := c.Real
	defer func() { g.behind, g.Null = null-own, class }()
	odds := e.RivalOdds + math.Exp(math.Min(700, null-own))
	if e.Exact {
		if !math.IsInf(c.Exact, 0) {
			own = c.Exact
		}
		odds = e.RivalOdds + 1/e.Certainty() - 1 + math.Exp(math.Min(700, null-own))
	}
	g.Posterior = 1 / (1 + odds)
	least := limit.MinEvidence()
	if !g.Rational {
		least = limit.MinFitEvidence()
	}
	var d doubt
	if own-null < least {
		d.approximation = true
		switch lead := own - null; {
		case lead <= 0 || better(lead) == better(0):
			d.add(fmt.Sprintf("%s describes the rows %s, so it need not be a law", class, better(-lead)))
		default:
			d.add(fmt.Sprintf("only %.1f nats are for it rather than %s, so it need not be a law", lead, class))
		}
	} else if g.Rational && g.Posterior < limit.MinFitPosterior {
		d.add(fmt.Sprintf("its whole numbers have a probability of %.2f only", g.Posterior))
	}
	return d
}

// exactRatios are the coefficients of the terms that are exact, the leading one among them, in
// the units of the search, up to a common factor, and 0 for decimals. It is nil where fewer
// than two are exact. Where the origin was shifted, only terms of the highest degree keep their
// coefficients.
func (w *writer) exactRatios(e equation.Equation, g Generator) []float64 {
	if g.Rational {
		return nil
	}
	at := map[int]float64{}
	for _, t := range g.Terms {
		if t.Exact && (w.into == nil || t.degree() == e.Degree(w.p)) {
			at[w.p.Table.PositionOf(t.Exponents)] = t.Coefficient.Float64()
		}
	}
	out, n := make([]float64, e.Terms()), 0
	for i, a := range e.Estimate.Fit.Idx {
		if c, in := at[a]; in {
			out[i] = c * math.Pow10(w.p.DecadeOf(a))
			n++
		}
	}
	if n < 2 {
		return nil
	}
	return w.p.ToSearchUnits(e.Estimate.Fit.Idx, out)
}

// decide sets the kind of an equation, once everything that speaks for it and against it is
// known. One that was found without noise is certain; the law of a response is compared
// with no class, and has doubts instead.
func (g *Generator) decide() {
	compared := g.Evidence != nil
	switch {
	case !compared && g.Posterior == 1:
		g.Kind = Holds
	case g.Approximation || compared && g.Posterior < limit.MinFitPosterior:
		g.Kind = Curve
	case g.Rational && g.Doubt == "" && (!compared || g.Posterior >= limit.MinPosterior):
		g.Kind = Law
	default:
		g.Kind = Fit
	}
	g.Approximation = g.Approximation || g.Kind == Curve && !g.Rational
}

// choose decides which rows are set aside, and returns the verdict about the others with its
// equations, and what speaks for and against each of them. No row is set aside for curves that
// need not be laws: most rows may lie near some curve, and the others are far from it; nor
// all rows but those with one value of a column. The error is a *NoEquationError where no equation is left.
func choose(ctx context.Context, v *search.Verdict, in problem.Data, rest remainder) (*robust.Selection, []Generator, error) {
	chosen := &robust.Selection{Verdict: v, Data: in}
	if mode := rest.robust(); mode != RobustOff {
		var err error
		if chosen, err = robust.WithoutOutliers(ctx, v, in, mode == RobustOn, rest.options.Seed); err != nil {
			return nil, nil, err
		}
	}
	generators, err := claims(ctx, chosen.Verdict, rest)
	if err == nil {
		doubtAside(chosen, in, generators)
	}
	if err == nil && len(chosen.Aside) > 0 && (chosen.AllButOneValue(in.Points) || allCurves(generators)) {
		chosen = &robust.Selection{Verdict: v, Data: in}
		generators, err = claims(ctx, v, rest)
	}
	if err == nil && rest.found.allSpanned(generators) {
		w, err := newWriter(chosen.Problem)
		if err != nil {
			return nil, nil, err
		}
		return nil, nil, w.refuseAll(ctx, chosen.Verdict, 0, "the nearest equation says no more than the exact equations do at each setting", rest.options)
	}
	return chosen, generators, err
}

// allCurves reports whether no equation is more than a curve that the rows follow.
func allCurves(generators []Generator) bool {
	return !slices.ContainsFunc(generators, func(g Generator) bool {
		g.decide()
		return g.Rational || g.Kind != Curve
	})
}

// doubtAside doubts a curve of many decimals if the rows that were set aside follow one another along a column.
// Outliers come anywhere; such rows may lie where the curve ends.
func doubtAside(chosen *robust.Selection, in problem.Data, generators []Generator) {
	if len(chosen.Aside) == 0 {
		return
	}
	name, chance := chosen.LeastRuns(in.Points)
	for i, g := range generators {
		if g.isCurved() && g.decimals() >= limit.FurtherTerms-1 && chance < limit.MinChance {
			text := fmt.Sprintf("the rows left out follow one another along %s, so the curve may end there", name)
			generators[i].addDoubt(doubt{texts: []string{text}, approximation: true})
		}
	}
}

// claims are the accepted equations of a verdict with what speaks for and against each.
// It is a *NoEquationError where there are none, or where each is a curve of many decimals that
// describes the rows worse than no law does.
func claims(ctx context.Context, v *search.Verdict, rest remainder) ([]Generator, error) {
	o, found := rest.options, rest.found
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
		d, err := w.doubts(e, g, o, i > 0 || len(found.Laws()) > 0)
		if err != nil {
			return nil, err
		}
		// Linear equations only take columns away.
		curved := slices.ContainsFunc(v.Accepted[:i], func(e equation.Equation) bool { return e.Degree(v.Problem) > 1 })
		if g.manyDecimals() && (curved || len(found.Laws()) > 0 && (i > 0 || len(g.Terms) >= limit.ManyTerms)) {
			d.add("all its constants are decimals: beside the equations before it, such a curve can follow rows that obey no further law")
			d.approximation = true
		}
		g.addDoubt(d)
		g.addDoubt(g.setPosterior(e, judge.Compare(v.Problem, v.Accepted, i, w.exactRatios(e, g)),
			len(v.Accepted) == 1 && len(found.Equations()) == 0))
		generators = append(generators, g.shortestBeside(found.Exactly))
		if g.behind < generators[best].behind {
			best = i
		}
	}
	if reason := doubtNeighbours(v, generators); reason != "" {
		return nil, w.refuseAll(ctx, v, 0, reason, o)
	}
	if slices.ContainsFunc(generators, func(g Generator) bool { return !g.manyDecimals() || g.behind <= limit.MaxBehind }) {
		return generators, nil
	}
	return nil, w.refuseAll(ctx, v, best, fmt.Sprintf("the nearest equation has %d measured constants, and %s describes the rows better",
		len(generators[best].Terms)-1, generators[best].Null), o)
}

// doubtNeighbours doubts equations with columns that obey other relations nearly as closely. What
// is in no doubt may be one of these relations. It returns the reason to refuse all equations,
// where the first is such a one and none is left without a doubt.
func doubtNeighbours(v *search.Verdict, generators []Generator) (reason string) {
	var believed []int
	for i, g := range generators {
		if g.Believed() {
			believed = append(believed, i)
		}
	}
	for i := range generators {
		if text := judge.NotSingledOut(v.Problem, v.Accepted, i, believed); text != "" {
			generators[i].addDoubt(doubt{texts: []string{text}, approximation: true})
			if i == 0 {
				reason = text
			}
		}
	}
	if slices.ContainsFunc(generators, Generator.Believed) {
		return ""
	}
	return reason
}

// allSpanned reports whether all equations say nothing beside those without noise where settings are fixed. Rows that
// are set aside leave few values of a setting, and the product over these may be written in other columns. Where no
// column is a setting such equations are news: three of the six of a Veronese surface cut out its dimension,
// and the others do not follow from them.
func (f *noiseFree) allSpanned(generators []Generator) bool {
	return f.Ring != nil && len(f.Settings) > 0 && !slices.ContainsFunc(generators, func(g Generator) bool {
		p, err := g.Polynomial.In(f.Ring)
		return err != nil || !f.Spans(p)
	})
}

// doubtNearer adds the doubt that the rows are nearer to an equation than the rounding of their cells allows.
func (g *Generator) doubtNearer() {
	g.addDoubt(doubt{texts: []string{"the rows are nearer to it than rounding of the cells explains, but not on it: if the cells are exact, it is only an approximation"}, approximation: true})
	g.Approximation = true
}
