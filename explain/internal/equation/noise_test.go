package equation_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
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

// TestRecogniseCopies: the cost of an equation counts the rows that repeat its columns once.
func TestRecogniseCopies(t *testing.T) {
	rows := explaintest.Copies(120, 12, 0.01, 72)
	p := explaintest.Plain(t, rows, 2)
	idx, c := explaintest.Polynomial(t, p, "y - 2*x - 1")
	e, ok := fit.Refine(context.Background(), p, support.Fit{Idx: idx, C: c, Variance: 1e-5}, rows, limit.RefineSteps)
	require.True(t, ok)
	floor := e.Fit.Variance / 9
	got := equation.Recognise(p, e, 120, floor)
	assert.InDelta(t, got.Length()+fit.Tempered(12, e.Fit.Variance, floor), got.Cost, 1e-9)
	require.True(t, got.Exact)
	got.SetRarity(p, 1)
	assert.InDelta(t, 1, got.Refitted(p, e, 120, floor).Rarity, 0)
	got.SetRarity(p, 1e3)
	assert.False(t, got.Refitted(p, e, 120, floor).Exact, "as rare as before")
}

// TestSetRarity: integers that are less expected must be ahead by more.
func TestSetRarity(t *testing.T) {
	p := explaintest.Plain(t, explaintest.NoisyUnit(60, 0.02, 711), 2)
	gain := limit.MinEvidence() + 1
	at := func(rarity float64) equation.Equation {
		e := equation.Equation{Exact: true, Rounding: integer.Rounding{Posterior: 1, Gain: gain, MixtureGain: math.Inf(1)}}
		e.Estimate.Fit.Idx, e.Estimate.Fit.C, e.Estimate.Cov = []int{1, 2}, []float64{1, -1}, mat.NewSymDense(2, nil)
		e.SetRarity(p, rarity)
		return e
	}
	assert.True(t, at(0).Exact)
	assert.True(t, at(0.9).Exact)
	assert.False(t, at(1.1).Exact)
	assert.InDelta(t, 1/(1+math.Exp(1.1-gain)), at(1.1).Certainty(), 1e-12)
}
