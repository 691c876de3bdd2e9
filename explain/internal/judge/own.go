package judge

import (
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/internal/plural"
)

// ownRows asks for rows enough beside those at which the value of one column is all that an exact equation needs: a row with
// x = v satisfies (x - v)*g whatever g is. Nothing is asked without such a value, nor of an equation in one column.
func ownRows(p *problem.Problem, e equation.Equation, yield func(Test) bool) bool {
	if !e.Exact || e.Degree(p) < 2 || len(p.ColumnsOf(e.Estimate.Fit.Idx)) < 2 {
		return true
	}
	all := p.DifferentOn(e.Estimate.Fit.Idx)
	own, fewest := besideValues(p, e, all)
	return len(own) == len(all) || yield(Test{
		Name: "rows that no value of one column makes true", Value: float64(len(own)), Limit: float64(e.Terms() - 1 + limit.MinSpareRows), AtLeast: true, Unit: "rows",
		Reason: fmt.Sprintf("the value of one column alone makes the nearest equation true at %d of %s, and the others are too few to tell the rest of it",
			len(all)-len(own), plural.Count(len(all), "different row")),
	}) && yield(Test{
		Name: "rows that a value of one column makes true", Value: float64(fewest), Limit: float64(limit.MinSpareRows), AtLeast: true, Unit: "rows",
		Reason: fmt.Sprintf("only %s%s one factor of the nearest equation", plural.Count(fewest, "row"), plural.Verb(fewest, " needs", " need")),
	})
}

// besideValues are the rows at which an equation is not 0 for the value of one column alone. fewest are the others with the value
// that has fewest; rows whose values differ from it by no more than the noise have it too.
func besideValues(p *problem.Problem, e equation.Equation, rows [][]float64) (own [][]float64, fewest int) {
	c := p.ToSearchUnits(e.Estimate.Fit.Idx, e.Coefficients)
	fewest = len(rows)
	reach := limit.MinDecimalT * math.Sqrt(max(0, e.Variance()))
	for j := range p.Metric.Vars() {
		zero := map[float64]bool{}
		for _, x := range rows {
			if _, seen := zero[x[j]]; !seen {
				zero[x[j]] = vanishesAt(p, e.Estimate.Fit.Idx, c, j, x[j])
			}
		}
		for v, vanishes := range zero {
			if vanishes {
				n := 0
				for _, x := range rows {
					if math.Abs(x[j]-v) <= reach {
						n++
					}
				}
				fewest = min(fewest, n)
			}
		}
		rows = slices.DeleteFunc(slices.Clone(rows), func(x []float64) bool { return zero[x[j]] })
	}
	return rows, fewest
}

// vanishesAt reports whether a polynomial is 0 whatever the other columns are where column j has a value.
func vanishesAt(p *problem.Problem, idx []int, c []float64, j int, x float64) bool {
	sum, size := map[int]float64{}, 0.0
	for k, m := range idx {
		exps := slices.Clone(p.Table.Exponents(m))
		term := c[k] * math.Pow(x, float64(exps[j]))
		exps[j] = 0
		sum[p.Table.Position(exps)] += term
		size = max(size, math.Abs(term))
	}
	for _, s := range sum {
		if math.Abs(s) > math.Sqrt(limit.ExactVariance)*size {
			return false
		}
	}
	return true
}
