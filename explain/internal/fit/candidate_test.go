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

// TestCandidateOfTooFewRows: twelve rows are enough for six terms without noise, and too few once noise is needed.
func TestCandidateOfTooFewRows(t *testing.T) {
	rng := explaintest.Source(405)
	rows := explaintest.Draw(12, rng, func(rng *rand.Rand) []float64 {
		x := 1 + 4*rng.Float64()
		return []float64{x, math.Exp(x / 3)}
	})
	s := explaintest.Scaled(t, rows, 2)
	idx, _ := explaintest.Places(s.Table, explaintest.Parse(t, explaintest.RingOf(t, "x", "y"), "x^2 + x*y + y^2 + x + y + 1"))
	f, ok := Root(s.Flow, idx, 1e-6)
	require.True(t, ok)
	require.Greater(t, f.Variance, limit.ExactVariance)
	_, _, _, ok = refit(t.Context(), s, f, s.Sample, 1)
	assert.True(t, ok, "a fit with noise was asked for its rows where it was proposed")
	f.Variance = 0
	_, _, _, ok = refit(t.Context(), s, f, s.Sample, 1)
	assert.False(t, ok, "a fit without noise that needs some")
}
