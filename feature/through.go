package feature

import (
	"errors"
	"fmt"
)

// OfProducts is implemented by kernels that are functions of scalar products,
// k(x, y) = f(⟨x,x⟩, ⟨x,y⟩, ⟨y,y⟩) (IKT, section 2.4, condition (a)). ANOVA is
// none, though IKT lists it: its values at (5,0) and at (3,4) differ.
type OfProducts interface {
	Kernel
	// OfProducts returns f(xx, xy, yy).
	OfProducts(xx, xy, yy float64) float64
	// Slopes returns the derivatives of f by xx and by xy.
	Slopes(xx, xy, yy float64) (byXX, byXY float64)
}

// ofProductsIn is implemented by such functions that are formulas.
type ofProductsIn interface {
	OfProductsIn(a *Arithmetic, xx, xy, yy Element) Element
}

// Through is the invariant kernel trick (IKT, section 2.4): the kernel Outer, a
// function of scalar products, with another kernel in place of the scalar
// product,
//
//	k(x, y) = f(ι(x,x), ι(x,y), ι(y,y)).
//
// Where a group acts on the points and ι does not change, k does not either.
type Through struct {
	// Outer must implement OfProducts.
	Outer Kernel
	// Inner is ι, an invariant scalar product or any other kernel.
	Inner Kernel
}

// String returns "(⟨x,y⟩ + 1)^2 with |⟨x,y⟩|² for ⟨x,y⟩".
func (k Through) String() string { return fmt.Sprintf("%v with %v for ⟨x,y⟩", k.Outer, k.Inner) }

// Validate returns ErrParameter for an outer kernel that is no function of
// scalar products, and checks both kernels.
func (k Through) Validate() error {
	if k.Outer == nil || k.Inner == nil {
		return fmt.Errorf("feature: a kernel through another, one of which is missing: %w", ErrParameter)
	}
	return errors.Join(checkOuter(k.Outer), Validate(k.Outer), Validate(k.Inner))
}

// checkOuter returns ErrParameter unless k is a function of scalar products.
func checkOuter(k Kernel) error {
	if _, ok := k.(OfProducts); !ok {
		return fmt.Errorf("feature: %v is no function of scalar products: %w", k, ErrParameter)
	}
	if c, ok := k.(interface{ CheckOuter() error }); ok {
		return c.CheckOuter()
	}
	return nil
}

// CheckPoint checks that the inner kernel is defined at x.
func (k Through) CheckPoint(x []float64) error { return CheckPoint(k.Inner, x) }

// Eval returns k(x, y).
func (k Through) Eval(x, y []float64) float64 {
	return k.Outer.(OfProducts).OfProducts(k.Inner.Eval(x, x), k.Inner.Eval(x, y), k.Inner.Eval(y, y))
}

// EvalBlock writes the values on a block of pairs.
func (k Through) EvalBlock(dst []float64, b *Block) {
	f := k.Outer.(OfProducts)
	evalBlock(k.Inner, dst, b)
	n := b.Cols()
	yy := make([]float64, n)
	for j := range yy {
		yy[j] = k.Inner.Eval(b.Y(j), b.Y(j))
	}
	for i := range b.Rows() {
		xx := k.Inner.Eval(b.X(i), b.X(i))
		for j := range n {
			dst[i*n+j] = f.OfProducts(xx, dst[i*n+j], yy[j])
		}
	}
}

// Gradient writes 2 f₁ ∇₁ι(x,x) + f₂ ∇₁ι(x,y) to dst, f₁ and f₂ the derivatives
// of f by its first two arguments.
func (k Through) Gradient(dst, x, y []float64) error {
	if err := Gradient(k.Inner, dst, x, y); err != nil {
		return err
	}
	self := make([]float64, len(dst))
	if err := Gradient(k.Inner, self, x, x); err != nil {
		return err
	}
	byXX, byXY := k.Outer.(OfProducts).Slopes(k.Inner.Eval(x, x), k.Inner.Eval(x, y), k.Inner.Eval(y, y))
	if byXY != byXY {
		return fmt.Errorf("feature: %v at points that it does not tell apart: %w", k, ErrDomain)
	}
	for l := range dst {
		dst[l] = float64(byXY*dst[l]) + float64(2*byXX*self[l])
	}
	return nil
}

// EvalIn returns k(x, y), computed with a. The outer kernels that are formulas
// are functions of ⟨x,y⟩ alone.
func (k Through) EvalIn(a *Arithmetic, x, y []Element) Element {
	return outerIn(a, k.Outer, nil, a.Kernel(k.Inner, x, y), nil)
}

// outerIn evaluates the function of scalar products that k is, if it is a
// formula.
func outerIn(a *Arithmetic, k Kernel, xx, xy, yy Element) Element {
	if f, ok := k.(ofProductsIn); ok {
		return f.OfProductsIn(a, xx, xy, yy)
	}
	return a.take(a.ops.foreign(k, nil, nil))
}

// EvalComplex returns k(x, y) on complex points: of the outer kernels that are
// formulas the Hermitian kernel, of the Gaussian one and its like the function
// of ι(x,x) + ι(y,y) − 2 Re ι(x,y).
func (k Through) EvalComplex(x, y []complex128) complex128 {
	xy := EvalComplex(k.Inner, x, y)
	if _, ok := k.Outer.(ofProductsIn); ok {
		a := &Arithmetic{ops: complexNumbers}
		v, _ := outerIn(a, k.Outer, nil, xy, nil).(complex128)
		return v
	}
	xx, yy := real(EvalComplex(k.Inner, x, x)), real(EvalComplex(k.Inner, y, y))
	return complex(k.Outer.(OfProducts).OfProducts(xx, real(xy), yy), 0)
}

// Code returns the form in files.
func (k Through) Code() (Code, error) { return encodeParts(Code{Type: "through"}, k.Outer, k.Inner) }

func decodeThrough(c Code) (Kernel, error) {
	parts, err := c.parts(2)
	if err != nil {
		return nil, err
	}
	return Through{Outer: parts[0], Inner: parts[1]}, nil
}

func (Through) compound() {}
