package poly

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kexplain/kexplain/internal/stable"
)

// unknown says what may have been meant by a name that is no variable.
func (p *reader) unknown(name string) string {
	names := make([]string, len(p.index))
	for v, i := range p.index {
		names[i] = v
	}
	if len(names) == 0 {
		return "unknown variable: the ring has none"
	}
	for _, v := range names {
		if strings.EqualFold(v, name) {
			return fmt.Sprintf("unknown variable, did you mean %s?", v)
		}
	}
	if factors := splitNames(name, names); factors != nil {
		return fmt.Sprintf("unknown variable, did you mean %s?", strings.Join(factors, "*"))
	}
	const most = 8
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	return fmt.Sprintf("unknown variable; the ring has %s%s", strings.Join(names, ", "), more)
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
