package explain

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// maxMisfit is the evidence in nats, for other noise levels than those given, from
// which on these are said to contradict the data.
const maxMisfit = 15

// levelSteps is the number of times that variances are fitted with weights that they
// give.
const levelSteps = 20

// misfit says that noise levels given contradict the residuals of an equation, or
// returns "": on a curve that turns, points where its gradient is along x show the
// noise of x, and others that of y.
func (s *study) misfit(f fit, p *prepared) string {
	square, grad2 := s.squares(f)
	given := make([]float64, len(p.noise))
	for j, c := range p.noise {
		given[j] = f.s * c * c
	}
	fitted := fitLevels(square, grad2, given)
	if fitted == nil || levelLength(square, grad2, given)-levelLength(square, grad2, fitted) < maxMisfit {
		return ""
	}
	var parts []string
	for j, v := range fitted {
		parts = append(parts, fmt.Sprintf("%s ± %.2g", p.names[j], math.Sqrt(v)*p.units[j]))
	}
	return "the noise levels given contradict the residuals, which speak for " + strings.Join(parts, ", ")
}

// squares returns, for every row of the sample, the square of the value of f and
// those of its derivatives at the foot point.
func (s *study) squares(f fit) (square []float64, grad2 *mat.Dense) {
	_, grads := s.footPoints(f, s.sample)
	square, grad2 = make([]float64, len(s.sample)), mat.NewDense(len(s.sample), s.metric.Vars(), nil)
	e, grad := newEvaluator(s.table, f.idx), newBlock(s.metric.Vars())
	inBlocks(s.sample, func(first int, x block, points int) {
		e.at(x, points)
		for r, v := range e.gradient(f.v, grad) {
			square[first+r] = v * v
			for j, g := range grads[first+r] {
				grad2.Set(first+r, j, g*g)
			}
		}
	})
	return square, grad2
}

// fitLevels returns the variances τ_j ≥ 0 for which Σ τ_j g_ij² describes the squares
// best, by Fisher scoring from a start, or nil where the rows do not tell them apart.
func fitLevels(square []float64, grad2 *mat.Dense, start []float64) []float64 {
	n, k := grad2.Dims()
	tau := make([]float64, k)
	for j := range tau {
		for _, v := range start {
			tau[j] += v / float64(k) // none is 0 to begin with
		}
	}
	for range levelSteps {
		a, b := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
		for i := range n {
			row := grad2.RawRowView(i)
			v := dot(row, tau)
			if v == 0 {
				continue
			}
			g := mat.NewVecDense(k, row)
			a.SymRankOne(a, 1/(v*v), g)
			b.AddScaledVec(b, square[i]/(v*v), g)
		}
		var next mat.VecDense
		if err := next.SolveVec(a, b); err != nil {
			return nil
		}
		for j := range tau {
			tau[j] = math.Max(next.AtVec(j), tau[j]/10)
		}
	}
	return tau
}

// levelLength is minus the logarithm of the likelihood of values with the variances
// Σ τ_j g_ij².
func levelLength(square []float64, grad2 *mat.Dense, tau []float64) float64 {
	sum := 0.0
	for i, f2 := range square {
		if v := dot(grad2.RawRowView(i), tau); v > 0 {
			sum += (math.Log(v) + f2/v) / 2
		}
	}
	return sum
}
