package report

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"slices"
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

//go:embed page.css
var pageStyle string

// Style returns the style sheet of pages.
func Style() string { return pageStyle }

// Write writes the page. Every text of the data is escaped. A template of html/template would
// do it in fewer lines; it calls methods by name, so the linker must keep every exported method
// of every package, which is 6 MB.
func (p *Page) Write(w io.Writer) error {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	title := html.EscapeString(p.Title)
	put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	put("<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>%s</h1>\n", title, pageStyle, title)
	put("<p class=\"soft\">%s</p>\n", html.EscapeString(p.info.Brief()))
	for _, g := range p.Generators {
		p.equation(put, g)
	}
	for _, picture := range p.Pictures { // drawn here, with names escaped
		put("<figure>%s</figure>\n", picture)
	}
	p.coefficients(put)
	p.misfits(put)
	put("<h2>The data</h2>\n%s", list("", slices.Concat(p.leftOut(), p.summary())))
	put("<h2>Repeat it</h2>\n<pre><code>%s</code></pre>\n", html.EscapeString(p.Command))
	put("<p class=\"soft\">kexplain %s, %s, sha256 <code>%s</code></p>\n",
		html.EscapeString(p.Version), html.EscapeString(p.Data.File), p.Data.SHA256)
	put("</main>\n</body>\n</html>\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// equation writes an equation and what was found about it.
func (p *Page) equation(put func(string, ...any), g Generator) {
	put("<section aria-label=\"equation\">\n<p class=\"equation\">%s</p>\n", typeset(g.equation()))
	if g.Approximation {
		put("<p><strong>approximately</strong></p>\n")
	}
	put("%s", list("", p.findings(g)))
	if g.Doubt != "" {
		put("<p class=\"doubt\"><strong>Doubt:</strong> %s</p>\n", html.EscapeString(g.Doubt))
	}
	if details := g.details(); len(details) > 0 {
		put("<details class=\"soft\"><summary>Exact count, distance, place in the kernel</summary>\n%s</details>\n", list("", details))
	}
	put("</section>\n")
}

// findings are what the text says of an equation, but for the doubt.
func (p *Page) findings(g Generator) []string {
	g.Doubt = "" // it stands below, in bold
	return p.brief(g)
}

// coefficients writes the table of the coefficients with their errors.
func (p *Page) coefficients(put func(string, ...any)) {
	put("<h2>Coefficients</h2>\n<p class=\"soft\">An interval of 1.96 standard errors to either side holds the true coefficient in 95 %% of all data of this kind, if these are the right terms. The coefficient that the others are divided by has no error.</p>\n")
	put("<div class=\"wide\" tabindex=\"0\">\n%s", tableHead("equation", "term", "printed", "estimate", "standard error", "95 % interval"))
	for i, g := range p.Generators {
		for _, t := range g.Terms {
			stderr, interval := "–", "–"
			if t.Stderr != 0 {
				stderr = about(t.Stderr)
				interval = about(t.Estimate-1.96*t.Stderr) + " to" + about(t.Estimate+1.96*t.Stderr)
			}
			put("<tr><td>%d</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", i+1,
				typeset(monomial(p.Variables, t.Exponents)), html.EscapeString(t.Coefficient), about(t.Estimate), stderr, interval)
		}
	}
	put("</tbody>\n</table>\n</div>\n")
}

// misfits writes the rows that are farthest from each equation.
func (p *Page) misfits(put func(string, ...any)) {
	if len(p.Misfits) == 0 {
		return
	}
	put("<h2>Rows that fit worst</h2>\n<p class=\"soft\">Distances from the zero set, in the units of the data. A row that was set aside took no part.</p>\n")
	for _, m := range p.Misfits {
		put("<p><small>%s</small></p>\n%s", typeset(m.Equation), tableHead("line", "distance", ""))
		for _, r := range m.Rows {
			aside := ""
			if r.Aside {
				aside = "set aside"
			}
			put("<tr><td>%d</td><td>%s</td><td>%s</td></tr>\n", r.Line, about(r.Distance), aside)
		}
		put("</tbody>\n</table>\n")
	}
}

// tableHead begins a table with the names of its columns.
func tableHead(names ...string) string {
	return "<table>\n<thead><tr><th scope=\"col\">" + strings.Join(names, "</th><th scope=\"col\">") + "</th></tr></thead>\n<tbody>\n"
}

// list is a list of sentences; attributes begin with a space.
func list(attributes string, sentences []string) string {
	return "<ul" + attributes + "><li>" + strings.Join(escapeAll(sentences), "</li><li>") + "</li></ul>\n"
}

func escapeAll(texts []string) []string {
	escaped := make([]string, len(texts))
	for i, t := range texts {
		escaped[i] = html.EscapeString(t)
	}
	return escaped
}

func about(x Float) string { return numbers([]float64{float64(x)}, 4) }

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

// typeset writes a polynomial in HTML: powers above the line, a true minus sign, a thin
// space for a product.
func typeset(text string) string {
	escaped := html.EscapeString(text)
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(escaped, "^")
		b.WriteString(before)
		if !ok {
			break
		}
		rest := strings.TrimLeft(after, "0123456789")
		if power := after[:len(after)-len(rest)]; power != "" {
			b.WriteString("<sup>" + power + "</sup>")
		} else {
			b.WriteByte('^')
		}
		escaped = rest
	}
	return strings.NewReplacer("*", "\u2009·\u2009", "-", "\u2212").Replace(b.String())
}
