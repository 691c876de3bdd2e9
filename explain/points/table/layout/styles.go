package layout

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// Style is how the numbers of a column are written where a cell alone could be something else
// too: (5.00) may be a doubtful value, or the error of the one above.
type Style int8

// The styles.
const (
	Plain     Style = iota
	Accounts        // amounts of money; the negative ones are (330.39) or 330.39-
	Durations       // 4:42 and 83:12 are minutes and seconds, 1:04:42 has hours too
	Hours           // 7:12 and 27:07 are hours and minutes
)

// fewestBrackets are the cells in brackets that a table has at least where they are negative
// amounts, if no currency says so: one or two may be doubtful values.
const fewestBrackets = 3

// styles finds the styles of columns.
func styles(rows []record, columns int, n scan.Numerals) []Style {
	style := make([]Style, columns)
	brackets, sure := 0, false
	hours := hoursOf(rows, columns)
	for c := range style {
		if slices.Contains(hours, c) {
			style[c] = Hours
			continue
		}
		if durations, sure := durationsOf(rows, c); durations && (sure || n.Dates) {
			style[c] = Durations
			continue
		}
		if a := accountsOf(rows, c, n); a.right() {
			style[c] = Accounts
			brackets, sure = brackets+a.brackets, sure || a.sure
		}
	}
	doubtful := brackets < fewestBrackets && !sure || everySecond(rows, n)
	for c := range style {
		if style[c] == Accounts && doubtful && accountsOf(rows, c, n).brackets > 0 {
			style[c] = Plain
		}
	}
	return style
}

// accounts is what a column shows of being one of money.
type accounts struct {
	negative, brackets int  // cells written as negative amounts, and those in brackets
	sure               bool // a cell has a currency, or separators of thousands
	other              bool // a cell begins with a minus
	uneven             bool // a cell has not two decimals
}

// right reports whether (330.39) and 330.39- can only be negative amounts in a column.
func (a accounts) right() bool { return a.negative > 0 && !a.other && (a.sure || !a.uneven) }

// accountsOf looks at the cells of a column. It stops at the first cell with a minus: where one amount has a
// minus, brackets mean something else.
func accountsOf(rows []record, c int, n scan.Numerals) accounts {
	var a accounts
	if !slices.ContainsFunc(rows, func(r record) bool {
		if c >= len(r.cells) {
			return false
		}
		_, negative := scan.Negative(r.cells[c])
		return negative
	}) {
		return a // as of most columns
	}
	for _, r := range rows {
		if c >= len(r.cells) || scan.MissingCell(r.cells[c]) {
			continue
		}
		cell, negative := scan.Negative(r.cells[c])
		if !negative {
			cell = r.cells[c]
		}
		if !n.IsNumber(cell) {
			continue
		}
		sure, cents := n.Money(cell)
		a.sure, a.uneven = a.sure || sure, a.uneven || !cents
		switch {
		case negative && r.cells[c][len(r.cells[c])-1] == ')':
			a.brackets++
			fallthrough
		case negative:
			a.negative++
		case cell[0] == '-' || bytes.HasPrefix(cell, []byte("−")):
			a.other = true
			return a
		}
	}
	return a
}

// everySecond reports whether cells in brackets stand in every second row and in no other, as the
// errors of estimates stand below them.
func everySecond(rows []record, n scan.Numerals) bool {
	const fewest = 4
	before := false
	for i, r := range rows {
		now := false
		for _, cell := range r.cells {
			now = now || len(cell) > 0 && cell[len(cell)-1] == ')' && n.IsNegative(cell)
		}
		if i > 0 && now == before {
			return false
		}
		before = now
	}
	return len(rows) >= fewest
}

// durationsOf reports whether all cells of a column are times and one at least is no time of the
// day. It is sure of seconds where they are written as no score and no ratio is: 31:28 and 80:20
// may be goals and parts.
func durationsOf(rows []record, c int) (durations, sure bool) {
	short, shortBeyond, longBeyond := false, false, false
	for _, r := range rows {
		if c >= len(r.cells) || scan.MissingCell(r.cells[c]) {
			continue
		}
		t, ok := scan.ClockOf(r.cells[c])
		if !ok {
			return false, false
		}
		short, sure = short || t.Short, sure || t.Padded || !t.Short
		shortBeyond, longBeyond = shortBeyond || t.Short && t.Beyond, longBeyond || !t.Short && t.Beyond
	}
	return shortBeyond || longBeyond && !short, sure
}

// plainDurations takes the style of durations from columns whose names have another unit than it
// gives: minutes and seconds become seconds, hours and minutes become minutes, unless the user has
// chosen a unit, and 38:30 of hours are no minutes.
func (l *Layout) plainDurations() {
	for c, style := range l.Style {
		own, wrong := "s", "h"
		switch style {
		case Durations:
		case Hours:
			own, wrong = "min", "s"
		default:
			continue
		}
		switch unit := l.UnitsOf([]int{c})[0]; {
		case strings.HasPrefix(unit, wrong), unit != "" && !strings.HasPrefix(unit, own) && !l.Dates:
			l.Style[c], l.Kind[c] = Plain, textColumn
		case unit == "" && !l.Dates:
			for len(l.units) <= c {
				l.units = append(l.units, "")
			}
			l.units[c] = own
		}
	}
}

// plainMonths takes columns of months, 01/2019 to 12/2019, for words. One month of a column must begin with 0: no fraction does.
func (l *Layout) plainMonths(rows []record) {
	for c := range l.Kind {
		if monthsOf(rows, c) {
			l.Kind[c] = textColumn
		}
	}
}

// monthsOf reports whether all cells of a column that are not missing are months, and one at least begins with 0.
func monthsOf(rows []record, c int) bool {
	zero := false
	for _, r := range rows {
		if c >= len(r.cells) || scan.MissingCell(r.cells[c]) {
			continue
		}
		if !isMonth(r.cells[c]) {
			return false
		}
		zero = zero || r.cells[c][0] == '0'
	}
	return zero
}

// isMonth reports whether a cell is a month of a year of the last century or this one, as 1/2019.
func isMonth(cell []byte) bool {
	month, err := time.Parse("1/2006", string(cell))
	return err == nil && month.Year() >= 1900 && month.Year() < 2100
}

// value reports whether a cell is a number, in a style of a column or in none.
func value(n scan.Numerals, cell []byte) bool {
	_, clock := scan.ClockOf(cell)
	return clock || n.IsNumber(cell) || n.IsNegative(cell)
}

// Styled reports whether a column has a style.
func (l *Layout) Styled() bool {
	for _, s := range l.Style {
		if s != Plain {
			return true
		}
	}
	return false
}
