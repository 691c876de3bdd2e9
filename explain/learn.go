package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/certify"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noisefree"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Learn finds the polynomial equations that the points satisfy. It returns
// ErrData where the data are unfit or a limit is passed, a *NoEquationError where
// no equation holds at the noise level of the data, and an *InterruptedError when the
// context ends.
//
// It looks for the equations that hold without noise first. Beside these it searches with noise, in
// the runs that remainder.learn lists.
func Learn(ctx context.Context, data Data, o Options) (*Result, error) {
	progress := o.Progress
	if progress == nil {
		progress = func(string) {}
	}
	if err := data.check(); err != nil {
		return nil, err
	}
	if o.Grading != nil && len(o.Grading) != len(data.Variables) {
		return nil, fmt.Errorf("%w: weights of %d variables for %d", ErrData, len(o.Grading), len(data.Variables))
	}
	withoutNoise := o.withoutNoise()
	if withoutNoise {
		if _, err := o.covariance(data.Variables); err != nil {
			return nil, err
		}
		o.Noise, o.Relative, o.Covariance = nil, nil, nil
	}
	progress("exact equations")
	f, err := findNoiseFree(ctx, data, o)
	switch {
	case err != nil:
		return nil, interrupted(ctx, err, nil)
	case withoutNoise:
		return f.learnExact(ctx, o, progress)
	}
	return f.learn(ctx, o, progress)
}

// learn finds the equations beside those that hold without noise, and returns both.
func (f *noiseFree) learn(ctx context.Context, o Options, progress func(string)) (*Result, error) {
	if !o.givesNoise() && f.ExplainsAll() {
		return f.resultWith(ctx, nil, o, nil)
	}
	r, err := f.beside(ctx, o, progress)
	if err == nil {
		cut, err := f.withCut(ctx, r, o)
		if err != nil {
			return nil, err
		}
		if cut != nil {
			return cut.learn(ctx, o, progress)
		}
		return f.resultWith(ctx, r, o, nil)
	}
	// Where numbers are counted, a column of one value is an answer by itself.
	enough := len(f.Laws()) > 0 || len(f.Constant) > 0 && f.NothingMeasured() && len(f.Constant) < len(f.data.Variables)
	if enough && (errors.Is(err, ErrData) || errors.As(err, new(*NoEquationError))) {
		return f.resultWith(ctx, nil, o, err)
	}
	if refusal := (*NoEquationError)(nil); errors.As(err, &refusal) {
		refusal.Forms, refusal.Counters = f.formSettings(), f.counterNames()
	}
	var found []string
	for _, e := range f.Equations() {
		found = append(found, e.Polynomial.String())
	}
	return nil, interrupted(ctx, err, found)
}

// learnExact returns the equations that hold exactly at the rows, where their noise is given as 0.
func (f *noiseFree) learnExact(ctx context.Context, o Options, progress func(string)) (*Result, error) {
	exactly := *f
	within, err := noisefree.AtAllRows(ctx, f.Points, f.Within)
	if err != nil {
		return nil, interrupted(ctx, err, nil)
	}
	exactly.Exactly, exactly.Within = slices.Concat(f.Exactly, f.Owed, within), nil
	if len(exactly.Equations()) > 0 {
		return exactly.resultWith(ctx, nil, o, nil)
	}
	// Few rows may obey an equation that those of another half do not confirm.
	r, err := f.learn(ctx, o, progress)
	if err == nil && !slices.ContainsFunc(r.Generators, func(g Generator) bool { return g.Exact.Vanishing < g.Exact.Points }) {
		return r, nil
	}
	if err != nil && !errors.As(err, new(*NoEquationError)) {
		return nil, err
	}
	but := ""
	if len(exactly.Forms) > 0 {
		but = " but products such as (s - a)*(s - b), where s takes the values a and b only"
	}
	return nil, &NoEquationError{Degree: max(1, f.Degree), Forms: exactly.formSettings(),
		Reason: "no polynomial vanishes at all rows as they are written" + but + ", and the noise of every column is given as 0"}
}

// acceptedTexts are the equations of a verdict, as text.
func acceptedTexts(v *search.Verdict) []string {
	w, err := newWriter(v.Problem)
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range v.Accepted {
		if g, err := w.generator(e); err == nil {
			found = append(found, g.String())
		}
	}
	return found
}

// learn finds the equations that the rows obey to their noise, beside the exact ones. It makes these
// runs, in this order:
//
//	run                               is made where                                is taken where
//	1 the law of one column           the noise of this column alone is given      it finds a law
//	2 a general search                1 finds no law, or one that gives the        1 finds no law, or needs clearly
//	                                  column as a root                             more noise (needsLess)
//	3 the same to limit.LowDegree     2 is not clear (isClear)                     it improves on 2 (improves)
//	4 as 2, and 5 as 3, without the   the answer of 2 and 3 has products that      it improves on that answer
//	  products in that answer         rounding makes (markProducts)
//
// The runs 2 to 5 each search the rows measured from their middle and, where columns lie far
// from 0, from 0 as well (search.RunBoth), and then the same without the rows that are far from what
// most agree on (robust.WithoutOutliers).
func (rest remainder) learn(ctx context.Context, progress func(string)) (*Result, error) {
	law, err := learnResponse(ctx, rest, progress)
	if law != nil && slices.ContainsFunc(law.Generators, func(g Generator) bool {
		return !rest.options.allows(g.Polynomial, rest.data.Variables)
	}) {
		law = nil
	}
	if err != nil || law != nil && !law.isRoot() {
		return law, err
	}
	general := rest.general(ctx, progress)
	if law == nil || general.err != nil && ctx.Err() != nil || general.err == nil && general.needsLess(law) {
		return general.Result, general.err
	}
	return law, nil
}

// answer is what runs found: equations, or the error that says why there are none.
type answer struct {
	*Result
	err      error
	products []*poly.Polynomial[ring.Rat] // equations that rounding makes, see markProducts
}

// general are the runs 2 to 5 of learn.
func (rest remainder) general(ctx context.Context, progress func(string)) answer {
	found := rest.generalOf(ctx, progress)
	if found.markProducts(rest.found.data); len(found.products) == 0 {
		return found
	}
	rest.products = found.products
	other := rest.generalOf(ctx, progress)
	if ctx.Err() != nil {
		return other
	}
	if other.markProducts(rest.found.data); other.improves(found) {
		return other
	}
	return found
}

// generalOf are the runs 2 and 3 of learn, or 4 and 5.
func (rest remainder) generalOf(ctx context.Context, progress func(string)) answer {
	found := rest.upTo(ctx, rest.options.MaxDegree, progress)
	if rest.options.degree(rest.data.Variables) > 0 || found.isClear() {
		return found
	}
	low := rest.upTo(ctx, limit.LowDegree, progress)
	if low.err != nil && ctx.Err() != nil || low.improves(found) {
		return low
	}
	return found
}

// isClear reports whether no other degree need be tried: polynomials of higher degree than limit.LowDegree follow
// a few wrong cells, so those that are in doubt, or have several decimals, are not clear, and neither is their refusal.
func (a answer) isClear() bool {
	if a.err != nil {
		var none *NoEquationError
		return !errors.As(a.err, &none) || none.Degree <= limit.LowDegree
	}
	return a.Degree <= limit.LowDegree || a.believed() && !a.mayBeMultiple()
}

// improves reports whether an answer is better than that of runs before it: it has an equation that is in no doubt, and
// the other has none, has products that rounding makes, or is a multiple of it.
func (a answer) improves(on answer) bool {
	return a.err == nil && a.believed() && (on.err != nil || !on.believed() || len(on.products) > 0 || a.isFactor(on.Result))
}

// mayBeMultiple reports whether the first equation may be one of lower degree times what holds at wrong cells: it has
// several measured constants, or it is a power, as p^2*V^2 = 69*T^2 is where a sign is wrong.
func (r *Result) mayBeMultiple() bool {
	g := r.Generators[0]
	return g.Polynomial.Degree() > limit.LowDegree && (g.decimals() >= limit.FurtherTerms-2 || g.equatesPowers())
}

// equatesPowers reports whether an equation of two terms equates the same power of two products: p^2*V^2 = 69*T^2 those of p*V and T.
func (g Generator) equatesPowers() bool {
	if len(g.Terms) != 2 {
		return false
	}
	k := int64(0)
	for j, e := range g.Terms[0].Exponents {
		k = numeric.GCD(k, int64(e-g.Terms[1].Exponents[j]))
	}
	return k > 1
}

// isFactor reports whether the first equation says the same as that of another result, which may be a multiple of it: it
// has no more measured constants, is of lower degree, and needs about the same errors of some column.
func (r *Result) isFactor(of *Result) bool {
	f, g := r.Generators[0], of.Generators[0]
	near := slices.ContainsFunc(f.Deviations, func(d Deviation) bool {
		return slices.ContainsFunc(g.Deviations, func(e Deviation) bool {
			return d.Column == e.Column && d.Std <= limit.ComparableNoise*e.Std
		})
	})
	return near && f.decimals() <= g.decimals() && f.Polynomial.Degree() < g.Polynomial.Degree()
}

// believed reports whether an equation is in no doubt.
func (r *Result) believed() bool {
	return slices.ContainsFunc(r.Generators, Generator.Believed)
}

// upTo is one run of the search, up to a degree; 0 leaves the degree to the search.
func (rest remainder) upTo(ctx context.Context, degree int, progress func(string)) answer {
	rest.options.MaxDegree = degree
	r, err := rest.search(ctx, progress)
	return answer{Result: r, err: err}
}

// search is one run: it scales the rows, searches, sets outliers aside, and writes and checks the equations.
func (rest remainder) search(ctx context.Context, progress func(string)) (*Result, error) {
	o := rest.options
	p, in, err := scale(ctx, rest, progress)
	if err != nil {
		return nil, err
	}
	progress(describeSearch(p))
	v, proposed, err := propose(ctx, in, p, o)
	if err != nil && v != nil {
		return nil, interrupted(ctx, err, acceptedTexts(v))
	}
	if err != nil {
		return nil, interrupted(ctx, err, nil)
	}
	chosen, generators, err := choose(ctx, v, in, rest)
	if err != nil {
		return nil, interrupted(ctx, err, acceptedTexts(v))
	}
	v = chosen.Verdict
	w, err := newWriter(v.Problem)
	if err != nil {
		return nil, err
	}
	scaling := v.Problem.Scaling
	r := &Result{
		ByMoments: v.Problem.Total > float64(len(v.Problem.Rows)) && v.Accepted[len(v.Accepted)-1].Estimate.Share == nil,
		Variables: scaling.Names, Points: rest.data.Points.Rows(), Degree: p.Degree,
		Seed: o.Seed, Noise: w.noise(v, o), Shifted: scaling.Origin, Steps: v.Steps.Lines, Proposed: proposed,
	}
	for _, i := range chosen.Aside {
		r.Outliers = append(r.Outliers, rest.data.Points.Line(i))
	}
	r.Generators = generators
	r.shorten(v.Noise() <= limit.ExactVariance)
	if !o.NoSpectrum {
		progress("kernel reading")
		if err := r.read(ctx, v, o); err != nil {
			return nil, interrupted(ctx, err, acceptedTexts(v))
		}
	}
	for i := range r.Generators {
		g := &r.Generators[i]
		if rest.finer(*g) {
			g.doubtNearer()
		}
		g.decide()
	}
	if r.believed() {
		r.leaveOut(func(g Generator) bool { return rest.finer(g) || r.merelyFollows(g, rest.found.Laws()) })
	}
	progress("exact check")
	rows := points.Columns(chosen.Data.Points, len(rest.data.Variables), scaling.Keep)
	if err := checkGenerators(ctx, r.Generators, rows); err != nil {
		return nil, err
	}
	if out := r.hold(rest.found.Chance, len(chosen.Aside)); out != "" && !r.believed() {
		return nil, w.refuseAll(ctx, v, 0, fmt.Sprintf("the nearest equation holds at %s, but %s", plural.Count(len(v.Problem.Rows), "row"), out), o)
	}
	return r, r.compare(ctx, rows)
}

// leaveOut takes generators away, and says so among the steps.
func (r *Result) leaveOut(which func(Generator) bool) {
	r.Generators = slices.DeleteFunc(slices.Clone(r.Generators), func(g Generator) bool {
		if !which(g) {
			return false
		}
		r.Steps = append(r.Steps, fmt.Sprintf("left out beside the others: %s = 0: %s", g, g.Doubt))
		return true
	})
}

// Proposed is where a method of the papers took equations from.
type Proposed struct {
	By     string // the method, and the road it took
	Spaces []CertifyingSpace
}

// CertifyingSpace is the space of polynomials up to a degree that vanish on the data, as
// kernel matrices show it: one for every gap of the singular values, or the zero space.
type CertifyingSpace struct {
	Degree, Monomials, Dim int
	Gap                    float64 // between the singular values around the cut, +Inf for exact zeros
}

// lines say how large the spaces are.
func (p *Proposed) lines() []string {
	lines := []string{"proposed by " + p.By + ":"}
	for _, s := range p.Spaces {
		if s.Dim == 0 {
			lines = append(lines, fmt.Sprintf("  degree %d: no equation among %s: the singular values have no gap", s.Degree, plural.Count(s.Monomials, "monomial")))
			continue
		}
		lines = append(lines, fmt.Sprintf("  degree %d: a certifying space of dimension %d in %s, gap %.3g", s.Degree, s.Dim, plural.Count(s.Monomials, "monomial"), s.Gap))
	}
	return lines
}

// propose runs the search, among what the method proposes.
func propose(ctx context.Context, in problem.Data, p *problem.Problem, o Options) (*search.Verdict, *Proposed, error) {
	source := o.source(p.Scaling.Units)
	if source == nil {
		v, err := search.RunBoth(ctx, in, p)
		return v, nil, err
	}
	c, err := certify.New(ctx, p, source)
	if err != nil {
		return nil, nil, err
	}
	proposed := &Proposed{By: c.Source}
	for _, s := range c.Spaces {
		proposed.Spaces = append(proposed.Spaces, CertifyingSpace{Degree: s.Degree, Monomials: s.Monomials, Dim: s.Dim(), Gap: s.Gap})
	}
	v := search.RunWith(ctx, p, known.NewEquations(p.Table, p.Degree), c.Propose)
	v.Steps.Lines = append(proposed.lines(), v.Steps.Lines...)
	return v, proposed, ctx.Err()
}

// describeSearch says what a search looks at, and about how long it takes where that is seconds: longer where the columns have
// common causes, since many equations nearly hold then.
func describeSearch(p *problem.Problem) string {
	monomials, columns := p.Table.Len(p.Degree), p.Metric.Vars()
	text := fmt.Sprintf("search among %d monomials of degree ≤ %d in %s", monomials, p.Degree, plural.Count(columns, "column"))
	if seconds := float64(monomials*columns) / limit.MonomialsPerSecond; seconds > 1 {
		text += fmt.Sprintf(", about %.0f to %.0f s", seconds, 4*seconds)
	}
	return text
}
