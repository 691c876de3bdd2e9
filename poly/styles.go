package poly

import (
	"strconv"
	"strings"
)

// notation returns how s writes a polynomial.
func (s Style) notation() *notation {
	switch s {
	case LaTeX:
		return &latexStyle
	case SymPy:
		return &sympyStyle
	}
	return &textStyle
}

var sympyStyle = notation{
	times: "*",
	power: func(b *strings.Builder, base string, e int) {
		b.WriteString(base)
		b.WriteString("**")
		b.WriteString(strconv.Itoa(e))
	},
	number: func(s string) string {
		return translateNumber(s, numberParts{
			fraction:   func(num, den string) string { return "Rational(" + num + ", " + den + ")" },
			scientific: func(mantissa, exponent string) string { return mantissa + "e" + exponent },
			times:      "*",
			imaginary:  "I",
		})
	},
}

var latexStyle = notation{
	times: " ",
	power: func(b *strings.Builder, base string, e int) {
		b.WriteString(base)
		b.WriteString("^{")
		b.WriteString(strconv.Itoa(e))
		b.WriteByte('}')
	},
	number: func(s string) string {
		return translateNumber(s, numberParts{
			fraction:   func(num, den string) string { return `\frac{` + num + "}{" + den + "}" },
			scientific: func(mantissa, exponent string) string { return mantissa + `\mathrm{e}{` + exponent + "}" },
			times:      " ",
			imaginary:  "i",
		})
	},
}

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

// sympyRational reads what follows the word Rational: two whole numbers in
// parentheses.
func (p *parser[E]) sympyRational() (factor[E], error) {
	const want = "expected Rational(p, q) with whole numbers p and q"
	start := p.pos
	if p.accept("(") == "" {
		return factor[E]{}, p.fail(want)
	}
	sign := p.accept(plusMinus...)
	p.space()
	num := p.digits()
	if num == "" || p.accept(",") == "" {
		return factor[E]{}, p.fail(want)
	}
	p.space()
	den := p.digits()
	if den == "" || p.accept(")") == "" {
		return factor[E]{}, p.fail(want)
	}
	return p.quotientOf(start, sign, num, den)
}

// quotientOf returns the number ±num/den, whose text began at start.
func (p *parser[E]) quotientOf(start int, sign, num, den string) (factor[E], error) {
	c, err := p.ring.k.Parse(num + "/" + den)
	if err != nil {
		return factor[E]{}, p.failAt(start, err, "not a number of %v", p.ring.k)
	}
	f := factor[E]{c: c}
	if sign != "" && sign != "+" {
		f = p.negated(f)
	}
	return f, nil
}
