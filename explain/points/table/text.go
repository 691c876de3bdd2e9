package table

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
)

const (
	// MaxLine is the length in bytes of the longest line that is read. A line
	// of 16 MiB holds more than half a million numbers of full precision.
	MaxLine = 16 << 20
	// sampleSize is how much of a file is looked at before the first row is
	// read.
	sampleSize = 256 << 10
)

// textBody reads the rows of a text file.
type textBody struct {
	src       *source
	layout    *layout.Layout
	take      []int // for every column of the file its place in a row, or -1
	labels    int   // the column of labels, or -1
	drop      bool  // leave out rows with missing cells
	unbounded bool  // take numbers beyond float64

	buf        []byte
	start, end int // what is in buf and not yet parsed
	eof        bool
	styled     bool // a column is written in a style of its own
	quotes     bool // there is a quote in buf
	line       int  // line number of buf[start]
	slow       int  // rows that plainRows leaves to next
	misses     int  // how many it leaves after a row that is not plain
	runs       []run

	missing  int             // missing cells seen
	limits   int             // those among them that are limits, <0.5
	how      []scan.Spelling // of every column of the file
	unit     []string        // of the cells of every column, "" until there is one
	dates    *scan.Dates     // nil where dates are no numbers
	totals   []int           // lines left out as rows of totals
	suspect  []int           // lines that may be rows of totals
	below    []int           // lines of words below the last row
	head     [][]byte        // the lines above the first row that have a word in them
	repeats  []int           // lines below that say the same as one of head
	total    bool            // the row being read is one of totals
	cutShort int             // the last line, where it may be cut short, or 0
	dropped  []int           // lines of the first rows left out
	drops    int             // number of rows left out
}

// newTextBody measures the file.
func newTextBody(src *source, o Options) (*textBody, error) {
	t := &textBody{src: src, labels: -1, drop: o.Missing == MissingDrop, unbounded: o.Unbounded, line: 1 + max(0, o.Skip)}
	if src.named {
		t.line = 0 // the line of names is not in the file
	}
	if err := t.skip(o.Skip); err != nil {
		return nil, err
	}
	if err := t.sample(); err != nil {
		return nil, err
	}
	l, err := layout.Measure(src.name, t.buf[:t.end], t.eof, t.line, layout.Hints{Separator: o.Separator, Header: o.Header, Dates: o.Dates > 0})
	if err != nil {
		return nil, err
	}
	t.layout, t.styled = l, l.Styled()
	t.how, t.unit = make([]scan.Spelling, len(l.Names)), make([]string, len(l.Names))
	if o.Dates > 0 {
		t.dates = &scan.Dates{Unit: o.Dates, First: make([]time.Time, len(l.Names)), Names: l.Names}
	}
	t.head = l.WordLines(t.buf[:l.Offset])
	t.start, t.line = l.Offset, l.Line
	return t, nil
}

// choose takes the given columns, in that order.
func (t *textBody) choose(columns []int) {
	t.take = make([]int, t.layout.Columns())
	for c := range t.take {
		t.take[c] = -1
	}
	for k, c := range columns {
		t.take[c] = k
	}
	t.runs = runsOf(t.take)
}

// label takes a column for the labels.
func (t *textBody) label(column int) { t.labels = column }

// skip passes over lines at the top of the file.
func (t *textBody) skip(lines int) error {
	for lines > 0 {
		_, err := t.src.stream.ReadSlice('\n')
		switch {
		case err == nil:
			lines--
		case errors.Is(err, io.EOF):
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return t.src.fault(err)
		}
	}
	return nil
}

// sample reads the beginning of the file: sampleSize bytes, and more where the
// lines are long, until there are three of them.
func (t *textBody) sample() error {
	for size := sampleSize; ; size *= 2 {
		if err := t.fill(size); err != nil {
			return err
		}
		text := t.buf[:t.end]
		lines := bytes.Count(text, []byte{'\n'})
		if lines == 0 {
			lines = bytes.Count(text, []byte{'\r'})
		}
		if t.eof || lines >= 3 {
			return nil
		}
		if t.end > (1+lines)*MaxLine {
			return t.lineTooLong(t.line + lines)
		}
	}
}

func (t *textBody) lineTooLong(line int) error {
	return &scan.Error{File: t.src.name, Line: line, Found: fmt.Sprintf("a line of more than %d MiB", MaxLine>>20),
		Want: "shorter lines", Advice: "one row of the table goes on one line"}
}

// fill reads until buf holds size bytes or the file ends.
func (t *textBody) fill(size int) error {
	if cap(t.buf) < size {
		grown := make([]byte, size)
		copy(grown, t.buf[:t.end])
		t.buf = grown
	}
	for t.end < size && !t.eof {
		n, err := t.src.stream.Read(t.buf[t.end:size])
		t.quotes = t.quotes || bytes.IndexByte(t.buf[t.end:t.end+n], '"') >= 0
		t.end += n
		if errors.Is(err, io.EOF) {
			t.eof = true
		} else if err != nil {
			return t.src.fault(err)
		}
	}
	return nil
}

// openQuote is the error about a quote at rest[quote] that is never closed.
func (t *textBody) openQuote(rest []byte, quote int) error {
	return layout.OpenQuote(t.src.name, t.line+bytes.Count(rest[:quote], []byte{t.layout.Eol}), len(scan.SplitCells(rest[:quote+1], t.layout.Sep)))
}

// refill moves what is left to the front of buf and reads more behind it.
// quote is where an open quote stands in what is left, or -1.
func (t *textBody) refill(quote int) error {
	if t.end-t.start > MaxLine && quote >= 0 {
		return t.openQuote(t.buf[t.start:t.end], quote)
	}
	copy(t.buf, t.buf[t.start:t.end])
	t.end -= t.start
	t.start = 0
	t.quotes = bytes.IndexByte(t.buf[:t.end], '"') >= 0
	if t.end > MaxLine {
		return t.lineTooLong(t.line)
	}
	size := cap(t.buf)
	if t.end > size/2 {
		size *= 2
	}
	return t.fill(size)
}

// record returns the next record and its line number, io.EOF at the end.
func (t *textBody) record(ctx context.Context) (content []byte, line int, err error) {
	for {
		rest := t.buf[t.start:t.end]
		if !t.quotes && len(rest) > 1 && numeric(rest[0]) && rest[1] != '-' {
			if j := bytes.IndexByte(rest, t.layout.Eol); j >= 0 && j <= MaxLine {
				t.start += j + 1
				t.line++
				return rest[:scan.TrimReturn(rest, j)], t.line - 1, nil
			}
		}
		end, next, quote := scan.LineEnd(rest, t.layout.Sep, t.layout.Eol)
		if next < 0 && !t.eof {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
			if err := t.refill(quote); err != nil {
				return nil, 0, err
			}
			continue
		}
		if next < 0 {
			if len(rest) == 0 {
				return nil, 0, io.EOF
			}
			if quote >= 0 {
				return nil, 0, t.openQuote(rest, quote)
			}
			end, next = scan.TrimReturn(rest, len(rest)), len(rest)
			if !scan.Empty(rest) && !t.layout.Comment(rest) {
				t.noteLastLine(rest, t.line)
			}
		}
		if end > MaxLine {
			return nil, 0, t.lineTooLong(t.line)
		}
		content, line = rest[:end], t.line
		t.start += next
		t.line += 1 + bytes.Count(content, []byte{t.layout.Eol})
		if scan.Empty(content) || t.layout.Comment(content) {
			continue
		}
		return content, line, nil
	}
}

// next appends up to rows rows to b; io.EOF when there are no more.
func (t *textBody) next(ctx context.Context, b *Block, rows int) error {
	for t.plainRows(b, rows); b.Rows() < rows; t.plainRows(b, rows) {
		content, line, err := t.record(ctx)
		if err != nil {
			return err
		}
		if t.repeat(content) {
			t.repeats = append(t.repeats, line)
			continue
		}
		if err := t.parse(b, content, line); err != nil {
			if b.first+b.Rows() > 0 && t.remarks(bytes.Clone(content), line) {
				b.drop(b.Rows() * b.Cols())
				return io.EOF
			}
			return err
		}
	}
	return nil
}

// parse appends one row, or leaves it out for a missing cell.
func (t *textBody) parse(b *Block, s []byte, line int) error {
	sep, point := t.layout.Sep, t.layout.Point
	if byte(sep) == point {
		point = 0 // a decimal comma stands in quotes only
	}
	k := b.room()
	plain, lacking := len(s), false // plain numbers are read in front of there
	if t.styled {
		plain = 0
	}
	var label []byte
	i := 0
	for c, slot := range t.take {
		if c > 0 && sep != scan.Blanks {
			if i >= len(s) {
				return t.ragged(s, line)
			}
			i++ // the separator
		}
		if slot >= 0 && i < plain {
			x, mant, decimals, n := scan.ScanPlain(s[i:], point)
			if end := i + n; n > 0 && (end == len(s) || s[end] == byte(sep)) {
				b.x[k+slot], b.mant[k+slot], b.exp[k+slot] = x, mant, int16(-decimals)
				i = end
				continue
			}
		}
		j := scan.SkipBlanks(s, i, sep)
		if sep == scan.Blanks && j >= len(s) {
			return t.ragged(s, line)
		}
		if slot < 0 {
			end := scan.EndOfCell(s, i, sep)
			if c == t.labels {
				label = scan.Unquote(s[i:end])
			} else if end-i < 20 && scan.TotalWord(scan.Unquote(s[i:end])) && len(t.suspect) < 20 {
				t.suspect = append(t.suspect, line)
			}
			i = end
			continue
		}
		if d, n := scan.ScanDecimal(s[j:], point); n > 0 && j < plain {
			end := scan.SkipBlanks(s, j+n, sep)
			if x, ok := d.Float(); ok && d.Mant <= math.MaxInt64 && (end >= len(s) || s[end] == byte(sep) || sep == scan.Blanks && end > j+n) {
				b.setDecimal(k+slot, x, d)
				i = end
				continue
			}
		}
		end := scan.EndOfCell(s, i, sep)
		missing, err := t.slowCell(b, k+slot, s[j:max(j, end)], line, c)
		if err != nil {
			return err
		}
		lacking = lacking || missing
		i = end
	}
	if rest := scan.SkipBlanks(s, i, sep); rest < len(s) && !(t.layout.Trailing && scan.Empty(s[rest+1:])) {
		return t.ragged(s, line)
	}
	if t.total {
		t.total = false
		t.totals = append(t.totals, line)
		b.drop(k)
		return nil
	}
	if lacking {
		const shown = 10
		if n := len(t.suspect); n > 0 && t.suspect[n-1] == line {
			t.suspect = t.suspect[:n-1] // not taken as data
		}
		if t.drops++; len(t.dropped) < shown {
			t.dropped = append(t.dropped, line)
		}
		b.drop(k)
		return nil
	}
	b.lines = append(b.lines, line)
	if t.labels >= 0 {
		text, _ := scan.Words(label)
		b.labels = append(b.labels, t.layout.Label(text))
	}
	return nil
}

// slowCell stores a cell that is not a plain short decimal.
func (t *textBody) slowCell(b *Block, k int, raw []byte, line, c int) (missing bool, err error) {
	cell := scan.Unquote(raw)
	if scan.MissingCell(cell) {
		t.missing++
		if !t.drop {
			return true, t.fault(line, c, missingText(cell), "a number", "fill the cell, or use --missing drop to leave such rows out")
		}
		return true, nil
	}
	if cell, err = t.inStyle(cell, line, c); err != nil {
		return false, err
	}
	x, text, fault := t.layout.SlowFloat(cell)
	if fault == scan.NotANumber && t.dates != nil {
		if plain, ok := t.dates.Number(c, cell); ok {
			x, text, fault = scan.SlowFraction(plain)
		}
	}
	if fault == scan.NotANumber {
		switch plain, how, unit := t.layout.Normal(cell); {
		case plain != nil && unit != "" && t.unit[c] != "" && unit != t.unit[c]:
			return false, t.fault(line, c, scan.Quote(cell), "a number in "+t.unit[c]+" as above", "write the column in one unit")
		case plain != nil:
			if unit != "" {
				t.unit[c] = unit
			}
			t.how[c] |= how
			x, text, fault = t.layout.SlowFloat(plain)
		case scan.TotalWord(cell) && (line > t.layout.Line || t.layout.Header != layout.NoHeader):
			t.total = true
			return true, nil
		case t.layout.LimitCell(cell):
			t.missing++
			t.limits++
			if t.drop {
				return true, nil
			}
			return true, t.fault(line, c, scan.Quote(cell), "a number", "replace the limit, or use --missing drop to leave such rows out")
		}
	}
	if fault == scan.TooLarge && t.unbounded {
		fault = scan.NoFault
		if scan.ScannedExponent(text) > scan.MaxExponent {
			fault = scan.ExponentLarge
		}
	}
	if fault != scan.NoFault {
		return false, t.badNumber(cell, fault, line, c)
	}
	b.setText(k, x, text)
	return false, nil
}
