package derived

import (
	"math"

	"github.com/kexplain/kexplain/ring"
)

// Floats appends the derived values to a row of columns and returns it. The values
// are NaN or infinite where an expression is not defined.
func Floats(row []float64, definitions []Definition) []float64 {
	for _, d := range definitions {
		row = append(row, d.Float(row))
	}
	return row
}

// Value is the value on a row of rational numbers: exact where the definition is rational, else the nearest float64. The error is
// [ring.ErrDomain] where it is not defined. A definition that needs the rows around a row has no expression to compute.
func (d Definition) Value(row []ring.Rat) (ring.Rat, error) {
	if d.Rational() {
		return d.Expression.Exact(row)
	}
	floats := make([]float64, len(row))
	for j, x := range row {
		floats[j] = x.Float64()
	}
	v := d.Float(floats)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ring.Rat{}, ring.ErrDomain
	}
	return ring.RatFromFloat(v)
}

// Covariance returns the covariance of the errors of a row with its derived
// columns, to first order: J Σ Jᵀ, where J is the matrix of derivatives of all
// columns with respect to the measured ones, and Σ is diagonal with the given
// variances of those. The result has a row for every column, measured and derived.
func Covariance(row, variance []float64, definitions []Definition) [][]float64 {
	n := len(variance)
	all := Floats(append([]float64(nil), row...), definitions)
	jacobian := make([][]float64, len(all))
	for i := range n {
		jacobian[i] = make([]float64, n)
		jacobian[i][i] = 1
	}
	gradient := make([]float64, len(all))
	for k, d := range definitions {
		i := n + k
		jacobian[i] = make([]float64, n)
		d.Gradient(gradient[:i], all[:i])
		for l := range i {
			if gradient[l] == 0 {
				continue
			}
			for j, v := range jacobian[l] {
				jacobian[i][j] += gradient[l] * v
			}
		}
	}
	out := make([][]float64, len(all))
	for i := range out {
		out[i] = make([]float64, len(all))
		for k := range out[i] {
			for j, v := range variance {
				out[i][k] += jacobian[i][j] * v * jacobian[k][j]
			}
		}
	}
	return out
}
