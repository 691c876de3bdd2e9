package table

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table/layout"
)

// TestUnits: units are taken from the names or from a row of their own.
func TestUnits(t *testing.T) {
	for _, text := range []string{
		"U [V],I (mA),R/kΩ,n,f(x),a/b\n1,2,3,4,5,6\n2,3,4,5,6,8\n3,4,5,6,7,9\n",
		"U,I,R,n,p,q\nV,[mA],kΩ,,,\n1,2,3,4,5,6\n2,3,4,5,6,8\n3,4,5,6,7,9\n",
	} {
		got, err := read(text, Options{})
		require.NoError(t, err)
		assert.Equal(t, []string{"V", "mA", "kΩ", "", "", ""}, got.Info.Units)
		assert.Equal(t, "mA", got.Info.Unit(layout.Identifiers(got.Info.Columns)[1]))
		assert.Empty(t, got.Info.Unit("nobody"))
	}
}

// TestUnitsBelowNames: the names are in the line above the units, not in the units.
func TestUnitsBelowNames(t *testing.T) {
	const data = "1,2,3\n2,4,6\n3,5,9\n"
	for text, want := range map[string]string{
		"t,x,m\ns,m,kg\n" + data:                                   "t x m: s|m|kg",
		"t,x,m\ns,-,(m/s)\n" + data:                                "t x m: s|1|m/s",
		"t,n,p\ns,-,-\n" + data:                                    "t n p: s|1|1",
		"t,n,p\n,-,kWh\n" + data:                                   "t n p: |1|kWh",
		"time,distance,mass\nseconds,meters,kg\n" + data:           "time distance mass: seconds|meters|kg",
		"t,signal,U\ns,photons,V\n" + data:                         "t signal U: s|photons|V",
		"Run,of,May\nt,x,m\ns,1,kg\n" + data:                       "t x m: s|1|kg",
		"# t x m\n# s - kg\n" + data:                               "t x m: s|1|kg",
		"# t (s), x, m [kg]\n" + data:                              "t (s) x m [kg]: s||kg",
		"t [s] x  m (kg)\n" + strings.ReplaceAll(data, ",", " "):   "t [s] x m (kg): s||kg",
		"# t [s] x  m (kg)\n" + strings.ReplaceAll(data, ",", " "): "t [s] x m (kg): s||kg",
		"# in May, at noon, by Bob\n" + data:                       "x1 x2 x3: ||",
		"what,unit,m\nh,kg,1\nw,kg,5\nd,kg,7\n":                    "m: ", // a row of data whose words are units
		"# t,x,m\n# s,m,kg\n" + data:                               "t x m: s|m|kg",
		"Run 1,,Run 2\nt,x,m\n" + data:                             "t x m: ||", // names that are units, and above them no name for each
		"t,U,U\ns,V,V\n" + data:                                    "t U U_2: s|V|V",
		"Run 1,Run 1,Run 2\nt,x,m\n" + data:                        "t x m: ||",
		"one,two,three\nAB,CD,m\n" + data:                          "AB CD m: ||",
	} {
		got, err := read(text, Options{})
		require.NoError(t, err, text)
		assert.Equal(t, want, strings.Join(got.Names(), " ")+": "+strings.Join(got.Info.Units, "|"), text)
		assert.Equal(t, 3, got.Rows(), text)
	}
	got, err := read("t,x,m\ns,-,kg\n"+data, Options{Header: layout.HeaderYes})
	require.NoError(t, err, "with the header asked for")
	assert.Equal(t, []string{"s", "1", "kg"}, got.Info.Units)
	assert.Contains(t, got.Info.String(), "line 2 is a row of units: s, -, kg")
	assert.Equal(t, "", got.Info.Unit("x"), "nothing to print behind a number")
	assert.Equal(t, "1", got.Info.Dimension("x"))
}
