package ring

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Float64 is the field of real numbers as far as float64 goes.
var Float64 Floats

// Floats is the type of Float64. Its zero value is the field.
//
// Questions follow the rule of inexact fields (see the package comment): IsZero
// answers Yes for ±0 and Unknown otherwise, Equal answers Yes for two finite
// floats that are the same number and Unknown otherwise. NaN and ±Inf are not
// elements. Arithmetic passes them on as IEEE 754 does, nothing is Yes about
// them, Inv and Parse refuse them.
type Floats struct{}

var (
	_ Field[float64]    = Float64
	_ Vectorer[float64] = Float64
	_ Orderer[float64]  = Float64
)

// String returns "R (53 bits)".
func (Floats) String() string { return "R (53 bits)" }

// Zero returns 0.
func (Floats) Zero() float64 { return 0 }

// One returns 1.
func (Floats) One() float64 { return 1 }

// FromInt returns the float nearest to n.
func (Floats) FromInt(n int64) float64 { return float64(n) }

// FromRat returns the float nearest to x, or ErrUnable when that is infinite.
func (Floats) FromRat(x Rat) (float64, error) {
	f := x.Float64()
	if math.IsInf(f, 0) {
		return f, fmt.Errorf("ring: rational number too large for float64: %w", ErrUnable)
	}
	return f, nil
}

// Add returns x + y, rounded.
func (Floats) Add(x, y float64) float64 { return x + y }

// Sub returns x − y, rounded.
func (Floats) Sub(x, y float64) float64 { return x - y }

// Neg returns −x.
func (Floats) Neg(x float64) float64 { return -x }

// Mul returns x·y, rounded.
func (Floats) Mul(x, y float64) float64 { return x * y }

// Inv returns 1/x, rounded. It is ErrDomain for ±0, and ErrUnable for NaN, ±Inf
// and numbers so small that 1/x is no finite float.
func (Floats) Inv(x float64) (float64, error) {
	if x == 0 {
		return 0, fmt.Errorf("ring: inverse of 0: %w", ErrDomain)
	}
	y := 1 / x
	if !isFinite(x) || !isFinite(y) {
		return y, fmt.Errorf("ring: inverse of %v in float64: %w", x, ErrUnable)
	}
	return y, nil
}

// IsZero answers Yes for ±0, else Unknown.
func (Floats) IsZero(x float64) Truth { return yesOrUnknown(x == 0) }

// Equal answers Yes when x and y are one finite number, else Unknown.
func (Floats) Equal(x, y float64) Truth { return yesOrUnknown(x == y && isFinite(x)) }

// Cmp compares the two floats as they stand. NaN is below every number and
// equal to itself.
func (Floats) Cmp(x, y float64) int {
	switch {
	case x < y || math.IsNaN(x) && !math.IsNaN(y):
		return -1
	case x > y || math.IsNaN(y) && !math.IsNaN(x):
		return 1
	}
	return 0
}

// Exact returns false.
func (Floats) Exact() bool { return false }

// Characteristic returns 0.
func (Floats) Characteristic() *big.Int { return new(big.Int) }

// Format returns the shortest decimal that Parse reads back as x, "0.1", "1e-7".
func (Floats) Format(x float64) string {
	return shortExponent(strconv.FormatFloat(x, 'g', -1, 64))
}

// Parse reads what ParseRat reads and returns the float nearest to it. A number
// that would become infinite, or zero although it is not, is strconv.ErrRange.
func (Floats) Parse(s string) (float64, error) {
	d, err := scanWhole(s)
	if err != nil {
		return 0, err
	}
	return d.float(s)
}

// Axpy adds a·x to dst. It panics if the lengths differ.
func (Floats) Axpy(dst []float64, a float64, x []float64) {
	mustMatch(len(dst), len(x))
	for i, xi := range x {
		dst[i] += float64(a * xi) // no fused multiply-add: same bytes everywhere
	}
}

// Dot returns Σ x_i·y_i, summed in two interleaved halves, the same ones on
// every machine. It panics if the lengths differ.
func (Floats) Dot(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	var even, odd float64
	n := len(x) &^ 1
	for i := 0; i < n; i += 2 {
		even += float64(x[i] * y[i])
		odd += float64(x[i+1] * y[i+1])
	}
	if n < len(x) {
		even += float64(x[n] * y[n])
	}
	return even + odd
}

// Scale multiplies dst by a.
func (Floats) Scale(dst []float64, a float64) {
	for i := range dst {
		dst[i] *= a
	}
}

// MulTo sets dst to the products of the entries of x and y. It panics if the
// lengths differ.
func (Floats) MulTo(dst, x, y []float64) {
	mustMatch(len(dst), len(x))
	mustMatch(len(dst), len(y))
	for i, xi := range x {
		dst[i] = xi * y[i]
	}
}

// isFinite reports whether x is neither NaN nor ±Inf.
func isFinite(x float64) bool { return x-x == 0 }

// yesOrUnknown is the answer of an inexact field, which never says No.
func yesOrUnknown(b bool) Truth {
	if b {
		return Yes
	}
	return Unknown
}

// shortExponent turns 1e+06 into 1e6 and 1e-07 into 1e-7.
func shortExponent(s string) string {
	mant, exp, ok := strings.Cut(s, "e")
	if !ok {
		return s
	}
	sign := ""
	if exp[0] == '-' {
		sign = "-"
	}
	return mant + "e" + sign + strings.TrimLeft(exp[1:], "0")
}
