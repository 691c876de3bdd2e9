package explain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// At 5 % noise the torus is not called exact with other integers than its own, or it is
// said that there are others: where
// one candidate has lost its exactness to a second, the second has a rival in the first.
func TestLearnTorusInDoubt(t *testing.T) {
	explaintest.Slow(t)
	const truth = "x^4 + 2*x^2*y^2 + 2*x^2*z^2 + y^4 + 2*y^2*z^2 + z^4 - 10*x^2 - 10*y^2 + 6*z^2 + 9"
	for k := range uint64(explaintest.Repeat(1)) {
		rng := explaintest.Source(253 + k)
		rows := explaintest.TorusPoints(500, rng)
		for _, x := range rows {
			for j, size := range []float64{1.5, 1.5, 0.7} {
				x[j] += 0.05 * size * rng.NormFloat64()
			}
		}
		r, err := explain.Learn(t.Context(), explain.DataOf("x,y,z", rows), explain.Options{MaxDegree: 4})
		require.NoError(t, err)
		require.Len(t, r.Generators, 1)
		g := r.Generators[0]
		assert.True(t, !g.Rational || g.Polynomial.String() == truth || g.Doubt != "", "%s", g.Polynomial)
	}
}
