package fit

import (
	"context"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/numeric"
)

// Deviations returns for every row its largest distance from the zero sets of
// the fits, in standard deviations of the distances to each.
func Deviations(ctx context.Context, p *problem.Problem, fits []support.Fit, rows [][]float64) []float64 {
	worst := make([]float64, len(rows))
	for _, f := range fits {
		d := distances(ctx, p, f, rows)
		scale := robustScale(d, len(f.Idx))
		for i, v := range d {
			worst[i] = math.Max(worst[i], v/scale)
		}
	}
	return worst
}

// Quantiles of the absolute value of a standard normal variable.
const (
	median = 0.6745
	upper  = 1.0364 // of probability 0.7
)

// robustScale estimates the standard deviation of which the distances d to an
// equation with k coefficients are absolute values. It is the larger of the
// estimates by two quantiles: where data are rounded, most distances may be
// zero. 30 % of the rows have no influence on it: MaxGross may be outliers. It is at least what
// rounding of the moments may cause.
func robustScale(d []float64, k int) float64 {
	d = slices.Clone(d)
	n := len(d)
	s := math.Max(numeric.Nth(d, n/2)/median, numeric.Nth(d, n*7/10)/upper)
	if n > k {
		s *= math.Sqrt(float64(n) / float64(n-k)) // degrees of freedom
	}
	return math.Max(s, math.Sqrt(limit.RoundingVariance))
}

// distances returns the approximate distances of the rows from the zero set of
// f in the metric of the noise: the δ with
//
//	|f| = ‖∇f‖ δ + ‖∇²f‖ δ²/2,
//
// below which, to second order, there is no zero [Taubin, IEEE PAMI 13 (1991)
// 1115–1138, section VI: the polynomial that bounds |f| in a ball]. Unlike
// |f|/‖∇f‖ it is not large near singular points and between branches.
func distances(ctx context.Context, p *problem.Problem, f support.Fit, rows [][]float64) []float64 {
	out := make([]float64, len(rows))
	parallel.Chunks(ctx, len(rows), func(_, lo, hi int) {
		e, grad := eval.New(p.Table, f.Idx), eval.Take(p.Metric.Vars())
		defer e.Free()
		defer grad.Free()
		var g2, h2 [eval.BlockRows]float64
		eval.InBlocks(rows[lo:hi], func(first int, x eval.Block, points int) {
			e.At(x, points)
			value := e.Gradient(f.C, grad)
			p.Metric.Norm2(g2[:points], x, grad)
			p.Metric.Curve2(h2[:points], x, e.Hessian(f.C))
			for r, v := range value {
				if v := math.Abs(v); v > 0 {
					h1 := math.Sqrt(h2[r])
					out[lo+first+r] = 2 * v / (math.Sqrt(g2[r]) + math.Sqrt(g2[r]+2*h1*v))
				}
			}
		})
	})
	return out
}
