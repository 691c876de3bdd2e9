package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/certify"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/residual"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Learn finds the polynomial equations that the points satisfy. It returns
// ErrData where the data are unfit or a limit is passed, a *NoEquationError where
// no equation holds at the noise level of the data, and an *InterruptedError when the
// context ends.
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
	progress("exact equations")
	if o.withoutNoise() {
		return learnExact(ctx, data, o)
	}
	f, err := findNoiseFree(ctx, data, o)
	if err != nil {
		return nil, interrupted(ctx, err, nil)
	}
	if f.explainsAll(o) {
		return f.resultWith(ctx, nil, o, nil)
	}
	rest := remaining(f, o)
	var r *Result
	if o.Method == MethodSearch {
		r, err = learnResponse(ctx, rest, progress)
		if r != nil && slices.ContainsFunc(r.Generators, func(g Generator) bool {
			return !rest.options.homogeneous(g.Polynomial, rest.data.Variables)
		}) {
			r = nil
		}
	}
	if err == nil && (r == nil || r.isRoot()) {
		general, failed := learnBesideProducts(ctx, rest, progress)
		switch {
		case r == nil:
			r, err = general, failed
		case ctx.Err() != nil:
			err = failed
		case failed == nil && general.needsLess(r):
			r = general
		}
	}
	if err == nil {
		return f.resultWith(ctx, r, o, nil)
	}
	// Where numbers are counted, a column of one value is an answer by itself.
	enough := len(f.laws()) > 0 || len(f.constant) > 0 && f.nothingMeasured() && len(f.constant) < len(data.Variables)
	if enough && (errors.Is(err, ErrData) || errors.As(err, new(*NoEquationError))) {
		return f.resultWith(ctx, nil, o, err)
	}
	if refusal := (*NoEquationError)(nil); errors.As(err, &refusal) {
		refusal.Forms, refusal.Counters = f.formSettings(), f.counterNames()
	}
	var found []string
	for _, e := range f.equations() {
		found = append(found, e.Polynomial.String())
	}
	return nil, interrupted(ctx, err, found)
}

// learnExact finds the equations that hold exactly at the rows, where their noise is given as 0.
func learnExact(ctx context.Context, data Data, o Options) (*Result, error) {
	if _, err := o.covariance(data.Variables); err != nil {
		return nil, err
	}
	o.Noise, o.Relative, o.Covariance = nil, nil, nil
	f, err := findNoiseFree(ctx, data, o)
	if err != nil {
		return nil, interrupted(ctx, err, nil)
	}
	within, err := atAllRows(ctx, data, f.within)
	if err != nil {
		return nil, interrupted(ctx, err, nil)
	}
	f.exactly, f.within = append(f.exactly, within...), nil
	if len(f.equations()) > 0 {
		return f.resultWith(ctx, nil, o, nil)
	}
	// Few rows may obey an equation that those of another half do not confirm.
	r, err := Learn(ctx, data, o)
	if err == nil && !slices.ContainsFunc(r.Generators, func(g Generator) bool { return g.Exact.Vanishing < g.Exact.Points }) {
		return r, nil
	}
	if err != nil && !errors.As(err, new(*NoEquationError)) {
		return nil, err
	}
	return nil, &NoEquationError{Degree: max(1, f.degree), Forms: f.formSettings(),
		Reason: "no polynomial vanishes at all rows as they are written, and the noise of every column is given as 0"}
}

// InterruptedError says that the context ended, and lists the equations that had been found
// until then: those that hold exactly, and those that the search had accepted. Later parts of
// the search might have improved, doubted or dropped the latter.
type InterruptedError struct {
	Found []string
	Err   error // of the context
}

// Error is one line.
func (e *InterruptedError) Error() string { return "explain: " + e.Err.Error() }

// Unwrap returns the error of the context.
func (e *InterruptedError) Unwrap() error { return e.Err }

// interrupted is an error of a context that has ended, with what was found before; every
// other error it returns as it is.
func interrupted(ctx context.Context, err error, found []string) error {
	if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	var inner *InterruptedError
	if errors.As(err, &inner) {
		found = append(found, inner.Found...)
	}
	return &InterruptedError{found, ctx.Err()}
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

// learnWithNoise finds the equations that the points satisfy to the noise of the data,
// beside exact ones. Where it chooses the degree, and finds nothing that is free of doubts, or a curve
// of several decimals, it looks at limit.LowDegree alone: polynomials of higher degree follow a few
// wrong cells.
func learnWithNoise(ctx context.Context, rest remainder, progress func(string)) (*Result, error) {
	r, err := learnUpTo(ctx, rest, progress)
	refused := errors.As(err, new(*NoEquationError))
	if rest.options.degree(rest.data.Variables) > 0 || err != nil && !refused ||
		err == nil && (r.Degree <= limit.LowDegree || r.believed() && !r.mayBeMultiple()) {
		return r, err
	}
	rest.options.MaxDegree = limit.LowDegree
	low, failed := learnUpTo(ctx, rest, progress)
	switch {
	case failed == nil && low.believed() && (err != nil || !r.believed() || low.isFactor(r)):
		return low, nil
	case failed != nil && ctx.Err() != nil:
		return nil, failed
	}
	return r, err
}

// believed reports whether an equation is in no doubt.
func (r *Result) believed() bool {
	return slices.ContainsFunc(r.Generators, func(g Generator) bool { return g.Doubt == "" && !g.Approximation })
}

// learnUpTo is learnWithNoise for one degree.
func learnUpTo(ctx context.Context, rest remainder, progress func(string)) (*Result, error) {
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
		return nil, err
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
		Variables: scaling.Names, Constant: scaling.Constant, Points: rest.data.Points.Rows(), Degree: p.Degree,
		Seed: o.Seed, Noise: w.noise(v, o), Shifted: scaling.Origin, Steps: v.Steps.Lines, Proposed: proposed,
	}
	for _, i := range chosen.Aside {
		r.Outliers = append(r.Outliers, rest.data.Points.Line(i))
	}
	r.Generators = generators
	r.shorten(v.Noise() <= limit.ExactVariance)
	progress("kernel reading")
	if err := r.read(ctx, v, o); err != nil {
		return nil, interrupted(ctx, err, acceptedTexts(v))
	}
	for i := range r.Generators {
		r.Generators[i].decide()
	}
	if r.believed() {
		r.Generators = slices.DeleteFunc(r.Generators, Generator.followsRows)
	}
	progress("exact check")
	rows := points.Columns(chosen.Data.Points, len(rest.data.Variables), scaling.Keep)
	if err := checkGenerators(ctx, r.Generators, rows); err != nil {
		return nil, err
	}
	for i := range r.Generators {
		if g := &r.Generators[i]; !g.Rational && g.Exact.Vanishing == g.Exact.Points {
			g.hold()
		}
	}
	return r, r.compare(ctx, rows)
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
			lines = append(lines, fmt.Sprintf("  degree %d: no equation among %d monomials: the singular values have no gap", s.Degree, s.Monomials))
			continue
		}
		lines = append(lines, fmt.Sprintf("  degree %d: a certifying space of dimension %d in %d monomials, gap %.3g", s.Degree, s.Dim, s.Monomials, s.Gap))
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

// describeSearch says what a search looks at, and about how long it takes where that is seconds.
func describeSearch(p *problem.Problem) string {
	monomials, columns := p.Table.Len(p.Degree), p.Metric.Vars()
	text := fmt.Sprintf("search among %d monomials of degree ≤ %d in %d columns", monomials, p.Degree, columns)
	if seconds := float64(monomials*columns) / limit.MonomialsPerSecond; seconds > 1 {
		text += fmt.Sprintf(", about %.0f s", seconds)
	}
	return text
}

// scale checks what is left to look for, and makes it a problem.
func scale(ctx context.Context, rest remainder, progress func(string)) (*problem.Problem, problem.Data, error) {
	o, in := rest.options, rest.problemData()
	var noiseErr error
	in.Noise, noiseErr = o.covariance(in.Names)
	if noiseErr == nil {
		in.Relative = o.Relative
	}
	s, err := in.Scale()
	switch {
	case err != nil:
		return nil, in, err
	case len(s.Keep) == 0:
		return nil, in, fmt.Errorf("%w: every column holds one value only", ErrData)
	case noiseErr != nil:
		return nil, in, noiseErr
	}
	if o.Kernels != nil {
		if s, err = unshifted(in, s); err != nil {
			return nil, in, err
		}
	}
	degree, err := in.Degree(len(s.Keep))
	if err != nil {
		return nil, in, err
	}
	if n := in.Points.Rows(); n < limit.MinRows {
		return nil, in, fmt.Errorf("%w: %d points are too few to tell an equation from chance, at least %d are needed", ErrData, n, limit.MinRows)
	}
	if _, err := newRing(s.Names, degree); err != nil {
		return nil, in, err
	}
	progress("moments")
	p, err := problem.New(ctx, s, s.Apply(in.Points), degree)
	return p, in, err
}

// unshifted are the units of data whose columns a kernel takes together: measured from 0, and
// none left out.
func unshifted(in problem.Data, s *problem.Scaling) (*problem.Scaling, error) {
	if len(s.Constant) > 0 {
		return nil, fmt.Errorf("%w: column %q holds one value only, and the kernel takes all columns", ErrData, s.Constant[0])
	}
	if s.Origin == nil {
		return s, nil
	}
	u, err := in.ScaleUnshifted()
	if err == nil && u == nil {
		err = fmt.Errorf("%w: columns vary too little about their mean for a kernel that takes them as they are", ErrData)
	}
	return u, err
}

// checkGenerators evaluates generators at every point in rational arithmetic.
func checkGenerators(ctx context.Context, generators []Generator, rows points.Rows) error {
	polys := make([]*poly.Polynomial[ring.Rat], len(generators))
	for i, g := range generators {
		polys[i] = g.Polynomial
	}
	c, err := residual.New(polys)
	if err != nil {
		return err
	}
	if err := c.Add(ctx, rows); err != nil {
		return err
	}
	for i, res := range c.Results() {
		g := &generators[i]
		g.Residual = Residual{RMS: res.RMS, Max: res.Max, MaxLine: res.MaxLine, Undefined: res.Undefined}
		g.Exact = Exact{Vanishing: res.Vanishing, Points: res.Points, MaxAbs: res.MaxAbs}
	}
	return nil
}
