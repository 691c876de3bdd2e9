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
