package plot

import (
	"errors"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Grid puts pictures beside one another, in rows of so many columns. Every column is as
// wide as its widest picture, every row as high as its highest.
func Grid(columns int, pictures ...*Picture) (*Picture, error) {
	if columns < 1 || len(pictures) == 0 {
		return nil, errors.New("plot: no pictures to put beside one another")
	}
	columns = min(columns, len(pictures))
	left := make([]float64, columns+1)
	top := make([]float64, (len(pictures)+columns-1)/columns+1)
	for i, p := range pictures {
		left[i%columns+1] = max(left[i%columns+1], p.width)
		top[i/columns+1] = max(top[i/columns+1], p.height)
	}
	for _, ends := range [][]float64{left, top} {
		for i := 1; i < len(ends); i++ {
			ends[i] += ends[i-1]
		}
	}
	out := &Picture{width: left[len(left)-1], height: top[len(top)-1]}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g"><rect width="%g" height="%g" fill="white"/>`, out.width, out.height, out.width, out.height, out.width, out.height)
	for i, p := range pictures {
		fmt.Fprintf(&b, `<svg x="%g" y="%g"%s`, left[i%columns], top[i/columns], strings.TrimPrefix(p.svg, "<svg"))
	}
	b.WriteString(`</svg>`)
	out.svg = b.String()
	return out, nil
}

// Scatter describes a picture of points in the plane, coloured by their class.
type Scatter struct {
	Title  string
	Points *mat.Dense // two columns
	Class  []int      // 0, 1, …; nil for one class
}

// Draw draws the points, in a window that is square.
func (s Scatter) Draw() (*Picture, error) {
	if s.Points == nil || s.Points.IsEmpty() {
		return nil, errors.New("plot: no points to draw")
	}
	w := Around(s.Points)
	d := newDrawing(s.Title, plotSide, plotSide, 20, axis{low: w.X0, high: w.X1}, axis{low: w.Y0, high: w.Y1})
	n, _ := s.Points.Dims()
	for class, colour := range seriesColours {
		var x, y []float64
		for i := range n {
			if s.Class == nil && class == 0 || s.Class != nil && s.Class[i]%len(seriesColours) == class {
				x, y = append(x, s.Points.At(i, 0)), append(y, s.Points.At(i, 1))
			}
		}
		d.dots(x, y, 2.5, colour)
	}
	return d.finish(), nil
}
