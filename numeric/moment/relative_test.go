package moment

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The moments of normal errors, against the definition by the Hermite rule.
func TestSwell(t *testing.T) {
	for k := range 9 {
		for _, v := range []float64{0, 0.01, 0.3} {
			want := 0.0
			for _, h := range hermite {
				want += h.w * math.Pow(1+math.Sqrt(v)*h.x[0], float64(k))
			}
			got, slope := swell(k, v)
			assert.InDelta(t, want, got, 1e-12)
			const h = 1e-4
			up, _ := swell(k, v+h)
			down, _ := swell(k, v-h)
			assert.InDelta(t, (up-down)/(2*h), slope, 1e-5)
		}
	}
}

// draws is the number of random errors of every point in the tests below.
const draws = 100_000

// unbiased fails where the mean of the estimates from draws of noisy points is more than
// three standard errors from the moments of the true ones. worst allows for the largest
// of several moments.
func unbiased(t *testing.T, truth []float64, estimate func(k int) []float64) {
	t.Helper()
	const worst = 1.2
	sum, sum2 := make([]float64, len(truth)), make([]float64, len(truth))
	for k := range draws {
		for i, v := range estimate(k) {
			d := v - truth[i]
			sum[i] += d
			sum2[i] += d * d
		}
	}
	for i := range truth {
		mean := sum[i] / draws
		stderr := math.Sqrt((sum2[i]/draws-mean*mean)/draws) + 1e-12
		assert.Less(t, math.Abs(mean)/stderr, 3*worst, "moment %d: %g ± %g off %g", i, mean, stderr, truth[i])
	}
}

func TestRelativeUnbiasedOverDraws(t *testing.T) {
	rng := source(7)
	tab, err := NewMonomials(2, 6)
	require.NoError(t, err)
	x := []float64{1.3, -0.7}
	noise := Independent([]float64{0.1, 0}).WithRelative([]float64{0.5, 1})
	const s = 0.09
	exact := NewOn(tab)
	exact.Add(x, 1)
	flow := exact.Flow(noise)
	truth := flow.At(0)
	one := make([]Poly, len(truth))
	for i := range one {
		one[i] = flow.Cool(Poly{Idx: []int{i}, C: []float64{1}}, s)
	}
	row, out := make([]float64, len(truth)), make([]float64, len(truth))
	unbiased(t, truth, func(int) []float64 {
		y := []float64{
			x[0]*(1+math.Sqrt(s)*0.5*rng.NormFloat64()) + math.Sqrt(s)*0.1*rng.NormFloat64(),
			x[1] * (1 + math.Sqrt(s)*rng.NormFloat64()),
		}
		tab.EvalTo(row, y)
		for i, p := range one {
			out[i] = p.Value(row)
		}
		return out
	})
}

func TestWithRelativeOfOtherLength(t *testing.T) {
	assert.Panics(t, func() { Independent([]float64{1}).WithRelative([]float64{1, 1}) })
	assert.Nil(t, Independent([]float64{1}).WithRelative([]float64{0}).Relative())
}
