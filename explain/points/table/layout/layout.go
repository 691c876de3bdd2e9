package layout

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// Layout is how a text file is written, as measured on its first records.
type Layout struct {
	Sep scan.Separator
	scan.Numerals
	Eol      byte // '\n', or '\r' in files of old Macintoshes
	Header   HeaderFound
	Names    []string // one for every column of the file
	named    []bool   // the header gave the name
	Kind     []ColumnKind
	Style    []Style
	Trailing bool     // every line ends with a separator too many
	Offset   int      // where the first row begins, in bytes
	Line     int      // and its line number
	WidthOf  int      // the line that fixed the number of columns
	short    bool     // the header names fewer columns than there are
	latin    bool     // a name was no UTF-8
	numbered bool     // rows begin with #1, #2, …
	units    []string // a row of units below the names, or nil
	Dated    []bool   // the first cell of a column is a date
	Notes    []string
}

func (l *Layout) Columns() int { return len(l.Names) }

// Comment reports whether a record is a comment. Where all rows begin with # and a number, they are none.
func (l *Layout) Comment(s []byte) bool { return scan.Comment(s) && !(l.numbered && scan.Numbered(s)) }

// ColumnKind is what the first records hold in a column.
type ColumnKind int8

const (
	NumberColumn ColumnKind = iota // more numbers than words, or one word
	textColumn                     // text and no number
	MixedColumn                    // text, and fewer numbers
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
	numbered int      // comments below it that begin with # and a digit, and are as wide; -1 if there is another
	wide     int      // the line of the first record of too many cells, which ends the sample
	open     *place   // of the quoted cell without an end that ends the sample
}

// place is a cell of the file.
type place struct{ line, cell int } // from 1

// data returns the rows that cannot be a header.
func (s sample) data() []record {
	if len(s.rows) > 1 {
		return s.rows[1:]
	}
	return s.rows
}

// splitSample splits at most most records of text. Without whole, the last one
// may be cut and is left out. With numbered, lines that begin with # and a digit are records.
func splitSample(text []byte, whole bool, line int, sep scan.Separator, eol byte, most int, numbered bool) sample {
	var s sample
	for at := 0; at < len(text) && len(s.rows) < most; {
		end, next, quote := scan.LineEnd(text[at:], sep, eol)
		if next < 0 {
			if quote >= 0 {
				before := text[at : at+quote+1]
				s.open = &place{line + bytes.Count(before, []byte{eol}), len(scan.SplitCells(before, sep))}
			}
			if !whole {
				break
			}
			end, next = scan.TrimReturn(text[at:], len(text)-at), len(text)-at
		}
		content := text[at : at+end]
		switch {
		case scan.Empty(content):
		case tooWide(content, sep):
			s.wide = line
			return s
		case scan.Comment(content) && !(numbered && scan.Numbered(content)):
			words := scan.SplitCells(bytes.TrimLeft(content, " \t#%"), sep)
			switch {
			case len(s.rows) == 0:
				s.comments = append(s.comments, record{words, line, at})
			case s.numbered >= 0 && scan.Numbered(content) && len(words) > 1 && len(words) == len(s.rows[0].cells):
				s.numbered++
			default:
				s.numbered = -1
			}
		default:
			s.rows = append(s.rows, record{scan.SplitCells(content, sep), line, at})
		}
		line += bytes.Count(text[at:at+next], []byte{eol})
		at += next
	}
	return s
}

// tooWide reports whether a record has more than MaxColumns cells.
func tooWide(content []byte, sep scan.Separator) bool {
	if sep != scan.Blanks {
		return bytes.Count(content, []byte{byte(sep)}) >= MaxColumns
	}
	cells, before := 0, true
	for _, c := range content {
		now := scan.Blank(c)
		if before && !now {
			cells++
		}
		before = now
	}
	return cells > MaxColumns
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

// pointOf measures the decimal point: a comma when some cells are numbers only with
// a decimal comma, 1,5 or 1.234,5, and none only with a point. A cell such as 1,234
// can be read both ways and decides where no other does: for a decimal comma, unless
// commas separate the cells.
func pointOf(s sample, sep scan.Separator) byte {
	if s.width() < 2 {
		return '.'
	}
	strong, weak := map[byte]bool{}, map[byte]bool{}
	for _, r := range s.data() {
		for _, cell := range r.cells {
			point, both := scan.Evidence(cell)
			strong[point] = strong[point] || !both
			weak[point] = weak[point] || both
		}
	}
	if strong[','] && !strong['.'] || weak[','] && !strong['.'] && !weak['.'] && sep != scan.Comma {
		return ','
	}
	return '.'
}

// Hints are what is known of a file before it is measured.
type Hints struct {
	Separator scan.Separator
	Header    Header
	Dates     bool // dates and times are numbers
}

// Measure finds the layout of a file from its beginning. text begins at the
// given line number; whole says that it is the whole file.
func Measure(name string, text []byte, whole bool, line int, h Hints) (*Layout, error) {
	l := &Layout{Sep: h.Separator, Eol: '\n'}
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') >= 0 {
		l.Eol = '\r'
	}
	if l.Sep == scan.SeparatorAuto {
		l.Sep = separatorOf(text, whole, l.Eol)
	}
	s := splitSample(text, whole, line, l.Sep, l.Eol, sampledRecords, false)
	if l.numbered = len(s.rows) == 1 && s.numbered > 0; l.numbered {
		s = splitSample(text, whole, line, l.Sep, l.Eol, sampledRecords, true)
	}
	if s.wide > 0 {
		return nil, &scan.Error{File: name, Line: s.wide, Found: fmt.Sprintf("more than %d cells separated by %s", MaxColumns, l.Sep.Plain()),
			Want: fmt.Sprintf("at most %d columns", MaxColumns), Advice: "one row of the table goes on one line"}
	}
	if s.open != nil && len(s.rows) < 2 {
		return nil, OpenQuote(name, s.open.line, s.open.cell)
	}
	if len(s.rows) == 0 {
		return nil, &scan.Error{File: name, Found: "no rows", Want: "a table of numbers", Err: scan.ErrEmpty}
	}
	l.Numerals = scan.Numerals{Point: pointOf(s, l.Sep), Dates: h.Dates}
	columns := s.width()
	if l.Sep == scan.Blanks {
		joinUnits(s.rows[:1], columns)
		joinUnits(s.comments, columns)
	}
	switch {
	case h.Header == HeaderAuto:
		s.rows = l.top(s, columns, l.Numerals)
	case h.Header == HeaderYes && l.unitsAt(s.rows, 1, columns):
		s.rows = l.takeUnits(s.rows, 1)
	}
	l.Trailing = l.Sep != scan.Blanks && columns > 1 && lastIsEmpty(s.rows, columns)
	if l.Trailing {
		columns--
		for i, r := range s.rows {
			s.rows[i].cells = r.cells[:min(len(r.cells), columns)]
		}
	}
	l.Kind, l.Style = kinds(s.data(), columns, l.Numerals), styles(s.data(), columns, l.Numerals)
	header, rest := l.findHeader(s, columns, h.Header)
	if len(rest) == 0 {
		advice := ""
		if s.numbered != 0 {
			advice = "a line that begins with # or % is a comment"
		}
		return nil, &scan.Error{File: name, Found: fmt.Sprintf("a header and no rows (line %d)", s.rows[0].line),
			Want: "rows of numbers below it", Advice: advice, Err: scan.ErrEmpty}
	}
	if l.Header == LineHeader {
		if err := errors.Join(longName(name, s.rows[0]), l.otherSeparator(name, s.rows[0], columns)); err != nil {
			return nil, err
		}
	}
	l.NameColumns(header, rest, columns)
	l.takeUnitsOfCells(rest, columns)
	l.plainDurations()
	l.plainMonths(rest)
	l.Offset, l.Line = rest[0].offset, rest[0].line
	for c, cell := range rest[0].cells {
		_, date := scan.DateOf(cell)
		durations, _ := durationsOf(rest, c)
		l.Dated = append(l.Dated, date || durations)
	}
	l.WidthOf = widthLine(s.rows, l.Columns())
	if !hasNumbers(l.Kind) {
		below := rest[min(1, len(rest)-1)] // the first may be names
		return nil, &scan.Error{File: name, Line: below.line, Found: scan.Quote(bytes.Join(below.cells, []byte(" "))),
			Want: "numbers in at least one column", Advice: "give the separator with --separator if it was not recognised"}
	}
	return l, nil
}

// OpenQuote is the error about a quoted cell that is never closed.
func OpenQuote(file string, line, cell int) error {
	return &scan.Error{File: file, Line: line, Column: cell, Found: "a quoted cell without an end",
		Want: `a closing "`, Advice: "close the quote or remove it"}
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
func kinds(rows []record, columns int, n scan.Numerals) []ColumnKind {
	kind := make([]ColumnKind, columns)
	for c, style := range styles(rows, columns, n) {
		if style != Plain {
			continue // NumberColumn
		}
		numbers, words := 0, 0
		oneUnit := unitOfCells(rows, c, n) != manyUnits
		for _, r := range rows {
			switch {
			case c >= len(r.cells) || scan.MissingCell(r.cells[c]):
			case !oneUnit && scan.Apart(r.cells[c]).Unit != "":
				words++
			case n.IsNumber(r.cells[c]) || Number(strings.ToLower(string(r.cells[c]))) || n.LimitCell(r.cells[c]):
				numbers++
			default:
				words++
			}
		}
		switch {
		case numbers > words || numbers > 0 && words == 1:
			kind[c] = NumberColumn
		case numbers > 0:
			kind[c] = MixedColumn
		case words > 0:
			kind[c] = textColumn
		default:
			kind[c] = emptyColumn
		}
	}
	return kind
}

// Number reports whether a cell is meant as a number although it is none that
// can be used: these are named as bad cells, not passed over as text.
func Number(lower string) bool {
	switch strings.TrimLeft(lower, "+-−") {
	case "inf", "infinity", "∞":
		return true
	}
	return false
}

func hasNumbers(kind []ColumnKind) bool {
	for _, k := range kind {
		if k == NumberColumn {
			return true
		}
	}
	return false
}
