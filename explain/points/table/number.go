package table

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/ring"
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
	// maxExponent bounds the decimal exponent of a cell. 1e-4096 is far below
	// anything that a float64 holds, and its exact rational still has only
	// about 14,000 bits.
	maxExponent = 4096
	// maxNumber bounds the length of one number in bytes, for the same reason.
	maxNumber = 4096
	// maxMantissaDigits is the number of decimal digits that always fit a
	// uint64.
	maxMantissaDigits = 19
)

// decimal is mant · 10^exp with a sign, as scanned.
type decimal struct {
	mant uint64
	exp  int
	neg  bool
	long bool // more digits than mant can hold, or an exponent out of bounds
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
	for len(s)-i >= 8 {
		word := binary.LittleEndian.Uint64(s[i:])
		if !eightDigits(word) {
			break
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

// scanDecimal reads the longest number at the start of s and returns how many
// bytes it took, 0 if s does not begin with a number. The sign U+2212 is left
// to the caller.
func scanDecimal(s []byte, point byte) (d decimal, n int) {
	i := 0
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		d.neg = s[0] == '-'
		i = 1
	}
	mant, digits, decimals, taken := scanDigits(s[i:], point)
	if digits == 0 {
		return decimal{}, 0
	}
	if digits > maxMantissaDigits {
		d.long = digits-leadingZeros(s[i:i+taken], point) > maxMantissaDigits
	}
	i += taken
	d.mant, d.exp = mant, -decimals
	if i < len(s) && s[i]|0x20 == 'e' {
		e, m := scanExponent(s[i+1:])
		if m == 0 {
			return decimal{}, 0
		}
		i += 1 + m
		d.exp += e
	}
	if d.exp < math.MinInt16+1 || d.exp > math.MaxInt16 {
		d.long = true
	}
	return d, i
}

// scanPlain is scanDecimal for the commonest numbers, without an exponent and of
// at most 18 digits, so that mant fits an int64. It returns n = 0 for all
// others.
func scanPlain(s []byte, point byte) (mant uint64, decimals int, neg bool, n int) {
	i := 0
	if len(s) > 0 && s[0] == '-' {
		neg = true
		i = 1
	}
	mant, digits, decimals, n := scanDigits(s[i:], point)
	i += n
	if digits == 0 || digits > 18 || i < len(s) && s[i]|0x20 == 'e' {
		return 0, 0, false, 0
	}
	return mant, decimals, neg, i
}

// plainFloat is decimal.float for what scanPlain returns.
func plainFloat(mant uint64, decimals int, neg bool) float64 {
	var x float64
	if mant < 1<<53 {
		x = float64(mant) / powers10[decimals]
	} else {
		x = roundQuotient(mant, powers5[decimals], -decimals)
	}
	if neg {
		x = -x
	}
	return x
}

// scanExponent reads a signed integer and returns how many bytes it took, 0 if
// there is none. Its size saturates far beyond maxExponent.
func scanExponent(s []byte) (e, n int) {
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

// eightDigits reports whether the eight bytes of w are all ASCII digits: the
// high half of each is 3, and adding 6 does not carry out of the low half.
func eightDigits(w uint64) bool {
	return w&0xf0f0f0f0f0f0f0f0|((w+0x0606060606060606)&0xf0f0f0f0f0f0f0f0)>>4 == 0x3333333333333333
}

// parseEight returns the number that eight ASCII digits spell, first digit in
// the lowest byte: pairs of digits, then pairs of pairs, then the halves.
func parseEight(w uint64) uint64 {
	w -= 0x3030303030303030
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

// float returns the float64 nearest to d, ties to even, which is what
// strconv.ParseFloat returns. It reports false where it has no fast way and
// ParseFloat has to be asked.
//
// Up to 2^53 and 10^22 both the mantissa and the power are exact and a single
// rounding remains (W. D. Clinger, How to read floating point numbers
// accurately, PLDI 1990). Up to 2^64 and 10^27 the 128-bit product or the
// 64-bit quotient with its remainder decides the rounding exactly.
func (d decimal) float() (float64, bool) {
	if d.long {
		return 0, false
	}
	var x float64
	switch {
	case d.mant < 1<<53 && 0 <= d.exp && d.exp < len(powers10):
		x = float64(d.mant) * powers10[d.exp]
	case d.mant < 1<<53 && -len(powers10) < d.exp && d.exp < 0:
		x = float64(d.mant) / powers10[-d.exp]
	case d.mant == 0:
	case 0 <= d.exp && d.exp <= maxPower5:
		hi, lo := bits.Mul64(d.mant, powers5[d.exp])
		x = roundProduct(hi, lo, d.exp)
	case -maxPower5 <= d.exp && d.exp < 0:
		x = roundQuotient(d.mant, powers5[-d.exp], d.exp)
	default:
		return 0, false
	}
	if d.neg {
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

// numberFault says why a cell that looks like a number is not taken.
type numberFault int8

const (
	noFault       numberFault = iota
	notANumber                // the text does not follow the grammar
	tooLarge                  // beyond the largest float64; the number is read all the same
	tooLong                   // more than maxNumber bytes
	exponentLarge             // an exponent beyond maxExponent
	zeroBelow                 // a fraction with denominator 0
)

// numerals is how a file writes numbers.
type numerals struct {
	point byte // '.' or ','
	dates bool // dates and times count as numbers
}

// slowFloat reads the whole of s as a number with strconv: the road for
// everything that decimal.float leaves alone. The text must follow the grammar
// above, with U+2212 allowed for a minus sign. It returns the text in the form
// that exactText takes.
func (n numerals) slowFloat(s []byte) (x float64, text string, fault numberFault) {
	if len(s) > maxNumber {
		return 0, "", tooLong
	}
	text = strings.ReplaceAll(string(s), "−", "-")
	if strings.Contains(text, "/") {
		return slowFraction(text)
	}
	if n.point != '.' {
		if strings.Contains(text, ".") {
			return 0, "", notANumber
		}
		text = strings.Replace(text, string(rune(n.point)), ".", 1)
	}
	if _, n := scanDecimal([]byte(text), '.'); n == 0 || n != len(text) {
		return 0, "", notANumber
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return x, text, tooLarge // the grammar leaves ErrRange only, and x infinite
	}
	if scannedExponent(text) > maxExponent {
		return 0, "", exponentLarge
	}
	return x, text, noFault
}

// slowFraction reads the whole of text as a fraction.
func slowFraction(text string) (x float64, exact string, fault numberFault) {
	above, below, _ := strings.Cut(text, "/")
	if above != "" && (above[0] == '-' || above[0] == '+') {
		above = above[1:]
	}
	if !allDigits(above) || !allDigits(below) {
		return 0, "", notANumber
	}
	if strings.Trim(below, "0") == "" {
		return 0, "", zeroBelow
	}
	x = exactText(text).Float64()
	if math.IsInf(x, 0) {
		return x, text, tooLarge
	}
	return x, text, noFault
}

// allDigits reports whether s is a word of digits.
func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// scannedExponent returns the size of the exponent written in text.
func scannedExponent(text string) int {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return 0
	}
	e, _ := scanExponent([]byte(text[i+1:]))
	return max(e, -e)
}

// exactDecimal returns mant · 10^exp.
func exactDecimal(mant int64, exp int) ring.Rat {
	if exp == 0 || mant == 0 {
		return ring.RatFromInt(mant)
	}
	if -len(powers10int) < exp && exp < 0 {
		return ring.NewRat(mant, powers10int[-exp])
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exp, -exp))), nil)
	if exp > 0 {
		return ring.RatFromBigInt(power.Mul(power, big.NewInt(mant)))
	}
	return ring.RatFromBig(new(big.Rat).SetFrac(big.NewInt(mant), power))
}

// powers10int[k] is 10^k.
var powers10int = [19]int64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
	1e14, 1e15, 1e16, 1e17, 1e18,
}

// exactText returns the rational that a text accepted by slowFloat spells.
func exactText(text string) ring.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("table: not a number: " + text)
	}
	return ring.RatFromBig(r)
}
