package residual

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// filter evaluates equations in float64 and says where the result can be relied on.
//
// It may settle that a value is not zero and that it is no larger than another.
// It never settles that a value is zero: that is for rational arithmetic alone.
// It settles nothing where float64 overflows or underflows, in a coefficient, a
// coordinate, a power or a term: every such number is outside the reach of the
// equation, or it is a coordinate that is 0.0 in float64 and not exactly 0.
type filter struct {
	values *poly.Evaluator[float64] // the equations, rounded
	sizes  *poly.Evaluator[float64] // the sums of the absolute values of their terms, at |x|
	slopes *poly.Evaluator[float64] // the partial derivatives, one equation after the other
	errors []float64                // bounds of the rounding errors of values, in sizes
	reach  []float64                // coordinates up to it and down to its inverse keep their digits
}

// newFilter rounds the equations. It is an error if float64 has no ring of their
// variables and degree.
func newFilter(polys []*poly.Polynomial[ring.Rat]) (*filter, error) {
	R := polys[0].Ring()
	real, err := poly.NewRing(ring.Float64, R.Vars(), poly.WithOrder(R.Order()), poly.WithMaxDegree(R.MaxDegree()))
	if err != nil {
		return nil, err
	}
	f := &filter{}
	var values, sizes, slopes []*poly.Polynomial[float64]
	for _, p := range polys {
		reach := reach(p)
		if reach == 0 {
			p = R.Zero() // nothing is settled, and the values do not matter
		}
		value, err := poly.Convert(p, real, func(c ring.Rat) (float64, error) { return ring.FromRat(ring.Float64, c) })
		if err != nil {
			return nil, err
		}
		size, err := poly.Convert(value, real, func(c float64) (float64, error) { return math.Abs(c), nil })
		if err != nil {
			return nil, err
		}
		for _, d := range p.Gradient() {
			slope, err := poly.Convert(d, real, func(c ring.Rat) (float64, error) { return ring.FromRat(ring.Float64, c) })
			if err != nil {
				return nil, err
			}
			slopes = append(slopes, slope)
		}
		values, sizes = append(values, value), append(sizes, size)
		f.errors = append(f.errors, roundings(p)*unit)
		f.reach = append(f.reach, reach)
	}
	f.values, f.sizes, f.slopes = poly.NewEvaluator(values...), poly.NewEvaluator(sizes...), poly.NewEvaluator(slopes...)
	return f, nil
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
// with which the terms of p and their parts are within these digits. It is 0 where
// a coefficient is not.
func reach(p *poly.Polynomial[ring.Rat]) float64 {
	for _, c := range p.Terms() {
		// The logarithm of a coefficient that is 0.0 or infinite in float64 is infinite.
		if size := math.Abs(math.Log10(math.Abs(c.Float64()))); !(size <= coefficientDigits) {
			return 0
		}
	}
	return math.Pow(10, monomialDigits/float64(max(p.Degree(), 1)))
}

// estimate is what float64 says of one equation at one point.
type estimate struct {
	size   float64 // |f|
	wrong  float64 // size differs from the exact one by at most this
	slope  float64 // |∇f|
	slopes []float64
	within bool // the point is within the reach of the equation: the numbers above hold
}

// nineDigits is the relative error with which a size computed in float64 is good
// enough for a distance.
const nineDigits = 1e-9

// settles reports whether the value is not zero, known to nine digits, and smaller
// than largest in size.
func (e estimate) settles(largest float64) bool {
	return e.within && e.wrong < nineDigits*e.size && e.size+e.wrong < largest*(1-4*unit)
}

// eval returns estimates of every equation at every point of a block.
func (f *filter) eval(b *block) [][]estimate {
	n, vars := len(b.points), len(b.points[0])
	absolute := matrix[float64](n, vars)
	for i, x := range b.points {
		for j, v := range x {
			absolute[i][j] = math.Abs(v)
		}
	}
	k := len(f.errors)
	values, sizes, slopes := matrix[float64](k, n), matrix[float64](k, n), matrix[float64](k*vars, n)
	f.values.EvalTo(values, b.points)
	f.sizes.EvalTo(sizes, absolute)
	f.slopes.EvalTo(slopes, b.points)
	estimates := matrix[estimate](k, n)
	gradients := matrix[float64](k*n, vars)
	for i := range n {
		smallest, largest := b.extent(i)
		for k, reach := range f.reach {
			gradient := gradients[k*n+i]
			for j := range gradient {
				gradient[j] = slopes[k*vars+j][i]
			}
			estimates[k][i] = estimate{
				size: math.Abs(values[k][i]), wrong: f.errors[k] * sizes[k][i], slope: floats.Norm(gradient, 2), slopes: gradient,
				within: largest <= reach && smallest >= 1/reach,
			}
		}
	}
	return estimates
}
