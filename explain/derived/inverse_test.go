package derived_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/derived"
)

// TestInverse: what a definition makes of a number leads back to the number.
func TestInverse(t *testing.T) {
	for _, text := range []string{
		"1/x", "x + y", "y - x", "x - y", "x*y", "y/x", "x/y", "3*(2 - x)/y", "x^3", "x^-1", "x^0.5", "x^y", "y^x", "-x",
		"exp(-x/80)", "ln(x)", "sqrt(2*x + y)", "tanh(x - 2)", "asin(x/9)", "acos(x/9)", "atan(x)", "1/sqrt(1 - x/9)",
	} {
		list, err := derived.Parse("u = "+text, []string{"x", "y"})
		require.NoError(t, err, text)
		inverse, err := list[0].Inverse(0)
		require.NoError(t, err, text)
		for _, x := range []float64{0.3, 1, 2.5} {
			row := []float64{x, 1.75}
			assert.InDelta(t, x, inverse(list[0].Float(row), []float64{math.NaN(), 1.75}), 1e-12, text)
		}
	}
	for text, none := range map[string]float64{"ln(x)": math.Inf(-1), "exp(x)": -1, "sqrt(x)": -1, "asin(x)": 2, "acos(x)": -1, "atan(x)": 2, "tanh(x)": 1.5, "x^0.5": -1} {
		list, err := derived.Parse("u = "+text, []string{"x"})
		require.NoError(t, err, text)
		inverse, err := list[0].Inverse(0)
		require.NoError(t, err, text)
		if text == "ln(x)" {
			assert.Zero(t, inverse(none, nil))
			continue
		}
		assert.True(t, math.IsNaN(inverse(none, nil)), text)
	}
	list, err := derived.Parse("u = x^3", []string{"x"})
	require.NoError(t, err)
	inverse, err := list[0].Inverse(0)
	require.NoError(t, err)
	assert.InDelta(t, -2, inverse(-8, nil), 1e-12)
}

// TestNoInverse: several numbers have one value, or the definition says nothing of the column.
func TestNoInverse(t *testing.T) {
	for _, text := range []string{"sin(x)", "cos(x)", "tan(x)", "abs(x)", "x^2", "x^-2", "x^0", "x*x", "x + 1/x", "x^x", "2*y", "y", "3", "d(x, y)", "lag(x)", "ln(x*x)"} {
		list, err := derived.Parse("u = "+text, []string{"x", "y"})
		require.NoError(t, err, text)
		_, err = list[0].Inverse(0)
		assert.ErrorIs(t, err, derived.ErrUndefined, text)
	}
}
