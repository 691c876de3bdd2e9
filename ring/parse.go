package ring

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxExponent bounds the decimal exponent of a number that is read. A text of
// ten letters such as 1e999999999 would otherwise ask for 400 MB. The bound is
// far outside the range of float64 and costs 4 kB a number at most.
const MaxExponent = 10000

// ParseError says where and why a text is not an element of a field. It wraps
// strconv.ErrSyntax, strconv.ErrRange or ErrDomain.
type ParseError struct {
	Text   string // the whole text
	Offset int    // byte at which it went wrong
	What   string // what was found, or what bound was passed
	Err    error
}

// Error returns a line with the text (shortened when long), the place and what was found.
func (e *ParseError) Error() string {
	text := e.Text
	if len(text) > 60 {
		text = strings.ToValidUTF8(text[:60], "") + "…"
	}
	return fmt.Sprintf("ring: number %q, byte %d: %s", text, e.Offset, e.What)
}

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// decimal is a scanned number ±mant·10^exp, or ±mant/den when den is given.
type decimal struct {
	neg    bool
	mant   string // digits, perhaps with one point
	point  int    // digits after the point
	exp    int
	den    string
	isFrac bool
}

// scanDecimal reads one number from the start of s[i:] and returns the offset
// behind it. The grammar, with no blanks inside:
//
//	number   = [ sign ] ( digits "/" digits | mantissa [ exponent ] )
//	mantissa = digits [ "." [ digits ] ] | "." digits
//	exponent = ( "e" | "E" ) [ sign ] digits
//	sign     = "+" | "-" | "−"
//	digits   = ( "0" … "9" ) { "0" … "9" }
func scanDecimal(s string, i int) (decimal, int, error) {
	var d decimal
	d.neg, i = scanSign(s, i)
	start := i
	i = scanDigits(s, i)
	digits := i - start
	if i < len(s) && s[i] == '.' {
		i++
		j := scanDigits(s, i)
		d.point = j - i
		digits += d.point
		i = j
	}
	if digits == 0 {
		return d, i, found(s, i, "a digit")
	}
	d.mant = s[start:i]
	if i < len(s) && s[i] == '/' && digits == len(d.mant) {
		j := scanDigits(s, i+1)
		if j == i+1 {
			return d, j, found(s, j, "a digit")
		}
		d.den, d.isFrac = s[i+1:j], true
		return d, j, nil
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		neg, j := scanSign(s, i+1)
		k := scanDigits(s, j)
		if k == j {
			return d, k, found(s, k, "a digit of the exponent")
		}
		e, err := strconv.Atoi(s[j:k])
		if err != nil || e > MaxExponent {
			return d, j, &ParseError{s, j, fmt.Sprintf("decimal exponent beyond ±%d", MaxExponent), strconv.ErrRange}
		}
		if neg {
			e = -e
		}
		d.exp, i = e, k
	}
	return d, i, nil
}

// scanSign reads an optional sign at s[i:].
func scanSign(s string, i int) (neg bool, next int) {
	switch {
	case strings.HasPrefix(s[i:], "-"):
		return true, i + 1
	case strings.HasPrefix(s[i:], "−"):
		return true, i + len("−")
	case strings.HasPrefix(s[i:], "+"):
		return false, i + 1
	}
	return false, i
}

// scanDigits returns the offset of the first byte at or after i that is no digit.
func scanDigits(s string, i int) int {
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i
}

// found is the error of a text that goes wrong at byte i.
func found(s string, i int, want string) error {
	if i >= len(s) {
		return &ParseError{s, i, "ends where " + want + " was expected", strconv.ErrSyntax}
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return &ParseError{s, i, fmt.Sprintf("found %q where %s was expected", r, want), strconv.ErrSyntax}
}

// scanWhole reads a text that is one number with blanks around it.
func scanWhole(s string) (decimal, error) {
	const blank = " \t\r\n"
	i := len(s) - len(strings.TrimLeft(s, blank))
	end := max(i, len(strings.TrimRight(s, blank)))
	d, i, err := scanDecimal(s[:end], i)
	switch {
	case err != nil:
		err.(*ParseError).Text = s
		return d, err
	case i < end:
		return d, found(s, i, "the end of the number")
	}
	return d, nil
}

// ParseRat reads an exact rational number: "3/4", "-2", "-0.25", "1.5e-3". The
// sign may be the Unicode minus U+2212 and blanks may stand around the number.
// The grammar is [ sign ] ( digits "/" digits | digits [ "." digits ] [ "e" [ sign ] digits ] ),
// where the digits on one side of the point may be missing, and e may be E: no digit separators,
// no other base, no point or exponent in a fraction. Errors are *ParseError: a zero denominator
// wraps ErrDomain, a decimal exponent beyond MaxExponent strconv.ErrRange,
// everything else strconv.ErrSyntax.
func ParseRat(s string) (Rat, error) {
	d, err := scanWhole(s)
	if err != nil {
		return Rat{}, err
	}
	r, ok := d.rat()
	if !ok {
		return Rat{}, zeroDenominator(s)
	}
	return r, nil
}

// rat returns the number that d writes, and false when its denominator is 0.
func (d decimal) rat() (Rat, bool) {
	if d.isFrac {
		p, q := d.digits(), integer(d.den)
		if q.IsZero() {
			return Rat{}, false
		}
		r, _ := p.Quo(q)
		return r, true
	}
	if r, ok := d.small(); ok {
		return r, true
	}
	x := d.digits()
	e := d.exp - d.point
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil)
	t := new(big.Rat).SetInt(ten)
	if e < 0 && !x.IsZero() {
		t.Inv(t)
	}
	return x.Mul(ownBig(t)), true
}

// small is the decimal without allocation, where its digits and the power of
// ten fit 63 bits.
func (d decimal) small() (Rat, bool) {
	const most = 18 // 10¹⁸ < 2⁶³ < 10¹⁹
	e := d.exp - d.point
	if len(d.mant) > most || e < -most || e > 0 {
		return Rat{}, false
	}
	var n uint64
	for i := range len(d.mant) {
		if c := d.mant[i]; c != '.' {
			n = 10*n + uint64(c-'0')
		}
	}
	q := uint64(1)
	for ; e < 0; e++ {
		q *= 10
	}
	return reduced(n, q, d.neg), true
}

// digits returns the integer that the digits of d make, with its sign.
func (d decimal) digits() Rat {
	x := integer(strings.Replace(d.mant, ".", "", 1))
	if d.neg {
		return x.Neg()
	}
	return x
}

// integer reads a text that is known to consist of digits.
func integer(digits string) Rat {
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return RatFromInt(n)
	}
	n, _ := new(big.Int).SetString(digits, 10)
	return RatFromBigInt(n)
}

// zeroDenominator is the error of a text in which a denominator is 0.
func zeroDenominator(s string) error {
	return &ParseError{s, strings.IndexByte(s, '/') + 1, "denominator zero", ErrDomain}
}

// float returns the float64 nearest to the number that d writes. It is
// ErrRange when that is infinite, or zero although the number is not.
func (d decimal) float(s string) (float64, error) {
	if d.isFrac {
		r, ok := d.rat()
		if !ok {
			return 0, zeroDenominator(s)
		}
		return checkRange(s, r.Float64(), r.IsZero())
	}
	f, _ := strconv.ParseFloat(d.mant+"e"+strconv.Itoa(d.exp), 64)
	if d.neg {
		f = -f
	}
	return checkRange(s, f, strings.Trim(d.mant, "0.") == "")
}

// checkRange refuses a float that is no longer near the number it was read from.
func checkRange(s string, f float64, isZero bool) (float64, error) {
	if math.IsInf(f, 0) || f == 0 && !isZero {
		return 0, &ParseError{s, 0, "outside the range of float64", strconv.ErrRange}
	}
	return f, nil
}

// String returns x as "3/4" or "-2": lowest terms, no denominator 1.
func (x Rat) String() string {
	if x.big != nil {
		return x.big.RatString()
	}
	if x.dm1 == 0 {
		return strconv.FormatInt(x.num, 10)
	}
	b := strconv.AppendInt(make([]byte, 0, 24), x.num, 10)
	return string(strconv.AppendInt(append(b, '/'), x.dm1+1, 10))
}

// MarshalText returns the bytes of String.
func (x Rat) MarshalText() ([]byte, error) { return []byte(x.String()), nil }

// UnmarshalText sets x to what ParseRat reads.
func (x *Rat) UnmarshalText(text []byte) error {
	r, err := ParseRat(string(text))
	if err == nil {
		*x = r
	}
	return err
}
