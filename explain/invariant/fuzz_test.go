package invariant_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/invariant"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// FuzzParseStep reads anything as the step of a loop.
func FuzzParseStep(f *testing.F) {
	for _, s := range []string{"x = x + y; y = y/2", "when x > 0, y != 1; x, y = y, x", "when x == y\nx = 2*x", "x = y = 1", "when", "= ;", "x, y = 1", "when x", "x = (y", "X = 1"} {
		f.Add(s)
	}
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithMaxDegree(50))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			return
		}
		_ = invariant.Names(text)
		s, err := invariant.ParseStep(R, "STEP", text)
		if err != nil {
			require.ErrorIs(t, err, equations.ErrSyntax)
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.Len(t, s.Next, 2)
		for _, p := range s.Next {
			q, err := R.Parse(p.String())
			require.NoError(t, err)
			require.True(t, p.Equal(q))
		}
	})
}
