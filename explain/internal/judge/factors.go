package judge

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// FactorsFirst gives an exact equation that follows from another one of lower degree at least
// the cost of that one. A multiple that is zero twice on part of the data, as (y² - 1)(y - 1)
// is on the line y = 1, needs no noise there; but both hold, and the factor says more.
func FactorsFirst(p *problem.Problem, list []equation.Equation) {
	for i, f := range list {
		if !f.Exact {
			continue
		}
		alone := equation.Ideal(p, p.Degree, nil, f)
		for j := range list {
			g := &list[j]
			if more := g.Degree(p) - f.Degree(p); g.Exact && more > 0 && alone.Follows(g.Estimate.Fit.Idx, g.Coefficients) {
				g.Cost = math.Max(g.Cost, list[i].Cost+limit.DegreeLength*float64(more))
			}
		}
	}
}
