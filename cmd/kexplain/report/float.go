package report

import (
	"math"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/internal/decimal"
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

// toDigits rounds a number to so many significant digits.
func toDigits(x float64, digits int) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64) // what was formatted parses
	return v
}

// floatsOf converts a slice.
func floatsOf(xs []float64) []Float {
	out := make([]Float, len(xs))
	for i, x := range xs {
		out[i] = Float(x)
	}
	return out
}

// numbers shows a list of numbers, with a blank before each.
func numbers(xs []float64, digits int) string {
	var b strings.Builder
	for _, x := range xs {
		b.WriteString(" " + decimal.Number(x, digits))
	}
	return b.String()
}
