package judge

import (
	"fmt"
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// OnHalf says that the rows fill only half of a zero set, or returns "". Where an equation in two columns has only even powers of both,
// a change of the sign of either leaves it as it is. If each column has both signs, and their product has one sign only, the equation says
// less than the rows do: x² = y² of rows with x = -y. Curves such as |x|·x = -y, or a law whose errors are large where both are small, look like that.
// Other equations beside it may say which half it is, as x·y = 2 does beside x² + y² = 5.
func OnHalf(p *problem.Problem, f support.Fit, beside bool) string {
	columns, even := columnsOf(p, f)
	if beside || p.Scaling.Origin != nil || len(columns) != 2 || !even {
		return ""
	}
	a, b := columns[0], columns[1]
	if balance(p.Sample, a, a) >= limit.TiedSigns || balance(p.Sample, b, b) >= limit.TiedSigns || !(balance(p.Sample, a, b) > limit.TiedSigns) {
		return ""
	}
	return fmt.Sprintf("has only even powers of %s and %s, whose signs go together: the rows fill half of its zero set", p.Scaling.Names[a], p.Scaling.Names[b])
}

// columnsOf returns the columns of an equation, and whether it has only even powers of them.
func columnsOf(p *problem.Problem, f support.Fit) (columns []int, even bool) {
	odd := uint8(0)
	for j := range p.Metric.Vars() {
		powers := uint8(0) // of column j, or-ed
		for _, m := range f.Idx {
			e := p.Table.Exponents(m)[j]
			powers, odd = powers|e, odd|e&1
		}
		if powers > 0 {
			columns = append(columns, j)
		}
	}
	return columns, odd == 0
}

// balance is 1 where the product of two columns has one sign in all rows, those weighing most where it is largest, and 0 where both
// signs weigh the same. For a = b it is the balance of the signs of column a.
func balance(rows [][]float64, a, b int) float64 {
	sum, size := 0.0, 0.0
	for _, x := range rows {
		v := x[a]
		if b != a {
			v *= x[b]
		}
		sum, size = sum+v, size+math.Abs(v)
	}
	return math.Abs(sum) / size
}
