package explain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// resultWith adds what was found without noise to r, what was found with it, or nil, in the
// variables of all. why says why nothing was found with noise, or is nil.
func (f *noiseFree) resultWith(ctx context.Context, r *Result, o Options, why error) (*Result, error) {
	if r == nil {
		r = &Result{Degree: max(1, f.Degree), Seed: o.Seed}
	}
	r.Points = f.data.Points.Rows()
	if f.data.Whole != nil {
		r.Whole = f.data.Whole.Rows()
	}
	for _, s := range f.Settings {
		r.Settings = append(r.Settings, Setting{Name: f.data.Variables[s.Column], Values: s.Values})
	}
	r.Settings = append(r.Settings, f.formSettings()...)
	r.Counters = f.counterNames()
	implied := len(r.Generators) > 0
	r.Generators = slices.DeleteFunc(r.Generators, func(g Generator) bool { return f.implies(g) || f.interpolates(g) })
	implied = implied && len(r.Generators) == 0
	switch {
	case implied && len(f.Equations()) == 0:
		return nil, &NoEquationError{Degree: r.Degree, Forms: f.formSettings(), Counters: r.Counters, Steps: r.Steps,
			Reason: "the rows obey nothing but what a sum of columns with few values makes of them"}
	case implied:
		r.Variables, r.Noise, r.Outliers, r.Spectrum, r.Kernel, r.Shifted = nil, Noise{}, nil, nil, "", nil
	case len(f.Equations()) == 0:
		return r, r.settle(ctx, f.data)
	}
	if len(f.Constant)+len(f.Exactly) > 0 {
		r.ExactDegree, r.TooFewRows = f.Degree, f.TooFewRows
	}
	if why != nil {
		r.Unexplained = why.Error()
		if refusal := (*NoEquationError)(nil); errors.As(why, &refusal) {
			r.Steps = refusal.Steps
		}
	}
	if implied {
		r.Unexplained = "the other rows obey nothing but consequences of these equations"
	}
	alone := len(r.Generators) == 0
	f.computed(r.Generators)
	generators := f.generators()
	r.Generators = append(generators, r.Generators...)
	if err := r.inCommonRing(f.data.Variables); err != nil {
		return nil, err
	}
	r.Slips = f.breaking()
	for _, s := range r.Slips {
		r.Outliers = append(r.Outliers, s.Line)
	}
	slices.Sort(r.Outliers)
	r.Outliers = slices.Compact(r.Outliers)
	r.Baseline = nil
	if alone && len(r.Slips)+len(f.Within) == 0 && f.Complete > 0 {
		r.Baseline = &Baseline{Degree: f.Complete, TooFew: f.TooFewRows}
	}
	rows := points.Columns(f.data.Points, len(f.data.Variables), places(r.Variables, f.data.Variables))
	if err := checkGenerators(ctx, r.Generators[:len(generators)], rows); err != nil {
		return nil, err
	}
	return r, r.settle(ctx, f.data)
}

// counterNames are the columns that number the rows and take no part.
func (f *noiseFree) counterNames() (out []string) {
	for _, j := range f.Counters {
		out = append(out, f.data.Variables[j])
	}
	return out
}

// formSettings are the linear forms that take few values at all rows, without those that a law within rounding says
// are 0 or constant.
func (f *noiseFree) formSettings() (out []Setting) {
	for _, g := range f.Forms {
		if rounding.Follows(g.Linear, exact.Polynomials(f.Laws()), nil, f.Rows()) {
			continue
		}
		out = append(out, Setting{Name: g.Linear.String(), Of: at(f.data.Variables, g.Linear.UsedVars()), Values: g.Values})
	}
	return out
}

// generators are the equations as they are printed.
func (f *noiseFree) generators() []Generator {
	var out []Generator
	for k, e := range f.Equations() {
		g := exactGenerator(e.Polynomial)
		g.Holds = k < len(f.Constant)+len(f.Exactly)
		for _, j := range e.Counts {
			g.counts = append(g.counts, f.data.Variables[j])
		}
		if g.Holds {
			g.Doubt = f.Chance.Doubt(e.Polynomial, len(e.Failing))
		}
		if g.Holds && f.data.Whole != nil {
			if g.Whole = f.data.Whole.Vanishes(e.Polynomial); g.Whole == ring.No && len(e.Failing) == 0 {
				g.addDoubt(doubt{texts: []string{"some of the rows that were not read break it: kexplain check names them"}})
			}
		}
		out = append(out, g)
	}
	return out
}

// breaking are the rows that break equations, and which of these each breaks.
func (f *noiseFree) breaking() []Slip {
	var out []Slip
	for _, i := range f.Slips() {
		s := Slip{Line: f.data.Points.Line(i)}
		for g, e := range f.Equations() {
			if _, breaks := slices.BinarySearch(e.Failing, i); breaks {
				s.Generators = append(s.Generators, g)
			}
		}
		out = append(out, s)
	}
	return out
}

// implies reports whether an equation found with noise says nothing beside those that hold
// without. One that holds exactly itself says something unless it is in the ideal of these, as price*cost = bid*value is beside
// cost = n*bid and value = n*price. Beside lo + hi - 2*mid, which is 0 or 1, no multiple says anything. One that the rows miss along
// the zero set of the others by as much as they spread there approximates the others.
func (f *noiseFree) implies(g Generator) bool {
	if len(f.Laws())+len(f.Forms) == 0 {
		return false
	}
	p, err := g.Polynomial.In(f.Ring)
	if g.Exact.Vanishing == g.Exact.Points {
		_, cells := f.data.Points.(rounding.Set)
		return cells && err == nil && exact.InIdeal(p, exact.Polynomials(f.Exactly))
	}
	if err != nil {
		return g.followsRows()
	}
	known, rows := exact.Polynomials(f.Equations()), f.Rows()
	whole := exact.WholeColumns(f.data.Points, len(f.data.Variables))
	for _, form := range f.Forms {
		// Rounding makes such forms of decimals.
		if !slices.ContainsFunc(form.Linear.UsedVars(), func(j int) bool { return !whole[j] }) {
			known = append(known, form.Linear)
		}
	}
	return g.followsRows() || rounding.Follows(p, known, nil, rows) || rounding.Scatter(p, known, rows) > limit.SurfaceScatter || f.Hides(p)
}

// interpolates reports whether the rows have no more different places in the columns of an equation than it has coefficients beside the
// leading one. It had more columns while it was looked for: those of the equations before it, as those of 2*a*b = x*u + y*v.
func (f *noiseFree) interpolates(g Generator) bool {
	var columns []int
	for _, j := range g.Polynomial.UsedVars() {
		columns = append(columns, slices.Index(f.data.Variables, g.Polynomial.Ring().Vars()[j]))
	}
	places := map[string]bool{}
	for i := 0; i < f.data.Points.Rows() && len(places) < len(g.Terms); i++ {
		row, place := f.data.Points.Row(i), ""
		for _, j := range columns {
			place += fmt.Sprint(row[j], " ")
		}
		places[place] = true
	}
	return len(places) < len(g.Terms)
}

// manyDecimals reports whether a generator may only follow rows that lie on the zero set of
// others: it is curved, has several coefficients, and none of them is exact.
func (g Generator) manyDecimals() bool { return g.curveOfDecimals(limit.FurtherTerms) }

// curveOfDecimals reports whether a generator is curved, has as many terms as that or more, and decimals only.
func (g Generator) curveOfDecimals(terms int) bool {
	return g.isCurved() && g.decimals() >= len(g.Terms)-1 && len(g.Terms) >= terms
}

func (g Generator) isCurved() bool {
	return slices.ContainsFunc(g.Terms, func(t Term) bool { return t.degree() > 1 })
}

// followsRows reports whether a generator follows the rows at best: one with two decimals and more, which
// need not be a law. Beside equations in no doubt it is left out.
func (g Generator) followsRows() bool {
	return g.Approximation && g.curveOfDecimals(limit.FurtherTerms-1)
}

// merelyFollows reports whether a generator says no more than that it follows the rows: it is less likely than not, or another
// generator or a law is curved. Linear ones only take columns away, and what is likely beside them is worth its line.
func (r *Result) merelyFollows(g Generator, laws []exact.Equation) bool {
	return g.followsRows() && (g.Posterior < limit.MinLikely ||
		slices.ContainsFunc(r.Generators, func(o Generator) bool { return o.Polynomial != g.Polynomial && o.Polynomial.Degree() > 1 }) ||
		slices.ContainsFunc(laws, func(e exact.Equation) bool { return e.Polynomial.Degree() > 1 }))
}

// places are the places in all of some of the names, ascending.
func places(some, all []string) []int {
	var out []int
	for j, name := range all {
		if slices.Contains(some, name) {
			out = append(out, j)
		}
	}
	return out
}

// exactGenerator is an equation that needs no noise. What vanishes at every point is in the certifying space.
func exactGenerator(p *poly.Polynomial[ring.Rat]) Generator {
	g := newGenerator(p.Ring(), exactTerms(p))
	g.Posterior, g.Kernel = 1, KernelReading{Certifying: 1}
	g.decide()
	return g
}

// inCommonRing writes all generators in one ring: the variables that were searched with noise,
// and those that occur in an equation; all names where nothing was searched.
func (r *Result) inCommonRing(names []string) error {
	takesPart := func(v string) bool {
		return len(r.Variables) == 0 || slices.Contains(r.Variables, v) || slices.ContainsFunc(r.Generators, func(g Generator) bool {
			j, ok := g.Polynomial.Ring().VarIndex(v)
			return ok && g.Polynomial.DegreeIn(j) > 0
		})
	}
	var vars []string
	for _, v := range names {
		if takesPart(v) {
			vars = append(vars, v)
		}
	}
	degree := r.Degree
	for _, g := range r.Generators {
		degree = max(degree, g.Polynomial.Degree())
	}
	R, err := newRing(vars, degree)
	if err != nil {
		return err
	}
	for k := range r.Generators {
		g := &r.Generators[k]
		old := g.Polynomial.Ring()
		if g.Polynomial, err = g.Polynomial.In(R); err != nil {
			return fmt.Errorf("explain: %w", err)
		}
		for _, terms := range [][]Term{g.Terms, g.Measured} {
			for t := range terms {
				e := make([]int, len(vars))
				for j, v := range old.Vars() {
					if n := terms[t].Exponents[j]; n > 0 {
						at, _ := R.VarIndex(v)
						e[at] = n
					}
				}
				terms[t].Exponents = e
			}
		}
	}
	if r.Noise.Std != nil {
		std := make([]float64, len(vars))
		for j, v := range r.Variables {
			at, _ := R.VarIndex(v)
			std[at] = r.Noise.Std[j]
		}
		r.Noise.Std = std
	}
	r.Variables = vars
	return nil
}

// noise pools the noise of the accepted equations, those that are not
// noise-free where there are both.
func (w *writer) noise(v *search.Verdict, o Options) Noise {
	s := w.p.Scaling
	variance, stderr := equation.PooledNoise(v.Accepted[v.Level:])
	out := Noise{Sigma: math.Sqrt(variance), Unit: w.noiseUnit(o)}
	if variance >= limit.RoundingVariance {
		out.Stderr = stderr / 2 / out.Sigma
	}
	for j, u := range s.Units {
		out.Std = append(out.Std, out.Sigma*u*s.Noise[j])
	}
	out.Sigma, out.Stderr = out.Sigma/s.NoiseUnit, out.Stderr/s.NoiseUnit
	return out
}

// noiseUnit says what a noise σ is a multiple of.
func (w *writer) noiseUnit(o Options) string {
	switch {
	case o.Noise != nil || o.Relative != nil:
		return "noise levels given"
	case o.Covariance != nil:
		return "noise given"
	case w.p.Shape.Kind != noise.Absolute:
		return w.p.Shape.Unit(w.p.Scaling.Names)
	case w.p.Scaling.Origin != nil:
		return "root mean square of each variable, measured from the origin of the search"
	}
	return "root mean square of each variable"
}

// deviations are those of the columns that would explain how far the rows are from an equation.
func (w *writer) deviations(e equation.Equation) (out []Deviation) {
	s := w.p.Scaling
	sizes := s.Noise
	if !s.NoiseGiven && e.Shape.Abs != nil {
		sizes = e.Shape.Deviations() // the problem may be that of another level, with another shape
	}
	for j, size := range sizes {
		if std := math.Sqrt(e.Variance()) * s.Units[j] * size; std > 0 {
			d := Deviation{Column: s.Names[j], Std: std}
			if !s.NoiseGiven && e.Shape.Proportional(j) {
				d.Part = math.Sqrt(e.Variance()) * size
			}
			out = append(out, d)
		}
	}
	return out
}

// ownDeviations are the Deviations of the columns that an equation has.
func (g Generator) ownDeviations() []Deviation {
	vars, own := g.Polynomial.Ring().Vars(), g.Polynomial.UsedVars()
	return slices.DeleteFunc(slices.Clone(g.Deviations), func(d Deviation) bool { return !slices.Contains(own, slices.Index(vars, d.Column)) })
}

// shortestBeside writes a generator with exact coefficients in the shortest form that exact
// equations lead to.
func (g Generator) shortestBeside(known []exact.Equation) Generator {
	if !g.Rational {
		return g
	}
	if f := exact.ShortestForm(g.Polynomial, known); f != g.Polynomial {
		return g.inForm(f)
	}
	return g
}

// shorten writes generators with exact coefficients in the shortest form that the others
// lead to, of those that need no more noise: x² + y² = 2x for x² + y² - z² - 4x + 4 beside
// z² + 2x = 4. Without noise any form is as good, and the reduced one is taken.
func (r *Result) shorten(noiseFree bool) {
	form := exact.ShortestForm
	if noiseFree {
		form = exact.ReducedForm
	}
	for i, g := range r.Generators {
		if !g.Rational {
			continue
		}
		var others []exact.Equation
		for j, other := range r.Generators {
			if j != i && other.Rational && (noiseFree || other.Sigma <= limit.ComparableNoise*g.Sigma) {
				others = append(others, exact.Equation{Polynomial: other.Polynomial})
			}
		}
		if f := form(g.Polynomial, others); f != g.Polynomial {
			r.Generators[i] = g.inForm(f)
		}
	}
}
