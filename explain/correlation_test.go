package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	circle := func(rows [][]float64) correlation {
		s := plain(t, rows, 2)
		f := fitOf(t, s, "x^2 + y^2 - 1")
		f.s = s.sampson(f)
		return s.correlation(f)
	}
	for _, n := range []int{20, 60, 400} {
		systematic := 0
		for k := range uint64(40) {
			c := circle(wavy(n, 0, 0.02, source(800+k)))
			assert.Equal(t, n, c.rows)
			if c.systematic() {
				systematic++
			} else {
				assert.Equal(t, 1.0, c.independent())
			}
		}
		assert.LessOrEqual(t, systematic, 1, "noise, %d rows", n)

		c := circle(wavy(n, 0.02, 0.002, source(850)))
		assert.True(t, c.systematic(), "a wave, %d rows: %+v", n, c)
		if n > leastRows {
			assert.Less(t, c.independent(), 0.7)
			assert.GreaterOrEqual(t, c.independent()*float64(n), leastRows-1e-9)
		}
	}
	// What was written down twice has twice the same error.
	rows := wavy(60, 0, 0.02, source(851))
	twice := append(scaledRows(rows, 1, 1e-9), rows...)
	assert.Equal(t, circle(rows).systematic(), circle(twice).systematic())
	assert.False(t, circle(twice).systematic())
	// What is exact to rounding has no residuals.
	assert.Equal(t, 1.0, circle(wavy(60, 0, 0, source(852))).independent())
}

func TestDistinct(t *testing.T) {
	rows := [][]float64{{3, 1}, {0, 0}, {3, 1}, {0, 1e-4}, {0, 5e-3}, {3, 1.001}}
	assert.Equal(t, [][]float64{{3, 1}, {0, 0}, {0, 5e-3}}, distinct(rows, 2e-3))
	assert.Equal(t, rows[:2], distinct(rows[:2], 0))
	assert.Len(t, distinct(rows, 0), 5, "only the third is equal to another")
}

func TestNearestOf(t *testing.T) {
	rng := source(853)
	points := draw(30, rng, func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), rng.Float64()} })
	for i := range points {
		got := nearestOf(points, i, 3)
		require.Len(t, got, 3)
		farthest := distance2(points[i], points[got[2]])
		nearer := 0
		for j, z := range points {
			if j != i && distance2(points[i], z) < farthest {
				nearer++
			}
		}
		assert.Equal(t, 2, nearer)
		assert.NotContains(t, got, i)
	}
	assert.Len(t, nearestOf(points[:2], 0, 3), 1, "as many as there are")
}

// The noise of few rows may come of two of them, which count as two.
func TestCarrying(t *testing.T) {
	even := make([]float64, 10)
	for i := range even {
		even[i] = 1
	}
	assert.InDelta(t, 10, estimate{share: even}.carrying(), 1e-12)
	one := make([]float64, 10)
	one[3] = 10
	assert.InDelta(t, 3, estimate{share: one}.carrying(), 1e-12)
	many := make([]float64, fewRows)
	many[0] = 1
	assert.InDelta(t, fewRows, estimate{share: many}.carrying(), 1e-12)
	assert.InDelta(t, 4, estimate{share: make([]float64, 4)}.carrying(), 1e-12, "no noise at all")
}

// A close approximation is told from an equation, and named so.
func TestLearnApproximation(t *testing.T) {
	// A chain cosh x between -1/2 and 1/2 is a parabola to 0.1 %.
	chain := draw(300, source(860), func(rng *rand.Rand) []float64 {
		x := rng.Float64() - 0.5
		return []float64{x, math.Cosh(x)}
	})
	r, err := Learn(context.Background(), dataOf("x,y", chain), Options{MaxDegree: 2})
	require.NoError(t, err)
	require.NotEmpty(t, r.Generators)
	for _, g := range r.Generators {
		assert.True(t, g.Approximation, "%v", g)
		assert.NotEmpty(t, g.Doubt)
		assert.False(t, g.Rational)
	}
	r, err = Learn(context.Background(), dataOf("x,y", noisyCircle()), Options{MaxDegree: 2})
	require.NoError(t, err)
	assert.False(t, r.Generators[0].Approximation)
}

// Integers are not claimed of the few digits that few rows give.
func TestLearnFewRows(t *testing.T) {
	wrong := 0
	for k := range uint64(30) {
		rows := noisy(draw(12+4*int(k%3), source(870+k), func(rng *rand.Rand) []float64 {
			a := 2 * math.Pi * rng.Float64()
			return []float64{5 * math.Cos(a), 3 * math.Sin(a)}
		}), 0.01, source(900+k))
		r, err := Learn(context.Background(), dataOf("x,y", rows), Options{MaxDegree: 2})
		if err != nil {
			continue
		}
		for _, g := range r.Generators {
			if g.Rational && g.Doubt == "" && g.String() != "9*x^2 + 25*y^2 - 225" {
				wrong++
				t.Logf("%d rows: %v", len(rows), g)
			}
		}
	}
	assert.LessOrEqual(t, wrong, 1)
}

// Three coefficients need twelve rows, unless they are exact: then ten will mostly do.
func TestLearnExactOfTenRows(t *testing.T) {
	found := 0
	for k := range uint64(12) {
		rows := draw(10, source(940+k), func(rng *rand.Rand) []float64 {
			x, y := 10*rng.Float64(), 10*rng.Float64()
			return []float64{x, y, math.Round(1000*(x+y)/2) / 1000}
		})
		if r, err := Learn(context.Background(), dataOf("x,y,z", rows), Options{MaxDegree: 2}); err == nil {
			assert.Equal(t, []string{"x + y - 2*z"}, texts(r))
			found++
		}
		for _, x := range rows {
			x[2] = 0.7123*x[0] + 0.2345*x[1]
		}
		_, err := Learn(context.Background(), dataOf("x,y,z", noisy(rows, 0.01, source(960+k))), Options{MaxDegree: 1})
		var none *NoEquationError
		require.ErrorAs(t, err, &none, "three decimals of ten rows")
	}
	assert.GreaterOrEqual(t, found, 10)
}

// What residuals of neighbours in the plane hide, those of neighbours in the table
// show: circles of two radii that take turns for twenty rows each.
func TestCorrelationInTime(t *testing.T) {
	rng := source(980)
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
		s := plain(t, rows, 2)
		f := fitOf(t, s, "x^2 + y^2 - 1")
		f.s = 1e-4
		c := s.correlation(f)
		assert.LessOrEqual(t, math.Abs(c.errors), float64(maxWave))
		assert.Equal(t, !shuffled, c.systematic(), "%+v", c)
	}
}

// A coarse approximation is refused, and so is a long one.
func TestFlexible(t *testing.T) {
	s := plain(t, wavy(400, 0.02, 0.002, source(981)), 3)
	short := equation{candidate: candidate{estimate: estimate{fit: fitOf(t, s, "x^2 + y^2 - 1")}}}
	short.s = 4e-4
	assert.Empty(t, s.flexible(short))
	short.s = 1.1 * coarse * coarse
	assert.NotEmpty(t, s.flexible(short))
	s.told = true
	assert.Empty(t, s.flexible(short), "the noise was given")
	long := equation{candidate: candidate{estimate: estimate{fit: fitOf(t, s, "x^3 + x*y^2 + x^2 + y^2 - x - 1")}}}
	long.s = 4e-4
	assert.NotEmpty(t, s.flexible(long))
	s = plain(t, wavy(400, 0, 0.02, source(982)), 3)
	assert.Empty(t, s.flexible(long), "noise")
}
