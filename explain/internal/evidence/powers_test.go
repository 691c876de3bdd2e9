package evidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/noise"
)

// The exponents of a power law are found, and the likelihood is that of the truth less what three constants
// cost, whatever the shape of the errors is: in one column, in all of them, relative, or going together.
func TestPowers(t *testing.T) {
	relative, together := noise.NewRelative(3), noise.NewTogether(3, 0.6)
	for name, shape := range map[string]noise.Shape{
		"absolute": noise.NewAbsolute(3), "relative": relative, "in one column": noise.NewOneRelative(3, 2), "together": together,
	} {
		rng := rand.New(rand.NewPCG(11, 12))
		rows, want, variances := make([][]float64, 200), 0.0, make([]float64, 3)
		const sigma = 3e-3
		for i := range rows {
			x := []float64{0.2 + rng.Float64(), 0.3 + rng.Float64(), 0}
			x[2] = 1.2 * math.Pow(x[0], 2.0/3) * math.Pow(x[1], -0.4)
			gradient := []float64{-2.0 / 3 / x[0], 0.4 / x[1], 1 / x[2]} // of log x2 - ⅔ log x0 + 0.4 log x1
			shape.VarianceTo(variances, x)
			common, all, square, own, shared := rng.NormFloat64(), 0.0, 0.0, 0.0, 0.0
			for j, g := range gradient {
				d := math.Sqrt(variances[j])
				e := sigma * d * (math.Sqrt(shape.Correlation)*common + math.Sqrt(1-shape.Correlation)*rng.NormFloat64())
				x[j] += e
				all, square, own, shared = all+g*e, square+g*g, own+g*g*d*d, shared+g*d
			}
			variance := sigma * sigma * ((1-shape.Correlation)*own + shape.Correlation*shared*shared)
			want -= math.Log(2*math.Pi*variance/square)/2 + all*all/variance/2
			rows[i] = x
		}
		nats, exponents := Powers(rows, []int{0, 1, 2}, 7, shape)
		assert.InDeltaSlice(t, []float64{-2.0 / 3, 0.4, 1}, exponents, 0.01, name)
		assert.InDelta(t, want+7-3*math.Log(math.Sqrt(200)/2/sigma)+1.5, nats, 4, name) // errors of the three: σ/√N over deviations of ½; the fit gains ½ each
		at := PowersAt(rows, []int{0, 1, 2}, []float64{-2.0 / 3, 0.4, 1}, 7, shape)
		assert.InDelta(t, want+7-math.Log(math.Sqrt(200)/2/sigma)+0.5, at, 3, name)
		assert.Less(t, PowersAt(rows, []int{0, 1, 2}, []float64{-1, 0.4, 1}, 7, shape), at-200, name)
		wrong, _ := Powers(rows, []int{0, 1}, 7, shape)
		assert.Less(t, wrong, nats-200, name)
	}
}

// Logarithms ask for positive values.
func TestPowersOfNegatives(t *testing.T) {
	rows := [][]float64{{1, 2, 3}, {2, 1, 4}, {1, -1, 5}, {3, 2, 1}}
	nats, exponents := Powers(rows, []int{0, 1, 2}, 0, noise.NewAbsolute(3))
	assert.True(t, math.IsInf(nats, -1))
	assert.Nil(t, exponents)
	assert.True(t, math.IsInf(PowersAt(rows, []int{0, 1, 2}, []float64{1, 1, 1}, 0, noise.NewAbsolute(3)), -1))
}

// With a constant for each group the likelihood is that of the truth less what the exponent and the constants cost; and a surface that is
// steep in another column makes all of them as steep.
func TestPowersOfGroups(t *testing.T) {
	const sigma, n = 2e-3, 240
	rng := rand.New(rand.NewPCG(13, 14))
	rows, group, want := make([][]float64, n), make([]int, n), 0.0
	shape := noise.NewOneColumn(3, 1)
	for i := range rows {
		group[i] = i % 4
		x := 0.5 + rng.Float64()
		y := math.Pow(x, 0.7) * []float64{0.8, 1.3, 0.6, 1.1}[group[i]]
		e := sigma * rng.NormFloat64()
		slope := 0.7 * y / x // of y by x: the density along the normal
		want += math.Log(1+slope*slope)/2 - math.Log(2*math.Pi*sigma*sigma)/2 - e*e/sigma/sigma/2
		rows[i] = []float64{x, y + e, float64(group[i])}
	}
	flat := Polynomial{Exponents: [][]uint8{{1, 0, 0}, {0, 1, 0}}, Coefficients: []float64{1, -1}}
	nats := PowersOfGroups(rows, []int{0, 1}, group, flat, 5, shape)
	assert.InDelta(t, want+5-5*math.Log(math.Sqrt(n/4)/sigma)+2.5, nats, 6)
	assert.Less(t, PowersOfGroups(rows, []int{0, 1}, make([]int, n), flat, 5, shape), nats-500, "one constant")
	steep := Polynomial{Exponents: [][]uint8{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, Coefficients: []float64{1, -1, 1}}
	assert.InDelta(t, nats+n*math.Log(1.5)/2, PowersOfGroups(rows, []int{0, 1}, group, steep, 5, shape), 1e-6)
}
