// Package residual tests equations on points: exactly, in rational arithmetic,
// and in the units of the data.
//
// The exact residual of f at x is f(x), a rational number. In units of the
// data it is the distance |f(x)| / |∇f(x)| of x from the zero set of f to first
// order (P. D. Sampson, Fitting conic sections to "very scattered" data,
// Computer Graphics and Image Processing 18 (1982) 97-108). The numerator is
// the exact value, so that cancellation does not touch it; the gradient is
// computed in float64, and in rational arithmetic where float64 overflows,
// underflows or says that it is zero. Where f vanishes the distance is 0. Where only the
// gradient vanishes, at a singular point of another level set, the distance is
// not defined; such points are counted and left out of mean and maximum.
package residual

import (
	"context"
	"fmt"
	"math"

	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Result is what is known about one equation f = 0 on the points seen.
type Result struct {
	Points    int // how many
	Vanishing int // at how many of them f is exactly zero

	MaxAbs     ring.Rat // largest |f|
	MaxAbsLine int      // its line, 0 when f vanishes everywhere

	RMS       float64 // root mean square of the distances
	Max       float64 // largest distance
	MaxLine   int     // its line, 0 when f vanishes everywhere
	Undefined int     // points where only the gradient vanishes, or beyond float64
}

// Checker gathers the results of a list of equations over blocks of points. It
// is not safe for use by several goroutines.
type Checker struct {
	values  []*poly.Evaluator[ring.Rat] // the equations
	slopes  []*poly.Evaluator[ring.Rat] // the partial derivatives of each
	filter  *filter
	results []Result
	norm    []float64 // root of the sum of squared distances
}

// New returns a checker for polynomials of one ring. It panics if there are no
// polynomials.
func New(polys []*poly.Polynomial[ring.Rat]) (*Checker, error) {
	f, err := newFilter(polys)
	if err != nil {
		return nil, fmt.Errorf("residual: %w", err)
	}
	c := &Checker{filter: f, results: make([]Result, len(polys)), norm: make([]float64, len(polys))}
	for _, p := range polys {
		c.values = append(c.values, poly.NewEvaluator(p))
		c.slopes = append(c.slopes, poly.NewEvaluator(p.Gradient()...))
	}
	return c, nil
}

// chunk is the number of points evaluated between two looks at the context.
const chunk = 256

// Row is what is known of one equation at one point.
type Row struct {
	Place    int  // the number of the point among those of one call, from 0
	Zero     bool // f is exactly zero
	Distance float64
	Defined  bool // there is a distance
	// Slopes are the partial derivatives in float64, nil where they are beyond it. They
	// are valid during the call only.
	Slopes []float64
}

// Add evaluates the equations at more points. It panics if a point has not one
// coordinate a variable.
func (c *Checker) Add(ctx context.Context, rows points.Rows) error {
	return c.Visit(ctx, rows, func(int, Row) {})
}

// Visit is Add, and shows every equation at every point to visit, all points of a run
// for equation 0, then for equation 1, and so on.
func (c *Checker) Visit(ctx context.Context, rows points.Rows, visit func(equation int, r Row)) error {
	for at := 0; at < rows.Rows(); at += chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.add(newBlock(rows, at, min(at+chunk, rows.Rows())), visit)
	}
	return nil
}

// smallest is the least positive float64 that has all its digits.
const smallest = 0x1p-1022

// add evaluates at the points of a block.
func (c *Checker) add(b *block, visit func(int, Row)) {
	estimates := c.filter.eval(b)
	for k := range c.results {
		largest := c.results[k].MaxAbs.Float64()
		var open []int // points that float64 does not settle
		for i, e := range estimates[k] {
			if !e.settles(largest) {
				open = append(open, i)
			}
		}
		exact := evalAt(c.values[k], 1, b, open)[0]
		for i, e := range estimates[k] {
			row := Row{Place: b.first + i, Distance: e.size / e.slope, Defined: true}
			if e.within {
				row.Slopes = e.slopes
			}
			if len(open) > 0 && open[0] == i {
				c.settle(&row, k, b, e, exact[0])
				open, exact = open[1:], exact[1:]
			}
			c.note(k, &row, b.line(i))
			visit(k, row)
		}
	}
}

// settle takes the exact value of equation k at one point into account.
func (c *Checker) settle(row *Row, k int, b *block, e estimate, value ring.Rat) {
	r, at := &c.results[k], row.Place-b.first
	if value.IsZero() {
		row.Zero, row.Distance = true, 0
		return
	}
	size := value.Abs()
	if size.Cmp(r.MaxAbs) > 0 {
		r.MaxAbs, r.MaxAbsLine = size, b.line(at)
	}
	if rounded := size.Float64(); e.within && e.slope != 0 && rounded >= smallest {
		row.Distance = rounded / e.slope
		return
	}
	row.Distance, row.Defined = c.distanceAt(k, b, at, value)
}

// evalAt evaluates so many polynomials at some points of a block in rational arithmetic.
func evalAt(polys *poly.Evaluator[ring.Rat], count int, b *block, places []int) [][]ring.Rat {
	points := make([][]ring.Rat, len(places))
	for i, at := range places {
		points[i] = b.exact(at)
	}
	values := matrix[ring.Rat](count, len(points))
	polys.EvalTo(values, points)
	return values
}

// distanceAt returns the distance of equation k, of a value that is not zero, at one
// point, from the exact gradient.
func (c *Checker) distanceAt(k int, b *block, i int, value ring.Rat) (d float64, defined bool) {
	var gradient []ring.Rat
	for _, column := range evalAt(c.slopes[k], len(b.points[i]), b, []int{i}) {
		gradient = append(gradient, column[0])
	}
	return distance(value, gradient)
}

// note counts a point. A distance whose square cannot be added to the others is not
// defined.
func (c *Checker) note(k int, row *Row, line int) {
	r := &c.results[k]
	r.Points++
	if row.Zero {
		r.Vanishing++
		return
	}
	norm := math.Hypot(c.norm[k], row.Distance)
	if !row.Defined || math.IsNaN(norm) || math.IsInf(norm, 0) {
		row.Defined = false
		r.Undefined++
		return
	}
	if row.Distance > r.Max || r.MaxLine == 0 {
		r.Max, r.MaxLine = row.Distance, line
	}
	c.norm[k] = norm
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
