package poly

import (
	"unicode"
	"unicode/utf8"
)

// IsName reports whether s can be the name of a variable: a letter of any
// alphabet or an underscore, followed by letters, decimal digits, subscript
// digits, combining marks and underscores, such as x1, mass_kg, θ, x₁.
func IsName(s string) bool { return s != "" && utf8.ValidString(s) && nameLength(s) == len(s) }

// nameLength returns the length in bytes of the longest name that s begins
// with, 0 where it begins with none.
func nameLength(s string) int {
	for i, r := range s {
		if i == 0 && !isNameStart(r) || i > 0 && !isNamePart(r) {
			return i
		}
	}
	return len(s)
}

func isNameStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func isNamePart(r rune) bool {
	return isNameStart(r) || unicode.Is(unicode.Nd, r) || unicode.Is(unicode.M, r) || '₀' <= r && r <= '₉'
}

// Names returns the names of the variables in a style, in the order of the
// ring. They are distinct, so they can be read back.
func (R *Ring[E]) Names(style Style) []string {
	if style != LaTeX {
		return R.Vars()
	}
	return styleNames(style, R.vars)
}

// styleNames gives every variable its good name in the style, or its plain one
// where the good one is taken by a variable before it.
func styleNames(style Style, vars []string) []string {
	good, plain := nameRules(style)
	taken := make(map[string]bool, len(vars))
	names := make([]string, len(vars))
	for i, v := range vars {
		name := good(v)
		for n := 0; taken[name]; n++ {
			name = plain(v, n)
		}
		taken[name] = true
		names[i] = name
	}
	return names
}

func nameRules(style Style) (good func(string) string, plain func(string, int) string) {
	return latexName, func(name string, _ int) string { return latexPlain(name) }
}
