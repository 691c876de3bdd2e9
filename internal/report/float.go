package report

import (
	"math"
	"strconv"
	"strings"
)

// Float is a float64 that JSON writes as null when it is not finite.
type Float float64

// MarshalJSON writes the shortest decimal that reads back as the same float64.
func (x Float) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(x), 0) || math.IsNaN(float64(x)) {
		return []byte("null"), nil
	}
	format := byte('f')
	if size := math.Abs(float64(x)); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(nil, float64(x), format, -1, 64), nil
}

// floatsOf converts a slice.
func floatsOf(xs []float64) []Float {
	out := make([]Float, len(xs))
	for i, x := range xs {
		out[i] = Float(x)
	}
	return out
}

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

// numbers shows a list of them, with a blank before each.
func numbers(xs []float64, digits int) string {
	var b strings.Builder
	for _, x := range xs {
		b.WriteString(" " + Number(x, digits))
	}
	return b.String()
}

// Uncertain shows x with its standard error in units of the last digit, 3.1416(2)
// for 3.14159 ± 0.0002; the error has two digits where it begins with a 1. Where
// there is no error it shows x alone.
func Uncertain(x, stderr float64) string {
	if !(stderr > 0) || math.IsInf(stderr, 0) || math.IsInf(x, 0) || math.IsNaN(x) {
		return Number(x, 6)
	}
	if size := math.Max(math.Abs(x), stderr); size >= 1e7 || size < 1e-4 {
		e := int(math.Floor(math.Log10(size)))
		scale := math.Pow(10, float64(e))
		return fixed(x/scale, stderr/scale) + "e" + strconv.Itoa(e)
	}
	return fixed(x, stderr)
}

// fixed is Uncertain without an exponent.
func fixed(x, stderr float64) string {
	unit, e := rounded(stderr, 1)
	if unit[0] == '1' {
		e-- // of the last digit
	} else if unit, e = rounded(stderr, 0); unit == "1" { // rounded up
		unit, e = "10", e-1
	}
	if e <= 0 {
		return strconv.FormatFloat(x, 'f', -e, 64) + "(" + unit + ")"
	}
	scale := math.Pow(10, float64(e))
	return strconv.FormatFloat(math.Round(x/scale)*scale, 'f', 0, 64) + "(" + unit + strings.Repeat("0", e) + ")"
}

// rounded returns the first 1 + decimals digits of a positive number and the
// power of ten of the first.
func rounded(x float64, decimals int) (digits string, e int) {
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', decimals, 64), "e")
	e, err := strconv.Atoi(exponent)
	if err != nil {
		panic(err) // written by strconv
	}
	return strings.Replace(digits, ".", "", 1), e
}
