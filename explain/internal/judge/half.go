package judge

import (
	"fmt"
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// OnHalf says that the rows fill only half of a zero set, or returns "". Where an equation has only even powers of two columns,
// a change of the sign of either leaves it as it is. If each column has both signs, and their product one, the equation says less than the
// rows do: x² = y² of rows with x = -y. Curves such as |x|·x = -y, or a law whose errors are large where both are small, look like that.
// Other equations beside it may say which half it is, as x·y = 2 does beside x² + y² = 5.
func OnHalf(p *problem.Problem, f support.Fit, beside bool) string {
	if beside || p.Scaling.Origin != nil {
		return ""
	}
	even := evenColumns(p, f)
	for i, a := range even {
		for _, b := range even[:i] {
			if balance(p.Sample, a, a) < limit.TiedSigns && balance(p.Sample, b, b) < limit.TiedSigns && balance(p.Sample, a, b) > limit.TiedSigns {
				return fmt.Sprintf("has only even powers of %s and %s, whose signs go together: the rows fill half of its zero set", p.Scaling.Names[b], p.Scaling.Names[a])
			}
		}
	}
	return ""
}

// evenColumns are the columns that an equation has, and only even powers of.
func evenColumns(p *problem.Problem, f support.Fit) (out []int) {
	for j := range p.Metric.Vars() {
		any, odd := uint8(0), uint8(0)
		for _, m := range f.Idx {
			e := p.Table.Exponents(m)[j]
			any, odd = any|e, odd|e&1
		}
		if any > 0 && odd == 0 {
			out = append(out, j)
		}
	}
	return out
}

// balance is 1 where the product of two columns has one sign in all rows, those weighing most where it is largest, and 0 where both
// signs are alike. Of a column and itself it is that of the column.
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
