package explain

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/residual"
	"github.com/kexplain/kexplain/explain/internal/robust"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Learn finds the polynomial equations that the points satisfy. It returns
// ErrData where the data are unfit or a limit is passed, a *NoEquationError where
// no equation holds at the noise level of the data, and the error of the
// context when that ends.
func Learn(ctx context.Context, data Data, o Options) (*Result, error) {
	progress := o.Progress
	if progress == nil {
		progress = func(string) {}
	}
	p, in, err := scale(ctx, data, o, progress)
	if err != nil {
		return nil, err
	}
	progress("search")
	v := search.Run(ctx, p, known.NewEquations(p.Table, p.Degree))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	chosen, err := robust.WithoutOutliers(ctx, v, in, robust.Mode(o.Robust), o.Seed)
	if err != nil {
		return nil, err
	}
	v = chosen.Verdict
	w, err := newWriter(v.Problem)
	if err != nil {
		return nil, err
	}
	if len(v.Accepted) == 0 {
		return nil, w.refusal(ctx, v, o)
	}
	scaling := v.Problem.Scaling
	r := &Result{
		Variables: scaling.Names, Constant: scaling.Constant, Points: data.Points.Rows(), Degree: p.Degree,
		Seed: o.Seed, Noise: w.noise(v, o), Shifted: scaling.Origin, Steps: v.Steps.Lines,
	}
	for _, i := range chosen.Aside {
		r.Outliers = append(r.Outliers, data.Points.Line(i))
	}
	for _, e := range v.Accepted {
		g, err := w.generator(e)
		if err != nil {
			return nil, err
		}
		d, err := w.doubts(e, g, o)
		if err != nil {
			return nil, err
		}
		g.addDoubt(d)
		r.Generators = append(r.Generators, g)
	}
	progress("kernel reading")
	if err := r.read(ctx, v, o); err != nil {
		return nil, err
	}
	progress("exact check")
	rows := points.Columns(chosen.Data.Points, len(data.Variables), scaling.Keep)
	if err := r.check(ctx, rows); err != nil {
		return nil, err
	}
	return r, r.compare(ctx, rows)
}

// scale checks data and options, and makes them a problem.
func scale(ctx context.Context, data Data, o Options, progress func(string)) (*problem.Problem, problem.Data, error) {
	in := problem.Data{Names: data.Variables, Points: data.Points, MaxDegree: o.MaxDegree}
	if err := data.check(); err != nil {
		return nil, in, err
	}
	var noiseErr error
	in.Noise, noiseErr = o.covariance(data.Variables)
	s, err := in.Scale()
	switch {
	case err != nil:
		return nil, in, err
	case len(s.Keep) == 0:
		return nil, in, fmt.Errorf("%w: every column holds one value only", ErrData)
	case noiseErr != nil:
		return nil, in, noiseErr
	}
	degree, err := in.Degree(len(s.Keep))
	if err != nil {
		return nil, in, err
	}
	if n := data.Points.Rows(); n < limit.MinRows {
		return nil, in, fmt.Errorf("%w: %d points are too few to tell an equation from chance, at least %d are needed", ErrData, n, limit.MinRows)
	}
	if _, err := newRing(s.Names, degree); err != nil {
		return nil, in, err
	}
	progress("moments")
	p, err := problem.New(ctx, s, s.Apply(data.Points), degree)
	return p, in, err
}

// check evaluates the generators at every point in rational arithmetic.
func (r *Result) check(ctx context.Context, rows points.Rows) error {
	polys := make([]*poly.Polynomial[ring.Rat], len(r.Generators))
	for i, g := range r.Generators {
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
		g := &r.Generators[i]
		g.Residual = Residual{RMS: res.RMS, Max: res.Max, MaxLine: res.MaxLine, Undefined: res.Undefined}
		g.Exact = Exact{Vanishing: res.Vanishing, Points: res.Points, MaxAbs: res.MaxAbs}
	}
	return nil
}
