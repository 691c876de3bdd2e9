package exact

import (
	"slices"
	"strings"
)

// identifierNames end the names of columns that name the rows: id, sample_id, Nr, row.
var identifierNames = []string{"id", "ID", "Id", "nr", "Nr", "no", "No", "idx", "index", "Index", "row", "Row"}

// isIdentifier says that the last word of a name is one of them.
func isIdentifier(name string) bool {
	return slices.Contains(identifierNames, name[strings.LastIndexAny(name, "_ .-")+1:])
}

// identifiers lists the columns that name the rows: called so, and with another whole number in
// each of them.
func (t Table) identifiers() []int {
	var out []int
	for j, name := range t.Names {
		if isIdentifier(name) && t.distinctIntegers(j) {
			out = append(out, j)
		}
	}
	return out
}

// distinctIntegers reports whether column j holds whole numbers, no two of them equal.
func (t Table) distinctIntegers(j int) bool {
	seen := Seen{}
	for _, row := range t.Rows {
		if !row[j].IsInt() || !seen.Add(row, []int{j}) {
			return false
		}
	}
	return true
}
