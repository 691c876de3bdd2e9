package derived

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/ring"
)

// ErrSyntax is matched by every error about the text of definitions.
var ErrSyntax = errors.New("derived: bad definition")

// SyntaxError says where a text stops being a list of definitions.
type SyntaxError struct {
	Column   int // in characters, from 1
	Found    string
	Expected string
}

// Error returns one line.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("column %d: found %s, expected %s", e.Column, e.Found, e.Expected)
}

// Is makes every SyntaxError match ErrSyntax.
func (e *SyntaxError) Is(target error) bool { return target == ErrSyntax }

// Definition is a derived column: its name, and its formula in the columns of the
// table and the definitions before it.
type Definition struct {
	Name string
	Expression
	// Motion is set where the column is a derivative, v = d(x, t), which needs the
	// rows around a row; Expression is empty then. See [Extend].
	Motion *Motion
	// Lag is set where the column has cells of the row before, b = lag(x); Expression is empty then.
	Lag *Lag
}

// String returns "name = formula".
func (d Definition) String() string { return d.Name + " = " + d.text }

// MaxNesting is the depth of parentheses, powers and signs that Parse reads.
const MaxNesting = 200

// Parse reads definitions over columns of the given names. The k-th definition may
// use the definitions before it, as the columns len(names), …, len(names)+k-1.
// Errors are *SyntaxError.
func Parse(text string, names []string) ([]Definition, error) {
	p := &parser{text: text, names: slices.Clone(names)}
	p.next()
	var out []Definition
	for {
		for p.is(",") || p.is(";") || p.is("\n") {
			p.next()
		}
		if p.kind == end {
			break
		}
		d, err := p.definition()
		if err != nil {
			return nil, err
		}
		out = append(out, d)
		p.names = append(p.names, d.Name)
	}
	if len(out) == 0 {
		return nil, p.fail("a definition such as c = cos(x)")
	}
	return out, nil
}

type kind int

const (
	end kind = iota
	mark
	digits
	word
	quoted
	bad
)

// parser reads one token ahead.
type parser struct {
	text  string
	names []string
	at    int // of the next token, in bytes
	start int // of the token
	kind  kind
	token string // its text; of a quoted name, what is inside
	depth int
}

func (p *parser) is(s string) bool { return p.kind == mark && p.token == s }

// next reads the next token.
func (p *parser) next() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\r') {
		p.at++
	}
	p.start = p.at
	rest := p.text[p.at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		p.kind, p.token = end, ""
		return
	case r == '"':
		n := strings.IndexByte(rest[1:], '"')
		if n < 0 {
			p.kind, p.token = bad, rest
			p.at = len(p.text)
			return
		}
		p.kind, p.token = quoted, rest[1:1+n]
		size = n + 2
	case isDigit(rest[0]) || rest[0] == '.':
		size = numberLength(rest)
		p.kind, p.token = digits, rest[:size]
	case r == '_' || unicode.IsLetter(r):
		size = strings.IndexFunc(rest, func(r rune) bool {
			return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		})
		if size < 0 {
			size = len(rest)
		}
		p.kind, p.token = word, rest[:size]
	case strings.HasPrefix(rest, "**"):
		p.kind, p.token, size = mark, "^", 2
	case r == '−':
		p.kind, p.token = mark, "-"
	case r == '·' || r == '×':
		p.kind, p.token = mark, "*"
	case strings.ContainsRune("+-*/^(),;=\n", r):
		p.kind, p.token = mark, rest[:size]
	default:
		p.kind, p.token = bad, rest[:size]
	}
	p.at += size
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// numberLength is the length of the number that s begins with.
func numberLength(s string) int {
	i := 0
	skip := func() {
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	}
	skip()
	if i < len(s) && s[i] == '.' {
		i++
		skip()
	}
	if mantissa := i; i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		exponent := i
		skip()
		if i == exponent {
			return mantissa // the e is a name
		}
	}
	return i
}

// fail returns an error about the token.
func (p *parser) fail(expected string) error {
	found := "the end"
	switch {
	case p.kind == bad && p.token != "" && p.token[0] == '"':
		found = "a quote that does not end"
	case p.is("\n"):
		found = "the end of the line"
	case p.kind != end:
		token := p.token
		if runes := []rune(token); len(runes) > 40 {
			token = string(runes[:40]) + "…"
		}
		found = fmt.Sprintf("%q", token)
	}
	return &SyntaxError{Column: utf8.RuneCountInString(p.text[:p.start]) + 1, Found: found, Expected: expected}
}

func (p *parser) definition() (Definition, error) {
	var d Definition
	if p.kind != word && p.kind != quoted {
		return d, p.fail("the name of a new column")
	}
	if slices.Contains(p.names, p.token) {
		return d, p.fail("a new name: this column exists")
	}
	d.Name = p.token
	p.next()
	if !p.is("=") {
		return d, p.fail("=")
	}
	p.next()
	start := p.start
	if read := p.around(); read != nil {
		err := read(&d)
		d.text = strings.TrimSpace(p.text[start:p.start])
		return d, err
	}
	root, err := p.sum()
	if err != nil {
		return d, err
	}
	if p.kind != end && !p.is(",") && !p.is(";") && !p.is("\n") {
		return d, p.fail("an operator, a comma or the end")
	}
	d.Expression = Expression{root: root, text: strings.TrimSpace(p.text[start:p.start])}
	return d, nil
}

// columnAt is the place of the column that the token names, as the file or as equations write it: "l [m]" or l_m; -1 for none.
func (p *parser) columnAt() int {
	if j := slices.Index(p.names, p.token); j >= 0 {
		return j
	}
	return slices.Index(table.Identifiers(p.names), p.token)
}

func (p *parser) sum() (node, error) {
	x, err := p.product()
	for err == nil && (p.is("+") || p.is("-")) {
		sign := rune(p.token[0])
		p.next()
		var y node
		y, err = p.product()
		x = operation{sign, x, y}
	}
	return x, err
}

func (p *parser) product() (node, error) {
	x, err := p.signed()
	for err == nil && (p.is("*") || p.is("/")) {
		sign := rune(p.token[0])
		p.next()
		var y node
		y, err = p.signed()
		x = operation{sign, x, y}
	}
	return x, err
}

func (p *parser) signed() (node, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxNesting {
		return nil, p.fail(fmt.Sprintf("at most %d parentheses, powers and signs inside one another", MaxNesting))
	}
	if p.is("+") || p.is("-") {
		negative := p.is("-")
		p.next()
		x, err := p.signed()
		if err != nil || !negative {
			return x, err
		}
		if n, ok := x.(number); ok && n.irrational == 0 {
			return number{value: n.value.Neg()}, nil
		}
		return operation{'-', number{}, x}, nil
	}
	x, err := p.atom()
	if err != nil || !p.is("^") {
		return x, err
	}
	p.next()
	exponent, err := p.signed()
	return power{x, exponent}, err
}

func (p *parser) atom() (node, error) {
	switch {
	case p.kind == digits:
		v, err := ring.ParseRat(p.token)
		if err != nil {
			return nil, p.fail("a number")
		}
		p.next()
		return number{value: v}, nil
	case p.kind == quoted:
		j := p.columnAt()
		if j < 0 {
			return nil, p.fail("a column: " + p.list())
		}
		p.next()
		return column(j), nil
	case p.kind == word:
		return p.word()
	case p.is("("):
		p.next()
		x, err := p.sum()
		if err != nil {
			return nil, err
		}
		return x, p.take(")")
	}
	return nil, p.fail("a number, a column or a function")
}

// take reads a mark that must follow.
func (p *parser) take(s string) error {
	if !p.is(s) {
		return p.fail(fmt.Sprintf("%q", s))
	}
	p.next()
	return nil
}

// word reads a column, a constant or a function.
func (p *parser) word() (node, error) {
	name, here := p.token, *p
	p.next()
	if p.is("(") {
		i := slices.IndexFunc(Functions(), func(f Function) bool { return f.Name == name })
		if i < 0 {
			return nil, here.fail("a function: " + functionNames())
		}
		p.next()
		x, err := p.sum()
		if err != nil {
			return nil, err
		}
		if name == "abs" {
			return absolute{call{Functions()[i], x}}, p.take(")")
		}
		return call{Functions()[i], x}, p.take(")")
	}
	switch j := here.columnAt(); {
	case j >= 0:
		return column(j), nil
	case name == "pi" || name == "π":
		return number{irrational: math.Pi}, nil
	case name == "e":
		return number{irrational: math.E}, nil
	}
	return nil, here.fail("a column: " + p.list())
}

func functionNames() string {
	var names []string
	for _, f := range Functions() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
