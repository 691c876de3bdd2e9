package scan

import (
	"bytes"
	"strings"
)

// A record is one line of a text file, or several where a quoted cell goes
// over the end of a line. A quote opens a quoted cell only where a cell
// begins; inside one, a doubled quote stands for a quote. Elsewhere a quote is
// a character like any other.

// Blank reports whether c may stand around a cell.
func Blank(c byte) bool { return c == ' ' || c == '\t' }

// SkipBlanks returns the first position from i on that holds no blank. A tab
// is not skipped where tabs separate.
func SkipBlanks(s []byte, i int, sep Separator) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' && sep != Tab) {
		i++
	}
	return i
}

// endOfQuoted returns the position after the quote that closes the one at
// s[i], or -1 if there is none.
func endOfQuoted(s []byte, i int) int {
	for i++; ; i += 2 {
		j := bytes.IndexByte(s[i:], '"')
		if j < 0 {
			return -1
		}
		i += j
		if i+1 >= len(s) || s[i+1] != '"' {
			return i + 1
		}
	}
}

// EndOfCell returns where the cell that begins at s[i] ends: the position of
// the separator, or len(s). It returns -1 for a quoted cell without an end.
func EndOfCell(s []byte, i int, sep Separator) int {
	j := SkipBlanks(s, i, sep)
	if j < len(s) && s[j] == '"' {
		if i = endOfQuoted(s, j); i < 0 {
			return -1
		}
	}
	if sep == Blanks {
		i = max(i, j)
		for i < len(s) && !Blank(s[i]) {
			i++
		}
		return i
	}
	if j := bytes.IndexByte(s[i:], byte(sep)); j >= 0 {
		return i + j
	}
	return len(s)
}

// LineEnd returns where the record that begins at s[0] ends, without its line
// end, and where the next one begins. next is -1 when s holds no whole record;
// quote is then where an open quoted cell begins, or -1.
func LineEnd(s []byte, sep Separator, eol byte) (end, next, quote int) {
	j := bytes.IndexByte(s, eol)
	if j < 0 {
		j = len(s)
	}
	if bytes.IndexByte(s[:j], '"') < 0 {
		if j == len(s) {
			return j, -1, -1
		}
		return TrimReturn(s, j), j + 1, -1
	}
	return quotedLineEnd(s, sep, eol)
}

// quotedLineEnd is LineEnd for a line with a quote in it.
func quotedLineEnd(s []byte, sep Separator, eol byte) (end, next, quote int) {
	for i := 0; ; {
		j := SkipBlanks(s, i, sep)
		if j < len(s) && s[j] == '"' {
			if i = endOfQuoted(s, j); i < 0 {
				return len(s), -1, j
			}
		}
		for i < len(s) && s[i] != eol && !separates(s[i], sep) {
			i++
		}
		if i == len(s) {
			return i, -1, -1
		}
		if s[i] == eol {
			return TrimReturn(s, i), i + 1, -1
		}
		i++
	}
}

func separates(c byte, sep Separator) bool {
	return c == byte(sep) || sep == Blanks && c == '\t'
}

// TrimReturn drops the carriage return before the line end at s[j].
func TrimReturn(s []byte, j int) int {
	if j > 0 && s[j-1] == '\r' {
		return j - 1
	}
	return j
}

// SplitCells returns the cells of a record, trimmed and unquoted. With blanks
// there are no cells before the first and after the last.
func SplitCells(s []byte, sep Separator) [][]byte {
	cells := make([][]byte, 0, 4) // as few rows have more
	if sep != Blanks {
		cells = make([][]byte, 0, 1+bytes.Count(s, []byte{byte(sep)}))
	}
	for i := 0; ; i++ {
		if sep == Blanks {
			if i = SkipBlanks(s, i, sep); i >= len(s) {
				return cells
			}
		}
		end := EndOfCell(s, i, sep)
		if end < 0 {
			end = len(s)
		}
		cells = append(cells, Unquote(s[i:end]))
		if end >= len(s) {
			return cells
		}
		i = end
	}
}

// Unquote trims a cell and takes its quotes away. Text after the closing quote
// stays, so that nothing is lost silently.
func Unquote(cell []byte) []byte {
	cell = bytes.TrimSpace(cell)
	if len(cell) == 0 || cell[0] != '"' {
		return cell
	}
	end := endOfQuoted(cell, 0)
	if end != len(cell) {
		return cell
	}
	inner := cell[1 : end-1]
	if bytes.IndexByte(inner, '"') >= 0 {
		inner = bytes.ReplaceAll(inner, []byte(`""`), []byte(`"`))
	}
	return bytes.TrimSpace(inner)
}

// Comment reports whether a record is a comment: its first character other
// than a blank is # or %.
func Comment(s []byte) bool {
	s = bytes.TrimLeft(s, " \t")
	return len(s) > 0 && (s[0] == '%' || s[0] == '#' && !errorValue(s) || rule(s))
}

// Numbered reports whether a record begins with # and a digit.
func Numbered(s []byte) bool {
	s = bytes.TrimLeft(s, " \t")
	return len(s) > 1 && s[0] == '#' && '0' <= s[1] && s[1] <= '9'
}

// rule reports whether a line only draws a line, as ----+---- and |:---|---:| do.
func rule(s []byte) bool {
	if c := s[0]; c != '-' && c != '=' && c != '|' && c != '+' && c != ':' && c != '_' {
		return false
	}
	for _, c := range s {
		if !bytes.ContainsRune([]byte("-=+|:_ \t\r"), rune(c)) {
			return false
		}
	}
	for _, run := range []string{"---", "===", "___", ":-"} {
		if bytes.Contains(s, []byte(run)) {
			return true
		}
	}
	return false
}

// errorValue reports whether a record begins with what spreadsheets write where a
// formula has no value.
func errorValue(s []byte) bool {
	for _, word := range []string{"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!"} {
		if bytes.HasPrefix(s, []byte(word)) {
			return true
		}
	}
	return false
}

// Empty reports whether a record holds nothing but blanks.
func Empty(s []byte) bool { return len(bytes.TrimSpace(s)) == 0 }

// MissingCell reports whether a trimmed cell says that there is no value, or, as laboratories write it, none that was detected.
func MissingCell(cell []byte) bool {
	switch len(cell) {
	case 0:
		return true
	case 1:
		return cell[0] == '?' || cell[0] == '-' || cell[0] == '.'
	case 2:
		return bytes.EqualFold(cell, []byte("na")) || bytes.EqualFold(cell, []byte("nd")) || string(cell) == "--"
	case 3, 4, 5, 6, 7:
		switch strings.ToLower(string(cell)) {
		case "n/a", "nan", "–", "—", "null", "none", "nil", "#n/a", "n.a.", "nan%", "#null!", "#ref!", "#value!", "#div/0!", "#name?", "#num!", "missing",
			"n.d.", "k.a.", "bdl", "lod", "loq", "<lod", "<loq":
			return true
		}
	}
	return false
}
