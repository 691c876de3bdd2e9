package trial

import (
	"fmt"
	"strconv"
	"strings"
)

// Table is a table in Markdown with columns padded to one width, which is also
// readable as it stands.
type Table struct{ rows [][]string }

// NewTable returns a table with these heads of columns.
func NewTable(heads ...string) *Table { return &Table{rows: [][]string{heads}} }

// Row appends a row of as many cells. It panics when there are more or fewer.
func (t *Table) Row(cells ...any) {
	if len(cells) != len(t.rows[0]) {
		panic(fmt.Sprintf("trial: %d cells in a table of %d columns", len(cells), len(t.rows[0])))
	}
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = fmt.Sprint(c)
	}
	t.rows = append(t.rows, row)
}

// String returns the lines of the table. Numbers stand at the right.
func (t *Table) String() string {
	width := make([]int, len(t.rows[0]))
	right := make([]bool, len(width))
	for i := range width {
		right[i] = len(t.rows) > 1
		for k, row := range t.rows {
			width[i] = max(width[i], len([]rune(row[i])), 3)
			if _, err := strconv.ParseFloat(row[i], 64); k > 0 && err != nil {
				right[i] = false
			}
		}
	}
	var b strings.Builder
	for k, row := range t.rows {
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-len([]rune(cell)))
			if right[i] {
				cell = pad + cell
			} else {
				cell += pad
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
		if k == 0 {
			for i := range row {
				rule := strings.Repeat("-", width[i])
				if right[i] {
					rule = rule[1:] + ":"
				}
				b.WriteString("| " + rule + " ")
			}
			b.WriteString("|\n")
		}
	}
	return b.String()
}
