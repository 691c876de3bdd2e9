package explain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func TestSolve(t *testing.T) {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y", "z"})
	point := []ring.Rat{ring.RatFromInt(2), ring.RatFromInt(99), ring.RatFromInt(3)}
	for _, c := range []struct{ equation, want, at string }{
		{"x*y - 6", "y = 6/x", "3"},
		{"2*y - x*z + 1", "y = (x*z - 1)/2", "5/2"},
		{"2*y - 4*x*z + 2", "y = 2*x*z - 1", "11"},
		{"x*y + y*z - z^2", "y = z^2/(x + z)", "9/5"},
		{"y - 1/3", "y = 1/3", "1/3"},
		{"1/3 - y", "y = 1/3", "1/3"},
		{"-413/50*y*z - 3*x", "y = -150*x/(413*z)", "-100/413"},
		{"x^2 - 4/10*x + 3/100*y - 3/10", "y = (-100*x^2 + 40*x + 30)/3", "-290/3"},
		{"19989*y - 10000*x*z^2", "y = 10000*x*z^2/19989", "20000/2221"},
	} {
		p, err := R.Parse(c.equation)
		require.NoError(t, err)
		s, err := explain.Solve(p, "y")
		require.NoError(t, err)
		assert.Equal(t, c.want, s.String())
		v, err := s.At(point)
		require.NoError(t, err)
		assert.Equal(t, c.at, v.String())
		point[1] = v
		assert.True(t, p.Eval(point).IsZero(), c.equation)
	}
	p, err := R.Parse("y^2 - x")
	require.NoError(t, err)
	for _, variable := range []string{"y", "z", "w"} {
		_, err = explain.Solve(p, variable)
		assert.ErrorIs(t, err, explain.ErrNotSolved)
	}
	p, err = R.Parse("(x - 2)*y - 1")
	require.NoError(t, err)
	s, err := explain.Solve(p, "y")
	require.NoError(t, err)
	_, err = s.At(point)
	assert.ErrorIs(t, err, ring.ErrDomain)
}
