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
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/ring"
)

// The coordinate axes are where the products of all pairs of variables vanish.
func TestLearnProductsOfVariables(t *testing.T) {
	sweeptest.Sweep(t)
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
	sweeptest.Sweep(t)
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

// Three of 28 forces are times another factor, or have another sign: the law of the other rows is printed, and not its
// product with what holds at the three.
func TestLearnFactorOfMostRows(t *testing.T) {
	sweeptest.Sweep(t)
	for name, factor := range map[string]float64{"a unit": 1000, "a sign": -1} {
		i := 0
		rows := explaintest.Draw(28, explaintest.Source(442), func(rng *rand.Rand) []float64 {
			f, s := 1+8*rng.Float64(), 2+10*rng.Float64()
			w := f * s * (1 + 0.003*rng.NormFloat64())
			if i++; i%9 == 0 {
				w *= factor
			}
			return []float64{f, s, w}
		})
		r, err := Learn(context.Background(), dataOf("F,s,W", rows), Options{})
		require.NoError(t, err)
		assert.Equal(t, []string{"F*s - W"}, texts(r), name)
		assert.Equal(t, []int{9, 18, 27}, r.Outliers, name)
	}
}

// p²V² = cT² says what pV = ±√c T says, and p²V = cT³ is no power of anything.
func TestEquatesPowers(t *testing.T) {
	power := func(a, b []int) bool {
		return newGenerator(explaintest.RingOf(t, "p", "V", "T"), []Term{{Exponents: a, Coefficient: ring.RatFromInt(1)}, {Exponents: b, Coefficient: ring.RatFromInt(-7)}}).equatesPowers()
	}
	assert.True(t, power([]int{2, 2, 0}, []int{0, 0, 2}))
	assert.True(t, power([]int{3, 0, 0}, []int{0, 0, 3}))
	assert.False(t, power([]int{2, 1, 0}, []int{0, 0, 3}))
}
