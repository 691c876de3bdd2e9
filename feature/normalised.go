package feature

import (
	"fmt"
	"math"
)

// Normalised is the kernel k(x,y)/√(k(x,x) k(y,y)): feature vectors are divided
// by their lengths. It is not defined where k(x,x) is 0. Normalised{Linear{}} is
// PositiveScale, Normalised{Phase{}} the complex Projective.
type Normalised struct{ Kernel Kernel }

// String returns "k(x,y)/√(k(x,x)k(y,y)) with k = …".
func (k Normalised) String() string {
	return fmt.Sprintf("k(x,y)/√(k(x,x)k(y,y)) with k = %v", k.Kernel)
}

// Validate checks the kernel.
func (k Normalised) Validate() error { return validateInner("a normalised kernel", k.Kernel) }

// validateInner checks the kernel that another one is made of.
func validateInner(of string, k Kernel) error {
	if k == nil {
		return fmt.Errorf("feature: %s without its kernel: %w", of, ErrParameter)
	}
	return Validate(k)
}

// CheckPoint returns ErrDomain where k(x,x) is not positive.
func (k Normalised) CheckPoint(x []float64) error {
	if err := CheckPoint(k.Kernel, x); err != nil {
		return err
	}
	if !(k.Kernel.Eval(x, x) > 0) {
		return fmt.Errorf("feature: %v at a point with k(x,x) = 0: %w", k, ErrDomain)
	}
	return nil
}

// Eval returns k(x, y), NaN where it is not defined.
func (k Normalised) Eval(x, y []float64) float64 {
	return k.Kernel.Eval(x, y) / (math.Sqrt(k.Kernel.Eval(x, x)) * math.Sqrt(k.Kernel.Eval(y, y)))
}

// EvalBlock writes the values on a block of pairs.
func (k Normalised) EvalBlock(dst []float64, b *Block) {
	evalBlock(k.Kernel, dst, b)
	n := b.Cols()
	yy := make([]float64, n)
	for j := range yy {
		yy[j] = math.Sqrt(k.Kernel.Eval(b.Y(j), b.Y(j)))
	}
	for i := range b.Rows() {
		xx := math.Sqrt(k.Kernel.Eval(b.X(i), b.X(i)))
		for j := range n {
			dst[i*n+j] /= xx * yy[j]
		}
	}
}

// Gradient writes ∇₁k(x,y)/√(k(x,x)k(y,y)) − n(x,y) ∇₁k(x,x)/k(x,x) to dst, n the
// normalised kernel.
func (k Normalised) Gradient(dst, x, y []float64) error {
	if err := k.CheckPoint(x); err != nil {
		return err
	}
	if err := Gradient(k.Kernel, dst, x, y); err != nil {
		return err
	}
	self := make([]float64, len(dst))
	if err := Gradient(k.Kernel, self, x, x); err != nil {
		return err
	}
	xx, n := k.Kernel.Eval(x, x), k.Eval(x, y)
	c := 1 / (math.Sqrt(xx) * math.Sqrt(k.Kernel.Eval(y, y)))
	for l := range dst {
		dst[l] = float64(c*dst[l]) - float64(n*self[l])/xx
	}
	return nil
}

// EvalComplex returns k(x, y) on complex points.
func (k Normalised) EvalComplex(x, y []complex128) complex128 {
	c := math.Sqrt(real(EvalComplex(k.Kernel, x, x))) * math.Sqrt(real(EvalComplex(k.Kernel, y, y)))
	return EvalComplex(k.Kernel, x, y) / complex(c, 0)
}

// Code returns the form in files.
func (k Normalised) Code() (Code, error) { return encodeParts(Code{Type: "normalised"}, k.Kernel) }

func decodeNormalised(c Code) (Kernel, error) {
	parts, err := c.parts(1)
	if err != nil {
		return nil, err
	}
	return Normalised{Kernel: parts[0]}, nil
}

func (Normalised) compound() {}
