package feature

// Projective is the kernel |⟨x,y⟩|²/(‖x‖²‖y‖²), invariant under multiplication
// of either point by any number but 0: a function on projective space. It is
// not defined at 0.
type Projective struct {
	// Complex says that points are complex.
	Complex bool
}

// String returns "|⟨x,y⟩|²/(‖x‖²‖y‖²)".
func (k Projective) String() string {
	if k.Complex {
		return "|⟨x,y⟩|²/(‖x‖²‖y‖²)"
	}
	return "⟨x,y⟩²/(‖x‖²‖y‖²)"
}

// CheckPoint returns ErrDomain at 0, and ErrShape for a complex point with an
// odd number of coordinates.
func (k Projective) CheckPoint(x []float64) error {
	if err := checkComplex(k.Complex, x); err != nil {
		return err
	}
	return checkNotZero(x)
}

// Eval returns k(x, y), NaN where x or y is 0.
func (k Projective) Eval(x, y []float64) float64 {
	return k.modulus(x, y) / (dot(x, x) * dot(y, y))
}

// modulus returns |⟨x,y⟩|².
func (k Projective) modulus(x, y []float64) float64 {
	if k.Complex {
		return modulus2(hermitian(x, y))
	}
	s := dot(x, y)
	return s * s
}

// EvalBlock writes the values on a block of pairs.
func (k Projective) EvalBlock(dst []float64, b *Block) {
	if k.Complex {
		b.each(dst, k.Eval)
		return
	}
	xx, yy, n := b.SquaresX(), b.SquaresY(), b.Cols()
	for i, xy := range b.Products() {
		dst[i] = float64(xy*xy) / (xx[i/n] * yy[i%n])
	}
}

// Gradient writes the gradient of k(·, y) at x to dst.
func (k Projective) Gradient(dst, x, y []float64) error {
	if k.Complex {
		_ = Phase{}.Gradient(dst, x, y) // never an error
	} else {
		scaleTo(dst, 2*dot(x, y), y)
	}
	xx, yy, v := dot(x, x), dot(y, y), k.Eval(x, y)
	for l := range dst {
		dst[l] = float64(dst[l]/(xx*yy)) - float64(2*v*x[l])/xx
	}
	return checkNotZero(x, y)
}

// EvalIn returns ⟨x,y⟩⟨y,x⟩/(⟨x,x⟩⟨y,y⟩), computed with a.
func (k Projective) EvalIn(a *Arithmetic, x, y []Element) Element {
	ratio := func(a *Arithmetic, x, y []Element) Element {
		return a.Mul(modulusIn(a, x, y), a.Inv(a.Mul(a.Dot(x, x), a.Dot(y, y))))
	}
	if k.Complex {
		return a.Complex(x, y, ratio)
	}
	return ratio(a, x, y)
}

// Code returns the form in files.
func (k Projective) Code() (Code, error) { return Code{Type: "projective", Complex: k.Complex}, nil }

func decodeProjective(c Code) (Kernel, error) { return Projective{Complex: c.Complex}, nil }
