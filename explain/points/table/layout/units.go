package layout

import (
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
	if !scan.UnitCell([]byte(unit)) {
		return ""
	}
	return unit
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
