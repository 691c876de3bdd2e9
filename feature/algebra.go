package feature

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/ring"
)

// Sum is the kernel Σ_i k_i. Its features are those of all parts together.
type Sum []Kernel

// String joins the parts by " + ".
func (k Sum) String() string { return join([]Kernel(k), " + ", "0") }

// Validate checks the parts.
func (k Sum) Validate() error { return validateAll([]Kernel(k)) }

// CheckPoint checks that all parts are defined at x.
func (k Sum) CheckPoint(x []float64) error { return checkPointAll([]Kernel(k), x) }

// Eval returns k(x, y), 0 for the empty sum.
func (k Sum) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	var s float64
	for _, part := range k {
		s += part.Eval(x, y)
	}
	return s
}

// EvalBlock writes the values on a block of pairs.
func (k Sum) EvalBlock(dst []float64, b *Block) {
	clear(dst)
	buf := make([]float64, len(dst))
	for _, part := range k {
		evalBlock(part, buf, b)
		for i, v := range buf {
			dst[i] += v
		}
	}
}

// Gradient writes the sum of the gradients to dst.
func (k Sum) Gradient(dst, x, y []float64) error {
	clear(dst)
	part := make([]float64, len(dst))
	for _, p := range k {
		if err := Gradient(p, part, x, y); err != nil {
			return err
		}
		for l, v := range part {
			dst[l] += v
		}
	}
	return nil
}

// Product is the kernel Π_i k_i. Its features are the products of features of
// the parts (I. Schur).
type Product []Kernel

// String joins the parts by "·".
func (k Product) String() string { return join([]Kernel(k), "·", "1") }

// Validate checks the parts.
func (k Product) Validate() error { return validateAll([]Kernel(k)) }

// CheckPoint checks that all parts are defined at x.
func (k Product) CheckPoint(x []float64) error { return checkPointAll([]Kernel(k), x) }

// Eval returns k(x, y), 1 for the empty product.
func (k Product) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	p := 1.0
	for _, part := range k {
		p *= part.Eval(x, y)
	}
	return p
}

// EvalBlock writes the values on a block of pairs.
func (k Product) EvalBlock(dst []float64, b *Block) {
	for i := range dst {
		dst[i] = 1
	}
	buf := make([]float64, len(dst))
	for _, part := range k {
		evalBlock(part, buf, b)
		for i, v := range buf {
			dst[i] *= v
		}
	}
}

// Gradient writes Σ_i ∇k_i Π_{j≠i} k_j to dst.
func (k Product) Gradient(dst, x, y []float64) error {
	clear(dst)
	part := make([]float64, len(dst))
	for i, p := range k {
		if err := Gradient(p, part, x, y); err != nil {
			return err
		}
		others := 1.0
		for j, q := range k {
			if j != i {
				others *= q.Eval(x, y)
			}
		}
		for l, v := range part {
			dst[l] += float64(others * v)
		}
	}
	return nil
}

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

// PolynomialOf is the kernel Σ_i c_i k^i for rational c_i ≥ 0.
type PolynomialOf struct {
	// Coefficients are c_0, c_1, …
	Coefficients []ring.Rat
	Kernel       Kernel
}

// String returns "1 + 2·k + k^2 with k = …".
func (k PolynomialOf) String() string {
	var terms []string
	for i, c := range k.Coefficients {
		if c.IsZero() {
			continue
		}
		power := ""
		switch i {
		case 0:
		case 1:
			power = "k"
		default:
			power = fmt.Sprintf("k^%d", i)
		}
		switch {
		case i == 0:
			terms = append(terms, c.String())
		case c.IsOne():
			terms = append(terms, power)
		default:
			terms = append(terms, c.String()+"·"+power)
		}
	}
	if len(terms) == 0 {
		terms = []string{"0"}
	}
	return fmt.Sprintf("%s with k = %v", strings.Join(terms, " + "), k.Kernel)
}

// Validate returns ErrParameter for a negative coefficient, and checks the
// kernel.
func (k PolynomialOf) Validate() error {
	for i, c := range k.Coefficients {
		if c.Sign() < 0 {
			return fmt.Errorf("feature: polynomial of a kernel: coefficient %v of k^%d: %w", c, i, ErrParameter)
		}
	}
	return Validate(k.Kernel)
}

// CheckPoint checks that the kernel is defined at x.
func (k PolynomialOf) CheckPoint(x []float64) error { return CheckPoint(k.Kernel, x) }

// horner returns value and derivative of the polynomial at v.
func (k PolynomialOf) horner(v float64) (value, slope float64) {
	for i := len(k.Coefficients) - 1; i >= 0; i-- {
		slope = float64(slope*v) + value
		value = float64(value*v) + k.Coefficients[i].Float64()
	}
	return value, slope
}

// Eval returns Σ c_i k(x, y)^i.
func (k PolynomialOf) Eval(x, y []float64) float64 {
	v, _ := k.horner(k.Kernel.Eval(x, y))
	return v
}

// EvalBlock writes the values on a block of pairs.
func (k PolynomialOf) EvalBlock(dst []float64, b *Block) {
	evalBlock(k.Kernel, dst, b)
	for i, v := range dst {
		dst[i], _ = k.horner(v)
	}
}

// Gradient writes Σ i·c_i k^(i−1) times the gradient of the kernel to dst.
func (k PolynomialOf) Gradient(dst, x, y []float64) error {
	err := Gradient(k.Kernel, dst, x, y)
	_, slope := k.horner(k.Kernel.Eval(x, y))
	scaleTo(dst, slope, dst)
	return err
}

// GaussianOf is the Gaussian kernel in the feature space of another kernel,
// exp(−(k(x,x) + k(y,y) − 2k(x,y))/(2σ²)).
type GaussianOf struct {
	Kernel Kernel
	// Sigma is σ > 0, in units of the features of Kernel.
	Sigma float64
}

// String returns "exp(-(k(x,x)+k(y,y)-2k(x,y))/(2·0.5²)) with k = …".
func (k GaussianOf) String() string {
	return fmt.Sprintf("exp(-(k(x,x)+k(y,y)-2k(x,y))/(2·%v²)) with k = %v", k.Sigma, k.Kernel)
}

// Validate returns ErrParameter unless σ is positive, and checks the kernel.
func (k GaussianOf) Validate() error {
	return errors.Join(checkPositive("Gaussian kernel", "σ", k.Sigma), Validate(k.Kernel))
}

// CheckPoint checks that the kernel is defined at x.
func (k GaussianOf) CheckPoint(x []float64) error { return CheckPoint(k.Kernel, x) }

// Eval returns k(x, y).
func (k GaussianOf) Eval(x, y []float64) float64 {
	return k.of(k.Kernel.Eval(x, x), k.Kernel.Eval(y, y), k.Kernel.Eval(x, y))
}

func (k GaussianOf) of(xx, yy, xy float64) float64 {
	// A distance below 0 is rounding: Kernel is positive semidefinite.
	return math.Exp(-max(0, xx+yy-2*xy) / (2 * k.Sigma * k.Sigma))
}

// EvalBlock writes the values on a block of pairs.
func (k GaussianOf) EvalBlock(dst []float64, b *Block) {
	evalBlock(k.Kernel, dst, b)
	n := b.Cols()
	yy := make([]float64, n)
	for j := range yy {
		yy[j] = k.Kernel.Eval(b.Y(j), b.Y(j))
	}
	for i := range b.Rows() {
		xx := k.Kernel.Eval(b.X(i), b.X(i))
		for j := range n {
			dst[i*n+j] = k.of(xx, yy[j], dst[i*n+j])
		}
	}
}

// Gradient writes k(x,y)/σ² (∇₁k(x,y) − ∇₁k(x,x)) of the kernel to dst, which
// is right because the derivative of k(x, x) is twice that in one argument.
func (k GaussianOf) Gradient(dst, x, y []float64) error {
	if err := Gradient(k.Kernel, dst, x, y); err != nil {
		return err
	}
	self := make([]float64, len(dst))
	if err := Gradient(k.Kernel, self, x, x); err != nil {
		return err
	}
	g := k.Eval(x, y) / (k.Sigma * k.Sigma)
	for l := range dst {
		dst[l] = g * (dst[l] - self[l])
	}
	return nil
}

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

// Map takes points to points of another space.
type Map interface {
	fmt.Stringer
	// Apply returns the image of x, a new slice; its length depends on that of
	// x alone.
	Apply(x []float64) []float64
}

// Jacobian is implemented by maps with a derivative.
type Jacobian interface {
	// Jacobian returns the matrix ∂f_i/∂x_j at x.
	Jacobian(x []float64) *mat.Dense
}

// Compose is the kernel k(f(x), f(y)).
type Compose struct {
	Kernel Kernel
	Map    Map
}

// String names kernel and map.
func (k Compose) String() string { return fmt.Sprintf("%v after %v", k.Kernel, k.Map) }

// Validate checks the kernel.
func (k Compose) Validate() error { return Validate(k.Kernel) }

// CheckPoint checks the map at x, where it is a PointChecker, and the kernel at
// the image.
func (k Compose) CheckPoint(x []float64) error {
	if c, ok := k.Map.(PointChecker); ok {
		if err := c.CheckPoint(x); err != nil {
			return err
		}
	}
	return CheckPoint(k.Kernel, k.Map.Apply(x))
}

// Eval returns k(f(x), f(y)).
func (k Compose) Eval(x, y []float64) float64 {
	return k.Kernel.Eval(k.Map.Apply(x), k.Map.Apply(y))
}

// EvalBlock writes the values on a block of pairs.
func (k Compose) EvalBlock(dst []float64, b *Block) { evalBlock(k.Kernel, dst, b.mapped(k.Map.Apply)) }

// Gradient applies the chain rule. It is ErrNotDifferentiable when the map has
// no Jacobian.
func (k Compose) Gradient(dst, x, y []float64) error {
	j, ok := k.Map.(Jacobian)
	if !ok {
		return fmt.Errorf("feature: map %v: %w", k.Map, ErrNotDifferentiable)
	}
	fx := k.Map.Apply(x)
	g := make([]float64, len(fx))
	if err := Gradient(k.Kernel, g, fx, k.Map.Apply(y)); err != nil {
		return err
	}
	jac := j.Jacobian(x)
	for l := range dst {
		dst[l] = dot(mat.Col(nil, l, jac), g)
	}
	return nil
}

// LinearMap is the map x ↦ Ax.
type LinearMap struct{ A *mat.Dense }

// String returns "x ↦ Ax".
func (LinearMap) String() string { return "x ↦ Ax" }

// CheckPoint returns ErrShape when A does not take x.
func (f LinearMap) CheckPoint(x []float64) error { return Linear(f).CheckPoint(x) }

// Apply returns Ax.
func (f LinearMap) Apply(x []float64) []float64 { return Linear(f).apply(x) }

// Jacobian returns A.
func (f LinearMap) Jacobian([]float64) *mat.Dense { return f.A }

// Function is a map given by a function and a name.
type Function struct {
	Name string
	F    func(x []float64) []float64
}

// String returns the name.
func (f Function) String() string { return f.Name }

// Apply returns F(x).
func (f Function) Apply(x []float64) []float64 { return f.F(x) }

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

// factor writes a kernel so that it can stand in a product.
func factor(k Kernel) string {
	s := k.String()
	switch k.(type) {
	case Sum, PolynomialOf, Compose, GaussianOf:
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
