package noise_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/numeric/moment"
)

func TestShapes(t *testing.T) {
	names := []string{"x", "y"}
	for _, tt := range []struct {
		shape      noise.Shape
		variance   []float64 // of the row (3, -2) at σ = 1
		deviations []float64
		words      string // at σ = 0.01
		single     bool
	}{
		{noise.NewAbsolute(2), []float64{1, 1}, []float64{1, 1}, "of one size in each column", false},
		{noise.NewRelative(2), []float64{9, 4}, []float64{1, 1}, "1 % of each value", false},
		{noise.NewOneColumn(2, 1), []float64{0, 1}, []float64{0, 1}, "in y only", true},
		{noise.NewOneRelative(2, 0), []float64{9, 0}, []float64{1, 0}, "1 % of each value of x only", true},
		{noise.NewAbsoluteBut(2, []int{0}), []float64{0, 1}, []float64{0, 1}, "of one size in each column but x", false},
		{noise.NewRelativeBut(2, []int{1}), []float64{9, 0}, []float64{1, 0}, "1 % of each value, none in y", false},
		{noise.NewSpread([]float64{0.1, 0.5}), []float64{0.01, 0.25}, []float64{0.1, 0.5}, "in proportion to the standard deviation of each column", false},
		{noise.NewLevels([]float64{0.5, 1}), []float64{0.25, 1}, []float64{0.5, 1}, "of its own size in each column", false},
		{noise.NewTogether(2, 0.5), []float64{1, 1}, []float64{1, 1}, "of one size in each column, any two with a correlation of 0.5", false},
	} {
		got := make([]float64, 2)
		tt.shape.VarianceTo(got, []float64{3, -2})
		assert.InDeltaSlice(t, tt.variance, got, 2e-6, tt.words)
		assert.InDeltaSlice(t, tt.deviations, tt.shape.Deviations(), 1e-12, tt.words)
		assert.Equal(t, tt.words, tt.shape.Words(0.01, names))
		assert.Equal(t, tt.single, tt.shape.Single())
		assert.NotEmpty(t, tt.shape.Unit(names))
		// The noise of moments is the same.
		n := tt.shape.Noise()
		for j, x := range []float64{3, -2} {
			v := 0.0
			for _, e := range n.Entries() {
				if e.Row == j && e.Col == j {
					v += e.Value
				}
			}
			if rel := n.Relative(); rel != nil {
				v += rel[j] * x * x
			}
			assert.InDelta(t, got[j], v, 1e-12)
		}
	}
}

// Errors that go together have covariances, and need not be of one size.
func TestTogether(t *testing.T) {
	s := noise.NewTogether(2, -0.5)
	s.Abs = []float64{1, 2}
	assert.Equal(t, []moment.Entry{{Row: 0, Col: 0, Value: 1}, {Row: 0, Col: 1, Value: -1}, {Row: 1, Col: 0, Value: -1}, {Row: 1, Col: 1, Value: 4}}, s.Noise().Entries())
	assert.Panics(t, func() { noise.NewTogether(3, -0.6).Noise() }, "three columns cannot all go against one another")
}

// The errors of a column without any are the square of the largest: 0.1 in x are 0.01 in y.
func TestBent(t *testing.T) {
	s := noise.NewOneColumn(2, 0)
	assert.InDeltaSlice(t, []float64{1, 0.1}, s.Bent(0.1).Abs, 1e-15)
	assert.InDeltaSlice(t, []float64{1, limit.NoNoise}, s.Bent(1e-6).Abs, 1e-15)
	assert.Equal(t, noise.NewRelative(2), noise.NewRelative(2).Bent(0.1), "relative errors are small where values are")
	assert.InDeltaSlice(t, []float64{1, limit.NoNoise}, s.Abs, 1e-15, "itself as before")
}

// An error of 1 % of a value is 1 % of the value, not of how far the value lies from the origin of a search.
func TestShifted(t *testing.T) {
	got := make([]float64, 2)
	noise.NewRelative(2).Shifted([]float64{-7, 0}).VarianceTo(got, []float64{0.5, 3})
	assert.InDeltaSlice(t, []float64{49, 9}, got, 2e-6)
	noise.NewOneRelative(2, 0).Shifted([]float64{0, 7}).VarianceTo(got, []float64{0.5, 3})
	assert.InDeltaSlice(t, []float64{0.25, 0}, got, 2e-6)
}
