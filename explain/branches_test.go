package explain_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestLearnBranches: with errors in x alone, the law that gives x has two branches. The
// search for it may end beside both, with several times the noise.
func TestLearnBranches(t *testing.T) {
	sweeptest.Sweep(t)
	for _, seed := range []uint64{1, 3} { // of eight; these ended so
		rng := rand.New(rand.NewPCG(seed, 7))
		data := mat.NewDense(100, 2, nil)
		for i := range 100 {
			x := 4 * rng.Float64()
			data.SetRow(i, []float64{x + 0.1*rng.NormFloat64(), x*x - 2*x + 1e-3*rng.NormFloat64()})
		}
		r, err := explain.Learn(t.Context(), explain.Data{Variables: []string{"x", "y"}, Points: explain.Dense(data)}, explain.Options{Noise: []float64{1, 0}})
		require.NoError(t, err)
		assert.Equal(t, "x^2 - 2*x - y", r.Generators[0].String(), "seed %d", seed)
	}
}
