package plot

import (
	"bytes"
	"encoding/base64"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// The corners of the picture are the corners of the matrix.
func TestHeat(t *testing.T) {
	h := Heat{Values: mat.NewDense(2, 3, []float64{0, 1, 2, 2, 1, 0})}
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
	at := func(x, y int) colour {
		c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
		return colour{c.R, c.G, c.B}
	}
	assert.Equal(t, heatColour(0), at(0, 0))
	assert.Equal(t, heatColour(1), at(599, 0))
	assert.Equal(t, heatColour(1), at(0, 399))
	whole := h.image()
	for y := range whole.height {
		for x := range whole.width {
			require.Equal(t, whole.at[y*whole.width+x], at(x, y), "%d, %d", x, y)
		}
	}
}

// Pictures beside one another keep their sizes; a row is as high as its highest.
func TestGrid(t *testing.T) {
	square, err := Heat{Values: mat.NewDense(2, 2, []float64{0, 1, 2, 3})}.Draw()
	require.NoError(t, err)
	points := mat.NewDense(3, 2, []float64{0, 0, 1, 1, 2, 0})
	scatter, err := Scatter{Title: "a & b", Points: points, Class: []int{0, 1, 0}}.Draw()
	require.NoError(t, err)
	titled, err := Heat{Values: points, Title: "points"}.Draw()
	require.NoError(t, err)
	all, err := Grid(2, square, scatter, titled)
	require.NoError(t, err)
	assert.Equal(t, square.width+scatter.width, all.width)
	assert.Equal(t, max(square.height, scatter.height)+titled.height, all.height)
	svg := written(t, all)
	assert.Equal(t, 4, strings.Count(svg, "<svg"))
	assert.Contains(t, svg, "a &amp; b")
	assert.Equal(t, 3, strings.Count(svg, "<circle"))
	_, err = Grid(0, square)
	require.Error(t, err)
	_, err = Scatter{}.Draw()
	require.Error(t, err)
}
