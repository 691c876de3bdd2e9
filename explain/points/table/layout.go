package table

import (
	"bytes"
	"fmt"
	"strings"
)

// layout is how a text file is written, as measured on its first records.
type layout struct {
	sep Separator
	numerals
	eol      byte // '\n', or '\r' in files of old Macintoshes
	header   HeaderFound
	names    []string // one for every column of the file
	named    []bool   // the header gave the name
	kind     []columnKind
	trailing bool     // every line ends with a separator too many
	offset   int      // where the first row begins, in bytes
	line     int      // and its line number
	widthOf  int      // the line that fixed the number of columns
	short    bool     // the header names fewer columns than there are
	latin    bool     // a name was no UTF-8
	units    []string // a row of units below the names, or nil
	notes    []string
}

func (l *layout) columns() int { return len(l.names) }

// columnKind is what the first records hold in a column.
type columnKind int8

const (
	numberColumn columnKind = iota // more numbers than words, or one word
	textColumn                     // text and no number
	mixedColumn                    // text, and fewer numbers
	emptyColumn                    // missing everywhere
)

// HeaderFound says where the names of the columns came from.
type HeaderFound int8

// The places where names are found.
const (
	NoHeader      HeaderFound = iota // the names are x1, x2, …
	LineHeader                       // a line of names
	CommentHeader                    // a comment above the first row
	FileHeader                       // the format itself
)

// String describes the place in a word or two.
func (h HeaderFound) String() string {
	switch h {
	case NoHeader:
		return "none"
	case LineHeader:
		return "first line"
	case CommentHeader:
		return "comment"
	case FileHeader:
		return "format"
	}
	return fmt.Sprintf("HeaderFound(%d)", int8(h))
}

const (
	// scoredRecords are enough to tell separators apart.
	scoredRecords = 100
	// sampledRecords are looked at for the kind of the columns.
	sampledRecords = 1000
)

// record is a record of the sample.
type record struct {
	cells  [][]byte
	line   int
	offset int
}

// sample is the beginning of a file, split with one separator.
type sample struct {
	rows     []record // neither empty nor comment
	comments []record // comments above the first row
	wide     int      // the line of the first record of too many cells, which ends the sample
}

// data returns the rows that cannot be a header.
func (s sample) data() []record {
	if len(s.rows) > 1 {
		return s.rows[1:]
	}
	return s.rows
}

// splitSample splits at most most records of text. Without whole, the last one
// may be cut and is left out.
func splitSample(text []byte, whole bool, line int, sep Separator, eol byte, most int) sample {
	var s sample
	for at := 0; at < len(text) && len(s.rows) < most; {
		end, next, _ := lineEnd(text[at:], sep, eol)
		if next < 0 {
			if !whole {
				break
			}
			end, next = trimReturn(text[at:], len(text)-at), len(text)-at
		}
		content := text[at : at+end]
		switch {
		case empty(content):
		case tooWide(content, sep):
			s.wide = line
			return s
		case comment(content):
			if len(s.rows) == 0 {
				words := splitCells(bytes.TrimLeft(content, " \t#%"), sep)
				s.comments = append(s.comments, record{words, line, at})
			}
		default:
			s.rows = append(s.rows, record{splitCells(content, sep), line, at})
		}
		line += bytes.Count(text[at:at+next], []byte{eol})
		at += next
	}
	return s
}

// tooWide reports whether a record has more than MaxColumns cells.
func tooWide(content []byte, sep Separator) bool {
	if sep != Blanks {
		return bytes.Count(content, []byte{byte(sep)}) >= MaxColumns
	}
	cells, before := 0, true
	for _, c := range content {
		now := blank(c)
		if before && !now {
			cells++
		}
		before = now
	}
	return cells > MaxColumns
}

// isNumber reports whether the whole of a trimmed cell is read as a number.
func (n numerals) isNumber(cell []byte) bool {
	if n.isPlain(cell) {
		return true
	}
	text, _ := n.normal(cell)
	return text != nil
}

// isPlain reports whether the whole of a trimmed cell follows the grammar of numbers.
func (n numerals) isPlain(cell []byte) bool {
	if _, length := scanDecimal(cell, n.point); length > 0 && length == len(cell) {
		return true
	}
	if bytes.Contains(cell, []byte("−")) || bytes.IndexByte(cell, '/') >= 0 {
		_, _, fault := n.slowFloat(cell)
		return fault == noFault || fault == zeroBelow || fault == tooLarge
	}
	return false
}

// width returns the commonest number of cells of the data; on a tie that of the
// first row, if it is one of them, else the larger.
func (s sample) width() int {
	count := map[int]int{}
	best := 0
	for _, r := range s.data() {
		n := len(r.cells)
		count[n]++
		if count[n] > count[best] || count[n] == count[best] && n > best {
			best = n
		}
	}
	if first := len(s.rows[0].cells); count[first] == count[best] {
		return first
	}
	return best
}

// decimalCommas reports whether commas can be decimal points: not where they
// separate, and not in a single column, which is two with commas between.
func decimalCommas(sep Separator, columns int) bool { return sep != Comma && columns > 1 }

// score says how well a separator explains the sample: the share of rows that
// have the commonest width times the share of numbers among their cells.
func (s sample) score(sep Separator) (columns int, share float64) {
	if len(s.rows) == 0 || s.wide > 0 {
		return 0, 0
	}
	columns = s.width()
	numbers := 0
	for _, r := range s.data() {
		if len(r.cells) != columns {
			continue
		}
		for _, cell := range r.cells {
			if missingCell(cell) || (numerals{'.'}).isNumber(cell) ||
				decimalCommas(sep, columns) && (numerals{','}).isNumber(cell) {
				numbers++
			}
		}
	}
	return columns, float64(numbers) / float64(columns*len(s.data()))
}

// separatorOf measures the separator: the one that explains the rows best,
// then the one that gives more columns, then the first in the list.
func separatorOf(text []byte, whole bool, eol byte) Separator {
	best, bestColumns, bestShare := Comma, 0, -1.0
	for _, sep := range separators {
		s := splitSample(text, whole, 1, sep, eol, scoredRecords)
		columns, share := s.score(sep)
		if s.wide > 0 {
			columns = MaxColumns + 1 // where no other explains the rows, the limit does
		}
		if share > bestShare || share == bestShare && columns > bestColumns {
			best, bestColumns, bestShare = sep, columns, share
		}
	}
	return best
}

// pointOf measures the decimal point: a comma when some cells are numbers only with
// a decimal comma, 1,5 or 1.234,5, and none only with a point. A cell such as 1,234
// can be read both ways and decides where no other does: for a decimal comma, unless
// commas separate the cells.
func pointOf(s sample, sep Separator) byte {
	if s.width() < 2 {
		return '.'
	}
	strong, weak := map[byte]bool{}, map[byte]bool{}
	for _, r := range s.data() {
		for _, cell := range r.cells {
			point, both := evidence(cell)
			strong[point] = strong[point] || !both
			weak[point] = weak[point] || both
		}
	}
	if strong[','] && !strong['.'] || weak[','] && !strong['.'] && !weak['.'] && sep != Comma {
		return ','
	}
	return '.'
}

// measure finds the layout of a file from its beginning. text begins at the
// given line number; whole says that it is the whole file.
func measure(name string, text []byte, whole bool, line int, o Options) (*layout, error) {
	l := &layout{sep: o.Separator, eol: '\n'}
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') >= 0 {
		l.eol = '\r'
	}
	if l.sep == SeparatorAuto {
		l.sep = separatorOf(text, whole, l.eol)
	}
	s := splitSample(text, whole, line, l.sep, l.eol, sampledRecords)
	if s.wide > 0 {
		return nil, &Error{File: name, Line: s.wide, Found: fmt.Sprintf("more than %d cells separated by %s", MaxColumns, l.sep.plain()),
			Want: fmt.Sprintf("at most %d columns", MaxColumns), Advice: "one row of the table goes on one line"}
	}
	if len(s.rows) == 0 {
		return nil, &Error{File: name, Found: "no rows", Want: "a table of numbers", Err: ErrEmpty}
	}
	l.numerals = numerals{pointOf(s, l.sep)}
	columns := s.width()
	if o.Header == HeaderAuto {
		s.rows = l.top(s, columns, l.numerals)
	}
	l.trailing = l.sep != Blanks && columns > 1 && lastIsEmpty(s.rows, columns)
	if l.trailing {
		columns--
		for i, r := range s.rows {
			s.rows[i].cells = r.cells[:min(len(r.cells), columns)]
		}
	}
	l.kind = kinds(s.data(), columns, l.numerals)
	header, rest := l.findHeader(s, columns, o.Header)
	if len(rest) == 0 {
		return nil, &Error{File: name, Found: fmt.Sprintf("a header and no rows (line %d)", s.rows[0].line),
			Want: "rows of numbers below it", Err: ErrEmpty}
	}
	l.nameColumns(header, rest, columns)
	l.offset, l.line = rest[0].offset, rest[0].line
	l.widthOf = widthLine(s.rows, l.columns())
	if !hasNumbers(l.kind) {
		return nil, &Error{File: name, Line: l.line, Found: quote(bytes.Join(rest[0].cells, []byte(" "))),
			Want: "numbers in at least one column", Advice: "give the separator with --separator if it was not recognised"}
	}
	return l, nil
}

// widthLine returns the line of the first record of the given width.
func widthLine(rows []record, columns int) int {
	for _, r := range rows {
		if len(r.cells) == columns {
			return r.line
		}
	}
	return rows[0].line
}

// lastIsEmpty reports whether every row of the given width ends in an empty
// cell, and every other row, a header say, is just that cell shorter.
func lastIsEmpty(rows []record, columns int) bool {
	for _, r := range rows {
		if len(r.cells) == columns && len(r.cells[columns-1]) > 0 || len(r.cells) != columns && len(r.cells) != columns-1 {
			return false
		}
	}
	return true
}

// kinds looks at what the columns hold.
func kinds(rows []record, columns int, n numerals) []columnKind {
	kind := make([]columnKind, columns)
	for c := range kind {
		numbers, words := 0, 0
		for _, r := range rows {
			switch {
			case c >= len(r.cells) || missingCell(r.cells[c]):
			case n.isNumber(r.cells[c]) || number(strings.ToLower(string(r.cells[c]))) || n.limitCell(r.cells[c]):
				numbers++
			default:
				words++
			}
		}
		switch {
		case numbers > words || numbers > 0 && words == 1:
			kind[c] = numberColumn
		case numbers > 0:
			kind[c] = mixedColumn
		case words > 0:
			kind[c] = textColumn
		default:
			kind[c] = emptyColumn
		}
	}
	return kind
}

// number reports whether a cell is meant as a number although it is none that
// can be used: these are named as bad cells, not passed over as text.
func number(lower string) bool {
	switch strings.TrimLeft(lower, "+-−") {
	case "inf", "infinity", "∞":
		return true
	}
	return false
}

func hasNumbers(kind []columnKind) bool {
	for _, k := range kind {
		if k == numberColumn {
			return true
		}
	}
	return false
}

// findHeader returns the names, nil without a header, and the rows below it.
func (l *layout) findHeader(s sample, columns int, want Header) (names [][]byte, rest []record) {
	first := s.rows[0]
	switch want {
	case HeaderNo:
		return nil, s.rows
	case HeaderYes:
		l.header = LineHeader
		return first.cells, s.rows[1:]
	}
	if l.isHeader(first.cells, s) {
		l.header = LineHeader
		return first.cells, s.rows[1:]
	}
	if len(s.comments) > 0 {
		words := s.comments[len(s.comments)-1].cells
		if len(words) != columns && l.sep != Blanks {
			words = splitCells(bytes.Join(words, []byte{byte(l.sep)}), Blanks)
		}
		if areNames(words) && (len(words) == columns ||
			len(words) < columns && leadingIndex(s.rows, columns-len(words), l.numerals) > 0) {
			l.header = CommentHeader
			return words, s.rows
		}
	}
	return nil, s.rows
}

// isHeader reports whether the first row is a line of names: a word in at least one
// place where the rows below have numbers, and no number in such a place, or one
// beside several words, such as a year.
func (l *layout) isHeader(first [][]byte, s sample) bool {
	words, numbers := 0, 0
	for c, cell := range first {
		if missingCell(cell) {
			continue
		}
		if l.isNumber(cell) {
			if len(first) != len(l.kind) {
				return false
			}
			if c < len(l.kind) && (l.kind[c] == numberColumn || l.kind[c] == emptyColumn) {
				numbers++
			}
			continue
		}
		if number(strings.ToLower(string(cell))) {
			return false
		}
		if len(s.rows) == 1 || len(first) != len(l.kind) || l.kind[c] == numberColumn {
			words++
		}
	}
	return words > 0 && (numbers == 0 || numbers == 1 && words > 1)
}

// areNames reports whether the words can be names of columns: letters, digits
// and underscores, beginning with a letter, all different.
func areNames(words [][]byte) bool {
	seen := map[string]bool{}
	for _, w := range words {
		if !IsIdentifier(string(w)) || seen[string(w)] {
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
func leadingIndex(rows []record, most int, n numerals) int {
	if len(rows) < 2 || most < 1 {
		return 0
	}
	value := func(i, c int) (float64, bool) {
		if c >= len(rows[i].cells) {
			return 0, false
		}
		x, _, fault := n.slowFloat(rows[i].cells[c])
		return x, fault == noFault
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

// nameColumns gives every column a name: the header's, c5 where the header has
// none for the fifth, x1, x2, … without a header.
func (l *layout) nameColumns(header [][]byte, rest []record, columns int) {
	if header == nil {
		for c := range columns {
			l.names = append(l.names, fmt.Sprintf("x%d", c+1))
		}
		l.named = make([]bool, columns)
		return
	}
	if l.trailing && len(header) > columns {
		header = header[:columns]
	}
	lead := 0
	if len(header) < columns {
		l.short = true
		lead = leadingIndex(rest, columns-len(header), l.numerals)
		l.notes = append(l.notes, fmt.Sprintf("the header names %d of %d columns: taken for columns %d to %d",
			len(header), columns, lead+1, lead+len(header)))
	}
	u := newUnique(columns)
	for c := range max(columns, len(header)) {
		name := ""
		if h := c - lead; h >= 0 && h < len(header) {
			name = l.cleanName(header[h])
		}
		l.named = append(l.named, name != "")
		if name == "" {
			name = fmt.Sprintf("c%d", c+1)
		}
		l.names = append(l.names, u.take(name))
	}
	for len(l.kind) < len(l.names) {
		l.kind = append(l.kind, emptyColumn)
	}
	if l.latin {
		l.notes = append(l.notes, "the header is not UTF-8: read as Windows-1252, which holds Latin-1")
	}
}

// cleanName makes a name out of a cell of the header: one line, printable.
func (l *layout) cleanName(cell []byte) string {
	name, latin := words(cell)
	l.latin = l.latin || latin
	return strings.Join(strings.Fields(name), " ")
}
