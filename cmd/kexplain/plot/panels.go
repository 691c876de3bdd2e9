package plot

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Panels describes a picture of every two columns against each other.
type Panels struct {
	Title  string
	Names  []string
	Points *mat.Dense
	Marked []int // rows that are drawn as crosses: those that were set aside
}

// MaxPanels is the largest number of columns for which panels can be read.
const MaxPanels = 6

// Draw draws a triangle of panels: the columns downwards against those to the right.
func (p Panels) Draw() (*Picture, error) {
	n, k := p.Points.Dims()
	if n == 0 || k < 2 {
		return nil, errors.New("plot: no points to draw")
	}
	k = min(k, MaxPanels)
	const whole, gap = 600.0, 14.0
	side := whole/float64(k-1) - gap
	d := newDrawing(p.Title, whole, whole, 20, axis{low: 0, high: 1}, axis{low: 0, high: 1})
	axes := make([]axis, k)
	for j := range k {
		axes[j] = around(mat.Col(nil, j, p.Points))
	}
	d.width, d.height = side, side
	for row := 1; row < k; row++ {
		for column := range row {
			d.left = roomLeft + float64(column)*(side+gap)
			d.top = roomTop + float64(row-1)*(side+gap)
			d.x, d.y = axes[column], axes[row]
			d.panel(p, column, row)
			if row == k-1 {
				d.words(d.left+side/2, d.top+side+42, "middle", p.Names[column])
				d.marks(true)
			}
			if column == 0 {
				d.printf(`<text transform="translate(16 %.1f) rotate(-90)" text-anchor="middle">%s</text>`, d.top+side/2, escaped(p.Names[row]))
				d.marks(false)
			}
		}
	}
	d.printf(`</svg>`)
	return d.picture(), nil
}

// panel draws the points of two columns in a frame.
func (d *drawing) panel(p Panels, column, row int) {
	d.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="black"/>`, d.left, d.top, d.width, d.height)
	var px, py, mx, my []float64
	n, _ := p.Points.Dims()
	for i := range n {
		x, y := p.Points.At(i, column), p.Points.At(i, row)
		if slices.Contains(p.Marked, i) {
			mx, my = append(mx, x), append(my, y)
		} else {
			px, py = append(px, x), append(py, y)
		}
	}
	d.dots(px, py, 1.6, "#404040")
	d.crosses(mx, my, "#c00000")
}

// marks writes two or three numbers on the axis below a panel, or at its left.
func (d *drawing) marks(below bool) {
	const most = 3
	a := d.y
	if below {
		a = d.x
	}
	ticks := a.ticks()
	for i := 0; i < len(ticks); i += (len(ticks) + most - 1) / most {
		t := ticks[i]
		if below {
			x, _ := d.place(t.value, d.y.low)
			d.printf(`<path d="M%.1f %.1fv5" stroke="black"/>`, x, d.top+d.height)
			d.words(x, d.top+d.height+18, "middle", t.label)
			continue
		}
		_, y := d.place(d.x.low, t.value)
		d.printf(`<path d="M%.1f %.1fh-5" stroke="black"/>`, d.left, y)
		d.words(d.left-8, y+4.5, "end", t.label)
	}
}

// Spectrum describes a picture of decreasing singular values and of the cut among them.
type Spectrum struct {
	Title  string
	Values []float64
	Rank   int // the number of values before the cut
}

// Draw draws the values on a logarithmic scale. What is below 1e-17 of the largest is drawn
// there.
func (s Spectrum) Draw() (*Picture, error) {
	const nothing = 1e-17
	if len(s.Values) == 0 || !(s.Values[0] > 0) {
		return nil, errors.New("plot: no singular values to draw")
	}
	xs, ys := make([]float64, len(s.Values)), make([]float64, len(s.Values))
	y := axis{low: s.Values[0], high: s.Values[0], log: true}
	for i, v := range s.Values {
		xs[i], ys[i] = float64(i+1), math.Max(v, nothing*s.Values[0])
		y.extend(ys[i])
	}
	d := newDrawing(s.Title, 480, 260, 20, around([]float64{1, float64(len(xs))}), y.padded())
	d.grid()
	d.labels("number", "singular value")
	cut, _ := d.place(float64(s.Rank)+0.5, y.low)
	d.printf(`<path d="M%.1f %.1fv%.1f" stroke="#c00000" stroke-dasharray="5 4"/>`, cut, d.top, d.height)
	d.words(cut+6, d.top+16, "start", fmt.Sprintf("cut after %d", s.Rank))
	d.dots(xs, ys, 2.5, seriesColours[0])
	return d.finish(), nil
}
