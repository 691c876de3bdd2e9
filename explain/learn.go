package explain

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/residual"
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

// noise pools the noise of the accepted equations, those that are not
// noise-free where there are both.
func (s *study) noise(p *prepared, o Options) Noise {
	variance, stderr := pooled(s.accepted[s.level:])
	out := Noise{Sigma: math.Sqrt(variance), Unit: p.noiseUnit(o)}
	if variance >= negligible {
		out.Stderr = stderr / 2 / out.Sigma
	}
	for j, u := range p.units {
		out.Std = append(out.Std, out.Sigma*u*p.noise[j])
	}
	out.Sigma, out.Stderr = out.Sigma/p.given, out.Stderr/p.given
	return out
}

// noiseUnit says what a noise σ is a multiple of.
func (p *prepared) noiseUnit(o Options) string {
	switch {
	case o.Noise != nil:
		return "noise levels given"
	case o.Covariance != nil:
		return "noise given"
	case p.origin != nil:
		return "root mean square of each variable, measured from the origin of the search"
	}
	return "root mean square of each variable"
}

// pooled is the mean of the noise variances of equations, each with the weight
// of its precision, and its standard error. Equations whose gradients are not
// at right angles see the same noise in part: the correlation of their shares
// over the rows says how much.
func pooled(list []equation) (variance, stderr float64) {
	weight, scatter := make([]float64, len(list)), make([]float64, len(list))
	total := 0.0
	for i, e := range list {
		v, se := e.noise()
		weight[i] = 1 / (se*se + negligible*negligible)
		scatter[i] = math.Sqrt(jointScatter(e.estimate, e.estimate))
		total += weight[i]
		variance += weight[i] * v
	}
	sum := 0.0
	for i, e := range list {
		_, si := e.noise()
		for j, f := range list {
			_, sj := f.noise()
			c := si * sj
			if i != j && scatter[i] > 0 && scatter[j] > 0 {
				c *= jointScatter(e.estimate, f.estimate) / scatter[i] / scatter[j]
			}
			sum += weight[i] * weight[j] * c
		}
	}
	return math.Max(0, variance/total), math.Sqrt(math.Max(0, sum)) / total
}

// jointScatter is the covariance of the shares of two estimates over the rows.
func jointScatter(e, f estimate) float64 {
	sum := 0.0
	for i, v := range e.share {
		sum += (v - e.s) * (f.share[i] - f.s)
	}
	return sum / float64(len(e.share))
}

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

// columns are the rows of data restricted to some columns.
type columns struct {
	all  Rows
	keep []int
	full []ring.Rat // work space
}

func (c columns) Rows() int      { return c.all.Rows() }
func (c columns) Line(i int) int { return c.all.Line(i) }

func (c columns) Row(i int) []float64 {
	full := c.all.Row(i)
	row := make([]float64, len(c.keep))
	for k, j := range c.keep {
		row[k] = full[j]
	}
	return row
}

func (c columns) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	c.full = c.all.ExactRow(c.full, i)
	for k, j := range c.keep {
		dst[k] = c.full[j]
	}
	return dst
}

// refusal says what came nearest to an equation.
func (s *study) refusal(w *writer, o Options) error {
	if s.nearest == nil {
		if s.nearest = s.closest(); s.nearest != nil {
			s.reason = fmt.Sprintf("everything needs noise of more than %.0f %% of the root mean squares", 100*maxNoise)
		}
	}
	e := &NoEquationError{Degree: s.degree, Unit: w.p.noiseUnit(o), Reason: s.reason, Steps: s.steps}
	if s.nearest != nil {
		if g, err := w.generator(*s.nearest); err == nil {
			e.Best, e.Terms, e.Sigma = g.brief(), len(g.Terms), g.Sigma
		}
		if s.nearest.s < negligible {
			e.Sigma = 0
		}
	}
	return e
}
