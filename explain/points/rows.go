package points

import (
	"slices"

	"github.com/kexplain/kexplain/ring"
)

// Rows are points with exact coordinates. The block that the readers of tables
// return is one.
type Rows interface {
	Rows() int
	// Row returns the coordinates of a point rounded to float64.
	Row(i int) []float64
	// ExactRow writes the exact coordinates to dst, which has their length, and
	// returns it.
	ExactRow(dst []ring.Rat, i int) []ring.Rat
	// Line is where the point stands in its file, from 1.
	Line(i int) int
}

// Without returns the rows whose places are not in out, which is increasing.
func Without(all Rows, out []int) Rows {
	s := some{all: all}
	for i := range all.Rows() {
		if _, gone := slices.BinarySearch(out, i); !gone {
			s.place = append(s.place, i)
		}
	}
	return s
}

// some are the rows of all with the given places.
type some struct {
	all   Rows
	place []int
}

func (s some) Rows() int           { return len(s.place) }
func (s some) Row(i int) []float64 { return s.all.Row(s.place[i]) }
func (s some) Line(i int) int      { return s.all.Line(s.place[i]) }

func (s some) ExactRow(dst []ring.Rat, i int) []ring.Rat { return s.all.ExactRow(dst, s.place[i]) }

// Columns returns the rows of all, which have vars coordinates, restricted to the
// columns keep.
func Columns(all Rows, vars int, keep []int) Rows {
	return columns{all: all, keep: keep, full: make([]ring.Rat, vars)}
}

type columns struct {
	all  Rows
	keep []int
	full []ring.Rat // work space
}

func (c columns) Rows() int      { return c.all.Rows() }
func (c columns) Line(i int) int { return c.all.Line(i) }

func (c columns) Row(i int) []float64 {
	full := c.all.Row(i)
	row := make([]float64, len(c.keep))
	for k, j := range c.keep {
		row[k] = full[j]
	}
	return row
}

func (c columns) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	full := c.all.ExactRow(c.full, i)
	for k, j := range c.keep {
		dst[k] = full[j]
	}
	return dst
}
