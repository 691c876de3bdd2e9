package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
	"github.com/kexplain/kexplain/internal/plural"
)

// understood is the sentence about cells that were read beyond the grammar of
// numbers, "" where there are none.
func (t *textBody) understood() string {
	var parts []string
	for _, s := range []struct {
		how  scan.Spelling
		text string
	}{
		{scan.PercentSign, "percent signs left out, 5.5% is 5.5"},
		{scan.Thousands, "thousands separators left out"},
		{scan.Truth, "TRUE is 1, FALSE is 0"},
		{scan.UnitLeftOut, "units in the cells left out"},
		{scan.ErrorLeftOut, "errors behind the values left out"},
		{scan.PowerOfTen, "powers of ten read"},
		{scan.Minutes, "times such as 83:12 read as minutes and seconds, in " + scan.UnitName(t.durationUnit())},
		{scan.HoursMinutes, "times such as 7:12 read as hours and minutes, in " + scan.UnitName(t.hoursUnit())},
		{scan.AccountsMinus, "negative amounts read, (5.00) and 5.00- are -5.00"},
		{scan.MarkLeftOut, "marks behind numbers left out, 5.5* is 5.5"},
	} {
		var names []string
		for c, how := range t.how {
			if how&s.how != 0 {
				names = append(names, t.layout.Names[c])
			}
		}
		if len(names) > 0 {
			parts = append(parts, s.text+" ("+layout.ListNames(names)+")")
		}
	}
	return strings.Join(parts, "; ")
}

// findings are the sentences about the rows, known at their end.
func (t *textBody) findings() []string {
	var lines []string
	if s := t.understood(); s != "" {
		lines = append(lines, s)
	}
	if t.dates != nil {
		lines = append(lines, t.dates.Findings()...)
	}
	if t.limits > 0 {
		lines = append(lines, fmt.Sprintf("a limit such as <0.5 counts as missing: %s", plural.Count(t.limits, "cell")))
	}
	if len(t.totals) > 0 {
		lines = append(lines, "left out as totals: "+lineList(t.totals, len(t.totals)))
	}
	if len(t.suspect) > 0 {
		lines = append(lines, lineList(t.suspect, len(t.suspect))+" may hold totals, by the word in it: taken as data")
	}
	if n := len(t.repeats); n > 0 {
		lines = append(lines, "left out as repeats of the lines above the table: "+lineList(t.repeats, n))
	}
	if len(t.below) > 0 {
		lines = append(lines, "left out below the table: "+lineList(t.below, len(t.below)))
	}
	if t.cutShort > 0 {
		lines = append(lines, fmt.Sprintf("line %d has no line end and is shorter than the others: it may be cut short, and is taken as it stands", t.cutShort))
	}
	return lines
}

// repeat reports whether a line says the same as one above the first row: on each page of a
// print the names of the columns stand again, and so they do where files were put together.
func (t *textBody) repeat(content []byte) bool {
	for _, h := range t.head {
		if c := content[0]; ' ' < c && c < 0x80 && c != h[0] {
			continue // as most lines
		}
		if len(content) >= len(h) && bytes.Equal(bytes.TrimSpace(content), h) {
			return true
		}
	}
	return false
}

// lineList lists lines of the file, of which there are more than those where more is
// larger than their number.
func lineList(lines []int, all int) string {
	const most = 10
	words := make([]string, min(most, len(lines)))
	for k := range words {
		words[k] = fmt.Sprint(lines[k])
	}
	s := "line "
	if len(words) > 1 {
		s = "lines "
	}
	s += strings.Join(words, ", ")
	if all > len(words) {
		s += ", …"
	}
	return s
}

// noteLastLine looks whether the last line, which has no line end, looks cut short:
// its last cell has fewer characters than those above it.
func (t *textBody) noteLastLine(content []byte, line int) {
	last := func(s []byte) int {
		cells := scan.SplitCells(s, t.layout.Sep)
		if len(cells) == 0 {
			return 0
		}
		return len(cells[len(cells)-1])
	}
	before := bytes.Split(bytes.TrimRight(t.buf[:t.start], "\r\n"), []byte{t.layout.Eol})
	const fewest, most = 4, 50
	if before = before[max(0, len(before)-most):]; len(before) < fewest || t.layout.Trailing {
		return
	}
	n := last(content)
	for _, s := range before[1:] { // the first may be a part of a line
		if !t.layout.Comment(s) && last(trimmedReturn(s)) <= n {
			return
		}
	}
	t.cutShort = line
}

func trimmedReturn(s []byte) []byte { return s[:scan.TrimReturn(s, len(s))] }

func missingText(cell []byte) string {
	if len(cell) == 0 {
		return "an empty cell"
	}
	return "a missing value, " + scan.Quote(cell)
}

// fault is an error about one cell.
func (t *textBody) fault(line, c int, found, want, advice string) error {
	return &scan.Error{File: t.src.name, Line: line, Column: c + 1, Name: t.layout.Names[c], Found: found, Want: want, Advice: advice}
}

// inStyle is a cell of a column with a style as it would stand in one without.
func (t *textBody) inStyle(cell []byte, line, c int) ([]byte, error) {
	switch t.layout.Style[c] {
	case layout.Accounts:
		size, negative := scan.Negative(cell)
		switch {
		case negative && t.layout.IsNumber(size):
			t.how[c] |= scan.AccountsMinus
			return append([]byte("-"), size...), nil
		case cell[0] == '-' && t.layout.IsNumber(cell):
			return nil, t.fault(line, c, scan.Quote(cell), "negative amounts in brackets or with a minus behind, as in other rows", "write all of them in one way")
		}
	case layout.Durations:
		clock, ok := scan.ClockOf(cell)
		switch {
		case ok:
			t.how[c] |= scan.Minutes
			return []byte(strings.Replace(clock.In(t.durationUnit()), ".", string(rune(t.layout.Point)), 1)), nil
		case t.layout.IsNumber(cell):
			return nil, t.fault(line, c, scan.Quote(cell), "minutes and seconds such as 83:12, as in other rows", "write all of them in one way")
		}
	case layout.Hours:
		clock, ok := scan.ClockOf(cell)
		switch {
		case ok && clock.Short:
			t.how[c] |= scan.HoursMinutes
			// The cell counts 60ths of its first part, which are minutes here.
			return []byte(strings.Replace(clock.In(t.hoursUnit()/60), ".", string(rune(t.layout.Point)), 1)), nil
		case ok || t.layout.IsNumber(cell):
			return nil, t.fault(line, c, scan.Quote(cell), "hours and minutes such as 7:12, as in other rows", "write all of them in one way")
		}
	}
	return cell, nil
}

// hoursUnit is the unit of hours and minutes as numbers.
func (t *textBody) hoursUnit() time.Duration {
	if t.dates != nil {
		return t.dates.Unit
	}
	return time.Minute
}

// durationUnit is the unit of minutes and seconds as numbers.
func (t *textBody) durationUnit() time.Duration {
	if t.dates != nil {
		return t.dates.Unit
	}
	return time.Second
}

// badNumber is the error about a cell that is no number, or none that can be taken.
func (t *textBody) badNumber(cell []byte, fault scan.Fault, line, c int) error {
	switch fault {
	case scan.TooLarge:
		return t.fault(line, c, scan.Quote(cell), fmt.Sprintf("at most %.4g in size", math.MaxFloat64), "use another unit for this column")
	case scan.TooLong:
		return t.fault(line, c, scan.Quote(cell), fmt.Sprintf("a number of at most %d characters", scan.MaxNumber), "round it")
	case scan.ExponentLarge:
		return t.fault(line, c, scan.Quote(cell), fmt.Sprintf("an exponent of at most %d", scan.MaxExponent), "use another unit for this column")
	}
	if fault == scan.ZeroBelow {
		return t.fault(line, c, scan.Quote(cell), "a denominator that is not zero", "correct the cell")
	}
	if layout.Number(strings.ToLower(string(cell))) {
		return t.fault(line, c, scan.Quote(cell), "a finite number", "leave the cell empty to have the row left out")
	}
	advice := "correct the cell, or choose other columns with --columns"
	if line == t.layout.Line && t.layout.Header == layout.NoHeader {
		advice = "if this line is no data, use --skip " + fmt.Sprint(line) + " or --header yes"
	}
	if size, ok := scan.Negative(cell); ok && t.layout.IsNumber(size) {
		advice = "write -" + string(size) + " if that is meant"
	}
	return t.fault(line, c, scan.Quote(cell), "a number", advice)
}

// ragged is the error about a line with another number of cells.
func (t *textBody) ragged(s []byte, line int) error {
	if bytes.IndexByte(s, 0) >= 0 {
		return t.src.binary(line)
	}
	n := len(scan.SplitCells(s, t.layout.Sep))
	cells := "cells"
	if n == 1 {
		cells = "cell"
	}
	return &scan.Error{File: t.src.name, Line: line, Found: fmt.Sprintf("%d %s separated by %s", n, cells, t.layout.Sep.Plain()),
		Want: fmt.Sprintf("%d as in line %d", t.layout.Columns(), t.layout.WidthOf), Advice: "correct the line"}
}

// numbersApart reports whether a cell is several numbers with another separator between them.
func (t *textBody) numbersApart(cell []byte) bool {
	return slices.ContainsFunc(scan.Separators[:], func(sep scan.Separator) bool {
		parts := scan.SplitCells(cell, sep)
		return sep != scan.Blanks && len(parts) > 1 && !slices.ContainsFunc(parts, func(p []byte) bool { return !t.layout.IsNumber(p) })
	})
}

// remarks reports whether a record that is no row and all below it are words, without a
// number in any cell, and notes their lines.
func (t *textBody) remarks(content []byte, line int) bool {
	const most = 64 << 10
	for !t.eof && t.end-t.start < most {
		if t.refill(-1) != nil {
			return false
		}
	}
	if !t.eof {
		return false
	}
	lines := []int{line}
	for {
		for _, cell := range scan.SplitCells(content, t.layout.Sep) {
			if t.layout.IsNumber(cell) || t.layout.IsNegative(cell) || t.numbersApart(cell) {
				return false
			}
		}
		var err error
		if content, line, err = t.record(context.Background()); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return false
		}
		lines = append(lines, line)
	}
	t.below, t.cutShort = lines, 0
	return true
}
