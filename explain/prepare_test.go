package explain

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPrepareUnits(t *testing.T) {
	// Column means 3 and 0, mean squares 10 and 4; the third holds one value.
	rows := [][]float64{{2, 2, 7}, {4, -2, 7}, {2, -2, 7}, {4, 2, 7}}
	p, err := prepare(dataOf("x,y,z", rows), Options{})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1}, p.keep)
	assert.Equal(t, []string{"x", "y"}, p.names)
	assert.Equal(t, []string{"z"}, p.constant)
	assert.Nil(t, p.origin, "nothing lies far away")
	assert.InDeltaSlice(t, []float64{math.Sqrt(10), 2}, p.units, 1e-15)
	assert.InDeltaSlice(t, []float64{1 / math.Sqrt(10), 1}, p.dev, 1e-15)
	assert.Equal(t, []float64{1, 1}, p.noise)
	for i, x := range rows {
		assert.InDeltaSlice(t, []float64{x[0] / math.Sqrt(10), x[1] / 2}, p.rows[i], 1e-15)
	}
}

func TestPrepareNoise(t *testing.T) {
	rows := [][]float64{{3, 40, 7}, {-3, -40, 7}, {3, -40, 8}}
	tests := []struct {
		name  string
		noise []float64
		want  []float64 // in units of the columns, the largest 1
	}{
		{"in units of the columns", []float64{3, 40, 0}, []float64{1, 1, 0}},
		{"a common factor is free", []float64{0.3, 4, 0}, []float64{1, 1, 0}},
		{"twice as much on the first", []float64{6, 40, 0}, []float64{1, 0.5, 0}},
		{"only one has noise", []float64{0, 5, 0}, []float64{0, 1, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := prepare(dataOf("x,y,z", rows), Options{Noise: tt.noise})
			require.NoError(t, err)
			assert.InDeltaSlice(t, tt.want, p.noise, 1e-15)
		})
	}
	for _, bad := range [][]float64{{1}, {0, 0, 0}, {1, -1, 1}, {1, math.NaN(), 1}, {1, math.Inf(1), 1}} {
		_, err := prepare(dataOf("x,y,z", rows), Options{Noise: bad})
		assert.ErrorIs(t, err, ErrData, "%v", bad)
	}
}

// A column far from the origin is shifted by a short decimal within a standard
// deviation of its mean, and only such a column.
func TestPrepareShifts(t *testing.T) {
	rng := source(200)
	rows := draw(200, rng, func(rng *rand.Rand) []float64 {
		return []float64{1000 + rng.NormFloat64(), rng.NormFloat64(), -2.5e-3 + 1e-5*rng.NormFloat64(), 29 + rng.NormFloat64()}
	})
	p, err := prepare(dataOf("x,y,z,u", rows), Options{})
	require.NoError(t, err)
	require.NotNil(t, p.origin)
	assert.Equal(t, []string{"1000", "0", "-1/400", "0"}, []string{p.origin[0].String(), p.origin[1].String(), p.origin[2].String(), p.origin[3].String()})
	for i, x := range rows {
		for j, v := range x {
			assert.InDelta(t, v-p.origin[j].Float64(), p.rows[i][j]*p.units[j], 1e-12*math.Abs(v))
		}
	}
	for j := range 4 {
		square := 0.0
		for _, x := range p.rows {
			square += x[j] * x[j] / 200
		}
		assert.InDelta(t, 1, square, 1e-9, "column %d has mean square 1", j)
	}
}

func TestSpreadOfColumns(t *testing.T) {
	tests := []struct {
		name      string
		column    []float64
		mean, dev float64
	}{
		{"one value, not a dyadic one", []float64{0.1, 0.1, 0.1}, 0.1, 0},
		{"zeros", []float64{0, 0}, 0, 0},
		{"far from the origin, digits do not cancel", []float64{1e9, 1e9 + 2, 1e9 + 4}, 1e9 + 2, math.Sqrt(8.0 / 3)},
		{"one other", []float64{0, 0, 0, 4}, 1, math.Sqrt(3)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows := make([][]float64, len(tt.column))
			for i, v := range tt.column {
				rows[i] = []float64{v}
			}
			mean, dev := spread(dataOf("x", rows))
			assert.InDelta(t, tt.mean, mean[0], 1e-15*math.Abs(tt.mean))
			assert.InDelta(t, tt.dev, dev[0], 1e-14*tt.dev)
		})
	}
}

func TestRoundTo(t *testing.T) {
	for _, tt := range []struct {
		x, unit float64
		want    string
	}{
		{1234.567, 1, "1235"}, {1234.567, 9, "1235"}, {1234.567, 10, "1230"}, {1234.567, 250, "1200"},
		{1234.567, 0.1, "6173/5" /* 1234.6 */}, {-0.0123456, 1e-4, "-123/10000"}, {5e20, 1e18, "500000000000000000000"},
	} {
		r, f := roundTo(tt.x, tt.unit)
		assert.Equal(t, tt.want, r.String(), "%g to %g", tt.x, tt.unit)
		assert.Equal(t, r.Float64(), f)
		assert.LessOrEqual(t, math.Abs(f-tt.x), tt.unit/2*(1+1e-9))
	}
}

// The study of shifted data in units has the moments that brute force gives.
func TestStudyOfPrepared(t *testing.T) {
	rng := source(201)
	rows := draw(60, rng, func(rng *rand.Rand) []float64 { return []float64{500 + rng.NormFloat64(), 3 * rng.NormFloat64()} })
	s, p := studyOf(t, rows, 2, Options{Noise: []float64{1, 3}})
	assert.Equal(t, 2, s.degree)
	assert.Equal(t, p.units, s.inDecade)
	mu := s.flow.At(0)
	for i, got := range mu {
		e := s.table.Exponents(i)
		want := 0.0
		for _, x := range rows {
			v := 1.0
			for j, k := range e {
				v *= math.Pow((x[j]-p.origin[j].Float64())/p.units[j], float64(k))
			}
			want += v / 60
		}
		assert.InDelta(t, want, got, 1e-12*(1+math.Abs(want)), "%v", e)
	}
	assert.InDelta(t, p.noise[0]*p.noise[0], s.metric.Entries()[0].Value, 1e-15)
}
