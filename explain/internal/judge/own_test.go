package judge

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestOwnRows: at x = 1 every multiple of x - 1 holds. The other factor of three terms needs rows of its own, of which copies
// are one.
func TestOwnRows(t *testing.T) {
	for own, told := range map[int]bool{0: false, 5: false, 7: false, 8: true, 40: true} {
		rng := explaintest.Source(281)
		rows := explaintest.Draw(60+own, rng, func(rng *rand.Rand) []float64 { return []float64{1, float64(rng.IntN(40)), float64(rng.IntN(40))} })
		for i := range own {
			x, y := float64(2+i%3), float64(i)
			rows[i] = []float64{x, y, x*y + 7}
		}
		rows = append(rows, rows[:own]...)
		s := explaintest.Plain(t, rows, 4)
		e := exactEquation(t, s, "(x - 1)*(x*y - z + 7)", 10)
		reason := Refusal(func(yield func(Test) bool) { ownRows(s, e, yield) })
		assert.Equal(t, told, reason == "", "%d rows of its own: %s", own, reason)
	}
}
