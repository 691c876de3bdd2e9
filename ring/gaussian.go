package ring

import (
	"fmt"
	"math/big"
)

// Gaussian is the number Re + Im·i of Q(i). The zero value is 0. Compare with
// Qi.Equal, not with ==.
type Gaussian struct {
	Re, Im Rat
}

// NewGaussian returns re + im·i.
func NewGaussian(re, im Rat) Gaussian { return Gaussian{re, im} }

// Norm returns Re² + Im².
func (x Gaussian) Norm() Rat { return x.Re.Mul(x.Re).Add(x.Im.Mul(x.Im)) }

// Complex128 returns the nearest complex128, part by part.
func (x Gaussian) Complex128() complex128 { return complex(x.Re.Float64(), x.Im.Float64()) }

// String returns "1/2+3*i", "-i", "2".
func (x Gaussian) String() string {
	return formatComplex(x.Re.String(), x.Im.String(), x.Re.IsZero(), x.Im.IsZero())
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
func (Gaussians) One() Gaussian { return Gaussian{Re: Q.One()} }

// FromInt returns n.
func (Gaussians) FromInt(n int64) Gaussian { return Gaussian{Re: RatFromInt(n)} }

// FromRat returns x.
func (Gaussians) FromRat(x Rat) (Gaussian, error) { return Gaussian{Re: x}, nil }

// Add returns x + y.
func (Gaussians) Add(x, y Gaussian) Gaussian {
	return Gaussian{x.Re.Add(y.Re), x.Im.Add(y.Im)}
}

// Sub returns x − y.
func (Gaussians) Sub(x, y Gaussian) Gaussian {
	return Gaussian{x.Re.Sub(y.Re), x.Im.Sub(y.Im)}
}

// Neg returns −x.
func (Gaussians) Neg(x Gaussian) Gaussian { return Gaussian{x.Re.Neg(), x.Im.Neg()} }

// Mul returns x·y.
func (Gaussians) Mul(x, y Gaussian) Gaussian {
	if x.Im.IsZero() && y.Im.IsZero() {
		return Gaussian{Re: x.Re.Mul(y.Re)}
	}
	return Gaussian{
		x.Re.Mul(y.Re).Sub(x.Im.Mul(y.Im)),
		x.Re.Mul(y.Im).Add(x.Im.Mul(y.Re)),
	}
}

// Conj returns Re − Im·i.
func (Gaussians) Conj(x Gaussian) Gaussian { return Gaussian{x.Re, x.Im.Neg()} }

// Inv returns 1/x, or ErrDomain when x is 0.
func (Gaussians) Inv(x Gaussian) (Gaussian, error) {
	n, err := x.Norm().Inv()
	if err != nil {
		return Gaussian{}, fmt.Errorf("ring: inverse of 0 in Q(i): %w", ErrDomain)
	}
	return Gaussian{x.Re.Mul(n), x.Im.Neg().Mul(n)}, nil
}

// IsZero answers Yes or No.
func (Gaussians) IsZero(x Gaussian) Truth { return TruthOf(x.Re.IsZero() && x.Im.IsZero()) }

// Equal answers Yes or No.
func (Gaussians) Equal(x, y Gaussian) Truth {
	return TruthOf(x.Re.Equal(y.Re) && x.Im.Equal(y.Im))
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
