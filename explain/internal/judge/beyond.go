package judge

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// beyondErrors is how many times an equation misses what the errors of its columns explain, as far as equations accepted
// before it show them: the error of a column is no larger than if it alone had errors in one of these equations. It is 0
// where a column stands in none of them, and where the noise is given. An equation without errors shows none: one of its
// columns may be computed from the others.
func beyondErrors(p *problem.Problem, accepted []equation.Equation, e equation.Equation) float64 {
	if p.Scaling.NoiseGiven {
		return 0
	}
	most := map[int]float64{} // variance of the errors of a column
	for _, a := range accepted {
		if a.NoiseFree() {
			continue
		}
		square, slopes := meanSquares(p, a)
		for _, j := range p.ColumnsOf(a.Estimate.Fit.Idx) {
			if v, seen := most[j]; slopes[j] > 0 && (!seen || square/slopes[j] < v) {
				most[j] = square / slopes[j]
			}
		}
	}
	square, slopes := meanSquares(p, e)
	explained := 0.0
	for _, j := range p.ColumnsOf(e.Estimate.Fit.Idx) {
		v, seen := most[j]
		if !seen {
			return 0
		}
		explained += v * slopes[j]
	}
	return math.Sqrt(square / explained)
}

// meanSquares are the mean square of an equation at the rows, and those of its derivatives at their foot points.
func meanSquares(p *problem.Problem, e equation.Equation) (square float64, slopes []float64) {
	squares, grad2 := squares(p, e.ExactFit(p))
	n, vars := grad2.Dims()
	slopes = make([]float64, vars)
	for i := range n {
		square += squares[i] / float64(n)
		for j := range slopes {
			slopes[j] += grad2.At(i, j) / float64(n)
		}
	}
	return square, slopes
}
