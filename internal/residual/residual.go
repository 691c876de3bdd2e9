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
	exact   *poly.Evaluator[ring.Rat]
	grads   *poly.Evaluator[float64] // the partial derivatives, one equation after the other
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
	var grads []*poly.Polynomial[float64]
	for _, p := range polys {
		for i := range R.NumVars() {
			g, err := poly.Convert(p.Derivative(i), real, func(c ring.Rat) (float64, error) { return ring.FromRat(ring.Float64, c) })
			if err != nil {
				return nil, fmt.Errorf("residual: gradient of %v: %w", p, err)
			}
			grads = append(grads, g)
		}
	}
	return &Checker{
		vars: R.NumVars(), exact: poly.NewEvaluator(polys...), grads: poly.NewEvaluator(grads...),
		results: make([]Result, len(polys)), norm: make([]float64, len(polys)),
	}, nil
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
	exact, real := make([][]ring.Rat, n), make([][]float64, n)
	for i := range n {
		exact[i] = rows.ExactRow(make([]ring.Rat, c.vars), first+i)
		real[i] = rows.Row(first + i)
	}
	values := matrix[ring.Rat](len(c.results), n)
	c.exact.EvalTo(values, exact)
	slopes := matrix[float64](len(c.results)*c.vars, n)
	c.grads.EvalTo(slopes, real)
	gradient := make([]float64, c.vars)
	for k := range c.results {
		for i := range n {
			for v := range gradient {
				gradient[v] = slopes[k*c.vars+v][i]
			}
			c.results[k].note(values[k][i], floats.Norm(gradient, 2), rows.Line(first+i), &c.norm[k])
		}
	}
}

// note takes one value into account.
func (r *Result) note(value ring.Rat, slope float64, line int, norm *float64) {
	r.Points++
	if value.IsZero() {
		r.Vanishing++
		return
	}
	size := value.Abs()
	if size.Cmp(r.MaxAbs) > 0 {
		r.MaxAbs, r.MaxAbsLine = size, line
	}
	distance := size.Float64() / slope
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
