package scan

import (
	"github.com/kexplain/kexplain/ring"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Fault says why a cell that looks like a number is not taken.
type Fault int8

const (
	NoFault       Fault = iota
	NotANumber          // the text does not follow the grammar
	TooLarge            // beyond the largest float64; the number is read all the same
	TooLong             // more than MaxNumber bytes
	ExponentLarge       // an exponent beyond MaxExponent
	ZeroBelow           // a fraction with denominator 0
)

// Numerals is how a file writes numbers.
type Numerals struct {
	Point byte // '.' or ','
	Dates bool // dates and times count as numbers
}

// SlowFloat reads the whole of s as a number with strconv: the road for
// everything that Decimal.Float leaves alone. The text must follow the grammar
// above, with U+2212 allowed for a minus sign. It returns the text in the form
// that ExactText takes.
func (n Numerals) SlowFloat(s []byte) (x float64, text string, fault Fault) {
	if len(s) > MaxNumber {
		return 0, "", TooLong
	}
	text = strings.ReplaceAll(string(s), "−", "-")
	if strings.Contains(text, "/") {
		return SlowFraction(text)
	}
	if n.Point != '.' {
		if strings.Contains(text, ".") {
			return 0, "", NotANumber
		}
		text = strings.Replace(text, string(rune(n.Point)), ".", 1)
	}
	if _, n := ScanDecimal([]byte(text), '.'); n == 0 || n != len(text) {
		return 0, "", NotANumber
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return x, text, TooLarge // the grammar leaves ErrRange only, and x infinite
	}
	if ScannedExponent(text) > MaxExponent {
		return 0, "", ExponentLarge
	}
	return x, text, NoFault
}

// SlowFraction reads the whole of text as a fraction.
func SlowFraction(text string) (x float64, exact string, fault Fault) {
	above, below, _ := strings.Cut(text, "/")
	if above != "" && (above[0] == '-' || above[0] == '+') {
		above = above[1:]
	}
	if !allDigits(above) || !allDigits(below) {
		return 0, "", NotANumber
	}
	if strings.Trim(below, "0") == "" {
		return 0, "", ZeroBelow
	}
	x = ExactText(text).Float64()
	if math.IsInf(x, 0) {
		return x, text, TooLarge
	}
	return x, text, NoFault
}

// allDigits reports whether s is a word of digits.
func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// ScannedExponent returns the size of the exponent written in text.
func ScannedExponent(text string) int {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return 0
	}
	e, _ := ScanExponent([]byte(text[i+1:]))
	return max(e, -e)
}

// ExactDecimal returns mant · 10^exp.
func ExactDecimal(mant int64, exp int) ring.Rat {
	if exp == 0 || mant == 0 {
		return ring.RatFromInt(mant)
	}
	if -len(powers10int) < exp && exp < 0 {
		return ring.RatFromDecimal(mant, -exp)
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

// ExactText returns the rational that a text accepted by SlowFloat or SlowFraction spells.
// The parts of a fraction are read by themselves: in big.Rat a zero in front of them, as
// in 010/3, stands for octal numbers.
func ExactText(text string) ring.Rat {
	r := new(big.Rat)
	above, below, fraction := strings.Cut(text, "/")
	if !fraction {
		if _, ok := r.SetString(text); !ok {
			panic("table: not a number: " + text)
		}
		return ring.RatFromBig(r)
	}
	a, okAbove := new(big.Int).SetString(above, 10)
	b, okBelow := new(big.Int).SetString(below, 10)
	if !okAbove || !okBelow {
		panic("table: not a fraction: " + text)
	}
	return ring.RatFromBig(r.SetFrac(a, b))
}
