package explain_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestLearnPartlyExact: the torus (x² + y² + z²)² - A (x² + y²) + B z² + C with measured A, B and C, and Cassini's oval. What is
// exact is said to be so, and the constants have the errors that they have beside it.
func TestLearnPartlyExact(t *testing.T) {
	const wide, narrow = 1.93, 0.627
	torus := func(rng *rand.Rand) []float64 {
		u, v := 2*math.Pi*rng.Float64(), 2*math.Pi*rng.Float64()
		r := wide + narrow*math.Cos(v)
		return []float64{r * math.Cos(u), r * math.Sin(u), narrow * math.Sin(v)}
	}
	const focus, product = 1.113, 1.27
	oval := func(rng *rand.Rand) []float64 {
		u := 2 * math.Pi * rng.Float64()
		r2 := focus*focus*math.Cos(2*u) + math.Sqrt(math.Pow(product, 4)-math.Pow(focus*focus*math.Sin(2*u), 2))
		return []float64{math.Sqrt(r2) * math.Cos(u), math.Sqrt(r2) * math.Sin(u)}
	}
	for _, tt := range []struct {
		name, columns string
		point         func(*rand.Rand) []float64
		sigma         float64
		exact         map[string]string
		decimals      map[string]float64
	}{
		{
			"torus", "x,y,z", torus, 0.01,
			map[string]string{"x^4": "1", "y^4": "1", "z^4": "1", "x^2*y^2": "2", "x^2*z^2": "2", "y^2*z^2": "2"},
			map[string]float64{
				"x^2": -2 * (wide*wide + narrow*narrow), "y^2": -2 * (wide*wide + narrow*narrow), "z^2": 2 * (wide*wide - narrow*narrow),
				"1": math.Pow(wide*wide-narrow*narrow, 2),
			},
		},
		{
			"Cassini's oval", "x,y", oval, 0.001,
			map[string]string{"x^4": "1", "y^4": "1", "x^2*y^2": "2"},
			map[string]float64{"x^2": -2 * focus * focus, "y^2": 2 * focus * focus, "1": math.Pow(focus, 4) - math.Pow(product, 4)},
		},
	} {
		rng := explaintest.Source(500)
		rows := explaintest.Noisy(explaintest.Draw(300, rng, tt.point), tt.sigma, rng)
		r, err := explain.Learn(t.Context(), explain.DataOf(tt.columns, rows), explain.Options{})
		require.NoError(t, err, tt.name)
		require.Len(t, r.Generators, 1, tt.name)
		g := r.Generators[0]
		assert.Equal(t, explain.Fit, g.Kind, tt.name)
		assert.Empty(t, g.Doubt, tt.name)
		assert.Len(t, g.Terms, len(tt.exact)+len(tt.decimals), tt.name)
		same := map[float64]bool{}
		for _, term := range g.Terms {
			m, err := g.Polynomial.Ring().Monomial(term.Exponents...)
			require.NoError(t, err)
			name := g.Polynomial.Ring().FormatMonomial(m)
			if want, in := tt.exact[name]; in {
				assert.True(t, term.Exact, "%s: %s", tt.name, name)
				assert.Equal(t, want, term.Coefficient.String(), "%s: %s", tt.name, name)
				continue
			}
			assert.False(t, term.Exact, "%s: %s", tt.name, name)
			assert.InDelta(t, tt.decimals[name], term.Estimate, 4*term.Stderr, "%s: %s", tt.name, name)
			same[math.Abs(term.Estimate)] = true
		}
		assert.Len(t, same, len(tt.decimals)-1, "%s: the coefficients of x² and y² are one number", tt.name)
	}
}
