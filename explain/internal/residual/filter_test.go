package residual

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestFilterBounds: what float64 may settle, at the ends of the bounds. Each constant is
// looked at, because one that is too small would settle a zero once in a million tables.
func TestFilterBounds(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	for text, want := range map[string]struct{ roundings, reach float64 }{
		"0": {4, 1e200}, "7": {6, 1e200}, "x + 1": {12, 1e200}, "x*y - x + 3": {18, 1e100}, "x^3*y + x^2 - y + 1": {28, 1e50},
	} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		assert.Equal(t, want.roundings, roundings(p), text)
		assert.InEpsilon(t, want.reach, reach(p), 1e-12, text)
	}
	ninety, err := R.Parse("10^90*x + 1")
	require.NoError(t, err)
	assert.InEpsilon(t, 1e200, reach(ninety), 1e-12)
	for _, text := range []string{"10^91*x", "x/10^91 + 1", "10^400*x"} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		assert.Zero(t, reach(p), text)
	}
	for _, c := range []struct {
		e       estimate
		largest float64
		want    bool
	}{
		{estimate{size: 1, wrong: 1e-10, within: true}, 2, true}, {estimate{size: 1, wrong: 1e-10}, 2, false},
		{estimate{size: 1, wrong: 1e-9, within: true}, 2, false}, // not good to nine digits
		{estimate{size: 0, wrong: 0, within: true}, 2, false},    // a zero is never settled
		{estimate{size: 1, wrong: 1e-10, within: true}, 1, false},
		{estimate{size: 1, within: true}, 1, false}, {estimate{size: 1 - 4*unit, within: true}, 1, false}, {estimate{size: 1 - 5*unit, within: true}, 1, true},
	} {
		assert.Equal(t, c.want, c.e.settles(c.largest), "%+v", c)
	}
}
