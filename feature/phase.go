package feature

// Phase is the kernel |⟨x,y⟩|² on complex points, invariant under
// multiplication of either point by a complex number of modulus 1.
type Phase struct{}

// String returns "|⟨x,y⟩|²".
func (Phase) String() string { return "|⟨x,y⟩|²" }

// CheckPoint returns ErrShape for an odd number of coordinates.
func (Phase) CheckPoint(x []float64) error { return checkComplex(true, x) }

// Eval returns k(x, y).
func (Phase) Eval(x, y []float64) float64 { return modulus2(hermitian(x, y)) }

// Gradient writes the gradient of k(·, y) at x to dst.
func (Phase) Gradient(dst, x, y []float64) error {
	s := hermitian(x, y)
	complexGradient(dst, 2*complex(real(s), -imag(s)), y)
	return nil
}

// EvalIn returns ⟨x,y⟩⟨y,x⟩, computed with a.
func (Phase) EvalIn(a *Arithmetic, x, y []Element) Element { return a.Complex(x, y, modulusIn) }

// modulusIn returns |⟨x,y⟩|².
func modulusIn(a *Arithmetic, x, y []Element) Element { return a.Mul(a.Dot(x, y), a.Dot(y, x)) }

// Code returns the form in files.
func (Phase) Code() (Code, error) { return Code{Type: "phase"}, nil }

func decodePhase(Code) (Kernel, error) { return Phase{}, nil }
