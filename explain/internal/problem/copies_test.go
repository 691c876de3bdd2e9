package problem

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
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
