package plot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// TestZeroSets draws the circle as one closed line, the points, and a cross.
func TestZeroSets(t *testing.T) {
	z := ZeroSets{
		Title: "a & b", X: "x", Y: "y", Points: mat.NewDense(3, 2, []float64{1, 0, 0, 1, -1.2, -1.2}), Marked: []int{2},
		Curves: []Curve{{"circle", func(x, y float64) float64 { return x*x + y*y - 1 }}},
	}
	p, err := z.Draw()
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(p.svg, "<circle"))
	assert.Contains(t, p.svg, "a &amp; b: circle")
	assert.Contains(t, p.svg, `stroke="#c00000"`)
	again, err := z.Draw()
	require.NoError(t, err)
	assert.Equal(t, p.svg, again.svg)
	_, err = ZeroSets{Points: new(mat.Dense)}.Draw()
	assert.Error(t, err)
}

func TestStrips(t *testing.T) {
	p, err := Strips{Title: "rows", X: "row", Strips: []Strip{{Name: "one", Values: []float64{1, -2, 0}}, {Name: "two", Values: []float64{0, 0, 0}, Marked: []int{1}}}}.Draw()
	require.NoError(t, err)
	assert.Equal(t, 5, strings.Count(p.svg, "<circle"))
	assert.Contains(t, p.svg, ">two</text>")
	_, err = Strips{}.Draw()
	assert.Error(t, err)
}
