package explain_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// A close approximation is told from an equation: the search says what describes the rows
// better, and names it as the nearest.
func TestLearnApproximation(t *testing.T) {
	sweeptest.Sweep(t)
	// A chain cosh x between -1/2 and 1/2 is a parabola to 0.1 %.
	chain := explaintest.Draw(300, explaintest.Source(860), func(rng *rand.Rand) []float64 {
		x := rng.Float64() - 0.5
		return []float64{x, math.Cosh(x)}
	})
	_, err := explain.Learn(context.Background(), explain.DataOf("x,y", chain), explain.Options{MaxDegree: 2})
	var none *explain.NoEquationError
	require.ErrorAs(t, err, &none)
	assert.Equal(t, "a hyperbolic function of x", none.Null.String())
	assert.Less(t, none.Lead, -limit.MaxBehind)
	assert.Equal(t, "root mean square of x, the other columns having next to none", none.Unit)
	assert.Less(t, none.Sigma, 5e-5, "%s is near: to 7e-6 in x", none.Best)
	r, err := explain.Learn(context.Background(), explain.DataOf("x,y", explain.NoisyCircle()), explain.Options{MaxDegree: 2})
	require.NoError(t, err)
	assert.False(t, r.Generators[0].Approximation)
}

// Integers are not claimed of the few digits that few rows give.
func TestLearnFewRows(t *testing.T) {
	sweeptest.Sweep(t)
	wrong := 0
	for k := range uint64(30) {
		rows := explaintest.Noisy(explaintest.Draw(12+4*int(k%3), explaintest.Source(870+k), func(rng *rand.Rand) []float64 {
			a := 2 * math.Pi * rng.Float64()
			return []float64{5 * math.Cos(a), 3 * math.Sin(a)}
		}), 0.01, explaintest.Source(900+k))
		r, err := explain.Learn(context.Background(), explain.DataOf("x,y", rows), explain.Options{MaxDegree: 2})
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

// Three coefficients of a curve need fifteen rows, unless they are exact: then ten will mostly do.
func TestLearnExactOfTenRows(t *testing.T) {
	sweeptest.Sweep(t)
	found := 0
	draws := 12
	for k := range uint64(draws) {
		rows := explaintest.Draw(10, explaintest.Source(940+k), func(rng *rand.Rand) []float64 {
			x, y := 10*rng.Float64(), 10*rng.Float64()
			return []float64{x, y, math.Round(1000*(x+y)/2) / 1000}
		})
		if r, err := explain.Learn(context.Background(), explain.DataOf("x,y,z", rows), explain.Options{MaxDegree: 2}); err == nil {
			assert.Equal(t, []string{"x + y - 2*z"}, explain.Texts(r))
			found++
		}
		for _, x := range rows {
			x[2] = 0.07123*x[0]*x[1] + 0.2345*x[1]
		}
		_, err := explain.Learn(context.Background(), explain.DataOf("x,y,z", explaintest.Noisy(rows, 0.01, explaintest.Source(960+k))), explain.Options{MaxDegree: 2})
		var none *explain.NoEquationError
		require.ErrorAs(t, err, &none, "three decimals of ten rows")
	}
	assert.GreaterOrEqual(t, found, draws-draws/6)
}
