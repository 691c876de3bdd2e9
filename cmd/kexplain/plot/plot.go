// Package plot draws the pictures of the program as SVG: level sets of a score in
// the plane with the data that it was learned from, and curves.
package plot

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/atomicfile"
)

// ErrFormat says that a picture cannot be written in the format asked for.
var ErrFormat = errors.New("plot: unknown picture format")

// Raster writes a drawing, which is SVG, as PNG. It is nil in programs that cannot.
type Raster func(svg string, w io.Writer) error

// CheckName returns an error when the name of a file does not end in .svg, or in .png where
// there is something to write that, in small or capital letters.
func CheckName(path string, raster Raster) error {
	switch ext := filepath.Ext(path); strings.ToLower(ext) {
	case ".svg":
		return nil
	case ".png", ".pdf":
		if raster != nil && strings.ToLower(ext) == ".png" {
			return nil
		}
		svg := strings.TrimSuffix(path, ext) + ".svg"
		return fmt.Errorf("%w: %q, expected a name that ends in .svg; kexplain-io draws .png, and rsvg-convert -f %s -o %s %s turns an SVG into it",
			ErrFormat, path, strings.ToLower(ext[1:]), path, svg)
	}
	return fmt.Errorf("%w: %q, expected a name that ends in .svg", ErrFormat, path)
}

// Picture is a finished drawing, lengths in pixels.
type Picture struct {
	svg           string
	width, height float64
}

// WriteTo writes the picture as SVG.
func (p *Picture) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, p.svg)
	return int64(n), err
}

// Save writes the picture to a file, whole or not at all.
func (p *Picture) Save(path string, raster Raster) error {
	if err := CheckName(path, raster); err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		if strings.ToLower(filepath.Ext(path)) == ".png" {
			return raster(p.svg, w)
		}
		_, err := p.WriteTo(w)
		return err
	})
}

// Rectangle is a window of the plane.
type Rectangle struct{ X0, X1, Y0, Y1 float64 }

// Around returns the square window around the points of both tables with a
// quarter of their extent to spare on each side.
func Around(tables ...*mat.Dense) Rectangle {
	r := Rectangle{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for _, x := range tables {
		n, _ := x.Dims()
		for i := range n {
			r.X0, r.X1 = min(r.X0, x.At(i, 0)), max(r.X1, x.At(i, 0))
			r.Y0, r.Y1 = min(r.Y0, x.At(i, 1)), max(r.Y1, x.At(i, 1))
		}
	}
	half := 0.75 * max(r.X1-r.X0, r.Y1-r.Y0)
	if half == 0 {
		half = 1
	}
	cx, cy := (r.X0+r.X1)/2, (r.Y0+r.Y1)/2
	return Rectangle{cx - half, cx + half, cy - half, cy + half}
}

// LevelSet describes a picture of a score in the plane.
type LevelSet struct {
	Title  string
	Window Rectangle
	// Score returns the values at the rows of a table with two columns.
	Score func(points *mat.Dense) ([]float64, error)
	// Bound is the score up to which a point is in: that region is green.
	Bound float64
	// Data are drawn as dots.
	Data *mat.Dense
	// Curve is drawn as a black line, closed; nil for none.
	Curve *mat.Dense
}

// plotSide is the length of a side of the frame of a level set picture, in pixels.
const plotSide = 400

// gridSide is the number of grid points on a side of a level set picture: finer
// than the eye sees at its size.
const gridSide = 300

// levels are the contours, as doublings of the bound: 0 is the edge of the region.
var levels = [...]float64{0, 1, 2, 3}

// regionColours shade what is below the first level green and what lies between
// the levels from light to dark grey blue.
var regionColours = [...]colour{
	{0x7f, 0xd0, 0x7f},
	{0xf4, 0xf6, 0xfa},
	{0xe2, 0xe8, 0xf2},
	{0xcd, 0xd7, 0xe8},
	{0xb6, 0xc4, 0xdc},
}

// Draw evaluates the score on a grid and draws region, levels at 2, 4, 8, …
// times the bound, data and curve.
func (l LevelSet) Draw() (*Picture, error) {
	side := func(low, high float64, i int) float64 { return low + (high-low)*float64(i)/(gridSide-1) }
	points := mat.NewDense(gridSide*gridSide, 2, nil)
	for r := range gridSide {
		for c := range gridSide {
			points.SetRow(r*gridSide+c, []float64{side(l.Window.X0, l.Window.X1, c), side(l.Window.Y0, l.Window.Y1, r)})
		}
	}
	scores, err := l.Score(points)
	if err != nil {
		return nil, err
	}
	// The logarithm of the score in units of the bound, cut a little beyond the
	// levels so that it is finite.
	z := mat.NewDense(gridSide, gridSide, nil)
	for i, s := range scores {
		z.Set(i/gridSide, i%gridSide, max(levels[0]-1, min(levels[len(levels)-1]+1, math.Log2(s/l.Bound))))
	}
	d := newDrawing(l.Title, plotSide, plotSide, 20, axis{low: l.Window.X0, high: l.Window.X1}, axis{low: l.Window.Y0, high: l.Window.Y1})
	d.raster(regions(z))
	for _, level := range levels {
		d.curves(contour(z, level), func(c, r float64) (x, y float64) {
			return l.Window.X0 + (l.Window.X1-l.Window.X0)*c/(gridSide-1), l.Window.Y0 + (l.Window.Y1-l.Window.Y0)*r/(gridSide-1)
		}, `stroke="#808080" stroke-width="0.7"`)
	}
	if l.Curve != nil {
		x, y := columns(l.Curve)
		d.curve(append(x, x[0]), append(y, y[0]), `stroke="black" stroke-width="1.5"`)
	}
	if l.Data != nil {
		x, y := columns(l.Data)
		d.dots(x, y, 2, "#c00000")
	}
	return d.finish(), nil
}

// regions paints each grid point with the colour of its region. The first row of
// an image is the top one, that of a grid the bottom one.
func regions(z *mat.Dense) *pixels {
	rows, cols := z.Dims()
	img := newPixels(cols, rows)
	for r := range rows {
		for c := range cols {
			k := 0
			for k < len(levels) && z.At(r, c) > levels[k] {
				k++
			}
			img.at[(rows-1-r)*cols+c] = regionColours[k]
		}
	}
	return img
}

// raster fills the frame with an image.
func (d *drawing) raster(img *pixels) {
	d.printf(`<image x="%g" y="%g" width="%g" height="%g" preserveAspectRatio="none" href="data:image/png;base64,%s"/>`,
		d.left, d.top, d.width, d.height, base64.StdEncoding.EncodeToString(img.png()))
}

func columns(x *mat.Dense) (a, b []float64) {
	return mat.Col(nil, 0, x), mat.Col(nil, 1, x)
}

// Series is a curve through points.
type Series struct {
	Name string
	X, Y []float64
}

// Lines describes a picture of curves, with logarithmic axes: all values must be
// positive.
type Lines struct {
	Title, X, Y string
	Series      []Series
}

// seriesColours are the palette of M. Okabe and K. Ito, which colour-blind readers
// can tell apart.
var seriesColours = [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}

// Draw draws the curves with their points and a legend. Every further group of
// three curves is dashed.
func (l Lines) Draw() (*Picture, error) {
	x, y := axis{low: math.Inf(1), high: math.Inf(-1), log: true}, axis{low: math.Inf(1), high: math.Inf(-1), log: true}
	right := 0.0 // room for the legend
	for _, s := range l.Series {
		right = max(right, 60+letterWidth*float64(utf8.RuneCountInString(s.Name)))
		for j := range s.X {
			if !(s.X[j] > 0) || !(s.Y[j] > 0) {
				return nil, fmt.Errorf("plot: %s: point (%g, %g) on a logarithmic axis", s.Name, s.X[j], s.Y[j])
			}
			x.extend(s.X[j])
			y.extend(s.Y[j])
		}
	}
	if !(x.low <= x.high) {
		return nil, errors.New("plot: no points to draw")
	}
	d := newDrawing(l.Title, 480, 320, right, x.padded(), y.padded())
	d.grid()
	d.labels(l.X, l.Y)
	for i, s := range l.Series {
		colour := seriesColours[i%len(seriesColours)]
		style := `stroke="` + colour + `" stroke-width="1.5"`
		if i/3%2 == 1 {
			style += ` stroke-dasharray="5 4"`
		}
		d.curve(s.X, s.Y, style)
		d.dots(s.X, s.Y, 2.5, colour)
		d.legend(i, s.Name, style, colour)
	}
	return d.finish(), nil
}
