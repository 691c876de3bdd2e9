package evidence

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// plainFeet is feetOf row by row.
func plainFeet(rows [][]float64, f Polynomial, shape noise.Shape) feet {
	vars := len(rows[0])
	e, c, grad, out := newEvaluator(f.Exponents), make([]float64, vars), make([]float64, vars), feet{}
	for _, x := range rows {
		shape.VarianceTo(c, x)
		y, normal := slices.Clone(x), make([]float64, vars)
		var atRow, first, last float64 // |f(x)|, and the squared distances after the first and the last step
		for step := range footSteps + 1 {
			e.at(y)
			v := e.gradient(f.Coefficients, grad)
			shape.Project(grad, x)
			den := math.SmallestNonzeroFloat64
			for j, g := range grad {
				den += c[j] * g * g
			}
			if step == 0 {
				atRow = math.Abs(v)
			} else if v*v <= settledFoot*settledFoot*last*den {
				break
			} else if step == footSteps {
				if math.Abs(v) > atRow {
					last = first
				}
				break
			}
			for j, g := range grad {
				v -= g * (y[j] - x[j])
			}
			if last = v * v / den; step == 0 {
				first = last
			}
			for j, g := range grad {
				y[j] = x[j] - math.Max(-1, math.Min(1, c[j]*g*v/den))
			}
		}
		across := floats.Sum(c) / float64(vars)
		if size := floats.Norm(grad, 2); size > 0 {
			across = 0
			for j, g := range grad {
				normal[j] = g / size
				across += c[j] * normal[j] * normal[j]
			}
		}
		across = math.Max(across, limit.LeastNormalVariance*slices.Max(c))
		out.at, out.normals = append(out.at, y), append(out.normals, normal)
		out.squares, out.across = append(out.squares, last), append(out.across, across)
	}
	return out
}

// filled is a space of numbers that mean nothing.
func filled() *space { return &space{data: slices.Repeat([]float64{math.NaN()}, 1000)} }

// The feet of all rows side by side are those of row by row, bit by bit: for rows near and far, at singular points, with
// errors in proportion, in one column, and along directions only.
func TestFeetAreThoseRowByRow(t *testing.T) {
	rng := source(12)
	monomials := [][]uint8{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {0, 0, 3}, {1, 1, 1}, {2, 1, 2}, {0, 5, 0}}
	one := noise.NewOneColumn(3, 1)
	one.Normals = func(x []float64) [][]float64 {
		size := math.Sqrt(x[0]*x[0] + x[2]*x[2] + 1e-300)
		return [][]float64{{x[0] / size, 0, x[2] / size}}
	}
	for _, shape := range []noise.Shape{noise.NewAbsolute(3), noise.NewRelative(3), noise.NewOneRelative(3, 2), one} {
		for _, n := range []int{1, 2, 7, 64, 100} {
			f := Polynomial{Exponents: monomials}
			for range monomials {
				f.Coefficients = append(f.Coefficients, rng.NormFloat64())
			}
			rows := make([][]float64, n)
			for i := range rows {
				rows[i] = []float64{rng.NormFloat64(), rng.NormFloat64(), math.Exp(3 * rng.NormFloat64())}
				if i%9 == 8 {
					rows[i] = make([]float64, 3)
				}
			}
			if n == 7 {
				f.Exponents, f.Coefficients = [][]uint8{{2, 0, 0}, {0, 1, 1}}, []float64{1, -1} // singular at 0
			}
			require.Equal(t, plainFeet(rows, f, shape), feetOf(rows, f, shape, true, filled()))
			without := feetOf(rows, f, shape, false, filled())
			require.Equal(t, feetOf(rows, f, shape, true, filled()).likelihood(), without.likelihood())
		}
	}
}
