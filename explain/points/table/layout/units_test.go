package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestUnitIn: what a name ends with is a unit where it looks like one.
func TestUnitIn(t *testing.T) {
	for name, want := range map[string]string{
		"U [V]": "V", "I (mA)": "mA", "R/kΩ": "kΩ", "rate [µM/s]": "µM/s", "f(x)": "", "a/b": "", "T": "", "(V)": "", "v / m/s": "m/s", "counts/10 s": "", "w/%": "%",
	} {
		assert.Equal(t, want, unitIn(name), name)
	}
}
