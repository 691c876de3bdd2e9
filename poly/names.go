package poly

import (
	"compress/gzip"
	"fmt"
	"io"
	"strings"
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
	return isNameStart(r) || unicode.Is(unicode.Nd, r) || unicode.Is(unicode.M, r) || isSubscript(r)
}

func isSubscript(r rune) bool { return '₀' <= r && r <= '₉' }

// Names returns the names of the variables in a style, in the order of the
// ring. They are distinct, so ParseStyle reads them back.
//
// A name that the system allows stays as it is. In the others, for CoCoA,
// Singular, Macaulay2 and SymPy, subscript digits become digits, Greek letters
// are spelled out and characters that the system does not allow become u and
// their hexadecimal number (SymPy keeps all letters, Macaulay2 drops an
// underscore and capitalises what follows), a name that would not begin with a
// letter begins with v, and a word of the system, or a name that is taken, ends
// in Var, Var2, …: ideal is idealVar in Singular.
//
// For LaTeX, single letters and Greek letters stand for themselves, other names
// in \mathit{…}, and a number at the end, with or without an underscore before
// it, is an index: x1 and x_1 are x_{1}. Where two variables would look the
// same, the later one has its index inside the name: \mathit{x\_1}.
func (R *Ring[E]) Names(style Style) []string {
	rule := style.format().names
	if rule == nil {
		return R.Vars()
	}
	names := make([]string, R.n)
	taken := make(map[string]bool, R.n)
	for i, v := range R.vars {
		if rule.good(v) == v {
			names[i] = v
			taken[v] = true
		}
	}
	for i, v := range R.vars {
		if names[i] != "" {
			continue
		}
		name := rule.good(v)
		for n := 1; taken[name]; n++ {
			name = rule.other(v, n)
		}
		names[i] = name
		taken[name] = true
	}
	return names
}

// nameRule is how a style names variables: as good says, and by the other
// names in turn where that is taken.
type nameRule struct {
	good  func(name string) string
	other func(name string, n int) string
}

// hasWord reports whether a word stands in a list of words. Names are checked seldom: a set of
// every system's words would cost every start of a program more.
func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

// system is what a computer algebra system allows in the name of a variable,
// besides ASCII letters and digits.
type system struct {
	reserved   string // words
	packed     bool   // by gzip
	ignoreCase bool   // in reserved words
	letters    bool   // of all alphabets
	underscore bool
}

func (s system) rule() *nameRule {
	return &nameRule{
		good: func(name string) string {
			spelled := s.spell(name)
			if s.isReserved(spelled) {
				return spelled + "Var"
			}
			return spelled
		},
		other: func(name string, n int) string {
			if n == 1 {
				return s.spell(name) + "Var"
			}
			return fmt.Sprintf("%sVar%d", s.spell(name), n)
		},
	}
}

func (s system) isReserved(name string) bool {
	if s.ignoreCase {
		name = strings.ToLower(name)
	}
	if !s.packed {
		return hasWord(s.reserved, name)
	}
	r, err := gzip.NewReader(strings.NewReader(s.reserved))
	if err != nil {
		panic(err) // the words are part of the program
	}
	words, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return hasWord(string(words), name)
}

// spell writes a name in the characters that the system allows.
func (s system) spell(name string) string {
	var b strings.Builder
	capital := false
	for _, r := range name {
		if r == '_' && !s.underscore {
			capital = b.Len() > 0
			continue
		}
		part := s.spellRune(r)
		if capital {
			part = strings.ToUpper(part[:1]) + part[1:]
		}
		capital = false
		b.WriteString(part)
	}
	spelled := b.String()
	if spelled == "" || !isASCIILetter(rune(spelled[0])) && !(s.letters && isNameStart(first(spelled))) {
		return "v" + spelled
	}
	return spelled
}

// spellRune returns ASCII unless the system allows all letters.
func (s system) spellRune(r rune) string {
	switch {
	case isASCIILetter(r), r < utf8.RuneSelf && isDigit(byte(r)), r == '_', s.letters && unicode.IsLetter(r):
		return string(r)
	case isSubscript(r):
		return string('0' + r - '₀')
	}
	if command, ok := greek(string(r)); ok {
		return strings.TrimPrefix(command, `\`)
	}
	return fmt.Sprintf("u%x", r)
}

func isASCIILetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
