package moment

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// L Lᵀ is the covariance, also where it is singular.
func TestCorrelatedRoot(t *testing.T) {
	for _, cov := range []*mat.SymDense{
		mat.NewSymDense(1, []float64{0}),
		mat.NewSymDense(2, []float64{4, 0, 0, 9}),
		mat.NewSymDense(2, []float64{1, 0.6, 0.6, 0.5}),
		mat.NewSymDense(2, []float64{1, -1, -1, 1}),
		mat.NewSymDense(3, []float64{0, 0, 0, 0, 2, 1, 0, 1, 3}),
		mat.NewSymDense(3, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}),
		mat.NewSymDense(3, []float64{1e-12, 0, 0, 0, 1e-12, 1e-13, 0, 1e-13, 1e-12}),
	} {
		n, err := Correlated(cov)
		require.NoError(t, err)
		k := cov.SymmetricDim()
		require.Equal(t, k, n.Vars())
		l := mat.NewDense(k, k, nil)
		for _, e := range n.Root() {
			require.LessOrEqual(t, e.Col, e.Row, "lower triangular")
			l.Set(e.Row, e.Col, e.Value)
		}
		var product mat.Dense
		product.Mul(l, l.T())
		assert.True(t, mat.EqualApprox(cov, &product, 1e-14), "%v", mat.Formatted(&product))
		entries := mat.NewDense(k, k, nil)
		for _, e := range n.Entries() {
			entries.Set(e.Row, e.Col, e.Value)
		}
		assert.True(t, mat.Equal(cov, entries))
	}
}

func TestCorrelatedErrors(t *testing.T) {
	for name, cov := range map[string]*mat.SymDense{
		"a negative variance":              mat.NewSymDense(1, []float64{-1}),
		"a correlation above one":          mat.NewSymDense(2, []float64{1, 2, 2, 1}),
		"covariance with an exact one":     mat.NewSymDense(2, []float64{0, 0.1, 0.1, 1}),
		"no number":                        mat.NewSymDense(1, []float64{math.NaN()}),
		"infinite":                         mat.NewSymDense(2, []float64{1, 0, 0, math.Inf(1)}),
		"three that cannot go so together": mat.NewSymDense(3, []float64{1, 0.9, -0.9, 0.9, 1, 0.9, -0.9, 0.9, 1}),
	} {
		_, err := Correlated(cov)
		assert.ErrorIs(t, err, ErrNoise, name)
	}
}

// Independent noise is the correlated noise of a diagonal covariance.
func TestIndependentIsDiagonal(t *testing.T) {
	n, err := Correlated(mat.NewSymDense(3, []float64{4, 0, 0, 0, 0, 0, 0, 0, 9}))
	require.NoError(t, err)
	assert.Equal(t, n, Independent([]float64{2, 0, 3}))
}

// Noise of another number of variables is a mistake of the caller.
func TestFlowPanics(t *testing.T) {
	m := gather(t, 2, 1, cloud(5, 2, 1))
	assert.Panics(t, func() { m.Flow(Independent([]float64{1})) })
}
