package poly

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kexplain/kexplain/internal/stable"
)

// unknown says what may have been meant by a name that is no variable.
func (p *parser) unknown(name string) string {
	names := make([]string, len(p.index))
	for v, i := range p.index {
		names[i] = v
	}
	if len(names) == 0 {
		return "unknown variable: there is none here"
	}
	for _, v := range names {
		if strings.EqualFold(v, name) {
			return fmt.Sprintf("unknown variable, did you mean %s?", v)
		}
	}
	if slices.Contains(functions, strings.ToLower(name)) {
		return "unknown variable: polynomials have no functions, for y = sqrt(x) write y^2 = x"
	}
	if factors := splitNames(name, names); factors != nil {
		return fmt.Sprintf("unknown variable, did you mean %s?", strings.Join(factors, "*"))
	}
	if v := near(name, names); v != "" {
		return fmt.Sprintf("unknown variable, did you mean %s?", v)
	}
	const most = 8
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	return fmt.Sprintf("unknown variable; the variables are %s%s", strings.Join(names, ", "), more)
}

// functions are names that people write before a parenthesis.
var functions = []string{"sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "tanh", "exp", "ln", "log", "abs"}

// near returns the only one of the names that begins with name and an underscore, as U_V does
// for U, or that is one letter longer, shorter or other; "" where there is none or several.
func near(name string, names []string) string {
	const shortest = 4 // of shorter names many are one letter apart
	found := ""
	for _, v := range names {
		if strings.HasPrefix(v, name+"_") || len(name) >= shortest && oneLetter([]rune(name), []rune(v)) {
			if found != "" {
				return ""
			}
			found = v
		}
	}
	return found
}

// oneLetter reports whether a and b differ by a letter that is added, left out or another.
func oneLetter(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return i < len(a) && slices.Equal(a[i+1:], b[i+1:])
	}
	return slices.Equal(a[i:], b[i+1:])
}

// splitNames writes s as names of variables, a trailing number as an exponent
// of the last one, or returns nil where it cannot.
func splitNames(s string, names []string) []string {
	names = slices.Clone(names)
	stable.Sort(names, func(a, b string) int { return len(b) - len(a) })
	// ways[i] is the name that ends a way to write s[:i].
	ways := make([]string, len(s)+1)
	for i := range s {
		if i > 0 && ways[i] == "" {
			continue
		}
		for _, v := range names {
			if strings.HasPrefix(s[i:], v) && ways[i+len(v)] == "" {
				ways[i+len(v)] = v
			}
		}
	}
	end := len(strings.TrimRight(s, "0123456789"))
	exponent := ""
	switch {
	case ways[len(s)] != "":
		end = len(s)
	case end < len(s) && ways[end] != "":
		exponent = "^" + s[end:]
	default:
		return nil
	}
	var factors []string
	for i := end; i > 0; i -= len(ways[i]) {
		factors = append(factors, ways[i])
	}
	slices.Reverse(factors)
	factors[len(factors)-1] += exponent
	const most = 6 // a longer chain of names is no slip of the pen
	if len(factors) > most || utf8.RuneCountInString(s) > 40 {
		return nil
	}
	return factors
}
