package points_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/ring"
)

// TestAppend keeps what was known of the points, whichever of them were selected.
func TestAppend(t *testing.T) {
	s, err := points.ReadFrom(context.Background(), strings.NewReader("a,b\n1.5,2\n0.1,7\n2.25,9\n"), "x.csv", points.Options{})
	require.NoError(t, err)
	s = s.Select([]int{2, 1}, nil).Append([]string{"c"}, [][]ring.Rat{{ring.NewRat(1, 3)}, {ring.NewRat(2, 3)}})
	assert.Equal(t, []string{"a", "b", "c"}, s.Names())
	assert.Equal(t, []float64{0.1, 7, 2.0 / 3}, s.Row(1))
	assert.Equal(t, "9/4", s.Exact(0, 0).String())
	assert.Equal(t, "1/3", s.Exact(0, 2).String())
	assert.Equal(t, 4, s.Line(0))
	assert.Equal(t, "1/20", s.HalfStep(1, 0).String(), "each cell has a place of its own")
	assert.True(t, s.HalfStep(1, 2).IsZero())
	assert.Equal(t, "2/3", s.Select([]int{1}, []int{2}).Exact(0, 0).String())
	assert.Panics(t, func() { s.Append([]string{"d"}, nil) })
}

// TestAppendShifted: a cell of another row is rounded as it is there.
func TestAppendShifted(t *testing.T) {
	s, err := points.ReadFrom(context.Background(), strings.NewReader("a,b\n1.5,2\n0.1,7\n2.25,9\n"), "x.csv", points.Options{})
	require.NoError(t, err)
	s = s.AppendShifted("c", 0, []int{1, 2}, []int{2, 1})
	assert.Equal(t, []string{"a", "b", "c"}, s.Names())
	assert.Equal(t, [][]float64{{0.1, 7, 2.25}, {2.25, 9, 0.1}}, [][]float64{s.Row(0), s.Row(1)})
	assert.Equal(t, "1/10", s.Exact(1, 2).String())
	assert.Equal(t, "1/20", s.HalfStep(1, 2).String(), "that of 0.1")
	assert.Equal(t, "1/200", s.HalfStep(0, 2).String(), "that of 2.25")
	assert.Equal(t, "1/200", s.HalfStep(1, 0).String(), "that of 2.25")
	assert.Equal(t, 4, s.Line(1))
	assert.Panics(t, func() { s.AppendShifted("d", 0, []int{1}, nil) })
}
