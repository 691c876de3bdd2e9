package points

import (
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/ring"
)

// Append returns the points with further coordinates: rows has those of every point, in
// the order of names. They count as not rounded. It panics if their number is not that of
// the points or of the names.
func (s *Set) Append(names []string, rows [][]ring.Rat) *Set {
	if len(rows) != s.Rows() {
		panic(fmt.Sprintf("points: further coordinates of %d points for %d", len(rows), s.Rows()))
	}
	t := &Set{
		n: s.n, names: append(slices.Clone(s.names), names...), cells: appended{s, rows},
		steps: append(slices.Clone(s.steps), make([]Step, len(names))...),
	}
	for i, row := range rows {
		if len(row) != len(names) {
			panic(fmt.Sprintf("points: %d further coordinates of point %d for %d names", len(row), i+1, len(names)))
		}
		t.x = append(t.x, s.Row(i)...)
		for _, v := range row {
			t.x = append(t.x, v.Float64())
		}
	}
	return t
}

// AppendShifted returns the points of some rows with a further coordinate: coordinate j of the point from[k] beside that of
// rows[k], rounded as that is. It panics if the lists differ in length, or if a row is out of range.
func (s *Set) AppendShifted(name string, j int, rows, from []int) *Set {
	if len(rows) != len(from) {
		panic(fmt.Sprintf("points: %d rows for %d further coordinates", len(rows), len(from)))
	}
	t := s.Select(rows, nil)
	u := &Set{
		n: t.n, names: append(slices.Clone(s.names), name), cells: shifted{t, s, j, from}, steps: append(slices.Clone(s.steps), s.steps[j]),
	}
	for k, i := range from {
		u.x = append(append(u.x, t.Row(k)...), s.Row(i)[j])
	}
	return u
}

// shifted are the cells of a set and a column of cells from other rows.
type shifted struct {
	*Set
	all    *Set
	column int
	from   []int
}

func (c shifted) Exact(i, j int) ring.Rat {
	if j == c.Cols() {
		return c.all.Exact(c.from[i], c.column)
	}
	return c.Set.Exact(i, j)
}

func (c shifted) Printed(i, j int) (place, digits int, ok bool) {
	if j == c.Cols() {
		return c.all.cells.Printed(c.all.row(c.from[i]), c.all.col(c.column))
	}
	return c.cells.Printed(c.row(i), c.col(j))
}

// appended are the cells of a set and further ones.
type appended struct {
	set  *Set
	rows [][]ring.Rat
}

func (a appended) Exact(i, j int) ring.Rat {
	if m := a.set.Cols(); j >= m {
		return a.rows[i][j-m]
	}
	return a.set.Exact(i, j)
}

func (a appended) Printed(i, j int) (place, digits int, ok bool) {
	if j >= a.set.Cols() {
		return 0, 0, false
	}
	return a.set.cells.Printed(a.set.row(i), a.set.col(j))
}

func (a appended) Line(i int) int { return a.set.Line(i) }
