package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// On rotations, a b + c d and a c + b d both vanish. On the four terms together the
// steps of refine go to and fro between the product (a - d)(b + c), which is
// singular there, and what its weights are for.
func TestCandidateNotFromSingularWeights(t *testing.T) {
	rotations := explaintest.Draw(1000, explaintest.Source(403), func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{math.Cos(a), -math.Sin(a), math.Sin(a), math.Cos(a)}
	})
	s := explaintest.Scaled(t, explaintest.Noisy(rotations, 0.05, explaintest.Source(404)), 2)
	R := explaintest.RingOf(t, "x", "y", "z", "u")
	idx, _ := explaintest.Places(s.Table, explaintest.Parse(t, R, "x*y + x*z + y*u + z*u"))
	f, ok := Root(s.Flow, idx, 1e-6)
	require.True(t, ok)
	require.Less(t, regularity(s, f).At(f.Variance), 0.5, "without weights, the product")
	assert.Nil(t, Candidate(t.Context(), s, f, 1), "with the weights of the product")
	idx, _ = explaintest.Places(s.Table, explaintest.Parse(t, R, "x*y + z*u"))
	f, ok = Root(s.Flow, idx, 1e-6)
	require.True(t, ok)
	assert.NotNil(t, Candidate(t.Context(), s, f, limit.RefineSteps), "an equation that holds")
}
