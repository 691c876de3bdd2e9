package robust

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// TestPairOfFewRows has a wrong cell in products of twelve rows: too few for dense polynomials of degree 2.
func TestPairOfFewRows(t *testing.T) {
	rng := explaintest.Source(3)
	rows := make([][]float64, 12)
	for i := range rows {
		a, b := 1+8*rng.Float64(), 2+10*rng.Float64()
		rows[i] = []float64{a, b, a * b * (1 + 0.003*rng.NormFloat64())}
	}
	rows[7][2] *= 0.7
	data := problem.Data{Names: []string{"a", "b", "p"}, Points: explaintest.Points(rows), MaxDegree: 3}
	far, _, err := consensus(t.Context(), data, 0, nil, limit.MaxOutliers)
	require.NoError(t, err)
	assert.Equal(t, []int{7}, far)

	s, err := data.Scale()
	require.NoError(t, err)
	pair, err := newPair(t.Context(), s, s.Apply(data.Points), 3)
	require.NoError(t, err)
	require.True(t, pair.concentrate(t.Context()))
	assert.Equal(t, [][]uint8{{0, 0, 1}, {1, 1, 0}}, [][]uint8{pair.p.Table.Exponents(pair.idx[0]), pair.p.Table.Exponents(pair.idx[1])})
	assert.NotContains(t, pair.best.chosen, 7)
}

// TestPairOfZeros has columns that are 0 at most rows: no ratio is steady there.
func TestPairOfZeros(t *testing.T) {
	rows := make([][]float64, 12)
	for i := range rows {
		rows[i] = []float64{0, float64(i % 5), 0}
		rows[i][2*(i%2)] = float64(i)
	}
	data := problem.Data{Names: []string{"a", "b", "c"}, Points: explaintest.Points(rows), MaxDegree: 2}
	s, err := data.Scale()
	require.NoError(t, err)
	pair, err := newPair(t.Context(), s, s.Apply(data.Points), 2)
	require.NoError(t, err)
	assert.Nil(t, pair)
}

// TestOutlierDistance compares with values of scipy.stats.t.ppf(scipy.stats.norm.cdf(-6), ν).
func TestOutlierDistance(t *testing.T) {
	for freedom, want := range map[int]float64{5: 99.2048, 8: 29.33921, 18: 11.01664, 48: 7.373322, 10000: 6.005554, 1 << 30: 6.005554} {
		assert.InEpsilon(t, want, outlierDistance(freedom), 1e-5, "%d", freedom)
	}
	assert.Equal(t, outlierDistance(1), outlierDistance(-3))
}
