package poly_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func TestFirst(t *testing.T) {
	R, err := poly.NewRing(ring.Q, []string{"x1", "x2"})
	require.NoError(t, err)
	for _, c := range []struct{ in, out string }{
		{"x1^2 - 3/2*x1*x2 + 7", "x1^2 - 3/2*x1*x2 + 7"},
		{"(x1 + x2)^3 - x1**3", "3*x1^2*x2 + 3*x1*x2^2 + x2^3"},
		{"2x1² − 0.75 x1 x2 + 1 - x1/2", "2*x1^2 - 3/4*x1*x2 - 1/2*x1 + 1"},
		{"(x1+1)(x1-1) - -3/4^2", "x1^2 - 13/16"},
		{"0*x1", "0"},
		{"2*-x1 + 1e2x2", "-2*x1 + 100*x2"},
	} {
		p, err := R.Parse(c.in)
		require.NoError(t, err, c.in)
		require.Equal(t, c.out, p.String())
		for _, s := range []poly.Style{poly.LaTeX, poly.SymPy} {
			q, err := R.ParseStyle(p.Format(s), s)
			require.NoError(t, err, p.Format(s))
			require.True(t, p.Equal(q))
		}
	}
	for _, in := range []string{"x1/x2", "x1 3", "x1x2", "x1^2^3", "(x1+x2)^1000000", "", "1 +", "x1)", "x1 = 3", "1/0", "2^1000000000", "x1 – 3", "x1^-1", "x3"} {
		_, err := R.Parse(in)
		require.Error(t, err, in)
		t.Log(err)
	}
	x := [][]ring.Rat{{ring.NewRat(1, 2), ring.RatFromInt(3)}}
	p, _ := R.Parse("x1^5*x2 - x2^2/3 + 1")
	require.Equal(t, "-61/32", p.Eval(x[0]).String())
	q, r, err := p.DivMod([]*poly.Polynomial[ring.Rat]{R.Var(0).Sub(R.One())})
	require.NoError(t, err)
	t.Log(q, r, p.Gradient())
}

func TestUsedVars(t *testing.T) {
	R, err := poly.NewRing(ring.Q, []string{"x", "y", "z"})
	require.NoError(t, err)
	require.Equal(t, []int{0, 2}, R.Var(0).Add(R.Var(2)).Add(R.One()).UsedVars())
	require.Empty(t, R.Zero().UsedVars())
	require.Empty(t, R.One().UsedVars())
}
