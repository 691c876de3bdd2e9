package explain

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/numeric/moment"
)

// footSteps is the number of Newton steps to a foot point. The points are
// within the noise of the zero set, where each step squares the error.
const footSteps = 3

// foot moves the points of x in place towards the zero set of f along the
// gradient, in the metric of the noise, and writes the gradients there.
func (s *study) foot(e *evaluator, f fit, x block, points int, grad block) {
	var space [blockRows]float64
	g2 := space[:points]
	for range footSteps {
		e.at(x, points)
		value := e.gradient(f.v, grad)
		s.metric.norm2(g2, x, grad)
		for r, v := range value {
			if g2[r] == 0 {
				continue
			}
			// Where the gradient is small a step is no longer than three standard
			// deviations of the noise.
			step := v / g2[r]
			if d2 := v * step; d2 > 9*f.s {
				step *= 3 * math.Sqrt(f.s/d2)
			}
			s.metric.against(x, grad, r, step)
		}
	}
	e.at(x, points)
	e.gradient(f.v, grad)
}

// footPoints returns the feet of the rows, with the gradients there.
func (s *study) footPoints(f fit, rows [][]float64) (feet, grads [][]float64) {
	e := newEvaluator(s.table, f.idx)
	grad := newBlock(s.metric.Vars())
	inBlocks(rows, func(_ int, y block, points int) {
		s.foot(e, f, y, points, grad)
		for r := range points {
			feet, grads = append(feet, y.point(r)), append(grads, grad.point(r))
		}
	})
	return feet, grads
}

// leastVariance, times the median variance, is added to every variance: near
// singular points, where it is hard to know, no single point takes over. Where
// rows are many it is leastOfMany: weights taken at the feet of noisy points bias
// the fit near such points, the coefficient of y⁴ in a lemniscate with 5 % noise
// by 6 %. Of a thousand rows that is a tenth of a standard error. With leastOfMany
// the bias is a fifth, and standard errors are a tenth larger.
const (
	leastVariance = 0.05
	leastOfMany   = 1
)

// weigh returns the weights 1/Var f(x_i), of mean 1, with the variance
// s|∇f|² + s²‖∇²f‖²/2 taken at the foot points, where it does not depend on the
// noise across the zero set (Sampson's weights do, and are biased by it).
func (s *study) weigh(f fit, rows [][]float64) []float64 {
	w := make([]float64, len(rows))
	s.chunks(len(rows), func(_, lo, hi int) {
		e := newEvaluator(s.table, f.idx)
		grad, h := newBlock(s.metric.Vars()), make([]float64, blockRows)
		inBlocks(rows[lo:hi], func(first int, y block, points int) {
			s.foot(e, f, y, points, grad)
			out := w[lo+first:][:points]
			s.metric.norm2(out, y, grad)
			s.metric.curve2(h[:points], y, e.hessian(f.v))
			addTimes(out, f.s/2, h[:points])
		})
	})
	sorted := slices.Clone(w)
	slices.Sort(sorted)
	share := leastVariance
	if len(rows) > maxSample {
		share = leastOfMany
	}
	least := share*sorted[len(sorted)/2] + math.SmallestNonzeroFloat64
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

// selfConsistent is the least efficiency of the weights of a fit, as those that
// belong to it would have it. Equations of the data have 0.98 and more after
// two steps. Multiples h f of an equation have as little as 0.07: h has moved
// its zeros away from the few points on which the weights are, where its
// gradient was small, and the noise it needs is that of those points.
const selfConsistent = 0.9

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

// sampson estimates the noise variance from the median distance of the points to
// the zero set, f²/|∇f|² to first order.
func (s *study) sampson(f fit) float64 {
	e := newEvaluator(s.table, f.idx)
	grad, g2 := newBlock(s.metric.Vars()), make([]float64, blockRows)
	r := make([]float64, 0, len(s.sample))
	inBlocks(s.sample, func(_ int, x block, points int) {
		e.at(x, points)
		value := e.gradient(f.v, grad)
		s.metric.norm2(g2[:points], x, grad)
		for i, v := range value {
			if g2[i] > 0 {
				r = append(r, v*v/g2[i])
			}
		}
	})
	if len(r) == 0 {
		return 0
	}
	slices.Sort(r)
	return r[len(r)/2] / medianSquare
}

// weightedFlow returns the flow of the weighted moments that the forms on idx
// use.
func (s *study) weightedFlow(idx []int, w []float64, rows [][]float64) *moment.Flow {
	need := s.needed(idx)
	sums := make([][]float64, (len(rows)+chunk-1)/chunk)
	s.chunks(len(rows), func(c, lo, hi int) {
		e := newEvaluator(s.table, need)
		sum := make([]float64, len(need))
		inBlocks(rows[lo:hi], func(first int, x block, points int) {
			e.at(x, points)
			addSums(sum, w[lo+first:][:points], e.monomials())
		})
		sums[c] = sum
	})
	mu := make([]float64, s.flow.Size())
	for _, sum := range sums {
		for k, a := range need {
			if sum != nil {
				mu[a] += sum[k] / float64(len(rows))
			}
		}
	}
	return s.flow.WithMeans(mu)
}

// needed lists the moments that the forms on idx use, closed under taking
// away the noise.
func (s *study) needed(idx []int) []int {
	one := make([]float64, len(idx))
	for i := range one {
		one[i] = 1
	}
	q := moment.Poly{Idx: idx, C: one}
	return s.flow.Cool(s.flow.Times(q, q), 1).Idx
}
