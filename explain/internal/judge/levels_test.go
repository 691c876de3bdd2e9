package judge

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

func TestFitLevels(t *testing.T) {
	rng := explaintest.Source(952)
	want := []float64{0.04, 1e-4, 0.25}
	n := 20000
	grad2, square := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range n {
		v := 0.0
		for j := range want {
			g := rng.NormFloat64()
			grad2.Set(i, j, g*g)
			v += want[j] * g * g
		}
		e := rng.NormFloat64()
		square[i] = v * e * e
	}
	got := fitLevels(square, grad2, []float64{1, 0, 0})
	require.Len(t, got, 3)
	assert.InEpsilon(t, want[0], got[0], 0.1)
	assert.InDelta(t, want[1], got[1], 2e-3)
	assert.InEpsilon(t, want[2], got[2], 0.1)
	assert.Less(t, levelLength(square, grad2, got), levelLength(square, grad2, []float64{0.1, 0.1, 0.1}))
	assert.Nil(t, fitLevels([]float64{1, 2}, mat.NewDense(2, 2, []float64{1, 1, 2, 2}), []float64{1, 1}), "one direction only")
}
