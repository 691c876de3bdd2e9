package evidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSteps: a fee in five steps of an income says more than a line through the steps, whose errors are uniform within unequal steps. Errors of a line
// are told from steps, though each value of y has an interval of its own, and so are values cut to equal steps: the line explains
// the bounds of these.
func TestSteps(t *testing.T) {
	line := Polynomial{Exponents: [][]uint8{{1, 0}, {0, 1}, {0, 0}}, Coefficients: []float64{1, 0, 0}}
	drawn := func(n int, y func(rng *rand.Rand, x float64) (x2, y float64)) [][]float64 {
		rng := rand.New(rand.NewPCG(13, 14))
		rows := make([][]float64, n)
		for i := range rows {
			x, v := y(rng, 100*rng.Float64())
			rows[i] = []float64{x, v}
		}
		return rows
	}
	bounds, fees := []float64{5, 15, 50, 65}, []float64{4, 5, 40, 44, 90}
	fee := func(_ *rand.Rand, x float64) (float64, float64) {
		for k, b := range bounds {
			if x < b {
				return x, fees[k]
			}
		}
		return x, fees[4]
	}
	line.Coefficients = []float64{1, -0.9, -10}
	tiers := drawn(120, fee)
	assert.Greater(t, Steps(tiers, 0, 1, line), 4.)
	assert.Less(t, Steps(drawn(20, fee), 0, 1, line), 0., "too few rows for four bounds")
	tiers = append(tiers, []float64{101, 4})
	assert.Equal(t, math.Inf(-1), Steps(tiers, 0, 1, line), "a fee of two ranges of incomes")
	assert.Equal(t, math.Inf(-1), Steps(tiers, 1, 0, line), "an income is no function of the fee")

	line.Coefficients = []float64{1, -1, 0}
	errors := drawn(120, func(rng *rand.Rand, x float64) (float64, float64) {
		y := 20 * math.Floor(x/20)
		return y + 2*rng.NormFloat64(), y
	})
	assert.Less(t, Steps(errors, 0, 1, line), -50.)

	line.Coefficients = []float64{1, -1, -5}
	cut := drawn(1000, func(_ *rand.Rand, x float64) (float64, float64) { return x, 10 * math.Floor(x/10) })
	assert.Less(t, Steps(cut, 0, 1, line), 0.)

	two := drawn(120, func(_ *rand.Rand, x float64) (float64, float64) { return x, 10 * math.Floor(x/50) })
	assert.Equal(t, math.Inf(-1), Steps(two, 0, 1, line), "two values")
	flat := Polynomial{Exponents: [][]uint8{{0, 1}, {2, 0}}, Coefficients: []float64{1, -5}}
	assert.Equal(t, math.Inf(-1), Steps([][]float64{{0, 1}, {1, 2}, {2, 3}}, 0, 1, flat), "the equation says nothing of x at 0")
}
