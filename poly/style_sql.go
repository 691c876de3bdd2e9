package poly

import (
	_ "embed"
	"strings"
)

// SQL is an expression of SQL, and a list of polynomials is one of constraints: for
// columns of whole numbers, or of type NUMERIC where the database computes exactly.
var SQL = Style{&sqlFormat}

var sqlFormat = format{
	name: "sql",
	notation: notation{
		times: "*",
		power: repeated("POWER"),
		number: func(s string) string {
			return translateNumber(s, numberParts{
				fraction:   func(num, den string) string { return num + ".0/" + den + ".0" }, // 1/2 is 0
				scientific: func(mantissa, exponent string) string { return mantissa + "e" + exponent },
				times:      "*",
				imaginary:  "i",
			})
		},
		fraction: [3]string{"", ".0/", ".0"},
	},
	syntax:   syntax{power: "POWER", quoted: true},
	names:    quotedNames(sqlWords),
	ring:     onlyNumbers("sql", func(description) string { return "-- constraints of a table" }),
	comment:  "--",
	decimals: true,
	list: List{
		Open: "-- NAME = 0\n", Before: "CHECK (", After: " = 0)", Separator: ",\n", Next: ",\n", End: "\n",
		BoundBefore: "CHECK (ABS(", BoundAfter: [2]string{") <= ", ")"},
	},
}

// quotedNames puts a name in quotes where it is a word of SQL or has letters beyond ASCII.
func quotedNames(reserved string) *nameRule {
	quoted := func(name string) string { return `"` + name + `"` }
	return &nameRule{
		good: func(name string) string {
			if hasWord(reserved, strings.ToLower(name)) || strings.IndexFunc(name, func(r rune) bool { return r > '~' }) >= 0 {
				return quoted(name)
			}
			return name
		},
		other: func(name string, _ int) string { return quoted(name) },
	}
}

// sqlWords are the keywords of SQLite 3.45 and the reserved words of PostgreSQL 16, in
// lower case: case is ignored.
//
//go:embed reserved/sql.txt
var sqlWords string
