package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// TestDistances compares the bound with distances that are known.
func TestDistances(t *testing.T) {
	x := [][]float64{{3, 4}, {0, 0}, {1, 0}, {1.01, 0}, {0, 0.9}}
	s := explaintest.Plain(t, x, 2)
	circle := support.Fit{Idx: []int{0, s.Table.Position([]uint8{2, 0}), s.Table.Position([]uint8{0, 2})}, C: []float64{-1, 1, 1}}
	d := distances(context.Background(), s, circle, x)
	for i, want := range []float64{4, 1, 0, 0.01, 0.1} {
		assert.LessOrEqual(t, d[i], want*(1+1e-12), "%v", x[i])
		assert.GreaterOrEqual(t, d[i], 0.45*want, "%v", x[i])
	}
}

func TestRobustScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d := make([]float64, 2000)
	for i := range d {
		d[i] = math.Abs(0.3 * rng.NormFloat64())
	}
	assert.InDelta(t, 0.3, robustScale(d, 3), 0.02)
	for i := range 200 {
		d[i] = 1e9
	}
	assert.InDelta(t, 0.35, robustScale(d, 3), 0.04, "a tenth of outliers adds little")
	clear(d[:1200])
	assert.Greater(t, robustScale(d, 3), 0.0, "most distances zero")
	assert.Equal(t, math.Sqrt(limit.RoundingVariance), robustScale(make([]float64, 9), 3), "all zero")
}
