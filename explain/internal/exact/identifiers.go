package exact

import "regexp"

// identifier is what columns of names of rows are called: id, sample_id, Nr, row.
var identifier = regexp.MustCompile(`^(?:.*[_ .-])?(?:id|ID|Id|nr|Nr|no|No|idx|index|Index|row|Row)$`)

// identifiers lists the columns that name the rows: called so, and with another whole number in
// each of them.
func (t Table) identifiers() []int {
	var out []int
	for j, name := range t.Names {
		if identifier.MatchString(name) && t.distinctIntegers(j) {
			out = append(out, j)
		}
	}
	return out
}

// distinctIntegers reports whether column j holds whole numbers, no two of them equal.
func (t Table) distinctIntegers(j int) bool {
	seen := map[string]bool{}
	for _, row := range t.Rows {
		text := row[j].String()
		if !row[j].IsInt() || seen[text] {
			return false
		}
		seen[text] = true
	}
	return true
}
