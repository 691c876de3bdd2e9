package feature

import (
	"fmt"
	"math"
)

// Sigmoid is the function tanh(a⟨x,y⟩ + b). It is used like a kernel but is not
// one: its Gram matrices need not be positive semidefinite.
type Sigmoid struct {
	A, B float64
}

// String returns "tanh(2⟨x,y⟩ - 1)".
func (k Sigmoid) String() string {
	sign, b := "+", k.B
	if b < 0 {
		sign, b = "-", -b
	}
	return fmt.Sprintf("tanh(%v⟨x,y⟩ %s %v)", k.A, sign, b)
}

// Validate returns ErrParameter unless a and b are finite.
func (k Sigmoid) Validate() error {
	if !isFinite(k.A) || !isFinite(k.B) {
		return fmt.Errorf("feature: sigmoid kernel: a = %v, b = %v: %w", k.A, k.B, ErrParameter)
	}
	return nil
}

// Eval returns k(x, y).
func (k Sigmoid) Eval(x, y []float64) float64 { return k.of(dot(x, y)) }

func (k Sigmoid) of(xy float64) float64 { return math.Tanh(float64(k.A*xy) + k.B) }

// EvalBlock writes the values on a block of pairs.
func (k Sigmoid) EvalBlock(dst []float64, b *Block) {
	for i, xy := range b.Products() {
		dst[i] = k.of(xy)
	}
}

// Gradient writes a(1 − k(x,y)²)y to dst.
func (k Sigmoid) Gradient(dst, x, y []float64) error {
	t := k.Eval(x, y)
	scaleTo(dst, k.A*(1-t)*(1+t), y)
	return nil
}

// OfProducts returns tanh(a·xy + b).
func (k Sigmoid) OfProducts(_, xy, _ float64) float64 { return k.of(xy) }

// Slopes returns the derivatives 0 and a(1 − k²).
func (k Sigmoid) Slopes(_, xy, _ float64) (byXX, byXY float64) {
	t := k.of(xy)
	return 0, k.A * (1 - t) * (1 + t)
}

// Code returns the form in files.
func (k Sigmoid) Code() (Code, error) { return Code{Type: "sigmoid", A: k.A, B: k.B}, nil }

func decodeSigmoid(c Code) (Kernel, error) { return Sigmoid{A: c.A, B: c.B}, nil }
