package ring

import (
	"fmt"
	"math/big"
)

// Gaussian is a number of Q(i): its real and its imaginary part. The zero value is 0. Compare with
// Qi.Equal, not with ==. It is an array since generic functions for a struct have its fields in their names, and copy them
// one by one: the release was 94 kB larger.
type Gaussian [2]Rat

// NewGaussian returns re + im·i.
func NewGaussian(re, im Rat) Gaussian { return Gaussian{re, im} }

// Re returns the real part.
func (x Gaussian) Re() Rat { return x[0] }

// Im returns the imaginary part.
func (x Gaussian) Im() Rat { return x[1] }

// Norm returns Re² + Im².
func (x Gaussian) Norm() Rat { return x[0].Mul(x[0]).Add(x[1].Mul(x[1])) }

// Complex128 returns the nearest complex128, part by part.
func (x Gaussian) Complex128() complex128 { return complex(x[0].Float64(), x[1].Float64()) }

// String returns "1/2+3*i", "-i", "2".
func (x Gaussian) String() string {
	return formatComplex(x[0].String(), x[1].String(), x[0].IsZero(), x[1].IsZero())
}

// Qi is the field Q(i) of Gaussian rationals.
var Qi Gaussians

// Gaussians is the type of Qi. Its zero value is the field.
type Gaussians struct{}

var (
	_ Field[Gaussian]      = Qi
	_ Conjugator[Gaussian] = Qi
)

// String returns "Q(i)".
func (Gaussians) String() string { return "Q(i)" }

// Zero returns 0.
func (Gaussians) Zero() Gaussian { return Gaussian{} }

// One returns 1.
func (Gaussians) One() Gaussian { return Gaussian{Q.One()} }

// FromInt returns n.
func (Gaussians) FromInt(n int64) Gaussian { return Gaussian{RatFromInt(n)} }

// FromRat returns x.
func (Gaussians) FromRat(x Rat) (Gaussian, error) { return Gaussian{x}, nil }

// Add returns x + y.
func (Gaussians) Add(x, y Gaussian) Gaussian {
	return Gaussian{x[0].Add(y[0]), x[1].Add(y[1])}
}

// Sub returns x − y.
func (Gaussians) Sub(x, y Gaussian) Gaussian {
	return Gaussian{x[0].Sub(y[0]), x[1].Sub(y[1])}
}

// Neg returns −x.
func (Gaussians) Neg(x Gaussian) Gaussian { return Gaussian{x[0].Neg(), x[1].Neg()} }

// Mul returns x·y.
func (Gaussians) Mul(x, y Gaussian) Gaussian {
	if x[1].IsZero() && y[1].IsZero() {
		return Gaussian{x[0].Mul(y[0])}
	}
	return Gaussian{
		x[0].Mul(y[0]).Sub(x[1].Mul(y[1])),
		x[0].Mul(y[1]).Add(x[1].Mul(y[0])),
	}
}

// Conj returns Re − Im·i.
func (Gaussians) Conj(x Gaussian) Gaussian { return Gaussian{x[0], x[1].Neg()} }

// Inv returns 1/x, or ErrDomain when x is 0.
func (Gaussians) Inv(x Gaussian) (Gaussian, error) {
	n, err := x.Norm().Inv()
	if err != nil {
		return Gaussian{}, fmt.Errorf("ring: inverse of 0 in Q(i): %w", ErrDomain)
	}
	return Gaussian{x[0].Mul(n), x[1].Neg().Mul(n)}, nil
}

// IsZero answers Yes or No.
func (Gaussians) IsZero(x Gaussian) Truth { return TruthOf(x[0].IsZero() && x[1].IsZero()) }

// Equal answers Yes or No.
func (Gaussians) Equal(x, y Gaussian) Truth {
	return TruthOf(x[0].Equal(y[0]) && x[1].Equal(y[1]))
}

// Exact returns true.
func (Gaussians) Exact() bool { return true }

// Characteristic returns 0.
func (Gaussians) Characteristic() *big.Int { return new(big.Int) }

// Format returns "1/2+3*i", "-i", "2".
func (Gaussians) Format(x Gaussian) string { return x.String() }

// Parse reads "1/2+3*i", "3i", "-i", "(2 - 0.5 i)": a real number, an imaginary
// one, or the sum of one of each, as ParseRat reads numbers. The grammar is
// that of scanComplex.
func (Gaussians) Parse(s string) (Gaussian, error) {
	re, im, err := scanComplex(s)
	if err != nil {
		return Gaussian{}, err
	}
	x, okRe := re.rat()
	y, okIm := im.rat()
	if !okRe || !okIm {
		return Gaussian{}, zeroDenominator(s)
	}
	return Gaussian{x, y}, nil
}
