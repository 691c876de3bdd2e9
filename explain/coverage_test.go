package explain_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// Below the noise that rounding may cause there is no estimate, and no error of
// one.
func TestNoiseBelowRounding(t *testing.T) {
	rng := explaintest.Source(292)
	clean := explaintest.CirclePoints(60, rng, math.Sqrt(math.Pi))
	r, err := explain.Learn(context.Background(), explain.DataOf("x,y", clean), explain.Options{MaxDegree: 2})
	require.NoError(t, err)
	assert.Less(t, r.Noise.Sigma, math.Sqrt(limit.RoundingVariance))
	assert.Zero(t, r.Noise.Stderr)
	r, err = explain.Learn(context.Background(), explain.DataOf("x,y", explaintest.Noisy(clean, 1e-4, rng)), explain.Options{MaxDegree: 2})
	require.NoError(t, err)
	assert.InEpsilon(t, 1e-4/math.Sqrt(120), r.Noise.Stderr, 0.5)
}
