package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"
)

// Page is a report as one page for a browser. It needs no network.
type Page struct {
	*Learn
	Title    string
	Command  string   // that makes the page again
	Pictures []string // SVG
	Misfits  []Misfits
}

// Misfits are the rows that are farthest from an equation.
type Misfits struct {
	Equation string
	Rows     []RowMisfit
}

// RowMisfit is a row and its distance from a zero set in data units.
type RowMisfit struct {
	Line     int
	Distance Float
	Aside    bool // it was set aside
}

//go:embed page.html
var pageText string

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"typeset": typeset,
		"lines":   func(g Generator) []string { return g.findings(p.Noise.Unit) },
		"svg":     func(s string) template.HTML { return template.HTML(s) }, // drawn here, with names escaped
		"about":   func(x Float) string { return numbers([]float64{float64(x)}, 4) },
		"place":   func(i int) int { return i + 1 },
		"read":    func() []string { return strings.Split(p.info.String(), "\n") },
		"sums":    p.summary,
		"monomial": func(e []int) template.HTML {
			return typeset(monomial(p.Variables, e))
		},
	}).Parse(pageText)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// monomial writes a product of powers, 1 for none.
func monomial(variables []string, exponents []int) string {
	var factors []string
	for j, e := range exponents {
		switch {
		case e == 1:
			factors = append(factors, variables[j])
		case e > 1:
			factors = append(factors, fmt.Sprintf("%s^%d", variables[j], e))
		}
	}
	if factors == nil {
		return "1"
	}
	return strings.Join(factors, "*")
}

var powers = regexp.MustCompile(`\^(\d+)`)

// typeset writes a polynomial in HTML: powers above the line, a true minus sign, a thin
// space for a product.
func typeset(text string) template.HTML {
	escaped := template.HTMLEscapeString(text)
	escaped = powers.ReplaceAllString(escaped, "<sup>$1</sup>")
	return template.HTML(strings.NewReplacer("*", "\u2009·\u2009", "-", "\u2212").Replace(escaped)) // escaped above
}
