package equation_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// shares makes an estimate of noise variance s from shares.
func shares(share []float64, s, stderr float64) equation.Equation {
	e := equation.Equation{}
	e.Estimate.Share, e.Estimate.Fit.Variance, e.Estimate.Stderr, e.Estimate.Rows, e.Estimate.Fit.Idx = share, s, stderr, float64(len(share)), []int{0}
	return e
}

func TestPooledNoise(t *testing.T) {
	a, b := []float64{1, 3, 1, 3}, []float64{1, 1, 3, 3}
	one := shares(a, 2, 0.5)
	v, stderr := equation.PooledNoise([]equation.Equation{one})
	assert.Equal(t, 2.0, v)
	assert.InDelta(t, 0.5, stderr, 1e-12)
	v, stderr = equation.PooledNoise([]equation.Equation{one, shares(b, 2.2, 0.5)})
	assert.InDelta(t, 2.1, v, 1e-9, "the mean")
	assert.InDelta(t, 0.5/math.Sqrt2, stderr, 0.02, "shares that have nothing in common")
	_, stderr = equation.PooledNoise([]equation.Equation{one, one})
	assert.InDelta(t, 0.5, stderr, 1e-9, "the same equation twice is no more than once")
	_, stderr = equation.PooledNoise([]equation.Equation{shares([]float64{0, 0}, 0, limit.RoundingVariance)})
	assert.InDelta(t, limit.RoundingVariance, stderr, limit.RoundingVariance/100)
}
