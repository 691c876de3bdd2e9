package exact

import (
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/ring"
)

// step is what each cell of a column is above the cell before it, where that is even: the same number all the way, in
// limit.EvenStepRows rows at least.
type step struct {
	by   ring.Rat
	even bool
}

// steps are those of n rows, by column.
func steps(n, columns int, rowTo func(dst []ring.Rat, i int) []ring.Rat) []step {
	out := slices.Repeat([]step{{even: n >= limit.EvenStepRows}}, columns)
	before, row := make([]ring.Rat, columns), make([]ring.Rat, columns)
	for i := 0; i < n && slices.ContainsFunc(out, func(s step) bool { return s.even }); i++ {
		row, before = rowTo(before, i), row
		for j := range out {
			switch s := &out[j]; {
			case i == 1:
				s.by = row[j].Sub(before[j])
			case i > 1:
				s.even = s.even && row[j].Sub(before[j]).Equal(s.by)
			}
		}
	}
	return out
}

// steps are those of the columns down the table.
func (t Table) steps() []step {
	return steps(len(t.Rows), len(t.Names), func(_ []ring.Rat, i int) []ring.Rat { return t.Rows[i] })
}

// EvenSteps reports, by column, whether each cell is the one above plus the same number: times
// that a clock set, and no measurement that was rounded.
func EvenSteps(rows points.Rows, columns int) []bool {
	var out []bool
	for _, s := range steps(rows.Rows(), columns, rows.ExactRow) {
		out = append(out, s.even)
	}
	return out
}

// WholeColumns says which columns have whole numbers only.
func WholeColumns(set points.Rows, columns int) []bool {
	row := make([]ring.Rat, columns)
	whole := slices.Repeat([]bool{true}, columns)
	for i := 0; i < set.Rows() && slices.Contains(whole, true); i++ {
		for j, c := range set.ExactRow(row, i) {
			whole[j] = whole[j] && c.IsInt()
		}
	}
	return whole
}

// Levels counts the values of the columns that take few, again and again, and of those that
// go in even steps: their cells are exact as they are written.
func Levels(set points.Rows) map[int]int {
	out := map[int]int{}
	if set.Rows() == 0 {
		return out
	}
	t := Table{Rows: make([][]ring.Rat, set.Rows())}
	n := len(set.Row(0))
	for i := range t.Rows {
		t.Rows[i] = set.ExactRow(make([]ring.Rat, n), i)
	}
	t.Names = slices.Repeat([]string{""}, n)
	for _, s := range t.Settings() {
		out[s.Column] = len(s.Values)
	}
	for j, even := range EvenSteps(set, n) {
		if even {
			out[j] = set.Rows()
		}
	}
	return out
}
