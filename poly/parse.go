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
	p := newParser(R, s, style)
	f, err := p.sum()
	if err == nil {
		err = p.end("")
	}
	if err != nil {
		return nil, err
	}
	return f.polynomial(R), nil
}

// ParseEquation reads an equation, lhs = rhs with a polynomial in the grammar
// of Parse on either side, and returns lhs - rhs. A polynomial without "="
// stands for the equation with 0 on the right.
func (R *Ring[E]) ParseEquation(s string) (*Polynomial[E], error) {
	p := newParser(R, s, Text)
	lhs, err := p.sum()
	if err != nil {
		return nil, err
	}
	f := lhs.polynomial(R)
	if p.accept("==", "=") != "" {
		rhs, err := p.sum()
		if err != nil {
			return nil, err
		}
		f = f.Sub(rhs.polynomial(R))
	}
	if err := p.end("="); err != nil {
		return nil, err
	}
	return f, nil
}

// factor is a value on the way: c·m where p is nil, and p otherwise.
type factor[E any] struct {
	c E
	m Monomial
	p *Polynomial[E]
}

func (f factor[E]) polynomial(R *Ring[E]) *Polynomial[E] {
	if f.p != nil {
		return f.p
	}
	return R.Term(f.c, f.m)
}

// factorOf is the inverse of polynomial: terms lose their wrapping.
func factorOf[E any](p *Polynomial[E]) factor[E] {
	if p.Len() == 1 {
		return factor[E]{c: p.coefs[0], m: p.mons[0]}
	}
	return factor[E]{p: p}
}

// reader is what of a parser knows no coefficients: tokens, names and errors.
type reader struct {
	scanner
	syntax
	index map[string]int // names of the style
	names []string       // the same, the longest first; for LaTeX
}

type parser[E any] struct {
	reader
	ring  *Ring[E]
	depth int
	spent float64 // of MaxExpansion
}

func newParser[E any](R *Ring[E], s string, style Style) *parser[E] {
	p := &parser[E]{reader: reader{scanner: scanner{text: s}, syntax: style.format().syntax, index: R.index}, ring: R}
	if style != Text {
		p.names = R.Names(style)
		p.index = make(map[string]int, len(p.names))
		for i, name := range p.names {
			p.index[name] = i
		}
		stable.Sort(p.names, func(a, b string) int { return len(b) - len(a) })
	}
	return p
}

// fail returns the error at the next token.
func (p *reader) fail(expected string, args ...any) error {
	p.space()
	return syntaxError(p.text, p.pos, 0, fmt.Sprintf(expected, args...), nil)
}

// failAt returns the error about the text from start to the present place.
func (p *reader) failAt(start int, cause error, expected string, args ...any) error {
	return syntaxError(p.text, start, p.pos-start, fmt.Sprintf(expected, args...), cause)
}

// end is an error unless the text has been read. allowed names what else
// could have followed.
func (p *reader) end(allowed string) error {
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
func (p *parser[E]) sum() (factor[E], error) {
	var terms []Term[E]
	minus := false
	for first := true; ; first = false {
		if !first {
			op := p.accept(plusMinus...)
			if op == "" {
				break
			}
			minus = op != "+"
		}
		f, err := p.term()
		if err != nil {
			return f, err
		}
		if f.p == nil {
			terms = append(terms, p.signed(Term[E]{f.m, f.c}, minus))
			continue
		}
		for m, c := range f.p.Terms() {
			terms = append(terms, p.signed(Term[E]{m, c}, minus))
		}
	}
	if len(terms) == 1 {
		return factor[E]{c: terms[0].Coefficient, m: terms[0].Monomial}, nil
	}
	return factorOf(p.ring.FromTerms(terms)), nil
}

func (p *parser[E]) signed(t Term[E], minus bool) Term[E] {
	if minus {
		t.Coefficient = p.ring.k.Neg(t.Coefficient)
	}
	return t
}

// term reads a product with an optional sign.
func (p *parser[E]) term() (factor[E], error) {
	sign := p.accept(plusMinus...)
	f, err := p.product()
	if err != nil || sign == "" || sign == "+" {
		return f, err
	}
	return p.negated(f), nil
}

func (p *parser[E]) negated(f factor[E]) factor[E] {
	if f.p != nil {
		return factor[E]{p: f.p.Neg()}
	}
	f.c = p.ring.k.Neg(f.c)
	return f
}

func (p *parser[E]) product() (factor[E], error) {
	f, err := p.power(true)
	for err == nil {
		p.space()
		start := p.pos
		var g factor[E]
		switch {
		case strings.HasPrefix(p.rest(), "**"):
			return f, p.fail("expected one power, not a power of a power: use parentheses")
		case p.acceptTimes():
			sign := p.accept(plusMinus...)
			if g, err = p.power(true); err != nil {
				return f, err
			}
			if sign != "" && sign != "+" {
				g = p.negated(g)
			}
		case p.accept("/", "÷") != "":
			at := p.peekPos()
			if g, err = p.power(false); err != nil {
				return f, err
			}
			if g, err = p.inverse(g, at); err != nil {
				return f, err
			}
		case p.startsFactor():
			if g, err = p.power(false); err != nil {
				return f, err
			}
		default:
			return f, nil
		}
		f, err = p.times(f, g, start)
	}
	return f, err
}

// peekPos is the place of the next token.
func (p *reader) peekPos() int {
	p.space()
	return p.pos
}

func (p *reader) acceptTimes() bool {
	return p.accept(times...) != "" || p.syntax.latex && p.accept(`\cdot`, `\times`) != ""
}

// startsFactor reports whether a factor can follow by juxtaposition.
func (p *reader) startsFactor() bool {
	r := p.peek()
	if r == '(' || isNameStart(r) || r == '"' && p.quoted {
		return true
	}
	return p.syntax.latex && p.latexStartsFactor()
}

// times multiplies, within the budget.
func (p *parser[E]) times(f, g factor[E], start int) (factor[E], error) {
	R := p.ring
	if f.p == nil && g.p == nil {
		m, err := R.MulMonomial(f.m, g.m)
		if err != nil {
			return f, p.failAt(start, err, "the product does not fit the ring")
		}
		return factor[E]{c: R.k.Mul(f.c, g.c), m: m}, nil
	}
	q, err := p.multiply(f.polynomial(R), g.polynomial(R))
	if err != nil {
		return f, p.failAt(start, err, "the product does not fit")
	}
	return factorOf(q), nil
}

// multiply is Mul with the cost taken from the budget.
func (p *parser[E]) multiply(a, b *Polynomial[E]) (*Polynomial[E], error) {
	cost := float64(a.Len()) * float64(b.Len())
	// A product of numbers of 200 digits takes about as long as the rest of
	// the work for a pair of terms.
	cost *= 1 + float64(p.longest(a))*float64(p.longest(b))/(200*200)
	if p.spent += cost; p.spent > MaxExpansion {
		return nil, fmt.Errorf("%w: expansion beyond %d products of terms", ErrTooLarge, MaxExpansion)
	}
	return a.Mul(b)
}

// longest returns about the number of digits of the longest coefficient, where
// coefficients grow.
func (p *parser[E]) longest(f *Polynomial[E]) int {
	k := p.ring.k
	if !k.Exact() || k.Characteristic().Sign() != 0 {
		return 0
	}
	longest := 0
	for _, c := range f.coefs {
		if n, ok := any(c).(interface{ BitLen() int }); ok {
			longest = max(longest, n.BitLen()/3)
		} else {
			longest = max(longest, len(k.Format(c)))
		}
	}
	return longest
}

// inverse returns 1/g for the divisor g that stands at start.
func (p *parser[E]) inverse(g factor[E], start int) (factor[E], error) {
	f := g.polynomial(p.ring)
	if !f.IsConstant() {
		return g, p.failAt(start, nil, "a polynomial is divided by constants only; multiply by it instead")
	}
	c, err := p.ring.k.Inv(f.Coefficient(Monomial{}))
	if err != nil {
		return g, p.failAt(start, err, "cannot divide by this")
	}
	return factor[E]{c: c}, nil
}

// power reads a base with an optional exponent. fraction says that a quotient
// of two numbers that stands here is one number.
func (p *parser[E]) power(fraction bool) (factor[E], error) {
	p.space()
	start := p.pos
	f, err := p.base(fraction)
	if err != nil {
		return f, err
	}
	n, ok, err := p.exponent()
	if err != nil || !ok {
		return f, err
	}
	if p.peek() == '^' {
		return f, p.fail("expected one power, not a power of a power: use parentheses")
	}
	if f, err = p.raise(f, n); err != nil {
		return f, p.failAt(start, err, "the power does not fit")
	}
	return f, nil
}

// raise returns fⁿ, within the budget.
func (p *parser[E]) raise(f factor[E], n int) (factor[E], error) {
	R := p.ring
	if f.p == nil && R.k.Format(f.c) == R.unit {
		if d := float64(f.m.Degree()) * float64(n); d > float64(R.maxDegree) {
			return f, R.degreeError(d)
		}
		return factor[E]{c: f.c, m: timesPower(Monomial{}, f.m, n)}, nil
	}
	base := f.polynomial(R)
	if d := float64(base.Degree()) * float64(n); d > float64(R.maxDegree) {
		return f, R.degreeError(d)
	}
	q, err := power(base, n, p.multiply)
	if err != nil {
		return f, err
	}
	return factorOf(q), nil
}

// exponent reads what may follow a base; ok is false where nothing does.
func (p *reader) exponent() (n int, ok bool, err error) {
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
func (p *reader) opening() (closing string) {
	if p.accept("(") != "" {
		return ")"
	}
	if p.syntax.latex && p.accept("{") != "" {
		return "}"
	}
	return ""
}

// natural returns the value of digits that begin at start.
func (p *reader) natural(digits string, start int) (int, error) {
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil {
		return 0, p.failAt(start, ErrTooLarge, "exponents are below 2147483648")
	}
	return int(n), nil
}

func (p *parser[E]) base(fraction bool) (factor[E], error) {
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
		return factor[E]{}, p.fail(dashHint)
	}
	return factor[E]{}, p.fail("expected a number, a variable or (")
}

// parenthesis reads a polynomial between open and closing.
func (p *parser[E]) parenthesis(open, closing string) (factor[E], error) {
	if p.depth++; p.depth > MaxNesting {
		p.space()
		return factor[E]{}, syntaxError(p.text, p.pos, 0, fmt.Sprintf("parentheses nested deeper than %d", MaxNesting), ErrTooLarge)
	}
	p.accept(open)
	f, err := p.sum()
	if err != nil {
		return f, err
	}
	if p.accept(closing) == "" {
		if p.peek() == 0 {
			return f, p.fail("expected %s", closing)
		}
		return f, p.fail("expected an operator or %s", closing)
	}
	p.depth--
	return f, nil
}
