package scan

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Written is a number as people write it in a cell, taken apart.
type Written struct {
	Bare []byte // the number alone, in whatever decimal point
	Unit string // "cm" of 10 cm, "€" of 59,97 €, "%" of 5.5%, or ""
	How  Spelling
}

// maxWritten is the length in bytes of the longest cell that is taken apart.
const maxWritten = 100

// currencies may stand in front of a number, or behind it.
var currencies = []string{"US$", "$", "€", "£", "¥", "EUR", "USD", "GBP", "CHF", "\x80"} // the last is € in Windows-1252

// Apart takes a trimmed cell apart. Bare need not be a number.
func Apart(cell []byte) Written {
	w := Written{Bare: cell}
	if plainDecimal(cell) {
		w.Bare = cell[:len(cell):len(cell)] // as most cells are; nobody appends to the file
		return w
	}
	if len(cell) > maxWritten || !bytes.ContainsAny(cell, "0123456789") {
		return w
	}
	s := bytes.TrimRightFunc(cell, footnote)
	if len(s) < len(cell) {
		s, w.How = bytes.TrimSpace(s), MarkLeftOut
	}
	sign, s := w.takeCurrency(s)
	s, ok := w.takeSpread(s, cell)
	if !ok {
		return Written{Bare: cell}
	}
	end := numberEnd(s)
	rest := bytes.TrimSpace(s[end:])
	bare := bytes.TrimSpace(s[:end])
	if n := spreadInBrackets(rest); n > 0 && w.How&ErrorLeftOut == 0 {
		rest, w.How = bytes.TrimSpace(rest[n:]), w.How|ErrorLeftOut
	}
	if power, n := powerOfTen(rest); n > 0 {
		bare = append(append(bytes.Clone(bare), 'e'), power...)
		rest, w.How = bytes.TrimSpace(rest[n:]), w.How|PowerOfTen
	}
	switch {
	case end == 0:
		return Written{Bare: cell}
	case len(rest) == 0:
	case string(rest) == "%":
		w.How |= PercentSign
	case w.Unit == "" && unitBehind(rest):
		w.Unit, _ = Words(rest)
		w.How |= UnitLeftOut
	default:
		return Written{Bare: cell}
	}
	w.Bare = append(bytes.Clone(sign), bare...)
	return w
}

// takeCurrency takes the sign of money off the front of a cell. It returns what stood before it, which is a minus or
// nothing, and what is behind it.
func (w *Written) takeCurrency(s []byte) (sign, rest []byte) {
	for _, c := range currencies {
		rest := bytes.TrimPrefix(s, []byte("-"))
		if after, ok := bytes.CutPrefix(rest, []byte(c)); ok {
			w.Unit, w.How = c, w.How|UnitLeftOut
			return s[:len(s)-len(rest)], bytes.TrimSpace(after)
		}
	}
	return nil, s
}

// takeSpread takes "± 0.2" off the end, and a unit behind it. It reports false where what stands at a ± is no spread.
func (w *Written) takeSpread(s, cell []byte) (value []byte, ok bool) {
	for _, mark := range []string{"±", "+/-", "+-", "\xb1"} {
		value, spread, found := bytes.Cut(s, []byte(mark))
		if !found || mark == "\xb1" && utf8.Valid(cell) {
			continue
		}
		end := numberEnd(bytes.TrimSpace(spread))
		unit := bytes.TrimSpace(bytes.TrimSpace(spread)[end:])
		if end == 0 || len(unit) > 0 && !unitBehind(unit) || numberEnd(bytes.TrimSpace(value)) == 0 {
			return nil, false
		}
		w.How |= ErrorLeftOut
		if len(unit) > 0 {
			w.Unit, w.How = string(unit), w.How|UnitLeftOut
		}
		return bytes.TrimSpace(value), true
	}
	return s, true
}

// plainDecimal reports whether a cell is digits, and maybe a point and digits, behind a minus or none.
func plainDecimal(cell []byte) bool {
	s := cell
	if len(s) > 0 && s[0] == '-' {
		s = s[1:]
	}
	digits := 0
	for i, c := range s {
		if c-'0' <= 9 {
			digits++
		} else if c != '.' || digits != i || i == 0 || i == len(s)-1 {
			return false
		}
	}
	return digits > 0
}

// footnote reports whether a character behind a number only refers to a note. A raised d or h is
// none: days and hours are written so.
func footnote(r rune) bool { return strings.ContainsRune("*†‡§¶ᵃᵇᶜᵉᶠ", r) }

// numberEnd returns how far the characters of a number go in s, its separators of
// thousands and an exponent among them.
func numberEnd(s []byte) int {
	i, digits := 0, false
	for i < len(s) {
		r, n := utf8.DecodeRune(s[i:])
		switch {
		case '0' <= r && r <= '9':
			digits = true
		case strings.ContainsRune("+-−.,'’ \u00a0\u202f", r) && r != utf8.RuneError:
		case (r|0x20 == 'e') && digits && exponentEnd(s[i+1:]) > 0:
			return i + 1 + exponentEnd(s[i+1:])
		default:
			if !digits {
				return 0
			}
			return i
		}
		i += n
	}
	if !digits {
		return 0
	}
	return i
}

// exponentEnd returns the length of a sign and digits that no letter follows.
func exponentEnd(s []byte) int {
	_, n := ScanExponent(s)
	if r, _ := utf8.DecodeRune(s[n:]); n > 0 && n < len(s) && unicode.IsLetter(r) {
		return 0
	}
	return n
}

// spreadInBrackets returns the length of an error in units of the last digit, (4) in 3.997(4).
func spreadInBrackets(s []byte) int {
	if len(s) < 3 || s[0] != '(' {
		return 0
	}
	i := bytes.IndexByte(s, ')')
	if i < 2 || bytes.Trim(s[1:i], "0123456789.") != nil && len(bytes.Trim(s[1:i], "0123456789.")) > 0 {
		return 0
	}
	return i + 1
}

// powerOfTen reads ×10^16, x10^16, *10**16, ·10^16 and the D+16 of Fortran at the beginning
// of s, and returns the exponent and the length of what was read.
func powerOfTen(s []byte) (exponent []byte, n int) {
	rest := s
	if len(s) > 1 && s[0]|0x20 == 'd' {
		rest = s[1:]
	} else {
		times := false
		for _, sign := range []string{"×", "·", "x", "X", "*"} {
			if after, ok := bytes.CutPrefix(rest, []byte(sign)); ok {
				rest, times = bytes.TrimLeft(after, " "), true
				break
			}
		}
		after, ten := bytes.CutPrefix(rest, []byte("10"))
		if !times || !ten {
			return nil, 0
		}
		if rest, ten = bytes.CutPrefix(after, []byte("^")); !ten {
			if rest, ten = bytes.CutPrefix(after, []byte("**")); !ten {
				return nil, 0
			}
		}
	}
	n = exponentEnd(rest)
	if n == 0 {
		return nil, 0
	}
	return rest[:n], len(s) - len(rest) + n
}

// unitBehind reports whether s is a unit as it stands behind a number: it begins with a
// letter or a sign, and has no second number in it, as 5 ft 6 in has.
func unitBehind(s []byte) bool {
	text, _ := Words(s)
	first, _ := utf8.DecodeRuneInString(text)
	if !unicode.IsLetter(first) && !strings.ContainsRune("°%‰€$£¥", first) {
		return false
	}
	before := first
	for _, r := range text {
		digit := '0' <= r && r <= '9'
		if digit && before == ' ' || unicode.IsLetter(r) && '0' <= before && before <= '9' {
			return false
		}
		before = r
	}
	if strings.Contains(strings.TrimSuffix(text, "."), ".") {
		return false
	}
	for _, c := range currencies {
		if text == c {
			return true
		}
	}
	return UnitCell([]byte(text))
}

// IsLabel reports whether a trimmed cell is digits and letters behind them, as 7b is.
func IsLabel(cell []byte) bool {
	letters := bytes.TrimLeft(cell, "0123456789")
	return 0 < len(letters) && len(letters) < len(cell) && !bytes.ContainsFunc(letters, func(r rune) bool { return !unicode.IsLetter(r) })
}
