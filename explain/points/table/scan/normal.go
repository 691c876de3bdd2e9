package scan

import (
	"bytes"
	"strings"
)

// Cells that are numbers in the eyes of a person and none in the grammar of
// number.go: 5.5%, 1,234.50 with thousands separators, TRUE, 10 cm, 3.93 ± 0.05. They are
// read, and the report says so.

// Spelling says what was read beyond the grammar of numbers; a column has the union
// of those of its cells.
type Spelling uint16

const (
	PercentSign   Spelling = 1 << iota // 5.5% is 5.5
	Thousands                          // 1,234 is 1234
	Truth                              // TRUE is 1, FALSE is 0
	UnitLeftOut                        // 10 cm is 10, $5 is 5
	ErrorLeftOut                       // 3.93 ± 0.05 and 3.93(5) are 3.93
	PowerOfTen                         // 9×10^16 is 9e16, and so is 9D16
	MarkLeftOut                        // 2441.28* is 2441.28
	AccountsMinus                      // (330.39) and 330.39- are -330.39
	Minutes                            // 83:12 are 83 minutes and 12 seconds
	HoursMinutes                       // 7:12 are 7 hours and 12 minutes
)

// Normal returns the text of a trimmed cell in the grammar of numbers, its decimal
// point that of n, with what was left out for that, and the unit behind the number. It
// returns nil for other cells.
func (n Numerals) Normal(cell []byte) (text []byte, how Spelling, unit string) {
	if _, length := ScanDecimal(cell, n.Point); length > 0 && length == len(cell) {
		return nil, 0, "" // written plainly, as most are
	}
	switch {
	case bytes.EqualFold(cell, []byte("true")):
		return []byte("1"), Truth, ""
	case bytes.EqualFold(cell, []byte("false")):
		return []byte("0"), Truth, ""
	}
	w := Apart(cell)
	if text := n.ungrouped(w.Bare); text != nil {
		w.Bare, w.How = text, w.How|Thousands
	}
	if w.How == 0 {
		return nil, 0, ""
	}
	plain := bytes.Replace(w.Bare, []byte("−"), []byte("-"), 1)
	if _, length := ScanDecimal(plain, n.Point); length == 0 || length != len(plain) {
		return nil, 0, ""
	}
	return w.Bare, w.How, w.Unit
}

// groups are the characters that stand between groups of three digits; the one that
// is the decimal point of the file does not.
var groups = []string{",", ".", "'", "’", " ", "\u00a0", "\u202f", "\xa0"}

// ungrouped takes the separators out of a number such as 1,234,567.8, whose groups
// have three digits but for the first, which has one to three, or 12,34,567.8, as is
// written in India, whose groups before the last have two, the first one or two. It returns nil for
// every other text.
func (n Numerals) ungrouped(cell []byte) []byte {
	if len(cell) > MaxNumber { // no number; a line of 16 MiB would be split at each of its characters
		return nil
	}
	for _, g := range groups {
		if g == string(rune(n.Point)) || !bytes.Contains(cell, []byte(g)) {
			continue
		}
		whole, decimals := cell, []byte(nil)
		if at := bytes.IndexByte(cell, n.Point); at >= 0 {
			whole, decimals = cell[:at], cell[at:]
		}
		parts := bytes.Split(bytes.TrimLeft(whole, "+-"), []byte(g))
		if rest, ok := bytes.CutPrefix(parts[0], []byte("−")); ok {
			parts[0] = rest
		}
		right := len(parts) > 1 && len(parts[0]) >= 1 && len(parts[0]) <= 3 && allDigits(string(parts[0])) &&
			(len(decimals) < 2 || allDigits(string(decimals[1:])))
		size := 3
		if len(parts) > 2 && g == "," && len(parts[1]) == 2 {
			size, right = 2, right && len(parts[0]) <= 2
		}
		for i, part := range parts[1:] {
			if i == len(parts)-2 {
				size = 3
			}
			right = right && len(part) == size && allDigits(string(part))
		}
		if right {
			return append(bytes.ReplaceAll(whole, []byte(g), nil), decimals...)
		}
	}
	return nil
}

// Evidence says what a cell shows of the decimal point of its file: '.', ',' or 0,
// and whether it can be read with the other one as well, as 1.234 can.
func Evidence(cell []byte) (point byte, weak bool) {
	if plainDecimal(cell) { // as most cells are; three decimals may be a group of thousands
		switch at := bytes.IndexByte(cell, '.'); {
		case at < 0:
			return 0, false
		case len(cell)-1-at != 3:
			return '.', false
		}
	}
	return evidence(cell)
}

// evidence is Evidence of any cell.
func evidence(cell []byte) (point byte, weak bool) {
	if size, ok := Negative(cell); ok {
		cell = size
	}
	cell = Apart(cell).Bare
	readable := func(point byte) bool {
		n := Numerals{Point: point}
		if n.isPlain(cell) {
			return bytes.IndexByte(cell, point) >= 0
		}
		return n.ungrouped(cell) != nil && bytes.ContainsAny(cell, ",.")
	}
	dot, comma := readable('.'), readable(',')
	switch {
	case dot && comma:
		if bytes.IndexByte(cell, '.') >= 0 {
			return '.', true
		}
		return ',', true
	case dot:
		return '.', false
	case comma:
		return ',', false
	}
	return 0, false
}

// LimitCell reports whether a cell says only that a value is below or above what
// could be measured: <0.5.
func (n Numerals) LimitCell(cell []byte) bool {
	for _, sign := range []string{"<", ">", "≤", "≥"} {
		if rest, ok := bytes.CutPrefix(cell, []byte(sign)); ok {
			rest = bytes.TrimSpace(bytes.TrimPrefix(rest, []byte("=")))
			return n.IsNumber(rest)
		}
	}
	return false
}

// totalFirst tells the bytes with which a name of a row of totals may begin.
var totalFirst = func() (may [256]bool) {
	for c := range may {
		may[c] = c >= 0x80 || strings.IndexByte(" :.tsgamcTSGAMC", byte(c)) >= 0
	}
	return may
}()

// TotalWord reports whether a cell names a row of totals.
func TotalWord(cell []byte) bool {
	const longest = 16
	if len(cell) == 0 || len(cell) > longest {
		return false
	}
	if !totalFirst[cell[0]] {
		return false // as most are
	}
	switch strings.Trim(strings.ToLower(string(cell)), " :.") {
	case "total", "totals", "sum", "subtotal", "grand total", "average", "mean", "std", "count", "σ", "∑", "summe", "gesamt", "mittelwert",
		"mittel", "somme", "moyenne", "suma", "totale", "totaal", "totalt":
		return true
	}
	return false
}

// UnitCell reports whether a cell looks like the unit of a column: in parentheses or
// brackets, or a product of known units.
func UnitCell(cell []byte) bool {
	s := strings.TrimSpace(string(cell))
	for _, pair := range []string{"()", "[]"} {
		if len(s) > 2 && s[0] == pair[0] && s[len(s)-1] == pair[1] {
			return true
		}
	}
	factors := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("/*·^ .-−⁻0123456789¹²³⁴", r) })
	for _, f := range factors {
		if !isUnit(f) {
			return false
		}
	}
	return len(factors) > 0
}

// isUnit reports whether a word is a unit, with a prefix of the SI or without.
func isUnit(word string) bool {
	const units = " m g s A K mol cd Hz N Pa J W C V F Ω Ohm ohm S Wb T H lm lx Bq Gy L l eV bar rad sr B M Wh Ah VA pc yr "
	const others = " % ‰ ° °C °F deg min h d a yr y week min. sec kg t ha u Da AU au ly pc in ft mi yd lb oz psi mmHg atm cal kcal Torr dB ppm ppb px USD EUR GBP € $ £ degC degF inch mph rpm CHF ¥ US$ "
	const written = " arb units unitless counts percent seconds secs minutes mins hours hrs days weeks months years metres meters feet inches miles grams kilograms litres liters volts amps amperes ohms watts joules newtons pascals kelvins moles degrees radians Celsius Fahrenheit Kelvin Volt Ampere Watt Joule Newton Pascal Hertz arcsec arcmin mag "
	if strings.Contains(written, " "+word+" ") || strings.Contains(units, " "+word+" ") || strings.Contains(others, " "+word+" ") {
		return true
	}
	for _, prefix := range []string{"da", "k", "M", "G", "T", "h", "d", "c", "m", "µ", "μ", "u", "n", "p"} {
		if rest, ok := strings.CutPrefix(word, prefix); ok && rest != "" && strings.Contains(units, " "+rest+" ") {
			return true
		}
	}
	return false
}

// IsNumber reports whether the whole of a trimmed cell is read as a number.
func (n Numerals) IsNumber(cell []byte) bool {
	if n.isPlain(cell) {
		return true
	}
	if n.Dates {
		if _, ok := DateOf(cell); ok {
			return true
		}
	}
	text, _, _ := n.Normal(cell)
	return text != nil
}

// isPlain reports whether the whole of a trimmed cell follows the grammar of numbers.
func (n Numerals) isPlain(cell []byte) bool {
	if _, length := ScanDecimal(cell, n.Point); length > 0 && length == len(cell) {
		return true
	}
	if bytes.Contains(cell, []byte("−")) || bytes.IndexByte(cell, '/') >= 0 {
		_, _, fault := n.SlowFloat(cell)
		return fault == NoFault || fault == ZeroBelow || fault == TooLarge
	}
	return false
}
