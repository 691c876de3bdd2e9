package feature

import (
	"fmt"
)

// Weighted is the kernel f(x) k(x, y) f(y).
type Weighted struct {
	// Name names f.
	Name   string
	F      func(x []float64) float64
	Kernel Kernel
}

// String returns "f(x)·⟨x,y⟩·f(y)".
func (k Weighted) String() string {
	return fmt.Sprintf("%s(x)·%s·%s(y)", k.Name, factor(k.Kernel), k.Name)
}

// Validate checks the kernel.
func (k Weighted) Validate() error { return Validate(k.Kernel) }

// CheckPoint checks that the kernel is defined at x.
func (k Weighted) CheckPoint(x []float64) error { return CheckPoint(k.Kernel, x) }

// Eval returns f(x) k(x, y) f(y).
func (k Weighted) Eval(x, y []float64) float64 { return k.F(x) * k.Kernel.Eval(x, y) * k.F(y) }

// EvalBlock writes the values on a block of pairs.
func (k Weighted) EvalBlock(dst []float64, b *Block) {
	evalBlock(k.Kernel, dst, b)
	n := b.Cols()
	fy := make([]float64, n)
	for j := range fy {
		fy[j] = k.F(b.Y(j))
	}
	for i := range b.Rows() {
		fx := k.F(b.X(i))
		for j, f := range fy {
			dst[i*n+j] *= fx * f
		}
	}
}
