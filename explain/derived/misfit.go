package derived

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// MaxMisfit is the Misfit beyond which an equation of motion may be an approximation.
const MaxMisfit = limit.WindowMisfit

// Misfit is how many times a function of the columns misses 0 by more than the errors make it that the windows of derivatives show:
// the root mean square of its values at the rows over that of their errors. f returns its value at a row of all columns and writes its
// gradient. ok is false where it needs a measured column that is neither differentiated nor a time, whose errors nobody knows.
func (e *Extended) Misfit(definitions []Definition, f func(gradient, row []float64) float64) (times float64, ok bool) {
	sizes, ok := e.errorsOf(definitions), true
	missed, errors := 0.0, 0.0
	gradient, part := make([]float64, len(sizes)), make([]float64, len(sizes))
	for i := range e.Set.Rows() {
		row := e.Set.Row(i)
		clear(gradient)
		v := f(gradient, row)
		missed += v * v
		for k, d := range slices.Backward(definitions) {
			j := e.measured + k
			if g := gradient[j]; g != 0 && d.Motion == nil && d.Lag == nil { // what depends on it depends on what it is made of
				d.Gradient(part[:j], row[:j])
				for l, p := range part[:j] {
					gradient[l] += g * p
				}
				gradient[j] = 0
			}
		}
		for j, g := range gradient {
			if g != 0 {
				ok = ok && !math.IsNaN(sizes[j])
				errors += g * g * sizes[j] * sizes[j]
			}
		}
	}
	return math.Sqrt(missed / errors), ok && errors > 0
}

// errorsOf are the standard deviations of the errors of all columns that the windows show, NaN where they show none. Times have no errors.
func (e *Extended) errorsOf(definitions []Definition) []float64 {
	sizes := make([]float64, e.Set.Cols())
	for j := range sizes {
		sizes[j] = math.NaN()
	}
	for k, d := range definitions {
		m, ok := e.Motions[d.Name]
		if !ok {
			continue
		}
		x, t := d.Motion.X, d.Motion.Time
		sizes[t] = 0
		if !(sizes[x] > m.Noise) {
			sizes[x] = m.Noise
		}
		sizes[e.measured+k] = math.Hypot(numeric.UpperMedian(m.Factors)*m.Noise, m.Bend)
	}
	return sizes
}
