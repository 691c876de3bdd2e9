package derived_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/units"
)

// TestUnit: units of derived columns follow from those of the columns, and where they do not, the error says why.
func TestUnit(t *testing.T) {
	names := []string{"x", "t", "m", "n", "l", "angle", "none"}
	of := map[string]string{"x": "m", "t": "s", "m": "kg", "n": "1", "l": "mm", "angle": "deg"}
	for text, want := range map[string]string{
		"d(x, t)": "m/s", "d2(x, t)": "m/s^2", "x*t": "m*s", "m*x^2/t^2": "kg*m^2/s^2", "1/t": "1/s", "x/x": "1", "2*x": "m",
		"x + 3": "m", "3 - x": "m", "-x": "m", "x - x^2/x": "m", "x^-2": "1/m^2", "x^(4/2)": "m^2", "x + pi^2": "m", "abs(x)": "m",
		"sqrt(x^2 + x*x)": "m", "(x^6)^(1/3)": "m^2", "x^0": "1", "sin(angle)": "1", "sin(pi/180*angle)": "1", "ln(x/l)": "1", "exp(-n)": "1", "n^1.5": "1", "2^n": "1",
		"sqrt(n)": "1", "3": "1", "angle + angle": "deg",
		"ln(x)":      "ln of something in m, expected a number",
		"x + t":      "a sum of m and s",
		"x + l":      "a sum of m and mm",
		"x + n":      "a sum of m and 1",
		"sqrt(x)":    "m to the power of 1/2",
		"x^1.5":      "m to the power of 3/2",
		"x^n":        "a power of m whose exponent is no fraction",
		"x^pi":       "a power of m whose exponent is no fraction",
		"2^x":        "an exponent in m, expected a number",
		"none*x":     "none has none",
		"d(x, none)": "none has none",
		"x^1000":     "m to the power of 1000",
	} {
		definitions, err := derived.Parse("q = "+text, names)
		require.NoError(t, err, text)
		u, err := definitions[0].Unit(func(column int) (units.Unit, error) {
			unit, ok := of[names[column]]
			if !ok {
				return units.Unit{}, errors.New(names[column] + " has none")
			}
			return units.Parse(unit)
		})
		if err != nil {
			assert.Equal(t, want, err.Error(), text)
			continue
		}
		assert.Equal(t, want, u.String(), text)
	}
}
