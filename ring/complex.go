package ring

import (
	"fmt"
	"math/big"
)

// Complex128 is the field of complex numbers as far as complex128 goes.
var Complex128 Complexes

// Complexes is the type of Complex128. Its zero value is the field. Questions,
// NaN and infinities are treated part by part as in Floats.
type Complexes struct{}

var (
	_ Field[complex128]      = Complex128
	_ Vectorer[complex128]   = Complex128
	_ Conjugator[complex128] = Complex128
)

// String returns "C (53 bits)".
func (Complexes) String() string { return "C (53 bits)" }

// Zero returns 0.
func (Complexes) Zero() complex128 { return 0 }

// One returns 1.
func (Complexes) One() complex128 { return 1 }

// FromInt returns the number nearest to n.
func (Complexes) FromInt(n int64) complex128 { return complex(float64(n), 0) }

// FromRat returns the number nearest to x, or ErrUnable when that is infinite.
func (Complexes) FromRat(x Rat) (complex128, error) {
	f, err := Float64.FromRat(x)
	return complex(f, 0), err
}

// Add returns x + y, rounded.
func (Complexes) Add(x, y complex128) complex128 { return x + y }

// Sub returns x − y, rounded.
func (Complexes) Sub(x, y complex128) complex128 { return x - y }

// Neg returns −x.
func (Complexes) Neg(x complex128) complex128 { return -x }

// Mul returns x·y, rounded.
func (Complexes) Mul(x, y complex128) complex128 { return mulComplex(x, y) }

// mulComplex is x·y without fused operations, the same on every machine.
func mulComplex(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	return complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c))
}

// Conj returns the complex conjugate of x.
func (Complexes) Conj(x complex128) complex128 { return complex(real(x), -imag(x)) }

// Inv returns 1/x, rounded. It is ErrDomain for zero, and ErrUnable where x or
// 1/x is no finite number.
func (Complexes) Inv(x complex128) (complex128, error) {
	if x == 0 {
		return 0, fmt.Errorf("ring: inverse of 0: %w", ErrDomain)
	}
	y := 1 / x
	if !isFiniteComplex(x) || !isFiniteComplex(y) {
		return y, fmt.Errorf("ring: inverse of %v in complex128: %w", x, ErrUnable)
	}
	return y, nil
}

// IsZero answers Yes when both parts are ±0, else Unknown.
func (Complexes) IsZero(x complex128) Truth { return yesOrUnknown(x == 0) }

// Equal answers Yes when x and y are one finite number, else Unknown.
func (Complexes) Equal(x, y complex128) Truth {
	return yesOrUnknown(x == y && isFiniteComplex(x))
}

// Exact returns false.
func (Complexes) Exact() bool { return false }

// Characteristic returns 0.
func (Complexes) Characteristic() *big.Int { return new(big.Int) }

// Format returns the shortest decimals that Parse reads back, "0.5+3*i".
func (Complexes) Format(x complex128) string {
	re, im := Float64.Format(real(x)), Float64.Format(imag(x))
	return formatComplex(re, im, real(x) == 0, imag(x) == 0)
}

// Parse reads what Qi.Parse reads and returns the nearest number, part by part.
func (Complexes) Parse(s string) (complex128, error) {
	re, im, err := scanComplex(s)
	if err != nil {
		return 0, err
	}
	x, err := re.float(s)
	if err != nil {
		return 0, err
	}
	y, err := im.float(s)
	if err != nil {
		return 0, err
	}
	return complex(x, y), nil
}

// Axpy adds a·x to dst. It panics if the lengths differ.
func (Complexes) Axpy(dst []complex128, a complex128, x []complex128) {
	mustMatch(len(dst), len(x))
	for i, xi := range x {
		dst[i] += mulComplex(a, xi)
	}
}

// Dot returns Σ x_i·y_i, without conjugation. It panics if the lengths differ.
func (Complexes) Dot(x, y []complex128) complex128 {
	mustMatch(len(x), len(y))
	var sum complex128
	for i, xi := range x {
		sum += mulComplex(xi, y[i])
	}
	return sum
}

// Scale multiplies dst by a.
func (Complexes) Scale(dst []complex128, a complex128) {
	for i, d := range dst {
		dst[i] = mulComplex(a, d)
	}
}

// isFiniteComplex reports whether both parts of x are finite.
func isFiniteComplex(x complex128) bool { return isFinite(real(x)) && isFinite(imag(x)) }
