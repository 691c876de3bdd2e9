package layout

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/kexplain/kexplain/internal/escape"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// MaxColumns bounds the number of columns of a table.
const MaxColumns = 1 << 20

// IsIdentifier reports whether s can stand for a variable: a letter, then
// letters, digits, subscript digits and underscores.
func IsIdentifier(s string) bool {
	for i, r := range s {
		if !letter(r) && (i == 0 || !identifierPart(r)) {
			return false
		}
	}
	return s != ""
}

// letter reports whether r is a letter that can be seen.
func letter(r rune) bool { return unicode.IsLetter(r) && !escape.Forbidden(r) }

func identifierPart(r rune) bool {
	return letter(r) || unicode.IsDigit(r) || '₀' <= r && r <= '₉' || r == '_'
}

// Identifiers turns the names of columns into different names of variables:
// what is not a letter or a digit becomes an underscore, ² and ³ become 2 and 3, a name that does not
// begin with a letter gets an x in front, a name that is taken gets a number
// behind.
func Identifiers(names []string) []string {
	u := NewUnique(len(names))
	for _, name := range names {
		if IsIdentifier(name) {
			u.taken[name] = true
		}
	}
	out := make([]string, len(names))
	kept := make(map[string]bool, len(names))
	for i, name := range names {
		if IsIdentifier(name) && !kept[name] {
			out[i], kept[name] = name, true
			continue
		}
		base := strings.Trim(strings.Map(func(r rune) rune {
			switch {
			case identifierPart(r):
				return r
			case r == '²':
				return '2'
			case r == '³':
				return '3'
			}
			return '_'
		}, name), "_")
		for strings.Contains(base, "__") {
			base = strings.ReplaceAll(base, "__", "_")
		}
		if !IsIdentifier(base) {
			base = "x" + base
		}
		out[i] = u.Take(base)
		kept[out[i]] = true
	}
	return out
}

// unique gives out names, each once.
type unique struct {
	taken map[string]bool
	next  map[string]int // the number to try next behind a name
}

func NewUnique(names int) unique {
	return unique{make(map[string]bool, names), map[string]int{}}
}

// Take returns the name, or the name with the first number from 2 on that makes it
// one that was not taken. Names of n bytes in all take time O(n).
func (u unique) Take(name string) string {
	id := name
	for u.taken[id] {
		k := max(2, u.next[name])
		id = fmt.Sprintf("%s_%d", name, k)
		u.next[name] = k + 1
	}
	u.taken[id] = true
	return id
}

// Choose returns the numbers, from 0, of the columns that the options ask for.
func (l *Layout) Choose(file string, wanted []string) ([]int, error) {
	if len(wanted) == 0 {
		return l.chooseAll(), nil
	}
	places := make(map[string]int, 2*len(l.Names)) // a name before an identifier, the first of two
	for _, names := range [][]string{l.Names, Identifiers(l.Names)} {
		for c, name := range names {
			if _, ok := places[name]; !ok {
				places[name] = c
			}
		}
	}
	var chosen []int
	seen := make(map[int]bool, len(wanted))
	for _, w := range wanted {
		columns, err := l.resolve(file, w, places)
		if err != nil {
			return nil, err
		}
		for _, c := range columns {
			if seen[c] {
				return nil, fmt.Errorf("table: column %s is chosen twice: %w", l.Names[c], scan.ErrColumn)
			}
			seen[c] = true
			chosen = append(chosen, c)
		}
	}
	return chosen, nil
}

// chooseAll takes every column of numbers, or those that a header with fewer
// names than columns does name.
func (l *Layout) chooseAll() []int {
	var chosen, named []int
	for c := range l.Names {
		if l.Kind[c] != NumberColumn {
			continue
		}
		chosen = append(chosen, c)
		if l.named[c] {
			named = append(named, c)
		}
	}
	if l.short && len(named) > 0 {
		return named
	}
	return chosen
}

// Void reports whether a column has neither a name nor a cell, as the one left of the first
// bar of a table drawn with bars.
func (l *Layout) Void(c int) bool {
	return l.Kind[c] == emptyColumn && (c >= len(l.named) || !l.named[c])
}

// resolve reads one choice: a name, whose column is in places, a number, or a range
// of numbers.
func (l *Layout) resolve(file, w string, places map[string]int) ([]int, error) {
	if c, ok := places[w]; ok {
		return []int{c}, nil
	}
	first, last, isRange := strings.Cut(w, "-")
	if !isRange {
		last = first
	}
	i, err1 := strconv.Atoi(strings.TrimSpace(first))
	j, err2 := strconv.Atoi(strings.TrimSpace(last))
	if err1 != nil || err2 != nil {
		return nil, fmt.Errorf("table: %s has no column %q, its columns are %s: %w", file, w, ListNames(l.Names), scan.ErrColumn)
	}
	if i < 1 || j > len(l.Names) || i > j {
		return nil, fmt.Errorf("table: %s has columns 1 to %d, not %s: %w", file, len(l.Names), w, scan.ErrColumn)
	}
	var columns []int
	for c := i - 1; c < j; c++ {
		columns = append(columns, c)
	}
	return columns, nil
}

// ListNames shows names on one line, the first dozen of many.
func ListNames(names []string) string {
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(", … (%d in all)", len(names))
	}
	return strings.Join(names, ", ")
}
