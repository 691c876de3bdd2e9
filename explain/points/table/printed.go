package table

import (
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// Printed says to which decimal place cell (i, j) of the file is written, -2 for
// hundredths as in 0.50 and 3 for thousands as in 7e3, and with how many significant
// digits, 0 for a zero. It reports false for a number that no digits were cut from: a
// fraction, or a number of a binary file.
func (b *Block) Printed(i, j int) (place, digits int, ok bool) {
	k := i*b.Cols() + j
	switch {
	case b.binary:
		return 0, 0, false
	case b.exp[k] == isLong:
		return printedText(b.long[b.mant[k]])
	}
	for m := b.mant[k]; m != 0; m /= 10 {
		digits++
	}
	return int(b.exp[k]), digits, true
}

// Place is the place that Printed returns.
func (b *Block) Place(i, j int) (place int, ok bool) {
	if k := i*b.Cols() + j; !b.binary && b.exp[k] != isLong {
		return int(b.exp[k]), true
	}
	place, _, ok = b.Printed(i, j)
	return place, ok
}

// printedText is Printed for a text that slowFloat accepted.
func printedText(text string) (place, digits int, ok bool) {
	if strings.Contains(text, "/") {
		return 0, 0, false
	}
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	whole, fraction, _ := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	e, _ := scan.ScanExponent([]byte(exponent))
	return e - len(fraction), len(strings.TrimLeft(whole+fraction, "0")), true
}
