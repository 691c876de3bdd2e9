package search

import (
	"context"
	"math"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/evidence"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/internal/parallel"
)

// RunBoth is Run where columns may lie far from 0. Measured from their middle their powers are
// independent, and a circle in the coordinates of a map is found; but U·I·cos φ = P has five
// terms then, where U is 230 V and varies little. So both are tried. The equations measured from 0 are
// taken if they have MinEvidence more. The data are those that p was made of. Both
// are searched side by side. Where the context ends, RunBoth returns its error with what the search from the middle had found, or nil if it
// had not begun.
func RunBoth(ctx context.Context, data problem.Data, p *problem.Problem) (*Verdict, error) {
	problems := []*problem.Problem{p}
	s, err := data.ScaleUnshifted()
	if err != nil {
		return nil, err
	}
	if s != nil {
		q, err := problem.New(ctx, s, s.Apply(data.Points), p.Degree)
		if err != nil {
			return nil, err
		}
		if !s.NoiseGiven {
			// Errors are no larger for being measured far from 0.
			q = q.WithShape(noise.NewSpread(s.Dev))
		}
		problems = append(problems, q)
	}
	found := make([]*Verdict, len(problems))
	parallel.Each(context.WithoutCancel(ctx), len(problems), func(i int) {
		found[i] = Run(ctx, problems[i], known.NewEquations(problems[i].Table, p.Degree))
	})
	v := found[0]
	if len(found) == 1 || ctx.Err() != nil {
		return v, ctx.Err()
	}
	u := found[1]
	shifted, unshifted := v.evidence(), u.evidence()
	if len(u.Accepted) > 0 && unshifted >= shifted+limit.MinEvidence() || len(v.Accepted)+len(u.Accepted) == 0 && v.Nearest == nil {
		v = u
	}
	v.Steps.Add("columns lie far from 0: the equations have %.1f nats if these columns are measured from their middle, %.1f if from 0", shifted, unshifted)
	return v, nil
}

// evidence is the sum over the accepted equations of what each says about the rows, less its
// description length: the log likelihood of the offsets from the equation, over that of offsets
// as large as the spread of the columns.
func (v *Verdict) evidence() float64 {
	total := 0.0
	rows := problem.Sample(v.Problem.Sample, limit.ShapeRows)
	for _, e := range v.Accepted {
		n := float64(len(rows))
		inDev, f, shape := v.inDeviations(rows, e)
		o, ok := evidence.Offsets(inDev, f, shape)
		if !ok {
			continue
		}
		null := -n / 2 * (math.Log(2*math.Pi) + 1)
		total += (o.Likelihood-null)*float64(len(v.Problem.Sample))/n - e.Length() - originLength(v.Problem, e)
	}
	return total
}

// originLength is the length in nats of the origin in the columns of an equation, each to a standard
// deviation of the column: a line has a constant less where it is measured from the middle of the rows.
func originLength(p *problem.Problem, e equation.Equation) float64 {
	length := 0.0
	for _, j := range p.ColumnsOf(e.Estimate.Fit.Idx) {
		if s := p.Scaling; s.Origin != nil && s.Origin[j].Sign() != 0 {
			length += math.Log(math.Abs(s.Origin[j].Float64()) / (s.Dev[j] * s.Units[j]))
		}
	}
	return length
}

// inDeviations returns rows, an equation and its shape of noise in units of the standard
// deviations of the columns.
func (v *Verdict) inDeviations(rows [][]float64, e equation.Equation) ([][]float64, evidence.Polynomial, noise.Shape) {
	dev := v.Problem.Scaling.Dev
	out := make([][]float64, len(rows))
	for i, x := range rows {
		out[i] = make([]float64, len(x))
		for j, c := range x {
			out[i][j] = c / dev[j]
		}
	}
	f := judge.Polynomial(v.Problem, e.Estimate.Fit)
	c := make([]float64, len(f.Coefficients))
	for i, exps := range f.Exponents {
		c[i] = f.Coefficients[i]
		for j, k := range exps {
			c[i] *= math.Pow(dev[j], float64(k))
		}
	}
	f.Coefficients = c
	shape := e.Shape
	shape.Abs = make([]float64, len(dev))
	for j := range dev {
		a := v.Problem.Scaling.Noise[j] // where it is given
		if !v.Problem.Scaling.NoiseGiven {
			a = e.Shape.Abs[j]
		}
		shape.Abs[j] = a / dev[j]
	}
	return out, f, shape
}
