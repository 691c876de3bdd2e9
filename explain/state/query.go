package state

import (
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Dialect is how a database writes SQL.
type Dialect struct {
	Name   string
	float  string // the type of float64
	quote  string // around names
	random string // a function of a random number for each row
}

// Dialects returns those that are known. SQLite was run; the others were written by their
// manuals.
func Dialects() []Dialect {
	return []Dialect{
		{"duckdb", "DOUBLE", `"`, "random()"},
		{"postgres", "DOUBLE PRECISION", `"`, "random()"},
		{"sqlite", "REAL", `"`, "random()"},
		{"bigquery", "FLOAT64", "`", "rand()"},
		{"snowflake", "DOUBLE", `"`, "random()"},
	}
}

// plain reports whether a name needs no quotes.
func plain(name string) bool {
	for i, c := range name {
		if !(c == '_' || 'a' <= c|' ' && c|' ' <= 'z' || i > 0 && '0' <= c && c <= '9') {
			return false
		}
	}
	return name != ""
}

// name writes the name of a column, or of a table with dots.
func (d Dialect) name(s string) string {
	parts := strings.Split(s, ".")
	for i, p := range parts {
		if !plain(p) {
			parts[i] = d.quote + strings.ReplaceAll(p, d.quote, d.quote+d.quote) + d.quote
		}
	}
	return strings.Join(parts, ".")
}

// column writes the name of a column, in which a dot is no more than a dot.
func (d Dialect) column(s string) string {
	if strings.Contains(s, ".") {
		return d.quote + strings.ReplaceAll(s, d.quote, d.quote+d.quote) + d.quote
	}
	return d.name(s)
}

// literal writes a text.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// meansPerRow is how many means stand in a row of the result of a query: databases bound the
// number of columns, the lowest bound being some 1,600.
const meansPerRow = 1000

// MomentsQuery returns a query whose result, as CSV with names, [ReadMoments] reads: the means of
// all monomials up to twice a degree in some columns of a table, over the rows in which none
// of them is NULL.
func (d Dialect) MomentsQuery(table string, columns []string, degree int) (string, error) {
	if len(columns) == 0 || degree < 1 || degree > 20 {
		return "", fault(ErrMerge, "degree %d in %s, expected 1 to 20 in some", degree, plural.Count(len(columns), "column"))
	}
	n := numeric.Binomial(len(columns)+2*degree, 2*degree)
	const most = 20 * meansPerRow
	if n > most {
		return "", fault(ErrMerge, "degree %d in %s takes the means of %d monomials of degree ≤ %d, expected at most %d: take a lower degree or fewer columns",
			degree, plural.Count(len(columns), "column"), n, 2*degree, most)
	}
	t, err := moment.NewMonomials(len(columns), 2*degree)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("WITH t AS (SELECT ")
	for j, c := range columns {
		if j > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "CAST(%s AS %s) AS x%d", d.column(c), d.float, j+1)
	}
	fmt.Fprintf(&b, " FROM %s WHERE %s)\n", d.name(table), d.given(columns))
	width := min(int(n), meansPerRow)
	for first := 0; first < int(n); first += width {
		if first > 0 {
			b.WriteString("\nUNION ALL\n")
		}
		fmt.Fprintf(&b, "SELECT %s AS kexplain_columns, %d AS degree, COUNT(*) AS n, %d AS part", literal(strings.Join(columns, "\t")), degree, first)
		for i := first; i < first+width; i++ {
			value := "NULL"
			if i < int(n) {
				value = "AVG(" + product(t.Exponents(i)) + ")"
			}
			fmt.Fprintf(&b, ",\n  %s AS m%d", value, i-first)
		}
		b.WriteString(" FROM t")
	}
	b.WriteString(";\n")
	return b.String(), nil
}

// SampleQuery returns a query of rows drawn at random, as many as a sample has.
func (d Dialect) SampleQuery(table string, columns []string) string {
	names := make([]string, len(columns))
	for j, c := range columns {
		names[j] = d.column(c)
	}
	return fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT %d;\n", strings.Join(names, ", "), d.name(table), d.given(columns), d.random, SampleRows)
}

// given is the condition that no column is NULL.
func (d Dialect) given(columns []string) string {
	parts := make([]string, len(columns))
	for j, c := range columns {
		parts[j] = d.column(c) + " IS NOT NULL"
	}
	return strings.Join(parts, " AND ")
}

// product writes a monomial in x1, x2, …
func product(exponents []uint8) string {
	var factors []string
	for j, k := range exponents {
		for range k {
			factors = append(factors, fmt.Sprintf("x%d", j+1))
		}
	}
	if len(factors) == 0 {
		return "1.0"
	}
	return strings.Join(factors, "*")
}
