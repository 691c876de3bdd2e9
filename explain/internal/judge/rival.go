package judge

import (
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// Contest looks for a rival of an equation. It takes the exactness from one that has
// one, since the data do not say which of the two it is, and from one of few rows whose
// integers are no strong evidence and that misses more than noise. Of many rows, the
// noise itself may be seen to vary where the zero set has a cusp.
func Contest(p *problem.Problem, e *equation.Equation, list []equation.Equation) {
	e.Rival = rival(p, *e, list)
	if !e.Exact {
		return
	}
	e.Contested = e.Rival != nil
	if e.Contested || len(p.Sample) < limit.FewRows && e.Rounding.Gain < limit.MinIntegerGain && e.Estimate.Evidence.Correlation().Systematic() {
		e.MakeDecimal(p)
	}
}

// rival returns an equation that describes the data as well as e and
// contradicts it, or nil: one of a cost within RivalMargin that does not follow
// from e and is not a further equation beside e: it cuts the dimension, or holds
// on the zero set of e with the noise of e. What would be refused as an equation is
// none either.
//
// An equation with the terms of e and more is no rival: e says that the data do not
// show these. But where there are many terms, integers with further ones are others
// elsewhere, whether the data determine the further ones or not, as 6z² + z⁴ for 7z²
// where |z| < 1, and that contradicts e.
func rival(p *problem.Problem, e equation.Equation, list []equation.Equation) *equation.Equation {
	alone := known.New(p.Table, p.Degree)
	alone.Add(e.Estimate.Fit.Idx, e.Coefficients)
	for i := range list {
		r := &list[i]
		idx := r.Estimate.Fit.Idx
		if alone.Follows(idx, r.Coefficients) {
			continue
		}
		if contains(idx, e.Estimate.Fit.Idx) {
			asIntegers := r.Cost - r.Rounding.Length() + r.Rounding.Best.Cost
			if r.Rounding.Gain > 0 && e.Terms() >= limit.ManyTerms && asIntegers <= e.Cost+limit.OtherIntegers {
				return r
			}
			continue
		}
		margin := limit.RivalMargin
		if e.Exact {
			margin = limit.OtherIntegers
		}
		if r.Cost > e.Cost+margin || alone.Dependent(idx) {
			continue
		}
		rel := fit.Relate(p, p.Sample, []support.Fit{e.ExactFit(p)}, r.ExactFit(p))
		holds := rel.MedianSine > limit.MinSine || rel.NoiseAcross <= limit.MaxAcross*e.Variance() || rel.Quantile80 <= limit.ZeroOnSet
		if !holds && Refusal(Proof(p, *r)) == "" {
			return r
		}
	}
	return nil
}

// contains reports whether all of b, in increasing order, is in a.
func contains(a, b []int) bool {
	for _, v := range b {
		if _, in := slices.BinarySearch(a, v); !in {
			return false
		}
	}
	return true
}
