package poly

import (
	"iter"
	"strings"
)

// monomial writes the product of the powers with positive exponents.
func (n *notation) monomial(b *strings.Builder, names []string, exponents []int) {
	separator := ""
	for i, e := range exponents {
		if e == 0 {
			continue
		}
		b.WriteString(separator)
		separator = n.times
		if e == 1 {
			b.WriteString(names[i])
			continue
		}
		n.power(b, names[i], e)
	}
}

// Format returns p in the given style. The text is the polynomial: ParseStyle
// with the same style returns an equal one, over an inexact field too. Terms
// come in descending order, with single blanks round + and -, no term is left
// out and no coefficient rounded; a coefficient 1 is written only in the
// constant term. The zero polynomial is "0".
func (p *Polynomial[E]) Format(style Style) string {
	var b strings.Builder
	R := p.ring
	n := &style.format().notation
	names := R.Names(style)
	exponents := make([]int, 0, R.n)
	for i, m := range p.mons {
		negative, c := R.coefficientText(p.coefs[i], n)
		writeSign(&b, negative)
		if m.IsOne() {
			b.WriteString(c)
			continue
		}
		if c != R.unit {
			b.WriteString(c)
			b.WriteString(n.times)
		}
		exponents = R.AppendExponents(exponents[:0], m)
		n.monomial(&b, names, exponents)
	}
	if p.IsZero() {
		return "0"
	}
	return b.String()
}

// writeSign writes what stands before the absolute value of a term.
func writeSign(b *strings.Builder, negative bool) {
	switch first := b.Len() == 0; {
	case first && negative:
		b.WriteByte('-')
	case !first && negative:
		b.WriteString(" - ")
	case !first:
		b.WriteString(" + ")
	}
}

// FormatSum writes a sum in the style Text from the texts of its terms, each a
// coefficient and a monomial as FormatMonomial writes it: for coefficients that
// are rounded or have error bars. A coefficient that begins with a minus sign is
// subtracted, and 1 is written only before the monomial 1. The empty sum is "0".
func FormatSum(terms iter.Seq2[string, string]) string {
	var b strings.Builder
	for coefficient, monomial := range terms {
		size, negative := strings.CutPrefix(coefficient, "-")
		writeSign(&b, negative)
		switch {
		case monomial == "1":
			b.WriteString(size)
		case size == "1":
			b.WriteString(monomial)
		default:
			b.WriteString(size + "*" + monomial)
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

// coefficientText returns the absolute value of c in the notation and whether
// a minus belongs before it. A sum stands in parentheses.
func (R *Ring[E]) coefficientText(c E, n *notation) (negative bool, text string) {
	s := R.k.Format(c)
	if rest, ok := strings.CutPrefix(s, "-"); ok && !isSum(rest) {
		negative, s = true, rest
	}
	sum := isSum(s)
	if n.number != nil {
		s = n.number(s)
	}
	if sum && !isWrapped(s) {
		s = "(" + s + ")"
	}
	return negative, s
}

// isSum reports whether a number is written as a sum: it has a sign or a blank
// inside that is not the sign of a decimal exponent.
func isSum(s string) bool {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '+', '-':
			if c := s[i-1]; c != 'e' && c != 'E' {
				return true
			}
		case ' ':
			return true
		}
	}
	return strings.HasPrefix(s, "-")
}

// isWrapped reports whether s is one pair of parentheses with all inside.
func isWrapped(s string) bool {
	if !strings.HasPrefix(s, "(") {
		return false
	}
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}
