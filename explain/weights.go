package explain

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/moment"
)

// metric returns Σ c_j² g_j².
func metric(c2, g []float64) float64 {
	s := 0.0
	for j, v := range g {
		s += c2[j] * v * v
	}
	return s
}

// footSteps is the number of Newton steps to a foot point. The points are
// within the noise of the zero set, where each step squares the error.
const footSteps = 3

// foot moves x in place towards the zero set of f along the gradient, in the
// metric of the noise, and leaves the gradient there in grad.
func (s *study) foot(e *evaluator, f fit, x, grad []float64) {
	for range footSteps {
		e.at(x)
		v := e.gradient(f.v, grad)
		g2 := metric(s.c2, grad)
		if g2 == 0 {
			return
		}
		// Where the gradient is small a step is no longer than three standard
		// deviations of the noise.
		step := v / g2
		if d2 := v * step; d2 > 9*f.s {
			step *= 3 * math.Sqrt(f.s/d2)
		}
		for j, g := range grad {
			x[j] -= step * s.c2[j] * g
		}
	}
	e.at(x)
	e.gradient(f.v, grad)
}

// leastVariance, times the median variance, is added to every variance: near
// singular points, where it is hard to know, no single point takes over.
const leastVariance = 0.05

// weigh returns the weights 1/Var f(x_i), of mean 1, with the variance
// s|∇f|² + s²‖∇²f‖²/2 taken at the foot points, where it does not depend on the
// noise across the zero set (Sampson's weights do, and are biased by it).
func (s *study) weigh(f fit, rows [][]float64) []float64 {
	w := make([]float64, len(rows))
	s.chunks(len(rows), func(_, lo, hi int) {
		n := len(s.c2)
		e := newEvaluator(s.table, f.idx)
		y, grad, h := make([]float64, n), make([]float64, n), make([]float64, n*n)
		for i := lo; i < hi; i++ {
			copy(y, rows[i])
			s.foot(e, f, y, grad)
			w[i] = metric(s.c2, grad) + f.s/2*e.hessian2(f.v, s.c2, h)
		}
	})
	sorted := slices.Clone(w)
	slices.Sort(sorted)
	least := leastVariance*sorted[len(sorted)/2] + math.SmallestNonzeroFloat64
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

// efficiency returns the effective share of rows when values of variance 1/v
// are averaged with weights w instead of v: 1 for equal weights, 1/n where one
// row decides.
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
	grad := make([]float64, len(s.c2))
	r := make([]float64, 0, len(s.sample))
	for _, x := range s.sample {
		e.at(x)
		v := e.gradient(f.v, grad)
		if g := metric(s.c2, grad); g > 0 {
			r = append(r, v*v/g)
		}
	}
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
		row, sum := make([]float64, len(need)), make([]float64, len(need))
		for i := lo; i < hi; i++ {
			e.at(rows[i])
			e.monomials(row)
			for k, v := range row {
				sum[k] += w[i] * v
			}
		}
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
