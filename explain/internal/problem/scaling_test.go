package problem_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// scale returns the scaling of rows with columns x, y, …, and the rows in its units.
func scale(t *testing.T, rows [][]float64, noise *mat.SymDense) (*problem.Scaling, [][]float64) {
	t.Helper()
	d := dataOf(rows, noise)
	s, err := d.Scale()
	require.NoError(t, err)
	return s, s.Apply(d.Points)
}

func dataOf(rows [][]float64, noise *mat.SymDense) problem.Data {
	return problem.Data{Names: strings.Split("x,y,z,u", ",")[:len(rows[0])], Points: explaintest.Points(rows), Noise: noise}
}

func TestScaleUnits(t *testing.T) {
	// Column means 3 and 0, mean squares 10 and 4; the third holds one value.
	rows := [][]float64{{2, 2, 7}, {4, -2, 7}, {2, -2, 7}, {4, 2, 7}}
	p, scaled := scale(t, rows, nil)
	assert.Equal(t, []int{0, 1}, p.Keep)
	assert.Equal(t, []string{"x", "y"}, p.Names)
	assert.Equal(t, []string{"z"}, p.Constant)
	assert.Nil(t, p.Origin, "nothing lies far away")
	assert.InDeltaSlice(t, []float64{math.Sqrt(10), 2}, p.Units, 1e-15)
	assert.InDeltaSlice(t, []float64{1 / math.Sqrt(10), 1}, p.Dev, 1e-15)
	assert.Equal(t, []float64{1, 1}, p.Noise)
	for i, x := range rows {
		assert.InDeltaSlice(t, []float64{x[0] / math.Sqrt(10), x[1] / 2}, scaled[i], 1e-15)
	}
}

func TestScaleNoise(t *testing.T) {
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
			noise := mat.NewSymDense(3, nil)
			for j, c := range tt.noise {
				noise.SetSym(j, j, c*c)
			}
			p, _ := scale(t, rows, noise)
			assert.InDeltaSlice(t, tt.want, p.Noise, 1e-15)
		})
	}
	_, err := dataOf(rows, mat.NewSymDense(3, nil)).Scale()
	assert.ErrorIs(t, err, problem.ErrData)
}

// A column far from the origin is shifted by a short decimal within a standard
// deviation of its mean, and only such a column.
func TestScaleShifts(t *testing.T) {
	rng := explaintest.Source(200)
	rows := explaintest.Draw(200, rng, func(rng *rand.Rand) []float64 {
		return []float64{1000 + rng.NormFloat64(), rng.NormFloat64(), -2.5e-3 + 1e-5*rng.NormFloat64(), 9.5 + rng.NormFloat64()}
	})
	p, scaled := scale(t, rows, nil)
	require.NotNil(t, p.Origin)
	assert.Equal(t, []string{"1000", "0", "-1/400", "0"}, []string{p.Origin[0].String(), p.Origin[1].String(), p.Origin[2].String(), p.Origin[3].String()})
	for i, x := range rows {
		for j, v := range x {
			assert.InDelta(t, v-p.Origin[j].Float64(), scaled[i][j]*p.Units[j], 1e-12*math.Abs(v))
		}
	}
	for j := range 4 {
		square := 0.0
		for _, x := range scaled {
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
			mean, dev := dataOf(rows, nil).Spread()
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
		r, f := problem.RoundTo(tt.x, tt.unit)
		assert.Equal(t, tt.want, r.String(), "%g to %g", tt.x, tt.unit)
		assert.Equal(t, r.Float64(), f)
		assert.LessOrEqual(t, math.Abs(f-tt.x), tt.unit/2*(1+1e-9))
	}
}

// The problem of shifted data in units has the moments that brute force gives.
func TestMomentsOfProblem(t *testing.T) {
	rng := explaintest.Source(201)
	rows := explaintest.Draw(60, rng, func(rng *rand.Rand) []float64 { return []float64{500 + rng.NormFloat64(), 3 * rng.NormFloat64()} })
	p, scaled := scale(t, rows, mat.NewSymDense(2, []float64{1, 0, 0, 9}))
	s, err := problem.New(t.Context(), p, scaled, 2)
	require.NoError(t, err)
	assert.Equal(t, 2, s.Degree)
	mu := s.Flow.At(0)
	for i, got := range mu {
		e := s.Table.Exponents(i)
		want := 0.0
		for _, x := range rows {
			v := 1.0
			for j, k := range e {
				v *= math.Pow((x[j]-p.Origin[j].Float64())/p.Units[j], float64(k))
			}
			want += v / 60
		}
		assert.InDelta(t, want, got, 1e-12*(1+math.Abs(want)), "%v", e)
	}
	assert.InDelta(t, p.Noise[0]*p.Noise[0], s.Metric.Entries()[0].Value, 1e-15)
}

// Columns far from 0 can be measured from there, unless double precision forbids it.
func TestUnshifted(t *testing.T) {
	for _, tt := range []struct {
		name string
		mean float64 // of the first column, of standard deviation 1
		want bool
	}{
		{"nothing is shifted", 10, false},
		{"volts", 100, true},
		{"map coordinates", 5e6, false},
	} {
		d := dataOf([][]float64{{tt.mean - 1, 1}, {tt.mean + 1, -1}}, nil)
		s, err := d.ScaleUnshifted()
		require.NoError(t, err)
		assert.Equal(t, tt.want, s != nil, tt.name)
		if s != nil {
			assert.Nil(t, s.Origin)
		}
	}
}
