package feature

import (
	"fmt"

	"github.com/kexplain/kexplain/ring"
)

// Minimum is the kernel Π_i min(x_i, y_i) on points without negative coordinates
// (KR, Problems 2): of one coordinate, the covariance of Brownian motion.
type Minimum struct{}

// String returns "Π min(x_i,y_i)".
func (Minimum) String() string { return "Π min(x_i,y_i)" }

// CheckPoint returns ErrDomain for a negative coordinate.
func (k Minimum) CheckPoint(x []float64) error { return checkNotNegative(k, x) }

func checkNotNegative(k Kernel, x []float64) error {
	for i, v := range x {
		if v < 0 {
			return fmt.Errorf("feature: %v at coordinate %d = %v, which is negative: %w", k, i+1, v, ErrDomain)
		}
	}
	return nil
}

// Eval returns k(x, y).
func (Minimum) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	p := 1.0
	for i, v := range x {
		p *= min(v, y[i])
	}
	return p
}

// EvalRat returns k(x, y).
func (Minimum) EvalRat(x, y []ring.Rat) (ring.Rat, error) {
	mustMatch(len(x), len(y))
	p := ring.Q.One()
	for i := range x {
		p = p.Mul(minRat(x[i], y[i]))
	}
	return p, nil
}

func minRat(x, y ring.Rat) ring.Rat {
	if x.Cmp(y) < 0 {
		return x
	}
	return y
}

// Code returns the form in files.
func (Minimum) Code() (Code, error) { return Code{Type: "minimum"}, nil }

func decodeMinimum(Code) (Kernel, error) { return Minimum{}, nil }
