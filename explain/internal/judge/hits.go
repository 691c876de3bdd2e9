package judge

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// AllOrNothing says that an equation holds exactly at more rows than errors would leave, or returns "". Of bills that are paid, open or
// paid in part, many obey paid*open = 0. Where the others need errors of 20 in what is paid, hardly one cell would be 0.
//
// Where the other cells of a row are given, an equation of degree k in a column holds at no more than k values of its cell. One with
// errors of deviation s, written in steps of g, has each of these with a probability of at most g/(s√(2π)).
func AllOrNothing(p *problem.Problem, e equation.Equation) string {
	if !e.Exact || e.Variance() <= limit.RoundingVariance || p.Scaling.NoiseGiven {
		return ""
	}
	vars, c := p.Metric.Vars(), p.ToSearchUnits(e.Estimate.Fit.Idx, e.Coefficients)
	degree, finest := make([]int, vars), make([]int, vars)
	for j := range vars {
		for _, m := range e.Estimate.Fit.Idx {
			degree[j] = max(degree[j], int(p.Table.Exponents(m)[j]))
		}
		finest[j] = math.MaxInt
		for _, x := range p.Sample {
			finest[j] = min(finest[j], lastPlace(p.Scaling.Cell(x, j)))
		}
	}
	variance := make([]float64, vars)
	hits, expected := 0, 0.0
	for _, x := range p.Sample {
		zero, slopes := zeroAt(p, e.Estimate.Fit.Idx, c, x)
		e.Shape.VarianceTo(variance, x)
		chance := math.Inf(1)
		for j, v := range variance {
			if v > 0 && slopes[j] {
				place := finest[j]
				if cell := p.Scaling.Cell(x, j); cell != 0 {
					place = lastPlace(cell)
				}
				s := math.Sqrt(v*e.Variance()) * p.Scaling.Units[j]
				chance = min(chance, float64(degree[j])*math.Pow10(place)/(s*math.Sqrt(2*math.Pi)))
			}
		}
		if chance >= 1 {
			continue // errors hardly move it from the zero set
		}
		expected += chance
		if zero {
			hits++
		}
	}
	n := float64(hits)
	if n < limit.HitRows*float64(len(p.Sample)) || n*math.Log(n/expected)-n+expected < limit.RowsOutOfOrder {
		return ""
	}
	left := "hardly one"
	if expected > 1 {
		left = fmt.Sprintf("about %.0f", expected)
	}
	return fmt.Sprintf("it holds exactly at %d rows, where errors as large as at the others would leave %s", hits, left)
}

// zeroAt reports whether a polynomial is 0 at a row to rounding, and in which columns it has a slope there.
func zeroAt(p *problem.Problem, idx []int, c, x []float64) (zero bool, slopes []bool) {
	value, size, grad := 0.0, 0.0, make([]float64, len(x))
	for k, m := range idx {
		term := c[k]
		for j, d := range p.Table.Exponents(m) {
			term *= math.Pow(x[j], float64(d))
		}
		value, size = value+term, size+math.Abs(term)
		for j, d := range p.Table.Exponents(m) {
			if d == 0 {
				continue
			}
			slope := c[k] * float64(d)
			for i, d := range p.Table.Exponents(m) {
				if i == j {
					d--
				}
				slope *= math.Pow(x[i], float64(d))
			}
			grad[j] += slope
		}
	}
	slopes = make([]bool, len(x))
	for j, g := range grad {
		slopes[j] = g != 0
	}
	return math.Abs(value) <= math.Sqrt(limit.ExactVariance)*size, slopes
}

// lastPlace is the power of ten of the last digit of a number that is not 0, of twelve.
func lastPlace(v float64) int {
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', 11, 64), "e")
	at, _ := strconv.Atoi(exponent)
	return at - max(0, len(strings.TrimRight(digits, "0"))-2)
}
