package scan

import (
	"fmt"
	"strconv"
)

// Separator is what stands between two cells of a line.
type Separator byte

// The separators. SeparatorAuto, the zero value, measures which one the file
// uses; Blanks is any run of spaces and tabs.
const (
	SeparatorAuto Separator = 0
	Comma         Separator = ','
	Semicolon     Separator = ';'
	Tab           Separator = '\t'
	Bar           Separator = '|'
	Blanks        Separator = ' '
)

// Separators is the order in which the separators are preferred when a file
// reads equally well with several.
var Separators = [...]Separator{Comma, Semicolon, Tab, Bar, Blanks}

// ParseSeparator reads a name (auto, comma, semicolon, tab, bar, blanks) or
// the character itself.
func ParseSeparator(s string) (Separator, error) {
	if s == "auto" {
		return SeparatorAuto, nil
	}
	for _, sep := range Separators {
		if s == sep.String() || s == string(rune(sep)) {
			return sep, nil
		}
	}
	return 0, fmt.Errorf("table: found separator %q, expected auto, comma, semicolon, tab, bar or blanks", s)
}

// String returns the name that ParseSeparator reads.
func (s Separator) String() string {
	switch s {
	case SeparatorAuto:
		return "auto"
	case Comma:
		return "comma"
	case Semicolon:
		return "semicolon"
	case Tab:
		return "tab"
	case Bar:
		return "bar"
	case Blanks:
		return "blanks"
	}
	return strconv.QuoteRune(rune(s))
}

// Plain names the separator inside a sentence.
func (s Separator) Plain() string {
	if s == Blanks {
		return "blanks"
	}
	return s.String() + "s"
}
