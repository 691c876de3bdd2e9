package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestBehind: a curve of many decimals that describes the rows worse than no law does is refused,
// and named as the nearest; one of few decimals is a curve with a doubt, and whole numbers are
// kept as well.
func TestBehind(t *testing.T) {
	rng := explaintest.Source(263)
	growth := explaintest.Noisy(explaintest.Draw(60, rng, func(rng *rand.Rand) []float64 {
		x := 3 * rng.Float64()
		return []float64{x, math.Exp(x) / 10}
	}), 0.002, rng)
	s := problemOf(t, growth, 2, Options{})
	rest := remainder{found: &noiseFree{}}
	claimed := func(text string, stderr []float64, exact bool) ([]Generator, error) {
		e := estimated(t, s, text, stderr, exact)
		e.Estimate.Fit.Variance, e.Shape = 0.04, s.Shape
		e.Rounding.Posterior = 1
		return claims(context.Background(), &search.Verdict{Problem: s, Accepted: []equation.Equation{e}}, rest)
	}
	_, err := claimed("x^2 + 1.5137*x*y + 2.0331*y^2 - 1.1377", []float64{1e-3, 1e-3, 1e-3, 1e-9}, false)
	var none *NoEquationError
	require.ErrorAs(t, err, &none)
	assert.Equal(t, "the nearest equation has 3 measured constants, and an exponential function of x describes the rows better", none.Reason)
	assert.Contains(t, none.Best, "x^2")
	assert.Less(t, none.Lead, -limit.MaxBehind)

	few, err := claimed("x^2 + 2.0331*y^2 - 1.1377", []float64{1e-3, 1e-3, 1e-9}, false)
	require.NoError(t, err)
	assert.True(t, allCurves(few))
	assert.Contains(t, few[0].Doubt, "an exponential function of x describes the rows better")

	whole, err := claimed("x^2 + 3*x*y + 2*y^2 - 1", nil, true)
	require.NoError(t, err)
	assert.False(t, allCurves(whole))
}

// TestSettingsOfFewRows: eight rows of ten columns that are 0 or 1 obey many equations of degree 2, and none of them is learned.
// Two columns may be equal at all eight rows.
func TestSettingsOfFewRows(t *testing.T) {
	sweeptest.Sweep(t)
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 16))
		var rows [][]float64
		for range 8 {
			row := make([]float64, 10)
			for j := range row {
				row[j] = float64(rng.IntN(2))
			}
			rows = append(rows, row)
		}
		r, err := Learn(context.Background(), dataOf("a,b,c,d,e,f,g,h,i,j", rows), Options{})
		if err != nil {
			require.ErrorAs(t, err, new(*NoEquationError))
			continue
		}
		for _, g := range r.Generators {
			assert.LessOrEqual(t, g.Polynomial.Degree(), 1, "seed %d: %v", seed, g)
		}
	}
}

// TestNoApproximationAtAllRows: what is zero at every row as it is printed is no approximation.
func TestNoApproximationAtAllRows(t *testing.T) {
	sweeptest.Sweep(t)
	var rows [][]float64
	for i := range 16 {
		a, b, c := i>>2&1, i>>1&1, i&1
		rows = append(rows, []float64{float64(a), float64(b), float64(a & b), float64(a | c)})
	}
	r, err := Learn(context.Background(), dataOf("a,b,and,or", rows), Options{})
	require.NoError(t, err)
	exact := 0
	for _, g := range r.Generators {
		if g.Exact.Vanishing == g.Exact.Points {
			assert.True(t, g.Rational && !g.Approximation, "%v: %s", g, g.Doubt)
			exact++
		}
	}
	assert.Positive(t, exact)
}
