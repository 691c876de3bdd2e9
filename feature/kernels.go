package feature

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
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

// Gaussian is the kernel exp(−‖x−y‖²/(2σ²)).
type Gaussian struct {
	// Sigma is σ > 0, in units of the data.
	Sigma float64
}

// String returns "exp(-‖x-y‖²/(2·0.5²))".
func (k Gaussian) String() string { return fmt.Sprintf("exp(-‖x-y‖²/(2·%v²))", k.Sigma) }

// Validate returns ErrParameter unless σ is positive and finite.
func (k Gaussian) Validate() error { return checkPositive("Gaussian kernel", "σ", k.Sigma) }

// Eval returns k(x, y).
func (k Gaussian) Eval(x, y []float64) float64 {
	return math.Exp(-squaredDistance(x, y) / (2 * k.Sigma * k.Sigma))
}

// farOff bounds (‖x‖² + ‖y‖²)/(2σ²) in blocks: up to it the cancellation in
// ‖x‖² + ‖y‖² − 2⟨x,y⟩ changes the exponent by a few times 2⁻⁵² · 2¹⁰, so the
// kernel keeps 40 bits; beyond it the difference of the points is formed.
const farOff = 1 << 10

// EvalBlock writes the values on a block of pairs.
func (k Gaussian) EvalBlock(dst []float64, b *Block) {
	xx, yy, n := b.SquaresX(), b.SquaresY(), b.Cols()
	c := 1 / (2 * k.Sigma * k.Sigma)
	for i, xy := range b.Products() {
		sum := xx[i/n] + yy[i%n]
		if c*sum > farOff {
			dst[i] = k.Eval(b.X(i/n), b.Y(i%n))
			continue
		}
		dst[i] = math.Exp(-c * max(0, sum-2*xy))
	}
}

// Gradient writes −(x−y)/σ² k(x, y) to dst.
func (k Gaussian) Gradient(dst, x, y []float64) error {
	g := k.Eval(x, y) / (k.Sigma * k.Sigma)
	for l, v := range y {
		dst[l] = g * (v - x[l])
	}
	return nil
}

// Laplacian is the kernel exp(−‖x−y‖/σ) with the Euclidean norm.
type Laplacian struct {
	// Sigma is σ > 0, in units of the data.
	Sigma float64
}

// String returns "exp(-‖x-y‖/0.5)".
func (k Laplacian) String() string { return fmt.Sprintf("exp(-‖x-y‖/%v)", k.Sigma) }

// Validate returns ErrParameter unless σ is positive and finite.
func (k Laplacian) Validate() error { return checkPositive("Laplacian kernel", "σ", k.Sigma) }

// Eval returns k(x, y).
func (k Laplacian) Eval(x, y []float64) float64 {
	return math.Exp(-math.Sqrt(squaredDistance(x, y)) / k.Sigma)
}

// Gradient writes −(x−y)/(σ‖x−y‖) k(x, y) to dst. At x = y it is ErrDomain.
func (k Laplacian) Gradient(dst, x, y []float64) error {
	r := math.Sqrt(squaredDistance(x, y))
	if r == 0 {
		return fmt.Errorf("feature: Laplacian kernel at x = y: %w", ErrDomain)
	}
	g := math.Exp(-r/k.Sigma) / (k.Sigma * r)
	for l, v := range y {
		dst[l] = g * (v - x[l])
	}
	return nil
}

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

// ANOVA is the kernel Π_i (1 + x_i y_i), whose 2ⁿ features are the products of
// coordinates without repetition, or with a Degree the part of it in which at
// most that many coordinates meet, Σ_{|A| ≤ d} Π_{i∈A} x_i y_i. It is a kernel
// that is no function of scalar products.
type ANOVA struct {
	// Degree bounds the number of coordinates in a product. Zero stands for no
	// bound.
	Degree int
}

// String returns "Π(1 + x_i y_i)", with the bound where there is one.
func (k ANOVA) String() string {
	if k.Degree == 0 {
		return "Π(1 + x_i y_i)"
	}
	return fmt.Sprintf("Π(1 + x_i y_i) to degree %d", k.Degree)
}

// Validate returns ErrParameter for a negative degree.
func (k ANOVA) Validate() error {
	if k.Degree < 0 {
		return fmt.Errorf("feature: ANOVA kernel of degree %d: %w", k.Degree, ErrParameter)
	}
	return nil
}

// Eval returns k(x, y).
func (k ANOVA) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	return k.without(-1, k.Degree, x, y)
}

// without returns the sum over all sets of at most d coordinates that do not
// contain l; d = 0 stands for no bound.
func (k ANOVA) without(l, d int, x, y []float64) float64 {
	if d == 0 {
		p := 1.0
		for i, xi := range x {
			if i != l {
				p *= 1 + float64(xi*y[i])
			}
		}
		return p
	}
	// e[j] is the elementary symmetric polynomial of degree j in the products
	// seen so far.
	e := make([]float64, min(d, len(x))+1)
	e[0] = 1
	for i, xi := range x {
		if i == l {
			continue
		}
		for j := len(e) - 1; j > 0; j-- {
			e[j] += float64(float64(xi*y[i]) * e[j-1])
		}
	}
	var s float64
	for _, v := range e {
		s += v
	}
	return s
}

// Gradient writes the gradient in x to dst: the derivative by x_l is y_l times
// the kernel of the other coordinates, of one degree less.
func (k ANOVA) Gradient(dst, x, y []float64) error {
	for l := range dst {
		switch k.Degree {
		case 1:
			dst[l] = y[l]
		case 0:
			dst[l] = y[l] * k.without(l, 0, x, y)
		default:
			dst[l] = y[l] * k.without(l, k.Degree-1, x, y)
		}
	}
	return nil
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
