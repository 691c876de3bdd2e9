package layout

import (
	"bytes"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// UnitsOf returns the units of columns of the file: those of a row of units, and else what
// a name ends with, U [V], I (mA), R/kΩ.
func (l *Layout) UnitsOf(columns []int) []string {
	units := make([]string, len(columns))
	for k, c := range columns {
		if c < len(l.units) && l.units[c] != "" {
			units[k] = trimBrackets(l.units[c])
			continue
		}
		units[k] = unitIn(l.Names[c])
	}
	return units
}

// manyUnits stands for different units in the cells of a column.
const manyUnits = "\x00"

// unitOfCells is the unit behind the numbers of a column, such as cm where the cells are 10 cm
// and 12 cm, "" where there is none, and manyUnits where they differ: 7a, 7b and 8a are no numbers of years.
func unitOfCells(rows []record, c int, n scan.Numerals) string {
	unit, labels := "", 0
	for _, r := range rows {
		if c >= len(r.cells) {
			continue
		}
		text, _, u := n.Normal(r.cells[c])
		switch {
		case text == nil:
			if scan.IsLabel(r.cells[c]) {
				labels++
			}
		case u == "" || u == unit:
		case unit == "":
			unit = u
		default:
			return manyUnits
		}
	}
	if labels > 1 && unit != "" {
		return manyUnits
	}
	return unit
}

// takeUnitsOfCells takes the units of the cells where the columns have no others.
func (l *Layout) takeUnitsOfCells(rows []record, columns int) {
	for c := range columns {
		if u := unitOfCells(rows, c, l.Numerals); u != "" && u != manyUnits {
			for len(l.units) <= c {
				l.units = append(l.units, "")
			}
			if l.units[c] == "" && unitIn(l.Names[c]) == "" {
				l.units[c] = u
			}
		}
	}
}

// unitIn is the unit that a name ends with, or "".
func unitIn(name string) string {
	name = strings.TrimSpace(name)
	at := strings.IndexByte(name, '/')
	switch {
	case strings.HasSuffix(name, ")"):
		at = strings.LastIndexByte(name, '(')
	case strings.HasSuffix(name, "]"):
		at = strings.LastIndexByte(name, '[')
	}
	if at < 1 {
		return ""
	}
	unit := trimBrackets(name[at:])
	if name[at] == '/' {
		unit = strings.TrimSpace(name[at+1:])
	}
	if !scan.UnitCell([]byte(unit)) || name[at] == '/' && '0' <= unit[0] && unit[0] <= '9' { // counts/10 s are no counts measured in 10 s
		return ""
	}
	return unit
}

// joinUnits puts units in brackets behind the names before them, in records that have one cell
// a column then: t [s] v [m/s] are two names in a text separated by blanks.
func joinUnits(records []record, columns int) {
	for i, r := range records {
		var joined [][]byte
		for k, cell := range r.cells {
			if k > 0 && trimBrackets(string(cell)) != string(cell) {
				last := &joined[len(joined)-1]
				*last = append(append(bytes.Clone(*last), ' '), cell...)
				continue
			}
			joined = append(joined, cell)
		}
		if len(r.cells) > columns && len(joined) == columns {
			records[i].cells = joined
		}
	}
}

func trimBrackets(s string) string {
	s = strings.TrimSpace(s)
	for _, pair := range []string{"()", "[]"} {
		if len(s) > 2 && s[0] == pair[0] && s[len(s)-1] == pair[1] {
			return strings.TrimSpace(s[1 : len(s)-1])
		}
	}
	return s
}
