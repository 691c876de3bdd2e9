package feature

import (
	"fmt"

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

// EvalIn returns ⟨x,y⟩^m, computed with a; over a field without conjugation its
// real part.
func (k FiniteRotation) EvalIn(a *Arithmetic, x, y []Element) Element {
	power := func(a *Arithmetic, x, y []Element) Element { return a.Power(a.Dot(x, y), k.Order) }
	if k.Complex {
		return a.Complex(x, y, power)
	}
	return power(a, x, y)
}

// Code returns the form in files.
func (k FiniteRotation) Code() (Code, error) {
	return Code{Type: "finite rotation", Order: k.Order, Complex: k.Complex}, nil
}

func decodeFiniteRotation(c Code) (Kernel, error) {
	return FiniteRotation{Order: c.Order, Complex: c.Complex}, nil
}
