package judge

import (
	"context"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
)

// Further reports whether a further equation earns its place beside those accepted, of
// which first is the first of its level: either it cuts the dimension of the zero set, at
// the noise variance floor of the data, or it is exact and vanishes on the component of
// the exact zero set on which the data lie.
func Further(p *problem.Problem, accepted []equation.Equation, first, e equation.Equation, floor float64) bool {
	if floor > limit.RoundingVariance && e.Variance()-floor > limit.MaxSteps*math.Hypot(e.Estimate.Stderr, first.Estimate.Stderr) {
		return false
	}
	exact := e.Exact
	for _, f := range accepted {
		exact = exact && f.Exact
	}
	zeros, g := append(equation.ExactFits(p, accepted), trivial(p)...), e.ExactFit(p)
	r := fit.NewZeroSet(p, p.Sample, zeros, p.Settings()).Relate(g)
	if r.Sine > limit.MinSine {
		if !e.NoiseFree() && p.Metric.Vars() == 2 && !Places(p) {
			return false // what is left would be single points, and the rows are not
		}
		return r.NoiseAcross <= limit.MaxAcross*floor+limit.RoundingVariance && Refusal(Claim(p, e)) == ""
	}
	if len(accepted) == 1 && exact && len(p.Settings()) == 0 && accepted[0].Integers(p).Coprime(e.Integers(p)) {
		return false // it nearly vanishes on the hypersurface: to vanish there it would share a factor with its equation
	}
	return exact && r.Quantile80 <= limit.ZeroOnSet
}

// trivial are the trivial polynomials of several columns. They say that a column, or a form, which the others give takes few values. A
// further equation that vanishes on their zero set says no more than that.
func trivial(p *problem.Problem) (out []support.Fit) {
	for _, f := range fit.Given(p, p.Scaling.Trivial) {
		if len(p.ColumnsOf(f.Idx)) > 1 {
			out = append(out, f)
		}
	}
	return out
}

// Places reports whether the rows are few places, each of several rows.
func Places(p *problem.Problem) bool { return p.Clusters()*limit.RowsPerTerm <= p.Clustered() }

// Cutting returns the candidates that cut the dimension of the common zero set of others.
func Cutting(ctx context.Context, p *problem.Problem, zeros []support.Fit, list []fit.Estimate) []fit.Estimate {
	set := fit.NewZeroSet(p, problem.Sample(p.Sample, limit.LayerPoints), zeros, p.Settings())
	cuts := make([]bool, len(list))
	parallel.Each(ctx, len(list), func(i int) { cuts[i] = set.Relate(list[i].Fit).Sine > limit.MinSine })
	var out []fit.Estimate
	for i, e := range list {
		if cuts[i] {
			out = append(out, e)
		}
	}
	return out
}

// ofSeveralVariables is the number of equations of more than one variable. Others say which values
// a column takes.
func ofSeveralVariables(p *problem.Problem, accepted []equation.Equation) int {
	n := 0
	for _, e := range accepted {
		if len(p.ColumnsOf(e.Estimate.Fit.Idx)) > 1 {
			n++
		}
	}
	return n
}

// NewLevel reports whether an equation with noise earns its place beside more precise ones. It
// must cut the dimension, and its residuals must be noise that the errors of its columns explain, also at the feet of the rows on
// the zero set of the others.
// Where it meets the zero set of the others at an angle a, errors along that set are 1/sin a times
// as large. And no smooth hypersurface may describe the rows better, as one does where the rows are
// a thin cloud on the zero set of the others.
func NewLevel(p *problem.Problem, accepted []equation.Equation, e equation.Equation) bool {
	if !e.NoiseFree() && p.Metric.Vars()-ofSeveralVariables(p, accepted) < 2 {
		return false // what is left would be single points
	}
	zeros := equation.ExactFits(p, accepted)
	if !e.Exact {
		// Decimals say nothing new where exact equations and those accepted hold. Whole numbers may: y = x^2 and x*z = y^2 leave z
		// free where x is 0, and z = x*y does not.
		zeros = slices.Concat(zeros, fit.Given(p, p.Scaling.Exact), trivial(p))
	}
	r := fit.NewZeroSet(p, p.Sample, zeros, p.Settings()).Relate(e.ExactFit(p))
	return r.Sine > limit.MinSine && r.Square <= limit.MaxAcross*e.Variance()+limit.RoundingVariance && !e.Estimate.Evidence.Correlation().Systematic() &&
		beyondErrors(p, accepted, e) <= limit.MaxBeyondErrors &&
		!smooth(p, append(slices.Clone(accepted), e))
}

// smooth reports whether a smooth hypersurface describes the rows better than the last of
// several equations does, given the others.
func smooth(p *problem.Problem, list []equation.Equation) bool {
	c := Compare(p, list, len(list)-1, nil)
	own := math.Max(c.Real, c.Exact)
	return !math.IsInf(own, 0) && c.Smooth-own > limit.MinEvidence()
}
