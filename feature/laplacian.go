package feature

import (
	"fmt"
	"math"
)

// Laplacian is the kernel exp(−‖x−y‖/σ) with the Euclidean norm.
type Laplacian struct {
	// Sigma is σ > 0, in units of the data.
	Sigma float64
}

// String returns "exp(-‖x-y‖/0.5)".
func (k Laplacian) String() string { return fmt.Sprintf("exp(-‖x-y‖/%v)", k.Sigma) }

// Validate returns ErrParameter unless σ is positive and finite.
func (k Laplacian) Validate() error { return checkPositive("Laplacian kernel", "σ", k.Sigma) }

// Eval returns k(x, y).
func (k Laplacian) Eval(x, y []float64) float64 {
	return math.Exp(-math.Sqrt(squaredDistance(x, y)) / k.Sigma)
}

// Gradient writes −(x−y)/(σ‖x−y‖) k(x, y) to dst. At x = y it is ErrDomain.
func (k Laplacian) Gradient(dst, x, y []float64) error {
	r := math.Sqrt(squaredDistance(x, y))
	if r == 0 {
		return fmt.Errorf("feature: Laplacian kernel at x = y: %w", ErrDomain)
	}
	g := math.Exp(-r/k.Sigma) / (k.Sigma * r)
	for l, v := range y {
		dst[l] = g * (v - x[l])
	}
	return nil
}

// OfProducts returns exp(−√(xx + yy − 2xy)/σ). A distance below 0 is taken for
// rounding.
func (k Laplacian) OfProducts(xx, xy, yy float64) float64 {
	return math.Exp(-math.Sqrt(max(0, xx+yy-2*xy)) / k.Sigma)
}

// Slopes returns the derivatives of OfProducts by xx and xy, NaN at distance 0.
func (k Laplacian) Slopes(xx, xy, yy float64) (byXX, byXY float64) {
	r := math.Sqrt(max(0, xx+yy-2*xy))
	if r == 0 {
		return math.NaN(), math.NaN()
	}
	v := k.OfProducts(xx, xy, yy) / (k.Sigma * r)
	return -v / 2, v
}

// EvalComplex returns k(x, y) on complex points, a real number.
func (k Laplacian) EvalComplex(x, y []complex128) complex128 {
	return complex(math.Exp(-math.Sqrt(squaredComplexDistance(x, y))/k.Sigma), 0)
}

// Code returns the form in files.
func (k Laplacian) Code() (Code, error) { return Code{Type: "laplacian", Sigma: k.Sigma}, nil }

func decodeLaplacian(c Code) (Kernel, error) { return Laplacian{Sigma: c.Sigma}, nil }
