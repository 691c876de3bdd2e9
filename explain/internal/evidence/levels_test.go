package evidence_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/evidence"
)

// TestLevels: where normals point in all directions, values tell the errors of each column.
func TestLevels(t *testing.T) {
	circle := evidence.Polynomial{
		Exponents:    [][]uint8{{2, 0, 0}, {0, 2, 0}, {0, 0, 0}},
		Coefficients: []float64{1, 1, -1},
	}
	rng := rand.New(rand.NewPCG(17, 1))
	for _, ratio := range []float64{1, 0.5, 0.1, 0} {
		rows := make([][]float64, 2000)
		for i := range rows {
			a := 2 * math.Pi * rng.Float64()
			rows[i] = []float64{math.Cos(a) + 0.01*rng.NormFloat64(), math.Sin(a) + 0.01*ratio*rng.NormFloat64(), rng.NormFloat64()}
		}
		got := evidence.Levels(rows, circle)
		assert.InDelta(t, ratio, got[1]/got[0], 0.08, "%v", got)
		assert.InDelta(t, 1, max(got[0], got[1]), 1e-12, "the largest is the unit")
		assert.InDelta(t, 1, got[2], 0, "nothing is known of a column that is not in it")
	}
}
