package explain

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric/moment"
)

// fit is an equation on a support: its coefficients, scaled to unit mean square
// gradient, and the noise variance s at which the corrected mean of f² is zero.
type fit struct {
	idx []int // monomials, increasing
	v   []float64
	s   float64
}

// poly returns the fit as a polynomial on the monomial table.
func (f fit) poly() moment.Poly { return moment.Poly{Idx: f.idx, C: f.v} }

// rootSteps bounds the Newton steps of root; two or three are the rule. Steps that
// are cut short, to a quarter of s, do not count: on data without noise there are as
// many as s has digits.
const rootSteps = 12

// root finds the smallest noise variance at which the corrected moment matrix
// of the support is singular, by Newton steps from s.
func root(flow *moment.Flow, idx []int, s float64) (fit, bool) {
	var v []float64
	places := firstInts(len(idx))
	for step := 0; step < rootSteps; step++ {
		m, g := flow.FormsOn(s, idx)
		lambda, w, ok := smallest(m, g, places)
		if !ok {
			return fit{}, false
		}
		v = w
		next := max(s+lambda, s/4)
		if next == s/4 && s > negligible/100 {
			step--
		}
		done := next-s < 1e-3*s+negligible/100 && s-next < 1e-3*s+negligible/100
		s = next
		if done {
			break
		}
	}
	return fit{idx, v, max(s, 0)}, finite(v)
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

// firstInts returns 0, 1, …, n-1.
func firstInts(n int) []int {
	idx := make([]int, n)
	for i := range idx {
		idx[i] = i
	}
	return idx
}

// symmetric returns (A + Aᵀ)/2.
func symmetric(a *mat.Dense) *mat.SymDense {
	k, _ := a.Dims()
	s := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return s
}

// dot returns Σ x_i y_i.
func dot(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * y[i]
	}
	return s
}
