package feature

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/packed"
)

// Linear is the kernel ⟨Ax, Ay⟩; without A it is ⟨x, y⟩. Every positive
// semidefinite bilinear kernel xᵀSy is of this form with S = AᵀA.
type Linear struct {
	// A has as many columns as points have coordinates. Nil stands for the
	// identity. It must not be changed while the kernel is in use.
	A *mat.Dense
}

// String returns "⟨x,y⟩" or "⟨Ax,Ay⟩".
func (k Linear) String() string {
	if k.A == nil {
		return "⟨x,y⟩"
	}
	return "⟨Ax,Ay⟩"
}

// CheckPoint returns ErrShape when A does not take x.
func (k Linear) CheckPoint(x []float64) error {
	if k.A == nil {
		return nil
	}
	if _, c := k.A.Dims(); c != len(x) {
		return fmt.Errorf("feature: point with %d coordinates for a matrix with %d columns: %w", len(x), c, ErrShape)
	}
	return nil
}

// apply returns Ax.
func (k Linear) apply(x []float64) []float64 {
	if k.A == nil {
		return x
	}
	r, _ := k.A.Dims()
	y := make([]float64, r)
	for i := range y {
		y[i] = dot(k.A.RawRowView(i), x)
	}
	return y
}

// Eval returns k(x, y).
func (k Linear) Eval(x, y []float64) float64 { return dot(k.apply(x), k.apply(y)) }

// EvalBlock writes the values on a block of pairs.
func (k Linear) EvalBlock(dst []float64, b *Block) {
	if k.A != nil {
		b = b.mapped(k.apply)
	}
	copy(dst, b.Products())
}

// Gradient writes AᵀAy to dst.
func (k Linear) Gradient(dst, _, y []float64) error {
	if k.A == nil {
		copy(dst, y)
		return nil
	}
	ay := k.apply(y)
	for l := range dst {
		dst[l] = dot(mat.Col(nil, l, k.A), ay)
	}
	return nil
}

// EvalIn returns k(x, y), computed with a.
func (k Linear) EvalIn(a *Arithmetic, x, y []Element) Element {
	return a.Dot(a.Apply(k.A, x), a.Apply(k.A, y))
}

// CheckOuter returns ErrParameter for a kernel with a matrix, which is no
// function of ⟨x,y⟩.
func (k Linear) CheckOuter() error {
	if k.A != nil {
		return fmt.Errorf("feature: %v is no function of scalar products: %w", k, ErrParameter)
	}
	return nil
}

// OfProducts returns ⟨x,y⟩.
func (Linear) OfProducts(_, xy, _ float64) float64 { return xy }

// Slopes returns the derivatives 0 and 1.
func (Linear) Slopes(_, _, _ float64) (byXX, byXY float64) { return 0, 1 }

// OfProductsIn returns ⟨x,y⟩.
func (Linear) OfProductsIn(_ *Arithmetic, _, xy, _ Element) Element { return xy }

// Code returns the form in files.
func (k Linear) Code() (Code, error) {
	return Code{Type: "linear", Matrix: packed.Encode(k.A)}, nil
}

func decodeLinear(c Code) (Kernel, error) {
	a, err := c.Matrix.Dense()
	return Linear{A: a}, err
}
