package feature

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// ErrParameter says that a kernel has a parameter outside its range: θ ≤ 0, a
// negative degree, a width that is not positive.
var ErrParameter = errors.New("feature: parameter of the kernel out of range")

// ErrDomain says that a kernel is not defined, or has no derivative, at a
// point: a scale-invariant kernel at 0, the Laplacian kernel's derivative at
// x = y.
var ErrDomain = errors.New("feature: kernel undefined at a point")

// ErrNotDifferentiable says that a kernel, or a part of it, supplies no
// gradient.
var ErrNotDifferentiable = errors.New("feature: kernel has no gradient")

// ErrShape says that two tables of points have different numbers of columns,
// or a number of columns that the kernel does not take.
var ErrShape = errors.New("feature: points of the wrong dimension")

// Kernel is a symmetric function of two points. Kernels are plain values and
// never change; all methods are safe for use by several goroutines at once.
//
// What a kernel can do beyond Eval it declares by the methods of the other
// interfaces of this package: BlockEvaluator, Differentiable, Validator,
// PointChecker.
type Kernel interface {
	// String writes the kernel as a formula in x and y: "(⟨x,y⟩ + 1)^2".
	fmt.Stringer
	// Eval returns k(x, y). It panics if x and y differ in length.
	Eval(x, y []float64) float64
}

// BlockEvaluator is implemented by kernels that do better than one pair of
// points at a time.
type BlockEvaluator interface {
	// EvalBlock writes k(x_i, y_j) to dst[i*b.Cols()+j]. It must agree with
	// Eval up to rounding.
	EvalBlock(dst []float64, b *Block)
}

// Differentiable is implemented by kernels with a gradient.
type Differentiable interface {
	// Gradient writes ∂k/∂x_l at (x, y) to dst[l]. It returns an error that
	// wraps ErrNotDifferentiable when a part of the kernel has no gradient, and
	// ErrDomain when there is none at this point.
	Gradient(dst, x, y []float64) error
}

// Validator is implemented by kernels with parameters that can be wrong.
type Validator interface {
	// Validate returns nil, or an error that wraps ErrParameter and names the
	// parameter.
	Validate() error
}

// PointChecker is implemented by kernels that are not defined everywhere, or
// not in every dimension.
type PointChecker interface {
	// CheckPoint returns nil, or an error that wraps ErrDomain or ErrShape.
	CheckPoint(x []float64) error
}

// Validate checks the parameters of k, where k has any.
func Validate(k Kernel) error {
	if v, ok := k.(Validator); ok {
		return v.Validate()
	}
	return nil
}

// CheckPoint checks that k is defined at x.
func CheckPoint(k Kernel, x []float64) error {
	if c, ok := k.(PointChecker); ok {
		return c.CheckPoint(x)
	}
	return nil
}

// Gradient writes ∂k/∂x_l at (x, y) to dst[l], or returns ErrNotDifferentiable
// where k has no gradient.
func Gradient(k Kernel, dst, x, y []float64) error {
	d, ok := k.(Differentiable)
	if !ok {
		return fmt.Errorf("feature: %v: %w", k, ErrNotDifferentiable)
	}
	return d.Gradient(dst, x, y)
}

// SquaredDistance returns k(x,x) + k(y,y) − 2 k(x,y), the squared distance of
// the images of x and y in feature space.
func SquaredDistance(k Kernel, x, y []float64) float64 {
	return k.Eval(x, x) + k.Eval(y, y) - 2*k.Eval(x, y)
}

// evalBlock writes the values of k on all pairs of b to dst.
func evalBlock(k Kernel, dst []float64, b *Block) {
	if e, ok := k.(BlockEvaluator); ok {
		e.EvalBlock(dst, b)
		return
	}
	b.each(dst, k.Eval)
}

// Block is a rectangle of pairs of points: every row of X with every row of Y.
// Scalar products and squared lengths are computed when first asked for and
// shared by all parts of a kernel. A Block belongs to one goroutine.
type Block struct {
	x, y       *mat.Dense
	products   []float64
	xx, yy     []float64
	yTranspose *mat.Dense
	space      []float64 // for products, of any content; nil for none
}

// newBlock returns the block of all rows of x with all rows of y.
func newBlock(x, y *mat.Dense) *Block { return &Block{x: x, y: y} }

// Rows returns the number of points x_i.
func (b *Block) Rows() int { r, _ := b.x.Dims(); return r }

// Cols returns the number of points y_j.
func (b *Block) Cols() int { r, _ := b.y.Dims(); return r }

// X returns x_i, to be read only.
func (b *Block) X(i int) []float64 { return b.x.RawRowView(i) }

// Y returns y_j, to be read only.
func (b *Block) Y(j int) []float64 { return b.y.RawRowView(j) }

// Products returns ⟨x_i, y_j⟩ at i*Cols()+j, to be read only. Every product is
// summed in the order of the coordinates, whatever the shape of the block, so
// the same two points give the same number everywhere.
func (b *Block) Products() []float64 {
	if b.products == nil {
		n := b.Rows() * b.Cols()
		if b.products = b.space; b.products == nil {
			b.products = make([]float64, n)
		}
		b.products = b.products[:n]
		if b.yTranspose == nil {
			b.yTranspose = mat.DenseCopyOf(b.y.T())
		}
		dst := blas64.General{Rows: b.Rows(), Cols: b.Cols(), Stride: b.Cols(), Data: b.products}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, b.x.RawMatrix(), b.yTranspose.RawMatrix(), 0, dst)
	}
	return b.products
}

// SquaresX returns ‖x_i‖², to be read only.
func (b *Block) SquaresX() []float64 {
	if b.xx == nil {
		b.xx = squares(b.x)
	}
	return b.xx
}

// SquaresY returns ‖y_j‖², to be read only.
func (b *Block) SquaresY() []float64 {
	if b.yy == nil {
		b.yy = squares(b.y)
	}
	return b.yy
}

// each writes f of every pair to dst.
func (b *Block) each(dst []float64, f func(x, y []float64) float64) {
	n := b.Cols()
	for i := range b.Rows() {
		x := b.X(i)
		for j := range n {
			dst[i*n+j] = f(x, b.Y(j))
		}
	}
}

// squares returns the squared lengths of the rows of x.
func squares(x *mat.Dense) []float64 {
	r, _ := x.Dims()
	s := make([]float64, r)
	for i := range s {
		row := x.RawRowView(i)
		s[i] = dot(row, row)
	}
	return s
}

// dot returns ⟨x, y⟩, summed in the order of the coordinates. It panics if the
// lengths differ.
func dot(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	var s float64
	for i, xi := range x {
		s += float64(xi * y[i])
	}
	return s
}

// squaredDistance returns ‖x − y‖² without the cancellation that
// ‖x‖² + ‖y‖² − 2⟨x, y⟩ suffers when x and y are close.
func squaredDistance(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	var s float64
	for i, xi := range x {
		d := xi - y[i]
		s += float64(d * d)
	}
	return s
}

// mustMatch panics when two points differ in length.
func mustMatch(n, m int) {
	if n != m {
		panic(fmt.Sprintf("feature: points with %d and %d coordinates", n, m))
	}
}

// power returns xⁿ for n ≥ 0 by squaring; x⁰ is 1, also for x = 0.
func power(x float64, n int) float64 {
	switch n {
	case 0:
		return 1
	case 1:
		return x
	case 2:
		return x * x
	}
	z := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			z *= x
		}
		x *= x
	}
	return z
}

// checkPositive returns ErrParameter unless v is a positive finite number.
func checkPositive(kernel, name string, v float64) error {
	if v > 0 && !math.IsInf(v, 0) {
		return nil
	}
	return fmt.Errorf("feature: %s: %s = %v is not a positive number: %w", kernel, name, v, ErrParameter)
}

// scaleTo writes a·y to dst.
func scaleTo(dst []float64, a float64, y []float64) {
	for l, v := range y {
		dst[l] = a * v
	}
}

// isFinite reports whether x is neither NaN nor ±Inf.
func isFinite(x float64) bool { return x-x == 0 }

// mapped returns the block of the images of the points.
func (b *Block) mapped(f func([]float64) []float64) *Block {
	image := func(x *mat.Dense) *mat.Dense {
		r, _ := x.Dims()
		var out *mat.Dense
		for i := range r {
			row := f(x.RawRowView(i))
			if out == nil {
				out = mat.NewDense(r, len(row), nil)
			}
			out.SetRow(i, row)
		}
		return out
	}
	return newBlock(image(b.x), image(b.y))
}

// join writes the parts of a kernel with a separator.
func join(ks []Kernel, sep, empty string) string {
	if len(ks) == 0 {
		return empty
	}
	parts := make([]string, len(ks))
	for i, k := range ks {
		if sep == " + " {
			parts[i] = k.String()
		} else {
			parts[i] = factor(k)
		}
	}
	return strings.Join(parts, sep)
}

// factor writes a kernel so that it can stand in a product; those with a method
// compound need brackets.
func factor(k Kernel) string {
	s := k.String()
	if _, ok := k.(interface{ compound() }); ok {
		return "(" + s + ")"
	}
	return s
}

func validateAll(ks []Kernel) error {
	for _, k := range ks {
		if err := Validate(k); err != nil {
			return err
		}
	}
	return nil
}

func checkPointAll(ks []Kernel, x []float64) error {
	for _, k := range ks {
		if err := CheckPoint(k, x); err != nil {
			return err
		}
	}
	return nil
}
