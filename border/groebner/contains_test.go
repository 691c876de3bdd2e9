package groebner_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestContains: what is in an ideal, what is not, and what does not fit its ring.
func TestContains(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	id, err := groebner.NewIdeal(t.Context(), []*poly.Polynomial[ring.Rat]{R.Var(1)})
	require.NoError(t, err)
	for text, want := range map[string]bool{"y": true, "x*y - 2*y": true, "0": true, "x": false, "x + y": false, "1": false} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		in, err := id.Contains(p)
		require.NoError(t, err)
		assert.Equal(t, want, in, text)
	}
}
