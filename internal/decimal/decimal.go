// Package decimal writes measured numbers: with the digits that say something, and
// with the standard error in units of the last one, 3.14159(23).
package decimal

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Number shows a float64 with so many significant digits, at least those before
// the point, and with an exponent only where it is very large or small.
func Number(x float64, digits int) string {
	if size := math.Abs(x); x != 0 && (size < 1e-4 || size >= 1e7) {
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	shorter, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		panic(err) // a float64 printed by strconv
	}
	if math.Abs(shorter) >= math.Pow10(digits) {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(shorter, 'f', -1, 64)
}

// Uncertain shows x with two digits of its standard error in units of the last
// digit, 3.14159(23) for 3.141593 ± 0.00023, as the tables of physical constants do.
// Of one digit, (2) may stand for anything from 1.5 to 2.5, and twice the shown
// error would hold the truth in 0.88 to 0.99 of all cases instead of 0.95; of two
// it is 0.94 to 0.96. Where there is no error it shows x alone.
func Uncertain(x, stderr float64) string {
	if !isError(stderr) || math.IsInf(x, 0) || math.IsNaN(x) {
		return Number(x, 6)
	}
	exponent := ""
	if size := math.Max(math.Abs(x), stderr); size >= 1e7 || size < 1e-4 {
		e := int(math.Floor(math.Log10(size)))
		scale := math.Pow(10, float64(e))
		x, stderr, exponent = x/scale, stderr/scale, "e"+strconv.Itoa(e)
	}
	digits, place := errorDigits(stderr)
	return round(x, place) + "(" + digits + strings.Repeat("0", max(0, place)) + ")" + exponent
}

// Digits is the number of digits of a number with so many decimal places, from the first that
// is not 0.
func Digits(x *big.Rat, places int) int {
	return len(strings.TrimLeft(strings.Replace(x.FloatString(places), ".", "", 1), "-0"))
}

// Round returns x without an exponent, to the digits that Uncertain would show of
// it, or with fifteen digits where there is no error: 800 for 799.9999999999999.
func Round(x, stderr float64) string {
	if !isError(stderr) {
		short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64) // what was just written is a number
		return strconv.FormatFloat(short, 'f', -1, 64)
	}
	_, place := errorDigits(stderr)
	return round(x, place)
}

// isError reports whether a number can be a standard error.
func isError(x float64) bool { return x > 0 && !math.IsInf(x, 0) }

// round returns x rounded at a power of ten.
func round(x float64, place int) string {
	if place <= 0 {
		return strconv.FormatFloat(x, 'f', -place, 64)
	}
	scale := math.Pow(10, float64(place))
	return strconv.FormatFloat(math.Round(x/scale)*scale, 'f', 0, 64)
}

// errorDigits returns the two digits to show of a standard error and the power of
// ten of the last.
func errorDigits(stderr float64) (digits string, place int) {
	digits, e, _ := strings.Cut(strconv.FormatFloat(stderr, 'e', 1, 64), "e")
	place, err := strconv.Atoi(e)
	if err != nil {
		panic(err) // written by strconv
	}
	return strings.Replace(digits, ".", "", 1), place - 1
}

// WithError writes a standard error of two digits behind a decimal, in units of its last
// place, and keeps the decimal as it is but for zeros at its end: 1408.7 and 0.94 make
// 1408.70(94), 119.3 and 48 make 119.3(480). Where there is no error it returns the
// decimal.
func WithError(text string, stderr float64) string {
	if !isError(stderr) {
		return text
	}
	mantissa, exponent, _ := strings.Cut(text, "e")
	last := 0 // the power of ten of the last place
	if exponent != "" {
		e, err := strconv.Atoi(exponent)
		if err != nil {
			return text
		}
		last, exponent = e, "e"+strconv.Itoa(e)
	}
	whole, decimals, _ := strings.Cut(mantissa, ".")
	last -= len(decimals)
	digits, place := errorDigits(stderr)
	decimals += strings.Repeat("0", max(0, last-place))
	if decimals != "" {
		whole += "."
	}
	return whole + decimals + "(" + digits + strings.Repeat("0", max(0, place-last)) + ")" + exponent
}
