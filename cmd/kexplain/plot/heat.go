package plot

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Heat is a picture of a matrix: one square of pixels an entry, the smallest
// white, the largest dark blue.
type Heat struct {
	Values mat.Matrix
	// Title is written above a frame with numbers; without one there is no frame.
	Title string
}

// heatSide is the length that the longer side of the picture is near to, in
// pixels.
const heatSide = 600

// Draw draws the matrix.
func (h Heat) Draw() (*Picture, error) {
	img := h.image()
	if h.Title != "" {
		rows, cols := h.Values.Dims()
		d := newDrawing(h.Title, plotSide, plotSide, 20, axis{low: 0, high: float64(cols)}, axis{low: float64(rows), high: 0})
		d.raster(img)
		return d.finish(), nil
	}
	width, height := img.width, img.height
	d := &drawing{width: float64(width), height: float64(height), pageWidth: float64(width), pageHeight: float64(height)}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d">`, width, height)
	d.raster(img)
	d.printf(`</svg>`)
	return d.picture(), nil
}

func (h Heat) image() *pixels {
	rows, cols := h.Values.Dims()
	side := max(1, heatSide/max(rows, cols))
	low, high := math.Inf(1), math.Inf(-1)
	for i := range rows {
		for j := range cols {
			if v := h.Values.At(i, j); !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	img := newPixels(cols*side, rows*side)
	for i := range rows {
		for j := range cols {
			c := heatColour((h.Values.At(i, j) - low) / max(high-low, math.SmallestNonzeroFloat64))
			for y := i * side; y < (i+1)*side; y++ {
				for x := j * side; x < (j+1)*side; x++ {
					img.at[y*img.width+x] = c
				}
			}
		}
	}
	return img
}

// heatColour goes from white to dark blue; what is no number is red.
func heatColour(v float64) colour {
	if math.IsNaN(v) {
		return colour{0xff, 0, 0}
	}
	mix := func(from, to float64) uint8 { return uint8(math.Round(from + v*(to-from))) }
	return colour{mix(255, 8), mix(255, 48), mix(255, 107)}
}
