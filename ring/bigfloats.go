package ring

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/ALTree/bigfloat"
)

// BigFloats is the field of real numbers as far as big.Float at one precision
// goes; every result is rounded to it, to nearest even. Make it with
// NewBigFloats. Elements may come with any precision and are never changed.
//
// Questions follow the rule of inexact fields (see the package comment).
// Infinities are not elements; they arise only beyond 2^(2³¹). Nothing is Yes
// about them, Inv and Parse refuse them, and, as in math/big, ∞ − ∞ and 0·∞
// panic with big.ErrNaN.
type BigFloats struct {
	prec uint
}

var (
	_ Field[*big.Float]   = BigFloats{}
	_ Orderer[*big.Float] = BigFloats{}
)

// guard is the number of bits carried beyond the precision inside Exp, Log and
// Pow, so that only the last rounding counts.
const guard = 64

// NewBigFloats returns the field of floats with a mantissa of prec bits. It
// panics if prec is zero or above big.MaxPrec.
func NewBigFloats(prec uint) BigFloats {
	if prec == 0 || uint64(prec) > big.MaxPrec {
		panic(fmt.Sprintf("ring: NewBigFloats with a precision of %d bits", prec))
	}
	return BigFloats{prec}
}

// Prec returns the precision in bits.
func (k BigFloats) Prec() uint { return k.prec }

// String returns "R (200 bits)".
func (k BigFloats) String() string { return fmt.Sprintf("R (%d bits)", k.prec) }

// fresh returns a new element, to be written once.
func (k BigFloats) fresh() *big.Float { return new(big.Float).SetPrec(k.prec) }

// Zero returns 0.
func (k BigFloats) Zero() *big.Float { return k.fresh() }

// One returns 1.
func (k BigFloats) One() *big.Float { return k.fresh().SetInt64(1) }

// FromInt returns the float nearest to n.
func (k BigFloats) FromInt(n int64) *big.Float { return k.fresh().SetInt64(n) }

// FromRat returns the float nearest to x. The error is always nil.
func (k BigFloats) FromRat(x Rat) (*big.Float, error) { return k.fresh().SetRat(x.view()), nil }

// FromFloat returns f, rounded when the precision is below 53 bits, or
// ErrDomain for NaN and ±Inf.
func (k BigFloats) FromFloat(f float64) (*big.Float, error) {
	if !isFinite(f) {
		return nil, fmt.Errorf("ring: %v in %v: %w", f, k, ErrDomain)
	}
	return k.fresh().SetFloat64(f), nil
}

// Add returns x + y, rounded.
func (k BigFloats) Add(x, y *big.Float) *big.Float { return k.fresh().Add(x, y) }

// Sub returns x − y, rounded.
func (k BigFloats) Sub(x, y *big.Float) *big.Float { return k.fresh().Sub(x, y) }

// Neg returns −x.
func (k BigFloats) Neg(x *big.Float) *big.Float { return k.fresh().Neg(x) }

// Mul returns x·y, rounded.
func (k BigFloats) Mul(x, y *big.Float) *big.Float { return k.fresh().Mul(x, y) }

// Inv returns 1/x, rounded, or ErrDomain when x is 0, or ErrUnable when x is
// infinite.
func (k BigFloats) Inv(x *big.Float) (*big.Float, error) {
	if x.Sign() == 0 {
		return nil, fmt.Errorf("ring: inverse of 0: %w", ErrDomain)
	}
	if x.IsInf() {
		return nil, fmt.Errorf("ring: inverse of %v: %w", x, ErrUnable)
	}
	return k.fresh().Quo(k.One(), x), nil
}

// Sqrt returns √x, rounded, or ErrDomain when x is negative.
func (k BigFloats) Sqrt(x *big.Float) (*big.Float, error) {
	if x.Sign() < 0 {
		return nil, fmt.Errorf("ring: square root of a negative number: %w", ErrDomain)
	}
	return k.fresh().Sqrt(x), nil
}

// Exp returns eˣ, within one unit in the last place. It is ErrUnable when the
// exponent of the result does not fit 32 bits.
func (k BigFloats) Exp(x *big.Float) (*big.Float, error) {
	const tooFar = 33 // |x| ≥ 2³² is beyond every exponent
	if x.IsInf() || x.MantExp(nil) >= tooFar {
		return nil, beyondExponent("exponential")
	}
	// x = n·log 2 + r with |r| < 1. The product loses as many bits as n has.
	work := NewBigFloats(k.prec + guard + tooFar)
	log2 := bigfloat.Log(work.FromInt(2))
	n, _ := work.fresh().Quo(x, log2).Int64()
	if n != int64(int32(n)) {
		return nil, beyondExponent("exponential")
	}
	r := work.Sub(x, work.Mul(work.FromInt(n), log2))
	return k.finite(new(big.Float).SetMantExp(bigfloat.Exp(r), int(n)), "exponential")
}

// Log returns the natural logarithm of x, within one unit in the last place, or
// ErrDomain when x is not positive.
func (k BigFloats) Log(x *big.Float) (*big.Float, error) {
	if x.Sign() <= 0 {
		return nil, fmt.Errorf("ring: logarithm of a number that is not positive: %w", ErrDomain)
	}
	if x.IsInf() {
		return nil, fmt.Errorf("ring: logarithm of infinity: %w", ErrUnable)
	}
	// Near 1 the logarithm is as small as x − 1 and needs that many bits more.
	prec := max(k.prec, x.Prec()) + guard
	if d := new(big.Float).SetPrec(prec).Sub(x, big.NewFloat(1)); d.Sign() != 0 && d.MantExp(nil) < 0 {
		prec += uint(-d.MantExp(nil))
	}
	return k.fresh().Set(bigfloat.Log(new(big.Float).SetPrec(prec).Set(x))), nil
}

// Pow returns x^y, within one unit in the last place; x⁰ is 1. It is ErrDomain
// for a negative x with a y that is not an integer and for 0 with y < 0, and
// ErrUnable when the exponent of the result does not fit 32 bits.
func (k BigFloats) Pow(x, y *big.Float) (*big.Float, error) {
	switch {
	case x.IsInf() || y.IsInf():
		return nil, fmt.Errorf("ring: power of infinity: %w", ErrUnable)
	case y.Sign() == 0:
		return k.One(), nil
	case x.Sign() == 0 && y.Sign() < 0:
		return nil, fmt.Errorf("ring: negative power of 0: %w", ErrDomain)
	case x.Sign() == 0:
		return k.Zero(), nil
	case x.Sign() < 0 && !y.IsInt():
		return nil, fmt.Errorf("ring: power of a negative number with an exponent that is not an integer: %w", ErrDomain)
	}
	// x^y = ±exp(y·log|x|); the product has at most 32 bits before the point.
	work := NewBigFloats(max(k.prec, y.Prec()) + guard + 32)
	log, err := work.Log(new(big.Float).Abs(x))
	if err != nil {
		return nil, err
	}
	z, err := work.Exp(work.Mul(y, log))
	if err != nil {
		return nil, beyondExponent("power")
	}
	// y is odd when its last bit stands at 2⁰.
	if x.Sign() < 0 && y.MantExp(nil) == int(y.MinPrec()) {
		z.Neg(z)
	}
	return k.finite(z, "power")
}

// finite rounds a result that is mathematically neither zero nor infinite.
func (k BigFloats) finite(z *big.Float, what string) (*big.Float, error) {
	if z.IsInf() || z.Sign() == 0 {
		return nil, beyondExponent(what)
	}
	return k.fresh().Set(z), nil
}

// beyondExponent is the error of a result that big.Float cannot hold.
func beyondExponent(what string) error {
	return fmt.Errorf("ring: %s: exponent beyond 32 bits: %w", what, ErrUnable)
}

// IsZero answers Yes for ±0, else Unknown.
func (k BigFloats) IsZero(x *big.Float) Truth { return yesOrUnknown(x.Sign() == 0) }

// Equal answers Yes when x and y are one finite number, else Unknown.
func (k BigFloats) Equal(x, y *big.Float) Truth {
	return yesOrUnknown(!x.IsInf() && x.Cmp(y) == 0)
}

// Cmp compares the two floats as they stand.
func (k BigFloats) Cmp(x, y *big.Float) int { return x.Cmp(y) }

// Exact returns false.
func (k BigFloats) Exact() bool { return false }

// Characteristic returns 0.
func (k BigFloats) Characteristic() *big.Int { return new(big.Int) }

// Format returns the shortest decimal that Parse reads back, provided its
// exponent is within MaxExponent.
func (k BigFloats) Format(x *big.Float) string {
	if x.Prec() != k.prec {
		x = k.fresh().Set(x)
	}
	text := x.Text('g', -1)
	// math/big takes the neighbours of a power of two to be equally far away
	// and may give it a digit too few.
	for digits := len(text); k.reads(text, x) != 0 && x.Sign() != 0 && !x.IsInf(); digits++ {
		text = x.Text('g', digits)
	}
	return shortExponent(text)
}

// reads compares what is read from text with x.
func (k BigFloats) reads(text string, x *big.Float) int {
	y, _, err := k.fresh().Parse(text, 10)
	if err != nil {
		return 0 // ±Inf
	}
	return y.Cmp(x)
}

// Parse reads what ParseRat reads and returns the float nearest to it.
func (k BigFloats) Parse(s string) (*big.Float, error) {
	d, err := scanWhole(s)
	if err != nil {
		return nil, err
	}
	if d.isFrac {
		r, ok := d.rat()
		if !ok {
			return nil, zeroDenominator(s)
		}
		return k.FromRat(r)
	}
	z, _, err := k.fresh().Parse(d.mant+"e"+strconv.Itoa(d.exp), 10)
	if err != nil {
		return nil, &ParseError{s, 0, err.Error(), strconv.ErrSyntax}
	}
	if d.neg {
		z.Neg(z)
	}
	return z, nil
}
