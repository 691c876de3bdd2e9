package problem

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric/moment"
)

func TestIndependent(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var rows, grid [][]float64
	for range 60 {
		rows = append(rows, []float64{rng.NormFloat64(), float64(rng.IntN(3))})
		grid = append(grid, []float64{float64(rng.IntN(3)), float64(rng.IntN(3))})
	}
	assert.InDelta(t, 1, independent(rows), 0)
	assert.InDelta(t, 1./3, independent(slices.Concat(rows, rows, rows)), 1e-12)
	assert.InDelta(t, 61./63, independent(append(slices.Clone(rows), rows[0])), 1e-12, "59 once and one twice")
	assert.InDelta(t, 1, independent(grid), 0, "rows on a grid are no copies")
}

// TestIndependentOn: lengths that were computed for 2×8 gears, to a centimetre, are as many measurements as there are gears, and speeds
// that were measured with each as many as rows. What is measured again and again at a setting differs.
func TestIndependentOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	var rows [][]float64
	for i := range 160 {
		ring, sprocket := float64(34+16*(i%2)), float64(11+2*(i/2%8))
		length := math.Round(210*ring/sprocket) / 100
		rows = append(rows, []float64{ring, sprocket, length, length * (60 + rng.NormFloat64()), sprocket + math.Round(rng.NormFloat64())})
	}
	table, err := moment.NewMonomials(5, 1)
	require.NoError(t, err)
	p := &Problem{Table: table, Independent: 1, copies: &copies{rows: rows}}
	part := func(columns ...int) float64 {
		var idx []int
		for _, j := range columns {
			exponents := make([]int, 5)
			exponents[j] = 1
			idx = append(idx, table.PositionOf(exponents))
		}
		return p.IndependentOn(idx)
	}
	assert.InDelta(t, 0.1, part(0, 1, 2), 1e-12)
	assert.InDelta(t, 1, part(0, 1, 3), 0)
	assert.InDelta(t, 1, part(1, 4), 0, "the setting does not determine the reading")
	assert.InDelta(t, 1, part(2, 3), 0, "every speed differs")
}
