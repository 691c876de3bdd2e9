package feature

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/packed"
)

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

// AlgebraicMap is implemented by maps that are formulas; see Algebraic.
type AlgebraicMap interface {
	// ApplyIn returns the image of x, computed with a.
	ApplyIn(a *Arithmetic, x []Element) []Element
}

// EvalIn returns k(f(x), f(y)), computed with a.
func (k Compose) EvalIn(a *Arithmetic, x, y []Element) Element {
	m, ok := k.Map.(AlgebraicMap)
	if !ok {
		return a.take(a.ops.foreign(k, x, y))
	}
	return a.Kernel(k.Kernel, m.ApplyIn(a, x), m.ApplyIn(a, y))
}

// Code returns the form in files, which exists for linear maps.
func (k Compose) Code() (Code, error) {
	m, ok := k.Map.(LinearMap)
	if !ok || m.A == nil {
		return Code{}, fmt.Errorf("%w: %v", ErrNoCode, k)
	}
	return encodeParts(Code{Type: "compose", Matrix: packed.Encode(m.A)}, k.Kernel)
}

func decodeCompose(c Code) (Kernel, error) {
	parts, err := c.parts(1)
	if err != nil {
		return nil, err
	}
	a, err := c.Matrix.Dense()
	if err == nil && a == nil {
		err = errors.New("no matrix")
	}
	return Compose{Kernel: parts[0], Map: LinearMap{A: a}}, err
}

func (Compose) compound() {}

// LinearMap is the map x ↦ Ax.
type LinearMap struct{ A *mat.Dense }

// String returns "x ↦ Ax".
func (LinearMap) String() string { return "x ↦ Ax" }

// CheckPoint returns ErrShape when A does not take x.
func (f LinearMap) CheckPoint(x []float64) error { return Linear(f).CheckPoint(x) }

// Apply returns Ax.
func (f LinearMap) Apply(x []float64) []float64 { return Linear(f).apply(x) }

// ApplyIn returns Ax, computed with a.
func (f LinearMap) ApplyIn(a *Arithmetic, x []Element) []Element { return a.Apply(f.A, x) }

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
