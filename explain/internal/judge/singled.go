package judge

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// NotSingledOut says that the columns of equation i of a list obey other linear relations nearly
// as closely, or is "". Prices of one share rise and fall together, and some combination of four
// of them scatters least. It is a law where the next combination scatters much more. The equations
// believed may be such combinations.
func NotSingledOut(p *problem.Problem, list []equation.Equation, i int, believed []int) string {
	if next := nextRelation(p, list, i, believed); next < limit.MinNextRelation {
		return fmt.Sprintf("another relation of these columns fits with errors only %.1f times as large, so neither need be a law", next)
	}
	return ""
}

// nextRelation is the scatter of the rows about the linear relation that comes after equation i
// and those believed in its columns, in units of the errors that the equation needs. Both are
// measured in deviations of the columns, where the scatters are the roots of the eigenvalues of
// the correlation matrix. It is infinite where there are next to no errors or no further relation.
func nextRelation(p *problem.Problem, list []equation.Equation, i int, believed []int) float64 {
	e := list[i]
	in := p.ColumnsOf(e.Estimate.Fit.Idx)
	within := 0
	for _, k := range believed {
		if k != i && !slices.ContainsFunc(p.ColumnsOf(list[k].Estimate.Fit.Idx), func(j int) bool { return !slices.Contains(in, j) }) {
			within++
		}
	}
	if 1+within >= len(in) || e.BelowRounding() {
		return math.Inf(1)
	}
	rows := mat.NewDense(len(p.Sample), len(in), nil)
	for i, x := range p.Sample {
		for k, j := range in {
			rows.Set(i, k, x[j])
		}
	}
	var correlation mat.SymDense
	stat.CorrelationMatrix(&correlation, rows, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(&correlation, false) {
		return math.Inf(1)
	}
	return math.Sqrt(max(0, eigen.Values(nil)[1+within])) / e.Estimate.Evidence.ColumnLayer().Thickness
}
