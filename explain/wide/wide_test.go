package wide_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/wide"
)

// table is a sample of n rows of k independent columns, far from 0 and of many sizes, that obey.
func table(n, k int, seed uint64, obey func(x []float64, e func() float64)) *wide.Sample {
	rng := rand.New(rand.NewPCG(seed, 0))
	s := wide.NewSample(k)
	for range n {
		x := make([]float64, k)
		for j := range x {
			x[j] = (10 + 3*rng.NormFloat64()) * float64(1+j%7)
		}
		obey(x, rng.NormFloat64)
		s.Add(x)
	}
	return s
}

// All columns of two equations with noise are found among 200, and no other.
func TestLinear(t *testing.T) {
	for seed := range uint64(5) {
		s := table(800, 200, seed, func(x []float64, e func() float64) {
			x[199] = x[0] + 2*x[1] - x[2] + e()
			x[50] = 3*x[51] + 0.5*e()
		})
		got, err := s.Linear(1, 112)
		require.NoError(t, err)
		assert.Equal(t, []int{0, 1, 2, 50, 51, 199}, got, "seed %d", seed)
	}
}

// Exact equations make the correlations singular, and columns of one value have none.
func TestExactRelations(t *testing.T) {
	s := table(400, 120, 1, func(x []float64, _ func() float64) {
		x[7], x[9] = x[3]+x[4], x[8]
		x[20] = 5
	})
	got, err := s.Linear(1, 112)
	require.NoError(t, err)
	assert.Equal(t, []int{3, 4, 7, 8, 9}, got)
}

// A wrong cell a thousand times too large does not hide the equation of the other rows.
func TestWrongCells(t *testing.T) {
	n := 0
	s := table(600, 150, 2, func(x []float64, e func() float64) {
		x[7] = x[14] - x[21] + 0.1*e()
		if n++; n%100 == 0 {
			x[7] *= 1000
		}
	})
	got, err := s.Linear(1, 112)
	require.NoError(t, err)
	assert.Equal(t, []int{7, 14, 21}, got)
}

// Without an equation the columns that are given best are as many as were asked for.
func TestNothingLinear(t *testing.T) {
	s := table(500, 150, 3, func([]float64, func() float64) {})
	got, err := s.Linear(limit.LeastWide, 112)
	require.NoError(t, err)
	assert.Len(t, got, limit.LeastWide)
	assert.IsIncreasing(t, got)
}

// Where all columns follow one, those that are given least are left out.
func TestMost(t *testing.T) {
	s := table(500, 150, 4, func(x []float64, e func() float64) {
		for j := 1; j < len(x); j++ {
			x[j] = x[0] + float64(j)*0.01*e()
		}
	})
	got, err := s.Linear(1, 112)
	require.NoError(t, err)
	assert.Len(t, got, 112)
	assert.Contains(t, got, 1)
	assert.NotContains(t, got, 149)
}

func TestFewRows(t *testing.T) {
	_, err := table(2*150-1, 150, 5, func([]float64, func() float64) {}).Linear(1, 112)
	require.ErrorIs(t, err, wide.ErrRows)
	assert.ErrorContains(t, err, "too few complete rows: found 299 for 150 columns, expected at least 300")
}

// The rows of a long table that are kept are spread over all of it: what its first rows lack hides no equation.
func TestSampleThins(t *testing.T) {
	n := 0
	s := table(4*limit.WideRows, 5, 6, func(x []float64, e func() float64) {
		if n++; n > limit.WideRows/5 {
			x[4] = 5*x[0] + 0.01*e()
		}
	})
	got, err := s.Linear(1, 112)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 4}, got)
}

// The widest table has the correlations that are meant.
func TestWidest(t *testing.T) {
	assert.Equal(t, 2000, wide.MaxColumns)
	assert.Panics(t, func() { wide.NewSample(3).Add([]float64{1, 2}) })
}
