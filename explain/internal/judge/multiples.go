package judge

import (
	"math"
	"slices"
	"sync"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// WithoutMultiples leaves out multiples. A multiple is zero, about the data, where a candidate
// of lower degree and with no more terms is zero, and its gradient is there along that of the
// candidate, but it seems to need less noise. With many rows the evidence would be for the
// multiple, since weights near the zeros of the other factor are biased; but it says no more
// about the data than the candidate. independent is the part of the rows that counts as evidence.
func WithoutMultiples(p *problem.Problem, list []fit.Estimate, independent float64) []fit.Estimate {
	rows := problem.Sample(p.Sample, limit.MultipleRows)
	degree := func(e fit.Estimate) int { return p.Table.DegreeOf(e.Fit.Idx[len(e.Fit.Idx)-1]) }
	zeros := make([]func() *fit.ZeroSet, len(list))
	for j, f := range list {
		zeros[j] = sync.OnceValue(func() *fit.ZeroSet { return fit.NewZeroSet(p, rows, []support.Fit{f.Fit}, nil) })
	}
	multiple := func(g fit.Estimate, j int) bool {
		f := list[j]
		if len(f.Fit.Idx) > len(g.Fit.Idx) || degree(f) >= degree(g) || !g.Beats(f, independent) {
			return false
		}
		r := zeros[j]().Relate(g.Fit)
		return r.Quantile80 < limit.OnMultiple*math.Sqrt(f.Fit.Variance) && r.MedianSine <= limit.MinSine
	}
	var out []fit.Estimate
	for _, g := range list {
		if !slices.ContainsFunc(numeric.FirstInts(len(list)), func(j int) bool { return multiple(g, j) }) {
			out = append(out, g)
		}
	}
	return out
}

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
