package invariant

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// tokens are the numbers and names in a text. Numbers are read whole, so that the e of 1e5 is
// not taken for a name.
func tokens(text string) []string {
	var out []string
	runes := []rune(text)
	digits := func(i int) int {
		for i < len(runes) && '0' <= runes[i] && runes[i] <= '9' {
			i++
		}
		return i
	}
	for i := 0; i < len(runes); {
		end := digits(i)
		switch {
		case end > i:
			if end < len(runes) && runes[end] == '.' {
				end = digits(end + 1)
			}
			end = withExponent(runes, end, digits)
		case runes[i] == '.' && digits(i+1) > i+1:
			end = withExponent(runes, digits(i+1), digits)
		case unicode.IsLetter(runes[i]) || runes[i] == '_':
			for end = i + 1; end < len(runes) && inName(runes[end]); {
				end++
			}
		default:
			i++
			continue
		}
		out = append(out, string(runes[i:end]))
		i = end
	}
	return out
}

// withExponent is the end of a number that ends at i but for an exponent.
func withExponent(runes []rune, i int, digits func(int) int) int {
	if i >= len(runes) || runes[i] != 'e' && runes[i] != 'E' {
		return i
	}
	sign := i + 1
	if sign < len(runes) && (runes[sign] == '+' || runes[sign] == '-') {
		sign++
	}
	if end := digits(sign); end > sign {
		return end
	}
	return i
}

// inName says that a name may go on with r.
func inName(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nd, r) || unicode.Is(unicode.M, r) || '₀' <= r && r <= '₉'
}

// when begins the guard of a step.
const when = "when"

// Names returns the names of variables in texts of equations and steps, each once,
// in the order in which they first occur.
func Names(texts ...string) []string {
	var names []string
	seen := map[string]bool{when: true}
	for _, text := range texts {
		for _, t := range tokens(text) {
			if poly.IsName(t) && !seen[t] {
				seen[t] = true
				names = append(names, t)
			}
		}
	}
	return names
}

// ParseStep reads a step in the grammar of the package comment. Errors match
// equations.ErrSyntax, begin with name and say line and column.
func ParseStep(R *poly.Ring[ring.Rat], name, text string) (*Step, error) {
	r := reader{R, name, text}
	s := &Step{Text: strings.Join(strings.Fields(text), " ")}
	for v := range R.NumVars() {
		s.Next = append(s.Next, R.Var(v))
	}
	assigned := false
	for _, group := range r.split(piece{0, text}, ";\n") {
		if rest, ok := strings.CutPrefix(group.text, when); ok && strings.TrimLeft(rest, " \t") != rest {
			if assigned || s.Guard != nil {
				return nil, r.fail(group.at, when, ", expected a guard at the beginning of the step only")
			}
			for _, c := range r.split(piece{group.at + len(when), rest}, ",") {
				condition, err := r.condition(c)
				if err != nil {
					return nil, err
				}
				s.Guard = append(s.Guard, condition)
			}
			continue
		}
		if err := r.group(s, group); err != nil {
			return nil, err
		}
		assigned = true
	}
	if !assigned {
		return nil, r.fail(len(text), "end of text", ", expected "+anAssignment)
	}
	return s, nil
}

// reader reads a step.
type reader struct {
	ring *poly.Ring[ring.Rat]
	name string
	text string
}

// piece is a part of the text and where it begins, in bytes.
type piece struct {
	at   int
	text string
}

// split cuts a piece at separators outside parentheses, and drops blanks and
// empty parts.
func (r reader) split(p piece, separators string) []piece {
	var out []piece
	start, depth := 0, 0
	cut := func(end int) {
		part := p.text[start:end]
		at := start + len(part) - len(strings.TrimLeft(part, " \t\r\n"))
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, piece{p.at + at, part})
		}
	}
	for i, c := range p.text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth <= 0 && strings.ContainsRune(separators, c):
			cut(i)
			start = i + utf8.RuneLen(c)
		}
	}
	cut(len(p.text))
	return out
}

// group reads assignments that happen at once and puts them after those of s.
func (r reader) group(s *Step, g piece) error {
	values := append([]*poly.Polynomial[ring.Rat](nil), s.Next...)
	assigned := make(map[int]bool)
	for _, a := range r.split(g, ",") {
		if long := written(a.text); long != "" {
			return r.fail(a.at, a.text, ", expected it written out: "+long)
		}
		end := strings.IndexByte(a.text, '=')
		switch {
		case end < 0:
			return r.fail(a.at, a.text, ", expected "+anAssignment)
		case strings.HasPrefix(a.text[end:], "=="):
			return r.fail(a.at+end, "==", ", expected one = or := in an assignment, such as i := i + 1; conditions stand behind when and end with a semicolon")
		}
		left, right := strings.TrimSuffix(a.text[:end], ":"), piece{a.at + end + 1, a.text[end+1:]}
		v, ok := r.ring.VarIndex(strings.TrimSpace(left))
		if !ok {
			return r.fail(a.at, strings.TrimSpace(left), ", expected the name of a variable before :=, as in i := i + 1"+ifWord(left))
		}
		if assigned[v] {
			return r.fail(a.at, strings.TrimSpace(left), ", expected each variable once among assignments that happen at once; a semicolon puts them one after the other")
		}
		assigned[v] = true
		p, err := r.polynomial(right)
		if err != nil {
			return err
		}
		if values[v], err = p.Substitute(s.Next); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	s.Next = values
	return nil
}

// ifWord says how a condition is written, where an assignment begins like one.
func ifWord(left string) string {
	if first, _, _ := strings.Cut(strings.TrimSpace(left), " "); first == "if" || first == "while" {
		return "; a condition is written as in when a = b; i := i + 1"
	}
	return ""
}

// anAssignment is what is expected of a text that is none.
const anAssignment = "an assignment NAME := POLYNOMIAL, such as i := i + 1"

// written is an assignment of other languages that changes a variable, i += 2, i++ or ++i, written out: i := i + 2. It
// is "" where the text is none.
func written(text string) string {
	name, sign, value := "", "", "1"
	for _, steps := range []string{"++", "--"} {
		if rest, ok := strings.CutPrefix(text, steps); ok {
			name, sign = strings.TrimSpace(rest), steps[:1]
		} else if rest, ok := strings.CutSuffix(text, steps); ok {
			name, sign = strings.TrimSpace(rest), steps[:1]
		}
	}
	if left, right, ok := strings.Cut(text, "="); ok && sign == "" && left != "" {
		last := len(left) - 1
		name, sign, value = strings.TrimSpace(left[:last]), left[last:], strings.TrimSpace(right)
	}
	if !isName(name) || !strings.ContainsAny(sign, "+-*/") || value == "" || value[0] == '=' {
		return ""
	}
	if strings.ContainsAny(value, "+-*/ ") {
		value = "(" + value + ")"
	}
	return fmt.Sprintf("%s := %s %s %s", name, name, sign, value)
}

// isName reports whether a text is a letter or _ with letters, digits and _ behind it.
func isName(text string) bool {
	for i, r := range text {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return text != ""
}

// condition reads a guard.
func (r reader) condition(c piece) (Condition, error) {
	if at := strings.Index(c.text, ":="); at >= 0 {
		return Condition{}, r.fail(c.at+at, ":=", ", expected a condition; a semicolon stands between conditions and assignments, as in when a < b; i := i + 1")
	}
	for _, sign := range []string{"!=", "<=", ">=", "==", "≠", "≤", "≥", "=", "<", ">"} {
		at := strings.Index(c.text, sign)
		if at < 0 {
			continue
		}
		left, err := r.polynomial(piece{c.at, c.text[:at]})
		if err != nil {
			return Condition{}, err
		}
		right, err := r.polynomial(piece{c.at + at + len(sign), c.text[at+len(sign):]})
		if err != nil {
			return Condition{}, err
		}
		relation := map[string]Relation{"=": Equal, "==": Equal, "!=": Unequal, "≠": Unequal,
			"<": Below, "<=": AtMost, "≤": AtMost, ">": Above, ">=": AtLeast, "≥": AtLeast}[sign]
		return Condition{left.Sub(right), relation}, nil
	}
	return Condition{}, r.fail(c.at, c.text, ", expected a condition such as a = b or a >= b")
}

// polynomial reads a polynomial.
func (r reader) polynomial(p piece) (*poly.Polynomial[ring.Rat], error) {
	f, err := r.ring.Parse(p.text)
	var syntax *poly.SyntaxError
	if errors.As(err, &syntax) {
		at := p.at
		for i := range p.text {
			if utf8.RuneCountInString(p.text[:i]) == syntax.Offset {
				at = p.at + i
			}
		}
		if syntax.Offset >= utf8.RuneCountInString(p.text) {
			at = p.at + len(p.text)
		}
		return nil, r.fail(at, syntax.Found, ": "+syntax.Expected)
	}
	return f, err
}

// fail returns an error at a place of the text, in bytes: what was found there, and
// why that is wrong.
func (r reader) fail(at int, found, reason string) error {
	before := r.text[:min(at, len(r.text))]
	line := 1 + strings.Count(before, "\n")
	column := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	const most = 40
	if runes := []rune(found); len(runes) > most {
		found = string(runes[:most]) + "…"
	}
	if _, err := strconv.Unquote(found); err != nil && found != "end of text" {
		found = fmt.Sprintf("%q", found)
	}
	return fmt.Errorf("%s:%d:%d: found %s%s: %w", r.name, line, column, found, reason, equations.ErrSyntax)
}
