package table

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
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
	layout    *layout
	take      []int // for every column of the file its place in a row, or -1
	labels    int   // the column of labels, or -1
	drop      bool  // leave out rows with missing cells
	unbounded bool  // take numbers beyond float64

	buf        []byte
	start, end int // what is in buf and not yet parsed
	eof        bool
	quotes     bool // there is a quote in buf
	line       int  // line number of buf[start]

	missing  int        // missing cells seen
	limits   int        // those among them that are limits, <0.5
	how      []spelling // of every column of the file
	dates    *dates     // nil where dates are no numbers
	totals   []int      // lines left out as rows of totals
	suspect  []int      // lines that may be rows of totals
	total    bool       // the row being read is one of totals
	cutShort int        // the last line, where it may be cut short, or 0
	dropped  []int      // lines of the first rows left out
	drops    int        // number of rows left out
}

// newTextBody measures the file.
func newTextBody(src *source, o Options) (*textBody, error) {
	t := &textBody{src: src, labels: -1, drop: o.Missing == MissingDrop, unbounded: o.Unbounded, line: 1 + max(0, o.Skip)}
	if src.format != "" {
		t.line = 0 // the line of names is none of the file
	}
	if err := t.skip(o.Skip); err != nil {
		return nil, err
	}
	if err := t.sample(); err != nil {
		return nil, err
	}
	l, err := measure(src.name, t.buf[:t.end], t.eof, t.line, o)
	if err != nil {
		return nil, err
	}
	t.layout = l
	t.how = make([]spelling, len(l.names))
	if o.Dates > 0 {
		t.dates = &dates{unit: o.Dates, first: make([]time.Time, len(l.names)), names: l.names}
	}
	t.start, t.line = l.offset, l.line
	return t, nil
}

// choose takes the given columns, in that order.
func (t *textBody) choose(columns []int) {
	t.take = make([]int, t.layout.columns())
	for c := range t.take {
		t.take[c] = -1
	}
	for k, c := range columns {
		t.take[c] = k
	}
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
	return &Error{File: t.src.name, Line: line, Found: fmt.Sprintf("a line of more than %d MiB", MaxLine>>20),
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
	return &Error{File: t.src.name, Line: t.line + bytes.Count(rest[:quote], []byte{t.layout.eol}),
		Column: len(splitCells(rest[:quote+1], t.layout.sep)), Found: "a quoted cell without an end",
		Want: `a closing "`, Advice: "close the quote or remove it"}
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
		if !t.quotes && len(rest) > 0 && numeric(rest[0]) {
			if j := bytes.IndexByte(rest, t.layout.eol); j >= 0 && j <= MaxLine {
				t.start += j + 1
				t.line++
				return rest[:trimReturn(rest, j)], t.line - 1, nil
			}
		}
		end, next, quote := lineEnd(rest, t.layout.sep, t.layout.eol)
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
			end, next = trimReturn(rest, len(rest)), len(rest)
			if !empty(rest) && !comment(rest) {
				t.noteLastLine(rest, t.line)
			}
		}
		if end > MaxLine {
			return nil, 0, t.lineTooLong(t.line)
		}
		content, line = rest[:end], t.line
		t.start += next
		t.line += 1 + bytes.Count(content, []byte{t.layout.eol})
		if empty(content) || comment(content) {
			continue
		}
		return content, line, nil
	}
}

// numeric reports whether a line that begins with c is neither empty nor a
// comment, for the bytes that most lines begin with.
func numeric(c byte) bool { return c-'0' <= 9 || c == '-' || c == '.' }

// next appends up to rows rows to b; io.EOF when there are no more.
func (t *textBody) next(ctx context.Context, b *Block, rows int) error {
	for b.Rows() < rows {
		content, line, err := t.record(ctx)
		if err != nil {
			return err
		}
		if err := t.parse(b, content, line); err != nil {
			return err
		}
	}
	return nil
}

// parse appends one row, or leaves it out for a missing cell.
func (t *textBody) parse(b *Block, s []byte, line int) error {
	sep, point := t.layout.sep, t.layout.point
	if byte(sep) == point {
		point = 0 // a decimal comma stands in quotes only
	}
	k := b.room()
	lacking := false
	var label []byte
	i := 0
	for c, slot := range t.take {
		if c > 0 && sep != Blanks {
			if i >= len(s) {
				return t.ragged(s, line)
			}
			i++ // the separator
		}
		if slot >= 0 && i < len(s) {
			mant, decimals, neg, n := scanPlain(s[i:], point)
			if end := i + n; n > 0 && (end == len(s) || s[end] == byte(sep)) {
				b.setPlain(k+slot, mant, decimals, neg)
				i = end
				continue
			}
		}
		j := skipBlanks(s, i, sep)
		if sep == Blanks && j >= len(s) {
			return t.ragged(s, line)
		}
		if slot < 0 {
			end := endOfCell(s, i, sep)
			if c == t.labels {
				label = unquote(s[i:end])
			} else if end-i < 20 && totalWord(unquote(s[i:end])) && len(t.suspect) < 20 {
				t.suspect = append(t.suspect, line)
			}
			i = end
			continue
		}
		if d, n := scanDecimal(s[j:], point); n > 0 {
			end := skipBlanks(s, j+n, sep)
			if x, ok := d.float(); ok && d.mant <= math.MaxInt64 && (end >= len(s) || s[end] == byte(sep) || sep == Blanks && end > j+n) {
				b.setDecimal(k+slot, x, d)
				i = end
				continue
			}
		}
		end := endOfCell(s, i, sep)
		missing, err := t.slowCell(b, k+slot, s[j:max(j, end)], line, c)
		if err != nil {
			return err
		}
		lacking = lacking || missing
		i = end
	}
	if rest := skipBlanks(s, i, sep); rest < len(s) && !(t.layout.trailing && empty(s[rest+1:])) {
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
		if t.drops++; len(t.dropped) < shown {
			t.dropped = append(t.dropped, line)
		}
		b.drop(k)
		return nil
	}
	b.lines = append(b.lines, line)
	if t.labels >= 0 {
		text, _ := words(label)
		b.labels = append(b.labels, t.layout.label(text))
	}
	return nil
}

// slowCell stores a cell that is not a plain short decimal.
func (t *textBody) slowCell(b *Block, k int, raw []byte, line, c int) (missing bool, err error) {
	cell := unquote(raw)
	if missingCell(cell) {
		t.missing++
		if !t.drop {
			return true, t.fault(line, c, missingText(cell), "a number", "fill the cell, or use --missing drop to leave such rows out")
		}
		return true, nil
	}
	x, text, fault := t.layout.slowFloat(cell)
	if fault == notANumber && t.dates != nil {
		if plain, ok := t.dates.number(c, cell); ok {
			x, text, fault = slowFraction(plain)
		}
	}
	if fault == notANumber {
		switch plain, how := t.layout.normal(cell); {
		case plain != nil:
			t.how[c] |= how
			x, text, fault = t.layout.slowFloat(plain)
		case t.drop && totalWord(cell):
			t.total = true
			return true, nil
		case t.layout.limitCell(cell):
			t.missing++
			t.limits++
			if t.drop {
				return true, nil
			}
			return true, t.fault(line, c, quote(cell), "a number", "replace the limit, or use --missing drop to leave such rows out")
		}
	}
	if fault == tooLarge && t.unbounded {
		fault = noFault
		if scannedExponent(text) > maxExponent {
			fault = exponentLarge
		}
	}
	switch fault {
	case noFault:
		b.setText(k, x, text)
		return false, nil
	case tooLarge:
		return false, t.fault(line, c, quote(cell), fmt.Sprintf("at most %.4g in size", math.MaxFloat64), "use another unit for this column")
	case tooLong:
		return false, t.fault(line, c, quote(cell), fmt.Sprintf("a number of at most %d characters", maxNumber), "round it")
	case exponentLarge:
		return false, t.fault(line, c, quote(cell), fmt.Sprintf("an exponent of at most %d", maxExponent), "use another unit for this column")
	}
	if fault == zeroBelow {
		return false, t.fault(line, c, quote(cell), "a denominator that is not zero", "correct the cell")
	}
	if number(strings.ToLower(string(cell))) {
		return false, t.fault(line, c, quote(cell), "a finite number", "leave the cell empty to have the row left out")
	}
	advice := "correct the cell, or choose other columns with --columns"
	if line == t.layout.line && t.layout.header == NoHeader {
		advice = "if this line is no data, use --skip " + fmt.Sprint(line) + " or --header yes"
	}
	return false, t.fault(line, c, quote(cell), "a number", advice)
}

func missingText(cell []byte) string {
	if len(cell) == 0 {
		return "an empty cell"
	}
	return "a missing value, " + quote(cell)
}

// fault is an error about one cell.
func (t *textBody) fault(line, c int, found, want, advice string) error {
	return &Error{File: t.src.name, Line: line, Column: c + 1, Name: t.layout.names[c], Found: found, Want: want, Advice: advice}
}

// ragged is the error about a line with another number of cells.
func (t *textBody) ragged(s []byte, line int) error {
	if bytes.IndexByte(s, 0) >= 0 {
		return t.src.binary(line)
	}
	n := len(splitCells(s, t.layout.sep))
	cells := "cells"
	if n == 1 {
		cells = "cell"
	}
	return &Error{File: t.src.name, Line: line, Found: fmt.Sprintf("%d %s separated by %s", n, cells, t.layout.sep.plain()),
		Want: fmt.Sprintf("%d as in line %d", t.layout.columns(), t.layout.widthOf), Advice: "correct the line"}
}
