package response

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// dependence returns the column on which what a law leaves still depends, and the chance
// that this is chance, or -1: an F
// test of the residuals on the column and its square, in logarithms where it is positive,
// one column after another.
func (l *Law) dependence(x [][]float64, y []float64) (column int, probability float64) {
	n := len(y)
	chance, at := 1.0, -1
	for j, column := range x {
		t, chain := make([]float64, n), make([]float64, n)
		coordinate{value: column, positive: slices.Min(column) > 0}.scaled(t, chain)
		design := mat.NewDense(n, 3, nil)
		total, rest := 0.0, 0.0
		r := make([]float64, n)
		mean := 0.0
		for i := range n {
			design.SetRow(i, []float64{1, t[i], t[i] * t[i]})
			r[i] = y[i] - l.estimate.fit[i]
			mean += r[i] / float64(n)
		}
		beta, _, ok := solve(design, r, 0)
		if !ok {
			continue
		}
		for i := range n {
			total += (r[i] - mean) * (r[i] - mean)
			e := r[i] - beta[0] - beta[1]*t[i] - beta[2]*t[i]*t[i]
			rest += e * e
		}
		f := (total - rest) / 2 / (rest / float64(n-3))
		if p := (distuv.F{D1: 2, D2: float64(n - 3)}).Survival(f); p < chance {
			chance, at = p, j
		}
	}
	if at < 0 || chance*float64(len(x)) > limit.DependenceChance || math.IsNaN(chance) {
		return -1, 1
	}
	return at, chance * float64(len(x))
}
