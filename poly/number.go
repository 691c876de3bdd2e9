package poly

import "strings"

// isWhole reports whether a number is written with digits only.
func isWhole(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// numberParts is how a style writes the parts of a number.
type numberParts struct {
	fraction   func(num, den string) string
	scientific func(mantissa, exponent string) string
	times      string
	imaginary  string
}

// translateNumber rewrites a number of a field, such as 3/4, -1.5e-3 or
// 1/2+3*i. What is neither a number nor * nor i is left as it is.
func translateNumber(s string, parts numberParts) string {
	var b strings.Builder
	for sc := (scanner{text: s}); sc.pos < len(s); {
		c := s[sc.pos]
		if !isDigit(c) {
			sc.pos++
			switch c {
			case '*':
				b.WriteString(parts.times)
			case 'i':
				b.WriteString(parts.imaginary)
			default:
				b.WriteByte(c)
			}
			continue
		}
		number, letter := sc.number()
		if letter >= 0 {
			b.WriteString(parts.scientific(number[:letter], number[letter+1:]))
			continue
		}
		if sc.pos < len(s) && s[sc.pos] == '/' {
			sc.pos++
			b.WriteString(parts.fraction(number, sc.digits()))
			continue
		}
		b.WriteString(number)
	}
	return b.String()
}

// quotientCall reads what follows the name of a function that makes fractions: two whole
// numbers in parentheses.
func (p *parser) quotientCall(function string) error {
	want := "expected " + function + "(p, q) with whole numbers p and q"
	start := p.pos
	if p.accept("(") == "" {
		return p.fail("%s", want)
	}
	sign := p.accept(plusMinus...)
	p.space()
	num := p.digits()
	if num == "" || p.accept(",") == "" {
		return p.fail("%s", want)
	}
	p.space()
	den := p.digits()
	if den == "" || p.accept(")") == "" {
		return p.fail("%s", want)
	}
	return p.quotientOf(start, sign, num, den)
}

// powerCall reads what follows the name of a function that makes powers: a variable and a
// whole number in parentheses.
func (p *parser) powerCall(function string, start int) error {
	want := "expected " + function + "(x, n) with a variable x and a whole number n"
	if p.accept("(") == "" {
		return p.fail("%s", want)
	}
	p.space()
	if err := p.name(); err != nil {
		return err
	}
	if p.accept(",") == "" {
		return p.fail("%s", want)
	}
	p.space()
	at := p.pos
	n, err := p.natural(p.digits(), at)
	if err != nil {
		return err
	}
	if p.accept(")") == "" {
		return p.fail("%s", want)
	}
	if err := p.raise(n); err != nil {
		return p.failAt(start, err, "the power does not fit")
	}
	return nil
}

// quotientOf makes the number ±num/den, whose text began at start.
func (p *parser) quotientOf(start int, sign, num, den string) error {
	if err := p.push(num + "/" + den); err != nil {
		return p.failAt(start, err, "not a number of %v", p.field())
	}
	if sign != "" && sign != "+" {
		p.negate()
	}
	return nil
}
