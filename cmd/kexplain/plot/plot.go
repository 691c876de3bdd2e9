// Package plot draws the pictures of the program with gonum/plot: level sets of
// a score in the plane with the data that it was learned from, and curves. A
// picture is written as PNG or SVG, by the ending of the file name.
package plot

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
	gonumplot "gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/kexplain/kexplain/internal/atomicfile"
)

// ErrFormat says that a picture cannot be written in the format asked for.
var ErrFormat = errors.New("plot: unknown picture format")

// Picture is a drawing of a given size, ready to be written.
type Picture struct {
	plot          *gonumplot.Plot
	width, height vg.Length
}

// Format returns "png" or "svg", by the ending of the file name.
func Format(path string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".png", ".svg":
		return ext[1:], nil
	default:
		return "", fmt.Errorf("%w: %q, expected a name that ends in .png or .svg", ErrFormat, path)
	}
}

// Write writes the picture in the format "png" or "svg".
func (p *Picture) Write(w io.Writer, format string) error {
	if format != "png" && format != "svg" {
		return fmt.Errorf("%w: %q", ErrFormat, format)
	}
	c, err := p.plot.WriterTo(p.width, p.height, format)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	if _, err := c.WriteTo(w); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return nil
}

// Save writes the picture to a file, whole or not at all.
func (p *Picture) Save(path string) error {
	format, err := Format(path)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error { return p.Write(w, format) })
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

// gridSide is the number of grid points on a side of a level set picture: finer
// than the eye sees at its size.
const gridSide = 300

// pictureSide is the side of a level set picture.
const pictureSide = 12 * vg.Centimeter

// Draw evaluates the score on a grid and draws region, levels at 2, 4, 8, …
// times the bound, data and curve.
func (l LevelSet) Draw() (*Picture, error) {
	points := mat.NewDense(gridSide*gridSide, 2, nil)
	g := &grid{window: l.Window}
	for r := range gridSide {
		for c := range gridSide {
			points.SetRow(r*gridSide+c, []float64{g.X(c), g.Y(r)})
		}
	}
	scores, err := l.Score(points)
	if err != nil {
		return nil, err
	}
	for _, s := range scores {
		// The logarithm of the score in units of the bound: 0 is the edge of
		// the region. Cut to what the colours show.
		g.z = append(g.z, max(lowest, min(highest, math.Log2(s/l.Bound))))
	}
	p := gonumplot.New()
	p.Title.Text = l.Title
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = l.Window.X0, l.Window.X1, l.Window.Y0, l.Window.Y1
	heat := plotter.NewHeatMap(g, regionColours())
	heat.Rasterized = true
	heat.Min, heat.Max = lowest, highest
	p.Add(heat)
	lines := plotter.NewContour(g, []float64{0, 1, 2, 3}, grey{})
	lines.LineStyles[0].Width = vg.Points(0.6)
	p.Add(lines)
	if l.Curve != nil {
		curve, err := plotter.NewLine(closed(l.Curve))
		if err != nil {
			return nil, fmt.Errorf("plot: %w", err)
		}
		curve.Width = vg.Points(1.2)
		p.Add(curve)
	}
	if l.Data != nil {
		dots, err := plotter.NewScatter(xys(l.Data))
		if err != nil {
			return nil, fmt.Errorf("plot: %w", err)
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: color.NRGBA{R: 0xc0, A: 0xff}, Radius: vg.Points(1.6), Shape: draw.CircleGlyph{}}
		p.Add(dots)
	}
	return &Picture{plot: p, width: pictureSide, height: pictureSide}, nil
}

// The heat map rounds to the nearest of its five colours: with these ends they
// change at 0, 1, 2 and 3, where the contours are.
const lowest, highest = -0.5, 3.5

// grid is a plotter.GridXYZ on a window.
type grid struct {
	window Rectangle
	z      []float64
}

func (g *grid) Dims() (c, r int)   { return gridSide, gridSide }
func (g *grid) Z(c, r int) float64 { return g.z[r*gridSide+c] }

func (g *grid) X(c int) float64 {
	return g.window.X0 + (g.window.X1-g.window.X0)*float64(c)/(gridSide-1)
}

func (g *grid) Y(r int) float64 {
	return g.window.Y0 + (g.window.Y1-g.window.Y0)*float64(r)/(gridSide-1)
}

// regionColours shades what is below 0 green and the doublings above it from
// light to dark grey blue.
func regionColours() palette.Palette {
	return colours{
		color.NRGBA{0x7f, 0xd0, 0x7f, 0xff},
		color.NRGBA{0xf4, 0xf6, 0xfa, 0xff},
		color.NRGBA{0xe2, 0xe8, 0xf2, 0xff},
		color.NRGBA{0xcd, 0xd7, 0xe8, 0xff},
		color.NRGBA{0xb6, 0xc4, 0xdc, 0xff},
	}
}

type colours []color.Color

func (c colours) Colors() []color.Color { return c }

// grey draws all contours alike.
type grey struct{}

func (grey) Colors() []color.Color { return []color.Color{color.Gray{0x80}} }

func xys(x *mat.Dense) plotter.XYs {
	n, _ := x.Dims()
	p := make(plotter.XYs, n)
	for i := range p {
		p[i].X, p[i].Y = x.At(i, 0), x.At(i, 1)
	}
	return p
}

func closed(x *mat.Dense) plotter.XYs {
	p := xys(x)
	return append(p, p[0])
}

// Series is a curve through points.
type Series struct {
	Name string
	X, Y []float64
}

// Lines describes a picture of curves.
type Lines struct {
	Title, X, Y string
	// LogX and LogY choose logarithmic axes; values must be positive there.
	LogX, LogY bool
	Series     []Series
}

// Draw draws the curves with their points and a legend.
func (l Lines) Draw() (*Picture, error) {
	p := gonumplot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = l.Title, l.X, l.Y
	for i, s := range l.Series {
		points := make(plotter.XYs, len(s.X))
		for j := range points {
			points[j].X, points[j].Y = s.X[j], s.Y[j]
			if l.LogX && !(s.X[j] > 0) || l.LogY && !(s.Y[j] > 0) {
				return nil, fmt.Errorf("plot: %s: point (%g, %g) on a logarithmic axis", s.Name, s.X[j], s.Y[j])
			}
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return nil, fmt.Errorf("plot: %s: %w", s.Name, err)
		}
		line.Color, dots.Color = seriesColour(i), seriesColour(i)
		line.Width = vg.Points(1.2)
		line.Dashes = seriesDashes(i)
		dots.Shape, dots.Radius = draw.CircleGlyph{}, vg.Points(2)
		p.Add(line, dots)
		p.Legend.Add(s.Name, line, dots)
	}
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(2)
	if l.LogX {
		p.X.Scale, p.X.Tick.Marker = gonumplot.LogScale{}, logTicks{}
	}
	if l.LogY {
		p.Y.Scale, p.Y.Tick.Marker = gonumplot.LogScale{}, logTicks{}
	}
	p.Add(plotter.NewGrid())
	return &Picture{plot: p, width: 16 * vg.Centimeter, height: 11 * vg.Centimeter}, nil
}

// logTicks labels 1, 2 and 5 of every decade, or only 1 where there are more
// than two decades.
type logTicks struct{}

// Ticks returns the marks between two positive numbers.
func (logTicks) Ticks(low, high float64) []gonumplot.Tick {
	var ticks []gonumplot.Tick
	few := math.Log10(high/low) <= 2
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for digit := 1.0; digit < 10; digit++ {
			v := digit * math.Pow(10, e)
			if v < low*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			t := gonumplot.Tick{Value: v}
			if digit == 1 || few && (digit == 2 || digit == 5) {
				t.Label = strconv.FormatFloat(v, 'g', 12, 64)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// seriesColour is from the palette of M. Okabe and K. Ito, which colour-blind
// readers can tell apart.
func seriesColour(i int) color.Color {
	c := []color.Color{
		color.NRGBA{0x00, 0x72, 0xb2, 0xff}, color.NRGBA{0xd5, 0x5e, 0x00, 0xff},
		color.NRGBA{0x00, 0x9e, 0x73, 0xff}, color.NRGBA{0xcc, 0x79, 0xa7, 0xff},
		color.NRGBA{0xe6, 0x9f, 0x00, 0xff}, color.NRGBA{0x56, 0xb4, 0xe9, 0xff},
	}
	return c[i%len(c)]
}

// seriesDashes changes after every third series.
func seriesDashes(i int) []vg.Length {
	if i/3%2 == 0 {
		return nil
	}
	return []vg.Length{vg.Points(4), vg.Points(3)}
}
