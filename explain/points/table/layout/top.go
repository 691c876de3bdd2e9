package layout

import (
	"bytes"
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
	for i := 0; i < min(deepest, len(s.rows)-1); i++ {
		years := numbersAsNames(s.rows[i].cells, s.rows[i+1:], kinds(s.rows[i+1:], columns, n), n) != nil
		if isData(s.rows[i]) && !years {
			break
		}
		if years || l.wordsAbove(s.rows[i], s.rows[i+1:], columns, n) {
			header = i
		}
	}
	if header < 0 {
		return s.rows
	}
	rows := s.rows
	if l.unitsAt(rows, header+1, columns) { // with a 1 for no unit, which is a number
		rows = l.takeUnits(rows, header+1)
	} else if header > 0 && l.unitsAt(rows, header, columns) {
		rows, header = l.takeUnits(rows, header), header-1
	}
	if header > 0 {
		l.Notes = append(l.Notes, fmt.Sprintf("left out above the names: %s", linesFrom(rows[0].line, rows[header-1].line)))
	}
	return rows[header:]
}

// WordLines returns those lines of the head of a file that have a cell which is neither missing nor
// a number, without comments and the blanks around them. They share no memory with it.
func (l *Layout) WordLines(head []byte) [][]byte {
	var lines [][]byte
	for len(head) > 0 {
		end, next, _ := scan.LineEnd(head, l.Sep, l.Eol)
		if next < 0 {
			break
		}
		line := bytes.TrimSpace(head[:end])
		head = head[next:]
		isWord := func(cell []byte) bool { return !scan.MissingCell(cell) && !value(l.Numerals, cell) }
		if !scan.Empty(line) && !l.Comment(line) && slices.ContainsFunc(scan.SplitCells(line, l.Sep), isWord) {
			lines = append(lines, bytes.Clone(line))
		}
	}
	return lines
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
		if n.IsNumber(cell) || n.IsNegative(cell) { // times also stand above tables
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
		if value(n, r.cells[c]) {
			return false
		}
		words = words || !scan.MissingCell(r.cells[c])
	}
	return words
}

// unitsAt reports whether the row at the given place has units below names: words above
// columns of numbers, 1 for none among them, and in the row above it a name for each.
func (l *Layout) unitsAt(rows []record, at, columns int) bool {
	if at+1 >= len(rows) {
		return false
	}
	row := record{cells: slices.Clone(rows[at].cells)}
	for c, cell := range row.cells {
		if string(cell) == "1" {
			row.cells[c] = nil
		}
	}
	return unitsBelow(rows[at-1].cells, row.cells) && l.wordsAbove(row, rows[at+1:], columns, l.Numerals)
}

// takeUnits takes the cells of a row for units, says so, and returns the rows without it.
func (l *Layout) takeUnits(rows []record, at int) []record {
	l.setUnits(rows[at])
	return slices.Delete(slices.Clone(rows), at, at+1)
}

// setUnits takes the cells of a row for units, and says so.
func (l *Layout) setUnits(r record) {
	var shown []string
	for _, cell := range r.cells {
		unit := l.cleanName(cell)
		if unit != "" {
			shown = append(shown, unit)
		}
		if unit != "" && scan.MissingCell(cell) {
			unit = "1" // a sign for none
		}
		l.units = append(l.units, unit)
	}
	l.Notes = append(l.Notes, fmt.Sprintf("line %d is a row of units: %s", r.line, ListNames(shown)))
}

// unitsBelow reports whether cells are units that stand below names: above each stands a name,
// and all are units, or more than half where all names differ.
func unitsBelow(names, cells [][]byte) bool {
	if len(names) != len(cells) {
		return false
	}
	units, others := 0, 0
	different := map[string]bool{}
	for c, cell := range cells {
		if scan.MissingCell(cell) {
			continue
		}
		if scan.MissingCell(names[c]) {
			return false
		}
		if scan.UnitCell(cell) {
			units++
		} else {
			others++
		}
		different[string(names[c])] = true
	}
	return units > others && (others == 0 || len(different) == units+others)
}
