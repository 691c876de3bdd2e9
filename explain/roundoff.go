package explain

import (
	"math"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

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
