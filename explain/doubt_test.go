package explain

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// No doubt hides another, and what is exact is no approximation.
func TestTell(t *testing.T) {
	approximation := doubt{texts: []string{"it waves"}, approximation: true}
	rival := doubt{texts: []string{"x - y = 0 describes the data as well"}}

	g := Generator{}
	g.addDoubt(doubt{})
	assert.Equal(t, Generator{}, g)
	g.addDoubt(rival)
	assert.False(t, g.Approximation)
	g.addDoubt(approximation)
	assert.True(t, g.Approximation)
	assert.Equal(t, "x - y = 0 describes the data as well; it waves", g.Doubt)

	exact := Generator{Rational: true}
	exact.addDoubt(approximation)
	assert.False(t, exact.Approximation)
	assert.Equal(t, "it waves", exact.Doubt)
}

// Every noise in a result is a multiple of the levels given.
func TestSigmaOfLevelsGiven(t *testing.T) {
	rows := explaintest.CirclePoints(300, explaintest.Source(320), 5)
	rng := explaintest.Source(321)
	for _, x := range rows {
		x[0] += 0.05 * rng.NormFloat64()
		x[1] += 0.1 * rng.NormFloat64()
	}
	r, err := Learn(context.Background(), dataOf("x,y", rows), Options{MaxDegree: 2, Noise: []float64{0.05, 0.1}})
	require.NoError(t, err)
	assert.InEpsilon(t, 1, r.Noise.Sigma, 0.15)
	assert.InEpsilon(t, r.Noise.Sigma, r.Generators[0].Sigma, 0.01)

	var refused *NoEquationError
	_, err = Learn(context.Background(), dataOf("x,y", rows), Options{MaxDegree: 1, Noise: []float64{0.05, 0.1}})
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, r.Noise.Unit, refused.Unit)
	assert.NotEmpty(t, refused.Reason)
}
