package plot

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// The corners of the picture are the corners of the matrix.
func TestHeat(t *testing.T) {
	h := Heat{mat.NewDense(2, 3, []float64{0, 1, 2, 2, 1, 0})}
	p, err := h.Draw()
	require.NoError(t, err)
	_, data, ok := strings.Cut(written(t, p), "base64,")
	require.True(t, ok)
	data, _, _ = strings.Cut(data, `"`)
	pixels, err := base64.StdEncoding.DecodeString(data)
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(pixels))
	require.NoError(t, err)
	assert.Equal(t, 600, img.Bounds().Dx())
	assert.Equal(t, 400, img.Bounds().Dy())
	assert.Equal(t, heatColour(0), img.At(0, 0))
	assert.Equal(t, heatColour(1), img.At(599, 0))
	assert.Equal(t, heatColour(1), img.At(0, 399))
}
