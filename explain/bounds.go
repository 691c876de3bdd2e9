package explain

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// roundoff is more than the relative rounding error of a value in float64, in the sum of
// the absolute values of the terms.
const roundoff = 0x1p-40

// Tolerance returns a number that the polynomial stays below in size at the points, as
// float64 computes it: the largest value there, and what rounding may add. Points in the
// given lines, increasing, do not count. It returns 0 where the polynomial is exactly zero
// and float64 computes that: all numbers are whole and below 2⁵³ on the way. Variables of
// the polynomial are those that set.Variables names.
func Tolerance(set *points.Set, p *poly.Polynomial[ring.Rat], without []int) float64 {
	R := p.Ring()
	names := set.Variables()
	columns := make([]int, R.NumVars())
	for j, v := range R.Vars() {
		columns[j] = slices.Index(names, v)
	}
	value := poly.NewEvaluator(p)
	largest, terms, whole := 0.0, 0.0, true
	point, values := make([]ring.Rat, len(columns)), [][]ring.Rat{make([]ring.Rat, 1)}
	for i := range set.Rows() {
		if _, gone := slices.BinarySearch(without, set.Line(i)); gone {
			continue
		}
		for j, c := range columns {
			point[j] = set.Exact(i, c)
			whole = whole && (p.DegreeIn(j) == 0 || point[j].IsInt())
		}
		value.EvalTo(values, [][]ring.Rat{point})
		largest = math.Max(largest, math.Abs(values[0][0].Float64()))
		terms = math.Max(terms, sumOfSizes(p, point))
	}
	for _, c := range p.Terms() {
		whole = whole && c.IsInt()
	}
	if largest == 0 && whole && terms < 1<<53 {
		return 0
	}
	return largest + roundoff*terms
}

// Roundoff returns what rounding may make of a polynomial that is exactly zero at the
// points, when float64 computes its values there: a number in the units of the polynomial,
// as Tolerance returns one. It is 0 where float64 computes zero: coefficients and
// coordinates are whole, and the sum of the sizes of the terms is below 2⁵³ in the box of
// the points. A point has one coordinate for each variable.
func Roundoff(p *poly.Polynomial[ring.Rat], points [][]ring.Rat) float64 {
	whole, size := true, make([]ring.Rat, p.Ring().NumVars())
	for _, point := range points {
		for j, x := range point {
			whole = whole && (p.DegreeIn(j) == 0 || x.IsInt())
			if x.Sign() < 0 {
				x = x.Neg()
			}
			if x.Cmp(size[j]) > 0 {
				size[j] = x
			}
		}
	}
	for _, c := range p.Terms() {
		whole = whole && c.IsInt()
	}
	terms := sumOfSizes(p, size)
	if whole && terms < 1<<53 {
		return 0
	}
	return math.Min(roundoff*terms, math.MaxFloat64)
}

// sumOfSizes returns the sum of the absolute values of the terms at a point.
func sumOfSizes(p *poly.Polynomial[ring.Rat], point []ring.Rat) float64 {
	sum := 0.0
	for m, c := range p.Terms() {
		size := math.Abs(c.Float64())
		for j, e := range p.Ring().Exponents(m) {
			size *= math.Pow(math.Abs(point[j].Float64()), float64(e))
		}
		sum += size
	}
	return sum
}
