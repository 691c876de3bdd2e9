// Package residual tests equations on points: exactly, in rational arithmetic,
// and in the units of the data.
//
// The exact residual of f at x is f(x), a rational number. In units of the
// data it is the distance |f(x)| / |∇f(x)| of x from the zero set of f to first
// order (P. D. Sampson, Fitting conic sections to "very scattered" data,
// Computer Graphics and Image Processing 18 (1982) 97-108). The numerator is
// the exact value, so that cancellation does not touch it; the gradient is
// computed in float64. Where f vanishes the distance is 0. Where only the
// gradient vanishes, at a singular point of another level set, the distance is
// not defined; such points are counted and left out of mean and maximum.
package residual

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Rows are points with exact coordinates, as a block of a table has them.
type Rows interface {
	Rows() int
	// Row returns the coordinates of a point rounded to float64.
	Row(i int) []float64
	// ExactRow writes the exact coordinates to dst and returns it.
	ExactRow(dst []ring.Rat, i int) []ring.Rat
	// Line is where the point stands in its file.
	Line(i int) int
}

// Result is what is known about one equation f = 0 on the points seen.
type Result struct {
	Points    int // how many
	Vanishing int // at how many of them f is exactly zero

	MaxAbs     ring.Rat // largest |f|
	MaxAbsLine int      // its line, 0 when f vanishes everywhere

	RMS       float64 // root mean square of the distances
	Max       float64 // largest distance
	MaxLine   int     // its line, 0 when f vanishes everywhere
	Undefined int     // points without a distance
}

// Checker gathers the results of a list of equations over blocks of points. It
// is not safe for use by several goroutines.
type Checker struct {
	vars    int
	exact   []*poly.Evaluator[ring.Rat] // one for every equation
	real    *poly.Evaluator[float64]    // the equations, rounded
	sizes   *poly.Evaluator[float64]    // the sums of the absolute values of their terms, at |x|
	errors  []float64                   // bounds of the rounding errors of real, in sizes
	reach   float64                     // coordinates up to it and down to its inverse do not overflow
	grads   *poly.Evaluator[float64]    // the partial derivatives, one equation after the other
	results []Result
	norm    []float64 // root of the sum of squared distances
}

// New returns a checker for polynomials of one ring. It is an error if a
// coefficient does not fit a float64. It panics if there are no polynomials.
func New(polys []*poly.Polynomial[ring.Rat]) (*Checker, error) {
	R := polys[0].Ring()
	real, err := poly.NewRing(ring.Float64, R.Vars(), poly.WithOrder(R.Order()), poly.WithMaxDegree(R.MaxDegree()))
	if err != nil {
		return nil, fmt.Errorf("residual: %w", err)
	}
	var rounded, sizes, grads []*poly.Polynomial[float64]
	c := &Checker{vars: R.NumVars(), results: make([]Result, len(polys)), norm: make([]float64, len(polys)), reach: math.Inf(1)}
	for _, p := range polys {
		f, err := poly.Convert(p, real, func(c ring.Rat) (float64, error) { return ring.FromRat(ring.Float64, c) })
		if err != nil {
			return nil, fmt.Errorf("residual: %v: %w", p, err)
		}
		size, err := poly.Convert(f, real, func(c float64) (float64, error) { return math.Abs(c), nil })
		if err != nil {
			return nil, fmt.Errorf("residual: %v: %w", p, err)
		}
		rounded, sizes = append(rounded, f), append(sizes, size)
		c.exact = append(c.exact, poly.NewEvaluator(p))
		c.errors = append(c.errors, roundings(p)*unit)
		c.reach = math.Min(c.reach, reach(f))
		for i := range R.NumVars() {
			g, err := poly.Convert(p.Derivative(i), real, func(c ring.Rat) (float64, error) { return ring.FromRat(ring.Float64, c) })
			if err != nil {
				return nil, fmt.Errorf("residual: gradient of %v: %w", p, err)
			}
			grads = append(grads, g)
		}
	}
	c.real, c.sizes, c.grads = poly.NewEvaluator(rounded...), poly.NewEvaluator(sizes...), poly.NewEvaluator(grads...)
	return c, nil
}

// unit is the largest relative error of one rounding.
const unit = 0x1p-53

// roundings returns a bound for the roundings that a term of p goes through, in
// its coefficient, its coordinates, their products and the sum, twice, since the
// sum of absolute values that it is applied to is itself rounded.
func roundings(p *poly.Polynomial[ring.Rat]) float64 {
	return float64(2 * (2*max(p.Degree(), 0) + p.Len() + 2))
}

// Terms within a power of ten of this many digits neither overflow nor lose digits
// for being too small: those of the coefficient, and those of the monomial.
const coefficientDigits, monomialDigits = 90, 200

// reach returns the largest size of coordinates, and the inverse of the smallest,
// with which the terms of p and their parts are within these digits.
func reach(p *poly.Polynomial[float64]) float64 {
	for _, c := range p.Terms() {
		if size := math.Abs(math.Log10(math.Abs(c))); !(size <= coefficientDigits) {
			return 0
		}
	}
	return math.Pow(10, monomialDigits/float64(max(p.Degree(), 1)))
}

// within reports whether float64 neither overflows nor underflows at a point.
func (c *Checker) within(point []float64) bool {
	for _, v := range point {
		if v = math.Abs(v); v != 0 && !(v <= c.reach && 1/v <= c.reach) {
			return false
		}
	}
	return true
}

// chunk is the number of points evaluated between two looks at the context.
const chunk = 256

// Add evaluates the equations at more points. It panics if a point has not one
// coordinate a variable.
func (c *Checker) Add(ctx context.Context, rows Rows) error {
	for at := 0; at < rows.Rows(); at += chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.add(rows, at, min(at+chunk, rows.Rows()))
	}
	return nil
}

// add evaluates at the rows from first to last, exclusive.
func (c *Checker) add(rows Rows, first, last int) {
	n := last - first
	points, absolute := make([][]float64, n), matrix[float64](n, c.vars)
	for i := range n {
		points[i] = rows.Row(first + i)
		for j, v := range points[i] {
			absolute[i][j] = math.Abs(v)
		}
	}
	values, sizes := matrix[float64](len(c.results), n), matrix[float64](len(c.results), n)
	c.real.EvalTo(values, points)
	c.sizes.EvalTo(sizes, absolute)
	slopes := matrix[float64](len(c.results)*c.vars, n)
	c.grads.EvalTo(slopes, points)
	gradient := make([]float64, c.vars)
	for k := range c.results {
		r := &c.results[k]
		largest := r.MaxAbs.Float64() * (1 - 4*unit)
		var open []int // points that float64 does not settle
		for i, v := range values[k] {
			// The value is wrong by at most this.
			wrong := c.errors[k] * sizes[k][i]
			if !(wrong <= nineDigits*math.Abs(v) && math.Abs(v)+wrong < largest && c.within(points[i])) {
				open = append(open, i)
			}
		}
		exact := c.exactAt(k, rows, first, open)
		for i, v := range values[k] {
			for v := range gradient {
				gradient[v] = slopes[k*c.vars+v][i]
			}
			size, slope, line := math.Abs(v), floats.Norm(gradient, 2), rows.Line(first+i)
			if len(open) > 0 && open[0] == i {
				size = r.noteExact(exact[0], line)
				open, exact = open[1:], exact[1:]
			}
			r.note(size, slope, line, &c.norm[k])
		}
	}
}

// exactAt evaluates equation k at some of the rows in rational arithmetic.
func (c *Checker) exactAt(k int, rows Rows, first int, places []int) []ring.Rat {
	points := make([][]ring.Rat, len(places))
	for i, at := range places {
		points[i] = rows.ExactRow(make([]ring.Rat, c.vars), first+at)
	}
	values := make([]ring.Rat, len(places))
	c.exact[k].EvalTo([][]ring.Rat{values}, points)
	return values
}

// nineDigits is the relative error with which a size computed in float64 is good
// enough for a distance.
const nineDigits = 1e-9

// noteExact takes an exact value into account and returns its size, rounded.
func (r *Result) noteExact(value ring.Rat, line int) float64 {
	size := value.Abs()
	if size.Cmp(r.MaxAbs) > 0 {
		r.MaxAbs, r.MaxAbsLine = size, line
	}
	if value.IsZero() {
		return 0
	}
	return math.Max(size.Float64(), math.SmallestNonzeroFloat64)
}

// note takes a size |f| into account, which is 0 where f vanishes and nowhere else.
func (r *Result) note(size, slope float64, line int, norm *float64) {
	r.Points++
	if size == 0 {
		r.Vanishing++
		return
	}
	distance := size / slope
	if slope == 0 || math.IsNaN(distance) || math.IsInf(distance, 0) {
		r.Undefined++
		return
	}
	if distance > r.Max || r.MaxLine == 0 {
		r.Max, r.MaxLine = distance, line
	}
	*norm = math.Hypot(*norm, distance)
}

// Results returns the results so far, one for every polynomial.
func (c *Checker) Results() []Result {
	results := append([]Result(nil), c.results...)
	for k := range results {
		if defined := results[k].Points - results[k].Undefined; defined > 0 {
			results[k].RMS = c.norm[k] / math.Sqrt(float64(defined))
		}
	}
	return results
}

func matrix[E any](rows, cols int) [][]E {
	cells := make([]E, rows*cols)
	m := make([][]E, rows)
	for i := range m {
		m[i] = cells[i*cols : (i+1)*cols]
	}
	return m
}
