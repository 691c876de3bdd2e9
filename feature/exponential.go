package feature

import (
	"fmt"
	"math"
	"math/cmplx"
)

// Exponential is the kernel exp(a⟨x,y⟩), with the features √(aⁱ/i!)·xⁱ in one
// variable.
type Exponential struct {
	// A is a > 0. Zero stands for 1.
	A float64
}

func (k Exponential) a() float64 {
	if k.A == 0 {
		return 1
	}
	return k.A
}

// String returns "exp(2⟨x,y⟩)".
func (k Exponential) String() string {
	if k.a() == 1 {
		return "exp(⟨x,y⟩)"
	}
	return fmt.Sprintf("exp(%v⟨x,y⟩)", k.A)
}

// Validate returns ErrParameter unless a is positive and finite.
func (k Exponential) Validate() error { return checkPositive("exponential kernel", "a", k.a()) }

// Eval returns k(x, y).
func (k Exponential) Eval(x, y []float64) float64 { return math.Exp(k.a() * dot(x, y)) }

// EvalBlock writes the values on a block of pairs.
func (k Exponential) EvalBlock(dst []float64, b *Block) {
	a := k.a()
	for i, xy := range b.Products() {
		dst[i] = math.Exp(a * xy)
	}
}

// Gradient writes a k(x, y) y to dst.
func (k Exponential) Gradient(dst, x, y []float64) error {
	scaleTo(dst, k.a()*k.Eval(x, y), y)
	return nil
}

// OfProducts returns exp(a·xy).
func (k Exponential) OfProducts(_, xy, _ float64) float64 { return math.Exp(k.a() * xy) }

// Slopes returns the derivatives 0 and a·k.
func (k Exponential) Slopes(_, xy, _ float64) (byXX, byXY float64) {
	return 0, k.a() * math.Exp(k.a()*xy)
}

// EvalComplex returns exp(a⟨x,y⟩) with the Hermitian product.
func (k Exponential) EvalComplex(x, y []complex128) complex128 {
	return cmplx.Exp(complex(k.a(), 0) * complexDot(x, y))
}

// Code returns the form in files.
func (k Exponential) Code() (Code, error) { return Code{Type: "exponential", A: k.A}, nil }

func decodeExponential(c Code) (Kernel, error) { return Exponential{A: c.A}, nil }
