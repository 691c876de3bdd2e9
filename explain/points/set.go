package points

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// Set is a list of points. It is safe for use by several goroutines.
type Set struct {
	names []string
	n     int       // number of points
	x     []float64 // row-major
	cells cells
	rows  []int // the row of cells that each point is; nil where they are the same
	cols  []int // the column of cells that each coordinate is; nil where they are the same
	steps []Step
}

// cells is where a set keeps what its numbers are exactly.
type cells interface {
	Exact(i, j int) ring.Rat
	// Printed says to which decimal place a cell is written and with how many
	// significant digits, and whether it is a number that digits were cut from.
	Printed(i, j int) (place, digits int, ok bool)
	// Line is where a row stands in its file, from 1.
	Line(i int) int
}

// FromTable returns the rows of a table. The table must not change.
func FromTable(t *table.Table) *Set {
	s := &Set{names: t.Names(), n: t.Rows(), cells: &t.Block}
	if t.Rows() > 0 {
		s.x = slices.Clip(t.Dense().RawMatrix().Data) // there is no row beyond the last
	}
	s.steps = stepsOf(s)
	return s
}

// FromDense returns the rows of a matrix, which must not change. Coordinates are the
// dyadic rationals that the floats are. Without names they are x1, x2, … It panics if the
// number of names is not 0 or the number of columns, or if a number is not finite.
func FromDense(names []string, x *mat.Dense) *Set {
	n, m := x.Dims()
	s := &Set{names: namesFor(names, m), n: n, cells: dense{x}, steps: make([]Step, m)}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if v-v != 0 {
				panic(fmt.Sprintf("points: row %d, %s is %g", i+1, s.names[j], v))
			}
		}
		s.x = append(s.x, x.RawRowView(i)...)
	}
	return s
}

// FromRats returns points with rational coordinates, which must not change. Without
// names they are x1, x2, … It panics if the number of names is not 0 or that of the
// coordinates, or if rows differ in length.
func FromRats(names []string, rows [][]ring.Rat) *Set {
	m := len(names)
	if len(rows) > 0 {
		m = len(rows[0])
	}
	s := &Set{names: namesFor(names, m), n: len(rows), cells: rats(rows), steps: make([]Step, m)}
	for i, row := range rows {
		if len(row) != m {
			panic(fmt.Sprintf("points: row %d has %d coordinates, the first has %d", i+1, len(row), m))
		}
		for _, v := range row {
			s.x = append(s.x, v.Float64())
		}
	}
	return s
}

// namesFor returns the names, or x1, x2, … where there are none.
func namesFor(names []string, m int) []string {
	if len(names) == 0 {
		for j := range m {
			names = append(names, fmt.Sprintf("x%d", j+1))
		}
	}
	if len(names) != m {
		panic(fmt.Sprintf("points: %d names for %d columns", len(names), m))
	}
	return names
}

// Select returns the points of the given rows and columns, in the given orders; nil stands for
// all. It panics if a row or column is out of range.
func (s *Set) Select(rows, cols []int) *Set {
	if cols == nil {
		cols = numeric.FirstInts(s.Cols())
	}
	if rows == nil {
		rows = numeric.FirstInts(s.Rows())
	}
	t := &Set{n: len(rows), cells: s.cells, rows: make([]int, len(rows)), cols: make([]int, len(cols)),
		x: make([]float64, 0, len(rows)*len(cols))}
	for k, j := range cols {
		t.names, t.steps, t.cols[k] = append(t.names, s.names[j]), append(t.steps, s.steps[j]), s.col(j)
	}
	for k, i := range rows {
		t.rows[k] = s.row(i)
		row := s.Row(i)
		for _, j := range cols {
			t.x = append(t.x, row[j])
		}
	}
	return t
}

// row returns the row of cells that point i is.
func (s *Set) row(i int) int {
	if s.rows == nil {
		return i
	}
	return s.rows[i]
}

// col returns the column of cells that coordinate j is.
func (s *Set) col(j int) int {
	if s.cols == nil {
		return j
	}
	return s.cols[j]
}

// Names returns the names of the coordinates, as the file has them. The slice must not be
// changed.
func (s *Set) Names() []string { return s.names }

// Variables returns the names as identifiers that an equation can hold: see
// [table.Identifiers].
func (s *Set) Variables() []string { return table.Identifiers(s.names) }

// Rows returns the number of points.
func (s *Set) Rows() int { return s.n }

// Cols returns the number of coordinates.
func (s *Set) Cols() int { return len(s.names) }

// Row returns the coordinates of point i rounded to float64, sharing memory with the
// set. The slice must not be changed.
func (s *Set) Row(i int) []float64 {
	m := len(s.names)
	return s.x[i*m : (i+1)*m : (i+1)*m]
}

// Exact returns coordinate j of point i.
func (s *Set) Exact(i, j int) ring.Rat { return s.cells.Exact(s.row(i), s.col(j)) }

// ExactRow writes the exact coordinates of point i to dst, which has their length, and
// returns it. For nil it makes a slice.
func (s *Set) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	if dst == nil {
		dst = make([]ring.Rat, s.Cols())
	}
	for j := range s.names {
		dst[j] = s.Exact(i, j)
	}
	return dst
}

// Line returns where point i stands in its file, from 1, or its number in a matrix, from 1.
func (s *Set) Line(i int) int { return s.cells.Line(s.row(i)) }

// Dense returns the points as a matrix of float64, a row each. It shares memory with the
// set and must not be changed. It panics if there are none.
func (s *Set) Dense() *mat.Dense { return mat.NewDense(s.Rows(), s.Cols(), s.x) }

// String says how many points there are, in which coordinates.
func (s *Set) String() string {
	return fmt.Sprintf("%s in %v", plural.Count(s.Rows(), "point"), s.names)
}

// dense are the cells of a matrix.
type dense struct{ x *mat.Dense }

func (d dense) Exact(i, j int) ring.Rat {
	r, err := ring.RatFromFloat(d.x.At(i, j))
	if err != nil {
		panic(err) // FromDense refuses what is not finite
	}
	return r
}

func (dense) Printed(int, int) (place, digits int, ok bool) { return 0, 0, false }
func (dense) Line(i int) int                                { return i + 1 }

// rats are cells that are rational numbers.
type rats [][]ring.Rat

func (r rats) Exact(i, j int) ring.Rat                     { return r[i][j] }
func (rats) Printed(int, int) (place, digits int, ok bool) { return 0, 0, false }
func (rats) Line(i int) int                                { return i + 1 }
