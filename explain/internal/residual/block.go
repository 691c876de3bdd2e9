package residual

import (
	"math"

	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/ring"
)

// block is a run of consecutive points, in float64 and, where that is asked for,
// exactly.
type block struct {
	rows   points.Rows
	first  int         // number of the first point
	points [][]float64 // rounded
	exacts [][]ring.Rat
}

// newBlock takes the rows from first to last, exclusive.
func newBlock(rows points.Rows, first, last int) *block {
	b := &block{rows: rows, first: first, points: make([][]float64, last-first), exacts: make([][]ring.Rat, last-first)}
	for i := range b.points {
		b.points[i] = rows.Row(first + i)
	}
	return b
}

// exact returns the exact coordinates of point i.
func (b *block) exact(i int) []ring.Rat {
	if b.exacts[i] == nil {
		b.exacts[i] = b.rows.ExactRow(make([]ring.Rat, len(b.points[i])), b.first+i)
	}
	return b.exacts[i]
}

// line returns where point i stands in its file.
func (b *block) line(i int) int { return b.rows.Line(b.first + i) }

// extent returns the sizes of the smallest and the largest coordinate of point i
// that is not 0. The smallest is 0 where a coordinate is 0.0 in float64 and not
// exactly 0.
func (b *block) extent(i int) (smallest, largest float64) {
	smallest = math.Inf(1)
	for j, v := range b.points[i] {
		if v == 0 && b.exact(i)[j].IsZero() {
			continue
		}
		smallest, largest = math.Min(smallest, math.Abs(v)), math.Max(largest, math.Abs(v))
	}
	return smallest, largest
}

// matrix returns a matrix of zeros.
func matrix[E any](rows, cols int) [][]E {
	cells := make([]E, rows*cols)
	m := make([][]E, rows)
	for i := range m {
		m[i] = cells[i*cols : (i+1)*cols]
	}
	return m
}
