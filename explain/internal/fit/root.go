package fit

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Root finds the smallest noise variance at which the corrected moment matrix
// of the support is singular, by Newton steps from s.
func Root(flow *moment.Flow, idx []int, s float64) (support.Fit, bool) {
	var v []float64
	places := numeric.FirstInts(len(idx))
	for step := 0; step < limit.RootSteps; step++ {
		m, g := flow.FormsOn(s, idx)
		lambda, w, ok := numeric.LeastEigen(m, g, places, limit.GradientTolerance)
		if !ok {
			return support.Fit{}, false
		}
		v = w
		next := max(s+lambda, s/4)
		if next == s/4 && s > limit.RoundingVariance/100 {
			step--
		}
		done := next-s < 1e-3*s+limit.RoundingVariance/100 && s-next < 1e-3*s+limit.RoundingVariance/100
		s = next
		if done {
			break
		}
	}
	return support.Fit{Idx: idx, C: v, Variance: max(s, 0)}, finite(v)
}

// finite reports whether all of v are numbers. A polynomial without gradient on the
// data has no coefficients of unit gradient.
func finite(v []float64) bool {
	for _, c := range v {
		if math.IsInf(c, 0) || math.IsNaN(c) {
			return false
		}
	}
	return true
}
