package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// The law z = x³ y at x = 1 and 2. What vanishes at one of the values, or is a square there, is singular.
func TestSingularAt(t *testing.T) {
	p := explaintest.Plain(t, explaintest.Draw(60, explaintest.Source(405), func(rng *rand.Rand) []float64 {
		x, y := 1+float64(rng.IntN(2)), 1+rng.Float64()
		return []float64{x, y, x*x*x*y + 0.001*rng.NormFloat64()}
	}), 4)
	at := func(text string) bool {
		f := fitOf(t, p, text)
		f.Variance = 1e-6
		return singularAt(p, f)
	}
	assert.False(t, at("x*y*z - 8*y*z - 8*z"), "no column is fixed")
	p.Scaling.Levels = []int{2, 0, 0}
	assert.False(t, at("z - x^3*y"))
	assert.False(t, at("z - 7*x*y + 6*y"), "the same at both values")
	assert.False(t, at("z^2 - 9*y*z + 8*y^2"), "a product over the values")
	assert.True(t, at("x*z - 2*z - x*y + 2*y"), "(x - 2)(z - y)")
	assert.True(t, at("x*z^2 - z^2 - 16*x*y*z + 16*y*z + 64*x*y^2 - 64*y^2 + x*z - 2*z - x*y + 2*y"), "(x - 1)(z - 8y)² + (x - 2)(z - y)")
	p.Scaling.Levels = []int{5, 0, 0}
	assert.True(t, at("x*z - 2*z - x*y + 2*y"), "a column of more values than the degree")
	assert.InDelta(t, 1, slopesLeft(p, fitOf(t, p, "z - x^3*y"), p.Sample, []int{0})[0], 1e-12)
	assert.InDelta(t, 0, slopesLeft(p, fitOf(t, p, "z^2 - 2*y*z + y^2"), [][]float64{{1, 3, 3}}, []int{0})[0], 1e-12)
	assert.False(t, math.IsNaN(slopesLeft(p, fitOf(t, p, "x - 2"), p.Sample, []int{0})[0]), "no slope")
	assert.InDelta(t, 0, slopesLeft(p, fitOf(t, p, "1000000*z^2 - 2000000*y*z + 1000000*y^2 + x"), [][]float64{{1, 3, 3}}, nil)[0], 1e-6, "a slope beside which others cancel")
}
