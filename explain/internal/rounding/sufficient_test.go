package rounding

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestSufficient: a factor that holds at all rows at which the product does takes its place, and one that some rows need stays.
func TestSufficient(t *testing.T) {
	resistors := func(n int, equal bool) Table {
		return rounded(t, []string{"r", "s", "p"}, []int{-1, -1, 2}, draw(n, 12, func(rng *rand.Rand) []float64 {
			r, s := float64(10+rng.IntN(90)), float64(10+rng.IntN(90))
			if equal {
				return []float64{r, r, s}
			}
			return []float64{r, s, math.Round(100*r*s/(r+s)) / 100}
		}))
	}
	both := resistors(30, false)
	both.Rows, both.Half = append(both.Rows, resistors(30, true).Rows...), append(both.Half, resistors(30, true).Half...)
	for _, c := range []struct {
		table      Table
		text, want string
	}{
		{resistors(30, false), "(r - s)*(r*s - r*p - s*p)", "r*s - r*p - s*p"},
		{resistors(30, false), "r^2*(r*s - r*p - s*p)", "r*s - r*p - s*p"},
		{resistors(30, true), "(r - s)*(r*s - r*p - s*p)", "r - s"},
		{both, "(r - s)*(r*s - r*p - s*p)", "r^2*s - r^2*p - r*s^2 + s^2*p"},
		{both, "r*s - r*p - s*p", "r*s - r*p - s*p"},
	} {
		assert.Equal(t, c.want, Sufficient(explaintest.Parse(t, c.table.Ring, c.text), c.table).String(), c.text)
	}
}
