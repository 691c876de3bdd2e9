package conserved

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// motion is that of a polynomial within groups. Rows count by the errors that they have: else what a few rows do, where
// errors change it most, hides how it moves at the others.
func (s *search) motion(f solution, orders []order, groups [][2]int) Motion {
	value := s.value(f)
	rest, change := residuals(value, groups), s.changes(f)
	inErrors, expected := make([]float64, len(value)), make([]float64, len(value))
	var rows []int
	for _, g := range groups {
		n := float64(g[1] - g[0])
		mean := stat.Mean(change[g[0]:g[1]], nil)
		for i := g[0]; i < g[1] && n > 1; i++ {
			expected[i] = math.Sqrt(change[i]*(1-2/n) + mean/n) // of a deviation from the mean of n rows
			if expected[i] > 0 {
				inErrors[i], rows = rest[i]/expected[i], append(rows, i)
			}
		}
	}
	m := motion(value, orders, groups)
	if by := motion(inErrors, orders, groups); by.Size > m.Size {
		m.Size, m.Along = by.Size, by.Along
	}
	stable.Sort(rows, func(a, b int) int { return cmp.Compare(expected[a], expected[b]) })
	m.Uneven = uneven(inErrors, rows)
	return m
}

// uneven is the Motion.Uneven of deviations in units of the errors of each row, of rows in the order of these. Medians do
// not depend on the largest deviations.
func uneven(deviations []float64, rows []int) float64 {
	third := len(rows) / 3
	if third == 0 {
		return 0
	}
	ratio := medianSize(deviations, rows[:third]) / medianSize(deviations, rows[len(rows)-third:])
	if math.Log(ratio/limit.MotionUneven) > limit.MotionErrors*math.Sqrt2*medianError(third) {
		return ratio
	}
	return 0
}

func medianSize(values []float64, rows []int) float64 {
	var sizes []float64
	for _, i := range rows {
		sizes = append(sizes, math.Abs(values[i]))
	}
	return numeric.UpperMedian(sizes)
}

// medianError is the standard error of the logarithm of the median of n sizes of normal errors: half the
// reciprocal of their density at the median, over the median and √n.
func medianError(n int) float64 { return 0.5 / 0.6356 / 0.6745 / math.Sqrt(float64(n)) }

// changes are the variances that errors of unit size give a polynomial at every row, with what is of second order in
// errors as large as it needs: where its gradient is small, that is all.
func (s *search) changes(f solution) []float64 {
	type entry struct {
		a, b, of int // b is -1 in the gradient
		factor   float64
	}
	k, m := len(s.names), s.forms.monomials
	var entries []entry
	for i, p := range f.places {
		x := slices.Clone(m.Exponents(p))
		for a := range k {
			if x[a] == 0 {
				continue
			}
			first := f.v[i] * float64(x[a])
			x[a]--
			entries = append(entries, entry{a, -1, m.Position(x), first})
			for b := range k {
				if x[b] > 0 {
					second := first * float64(x[b])
					x[b]--
					entries = append(entries, entry{a, b, m.Position(x), second})
					x[b]++
				}
			}
			x[a]++
		}
	}
	out := make([]float64, len(s.forms.values))
	gradient, hessian := mat.NewVecDense(k, nil), mat.NewDense(k, k, nil)
	var product, square mat.Dense
	for row, values := range s.forms.values {
		gradient.Zero()
		hessian.Zero()
		for _, e := range entries {
			if v := e.factor * values[e.of]; e.b < 0 {
				gradient.SetVec(e.a, gradient.AtVec(e.a)+v)
			} else {
				hessian.Set(e.a, e.b, hessian.At(e.a, e.b)+v)
			}
		}
		c := mat.NewDense(k, k, s.forms.covariance[row])
		product.Mul(hessian, c)
		square.Mul(&product, &product)
		out[row] = mat.Inner(gradient, c, gradient) + f.variance*mat.Trace(&square)/2
	}
	return out
}
