package scan

import (
	"bytes"
)

// Negative is the size of a negative number as accountants write it: 330.39 of (330.39) and of
// 330.39-, $5.00 of $(5.00). Size need not be a number.
func Negative(cell []byte) (size []byte, ok bool) {
	if len(cell) < 3 || len(cell) > maxWritten {
		return nil, false
	}
	if cell[len(cell)-1]-'0' <= 9 {
		return nil, false // as most cells end
	}
	currency := ""
	for _, c := range currencies {
		if rest := bytes.TrimSpace(bytes.TrimPrefix(cell, []byte(c))); len(rest) < len(cell) && len(rest) > 0 && rest[0] == '(' {
			currency, cell = c, rest
			break
		}
	}
	if inner, ok := bytes.CutPrefix(cell, []byte("(")); ok {
		size, ok = bytes.CutSuffix(inner, []byte(")"))
		if !ok {
			return nil, false
		}
		size = append([]byte(currency), bytes.TrimSpace(size)...)
	} else {
		for _, minus := range []string{"-", "−"} {
			if size, ok = bytes.CutSuffix(cell, []byte(minus)); ok {
				break
			}
		}
		size = bytes.TrimRight(size, " ")
		if !ok || len(size) == 0 || size[len(size)-1]-'0' > 9 { // 5,- is a price of 5
			return nil, false
		}
	}
	return size, len(size) > 0 && !bytes.ContainsAny(size, "+-") && !bytes.Contains(size, []byte("−"))
}

// IsNegative reports whether a cell is a negative amount of money as accountants write it.
func (n Numerals) IsNegative(cell []byte) bool {
	size, ok := Negative(cell)
	if !ok || !n.IsNumber(size) {
		return false
	}
	sure, cents := n.Money(size)
	return sure || cents
}

// Money says of a cell whether it is an amount of money by its writing, with a currency or with
// separators of thousands, and whether it has two decimals.
func (n Numerals) Money(cell []byte) (sure, cents bool) {
	_, how, unit := n.Normal(cell)
	for _, c := range currencies {
		sure = sure || unit == c
	}
	bare := Apart(cell).Bare
	at := bytes.IndexByte(bare, n.Point)
	return sure || how&Thousands != 0, at >= 0 && len(bare)-at == len(".00") && allDigits(string(bare[at+1:]))
}
