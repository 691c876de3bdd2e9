package feature

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/ring"
)

// ComplexKernel is implemented by kernels that have values on complex points and
// are no formula; see EvalComplex.
type ComplexKernel interface {
	Kernel
	// EvalComplex returns k(x, y), with k(y, x) its conjugate.
	EvalComplex(x, y []complex128) complex128
}

// complexNumbers computes in C.
var complexNumbers = newNumbers[complex128](ring.Complex128)

// EvalComplex returns the Hermitian kernel k(x, y) on complex points, with the
// scalar product Σ x_i·conj(y_i). It is NaN for kernels that have no complex
// values and where a kernel is not defined; see CheckComplex.
func EvalComplex(k Kernel, x, y []complex128) complex128 {
	mustMatch(len(x), len(y))
	if c, ok := k.(ComplexKernel); ok {
		return c.EvalComplex(x, y)
	}
	v, err := complexNumbers.value(k, elements(x), elements(y))
	if err != nil {
		return complex(math.NaN(), 0)
	}
	return v
}

// CheckComplex returns nil for valid kernels with values on complex points:
// formulas (Algebraic) and ComplexKernels.
func CheckComplex(k Kernel) error {
	if err := Validate(k); err != nil {
		return err
	}
	if _, ok := k.(ComplexKernel); ok {
		return nil
	}
	_, err := Values[complex128](ring.Complex128, k)
	return err
}

// ComplexMatrix returns the cross-kernel matrix of complex points, entries
// k(x_i, z_j), rows the points x. Errors are those of CheckComplex, ErrShape for
// points of different lengths, ErrDomain, named by the rows, where k is not
// defined, and that of ctx.
func ComplexMatrix(ctx context.Context, k Kernel, x, z [][]complex128) (*mat.CDense, error) {
	if err := CheckComplex(k); err != nil {
		return nil, err
	}
	for _, points := range [][][]complex128{x, z} {
		for i, p := range points {
			if len(p) != len(z[0]) {
				return nil, fmt.Errorf("feature: row %d: %d complex coordinates, expected %d: %w", i+1, len(p), len(z[0]), ErrShape)
			}
		}
	}
	out := mat.NewCDense(len(x), len(z), nil)
	err := forRows(ctx, len(x), func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			for j := range z {
				v := EvalComplex(k, x[i], z[j])
				if cmplx.IsNaN(v) {
					return fmt.Errorf("feature: %v at rows %d and %d: %w", k, i+1, j+1, ErrDomain)
				}
				out.Set(i, j, v)
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// complexDot returns Σ x_i·conj(y_i).
func complexDot(x, y []complex128) complex128 {
	mustMatch(len(x), len(y))
	var s complex128
	for i, v := range x {
		s += v * complex(real(y[i]), -imag(y[i]))
	}
	return s
}

// squaredComplexDistance returns ‖x − y‖².
func squaredComplexDistance(x, y []complex128) float64 {
	mustMatch(len(x), len(y))
	var s float64
	for i, v := range x {
		s += modulus2(v - y[i])
	}
	return s
}

// complexPoint joins pairs of real coordinates to complex ones.
func complexPoint(x []float64) []complex128 {
	z := make([]complex128, len(x)/2)
	for i := range z {
		z[i] = complex(x[2*i], x[2*i+1])
	}
	return z
}

// RealPart is the real part of a Hermitian kernel on complex points that are
// given by pairs of real coordinates, Re x₁, Im x₁, Re x₂, …. It is taken last:
// with ι = FiniteRotation{Order: m, Complex: true},
//
//	RealPart{Through{Polynomial{Degree: d}, ι}}   Re (⟨x,y⟩^m + 1)^d
//	Through{Polynomial{Degree: d}, ι}             (Re ⟨x,y⟩^m + 1)^d
//
// Both are invariant kernels on R^2n. The functions of the first are real parts
// of polynomials in x; those of the second contain conjugates of x as well.
type RealPart struct {
	// Kernel has complex values; see CheckComplex.
	Kernel Kernel
}

// String returns "Re (…)".
func (k RealPart) String() string { return "Re (" + k.Kernel.String() + ")" }

// Validate checks the kernel and that it has complex values.
func (k RealPart) Validate() error {
	if k.Kernel == nil {
		return fmt.Errorf("feature: real part of no kernel: %w", ErrParameter)
	}
	if err := CheckComplex(k.Kernel); err != nil {
		return fmt.Errorf("feature: real part of %v (%w): %w", k.Kernel, err, ErrParameter)
	}
	return nil
}

// CheckPoint returns ErrShape for an odd number of coordinates.
func (k RealPart) CheckPoint(x []float64) error {
	if err := checkComplex(true, x); err != nil {
		return err
	}
	z := complexPoint(x)
	if v := EvalComplex(k.Kernel, z, z); cmplx.IsNaN(v) {
		return fmt.Errorf("feature: %v at %v: %w", k, x, ErrDomain)
	}
	return nil
}

// Eval returns Re k(x, y).
func (k RealPart) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	return real(EvalComplex(k.Kernel, complexPoint(x), complexPoint(y)))
}

// EvalIn returns Re k(x, y), computed with a.
func (k RealPart) EvalIn(a *Arithmetic, x, y []Element) Element {
	return a.Complex(x, y, func(a *Arithmetic, x, y []Element) Element {
		return a.RealPart(a.Kernel(k.Kernel, x, y))
	})
}

// Code returns the form in files.
func (k RealPart) Code() (Code, error) { return encodeParts(Code{Type: "real part"}, k.Kernel) }

func decodeRealPart(c Code) (Kernel, error) {
	parts, err := c.parts(1)
	if err != nil {
		return nil, err
	}
	return RealPart{Kernel: parts[0]}, nil
}
