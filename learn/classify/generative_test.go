package classify_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/learn/classify"
)

// Two concentric circles: each class vanishes on its own, so that the ℓ1 norm tells them
// apart without a rule that is trained.
func TestGenerativeNorm(t *testing.T) {
	const n = 40
	x, labels := mat.NewDense(2*n, 2, nil), make([]string, 2*n)
	for i := range 2 * n {
		s, c := math.Sincos(0.3 + 2*math.Pi*float64(i)/n)
		r := 1 + float64(i/n)
		x.SetRow(i, []float64{r * c, r * s})
		labels[i] = []string{"inner", "outer"}[i/n]
	}
	m, err := classify.GenerativeNorm{AVICA: learn.AVICA{Degree: 2}}.Fit(t.Context(), x, labels)
	require.NoError(t, err)
	require.Equal(t, []string{"inner", "outer"}, m.Classes())
	assert.Equal(t, []int{1, 1}, m.Counts())
	fresh := mat.NewDense(4, 2, []float64{1, 0, 0, -2, 0.6, 0.8, 1.2, 1.6})
	got, err := m.Predict(t.Context(), fresh)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 0, 1}, got)

	// As printed, zero singular values are discarded and with them what is exact.
	_, err = classify.GenerativeNorm{AVICA: learn.AVICA{Degree: 1, Method: learn.AsPrinted{Epsilon: 1e-9}}}.Fit(t.Context(), x, labels)
	require.ErrorIs(t, err, learn.ErrData)
	for _, bad := range []struct {
		x      *mat.Dense
		labels []string
	}{{nil, nil}, {x, labels[:1]}, {x, make([]string, 2*n)}} {
		_, err = classify.GenerativeNorm{}.Fit(t.Context(), bad.x, bad.labels)
		assert.ErrorIs(t, err, learn.ErrData)
	}
}
