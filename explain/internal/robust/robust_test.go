package robust

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

func TestRobustDeterministic(t *testing.T) {
	rng := explaintest.Source(9)
	rows := explaintest.Noisy(explaintest.Draw(200, rng, func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		return []float64{2 * cos, sin}
	}), 0.01, rng)
	for i := 3; i < 200; i += 10 {
		rows[i] = []float64{12*rng.Float64() - 6, 6*rng.Float64() - 3}
	}
	data := problem.Data{Names: []string{"x", "y"}, Points: explaintest.Points(rows), MaxDegree: 3}
	var first []int
	for range 3 {
		far, _, err := consensus(t.Context(), data, 4, nil, limit.MaxOutliers)
		require.NoError(t, err)
		if first == nil {
			first = far
		}
		require.Equal(t, first, far)
	}
	require.NotEmpty(t, first)
}

// TestSearchedOnce: rows are searched once without the same others, and where all rows satisfy the equations there is nothing else to look for.
func TestSearchedOnce(t *testing.T) {
	rng := explaintest.Source(10)
	rows := explaintest.Noisy(explaintest.Draw(100, rng, func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		return []float64{2 * cos, sin}
	}), 0.01, rng)
	w := &withoutRows{data: problem.Data{Names: []string{"x", "y"}, Points: explaintest.Points(rows), MaxDegree: 2}}
	first, err := w.search(t.Context(), []int{3, 5})
	require.NoError(t, err)
	again, err := w.search(t.Context(), []int{3, 5})
	require.NoError(t, err)
	require.Same(t, first, again)
	found, all, err := w.iterate(t.Context(), []int{3, 5}, limit.MaxOutliers)
	require.NoError(t, err)
	require.Nil(t, found)
	require.True(t, all)
	rows[3] = []float64{3, 3}
	_, all, err = (&withoutRows{data: w.data}).iterate(t.Context(), []int{3, 5}, limit.MaxOutliers)
	require.NoError(t, err)
	require.False(t, all)
}
