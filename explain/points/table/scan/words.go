package scan

import (
	"strings"
	"unicode/utf8"
)

// Words is the text of a cell, and whether its bytes are no UTF-8. They are then those
// of Windows-1252, as older spreadsheets and instruments write: a name keeps its letters,
// and the same bytes are always the same label.
func Words(cell []byte) (text string, latin bool) {
	if utf8.Valid(cell) {
		return string(cell), false
	}
	var b strings.Builder
	for _, c := range cell {
		switch {
		case c < 0x80 || c >= 0xa0:
			b.WriteRune(rune(c)) // the same as in Latin-1, and as in Unicode
		default:
			b.WriteRune(windows1252[c-0x80])
		}
	}
	return b.String(), true
}

// windows1252 are the characters from 0x80 to 0x9f, where Latin-1 has control
// characters. Five are not assigned and stay those.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}
