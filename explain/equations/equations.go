// Package equations reads lists of polynomial equations: one a line, or
// separated by commas or semicolons, each lhs = rhs or a polynomial that is to
// be zero. A # begins a comment. A decimal may have its standard error behind it,
// 1408.65(94), which is left out of the polynomial. The JSON that kexplain prints is
// read as well, and the comment of kexplain learn that says how closely an equation holds.
package equations

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrSyntax is matched by every error about the text of equations.
var ErrSyntax = errors.New("bad equations")

// MaxEquations bounds a list: what is evaluated at all of a block of points takes a
// kilobyte or more for each equation.
const MaxEquations = 10_000

// Equation is one equation of a list and where it stands.
type Equation struct {
	Text   string // as it is spelled, without blanks around it
	Line   int    // of its first character, from 1
	Column int    // in characters, from 1
	// Noise are the standard deviations of the errors of variables that the equation was
	// learned with, where a report says so; nil elsewhere.
	Noise map[string]float64
}

func digit(r rune) bool { return '0' <= r && r <= '9' }

// hasName reports whether a text has a letter and is not a number, as 1e400 is.
func hasName(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return errors.Is(err, strconv.ErrSyntax) && strings.ContainsFunc(text, unicode.IsLetter)
}

// endsInWhole reports whether a whole number ends a text: no name and no decimal.
func endsInWhole(text string) bool {
	before := strings.TrimRightFunc(text, digit)
	last, _ := utf8.DecodeLastRuneInString(before)
	return before != text && last != '.' && last != '_' && !unicode.IsLetter(last) && !unicode.IsNumber(last)
}

// decimalComma is an error where one of the equations at the given places begins with a digit
// behind a comma, a whole number stands before it, and one of the two has no two sides:
// y = 0,19*x is no list.
func (l *List) decimalComma(behind []int) error {
	for _, k := range behind {
		if k == 0 {
			continue
		}
		before, e := l.Equations[k-1], l.Equations[k]
		if endsInWhole(before.Text) && hasName(e.Text) && !(strings.Contains(before.Text, "=") && strings.Contains(e.Text, "=")) {
			return fmt.Errorf("%s:%d:%d: found %q, expected a decimal point, or a blank behind a comma between equations: %w", l.Name, before.Line, before.Column,
				before.Text+","+e.Text, ErrSyntax)
		}
	}
	return nil
}

// Measured reports whether some decimal of the equation has its standard error behind it.
func (e Equation) Measured() bool { return withoutErrors(e.Text) != e.Text }

// List is a list of equations; Name stands for it in messages.
type List struct {
	Name      string
	Equations []Equation
	// With are the definitions of derived columns that a report gives in a line of its own, "# with c = cos(angle)", or in JSON; those of
	// several reports one behind another. They are not checked.
	With string
}

// String lists the equations as they are spelled, one a line.
func (l List) String() string {
	lines := make([]string, len(l.Equations))
	for i, e := range l.Equations {
		lines[i] = e.Text
	}
	return strings.Join(lines, "\n")
}

// Split splits a text into equations. Commas, semicolons and line ends inside
// parentheses do not separate. It is an error if there are none, or
// more than MaxEquations.
func Split(name, text string) (List, error) {
	list := List{Name: name}
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		if err := list.fromJSON(text); err != nil {
			return list, err
		}
	} else {
		if err := list.decimalComma(list.split(strings.TrimPrefix(text, "\ufeff"))); err != nil {
			return list, err
		}
	}
	if n := len(list.Equations); n > MaxEquations {
		return list, fmt.Errorf("%s: found %d equations, the limit is %d; use several files: %w", name, n, MaxEquations, ErrSyntax)
	}
	if len(list.Equations) == 0 {
		return list, fmt.Errorf("%s: found no equation, expected lhs = rhs or a polynomial: %w", name, ErrSyntax)
	}
	return list, nil
}

// split cuts at the separators. It returns the places of equations that begin with a digit
// right behind a comma that stands right behind a digit.
func (l *List) split(text string) (behind []int) {
	before := ' '        // the character before r
	comma := false       // a comma between two digits stands before the piece
	line, column := 1, 1 // of the next character
	var piece, remark strings.Builder
	start := Equation{Line: 1, Column: 1}
	depth, comment, own := 0, false, false // own: the comment is a line of its own
	cut := func() {
		raw := piece.String()
		start.Text = strings.TrimSpace(raw)
		if start.Text != "" {
			blanks := raw[:len(raw)-len(strings.TrimLeft(raw, " \t\r\n"))]
			if n := strings.LastIndexByte(blanks, '\n'); n >= 0 {
				start.Line += strings.Count(blanks, "\n")
				start.Column = 1
				blanks = blanks[n+1:]
			}
			start.Column += utf8.RuneCountInString(blanks)
			if comma {
				behind = append(behind, len(l.Equations))
			}
			l.Equations = append(l.Equations, start)
		}
		piece.Reset()
		depth = 0
	}
	for _, r := range text {
		comma = comma && (piece.Len() > 0 || digit(r))
		switch r {
		case '#':
			own = own && comment || !comment && column == 1
			comment = true
		case '\n':
			comment = false
		case '(':
			depth++
		case ')':
			depth--
		}
		if comment {
			remark.WriteRune(r)
		}
		separates := depth <= 0 && !comment && (r == ',' || r == ';' || r == '\n')
		if r == '\n' {
			line, column = line+1, 1
		} else {
			column++
		}
		switch {
		case separates:
			cut()
			start = Equation{Line: line, Column: column}
			comma = r == ',' && digit(before)
			if own {
				l.define(strings.TrimPrefix(remark.String(), "#"))
			}
			l.remark(remark.String())
			remark.Reset()
		case !comment:
			piece.WriteRune(r)
		}
		before = r
	}
	cut()
	l.remark(remark.String())
	return behind
}

// withoutErrors leaves out standard errors: 1.25(3) and 125(30), perhaps with an exponent
// behind. The text keeps its length, so that places in it stay where they are.
func withoutErrors(text string) string {
	var b strings.Builder
	done := 0 // what is written
	for i := 0; i < len(text); i++ {
		if !isDigit(text[i]) {
			continue
		}
		// A number does not begin within a name or a number, or where one has just ended.
		begins := i == 0 || i > done && !isDigit(text[i-1]) && text[i-1] != '.' && text[i-1] != '_' && !isLetter(text[i-1])
		end := i + digits(text[i:])
		fewest := 2 // digits of the error of a whole number
		if rest := text[end:]; len(rest) > 1 && rest[0] == '.' && isDigit(rest[1]) {
			end += 1 + digits(rest[1:])
			fewest = 1
		}
		n := 0
		if rest := text[end:]; begins && rest != "" && rest[0] == '(' {
			n = digits(rest[1:])
		}
		if n < fewest || end+1+n >= len(text) || text[end+1+n] != ')' {
			i = end - 1
			continue
		}
		after := end + n + 2
		exponent := exponentOf(text[after:])
		b.WriteString(text[done:end] + exponent + strings.Repeat(" ", n+2))
		done = after + len(exponent)
		i = done - 1
	}
	return b.String() + text[done:]
}

// exponentOf is the exponent that a text begins with, such as e-5, or empty.
func exponentOf(text string) string {
	if text == "" || text[0] != 'e' {
		return ""
	}
	n := 1
	if len(text) > 1 && (text[1] == '+' || text[1] == '-') {
		n = 2
	}
	if k := digits(text[n:]); k > 0 {
		return text[:n+k]
	}
	return ""
}

// digits is the number of digits that a text begins with.
func digits(text string) int {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// fromJSON takes the equations of a report of kexplain.
func (l *List) fromJSON(text string) error {
	var doc struct {
		Schema     string `json:"schema"`
		Generators []struct {
			Polynomial string
			Sigma      float64
		} `json:"generators"`
		Variables []string                      `json:"variables"`
		Noise     json.RawMessage               `json:"noise"` // of learn
		With      []string                      `json:"with"`
		Equations []struct{ Polynomial string } `json:"equations"`
		Laws      []struct{ Polynomial string } `json:"laws"` // of learn --groups
		Basis     []string                      `json:"groebner_basis"`
		Modulo    *json.Number                  `json:"modulo"`
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return fmt.Errorf("%s: found JSON that cannot be read (%v): %w", l.Name, err, ErrSyntax)
	}
	if !strings.HasPrefix(doc.Schema, "kexplain/") {
		return fmt.Errorf("%s: found JSON with the schema %q, expected a report of kexplain: %w", l.Name, doc.Schema, ErrSyntax)
	}
	if doc.Modulo != nil {
		return fmt.Errorf("%s: found equations modulo %s, which say nothing about rational numbers: %w", l.Name, *doc.Modulo, ErrSyntax)
	}
	for _, said := range doc.With {
		l.define(said)
	}
	levels := levelsOf(doc.Variables, doc.Noise)
	for _, g := range doc.Generators {
		l.Equations = append(l.Equations, Equation{Text: g.Polynomial, Noise: levels.times(g.Sigma)})
	}
	for _, g := range doc.Equations {
		l.Equations = append(l.Equations, Equation{Text: g.Polynomial})
	}
	for _, g := range doc.Laws {
		l.Equations = append(l.Equations, Equation{Text: g.Polynomial + " = constant"})
	}
	for _, g := range doc.Basis {
		l.Equations = append(l.Equations, Equation{Text: g})
	}
	return nil
}

// Candidates returns those of the names that occur in the text of an equation.
// Every variable of the equations is among them.
func (l List) Candidates(names []string) []string {
	var found []string
	for _, name := range names {
		for _, e := range l.Equations {
			if strings.Contains(e.Text, name) {
				found = append(found, name)
				break
			}
		}
	}
	return found
}

// Parse reads the equations as lhs - rhs over the variables among names that
// occur in them, in that order. It returns a ring in exactly these variables.
func (l List) Parse(names []string) (*poly.Ring[ring.Rat], []*poly.Polynomial[ring.Rat], error) {
	for _, e := range l.Equations {
		if strings.HasSuffix(e.Text, "= constant") && !slices.Contains(names, "constant") {
			return nil, nil, fmt.Errorf("%s:%d:%d: found a law that is constant within groups, which has no value at one row; kexplain learn --groups looks at groups: %w",
				l.Name, max(1, e.Line), max(1, e.Column), ErrSyntax)
		}
	}
	candidates := l.Candidates(names)
	if len(candidates) == 0 {
		if _, _, err := l.parse(names); errors.Is(err, ErrSyntax) {
			return nil, nil, err
		}
		return nil, nil, fmt.Errorf("%s: found no variable in %q, expected some of %s: %w", l.Name, l.Equations[0].Text, some(names), ErrSyntax)
	}
	wide, polys, err := l.parse(candidates)
	if err != nil {
		// In the ring of all names, if there can be one, the message is better.
		if _, _, fuller := l.parse(names); errors.Is(fuller, ErrSyntax) {
			err = fuller
		}
		return nil, nil, err
	}
	var used []string
	for i, name := range wide.Vars() {
		for _, p := range polys {
			if p.DegreeIn(i) > 0 {
				used = append(used, name)
				break
			}
		}
	}
	if len(used) == 0 || len(used) == len(candidates) {
		return wide, polys, nil
	}
	return l.parse(used)
}

// parse reads the equations in a ring of the given variables.
func (l List) parse(vars []string) (*poly.Ring[ring.Rat], []*poly.Polynomial[ring.Rat], error) {
	R, err := poly.NewRing(ring.Q, vars)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", l.Name, err)
	}
	polys, err := ParseIn(l, R)
	if err != nil {
		return nil, nil, err
	}
	return R, polys, nil
}

// locate turns an error of the parser into one that names the place in the
// list, on one line.
func (l List) locate(e Equation, err error) error {
	var syntax *poly.SyntaxError
	if !errors.As(err, &syntax) {
		return fmt.Errorf("%s: %q: %w", l.Name, e.Text, err)
	}
	place := fmt.Sprintf("%s: %q: column %d", l.Name, e.Text, syntax.Column)
	if e.Line > 0 {
		column := syntax.Column
		if syntax.Line == 1 {
			column += e.Column - 1
		}
		place = fmt.Sprintf("%s:%d:%d", l.Name, e.Line+syntax.Line-1, column)
	}
	return fmt.Errorf("%s: found %s: %s: %w", place, syntax.Found, syntax.Expected, ErrSyntax)
}

// some shows names on one line, the first dozen of many.
func some(names []string) string {
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}
