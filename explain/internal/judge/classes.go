package judge

import (
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
	"github.com/kexplain/kexplain/numeric"
)

// Classes are the log evidences of what rows may be, in nats, on the same rows: a cloud,
// a layer about a plane, about some smooth hypersurface, about the zero set of an equation
// with real coefficients, and with its integers. -Inf stands for what does not apply.
type Classes struct {
	Cloud, Affine, Smooth, Real, Exact float64
	Function                           Null // elementary, or a power law, that is the best of the smooth ones
	Rows                               int  // that were compared
	Columns                            int  // of these rows
}

// Null is a class without a law.
type Null struct {
	Kind   string // "" for none
	Column string // of which an elementary function is one, else ""
	Law    string // what a power law says, else ""
}

// PowerLaw is the kind of a product of powers of columns.
const PowerLaw = "a power law"

// String names the class, such as "a power of x".
func (n Null) String() string {
	switch {
	case n.Column != "":
		return n.Kind + " of " + n.Column
	case n.Law != "":
		return n.Kind + " (" + n.Law + ")"
	}
	return n.Kind
}

// BestNull is the class without a law that describes the rows best. They are no cloud where the equation is not alone.
func (c Classes) BestNull(alone bool) (nats float64, best Null) {
	nats, best = c.Smooth, c.Function
	if best.Kind == "" {
		best.Kind = "some smooth curve or surface"
	}
	if c.Affine > nats {
		nats, best = c.Affine, Null{Kind: "a plane"}
		if c.Columns == 2 {
			best.Kind = "a line"
		}
	}
	if alone && c.Cloud > nats {
		nats, best = c.Cloud, Null{Kind: "a cloud of points"}
	}
	return nats, best
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
	rest := slices.Delete(slices.Clone(list), i, i+1)
	return equation.Ideal(p, p.Degree, slices.Concat(p.Scaling.Exact, p.Scaling.Trivial), rest...)
}

// Compare measures equation i of a list against the classes, all on the monomials that
// are standard for the other equations. tied has the ratios of coefficients that are exact
// although others are not, in the units of the search, 0 for those others; nil for none.
func Compare(p *problem.Problem, list []equation.Equation, i int, tied []float64) Classes {
	c := newComparison(p, list, i)
	out := Classes{
		Cloud: evidence.Cloud(c.rows), Affine: c.affine(), Smooth: c.smooth(), Real: c.real(tied), Exact: math.Inf(-1), Rows: len(c.rows), Columns: p.Metric.Vars(),
	}
	if measured, ok := evidence.Of(c.rows, c.polynomial, c.shape); ok {
		if c.e.Exact {
			out.Exact = measured.Total() - c.length - c.e.Rounding.Best.IntegerLength()
		}
		for _, of := range []func(density float64) (float64, Null){c.function, c.powers, c.settings, c.steps} {
			if nats, function := of(measured.Density); nats > out.Smooth {
				out.Smooth, out.Function = nats, function
			}
		}
	}
	return out
}

// comparison is what an equation is compared by with the classes.
type comparison struct {
	p          *problem.Problem
	e          equation.Equation
	polynomial evidence.Polynomial // of e
	length     float64             // of its support, nats
	rows       [][]float64
	shape      noise.Shape
	others     *known.Ideal        // of the other equations
	beside     []equation.Equation // those along which errors move rows
}

func newComparison(p *problem.Problem, list []equation.Equation, i int) comparison {
	e := list[i]
	c := comparison{
		p: p, e: e, polynomial: Polynomial(p, e.ExactFit(p)), length: support.Length(p, e.Estimate.Fit.Idx),
		rows: problem.Sample(p.DistinctSampleOn(e.Estimate.Fit.Idx), limit.ShapeRows), shape: e.Shape, others: others(p, list, i),
	}
	if p.Scaling.NoiseGiven {
		c.shape = Given(p)
	}
	if o, ok := evidence.Offsets(c.rows, c.polynomial, c.shape); ok {
		c.shape = c.shape.Bent(o.Sigma)
	}
	if !e.Estimate.Evidence.WithoutNoise() {
		c.beside = slices.Delete(slices.Clone(list), i, i+1)
	}
	c.shape = Along(p, c.shape, c.beside)
	return c
}

// Polynomial is a fit as a polynomial, in the units of the search.
func Polynomial(p *problem.Problem, f support.Fit) evidence.Polynomial {
	out := evidence.Polynomial{Coefficients: f.C}
	for _, a := range f.Idx {
		out.Exponents = append(out.Exponents, p.Table.Exponents(a))
	}
	return out
}

// standard are monomials up to a degree that are a basis modulo the other equations. Those in the columns of the
// equation come first: where a plane holds beside x² = y + 2, smooth curves in x and y have the same errors as the
// equation, and smooth curves in y and z have others.
func (c comparison) standard(degree int) (out [][]uint8) {
	in := c.p.ColumnsOf(c.e.Estimate.Fit.Idx)
	own := func(a int) bool { return within(c.p.Table.Exponents(a), in) }
	basis := c.others.BasisBelow(c.p.Table.Len(degree), own)
	if len(basis) == 0 {
		// Decimals of several equations may have no common zero, and then all polynomials follow from them.
		basis = numeric.FirstInts(c.p.Table.Len(degree))
	}
	for _, a := range basis {
		out = append(out, c.p.Table.Exponents(a))
	}
	return out
}

// layer has the monomials of a layer about some surface, and the length of their choice in nats.
type layer struct {
	monomials [][]uint8
	length    float64
}

// layers are the monomials up to a degree in all columns, and those in the columns of the equation. The equation was chosen
// among the monomials in all columns, so a surface in its columns has the length of the choice of these. Of twenty scores
// with common causes any four lie near a plane, and some product of two is near that of two others: a plane in all
// twenty has more constants than the rows determine.
func (c comparison) layers(degree int) []layer {
	all, in := c.standard(degree), c.p.ColumnsOf(c.e.Estimate.Fit.Idx)
	own := slices.DeleteFunc(slices.Clone(all), func(m []uint8) bool { return !within(m, in) })
	if len(own) == len(all) {
		return []layer{{all, 0}}
	}
	return []layer{{all, 0}, {own, math.Log(float64(numeric.Binomial(c.p.Metric.Vars(), len(in))))}}
}

// within reports whether a monomial has no other columns than some.
func within(monomial []uint8, columns []int) bool {
	for j, k := range monomial {
		if k > 0 && !slices.Contains(columns, j) {
			return false
		}
	}
	return true
}

// affine is the evidence of a layer about a plane. A plane is compared with planes of more terms only.
func (c comparison) affine() float64 {
	best := math.Inf(-1)
	for _, plane := range c.layers(1) {
		if c.e.Degree(c.p) > 1 || len(plane.monomials) > c.e.Terms() {
			best = math.Max(best, evidence.Ridge(c.rows, plane.monomials, nil, c.p.Degree, c.shape)-limit.DegreeLength-plane.length)
		}
	}
	return best
}

// pairs are the monomials up to a degree in two columns of the equation, for any two where it has more. Rows may follow a curve, as those
// of several quantities that change in time do: each two columns then obey some equation, and of thousands of products of three or
// four some agree with the rows by chance.
func (c comparison) pairs(degree int) (out []layer) {
	in := c.p.ColumnsOf(c.e.Estimate.Fit.Idx)
	if len(in) < 3 {
		return nil
	}
	all, length := c.standard(degree), math.Log(float64(numeric.Binomial(c.p.Metric.Vars(), 2)))
	for at := range numeric.Combinations(len(in), 2) {
		pair := []int{in[at[0]], in[at[1]]}
		out = append(out, layer{slices.DeleteFunc(slices.Clone(all), func(m []uint8) bool { return !within(m, pair) }), length})
	}
	return out
}

// smooth is the evidence of a layer about some smooth hypersurface.
func (c comparison) smooth() float64 {
	best := math.Inf(-1)
	layers := append(c.layers(c.p.Degree), c.pairs(c.p.Degree)...)
	if derived := derivedColumns(c.p); len(derived) > 0 {
		// A smooth surface in the measured columns needs no more coefficients for the others.
		measured := slices.DeleteFunc(slices.Clone(layers[0].monomials), func(m []uint8) bool {
			return slices.ContainsFunc(derived, func(j int) bool { return m[j] > 0 })
		})
		layers = append(layers, layer{measured, 0})
	}
	for _, n := range layers {
		best = math.Max(best, evidence.Smooth(c.rows, n.monomials, c.polynomial, c.p.Degree, c.shape)-n.length)
	}
	return best
}

// real is the evidence of the equation with real coefficients, but for those that are tied.
func (c comparison) real(tied []float64) float64 {
	return evidence.Ridge(c.rows, c.polynomial.Exponents, tied, c.p.Degree, c.shape) - c.length
}

// evidenceOf is the evidence of any equation on the rows, with the noise of that which is compared: of its integers where it is
// exact and these have more.
func (c comparison) evidenceOf(e equation.Equation) float64 {
	polynomial, length := Polynomial(c.p, e.ExactFit(c.p)), support.Length(c.p, e.Estimate.Fit.Idx)
	out := evidence.Ridge(c.rows, polynomial.Exponents, nil, c.p.Degree, c.shape) - length
	if e.Exact {
		if measured, ok := evidence.Of(c.rows, polynomial, c.shape); ok {
			out = math.Max(out, measured.Total()-length-e.Rounding.Best.IntegerLength())
		}
	}
	return out
}

// function is the evidence of the graph of an elementary function, for an equation in two columns, and
// the function: with little noise polynomials of small whole numbers follow these, as 4x² + y² - 10y + 9 does
// y = cosh x. Two or three terms with decimals have no more constants than a function has. So the function has their
// code length too: all functions together are as likely beforehand as one support. density is that of the feet of the
// rows along the zero set, in nats. A line with decimals is compared with none.
func (c comparison) function(density float64) (nats float64, best Null) {
	nats = math.Inf(-1)
	in, curved := c.p.ColumnsOf(c.e.Estimate.Fit.Idx), c.e.Degree(c.p) > 1
	if len(in) != 2 || !c.e.Exact && !curved {
		return nats, best
	}
	if !c.e.Exact && c.e.Terms() < limit.FurtherTerms {
		density -= c.length
	}
	for _, pair := range [][2]int{{in[0], in[1]}, {in[1], in[0]}} {
		if e, function := evidence.Function(c.rows, pair[0], pair[1], density, c.shape); e > nats {
			nats, best = e, Null{Kind: function, Column: c.p.Scaling.Names[pair[0]]}
		}
	}
	return nats, best
}

// Along is a shape of errors that move rows along what holds by definition only, along those equations that hold without noise, and
// not along columns of few values unless all errors are in one of these. Beside area = 0.7854*d^2 of columns that were computed, errors
// move d and area together, and no polynomial gains by what it says of one of the two.
func Along(p *problem.Problem, shape noise.Shape, equations []equation.Equation) noise.Shape {
	var noiseFree []support.Fit
	for _, e := range equations {
		if e.Estimate.Evidence.WithoutNoise() {
			noiseFree = append(noiseFree, e.ExactFit(p))
		}
	}
	fixed := slices.DeleteFunc(p.Fixed(), func(j int) bool { return shape.Single() && shape.Column == j })
	shape.Normals = fit.Normals(p, noiseFree, fixed)
	return shape
}

// derivedColumns are the last column of each identity: derived columns stand behind those that
// they are derived from.
func derivedColumns(p *problem.Problem) (out []int) {
	for _, f := range p.Scaling.Identities {
		if used := f.UsedVars(); len(used) > 0 {
			out = append(out, slices.Index(p.Scaling.Names, f.Ring().Vars()[used[len(used)-1]]))
		}
	}
	return slices.DeleteFunc(out, func(j int) bool { return j < 0 })
}
