package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// wavy returns n points about the unit circle, in order, whose distance from it is a
// wave of three periods and noise, both of the given size.
func wavy(n int, wave, noise float64, rng *rand.Rand) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		a := 2 * math.Pi * float64(i) / float64(n)
		r := 1 + wave*math.Sqrt2*math.Sin(3*a) + noise*rng.NormFloat64()
		rows[i] = []float64{r * math.Cos(a), r * math.Sin(a)}
	}
	return rows
}

func TestCorrelation(t *testing.T) {
	circle := func(rows [][]float64) Correlation {
		s := explaintest.Plain(t, rows, 2)
		f := fitOf(t, s, "x^2 + y^2 - 1")
		f.Variance = sampson(s, f)
		return correlate(s, f)
	}
	for _, n := range []int{20, 60, 400} {
		systematic := 0
		for k := range uint64(40) {
			c := circle(wavy(n, 0, 0.02, explaintest.Source(800+k)))
			assert.Equal(t, n, c.Rows)
			if c.Systematic() {
				systematic++
			} else {
				assert.Equal(t, 1.0, c.EffectiveShare())
			}
		}
		assert.LessOrEqual(t, systematic, 1, "noise, %d rows", n)

		c := circle(wavy(n, 0.02, 0.002, explaintest.Source(850)))
		assert.True(t, c.Systematic(), "a wave, %d rows: %+v", n, c)
		if float64(n) > limit.MinEffectiveRows {
			assert.Less(t, c.EffectiveShare(), 0.7)
			assert.GreaterOrEqual(t, c.EffectiveShare()*float64(n), limit.MinEffectiveRows-1e-9)
		}
	}
	// What was written down twice has twice the same error.
	rows := wavy(60, 0, 0.02, explaintest.Source(851))
	twice := append(explaintest.ScaledRows(rows, 1, 1e-9), rows...)
	assert.Equal(t, circle(rows).Systematic(), circle(twice).Systematic())
	assert.False(t, circle(twice).Systematic())
	// What is exact to rounding has no residuals.
	assert.Equal(t, 1.0, circle(wavy(60, 0, 0, explaintest.Source(852))).EffectiveShare())
}

// The noise of few rows may come of two of them, which count as two.
func TestCarrying(t *testing.T) {
	even := make([]float64, 10)
	for i := range even {
		even[i] = 1
	}
	assert.InDelta(t, 10, Estimate{Share: even}.effectiveRows(), 1e-12)
	one := make([]float64, 10)
	one[3] = 10
	assert.InDelta(t, 3, Estimate{Share: one}.effectiveRows(), 1e-12)
	many := make([]float64, limit.FewRows)
	many[0] = 1
	assert.InDelta(t, limit.FewRows, Estimate{Share: many}.effectiveRows(), 1e-12)
	assert.InDelta(t, 4, Estimate{Share: make([]float64, 4)}.effectiveRows(), 1e-12, "no noise at all")
}

// What residuals of neighbours in the plane hide, those of neighbours in the table
// show: circles of two radii that take turns for twenty rows each.
func TestCorrelationInTime(t *testing.T) {
	rng := explaintest.Source(980)
	for _, shuffled := range []bool{false, true} {
		rows := make([][]float64, 600)
		for i := range rows {
			a, r := 2*math.Pi*rng.Float64(), 1.01
			if i/20%2 == 0 {
				r = 0.99
			}
			rows[i] = []float64{r * math.Cos(a), r * math.Sin(a)}
		}
		if shuffled {
			rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		}
		s := explaintest.Plain(t, rows, 2)
		f := fitOf(t, s, "x^2 + y^2 - 1")
		f.Variance = 1e-4
		c := correlate(s, f)
		assert.LessOrEqual(t, math.Abs(c.StdErrors), float64(limit.MaxCorrelation))
		assert.Equal(t, !shuffled, c.Systematic(), "%+v", c)
	}
}

// So it is where the rows are few places, each again and again: two counts whose difference is 3 in the first half of a table, and 4 in
// the second.
func TestCorrelationInTimeOfFewPlaces(t *testing.T) {
	rng := explaintest.Source(981)
	for _, shuffled := range []bool{false, true} {
		rows := make([][]float64, 400)
		for i := range rows {
			x := float64(rng.IntN(20))
			rows[i] = []float64{x, x + 3 + float64(i/200)}
		}
		if shuffled {
			rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		}
		s := explaintest.Plain(t, rows, 1)
		f := fitOf(t, s, "2*x - 2*y + 7")
		f.Variance = 0.125
		c := correlate(s, f)
		assert.Equal(t, !shuffled, c.SeriesStdErrors > limit.MaxCorrelation, "%+v", c)
	}
}
