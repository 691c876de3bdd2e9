package learn_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/learn"
)

func TestCutoff(t *testing.T) {
	clear := learn.Spectrum{Values: []float64{9, 5, 1, 1e-9, 1e-10}, Rows: 50, Floor: 1e-14}
	zero := learn.Spectrum{Values: []float64{3, 2, 1e-17, 0}, Rows: 50, Floor: 1e-15}
	smooth := learn.Spectrum{Values: []float64{8, 4, 2, 1}, Rows: 50, Floor: 1e-15}
	for _, c := range []struct {
		name   string
		cutoff learn.Cutoff
		s      learn.Spectrum
		rank   int
		gap    float64
		err    error
	}{
		{"a clear gap", learn.Automatic{}, clear, 3, 1e9, nil},
		{"values below the floor count as the floor", learn.Automatic{}, zero, 2, 2e15, nil},
		{"no gap is an error", learn.Automatic{}, smooth, 0, 0, learn.ErrNoGap},
		{"a smaller gap on request", learn.Automatic{MinGap: 2}, smooth, 1, 2, nil},
		{"data at the origin of a homogeneous kernel", learn.Automatic{}, learn.Spectrum{Values: []float64{0, 0}, Rows: 1}, 0, 1, nil},
		{"a single value has no neighbour", learn.Automatic{}, learn.Spectrum{Values: []float64{2}, Rows: 9}, 0, 0, learn.ErrNoGap},
		{"a gap below 1 means nothing", learn.Automatic{MinGap: 0.5}, clear, 0, 0, learn.ErrCutoff},
		{"threshold", learn.Threshold{Sigma: 2}, clear, 2, 5, nil},
		{"threshold 0 keeps what is not rounding", learn.Threshold{}, zero, 2, 2e15, nil},
		{"threshold above all", learn.Threshold{Sigma: 100}, clear, 0, 1, nil},
		{"the bound itself is not kept", learn.Threshold{Sigma: 5}, clear, 1, 9 / 5.0, nil},
		{"negative threshold", learn.Threshold{Sigma: -1}, clear, 0, 0, learn.ErrCutoff},
		{"threshold NaN", learn.Threshold{Sigma: math.NaN()}, clear, 0, 0, learn.ErrCutoff},
		{"relative threshold", learn.RelativeThreshold{Ratio: 0.5}, clear, 2, 5, nil},
		{"relative threshold beyond 1", learn.RelativeThreshold{Ratio: 2}, clear, 0, 0, learn.ErrCutoff},
		{"relative threshold 1 keeps none", learn.RelativeThreshold{Ratio: 1}, clear, 0, 1, nil},
		{"relative threshold 0 keeps what is not rounding", learn.RelativeThreshold{}, zero, 2, 2e15, nil},
		{"negative relative threshold", learn.RelativeThreshold{Ratio: -1}, clear, 0, 0, learn.ErrCutoff},
		{"a gap of 1 is allowed", learn.Automatic{MinGap: 1}, smooth, 1, 2, nil},
		{"all at the floor", learn.Automatic{}, learn.Spectrum{Values: []float64{2, 1}, Rows: 1, Floor: 2}, 0, 1, nil},
		{"nothing at all", learn.Automatic{}, learn.Spectrum{}, 0, 1, nil},
		{"vanishing: values below √N/5 behind a gap", learn.VanishingGap{}, clear, 3, 1e9, nil},
		{"vanishing: a gap above √N/5 is none", learn.VanishingGap{}, learn.Spectrum{Values: []float64{90, 9}, Rows: 4}, 0, 0, learn.ErrNoGap},
		{"vanishing: the gap on request", learn.VanishingGap{MinGap: 2}, smooth, 2, 2, nil},
		{"vanishing: the largest of two gaps", learn.VanishingGap{}, learn.Spectrum{Values: []float64{9, 1, 0.01}, Rows: 50}, 2, 100, nil},
		{"vanishing: a gap of 1 is allowed", learn.VanishingGap{MinGap: 1}, learn.Spectrum{Values: []float64{4, 2, 2}, Rows: 4}, 1, 2, nil},
		{"vanishing: a gap below 1 means nothing", learn.VanishingGap{MinGap: 0.5}, clear, 0, 0, learn.ErrCutoff},
		{"vanishing: all zero", learn.VanishingGap{}, learn.Spectrum{Values: []float64{2, 1}, Rows: 1, Floor: 2}, 0, 1, nil},
		{"vanishing: nothing at all", learn.VanishingGap{}, learn.Spectrum{}, 0, 1, nil},
		{"by degree: the first", learn.ByDegree{learn.Rank{K: 4}, learn.Rank{K: 1}}, clear, 4, 10, nil},
		{"by degree: none", learn.ByDegree{nil, learn.Rank{K: 1}}, clear, 0, 0, learn.ErrCutoff},
		{"relative threshold of nothing", learn.RelativeThreshold{Ratio: 0.5}, learn.Spectrum{}, 0, 1, nil},
		{"rank", learn.Rank{K: 4}, clear, 4, 10, nil},
		{"full rank", learn.Rank{K: 5}, clear, 5, 1, nil},
		{"rank beyond", learn.Rank{K: 6}, clear, 0, 0, learn.ErrCutoff},
		{"negative rank", learn.Rank{K: -1}, clear, 0, 0, learn.ErrCutoff},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.cutoff.Cut(c.s)
			require.ErrorIs(t, err, c.err)
			if c.err != nil {
				return
			}
			assert.Equal(t, c.rank, got.Rank)
			assert.InEpsilon(t, c.gap, got.Gap, 1e-12)
			assert.NotEmpty(t, got.Reason)
			assert.NotEmpty(t, c.cutoff.String())
		})
	}
}

// TestGap: the ratio of the values around a cut, those below the floor taken for the floor; 1 at
// the ends of the spectrum.
func TestGap(t *testing.T) {
	for _, c := range []struct {
		values []float64
		floor  float64
		rank   int
		gap    float64
	}{
		{[]float64{3, 2}, 0, 1, 1.5}, {[]float64{3, 2}, 0, 0, 1}, {[]float64{3, 2}, 0, 2, 1}, {[]float64{3, 0}, 0, 1, math.Inf(1)},
		{[]float64{3, 1e-9}, 0.5, 1, 6}, {[]float64{3, 1}, 4, 1, 1}, {[]float64{8, 4, 1}, 0, 2, 4}, {nil, 0, 0, 1},
	} {
		cut, err := learn.Rank{K: c.rank}.Cut(learn.Spectrum{Values: c.values, Floor: c.floor, Rows: 5})
		if assert.NoError(t, err, "%v", c) {
			assert.Equal(t, c.rank, cut.Rank)
			assert.Equal(t, c.gap, cut.Gap, "%v", c)
		}
	}
}
