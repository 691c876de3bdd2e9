package feature

import (
	"fmt"

	"github.com/kexplain/kexplain/ring"
)

// Multiple is the kernel c·k for a rational c ≥ 0.
type Multiple struct {
	Factor ring.Rat
	Kernel Kernel
}

// String returns "3/2·⟨x,y⟩".
func (k Multiple) String() string { return k.Factor.String() + "·" + factor(k.Kernel) }

// Validate returns ErrParameter for a negative factor, and checks the kernel.
func (k Multiple) Validate() error {
	if k.Factor.Sign() < 0 {
		return fmt.Errorf("feature: multiple of a kernel by %v: %w", k.Factor, ErrParameter)
	}
	return Validate(k.Kernel)
}

// CheckPoint checks that the kernel is defined at x.
func (k Multiple) CheckPoint(x []float64) error { return CheckPoint(k.Kernel, x) }

// Eval returns c·k(x, y).
func (k Multiple) Eval(x, y []float64) float64 { return k.Factor.Float64() * k.Kernel.Eval(x, y) }

// EvalBlock writes the values on a block of pairs.
func (k Multiple) EvalBlock(dst []float64, b *Block) {
	evalBlock(k.Kernel, dst, b)
	scaleTo(dst, k.Factor.Float64(), dst)
}

// Gradient writes c times the gradient of the kernel to dst.
func (k Multiple) Gradient(dst, x, y []float64) error {
	err := Gradient(k.Kernel, dst, x, y)
	scaleTo(dst, k.Factor.Float64(), dst)
	return err
}

// EvalIn returns k(x, y), computed with a.
func (k Multiple) EvalIn(a *Arithmetic, x, y []Element) Element {
	return a.Mul(a.Rat(k.Factor), a.Kernel(k.Kernel, x, y))
}

// Code returns the form in files.
func (k Multiple) Code() (Code, error) {
	return encodeParts(Code{Type: "multiple", Coefficients: []string{k.Factor.String()}}, k.Kernel)
}

func decodeMultiple(c Code) (Kernel, error) {
	parts, err := c.parts(1)
	if err != nil {
		return nil, err
	}
	coefficients, err := c.rationals()
	if err != nil {
		return nil, err
	}
	if len(coefficients) != 1 {
		return nil, fmt.Errorf("%d coefficients, expected one", len(coefficients))
	}
	return Multiple{Factor: coefficients[0], Kernel: parts[0]}, nil
}
