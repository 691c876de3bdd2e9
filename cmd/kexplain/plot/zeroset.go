package plot

import (
	"errors"
	"math"
	"slices"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"
)

// Curve is the zero set of a function of the plane.
type Curve struct {
	Name  string
	Value func(x, y float64) float64
}

// ZeroSets describes a picture of points and of the curves that they lie on.
type ZeroSets struct {
	Title, X, Y string
	Points      *mat.Dense // two columns
	Marked      []int      // rows that are drawn as crosses: those that were set aside
	Curves      []Curve
}

// Draw draws the points, and the curves where the functions change sign.
func (z ZeroSets) Draw() (*Picture, error) {
	n, _ := z.Points.Dims()
	if n == 0 {
		return nil, errors.New("plot: no points to draw")
	}
	x, y := columns(z.Points)
	ax, ay := around(x), around(y)
	right := 20.0
	legend := len(z.Curves) > 1
	for _, c := range z.Curves {
		if !legend {
			z.Title += ": " + c.Name
			break
		}
		right = max(right, 60+letterWidth*float64(utf8.RuneCountInString(c.Name)))
	}
	d := newDrawing(z.Title, 480, 400, right, ax, ay)
	d.grid()
	d.labels(z.X, z.Y)
	for i, c := range z.Curves {
		values := mat.NewDense(gridSide, gridSide, nil)
		for r := range gridSide {
			for k := range gridSide {
				v := c.Value(ax.inside(float64(k)/(gridSide-1)), ay.inside(float64(r)/(gridSide-1)))
				values.Set(r, k, v)
			}
		}
		colour := seriesColours[i%len(seriesColours)]
		style := `stroke="` + colour + `" stroke-width="1.7"`
		d.curves(contour(values, 0), func(k, r float64) (float64, float64) {
			return ax.inside(k / (gridSide - 1)), ay.inside(r / (gridSide - 1))
		}, style)
		if legend {
			d.legend(i, c.Name, style, colour)
		}
	}
	var px, py, mx, my []float64
	for i := range n {
		if slices.Contains(z.Marked, i) {
			mx, my = append(mx, x[i]), append(my, y[i])
		} else {
			px, py = append(px, x[i]), append(py, y[i])
		}
	}
	d.dots(px, py, 2, "#404040")
	d.crosses(mx, my, "#c00000")
	return d.finish(), nil
}

// inside is the number at place t, 0 at low and 1 at high, of an even axis.
func (a axis) inside(t float64) float64 { return a.low + t*(a.high-a.low) }

// around returns an even axis with a little room at both ends of the values.
func around(values []float64) axis {
	a := axis{low: math.Inf(1), high: math.Inf(-1)}
	for _, v := range values {
		a.extend(v)
	}
	room := 0.06 * (a.high - a.low)
	if room == 0 {
		room = max(1, math.Abs(a.low)) / 10
	}
	return axis{low: a.low - room, high: a.high + room}
}

// crosses draws points as crosses.
func (d *drawing) crosses(x, y []float64, colour string) {
	for i := range x {
		px, py := d.place(x[i], y[i])
		d.printf(`<path d="M%.1f %.1fl8 8m0 -8l-8 8" stroke="%s" stroke-width="1.5"/>`, px-4, py-4, colour)
	}
}

// Strips describes a picture of residuals in the order of the rows, a strip for each
// equation.
type Strips struct {
	Title, X string
	Strips   []Strip
}

// Strip is the residuals of one equation.
type Strip struct {
	Name   string
	Values []float64
	Marked []int // that are drawn as crosses
	// Beside are values for comparison, in grey, and Levels what the values should be, in
	// black. Without levels that is zero.
	Beside []float64
	Levels []Level
}

// Level is a value that holds for the rows First to Last, counted from 0.
type Level struct {
	First, Last int
	Value       float64
}

// MaxStrips bounds the number of strips in a picture.
const MaxStrips = 6

// Draw draws the first MaxStrips strips below one another.
func (s Strips) Draw() (*Picture, error) {
	if len(s.Strips) == 0 || len(s.Strips[0].Values) == 0 {
		return nil, errors.New("plot: no residuals to draw")
	}
	const height, gap, nameRoom = 120.0, 48.0, 14.0
	strips := s.Strips[:min(MaxStrips, len(s.Strips))]
	x := around([]float64{1, float64(len(strips[0].Values))})
	total := nameRoom + float64(len(strips))*(height+gap) - gap
	d := newDrawing(s.Title, 560, total, 20, x, axis{low: 0, high: 1})
	d.words(d.left+d.width/2, d.top+d.height+42, "middle", s.X)
	for i, strip := range strips {
		values := slices.Concat(strip.Values, strip.Beside)
		if strip.Levels == nil {
			values = append(values, 0)
		}
		d.top = roomTop + nameRoom + float64(i)*(height+gap)
		d.height, d.y = height, around(values)
		d.words(d.left+4, d.top-6, "start", strip.Name)
		if strip.Levels == nil {
			_, zero := d.place(0, 0)
			d.printf(`<path d="M%.1f %.1fh%.1f" stroke="#a0a0a0"/>`, d.left, zero, d.width)
		}
		order := make([]float64, len(strip.Beside))
		for k := range order {
			order[k] = float64(k + 1)
		}
		d.dots(order, strip.Beside, 1, "#c0c0c0")
		var px, py, mx, my []float64
		for k, v := range strip.Values {
			if slices.Contains(strip.Marked, k) {
				mx, my = append(mx, float64(k+1)), append(my, v)
			} else {
				px, py = append(px, float64(k+1)), append(py, v)
			}
		}
		d.dots(px, py, 1.6, seriesColours[i%len(seriesColours)])
		d.crosses(mx, my, "#c00000")
		for _, l := range strip.Levels {
			x := []float64{float64(l.First + 1), float64(l.Last + 1)}
			d.curve(x, []float64{l.Value, l.Value}, `stroke="black" stroke-width="1.5"`)
		}
		d.frame()
	}
	d.printf(`</svg>`)
	return d.picture(), nil
}
