package support

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// The conchoid (x - 1)²(x² + y²) = 4x² has six terms, and without y² it is still an
// approximation that needs hardly more than the noise of 1 %.
func TestExhaustBehindApproximation(t *testing.T) {
	conchoid := explaintest.Draw(1000, explaintest.Source(401), func(rng *rand.Rand) []float64 {
		a, r := 2.2*(rng.Float64()-0.5), 2.0
		if rng.IntN(2) == 0 {
			r = -2
		}
		return []float64{1 + r*math.Cos(a), math.Tan(a) + r*math.Sin(a)}
	})
	st := explaintest.Scaled(t, explaintest.Noisy(conchoid, 0.01, explaintest.Source(402)), 4)
	s := searchOf(st, 4)
	s.m, s.g = st.Flow.Forms(1e-4, 4) // the noise variance
	idx, _ := explaintest.Places(st.Table, explaintest.Parse(t, explaintest.RingOf(t, "x", "y"), "x^4 + x^2*y^2 - 2*x^3 - 2*x*y^2 - 3*x^2 + y^2"))
	part := slices.DeleteFunc(slices.Clone(idx), func(a int) bool { return a == idx[0] })
	u, ok := s.solve(part)
	require.True(t, ok)
	require.Less(t, u.Variance, s.limit/100, "what is left without y^2 is far below the limit")
	found := s.exhaust(st.Table.Len(3), st.Table.Len(4), 6)
	assert.True(t, slices.ContainsFunc(found, func(u Fit) bool { return slices.Equal(u.Idx, idx) }))
	// Above a support that is an equation nothing is looked for.
	s.least = 1.1 * u.Variance
	found = s.exhaust(st.Table.Len(3), st.Table.Len(4), 6)
	assert.False(t, slices.ContainsFunc(found, func(u Fit) bool { return slices.Equal(u.Idx, idx) }))
}
