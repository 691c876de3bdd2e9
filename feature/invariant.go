package feature

import (
	"fmt"
	"math"

	"github.com/kexplain/kexplain/ring"
)

// FiniteRotation is the kernel Re⟨x,y⟩^m, invariant under multiplication of
// either point by an m-th root of unity. Order 2 on real points is the
// sign-invariant kernel ⟨x,y⟩².
type FiniteRotation struct {
	// Order is m ≥ 1. Real points have no roots of unity beyond ±1; use Complex
	// for m > 2.
	Order int
	// Complex says that points are complex.
	Complex bool
}

// String returns "⟨x,y⟩^2" or "Re ⟨x,y⟩^4".
func (k FiniteRotation) String() string {
	if k.Complex {
		return fmt.Sprintf("Re ⟨x,y⟩^%d", k.Order)
	}
	return fmt.Sprintf("⟨x,y⟩^%d", k.Order)
}

// Validate returns ErrParameter for an order below 1.
func (k FiniteRotation) Validate() error {
	if k.Order < 1 {
		return fmt.Errorf("feature: rotations of order %d: %w", k.Order, ErrParameter)
	}
	return nil
}

// CheckPoint returns ErrShape for a complex point with an odd number of
// coordinates.
func (k FiniteRotation) CheckPoint(x []float64) error { return checkComplex(k.Complex, x) }

// Eval returns k(x, y).
func (k FiniteRotation) Eval(x, y []float64) float64 {
	if !k.Complex {
		return power(dot(x, y), k.Order)
	}
	return real(ring.Power(ring.Complex128, hermitian(x, y), uint(k.Order)))
}

// EvalBlock writes the values on a block of pairs.
func (k FiniteRotation) EvalBlock(dst []float64, b *Block) {
	if k.Complex {
		b.each(dst, k.Eval)
		return
	}
	for i, xy := range b.Products() {
		dst[i] = power(xy, k.Order)
	}
}

// Gradient writes the gradient of k(·, y) at x to dst.
func (k FiniteRotation) Gradient(dst, x, y []float64) error {
	if !k.Complex {
		scaleTo(dst, float64(k.Order)*power(dot(x, y), k.Order-1), y)
		return nil
	}
	s := ring.Power(ring.Complex128, hermitian(x, y), uint(k.Order-1))
	complexGradient(dst, complex(float64(k.Order), 0)*s, y)
	return nil
}

// Phase is the kernel |⟨x,y⟩|² on complex points, invariant under
// multiplication of either point by a complex number of modulus 1.
type Phase struct{}

// String returns "|⟨x,y⟩|²".
func (Phase) String() string { return "|⟨x,y⟩|²" }

// CheckPoint returns ErrShape for an odd number of coordinates.
func (Phase) CheckPoint(x []float64) error { return checkComplex(true, x) }

// Eval returns k(x, y).
func (Phase) Eval(x, y []float64) float64 { return modulus2(hermitian(x, y)) }

// Gradient writes the gradient of k(·, y) at x to dst.
func (Phase) Gradient(dst, x, y []float64) error {
	s := hermitian(x, y)
	complexGradient(dst, 2*complex(real(s), -imag(s)), y)
	return nil
}

// PositiveScale is the kernel ⟨x,y⟩/(‖x‖‖y‖), invariant under multiplication of
// either point by a positive number. It is not defined at 0.
type PositiveScale struct{}

// String returns "⟨x,y⟩/(‖x‖‖y‖)".
func (PositiveScale) String() string { return "⟨x,y⟩/(‖x‖‖y‖)" }

// CheckPoint returns ErrDomain at 0.
func (PositiveScale) CheckPoint(x []float64) error { return checkNotZero(x) }

// Eval returns k(x, y), NaN where x or y is 0.
func (PositiveScale) Eval(x, y []float64) float64 {
	return dot(x, y) / (math.Sqrt(dot(x, x)) * math.Sqrt(dot(y, y)))
}

// EvalBlock writes the values on a block of pairs.
func (PositiveScale) EvalBlock(dst []float64, b *Block) {
	xx, yy, n := b.SquaresX(), b.SquaresY(), b.Cols()
	for i, xy := range b.Products() {
		dst[i] = xy / (math.Sqrt(xx[i/n]) * math.Sqrt(yy[i%n]))
	}
}

// Gradient writes y/(‖x‖‖y‖) − k(x,y) x/‖x‖² to dst.
func (k PositiveScale) Gradient(dst, x, y []float64) error {
	xx, v := dot(x, x), k.Eval(x, y)
	c := 1 / (math.Sqrt(xx) * math.Sqrt(dot(y, y)))
	for l := range dst {
		dst[l] = float64(c*y[l]) - float64(v*x[l])/xx
	}
	return checkNotZero(x, y)
}

// Projective is the kernel |⟨x,y⟩|²/(‖x‖²‖y‖²), invariant under multiplication
// of either point by any number but 0: a function on projective space. It is
// not defined at 0.
type Projective struct {
	// Complex says that points are complex.
	Complex bool
}

// String returns "|⟨x,y⟩|²/(‖x‖²‖y‖²)".
func (k Projective) String() string {
	if k.Complex {
		return "|⟨x,y⟩|²/(‖x‖²‖y‖²)"
	}
	return "⟨x,y⟩²/(‖x‖²‖y‖²)"
}

// CheckPoint returns ErrDomain at 0, and ErrShape for a complex point with an
// odd number of coordinates.
func (k Projective) CheckPoint(x []float64) error {
	if err := checkComplex(k.Complex, x); err != nil {
		return err
	}
	return checkNotZero(x)
}

// Eval returns k(x, y), NaN where x or y is 0.
func (k Projective) Eval(x, y []float64) float64 {
	return k.modulus(x, y) / (dot(x, x) * dot(y, y))
}

// modulus returns |⟨x,y⟩|².
func (k Projective) modulus(x, y []float64) float64 {
	if k.Complex {
		return modulus2(hermitian(x, y))
	}
	s := dot(x, y)
	return s * s
}

// EvalBlock writes the values on a block of pairs.
func (k Projective) EvalBlock(dst []float64, b *Block) {
	if k.Complex {
		b.each(dst, k.Eval)
		return
	}
	xx, yy, n := b.SquaresX(), b.SquaresY(), b.Cols()
	for i, xy := range b.Products() {
		dst[i] = float64(xy*xy) / (xx[i/n] * yy[i%n])
	}
}

// Gradient writes the gradient of k(·, y) at x to dst.
func (k Projective) Gradient(dst, x, y []float64) error {
	if k.Complex {
		_ = Phase{}.Gradient(dst, x, y) // never an error
	} else {
		scaleTo(dst, 2*dot(x, y), y)
	}
	xx, yy, v := dot(x, x), dot(y, y), k.Eval(x, y)
	for l := range dst {
		dst[l] = float64(dst[l]/(xx*yy)) - float64(2*v*x[l])/xx
	}
	return checkNotZero(x, y)
}

// InvariantPolynomial returns the kernel (ι + 1)^d of IKT. It panics if d is
// negative.
func InvariantPolynomial(invariant Kernel, d int) PolynomialOf {
	if d < 0 {
		panic(fmt.Sprintf("feature: invariant polynomial kernel of degree %d", d))
	}
	c := make([]ring.Rat, d+1)
	for i := range c {
		c[i] = binomial(d, i)
	}
	return PolynomialOf{Coefficients: c, Kernel: invariant}
}

// InvariantGaussian returns the kernel exp(−(ι(x,x)+ι(y,y)−2ι(x,y))/(2σ²)) of
// IKT, with the factor 2 that section 2.5.1 there leaves out.
func InvariantGaussian(invariant Kernel, sigma float64) GaussianOf {
	return GaussianOf{Kernel: invariant, Sigma: sigma}
}

// hermitian returns Σ x_i·conj(y_i) of complex points.
func hermitian(x, y []float64) complex128 {
	if len(x) != len(y) || len(x)%2 != 0 {
		panic(fmt.Sprintf("feature: complex points with %d and %d real coordinates", len(x), len(y)))
	}
	var re, im float64
	for i := 0; i < len(x); i += 2 {
		re += float64(x[i]*y[i]) + float64(x[i+1]*y[i+1])
		im += float64(x[i+1]*y[i]) - float64(x[i]*y[i+1])
	}
	return complex(re, im)
}

// complexGradient writes the gradient of Re(c·⟨x,y⟩) in x to dst.
func complexGradient(dst []float64, c complex128, y []float64) {
	for i := 0; i < len(y); i += 2 {
		d := c * complex(y[i], -y[i+1])
		dst[i], dst[i+1] = real(d), -imag(d)
	}
}

// modulus2 returns |z|².
func modulus2(z complex128) float64 { return float64(real(z)*real(z)) + float64(imag(z)*imag(z)) }

// checkComplex returns ErrShape when x cannot be complex.
func checkComplex(isComplex bool, x []float64) error {
	if isComplex && len(x)%2 != 0 {
		return fmt.Errorf("feature: %d real coordinates for complex ones: %w", len(x), ErrShape)
	}
	return nil
}

// checkNotZero returns ErrDomain when a point is 0.
func checkNotZero(points ...[]float64) error {
	for _, x := range points {
		if !(norm(x) > 0) {
			return fmt.Errorf("feature: scale-invariant kernel at the point 0: %w", ErrDomain)
		}
	}
	return nil
}
