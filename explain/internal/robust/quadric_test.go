package robust

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// TestFromQuadric: three wrong cells do not hide that one column is a multiple of another one. Columns that have nothing to do with
// each other are as far from a quadric as from their means.
func TestFromQuadric(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	law, none := make([][]float64, 150), make([][]float64, 150)
	for i := range law {
		litres := float64(1900 + rng.IntN(1200))
		law[i] = []float64{litres, math.Round(1.03 * litres), rng.Float64()}
		none[i] = []float64{litres, rng.NormFloat64(), rng.NormFloat64()}
	}
	for _, i := range []int{7, 57, 107} {
		law[i][1] += 2000
	}
	assert.Less(t, FromQuadric(law, 1), limit.ReadingScatter/2)
	assert.Greater(t, FromQuadric(none, 1), 0.7)
}
