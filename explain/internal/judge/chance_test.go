package judge_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/numeric"
)

// TestChance: of numbers that are as likely each, a row obeys x0 = x1 for one of as many as there are, and two terms are chosen among
// the columns and 1. All rows count, and once.
func TestChance(t *testing.T) {
	const rows = 400
	for _, tt := range []struct{ columns, numbers int }{{2, 4}, {20, 2}, {20, 1000}} {
		names := explaintest.Names(tt.columns)
		points := explaintest.Draw(rows, explaintest.Source(71), func(rng *rand.Rand) []float64 {
			x := make([]float64, tt.columns)
			for j := range x {
				x[j] = float64(rng.IntN(tt.numbers))
			}
			x[1] = x[0]
			return x
		})
		c := judge.NewChance(names, explaintest.Points(points), rows)
		R := explaintest.RingOf(t, names...)
		want := (rows-1)*math.Log(float64(min(tt.numbers, rows))) - math.Log(float64(numeric.Binomial(tt.columns+1, 2)))
		assert.InEpsilon(t, want, c.Lead(explaintest.Parse(t, R, names[0]+" - "+names[1]), 0), 0.2, "%v", tt)
		assert.Equal(t, math.Inf(1), c.Lead(explaintest.Parse(t, R, names[0]+"^2 - "+names[0]), 0), "what one column is")
	}
}

// TestChanceOfPlaces: copies of a row say nothing, unless the rows are a few places, each of several rows.
func TestChanceOfPlaces(t *testing.T) {
	names := []string{"a", "b", "and"}
	var table [][]float64
	for i := range 64 {
		a, b := float64(i>>1&1), float64(i&1)
		table = append(table, []float64{a, b, a * b})
	}
	f := explaintest.Parse(t, explaintest.RingOf(t, names...), "and - a*b")
	once, places := judge.NewChance(names, explaintest.Points(table[:4]), 4), judge.NewChance(names, explaintest.Points(table), 4)
	assert.Empty(t, once.Excludes(f, 0))
	assert.NotEmpty(t, once.Doubt(f, 0))
	assert.Empty(t, places.Doubt(f, 0))
	assert.Equal(t, "with 3 columns and 64 rows", places.String())
	assert.Equal(t, "with 3 columns and 40 different rows", judge.NewChance(names, explaintest.Points(table), 40).String())
}

// TestChanceOfBroken: of two columns of amounts that are mostly 0, one is 0 at as many rows as where they have nothing to do with each
// other. Where a tenth as many rows break that, it says something.
func TestChanceOfBroken(t *testing.T) {
	names := []string{"a", "b", "c"}
	f := explaintest.Parse(t, explaintest.RingOf(t, names...), "a*b")
	rng := explaintest.Source(73)
	var table [][]float64
	for range 400 {
		x := make([]float64, 3)
		for j := range x {
			if rng.IntN(4) == 0 {
				x[j] = 1 + rng.Float64()
			}
		}
		table = append(table, x)
	}
	c := judge.NewChance(names, explaintest.Points(table), 400)
	assert.Contains(t, c.Excludes(f, 25), "holds by chance", "as by chance")
	assert.Contains(t, c.Excludes(f, 80), "holds by chance", "more than by chance")
	assert.Empty(t, c.Excludes(f, 2))
	assert.Empty(t, c.Doubt(f, 2))
	few := judge.NewChance(names, explaintest.Points(table[:3]), 1)
	assert.False(t, math.IsNaN(few.Lead(explaintest.Parse(t, f.Ring(), "a*b + a*c - b*c"), 1)), "fewer rows than terms")
}

// TestExceptional: a curve through 9 of 21 pairs of small numbers, which are frequent, has too many exceptions.
func TestExceptional(t *testing.T) {
	for kinds, told := range map[int]bool{12: false, 3: true} {
		names := []string{"x", "y", "z"}
		f := explaintest.Parse(t, explaintest.RingOf(t, names...), "y - x^2")
		var table [][]float64
		for i := range 400 {
			x := float64(i % 9)
			table = append(table, []float64{x, x * x, float64(i)})
		}
		for i := range kinds {
			table[32*i] = []float64{float64(i), 90, float64(i)}
		}
		c := judge.NewChance(names, explaintest.Points(table), 400)
		assert.Equal(t, told, c.Excludes(f, kinds) == "", "%d exceptions", kinds)
	}
}
