package scan

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// The grammar of a number, the only one that a cell may follow:
//
//	number   = [ sign ] ( digits [ point [ digits ] ] | point digits ) [ exponent ]
//	exponent = ( "e" | "E" ) [ sign ] digits
//	sign     = "+" | "-" | "−" (U+2212)
//	point    = "." ("," in a file with decimal commas)
//
// A cell may also be a fraction of whole numbers, as exact points have them:
//
//	fraction = [ sign ] digits "/" digits
//
// Everything that strconv.ParseFloat takes beyond this (inf, nan, 0x1p-2) is
// not a number here.

const (
	// MaxExponent bounds the decimal exponent of a cell. 1e-4096 is far below
	// anything that a float64 holds, and its exact rational still has only
	// about 14,000 bits.
	MaxExponent = 4096
	// MaxNumber bounds the length of one number in bytes, for the same reason.
	MaxNumber = 4096
	// maxMantissaDigits is the number of decimal digits that always fit a
	// uint64.
	maxMantissaDigits = 19
)

// Decimal is mant · 10^exp with a sign, as scanned.
type Decimal struct {
	Mant uint64
	Exp  int
	Neg  bool
	Long bool // more digits than mant can hold, or an exponent out of bounds
}

// scanDigits reads digits, with a point before, among or after them, and returns
// the number without the point modulo 2^64, how many digits it has, how many of
// them are decimals, and how many bytes of s it takes.
func scanDigits(s []byte, point byte) (mant uint64, digits, decimals, n int) {
	i := 0
	for i < len(s) && s[i]-'0' <= 9 {
		mant = mant*10 + uint64(s[i]-'0')
		i++
	}
	if i == len(s) || s[i] != point {
		return mant, i, 0, i
	}
	fraction := i + 1
	i = fraction
	for cap(s)-i >= 8 {
		// What stands behind s in its memory is not looked at in the end.
		word := binary.LittleEndian.Uint64(s[i:i+8]) ^ eightZeros
		n := min(leadingDigits(word), len(s)-i)
		if n < 8 {
			mant = mant*uint64(powers10int[n]) + parseEight(word<<(64-8*n))
			return mant, i + n - 1, i + n - fraction, i + n
		}
		mant = mant*1e8 + parseEight(word)
		i += 8
	}
	for i < len(s) && s[i]-'0' <= 9 {
		mant = mant*10 + uint64(s[i]-'0')
		i++
	}
	return mant, i - 1, i - fraction, i
}

// ScanDecimal reads the longest number at the start of s and returns how many
// bytes it took, 0 if s does not begin with a number. The sign U+2212 is left
// to the caller.
func ScanDecimal(s []byte, point byte) (d Decimal, n int) {
	i := 0
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		d.Neg = s[0] == '-'
		i = 1
	}
	mant, digits, decimals, taken := scanDigits(s[i:], point)
	if digits == 0 {
		return Decimal{}, 0
	}
	if digits > maxMantissaDigits {
		d.Long = digits-leadingZeros(s[i:i+taken], point) > maxMantissaDigits
	}
	i += taken
	d.Mant, d.Exp = mant, -decimals
	if i < len(s) && s[i]|0x20 == 'e' {
		e, m := ScanExponent(s[i+1:])
		if m == 0 {
			return Decimal{}, 0
		}
		i += 1 + m
		d.Exp += e
	}
	if d.Exp < math.MinInt16+1 || d.Exp > math.MaxInt16 {
		d.Long = true
	}
	return d, i
}

// ScanPlain is scanDecimal for the commonest numbers, without an exponent and of
// at most 18 digits: x is the float64 nearest to mant / 10^decimals. It returns n = 0 for all
// others.
func ScanPlain(s []byte, point byte) (x float64, mant int64, decimals, n int) {
	minus := 0 // numbers of both signs take turns: a branch would be guessed wrong
	if len(s) > 0 && s[0] == '-' {
		minus = 1
	}
	size, digits, decimals, n := scanDigits(s[minus:], point)
	n += minus
	if digits == 0 || digits > 18 || n < len(s) && s[n]|0x20 == 'e' {
		return 0, 0, 0, 0
	}
	if size < 1<<53 {
		x = float64(size) / powers10[decimals]
	} else {
		x = roundQuotient(size, powers5[decimals], -decimals)
	}
	mant = (int64(size) ^ -int64(minus)) + int64(minus)
	return math.Float64frombits(math.Float64bits(x) | uint64(minus)<<63), mant, decimals, n
}

// ScanExponent reads a signed integer and returns how many bytes it took, 0 if
// there is none. Its size saturates far beyond MaxExponent.
func ScanExponent(s []byte) (e, n int) {
	neg := false
	if n < len(s) && (s[n] == '-' || s[n] == '+') {
		neg = s[n] == '-'
		n++
	}
	begin := n
	for n < len(s) && s[n]-'0' <= 9 {
		if e < 1<<20 {
			e = e*10 + int(s[n]-'0')
		}
		n++
	}
	if n == begin {
		return 0, 0
	}
	if neg {
		e = -e
	}
	return e, n
}

// leadingZeros counts the zeros before the first other digit.
func leadingZeros(s []byte, point byte) int {
	zeros := 0
	for _, c := range s {
		switch c {
		case '0':
			zeros++
		case point:
		default:
			return zeros
		}
	}
	return zeros
}

// eightZeros are the bytes of eight digits 0.
const eightZeros = 0x3030303030303030

// leadingDigits returns how many of the first bytes of w ^ eightZeros are digits: of the others
// the first has its top bit set, or sets it when 0x76 is added.
func leadingDigits(w uint64) int {
	return bits.TrailingZeros64((w|(w+0x7676767676767676))&0x8080808080808080) / 8
}

// parseEight returns the number that eight digits spell, given without their '0', the first in
// the lowest byte: pairs of digits, then pairs of pairs, then the halves.
func parseEight(w uint64) uint64 {
	w = w*10 + w>>8
	const mask = 0x000000ff000000ff
	return ((w&mask)*(100+1000000<<32) + (w>>16&mask)*(1+10000<<32)) >> 32
}

// maxPower5 is the largest k with 5^k < 2^64.
const maxPower5 = 27

// powers5[k] is 5^k.
var powers5 = [maxPower5 + 1]uint64{
	1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125,
	244140625, 1220703125, 6103515625, 30517578125, 152587890625, 762939453125,
	3814697265625, 19073486328125, 95367431640625, 476837158203125,
	2384185791015625, 11920928955078125, 59604644775390625, 298023223876953125,
	1490116119384765625, 7450580596923828125,
}

// powers10[k] is 10^k, exact in float64.
var powers10 = [23]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
	1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// Float returns the float64 nearest to d, ties to even, which is what
// strconv.ParseFloat returns. It reports false where it has no fast way and
// ParseFloat has to be asked.
//
// Up to 2^53 and 10^22 both the mantissa and the power are exact and a single
// rounding remains (W. D. Clinger, How to read floating point numbers
// accurately, PLDI 1990). Up to 2^64 and 10^27 the 128-bit product or the
// 64-bit quotient with its remainder decides the rounding exactly.
func (d Decimal) Float() (float64, bool) {
	if d.Long {
		return 0, false
	}
	var x float64
	switch {
	case d.Mant < 1<<53 && 0 <= d.Exp && d.Exp < len(powers10):
		x = float64(d.Mant) * powers10[d.Exp]
	case d.Mant < 1<<53 && -len(powers10) < d.Exp && d.Exp < 0:
		x = float64(d.Mant) / powers10[-d.Exp]
	case d.Mant == 0:
	case 0 <= d.Exp && d.Exp <= maxPower5:
		hi, lo := bits.Mul64(d.Mant, powers5[d.Exp])
		x = roundProduct(hi, lo, d.Exp)
	case -maxPower5 <= d.Exp && d.Exp < 0:
		x = roundQuotient(d.Mant, powers5[-d.Exp], d.Exp)
	default:
		return 0, false
	}
	if d.Neg {
		x = -x
	}
	return x, true
}

// roundProduct returns (hi·2^64 + lo) · 2^e rounded to nearest, for a product
// that is not zero and an e of small size.
func roundProduct(hi, lo uint64, e int) float64 {
	if hi == 0 {
		shift := bits.LeadingZeros64(lo)
		return roundTop(lo<<shift, false, e-shift)
	}
	shift := bits.LeadingZeros64(hi)
	top := hi << shift
	if shift > 0 {
		top |= lo >> (64 - shift)
	}
	return roundTop(top, lo<<shift != 0, e+64-shift)
}

// roundQuotient returns m/d · 2^e rounded to nearest, for m and d not zero and
// an e of small size.
func roundQuotient(m, d uint64, e int) float64 {
	shiftM, shiftD := bits.LeadingZeros64(m), bits.LeadingZeros64(d)
	m <<= shiftM
	d <<= shiftD
	e += shiftD - shiftM
	// The quotient of hi·2^64 + lo by d has its top bit set and fits a word
	// when d/2 ≤ hi < d.
	hi, lo := m, uint64(0)
	exponent := e - 64
	if m >= d {
		hi, lo = m>>1, m<<63
		exponent++
	}
	quotient, remainder := bits.Div64(hi, lo, d)
	return roundTop(quotient, remainder != 0, exponent)
}

// roundTop returns w · 2^e rounded to 53 bits, ties to even, where the top bit
// of w is set and sticky says that something below w was cut off. The result
// must be a normal number.
func roundTop(w uint64, sticky bool, e int) float64 {
	const dropped = 64 - 53
	const half = 1 << (dropped - 1)
	kept, rest := w>>dropped, w&(1<<dropped-1)
	if rest > half || rest == half && (sticky || kept&1 == 1) {
		kept++ // may reach 2^53, which is exact as well
	}
	return float64(kept) * math.Float64frombits(uint64(e+dropped+1023)<<52)
}
