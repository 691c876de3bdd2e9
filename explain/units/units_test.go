package units_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/units"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"m/s^2": "m/s^2", "m s^-2": "m/s^2", "m·s⁻²": "m/s^2", "kg*m²/s²": "kg*m^2/s^2", "": "1", "1": "1", "1/s": "1/s",
		"km/h": "km/h", "€/kWh": "€/kWh", "m*m": "m^2", "m/m": "1", " % ": "%", "J/kg/K": "J/kg/K",
	} {
		u, err := units.Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, u.String(), text)
	}
	for _, text := range []string{"m^", "m^0", "m/", "2m", "m^99", "(m)", "m^1.5", "*m", "m//s"} {
		_, err := units.Parse(text)
		assert.Error(t, err, text)
	}
}

// TestGrading: a newton is a kilogram times a metre over a second squared, and what is not
// known is a base unit of its own.
func TestGrading(t *testing.T) {
	var list []units.Unit
	for _, text := range []string{"N", "kg*m/s^2", "mm", "apple", "m", "pear", "kOhm*mA", "V", "kWh", "W*s"} {
		u, err := units.Parse(text)
		require.NoError(t, err)
		list = append(list, u)
	}
	g := units.Grading(list)
	assert.Equal(t, g[0], g[1])
	assert.Equal(t, g[2], g[4])
	assert.NotEqual(t, g[3], g[5])
	assert.Equal(t, g[6], g[7])
	assert.Equal(t, g[8], g[9])
	for _, row := range g {
		assert.Len(t, row, 9)
	}
	assert.True(t, list[7].Mul(list[6], -1).IsNumber())
	assert.False(t, list[4].Mul(list[2], -1).IsNumber()) // m/mm is 1000
	assert.False(t, list[3].IsNumber())
}
