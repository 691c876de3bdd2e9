package poly

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/internal/stable"
)

// ErrTooLarge says that a text is short but the polynomial it stands for is
// not: parentheses nested deeper than MaxNesting, or an expansion of products
// and powers that costs more than MaxExpansion.
var ErrTooLarge = errors.New("poly: text stands for too large a polynomial")

const (
	// MaxNesting is the depth of parentheses that Parse reads.
	MaxNesting = 200
	// MaxExpansion is the number of products of two terms that Parse spends
	// on multiplying parentheses out, products of long numbers counting more:
	// (x + y + z)^100 is read, (x + y + z)^1000 is not.
	MaxExpansion = 1 << 22
)

// Parse reads a polynomial. Errors are *SyntaxError and point at the
// character. The grammar, with blanks and line ends allowed between any two
// tokens:
//
//	polynomial = term { ( "+" | "-" ) term }
//	term       = [ "+" | "-" ] product
//	product    = power { "*" [ "+" | "-" ] power     multiplication
//	                   | "/" power                   division by a constant
//	                   | power }                     multiplication; no digit first
//	power      = base [ ( "^" | "**" ) exponent | superscript digits ]
//	exponent   = digits | "(" digits ")"
//	base       = number | name | "(" polynomial ")"
//	number     = ( digits [ "." [ digits ] ] | "." digits ) [ ( "e" | "E" ) [ "+" | "-" ] digits ]
//	name       = a variable of the ring, or a number of the field such as i
//
// For "-" there may stand the minus sign −, for "*" one of · ⋅ ∙ ×.
// Multiplication and division bind alike and from the left: 3/4 x y is
// (3/4)·x·y. A sign is weaker than a power: -x^2 is -(x²). Numbers are exact
// over an exact field: 0.1 is 1/10. Terms with equal monomials are added.
//
// What looks like something else than it would be is refused: x/y (not a
// polynomial), 2 3 and (x+1)2 (a number never follows by juxtaposition),
// x^2^3, xy where only x and y are variables, and over an exact field 2e3
// where e3, or 2e-3 where e, is a variable.
func (R *Ring[E]) Parse(s string) (*Polynomial[E], error) { return R.ParseStyle(s, Text) }

// ParseStyle reads what Format prints in the given style, and the grammar of
// Parse besides. Names are those of Names(style).
func (R *Ring[E]) ParseStyle(s string, style Style) (*Polynomial[E], error) {
	p, x := newParser(R, s, style)
	err := p.sum()
	if err == nil {
		err = p.end("")
	}
	if err != nil {
		return nil, err
	}
	return x.pop().polynomial(R), nil
}

// ParseEquation reads an equation, lhs = rhs with a polynomial in the grammar
// of Parse on either side, and returns lhs - rhs. A polynomial without "="
// stands for the equation with 0 on the right.
func (R *Ring[E]) ParseEquation(s string) (*Polynomial[E], error) {
	p, x := newParser(R, s, Text)
	if err := p.sum(); err != nil {
		return nil, err
	}
	f := x.pop().polynomial(R)
	if p.accept("==", "=") != "" {
		if err := p.sum(); err != nil {
			return nil, err
		}
		f = f.Sub(x.pop().polynomial(R))
	}
	if err := p.end("="); err != nil {
		return nil, err
	}
	return f, nil
}

// parser reads the grammar. It knows no coefficients: the arithmetic computes with what it reads.
type parser struct {
	scanner
	syntax
	arithmetic
	index map[string]int // names of the style
	names []string       // the same, the longest first; for LaTeX
	depth int
}

// newParser returns a parser and what it computes with.
func newParser[E any](R *Ring[E], s string, style Style) (*parser, *expansion[E]) {
	x := &expansion[E]{ring: R}
	p := &parser{scanner: scanner{text: s}, syntax: style.format().syntax, index: R.index, arithmetic: x}
	if style != Text {
		p.names = R.Names(style)
		p.index = make(map[string]int, len(p.names))
		for i, name := range p.names {
			p.index[name] = i
		}
		stable.Sort(p.names, func(a, b string) int { return len(b) - len(a) })
	}
	return p, x
}

// fail returns the error at the next token.
func (p *parser) fail(expected string, args ...any) error {
	p.space()
	return syntaxError(p.text, p.pos, 0, fmt.Sprintf(expected, args...), nil)
}

// failAt returns the error about the text from start to the present place.
func (p *parser) failAt(start int, cause error, expected string, args ...any) error {
	return syntaxError(p.text, start, p.pos-start, fmt.Sprintf(expected, args...), cause)
}

// end is an error unless the text has been read. allowed names what else
// could have followed.
func (p *parser) end(allowed string) error {
	switch r := p.peek(); {
	case r == 0 && p.pos == len(p.text):
		return nil
	case isDash(r):
		return p.fail(dashHint)
	case r == ')' || r == '}' || r == ']':
		return p.fail("there is nothing open that it closes")
	case r == '=' && allowed == "=":
		return p.fail("an equation has one equals sign")
	case r == '=':
		return p.fail("expected a polynomial, not an equation")
	case isDigit(byte(r)) && r < 0x80 || r == '.':
		return p.fail("expected an operator: a number follows a factor only after *")
	}
	if strings.ContainsRune("<>≤≥≠!", p.peek()) {
		return p.fail("expected a polynomial, not an inequality")
	}
	return p.fail("expected an operator + - * / ^, a variable, ( or the end")
}

// isDash reports whether r looks like a minus sign and is none.
func isDash(r rune) bool { return r != 0 && strings.ContainsRune("‐‑‒–—", r) }

const dashHint = "this is a dash, not a minus sign"

// The signs and operators that have more than one form.
var (
	plusMinus = []string{"+", "-", "−"}
	times     = []string{"*", "·", "⋅", "∙", "×"}
)

// sum reads what the grammar calls polynomial.
func (p *parser) sum() error {
	minus := false
	for n := 1; ; n++ {
		if err := p.term(); err != nil {
			return err
		}
		if minus {
			p.negate()
		}
		op := p.accept(plusMinus...)
		if op == "" {
			p.add(n)
			return nil
		}
		minus = op != "+"
	}
}

// term reads a product with an optional sign.
func (p *parser) term() error { return p.signed(p.product) }

// signed reads what read does behind an optional sign.
func (p *parser) signed(read func() error) error {
	sign := p.accept(plusMinus...)
	err := read()
	if err == nil && sign != "" && sign != "+" {
		p.negate()
	}
	return err
}

func (p *parser) product() error {
	err := p.power(true)
	for err == nil {
		p.space()
		start := p.pos
		switch {
		case strings.HasPrefix(p.rest(), "**"):
			return p.fail("expected one power, not a power of a power: use parentheses")
		case p.acceptTimes():
			err = p.signed(func() error { return p.power(true) })
		case p.accept("/", "÷") != "":
			at := p.peekPos()
			if err = p.power(false); err == nil {
				err = p.inverse(at)
			}
		case p.startsFactor():
			err = p.power(false)
		default:
			return nil
		}
		if err == nil {
			err = p.times(start)
		}
	}
	return err
}

// peekPos is the place of the next token.
func (p *parser) peekPos() int {
	p.space()
	return p.pos
}

func (p *parser) acceptTimes() bool {
	return p.accept(times...) != "" || p.syntax.latex && p.accept(`\cdot`, `\times`) != ""
}

// startsFactor reports whether a factor can follow by juxtaposition.
func (p *parser) startsFactor() bool {
	r := p.peek()
	if r == '(' || isNameStart(r) || r == '"' && p.quoted {
		return true
	}
	return p.syntax.latex && p.latexStartsFactor()
}

// times multiplies; the second factor begins at start.
func (p *parser) times(start int) error {
	err := p.multiply()
	switch {
	case errors.Is(err, ErrTooLarge):
		return p.failAt(start, err, "the product does not fit")
	case err != nil:
		return p.failAt(start, err, "the product does not fit the ring")
	}
	return nil
}

// inverse inverts the divisor that stands at start.
func (p *parser) inverse(start int) error {
	err := p.invert()
	switch {
	case errors.Is(err, errNotConstant):
		return p.failAt(start, nil, "a polynomial is divided by constants only; multiply by it instead")
	case err != nil:
		return p.failAt(start, err, "cannot divide by this")
	}
	return nil
}

// power reads a base with an optional exponent. fraction says that a quotient
// of two numbers that stands here is one number.
func (p *parser) power(fraction bool) error {
	p.space()
	start := p.pos
	if err := p.base(fraction); err != nil {
		return err
	}
	n, ok, err := p.exponent()
	if err != nil || !ok {
		return err
	}
	if p.peek() == '^' {
		return p.fail("expected one power, not a power of a power: use parentheses")
	}
	if err := p.raise(n); err != nil {
		return p.failAt(start, err, "the power does not fit")
	}
	return nil
}

// exponent reads what may follow a base; ok is false where nothing does.
func (p *parser) exponent() (n int, ok bool, err error) {
	start := p.pos
	if digits := p.superscript(); digits != "" {
		n, err = p.natural(digits, start)
		return n, true, err
	}
	if p.accept("^", "**") == "" {
		p.pos = start
		return 0, false, nil
	}
	closing := p.opening()
	p.space()
	start = p.pos
	digits := p.digits()
	if digits == "" || p.pos < len(p.text) && p.text[p.pos] == '.' {
		p.pos = start
		return 0, false, p.fail("expected an exponent: a whole number that is not negative")
	}
	if n, err = p.natural(digits, start); err != nil {
		return 0, false, err
	}
	if closing != "" && p.accept(closing) == "" {
		return 0, false, p.fail("expected %s after the exponent, which is one whole number", closing)
	}
	return n, true, nil
}

// opening reads an opening parenthesis before an exponent, if there is one,
// and returns what closes it.
func (p *parser) opening() (closing string) {
	if p.accept("(") != "" {
		return ")"
	}
	if p.syntax.latex && p.accept("{") != "" {
		return "}"
	}
	return ""
}

// natural returns the value of digits that begin at start.
func (p *parser) natural(digits string, start int) (int, error) {
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil {
		return 0, p.failAt(start, ErrTooLarge, "exponents are below 2147483648")
	}
	return int(n), nil
}

func (p *parser) base(fraction bool) error {
	switch r := p.peek(); {
	case r == '(':
		return p.parenthesis("(", ")")
	case p.syntax.latex && p.latexStartsFactor():
		return p.latexFactor()
	case '0' <= r && r <= '9', r == '.':
		return p.numeral(fraction)
	case isNameStart(r), r == '"' && p.quoted:
		return p.name()
	case isDash(r):
		return p.fail(dashHint)
	}
	return p.fail("expected a number, a variable or (")
}

// parenthesis reads a polynomial between open and closing.
func (p *parser) parenthesis(open, closing string) error {
	if p.depth++; p.depth > MaxNesting {
		p.space()
		return syntaxError(p.text, p.pos, 0, fmt.Sprintf("parentheses nested deeper than %d", MaxNesting), ErrTooLarge)
	}
	p.accept(open)
	if err := p.sum(); err != nil {
		return err
	}
	if p.accept(closing) == "" {
		if p.peek() == 0 {
			return p.fail("expected %s", closing)
		}
		return p.fail("expected an operator or %s", closing)
	}
	p.depth--
	return nil
}
