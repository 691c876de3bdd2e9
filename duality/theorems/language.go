package theorems

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kexplain/kexplain/numeric"
)

// ErrConjecture says that the text of a conjecture cannot be read.
var ErrConjecture = errors.New("theorems: conjecture")

// ParseConjecture reads a conjecture in the small language of kexplain verify
// --conjecture:
//
//	draw X: points 1..5 in 2, Z: points 1..5 in 2, d: 1..3, theta > 0
//	given fspan(X) <= fspan(Z)
//	then rank(K(X,Z)) == frk(X)
//
//	file   = { "draw" item { "," item } | "given" claim | "then" claim | "#" … } by lines
//	item   = name ":" "points" range [ "in" n ] | name ":" "vector" range | name ":" range
//	       | "theta" ">" "0" | "homogeneous" | "complex"
//	range  = n [ ".." n ]
//	claim  = conj { "or" conj };  conj = test { "and" test };  test = [ "not" ] relation
//	relation = sum ( "==" | "!=" | "<=" | "<" | ">=" | ">" ) sum
//	sum    = product { ("+" | "-") product };  product = factor { "*" factor }
//	factor = n | name | function "(" sum { "," sum } ")" | "(" sum ")"
//
// Functions: K(X,Z), pinv(M), t(M) (conjugate transpose), rank(M), nullity(M), frk(X),
// count(X), fspan(X), ideal(X), span(X) (of k(·,x)), dim(S), psd(M) (1 or 0), min, max.
// On subspaces <= is inclusion. Without "in" points have 1 or 2 coordinates, all the
// same number; d is 1 or 2 and θ > 0 unless they are drawn. Errors wrap
// ErrConjecture and name line and column.
func ParseConjecture(text string) (*Statement, error) {
	var draws []drawItem
	var c *Conjectured
	var conclusion Predicate
	complex := false
	var claims []string
	b := &Conjectured{}
	for number, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		p := &lineParser{line: number + 1}
		if err := p.scan(line); err != nil {
			return nil, err
		}
		if len(p.tokens) == 0 {
			continue
		}
		word := p.next().text
		switch word {
		case "draw":
			items, withComplex, err := p.items()
			if err != nil {
				return nil, err
			}
			draws, complex = append(draws, items...), complex || withComplex
		case "given", "then":
			start := p.at().column
			claim, err := p.claim()
			if err == nil && p.more() {
				err = p.fail("found %q, expected the end of the line", p.at().text)
			}
			if err != nil {
				return nil, err
			}
			name := strings.TrimSpace(line[start-1:])
			if word == "given" {
				b.Given(name, claim)
			} else if conclusion != nil {
				return nil, p.fail("found a second then, expected one")
			} else {
				conclusion = claim
				claims = append(claims, name)
			}
		default:
			p.back()
			return nil, p.fail("found %q, expected draw, given or then", word)
		}
	}
	switch {
	case len(draws) == 0:
		return nil, fmt.Errorf("%w: found no line that begins with draw", ErrConjecture)
	case conclusion == nil:
		return nil, fmt.Errorf("%w: found no line that begins with then", ErrConjecture)
	}
	c = Conjecture(strings.Join(claims, "; ")).Draw(func(g *Gen) Instance { return drawAll(g, draws) }).Given("θ > 0", PositiveTheta)
	c.s.Given = append(c.s.Given, b.s.Given...)
	c.s.Complex = complex
	return c.Then(conclusion), nil
}

// drawItem draws one value.
type drawItem struct {
	name, kind string
	lo, hi     int
	in         int // coordinates; 0 for as the others
}

func drawAll(g *Gen, items []drawItem) Instance {
	in := g.kernel(2)
	n := g.upTo(1, 2)
	for _, item := range items {
		if item.in > 0 {
			n = item.in
		}
	}
	for _, item := range items {
		size := g.upTo(item.lo, item.hi)
		switch item.kind {
		case "points":
			in[item.name] = g.points(size, n)
		case "vector":
			in[item.name] = g.vector(size)
		case "homogeneous":
			in["homogeneous"] = g.coin(2)
		default:
			in[item.name] = size
		}
	}
	return in
}

// token is a word, a number or a sign, with its column from 1.
type token struct {
	text   string
	column int
}

// lineParser reads one line.
type lineParser struct {
	line   int
	tokens []token
	pos    int
	depth  int
}

func (p *lineParser) fail(format string, args ...any) error {
	return fmt.Errorf("%w: line %d, column %d: %s", ErrConjecture, p.line, p.at().column, fmt.Sprintf(format, args...))
}

// scan cuts the line into tokens.
func (p *lineParser) scan(line string) error {
	for i := 0; i < len(line); {
		r := rune(line[i])
		start := i
		switch {
		case unicode.IsSpace(r):
			i++
			continue
		case unicode.IsLetter(r) && r < 128 || r == '_':
			for i < len(line) && (line[i] == '_' || line[i] < 128 && (unicode.IsLetter(rune(line[i])) || unicode.IsDigit(rune(line[i])))) {
				i++
			}
		case unicode.IsDigit(r):
			for i < len(line) && unicode.IsDigit(rune(line[i])) {
				i++
			}
		default:
			i++
			if i < len(line) && slices.Contains([]string{"==", "!=", "<=", ">=", ".."}, line[start:i+1]) {
				i++
			} else if !strings.ContainsRune("<>+-*(),:", r) {
				p.tokens = append(p.tokens, token{line[start:i], start + 1})
				p.pos = len(p.tokens) - 1
				return p.fail("found %q, which is no sign of this language", line[start:i])
			}
		}
		p.tokens = append(p.tokens, token{line[start:i], start + 1})
	}
	return nil
}

func (p *lineParser) more() bool { return p.pos < len(p.tokens) }

func (p *lineParser) at() token {
	if p.more() {
		return p.tokens[p.pos]
	}
	if len(p.tokens) == 0 {
		return token{column: 1}
	}
	last := p.tokens[len(p.tokens)-1]
	return token{text: "the end of the line", column: last.column + len(last.text)}
}

func (p *lineParser) next() token {
	t := p.at()
	p.pos++
	return t
}

func (p *lineParser) back() { p.pos-- }

// accept takes the token if it is this text.
func (p *lineParser) accept(text string) bool {
	if p.more() && p.at().text == text {
		p.pos++
		return true
	}
	return false
}

func (p *lineParser) expect(text string) error {
	if !p.accept(text) {
		return p.fail("found %q, expected %q", p.at().text, text)
	}
	return nil
}

// maxDrawn bounds the numbers of a range: instances are to be small.
const maxDrawn = 12

// size reads a number up to maxDrawn.
func (p *lineParser) size() (int, error) {
	n, err := strconv.Atoi(p.at().text)
	if err != nil || n > maxDrawn {
		return 0, p.fail("found %q, expected a number up to %d", p.at().text, maxDrawn)
	}
	p.pos++
	return n, nil
}

func (p *lineParser) bounds() (lo, hi int, err error) {
	if lo, err = p.size(); err != nil {
		return
	}
	hi = lo
	if p.accept("..") {
		if hi, err = p.size(); err == nil && hi < lo {
			p.back()
			err = p.fail("found the range %d..%d, which is empty", lo, hi)
		}
	}
	return
}

// items reads what follows draw.
func (p *lineParser) items() (items []drawItem, complex bool, err error) {
	for {
		t := p.next()
		item := drawItem{name: t.text, kind: "number"}
		switch {
		case t.text == "theta":
			if err := p.expect(">"); err != nil {
				return nil, false, err
			}
			if err := p.expect("0"); err != nil {
				return nil, false, err
			}
		case t.text == "complex":
			complex = true
		case t.text == "homogeneous":
			item.kind = "homogeneous"
			items = append(items, item)
		case isName(t.text):
			if err := p.expect(":"); err != nil {
				return nil, false, err
			}
			for _, kind := range []string{"points", "vector"} {
				if p.accept(kind) {
					item.kind = kind
				}
			}
			if item.lo, item.hi, err = p.bounds(); err != nil {
				return nil, false, err
			}
			if item.kind == "points" && item.lo < 1 {
				return nil, false, p.fail("found no points, expected at least 1")
			}
			if p.accept("in") {
				if item.in, err = p.size(); err != nil {
					return nil, false, err
				}
				if item.in < 1 || item.in > 4 {
					p.back()
					return nil, false, p.fail("found %d coordinates, expected 1 to 4", item.in)
				}
			}
			items = append(items, item)
		default:
			p.back()
			return nil, false, p.fail("found %q, expected a name, theta, homogeneous or complex", t.text)
		}
		if !p.accept(",") {
			break
		}
	}
	if p.more() {
		return nil, false, p.fail("found %q, expected a comma or the end of the line", p.at().text)
	}
	return items, complex, nil
}

func isName(s string) bool { return s != "" && (unicode.IsLetter(rune(s[0])) || s[0] == '_') }

// claim reads tests joined by and, or.
func (p *lineParser) claim() (Predicate, error) {
	left, err := p.conjunction()
	for err == nil && p.accept("or") {
		var right Predicate
		a := left
		right, err = p.conjunction()
		left = func(c *Case) bool { return a(c) || right(c) }
	}
	return left, err
}

func (p *lineParser) conjunction() (Predicate, error) {
	left, err := p.test()
	for err == nil && p.accept("and") {
		var right Predicate
		a := left
		right, err = p.test()
		left = func(c *Case) bool { return a(c) && right(c) }
	}
	return left, err
}

func (p *lineParser) test() (Predicate, error) {
	if p.accept("not") {
		inner, err := p.test()
		return func(c *Case) bool { return !inner(c) }, err
	}
	left, err := p.sum()
	if err != nil {
		return nil, err
	}
	sign := p.next()
	compare, ok := relations[sign.text]
	if !ok {
		p.back()
		return nil, p.fail("found %q, expected ==, !=, <=, <, >= or >", p.at().text)
	}
	right, err := p.sum()
	if err != nil {
		return nil, err
	}
	return func(c *Case) bool { return compare(c, left(c), right(c)) }, nil
}

// value is a number (int), a Num, a Matrix or a Subspace.
type value = any

// term computes a value.
type term func(c *Case) value

var relations = map[string]func(c *Case, a, b value) bool{
	"==": sameValue,
	"!=": func(c *Case, a, b value) bool { return !sameValue(c, a, b) },
	"<=": within,
	">=": func(c *Case, a, b value) bool { return within(c, b, a) },
	"<":  func(c *Case, a, b value) bool { return within(c, a, b) && !sameValue(c, a, b) },
	">":  func(c *Case, a, b value) bool { return within(c, b, a) && !sameValue(c, a, b) },
}

func sameValue(c *Case, a, b value) bool {
	switch x := a.(type) {
	case Num:
		if y, ok := b.(Num); ok {
			return eq(x, y)
		}
	case Matrix:
		if y, ok := b.(Matrix); ok {
			return equal(x, y)
		}
	case Subspace:
		if y, ok := b.(Subspace); ok {
			return x.Equal(y)
		}
	}
	c.fail("%s compared with %s", kindOf(a), kindOf(b))
	return false
}

func within(c *Case, a, b value) bool {
	switch x := a.(type) {
	case Num:
		if y, ok := b.(Num); ok {
			return sign(sub(y, x)) >= 0
		}
	case Subspace:
		if y, ok := b.(Subspace); ok {
			return y.Includes(x)
		}
	}
	c.fail("%s compared with %s", kindOf(a), kindOf(b))
	return false
}

func kindOf(v value) string {
	switch v.(type) {
	case Num:
		return "a number"
	case Matrix:
		return "a matrix"
	case Subspace:
		return "a space"
	}
	return "a set of points"
}

func (p *lineParser) sum() (term, error) {
	left, err := p.product()
	for err == nil && p.more() && (p.at().text == "+" || p.at().text == "-") {
		minus := p.next().text == "-"
		a := left
		var right term
		right, err = p.product()
		left = func(c *Case) value {
			x, y := a(c), right(c)
			if v, ok := x.(Num); ok {
				if w, ok := y.(Num); ok {
					if minus {
						w = neg(w)
					}
					return add(v, w)
				}
			}
			if v, ok := x.(Matrix); ok {
				if w, ok := y.(Matrix); ok {
					sameShape(v, w)
					if minus {
						return v.Sub(w)
					}
					return v.Add(w)
				}
			}
			c.fail("a sum of %s and %s", kindOf(x), kindOf(y))
			return nil
		}
	}
	return left, err
}

func (p *lineParser) product() (term, error) {
	left, err := p.factor()
	for err == nil && p.accept("*") {
		a := left
		var right term
		right, err = p.factor()
		left = func(c *Case) value {
			x, y := a(c), right(c)
			if v, ok := x.(Num); ok {
				if w, ok := y.(Num); ok {
					return mul(v, w)
				}
				if w, ok := y.(Matrix); ok {
					return scaled(v, w)
				}
			}
			if v, ok := x.(Matrix); ok {
				if w, ok := y.(Matrix); ok {
					return product(v, w)
				}
			}
			c.fail("a product of %s and %s", kindOf(x), kindOf(y))
			return nil
		}
	}
	return left, err
}

// maxNesting bounds brackets within brackets.
const maxNesting = 50

func (p *lineParser) factor() (term, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, p.fail("more than %d brackets within one another", maxNesting)
	}
	defer func() { p.depth-- }()
	t := p.next()
	switch {
	case t.text == "(":
		inner, err := p.sum()
		if err != nil {
			return nil, err
		}
		return inner, p.expect(")")
	case t.text != "" && unicode.IsDigit(rune(t.text[0])):
		n, err := strconv.Atoi(t.text)
		if err != nil {
			p.back()
			return nil, p.fail("found %q, which is too large", t.text)
		}
		return func(*Case) value { return whole(n) }, nil
	case !isName(t.text) || t.text == "the end of the line":
		p.back()
		return nil, p.fail("found %q, expected a number, a name or a function", p.at().text)
	case p.accept("("):
		return p.call(t)
	}
	return func(c *Case) value {
		switch v := c.in[t.text].(type) {
		case int:
			return whole(v)
		case Num:
			return v
		}
		c.fail("%q is no number", t.text)
		return nil
	}, nil
}

// call reads the arguments of a function.
func (p *lineParser) call(name token) (term, error) {
	p.pos--
	if f, ok := pointFunctions[name.text]; ok {
		p.pos++
		var sets []string
		for {
			t := p.next()
			if !isName(t.text) || t.text == "the end of the line" {
				p.back()
				return nil, p.fail("found %q, expected the name of points", p.at().text)
			}
			sets = append(sets, t.text)
			if !p.accept(",") {
				break
			}
		}
		if err := p.expect(")"); err != nil {
			return nil, err
		}
		if len(sets) != f.arguments {
			return nil, p.fail("%s takes %d sets of points, found %d", name.text, f.arguments, len(sets))
		}
		return func(c *Case) value { c.sameWidth(sets...); return f.of(c, sets) }, nil
	}
	f, ok := valueFunctions[name.text]
	if !ok {
		p.pos--
		return nil, p.fail("found no function %q", name.text)
	}
	p.pos++
	var arguments []term
	for {
		a, err := p.sum()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, a)
		if !p.accept(",") {
			break
		}
	}
	if err := p.expect(")"); err != nil {
		return nil, err
	}
	if f.arguments > 0 && len(arguments) != f.arguments {
		return nil, p.fail("%s takes %d arguments, found %d", name.text, f.arguments, len(arguments))
	}
	return func(c *Case) value {
		values := make([]value, len(arguments))
		for i, a := range arguments {
			values[i] = a(c)
		}
		return f.of(c, values)
	}, nil
}

// pointFunctions take names of points.
var pointFunctions = map[string]struct {
	arguments int
	of        func(c *Case, names []string) value
}{
	"K":     {2, func(c *Case, n []string) value { return c.K(n[0], n[1]) }},
	"frk":   {1, func(c *Case, n []string) value { return whole(c.frk(n[0])) }},
	"count": {1, func(c *Case, n []string) value { return whole(len(c.pts(n[0]))) }},
	"ideal": {1, func(c *Case, n []string) value { return c.ideal(n[0]) }},
	"span":  {1, func(c *Case, n []string) value { return c.sections(n[0]) }},
	// The span of the features is that of the sections, up to the isometry ψ.
	"fspan": {1, func(c *Case, n []string) value { return c.sections(n[0]) }},
}

// valueFunctions take values.
var valueFunctions = map[string]struct {
	arguments int // 0 for any number from 1
	of        func(c *Case, values []value) value
}{
	"rank":    {1, func(c *Case, v []value) value { return whole(rank(matrixValue(c, v[0]))) }},
	"nullity": {1, func(c *Case, v []value) value { return whole(nullity(matrixValue(c, v[0]))) }},
	"pinv":    {1, func(c *Case, v []value) value { return pinv(matrixValue(c, v[0])) }},
	"t":       {1, func(c *Case, v []value) value { return star(matrixValue(c, v[0])) }},
	"psd":     {1, func(c *Case, v []value) value { return whole(truth(psd(matrixValue(c, v[0])))) }},
	"det":     {1, func(c *Case, v []value) value { return numeric.Det(matrixValue(c, v[0])) }},
	"dim": {1, func(c *Case, v []value) value {
		s, ok := v[0].(Subspace)
		if !ok {
			c.fail("dim of %s", kindOf(v[0]))
		}
		return whole(s.Dim())
	}},
	"min": {0, func(c *Case, v []value) value { return extreme(c, v, func(a, b Num) bool { return less(a, b) }) }},
	"max": {0, func(c *Case, v []value) value { return extreme(c, v, func(a, b Num) bool { return less(b, a) }) }},
}

func matrixValue(c *Case, v value) Matrix {
	m, ok := v.(Matrix)
	if !ok {
		c.fail("%s where a matrix is expected", kindOf(v))
	}
	return m
}

func extreme(c *Case, values []value, before func(a, b Num) bool) value {
	var best Num
	for i, v := range values {
		x, ok := v.(Num)
		if !ok {
			c.fail("%s where a number is expected", kindOf(v))
		}
		if i == 0 || before(x, best) {
			best = x
		}
	}
	return best
}
