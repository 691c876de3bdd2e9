package judge

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/evidence"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// Classes are the log evidences of what rows may be, in nats, on the same rows: a cloud,
// a layer about a plane, about some smooth hypersurface, about the zero set of an equation
// with real coefficients, and with its integers. -Inf stands for what does not apply.
type Classes struct {
	Cloud, Affine, Smooth, Real, Exact float64
	Rows                               int // that were compared
}

// Given is the noise that was given as a shape; errors that go together count as if they
// did not.
func Given(p *problem.Problem) noise.Shape {
	std := make([]float64, p.Metric.Vars())
	for _, c := range p.Metric.Entries() {
		if c.Row == c.Col {
			std[c.Row] = math.Sqrt(c.Value)
		}
	}
	rel := p.Metric.Relative()
	if rel == nil {
		return noise.NewGiven(std, nil)
	}
	part := make([]float64, len(rel))
	for j, b2 := range rel {
		part[j] = math.Sqrt(b2)
	}
	return noise.NewGiven(std, part)
}

// others are the equations beside the i-th of a list, with those that hold exactly and what
// columns of few values obey.
func others(p *problem.Problem, list []equation.Equation, i int) *known.Ideal {
	out := known.New(p.Table, p.Degree)
	for _, f := range slices.Concat(p.Scaling.Exact, p.Scaling.Trivial) {
		if idx, a, ok := p.Given(f); ok {
			out.Add(idx, a)
		}
	}
	for k, f := range list {
		if k != i {
			out.Add(f.Estimate.Fit.Idx, f.Coefficients)
		}
	}
	return out
}

// Compare measures equation i of a list against the classes, all on the monomials that
// are standard for the other equations. tied has the ratios of coefficients that are exact
// although others are not, in the units of the search, 0 for those others; nil for none.
// A plane is compared with curved zero sets and with planes of more terms, a curved zero
// set with planes too.
func Compare(p *problem.Problem, list []equation.Equation, i int, tied []float64) Classes {
	e := list[i]
	rows := problem.Sample(problem.Distinct(p.Sample, 0), limit.ShapeRows)
	shape := e.Shape
	if p.Scaling.NoiseGiven {
		shape = Given(p)
	}
	inf := math.Inf(-1)
	c := Classes{Cloud: evidence.Cloud(rows), Affine: inf, Smooth: inf, Real: inf, Exact: inf, Rows: len(rows)}
	degree, terms := e.Degree(p), e.Terms()
	ideal := others(p, list, i)
	all := func(d int) [][]uint8 {
		var out [][]uint8
		for _, a := range ideal.StandardBelow(p.Table.Len(d)) {
			out = append(out, p.Table.Exponents(a))
		}
		return out
	}
	if plane := all(1); degree > 1 || len(plane) > terms {
		c.Affine = evidence.Ridge(rows, plane, nil, p.Degree, shape) - limit.DegreeLength
	}
	for d := 2; d <= p.Degree; d++ {
		if surface := all(d); len(surface)*2 < len(rows) && len(surface) > terms {
			c.Smooth = math.Max(c.Smooth, evidence.Ridge(rows, surface, nil, p.Degree, shape)-limit.DegreeLength*float64(d))
		}
	}
	var on [][]uint8
	for _, a := range e.Estimate.Fit.Idx {
		on = append(on, p.Table.Exponents(a))
	}
	length := limit.DegreeLength*float64(degree) + math.Log(float64(numeric.Binomial(p.Table.Len(p.Degree), terms)))
	if degree == 1 {
		length = support.Length(p, e.Estimate.Fit.Idx)
	}
	c.Real = evidence.Ridge(rows, on, tied, p.Degree, shape) - length - tieLength(tied)
	if e.Exact {
		f := e.ExactFit(p)
		if measured, ok := evidence.Of(rows, evidence.Polynomial{Exponents: on, Coefficients: f.C}, shape); ok {
			c.Exact = measured.Total() - length - e.Rounding.Best.IntegerLength()
		}
	}
	return c
}

// tieLength is the length in nats of saying which coefficients are tied, each by a small
// number such as 1.
func tieLength(tied []float64) float64 {
	n := 0
	for _, t := range tied {
		if t != 0 {
			n++
		}
	}
	return float64(max(0, n-1)) * limit.TieLength
}
