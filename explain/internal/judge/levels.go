package judge

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// NoiseContradiction says that given noise levels contradict the residuals of an equation, or
// returns "". On a curve that turns, points where its gradient is along x show the noise of x,
// and others that of y.
func NoiseContradiction(p *problem.Problem, f support.Fit) string {
	square, grad2 := squares(p, f)
	given := make([]float64, len(p.Scaling.Noise))
	for j, c := range p.Scaling.Noise {
		given[j] = f.Variance * c * c
	}
	fitted := fitLevels(square, grad2, given)
	if fitted == nil || levelLength(square, grad2, given)-levelLength(square, grad2, fitted) < limit.MaxMisfit {
		return ""
	}
	var parts []string
	for j, v := range fitted {
		parts = append(parts, fmt.Sprintf("%s ± %.2g", p.Scaling.Names[j], math.Sqrt(v)*p.Scaling.Units[j]))
	}
	return "the noise levels given contradict the residuals, which speak for " + strings.Join(parts, ", ")
}

// squares returns, for every row of the sample, the square of the value of f and
// those of its derivatives at the foot point.
func squares(p *problem.Problem, f support.Fit) (square []float64, grad2 *mat.Dense) {
	_, grads := fit.FootPoints(p, f, p.Sample)
	square, _ = fit.Values(p, f, p.Sample)
	grad2 = mat.NewDense(len(p.Sample), p.Metric.Vars(), nil)
	for i, v := range square {
		square[i] = v * v
		for j, g := range grads[i] {
			grad2.Set(i, j, g*g)
		}
	}
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
	for range limit.LevelSteps {
		a, b := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
		for i := range n {
			row := grad2.RawRowView(i)
			v := numeric.Dot(row, tau)
			if v == 0 {
				continue
			}
			g := mat.NewVecDense(k, row)
			a.SymRankOne(a, 1/(v*v), g)
			b.AddScaledVec(b, square[i]/(v*v), g)
		}
		var lu mat.LU
		var next mat.VecDense
		lu.Factorize(a)
		if lu.SolveVecTo(&next, false, b) != nil {
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
		if v := numeric.Dot(grad2.RawRowView(i), tau); v > 0 {
			sum += (math.Log(v) + f2/v) / 2
		}
	}
	return sum
}
