package robust

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestReduced leaves out the powers of columns that take few values at most rows.
func TestReduced(t *testing.T) {
	rows := explaintest.Draw(100, explaintest.Source(6), func(rng *rand.Rand) []float64 {
		return []float64{float64(rng.IntN(2)), rng.Float64()}
	})
	for i := range 12 {
		rows[8*i][0] = rows[i][1]
	}
	p := explaintest.Scaled(t, rows, 3)
	var got [][]uint8
	for _, a := range reduced(p.Table, rows, 3) {
		got = append(got, p.Table.Exponents(a))
	}
	assert.ElementsMatch(t, [][]uint8{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 3}}, got)
	assert.Equal(t, 4, fewestValues(rows, 1, 3))
}
