package support

import (
	"github.com/kexplain/kexplain/numeric/moment"
)

// Fit is an equation on a support: its coefficients, scaled to unit mean square
// gradient, and the noise variance s at which the corrected mean of f² is zero.
type Fit struct {
	Idx      []int // monomials, increasing
	C        []float64
	Variance float64
}

// Poly returns the fit as a polynomial on the monomial table.
func (f Fit) Poly() moment.Poly { return moment.Poly{Idx: f.Idx, C: f.C} }
