package feature

import (
	"fmt"
	"math"
)

// Gaussian is the kernel exp(−‖x−y‖²/(2σ²)).
type Gaussian struct {
	// Sigma is σ > 0, in units of the data.
	Sigma float64
}

// String returns "exp(-‖x-y‖²/(2·0.5²))".
func (k Gaussian) String() string { return fmt.Sprintf("exp(-‖x-y‖²/(2·%v²))", k.Sigma) }

// Validate returns ErrParameter unless σ is positive and finite.
func (k Gaussian) Validate() error { return checkPositive("Gaussian kernel", "σ", k.Sigma) }

// Eval returns k(x, y).
func (k Gaussian) Eval(x, y []float64) float64 {
	return math.Exp(-squaredDistance(x, y) / (2 * k.Sigma * k.Sigma))
}

// farOff bounds (‖x‖² + ‖y‖²)/(2σ²) in blocks: up to it the cancellation in
// ‖x‖² + ‖y‖² − 2⟨x,y⟩ changes the exponent by a few times 2⁻⁵² · 2¹⁰, so the
// kernel keeps 40 bits; beyond it the difference of the points is formed.
const farOff = 1 << 10

// EvalBlock writes the values on a block of pairs.
func (k Gaussian) EvalBlock(dst []float64, b *Block) {
	xx, yy, n := b.SquaresX(), b.SquaresY(), b.Cols()
	c := 1 / (2 * k.Sigma * k.Sigma)
	for i, xy := range b.Products() {
		sum := xx[i/n] + yy[i%n]
		if c*sum > farOff {
			dst[i] = k.Eval(b.X(i/n), b.Y(i%n))
			continue
		}
		dst[i] = math.Exp(-c * max(0, sum-2*xy))
	}
}

// Gradient writes −(x−y)/σ² k(x, y) to dst.
func (k Gaussian) Gradient(dst, x, y []float64) error {
	g := k.Eval(x, y) / (k.Sigma * k.Sigma)
	for l, v := range y {
		dst[l] = g * (v - x[l])
	}
	return nil
}

// OfProducts returns exp(−(xx + yy − 2xy)/(2σ²)). A distance below 0 is taken for
// rounding.
func (k Gaussian) OfProducts(xx, xy, yy float64) float64 {
	return math.Exp(-max(0, xx+yy-2*xy) / (2 * k.Sigma * k.Sigma))
}

// Slopes returns the derivatives of OfProducts by xx and xy.
func (k Gaussian) Slopes(xx, xy, yy float64) (byXX, byXY float64) {
	v := k.OfProducts(xx, xy, yy) / (k.Sigma * k.Sigma)
	return -v / 2, v
}

// EvalComplex returns k(x, y) on complex points, a real number.
func (k Gaussian) EvalComplex(x, y []complex128) complex128 {
	return complex(math.Exp(-squaredComplexDistance(x, y)/(2*k.Sigma*k.Sigma)), 0)
}

// Code returns the form in files.
func (k Gaussian) Code() (Code, error) { return Code{Type: "gaussian", Sigma: k.Sigma}, nil }

func decodeGaussian(c Code) (Kernel, error) { return Gaussian{Sigma: c.Sigma}, nil }
