package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// Rows of a = -x·|x| fill half of the zero set of x⁴ = a². Those of a circle, of two lines that cross, and of positive numbers fill what
// the signs of columns allow.
func TestOnHalf(t *testing.T) {
	draw := func(k uint64, point func(x float64, rng *rand.Rand) []float64) [][]float64 {
		return explaintest.Draw(60, explaintest.Source(k), func(rng *rand.Rand) []float64 { return point(2*rng.Float64()-1, rng) })
	}
	turned := draw(71, func(x float64, rng *rand.Rand) []float64 {
		return []float64{x, -x*math.Abs(x) + 0.05*rng.NormFloat64()}
	})
	s := explaintest.Plain(t, turned, 4)
	assert.Equal(t, "has only even powers of x and y, whose signs go together: the rows fill half of its zero set", OnHalf(s, fitOf(t, s, "x^4 - y^2"), false))
	assert.Empty(t, OnHalf(s, fitOf(t, s, "x^4 - y^2"), true), "beside another equation")
	assert.Empty(t, OnHalf(s, fitOf(t, s, "x^3 + y"), false), "odd powers")
	energy := draw(75, func(x float64, rng *rand.Rand) []float64 {
		y := x * (0.4 + 1.2*rng.Float64())
		return []float64{x, y, 0.5*x*x + 1.3*y*y}
	})
	s = explaintest.Plain(t, energy, 2)
	assert.Empty(t, OnHalf(s, fitOf(t, s, "10*z - 5*x^2 - 13*y^2"), false), "a third column")
	for what, rows := range map[string][][]float64{
		"circle": explaintest.NoisyUnit(60, 0.01, 72),
		"crossing lines": draw(73, func(x float64, rng *rand.Rand) []float64 {
			return []float64{x, x * float64(1-2*rng.IntN(2))}
		}),
		"positive": draw(74, func(x float64, _ *rand.Rand) []float64 { return []float64{math.Abs(x), x * x} }),
	} {
		s := explaintest.Plain(t, rows, 4)
		assert.Empty(t, OnHalf(s, fitOf(t, s, "x^2 - y^2"), false), what)
	}
}
