package response

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// dependence returns the column on which what a law leaves still depends, and the chance
// that this is chance, or -1: an F test of each column.
func (l *Law) dependence(x [][]float64, y []float64) (column int, probability float64) {
	free := float64(len(y) - 3)
	chance, at := 1.0, -1
	for j, column := range x {
		through, rest := l.along(column, y)
		if p := (distuv.F{D1: 2, D2: free}).Survival(through / 2 / (rest / free)); p < chance {
			chance, at = p, j
		}
	}
	if at < 0 || chance*float64(len(x)) > limit.DependenceChance || math.IsNaN(chance) {
		return -1, 1
	}
	return at, chance * float64(len(x))
}

// along splits the squares of what a law leaves, about their mean, into those that a
// quadratic function of a column explains, in logarithms where it is positive, and the rest.
func (l *Law) along(column, y []float64) (through, rest float64) {
	n := len(y)
	t, chain := make([]float64, n), make([]float64, n)
	coordinate{value: column, positive: slices.Min(column) > 0}.scaled(t, chain)
	design := mat.NewDense(n, 3, nil)
	r := make([]float64, n)
	for i := range n {
		design.SetRow(i, []float64{1, t[i], t[i] * t[i]})
		r[i] = y[i] - l.estimate.fit[i]
	}
	mean, total := stat.Mean(r, nil), 0.0
	for _, v := range r {
		total += (v - mean) * (v - mean)
	}
	beta, _, ok := solve(design, r, 0)
	if !ok {
		return 0, total
	}
	for i := range n {
		e := r[i] - beta[0] - beta[1]*t[i] - beta[2]*t[i]*t[i]
		rest += e * e
	}
	return max(0, total-rest), rest
}

// Absent is a column that does not occur in a law.
type Absent struct {
	Column int
	Effect float64 // root mean square of an effect on the response that the rows would not show
}

// absent are the columns that do not occur. No number of rows with errors shows that a
// column has no effect; it shows how large the effect can be.
func (l *Law) absent(x [][]float64, y []float64) (out []Absent) {
	for j, column := range x {
		if slices.ContainsFunc(l.Exponents, func(e []int) bool { return e[j] > 0 }) {
			continue
		}
		through, _ := l.along(column, y)
		out = append(out, Absent{j, (math.Sqrt(through) + limit.EffectErrors*l.Sigma) / math.Sqrt(float64(len(y)))})
	}
	return out
}
