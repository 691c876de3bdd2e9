package explain

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// The coordinate axes are where the products of all pairs of variables vanish.
func TestLearnProductsOfVariables(t *testing.T) {
	explaintest.Slow(t)
	for k, sigma := range []float64{0, 1e-3, 0.05} {
		for vars := 2; vars <= 3; vars++ {
			t.Run(fmt.Sprint(vars, " axes, noise ", sigma), func(t *testing.T) {
				rng := explaintest.Source(uint64(420 + 2*k + vars))
				axes := explaintest.Draw(300, rng, func(rng *rand.Rand) []float64 {
					x := make([]float64, vars)
					x[rng.IntN(vars)] = 4*rng.Float64() - 2
					return x
				})
				names := "x,y,z"[:2*vars-1]
				r, err := Learn(context.Background(), dataOf(names, explaintest.Noisy(axes, sigma, rng)), Options{MaxDegree: 2})
				require.NoError(t, err)
				got := texts(r)
				slices.Sort(got)
				want := []string{"x*y", "x*z", "y*z"}
				if vars == 2 {
					want = want[:1]
				}
				assert.Equal(t, want, got)
				for _, g := range r.Generators {
					assert.True(t, g.Rational)
					assert.Empty(t, g.Doubt)
				}
			})
		}
	}
}

// A cloud is no set of axes, whatever its shape.
func TestNoProductOfVariables(t *testing.T) {
	explaintest.Slow(t)
	for k, spread := range []float64{1, 0.3, 0.1} {
		rng := explaintest.Source(uint64(430 + k))
		rows := explaintest.Draw(300, rng, func(rng *rand.Rand) []float64 {
			return []float64{rng.NormFloat64(), 1 + spread*rng.NormFloat64(), spread * rng.Float64()}
		})
		_, err := Learn(context.Background(), dataOf("x,y,z", rows), Options{MaxDegree: 3})
		var none *NoEquationError
		assert.True(t, errors.As(err, &none), "spread %v", spread)
	}
}
