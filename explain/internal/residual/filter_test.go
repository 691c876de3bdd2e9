package residual

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points"
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

// TestFilterEval: the estimates at points whose values are known, and at both ends of the
// reach, which belong to it.
func TestFilterEval(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	p, err := R.Parse("x^2 - 3*y + 1")
	require.NoError(t, err)
	f, err := newFilter([]*poly.Polynomial[ring.Rat]{p, R.Zero()})
	require.NoError(t, err)
	far, near := f.reach[0], 1/f.reach[0]
	rows := [][]float64{{2, 4}, {far, 1}, {math.Nextafter(far, math.Inf(1)), 1}, {1, near}, {1, math.Nextafter(near, 0)}, {0, -3}}
	exact := make([][]ring.Rat, len(rows))
	for i, x := range rows {
		for _, v := range x {
			r, err := ring.RatFromFloat(v)
			require.NoError(t, err)
			exact[i] = append(exact[i], r)
		}
	}
	estimates := f.eval(newBlock(points.FromRats([]string{"x", "y"}, exact), 0, len(rows)))[0]
	for i, want := range []bool{true, true, false, true, false, true} {
		assert.Equal(t, want, estimates[i].within, "row %d", i)
	}
	assert.Equal(t, 7.0, estimates[0].size)
	assert.Equal(t, 17*18*unit, estimates[0].wrong, "the terms are 4, 12 and 1; roundings says 18")
	assert.Equal(t, []float64{4, -3}, estimates[0].slopes)
	assert.Equal(t, 5.0, estimates[0].slope)
	assert.Equal(t, 10.0, estimates[5].size)
}

// TestExtent: a coordinate that is zero does not count, one that float64 takes for zero is 0.
func TestExtent(t *testing.T) {
	tiny, err := ring.ParseRat("1e-400")
	require.NoError(t, err)
	zero, two, three := ring.RatFromInt(0), ring.RatFromInt(2), ring.RatFromInt(-3)
	b := newBlock(points.FromRats([]string{"x", "y", "z"}, [][]ring.Rat{{zero, two, three}, {tiny, two, three}, {zero, zero, zero}}), 0, 3)
	for i, want := range [][2]float64{{2, 3}, {0, 3}, {math.Inf(1), 0}} {
		smallest, largest := b.extent(i)
		assert.Equal(t, want, [2]float64{smallest, largest}, "row %d", i)
	}
}
