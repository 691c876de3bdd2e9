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
	fraction: func(num, den string) string { return "Rational(" + num + ", " + den + ")" },
}

var latexStyle = notation{
	times: " ",
	power: func(b *strings.Builder, base string, e int) {
		b.WriteString(base)
		b.WriteString("^{")
		b.WriteString(strconv.Itoa(e))
		b.WriteByte('}')
	},
	fraction: func(num, den string) string { return `\frac{` + num + "}{" + den + "}" },
	scientific: func(mantissa, exponent string) string {
		return mantissa + `\mathrm{e}{` + exponent + "}"
	},
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
	num := p.scanner.digits()
	if num == "" || p.accept(",") == "" {
		return factor[E]{}, p.fail(want)
	}
	p.space()
	den := p.scanner.digits()
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
