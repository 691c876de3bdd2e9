package table

import (
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
