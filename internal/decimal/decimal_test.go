package decimal_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/ring"
)

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", -1: "-1", 0.5: "0.5", 1234567: "1234567", 12345678: "1.235e+07", 0.000123456: "0.0001235", 0.00001: "1e-05",
		9.9999: "10", 99.995: "100", 3.14159: "3.142", -2.5e-17: "-2.5e-17",
	} {
		assert.Equal(t, want, decimal.Number(x, 4), x)
	}
}

func TestUncertain(t *testing.T) {
	tests := []struct {
		name      string
		x, stderr float64
		want      string
		round     string
	}{
		{"two digits of the error", math.Pi, 2.3e-4, "3.14159(23)", "3.14159"},
		{"the second may be zero", math.Pi, 2e-4, "3.14159(20)", "3.14159"},
		{"rounded", math.Pi, 1.96e-4, "3.14159(20)", "3.14159"},
		{"half a unit in ten is the coarsest", math.Pi, 1.04e-4, "3.14159(10)", "3.14159"},
		{"9.96 rounds up to ten units of the place before", math.Pi, 9.96e-4, "3.1416(10)", "3.1416"},
		{"an error of tenths", 1408.68, 0.94, "1408.68(94)", "1408.68"},
		{"across the point", 1408.68, 1.4, "1408.7(14)", "1408.7"},
		{"units", 123.456, 12, "123(12)", "123"},
		{"tens", 12345.6, 340, "12350(340)", "12350"},
		{"thousands", 123456, 2345, "123500(2300)", "123500"},
		{"larger than the value", 0.1, 3, "0.1(30)", "0.1"},
		{"much larger than the value", 0.1, 30, "0(30)", "0"},
		{"zero", 0, 0.3, "0.00(30)", "0.00"},
		{"negative value", -2.5, 0.03, "-2.500(30)", "-2.500"},
		{"very small", 1.5e-7, 2e-9, "1.500(20)e-7", "0.0000001500"},
		{"very large", 2.5e12, 3e10, "2.500(30)e12", "2500000000000"},
		{"no error", 3.14159265, 0, "3.14159", "3.14159265"},
		{"a digit that arithmetic left", 799.9999999999999, 0, "800", "800"},
		{"unknown error", 2, math.NaN(), "2", "2"},
		{"infinite error", 1, math.Inf(1), "1", "1"},
		{"negative error", 1, -1, "1", "1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, decimal.Uncertain(tt.x, tt.stderr))
			assert.Equal(t, tt.round, decimal.Round(tt.x, tt.stderr))
		})
	}
}

// TestUncertainSays: read again, the number is within half a unit of the last
// place shown and the error within a twentieth of the true one.
func TestUncertainSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 101))
	for range 500 {
		stderr := math.Exp(5 * rng.NormFloat64())
		x := stderr * math.Exp(3*rng.NormFloat64())
		text := decimal.Uncertain(x, stderr)
		value, rest, ok := strings.Cut(text, "(")
		require.True(t, ok, text)
		digits, exponent, ok := strings.Cut(rest, ")")
		require.True(t, ok, text)
		// The error is a number of units of the last place.
		unit := "1"
		if _, decimals, ok := strings.Cut(value, "."); ok {
			unit = "1e-" + string(rune('0'+len(decimals)%10))
			if len(decimals) >= 10 {
				continue // not for errors so far below the value
			}
		}
		scale := number(t, unit) * number(t, "1"+exponent)
		shown := number(t, digits) * scale
		assert.InEpsilon(t, stderr, shown, 0.05, text)
		assert.InDelta(t, x, number(t, value+exponent), 0.51*math.Max(scale, shown), text)
		assert.LessOrEqual(t, len(strings.TrimRight(digits, "0")), 2, text)
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	r, err := ring.ParseRat(text)
	require.NoError(t, err)
	return r.Float64()
}

// TestWithError: the decimal stays what it is.
func TestWithError(t *testing.T) {
	for _, tt := range []struct {
		text   string
		stderr float64
		want   string
	}{
		{"1408.65", 0.94, "1408.65(94)"},
		{"-1408.7", 0.94, "-1408.70(94)"},
		{"119.3", 48, "119.3(480)"},
		{"12350", 340, "12350(340)"},
		{"2", 0.03, "2.000(30)"},
		{"1.5e-07", 2e-9, "1.500(20)e-7"},
		{"-2.5e+12", 3e10, "-2.500(30)e12"},
		{"25/26", 0, "25/26"},
		{"3.5", math.Inf(1), "3.5"},
	} {
		assert.Equal(t, tt.want, decimal.WithError(tt.text, tt.stderr), tt.text)
	}
}

// TestDigits: zeros in front do not count, those behind do.
func TestDigits(t *testing.T) {
	for text, want := range map[string]int{"0.0123": 3, "-12.5": 3, "100": 3, "0.500": 1, "0": 0} {
		x, _ := new(big.Rat).SetString(text)
		places, _ := x.FloatPrec()
		assert.Equal(t, want, decimal.Digits(x, places), text)
	}
}
