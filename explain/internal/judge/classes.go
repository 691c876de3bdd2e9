package judge

import (
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/evidence"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// Classes are the log evidences of what rows may be, in nats, on the same rows: a cloud,
// a layer about a plane, about some smooth hypersurface, about the zero set of an equation
// with real coefficients, and with its integers. -Inf stands for what does not apply.
type Classes struct {
	Cloud, Affine, Smooth, Real, Exact float64
	Function                           string // elementary, that is the best of the smooth ones, or ""
	Rows                               int    // that were compared
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
	var on [][]uint8
	for _, a := range e.Estimate.Fit.Idx {
		on = append(on, p.Table.Exponents(a))
	}
	f := evidence.Polynomial{Exponents: on, Coefficients: e.ExactFit(p).C}
	if o, ok := evidence.Offsets(rows, f, shape); ok {
		shape = shape.Bent(o.Sigma)
	}
	shape = Along(p, shape)
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
	c.Smooth = evidence.Smooth(rows, all(p.Degree), f, p.Degree, limit.DegreeLength, shape)
	if derived := derivedColumns(p); len(derived) > 0 {
		// A smooth surface in the measured columns needs no more coefficients for the others.
		measured := slices.DeleteFunc(all(p.Degree), func(m []uint8) bool {
			return slices.ContainsFunc(derived, func(j int) bool { return m[j] > 0 })
		})
		c.Smooth = math.Max(c.Smooth, evidence.Smooth(rows, measured, f, p.Degree, limit.DegreeLength, shape))
	}
	length := support.Length(p, e.Estimate.Fit.Idx)
	c.Real = evidence.Ridge(rows, on, tied, p.Degree, shape) - length - tieLength(tied)
	if measured, ok := evidence.Of(rows, f, shape); ok {
		if e.Exact {
			c.Exact = measured.Total() - length - e.Rounding.Best.IntegerLength()
		}
		switch {
		case e.Exact || degree > 1 && terms >= limit.FurtherTerms:
			c.function(p, rows, on, measured.Density, shape)
		case degree > 1:
			c.function(p, rows, on, measured.Density-length, shape)
		}
	}
	return c
}

// Along is a shape of errors that move rows along what holds by definition only, and not along columns of
// few values unless all errors are in one of these.
func Along(p *problem.Problem, shape noise.Shape) noise.Shape {
	shape.Normals = fit.Normals(p, slices.DeleteFunc(p.Fixed(), func(j int) bool { return shape.Single() && shape.Column == j }))
	return shape
}

// derivedColumns are the last column of each identity: derived columns stand behind those that
// they are derived from.
func derivedColumns(p *problem.Problem) (out []int) {
	for _, f := range p.Scaling.Identities {
		vars := f.Ring().Vars()
		for k := len(vars) - 1; k >= 0; k-- {
			if f.DegreeIn(k) > 0 {
				out = append(out, slices.Index(p.Scaling.Names, vars[k]))
				break
			}
		}
	}
	return slices.DeleteFunc(out, func(j int) bool { return j < 0 })
}

// function compares a curve in two columns with the graphs of elementary functions: with little
// noise polynomials of small whole numbers follow these, as 4x² + y² - 10y + 9 does y = cosh x.
// Two or three terms with decimals have no more constants than a function has. So the function
// has their code length too: all functions together are as likely beforehand as one support.
func (c *Classes) function(p *problem.Problem, rows [][]float64, on [][]uint8, density float64, shape noise.Shape) {
	var in []int
	for j := range p.Metric.Vars() {
		if slices.ContainsFunc(on, func(m []uint8) bool { return m[j] > 0 }) {
			in = append(in, j)
		}
	}
	if len(in) != 2 {
		return
	}
	for _, pair := range [][2]int{{in[0], in[1]}, {in[1], in[0]}} {
		e, name := evidence.Function(rows, pair[0], pair[1], density, shape)
		if e > c.Smooth {
			c.Smooth, c.Function = e, fmt.Sprintf("%s of %s", name, p.Scaling.Names[pair[0]])
		}
	}
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
