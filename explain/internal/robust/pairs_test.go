package robust

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
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

// TestPairOfManyRows: the ratios are compared at some of 1000 rows, a fifth of which are far off, and the steadiest at all.
func TestPairOfManyRows(t *testing.T) {
	rng := explaintest.Source(5)
	rows := make([][]float64, 1000)
	for i := range rows {
		a, b := 1+8*rng.Float64(), 2+10*rng.Float64()
		rows[i] = []float64{a, b, a * b * (1 + 0.003*rng.NormFloat64()), rng.Float64()}
		if i%5 == 2 {
			rows[i][2] *= 1.5 + rng.Float64()
		}
	}
	data := problem.Data{Names: []string{"a", "b", "p", "c"}, Points: explaintest.Points(rows), MaxDegree: 3}
	s, err := data.Scale()
	require.NoError(t, err)
	pair, err := newPair(t.Context(), s, s.Apply(data.Points), 3)
	require.NoError(t, err)
	assert.Equal(t, [][]uint8{{0, 0, 1, 0}, {1, 1, 0, 0}}, [][]uint8{pair.p.Table.Exponents(pair.idx[0]), pair.p.Table.Exponents(pair.idx[1])})
	require.Len(t, pair.starts, 1)
	assert.Len(t, pair.starts[0], agreeing(rows))
	off := 0
	for _, i := range pair.starts[0] {
		if i%5 == 2 {
			off++
		}
	}
	assert.LessOrEqual(t, off, agreeing(rows)-800, "no more than must be among them")
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

// TestSteadiest compares with rows in full order and with the metric of the problem, for every pair of monomials, with errors that go
// together and in proportion to the values, and a zero.
func TestSteadiest(t *testing.T) {
	rng := explaintest.Source(4)
	rows := make([][]float64, 300)
	for i := range rows {
		a, b := 1+8*rng.Float64(), float64(1+i%3)
		rows[i] = []float64{a, b, a * b * (1 + 0.01*rng.NormFloat64()), -2 - rng.Float64()}
	}
	rows[3][0] = 0
	noise := mat.NewSymDense(4, []float64{1, 0.5, 0, 0, 0.5, 2, 0, 0, 0, 0, 1, -0.3, 0, 0, -0.3, 1})
	data := problem.Data{Names: []string{"a", "b", "c", "d"}, Points: explaintest.Points(rows), MaxDegree: 2, Noise: noise, Relative: []float64{0.1, 0, 0.2, 0}}
	s, err := data.Scale()
	require.NoError(t, err)
	p, err := problem.New(t.Context(), s, s.Apply(data.Points), 2)
	require.NoError(t, err)
	most, idx := agreeing(p.Rows), reduced(p.Table, p.Rows, 2)
	logs, fast := logarithms(p.Table, p.Rows, idx), newRatios(p, p.Rows)
	pairs := 0
	for k, b := range idx {
		for i, a := range idx[:k] {
			if !relates(p.Table.Exponents(a), p.Table.Exponents(b)) {
				continue
			}
			pairs++
			want, change := steadiestPlainly(p, most, a, b)
			rows, got := fast.steadiest(a, b, logs[i], logs[k], math.Inf(1))
			require.InEpsilon(t, change, got, 1e-9)
			assert.Equal(t, want, rows)
			_, none := fast.steadiest(a, b, logs[i], logs[k], got)
			assert.True(t, math.IsInf(none, 1), "not below its own change")
		}
	}
	assert.Greater(t, pairs, 20)
}

// steadiestPlainly is ratios.steadiest in the order of its definition.
func steadiestPlainly(p *problem.Problem, most, a, b int) (rows []int, change float64) {
	above, below := p.Table.Exponents(a), p.Table.Exponents(b)
	logs, gradients := make([]float64, len(p.Rows)), make([][]float64, len(p.Rows))
	for i, x := range p.Rows {
		gradients[i] = make([]float64, len(x))
		for j, v := range x {
			if e := float64(above[j]) - float64(below[j]); e != 0 {
				logs[i] += e * math.Log(math.Abs(v))
				gradients[i][j] = e / v
			}
		}
	}
	order := numeric.FirstInts(len(logs))
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(logs[i], logs[k]) })
	width := math.Inf(1)
	for k := range len(order) - most + 1 {
		if w := logs[order[k+most-1]] - logs[order[k]]; w < width {
			width, rows = w, order[k:k+most]
		}
	}
	mean := 0.0
	for _, i := range rows {
		mean += logs[i] / float64(most)
	}
	for _, i := range rows {
		d := logs[i] - mean
		change += d * d / p.Metric.Norm2At(p.Rows[i], gradients[i])
	}
	return slices.Sorted(slices.Values(rows)), change
}
