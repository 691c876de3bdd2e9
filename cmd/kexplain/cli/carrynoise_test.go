package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
)

// TestNoiseCarried: errors that are a part of the values become errors of logarithms of one size, and the same part of reciprocals. Columns
// that share their errors cannot have them.
func TestNoiseCarried(t *testing.T) {
	set := points.FromDense([]string{"V", "R"}, mat.NewDense(4, 2, []float64{1, 5, 3, 4, 100, 20, 7, -1}))
	carried := func(noise, with string, kept ...int) (explain.Options, error) {
		definitions, err := derived.Parse(with, set.Names())
		require.NoError(t, err)
		o, options := &learnOptions{}, explain.Options{}
		o.noise, err = parseNoise(noise)
		require.NoError(t, err)
		extended, err := derived.Extend(set, definitions, nil)
		require.NoError(t, err)
		err = o.applyNoise(&options, set, extended.Select(nil, kept), definitions, kept)
		return options, err
	}
	options, err := carried("V=2%,R=0.5", "ln_V = ln(V)", 1, 2)
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{0.5, 0.02}, options.Noise, 1e-12)
	assert.InDeltaSlice(t, []float64{0, 0}, options.Relative, 1e-12)
	options, err = carried("2%", "u = 1/V, L = ln(V)^0*R", 2)
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{0}, options.Noise, 1e-12)
	assert.InDeltaSlice(t, []float64{0.02}, options.Relative, 1e-12)
	options, err = carried("V=2%,R=1%", "v2 = V*V", 1, 2)
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{0, 0}, options.Noise, 1e-12)
	assert.InDeltaSlice(t, []float64{0.01, 0.04}, options.Relative, 1e-12)
	options, err = carried("V=0.1", "w = 2*V", 1, 2)
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{0, 0.2}, options.Noise, 1e-12)
	assert.Nil(t, options.Relative)
	_, err = carried("V=2%", "v2 = V*V", 0, 2)
	assert.ErrorContains(t, err, "share their errors")
	_, err = carried("V=0.1,R=0.1,V:R=0.5", "w = 2*V", 0, 2)
	assert.ErrorContains(t, err, "correlations cannot be carried")
}
