package layout

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// findHeader returns the names, nil without a header, and the rows below it.
func (l *Layout) findHeader(s sample, columns int, want Header) (names [][]byte, rest []record) {
	first := s.rows[0]
	switch want {
	case HeaderNo:
		return nil, s.rows
	case HeaderYes:
		l.Header = LineHeader
		return first.cells, s.rows[1:]
	}
	if l.isHeader(first.cells, s) {
		l.Header = LineHeader
		return first.cells, s.rows[1:]
	}
	last := len(s.comments) - 1
	if last < 0 {
		return nil, s.rows
	}
	words := l.commentCells(s.comments[last], columns)
	if last > 0 && len(words) == columns {
		if above := l.commentCells(s.comments[last-1], columns); areNames(above) && unitsBelow(above, words) {
			l.setUnits(record{cells: words, line: s.comments[last].line})
			words = above
		}
	}
	if areNames(words) && (len(words) == columns ||
		len(words) < columns && leadingIndex(s.rows, columns-len(words), l.Numerals) > 0) {
		l.Header = CommentHeader
		return words, s.rows
	}
	return nil, s.rows
}

// commentCells are the words of a comment, separated as the cells are or else by blanks.
func (l *Layout) commentCells(r record, columns int) [][]byte {
	if len(r.cells) != columns && l.Sep != scan.Blanks {
		return scan.SplitCells(bytes.Join(r.cells, []byte{byte(l.Sep)}), scan.Blanks)
	}
	return r.cells
}

// isHeader reports whether the first row is a line of names: a word in at least one
// place where the rows below have numbers, and no number in such a place, or fewer numbers than
// words, of which there are several: a year, or 2B and 3B for doubles and triples.
func (l *Layout) isHeader(first [][]byte, s sample) bool {
	words, numbers := 0, 0
	for c, cell := range first {
		if scan.MissingCell(cell) {
			continue
		}
		if value(l.Numerals, cell) {
			if len(first) != len(l.Kind) {
				return false
			}
			if c < len(l.Kind) && (l.Kind[c] == NumberColumn || l.Kind[c] == emptyColumn) {
				numbers++
			}
			continue
		}
		if Number(strings.ToLower(string(cell))) {
			return false
		}
		if len(s.rows) == 1 || len(first) != len(l.Kind) || l.Kind[c] == NumberColumn {
			words++
		}
	}
	if years := numbersAsNames(first, s.data(), l.Kind, l.Numerals); len(s.rows) > 1 && years != nil {
		l.Notes = append(l.Notes, fmt.Sprintf("line %d holds names, %s among them; --header no takes it as data", s.rows[0].line, strings.Join(years, ", ")))
		return true
	}
	return words > 0 && (numbers == 0 || words > max(1, numbers))
}

// maxName is the length in bytes of the longest name of a column, which every report repeats.
const maxName = 1000

// longName is an error where a cell of the header is longer than that.
func longName(file string, header record) error {
	for c, cell := range header.cells {
		if len(cell) > maxName {
			return &scan.Error{File: file, Line: header.line, Column: c + 1, Found: scan.Quote(cell),
				Want: fmt.Sprintf("a name of at most %d bytes", maxName), Advice: "shorten the name"}
		}
	}
	return nil
}

// otherSeparator is an error where the header is one cell of several names with another
// separator between them than the rows have.
func (l *Layout) otherSeparator(file string, header record, columns int) error {
	if len(header.cells) != 1 || columns < 2 {
		return nil
	}
	for _, sep := range scan.Separators {
		names := scan.SplitCells(header.cells[0], sep)
		if sep == l.Sep || len(names) < 2 || !areNames(names) || sep == scan.Blanks && len(names) != columns {
			continue
		}
		return &scan.Error{File: file, Line: header.line,
			Found: fmt.Sprintf("%d names separated by %s above rows separated by %s", len(names), sep.Plain(), l.Sep.Plain()),
			Want:  "one separator", Advice: fmt.Sprintf("write %s between the names", l.Sep.Plain())}
	}
	return nil
}

// areNames reports whether the words can be names of columns: letters, digits
// and underscores, beginning with a letter, perhaps with a unit, all different.
func areNames(words [][]byte) bool {
	seen := map[string]bool{}
	for _, w := range words {
		if !IsIdentifier(string(w)) && unitIn(string(w)) == "" || seen[string(w)] {
			return false
		}
		seen[string(w)] = true
	}
	return len(words) > 0
}

// leadingIndex counts the columns at the left, two and most at most, that only
// number the rows: labels, a trial number, a time. The first must not fall;
// the second must rise wherever the first stands still. Measurements that come
// after a header with fewer names than columns follow them.
func leadingIndex(rows []record, most int, n scan.Numerals) int {
	if len(rows) < 2 || most < 1 {
		return 0
	}
	value := func(i, c int) (float64, bool) {
		if c >= len(rows[i].cells) {
			return 0, false
		}
		x, _, fault := n.SlowFloat(rows[i].cells[c])
		return x, fault == scan.NoFault
	}
	for i := 1; i < len(rows); i++ {
		before, ok := value(i-1, 0)
		now, ok2 := value(i, 0)
		if ok && ok2 && now < before || ok != ok2 {
			return 0
		}
	}
	if most < 2 {
		return 1
	}
	for i := 1; i < len(rows); i++ {
		trial, _ := value(i-1, 0)
		next, _ := value(i, 0)
		before, ok := value(i-1, 1)
		now, ok2 := value(i, 1)
		if !ok || !ok2 || trial == next && now <= before {
			return 1
		}
	}
	return 2
}

// NameColumns gives every column a name: the header's, c5 where the header has
// none for the fifth, x1, x2, … without a header.
func (l *Layout) NameColumns(header [][]byte, rest []record, columns int) {
	if header == nil {
		for c := range columns {
			l.Names = append(l.Names, fmt.Sprintf("x%d", c+1))
		}
		l.named = make([]bool, columns)
		return
	}
	if l.Trailing && len(header) > columns {
		header = header[:columns]
	}
	lead := 0
	if len(header) < columns {
		l.short = true
		lead = leadingIndex(rest, columns-len(header), l.Numerals)
		taken := fmt.Sprintf("column %d", lead+1)
		if len(header) > 1 {
			taken = fmt.Sprintf("columns %d to %d", lead+1, lead+len(header))
		}
		l.Notes = append(l.Notes, fmt.Sprintf("the header names %d of %d columns: taken for %s", len(header), columns, taken))
	}
	u := NewUnique(columns)
	for c := range max(columns, len(header)) {
		name := ""
		if h := c - lead; h >= 0 && h < len(header) {
			name = l.cleanName(header[h])
		}
		l.named = append(l.named, name != "")
		if name == "" {
			name = fmt.Sprintf("c%d", c+1)
		}
		l.Names = append(l.Names, u.Take(name))
	}
	for len(l.Kind) < len(l.Names) {
		l.Kind, l.Style = append(l.Kind, emptyColumn), append(l.Style, Plain)
	}
	if l.latin {
		l.Notes = append(l.Notes, "the header is not UTF-8: read as Windows-1252, which holds Latin-1")
	}
}

// cleanName makes a name out of a cell of the header: one line, printable.
func (l *Layout) cleanName(cell []byte) string {
	name, latin := scan.Words(cell)
	l.latin = l.latin || latin
	return strings.Join(strings.Fields(name), " ")
}
