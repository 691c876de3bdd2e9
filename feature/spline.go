package feature

import "github.com/kexplain/kexplain/ring"

// Spline is the kernel of cubic splines on points without negative coordinates,
// the product over coordinates of
//
//	1 + xy + ∫₀^∞ (x − t)₊ (y − t)₊ dt = 1 + xy + xy m − (x + y) m²/2 + m³/3,   m = min(x, y).
//
// Reference: V. Vapnik, Statistical Learning Theory, Wiley 1998, section 11.3.
type Spline struct{}

// String returns "cubic splines".
func (Spline) String() string { return "cubic splines" }

// CheckPoint returns ErrDomain for a negative coordinate.
func (k Spline) CheckPoint(x []float64) error { return checkNotNegative(k, x) }

// Eval returns k(x, y).
func (Spline) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	p := 1.0
	for i, v := range x {
		w, m := y[i], min(v, y[i])
		p *= 1 + float64(v*w) + float64(v*w*m) - float64((v+w)*m*m)/2 + float64(m*m*m)/3
	}
	return p
}

// EvalRat returns k(x, y).
func (Spline) EvalRat(x, y []ring.Rat) (ring.Rat, error) {
	mustMatch(len(x), len(y))
	p := ring.Q.One()
	for i, v := range x {
		w, m := y[i], minRat(v, y[i])
		m2 := m.Mul(m)
		factor := ring.Q.One().Add(v.Mul(w)).Add(v.Mul(w).Mul(m))
		factor = factor.Sub(v.Add(w).Mul(m2).Mul(ring.NewRat(1, 2))).Add(m2.Mul(m).Mul(ring.NewRat(1, 3)))
		p = p.Mul(factor)
	}
	return p, nil
}

// Code returns the form in files.
func (Spline) Code() (Code, error) { return Code{Type: "spline"}, nil }

func decodeSpline(Code) (Kernel, error) { return Spline{}, nil }
