package explain

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/residual"
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
	if err := data.check(); err != nil {
		return nil, err
	}
	p, err := prepare(data, o)
	if err != nil {
		return nil, err
	}
	n := data.Points.Rows()
	if len(p.keep) == 0 {
		return nil, fmt.Errorf("%w: every column holds one value only", ErrData)
	}
	degree, err := o.degree(len(p.keep))
	if err != nil {
		return nil, err
	}
	if n < minRows {
		return nil, fmt.Errorf("%w: %d points are too few to tell an equation from chance, at least %d are needed", ErrData, n, minRows)
	}
	if _, err := p.ringFor(degree); err != nil {
		return nil, err
	}
	progress("moments")
	s, err := p.study(ctx, degree)
	if err != nil {
		return nil, err
	}
	progress("search")
	s.run()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	chosen, err := s.withoutOutliers(ctx, data, p, o)
	if err != nil {
		return nil, err
	}
	s, p = chosen.study, chosen.p
	w, err := newWriter(s, p)
	if err != nil {
		return nil, err
	}
	if len(s.accepted) == 0 {
		return nil, s.refusal(w, o)
	}
	r := &Result{
		Variables: p.names, Constant: p.constant, Points: n, Degree: degree,
		Seed: o.Seed, Noise: s.noise(p, o), Shifted: p.origin, Steps: s.steps,
		Outliers: chosen.lines(data),
	}
	for _, e := range s.accepted {
		g, err := w.generator(e)
		if err != nil {
			return nil, err
		}
		d, err := s.doubts(w, e, g, o)
		if err != nil {
			return nil, err
		}
		g.tell(d)
		r.Generators = append(r.Generators, g)
	}
	progress("kernel reading")
	if err := r.read(ctx, s, p, o); err != nil {
		return nil, err
	}
	progress("exact check")
	rows := columns{chosen.data.Points, p.keep, make([]ring.Rat, len(data.Variables))}
	if err := r.check(ctx, rows); err != nil {
		return nil, err
	}
	return r, r.compare(ctx, rows)
}

// minRows is the least number of points from which anything is learned.
const minRows = 5

// read adds the spectrum and the kernel reading.
func (r *Result) read(ctx context.Context, s *study, p *prepared, o Options) error {
	k := len(p.keep)
	x := mat.NewDense(len(p.rows), k, nil)
	for i, row := range p.rows {
		x.SetRow(i, row)
	}
	spectrum, model, err := s.spectrum(ctx, o, x)
	if err != nil {
		return err
	}
	r.Spectrum, r.Kernel = spectrum, model.Kernel().String()
	R, err := floatRing(p.names, s.degree)
	if err != nil {
		return err
	}
	for i, e := range s.accepted {
		g := &r.Generators[i]
		if g.Kernel, err = s.reading(model, R, s.fitExact(e)); err != nil {
			return err
		}
		g.tell(outside(g.Kernel))
	}
	return nil
}

// check evaluates the generators at every point in rational arithmetic.
func (r *Result) check(ctx context.Context, rows Rows) error {
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
