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
	"github.com/kexplain/kexplain/numeric/moment"
)

// foot moves the points of x in place towards the zero set of f along the
// gradient, in the metric of the noise, and writes the gradients there.
func foot(p *problem.Problem, e *eval.Evaluator, f support.Fit, x eval.Block, points int, grad eval.Block) {
	var squares, steps [eval.BlockRows]float64
	g2, step := squares[:points], steps[:points]
	for range limit.FootSteps {
		e.At(x, points)
		value := e.Gradient(f.C, grad)
		p.Metric.Norm2(g2, x, grad)
		for r, v := range value {
			if g2[r] == 0 {
				step[r] = 0
				continue
			}
			// Where the gradient is small a step is no longer than three standard
			// deviations of the noise.
			step[r] = v / g2[r]
			if d2 := v * step[r]; d2 > limit.MaxDeviation*limit.MaxDeviation*f.Variance {
				step[r] *= limit.MaxDeviation * math.Sqrt(f.Variance/d2)
			}
		}
		p.Metric.Against(x, grad, step)
	}
	e.At(x, points)
	e.Gradient(f.C, grad)
}

// FootPoints returns the feet of the rows, with the gradients there.
func FootPoints(p *problem.Problem, f support.Fit, rows [][]float64) (feet, grads [][]float64) {
	e, grad := eval.New(p.Table, f.Idx), eval.Take(p.Metric.Vars())
	defer e.Free()
	defer grad.Free()
	eval.InBlocks(rows, func(_ int, y eval.Block, points int) {
		foot(p, e, f, y, points, grad)
		for r := range points {
			feet, grads = append(feet, y.Point(r)), append(grads, grad.Point(r))
		}
	})
	return feet, grads
}

// Weigh returns the weights 1/Var f(x_i), of mean 1, with the variance
// s|∇f|² + s²‖∇²f‖²/2 taken at the foot points, where it does not depend on the
// noise across the zero set (Sampson's weights do, and are biased by it).
func Weigh(ctx context.Context, p *problem.Problem, f support.Fit, rows [][]float64) []float64 {
	return weighTo(ctx, make([]float64, len(rows)), p, f, rows)
}

// weighTo writes the weights to w, of the length of rows, and returns it.
func weighTo(ctx context.Context, w []float64, p *problem.Problem, f support.Fit, rows [][]float64) []float64 {
	parallel.Chunks(ctx, len(rows), func(_, lo, hi int) {
		e, grad := eval.New(p.Table, f.Idx), eval.Take(p.Metric.Vars())
		defer e.Free()
		defer grad.Free()
		var h [eval.BlockRows]float64
		eval.InBlocks(rows[lo:hi], func(first int, y eval.Block, points int) {
			foot(p, e, f, y, points, grad)
			out := w[lo+first:][:points]
			p.Metric.Norm2(out, y, grad)
			p.Metric.Curve2(h[:points], y, e.Hessian(f.C))
			numeric.Axpy(f.Variance/2, h[:points], out)
		})
	})
	share := limit.LeastVariance
	if len(rows) > limit.MaxSample {
		share = limit.LeastVarianceOfMany
	}
	least := share*numeric.UpperMedian(w) + math.SmallestNonzeroFloat64
	sum := 0.0
	for i, v := range w {
		w[i] = 1 / (v + least)
		sum += w[i]
	}
	for i := range w {
		w[i] *= float64(len(w)) / sum
	}
	return w
}

// efficiency returns the effective share of rows when squares whose means are 1/v
// are averaged with weights w instead of v: 1 where the weights are in proportion,
// 1/n where one row decides.
func efficiency(w, v []float64) float64 {
	sum, sum2 := 0.0, 0.0
	for i := range w {
		r := w[i] / v[i]
		sum, sum2 = sum+r, sum2+r*r
	}
	return sum * sum / (sum2 * float64(len(w)))
}

// medianSquare is the median of the square of a standard normal variable.
const medianSquare = 0.4549

// Values returns the values of a polynomial at the rows, and the squares of its gradients
// in the metric of the noise.
func Values(p *problem.Problem, f support.Fit, rows [][]float64) (value, grad2 []float64) {
	value, grad2 = make([]float64, len(rows)), make([]float64, len(rows))
	valuesTo(value, grad2, p, f, rows)
	return value, grad2
}

func valuesTo(value, grad2 []float64, p *problem.Problem, f support.Fit, rows [][]float64) {
	e, grad := eval.New(p.Table, f.Idx), eval.Take(p.Metric.Vars())
	defer e.Free()
	defer grad.Free()
	eval.InBlocks(rows, func(first int, x eval.Block, points int) {
		e.At(x, points)
		copy(value[first:], e.Gradient(f.C, grad))
		p.Metric.Norm2(grad2[first:][:points], x, grad)
	})
}

// sampson estimates the noise variance from the median distance of the points to
// the zero set, f²/|∇f|² to first order.
func sampson(p *problem.Problem, f support.Fit) float64 {
	n := len(p.Sample)
	work := numeric.Scratch(3 * n)
	defer numeric.Reuse(work)
	value, grad2, r := work[:n], work[n:2*n], work[2*n:2*n]
	valuesTo(value, grad2, p, f, p.Sample)
	for i, v := range value {
		if grad2[i] > 0 {
			r = append(r, v*v/grad2[i])
		}
	}
	if len(r) == 0 {
		return 0
	}
	return numeric.Nth(r, len(r)/2) / medianSquare
}

// WeightedFlow returns the flow of the weighted moments that the forms on idx use.
func WeightedFlow(ctx context.Context, p *problem.Problem, idx []int, w []float64, rows [][]float64) *moment.Flow {
	return WeightedFlowBeside(ctx, p, idx, nil, w, rows)
}

// WeightedFlowBeside returns the flow of the weighted moments that the forms on idx, with any one of the monomials more, use.
func WeightedFlowBeside(ctx context.Context, p *problem.Problem, idx, more []int, w []float64, rows [][]float64) *moment.Flow {
	need := needed(p, idx, more)
	sums := make([][]float64, parallel.NumChunks(len(rows)))
	parallel.Chunks(ctx, len(rows), func(c, lo, hi int) {
		e := eval.New(p.Table, need)
		defer e.Free()
		sum := make([]float64, len(need))
		eval.InBlocks(rows[lo:hi], func(first int, x eval.Block, points int) {
			e.At(x, points)
			eval.AddSums(sum, w[lo+first:][:points], e.Monomials())
		})
		sums[c] = sum
	})
	mu := make([]float64, len(need))
	for _, sum := range sums {
		for k, v := range sum { // none where the work was cut short
			mu[k] += v / float64(len(rows))
		}
	}
	return p.Flow.WithMeansAt(mu, need)
}

// needed lists the moments that the forms on idx use, with any one of the monomials more, closed under taking
// away the noise.
func needed(p *problem.Problem, idx, more []int) []int {
	products := p.Flow.Times(ones(idx), ones(append(slices.Clone(idx), more...))).Idx
	for _, a := range more {
		products = append(products, p.Flow.Times(ones([]int{a}), ones([]int{a})).Idx...)
	}
	slices.Sort(products)
	return p.Flow.Cool(ones(slices.Compact(products)), 1).Idx
}

// ones is the sum of the monomials idx.
func ones(idx []int) moment.Poly {
	return moment.Poly{Idx: idx, C: slices.Repeat([]float64{1}, len(idx))}
}
