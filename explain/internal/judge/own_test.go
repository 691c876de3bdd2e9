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

// TestOwnRowsOnColumns: rows that differ in another column only are one row to the other factor.
func TestOwnRowsOnColumns(t *testing.T) {
	for kinds, told := range map[int]bool{4: false, 20: true} {
		rng := explaintest.Source(282)
		rows := explaintest.Draw(80, rng, func(rng *rand.Rand) []float64 {
			return []float64{1, float64(rng.IntN(40)), float64(rng.IntN(40)), rng.Float64()}
		})
		for i := range 40 {
			x, y := float64(2+i%kinds%3), float64(i%kinds)
			rows[i] = []float64{x, y, x*y + 7, rng.Float64()}
		}
		s := explaintest.Plain(t, rows, 4)
		e := exactEquation(t, s, "(x - 1)*(x*y - z + 7)", 10)
		reason := Refusal(func(yield func(Test) bool) { ownRows(s, e, yield) })
		assert.Equal(t, told, reason == "", "%d kinds: %s", kinds, reason)
	}
}

// TestDifferentRows: rows that repeat on the columns of a curve do not tell more of its decimals.
func TestDifferentRows(t *testing.T) {
	for kinds, told := range map[int]bool{19: false, 20: true} {
		var rows [][]float64
		for i := range 60 {
			x := float64(i%kinds) / 10
			rows = append(rows, []float64{x, 1 + 0.37*x + 0.11*x*x, float64(i)})
		}
		s := explaintest.Plain(t, rows, 4)
		e := exactEquation(t, s, "100*y - 100 - 37*x - 11*x^2", 10)
		e.Exact, e.Estimate.Fit.Variance = false, 1e-3
		reason := Refusal(func(yield func(Test) bool) { claimRows(s, e, yield) })
		assert.Equal(t, told, reason == "", "%d kinds: %s", kinds, reason)
	}
}

// TestFactorOfOneRow: a factor x - 1 that is there for one row or two follows any rows.
func TestFactorOfOneRow(t *testing.T) {
	for at, told := range map[int]bool{1: false, 2: false, 3: true} {
		var rows [][]float64
		for i := range 40 {
			x, y := float64(2+i%3), float64(i)
			rows = append(rows, []float64{x, y, x*y + 7})
		}
		for i := range at {
			rows = append(rows, []float64{1, float64(i), 50})
		}
		s := explaintest.Plain(t, rows, 4)
		reason := Refusal(func(yield func(Test) bool) { ownRows(s, exactEquation(t, s, "(x - 1)*(x*y - z + 7)", 10), yield) })
		assert.Equal(t, told, reason == "", "%d rows: %s", at, reason)
	}
}

// TestFactorWithNoise: beside errors a row may happen to lie at the zero of a factor that many rows need.
func TestFactorWithNoise(t *testing.T) {
	for near, told := range map[int]bool{0: false, 1: false, 2: true, 30: true} {
		var rows [][]float64
		for i := range 40 {
			rows = append(rows, []float64{float64(2 + i%3), float64(i), 3 + 0.01*float64(i%5-2)})
		}
		rows = append(rows, []float64{1, 50, 7})
		for i := range near {
			rows = append(rows, []float64{1 + 0.001*float64(i+1), float64(i), 8})
		}
		s := explaintest.Plain(t, rows, 4)
		e := exactEquation(t, s, "(x - 1)*(z - 3)", 10)
		e.Estimate.Fit.Variance = 1e-4
		reason := Refusal(func(yield func(Test) bool) { ownRows(s, e, yield) })
		assert.Equal(t, told, reason == "", "%d rows near 1: %s", near, reason)
	}
}

// TestConditions: 16 places with 30 values of the last column each put two conditions a place on what is linear in that.
func TestConditions(t *testing.T) {
	var rows [][]float64
	for i := range 480 {
		rows = append(rows, []float64{float64(i % 4), float64(i / 4 % 4), float64(i)})
	}
	p := explaintest.Plain(t, rows, 3)
	at := func(exponents ...int) int { return p.Table.PositionOf(exponents) }
	assert.Equal(t, 32, p.Conditions([]int{at(0, 0, 0), at(1, 1, 0), at(0, 0, 1)}))
	assert.Equal(t, 12, p.Conditions([]int{at(0, 0, 0), at(2, 0, 0), at(0, 2, 0)}), "and three for each value of a column in a square")
	e := exactEquation(t, p, "x^2 + x*y + y^2 + x + y + z + 1", 10)
	e.Exact = false
	assert.NotEmpty(t, Refusal(func(yield func(Test) bool) { claimRows(p, e, yield) }))
}
