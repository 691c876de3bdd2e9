package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain"
)

// An equation that is printed with decimals is not said to be in whole numbers.
func TestKindOfNumbers(t *testing.T) {
	for _, tt := range []struct {
		equation string
		kind     explain.Kind
		want     string
	}{
		{"2*y = 3*x", explain.Law, "a law in whole numbers: the data single them out"},
		{"F = 1.8*C + 32", explain.Law, "a law in exact numbers: the data single them out"},
		{"F = 1.8*C + 32", explain.Fit, "exact numbers that the data favour, but not beyond doubt"},
	} {
		g := Generator{Equation: tt.equation, Rational: true, Kind: string(tt.kind)}
		g.Exact.Points = 5
		assert.Equal(t, tt.want, g.kind())
	}
}

// TestFunctionInWords: angles are in degrees or not, and a reciprocal has no brackets.
func TestFunctionInWords(t *testing.T) {
	for want, f := range map[string]Function{
		"s = sin(alpha) in degrees": {Column: "s", Name: "sin", Of: "alpha", Degrees: true},
		"s = sin(phi)":              {Column: "s", Name: "sin", Of: "phi"},
		"inv_T = 1/T":               {Column: "inv_T", Name: "1/", Of: "T"},
	} {
		assert.Equal(t, want, f.InWords())
	}
}
