package layout

import (
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// top finds what stands above the rows of a sample beyond one line of names: lines of
// a preamble, and a row of units. It returns the rows from the line of names on,
// without the units. Where the second row holds numbers, as in most tables, there is
// nothing to find.
func (l *Layout) top(s sample, columns int, n scan.Numerals) []record {
	const deepest = 40
	typical := typicalNumbers(s.rows, n)
	if typical == 0 || len(s.rows) < 3 {
		return s.rows
	}
	isData := func(r record) bool { return numbersIn(n, r) >= typical }
	// The last row of words in all columns of numbers that has no row of data above.
	header := -1
	for i := 0; i < min(deepest, len(s.rows)-1) && !isData(s.rows[i]); i++ {
		if l.wordsAbove(s.rows[i], s.rows[i+1:], columns, n) {
			header = i
		}
	}
	if header < 1 {
		return s.rows
	}
	rows := s.rows
	if above := rows[header-1]; l.unitsRow(rows[header]) && l.wordsAbove(above, rows[header+1:], columns, n) {
		for _, cell := range rows[header].cells {
			l.units = append(l.units, l.cleanName(cell))
		}
		l.Notes = append(l.Notes, fmt.Sprintf("line %d is a row of units: %s", rows[header].line, ListNames(l.units)))
		rows = slices.Delete(slices.Clone(rows), header, header+1)
		header--
	}
	if header > 0 {
		l.Notes = append(l.Notes, fmt.Sprintf("left out above the names: %s", linesFrom(rows[0].line, rows[header-1].line)))
	}
	return rows[header:]
}

func linesFrom(a, b int) string {
	if a == b {
		return fmt.Sprintf("line %d", a)
	}
	return fmt.Sprintf("lines %d to %d", a, b)
}

// numbersIn counts the cells of a row that are numbers.
func numbersIn(n scan.Numerals, r record) int {
	count := 0
	for _, cell := range r.cells {
		if n.IsNumber(cell) {
			count++
		}
	}
	return count
}

// typicalNumbers is the median of the numbers in the rows of the lower half.
func typicalNumbers(rows []record, n scan.Numerals) int {
	const most = 50
	lower := rows[len(rows)/2:]
	var counts []int
	for _, r := range lower[:min(most, len(lower))] {
		counts = append(counts, numbersIn(n, r))
	}
	if len(counts) == 0 {
		return 0
	}
	slices.Sort(counts)
	return counts[len(counts)/2]
}

// wordsAbove reports whether a row of full width has words above the columns of
// numbers: in one at least, and a number in none.
func (l *Layout) wordsAbove(r record, below []record, columns int, n scan.Numerals) bool {
	if len(r.cells) != columns {
		return false
	}
	words := false
	for c, kind := range kinds(below, columns, n) {
		if kind != NumberColumn {
			continue
		}
		if n.IsNumber(r.cells[c]) {
			return false
		}
		words = words || !scan.MissingCell(r.cells[c])
	}
	return words
}

// unitsRow reports whether all cells of a row are units or nothing, and most units.
func (l *Layout) unitsRow(r record) bool {
	units := 0
	for _, cell := range r.cells {
		switch {
		case scan.UnitCell(cell):
			units++
		case !scan.MissingCell(cell) && string(cell) != "1":
			return false
		}
	}
	return 2*units >= len(r.cells)
}
