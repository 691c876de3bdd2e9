package explain_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestLinesInTwoColumns: of readings y and z of one quantity x, each is said by another one. A relation of all three without a constant has as many
// terms, and often a little less noise.
func TestLinesInTwoColumns(t *testing.T) {
	for seed := range uint64(4) {
		rng := explaintest.Source(770 + seed)
		a, b, c, d := 1+8*rng.Float64(), 1+8*rng.Float64(), -1-8*rng.Float64(), 1+8*rng.Float64()
		rows := explaintest.Noisy(explaintest.Draw(200, rng, func(rng *rand.Rand) []float64 {
			x := 4*rng.Float64() - 2
			return []float64{x, a*x + b, c*x + d}
		}), 0.01, rng)
		r, err := explain.Learn(t.Context(), explain.DataOf("x,y,z", rows), explain.Options{})
		require.NoError(t, err)
		assert.Len(t, r.Generators, 2)
		for _, g := range r.Generators {
			assert.Len(t, g.Polynomial.UsedVars(), 2, g)
		}
	}
}
