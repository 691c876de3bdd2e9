package experiment

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
)

// Outcome is what an experiment came to: a report and a picture, which may be nil, or why
// it was not run.
type Outcome struct {
	Experiment Experiment
	Command    string // that runs it alone
	Report     *Report
	Picture    *plot.Picture
	Skipped    string
}

// WritePage writes outcomes as one page for a browser, which needs no network. Every text is
// escaped.
func WritePage(w io.Writer, title, style string, outcomes []Outcome) error {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	put("<title>%s</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<main>\n<h1>%s</h1>\n<ul>\n",
		html.EscapeString(title), style, tableStyle, html.EscapeString(title))
	for _, o := range outcomes {
		put("<li><a href=\"#%s\">%s</a>: %s</li>\n", o.Experiment.Name, o.Experiment.Name, html.EscapeString(o.Experiment.Short))
	}
	put("</ul>\n")
	for _, o := range outcomes {
		put("<section id=\"%s\">\n<h2>%s: %s</h2>\n", o.Experiment.Name, o.Experiment.Name, html.EscapeString(o.Experiment.Short))
		put("<pre><code>%s</code></pre>\n", html.EscapeString(o.Command))
		if o.Skipped != "" {
			put("<p class=\"doubt\">Not run: %s</p>\n", html.EscapeString(o.Skipped))
		} else {
			o.write(put)
		}
		put("</section>\n")
	}
	put("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// tableStyle lays out tables: those of figures are as wide as they need, words begin on the
// left.
const tableStyle = `.wide table { width: auto; min-width: 40%; }
.wide th, .wide td { padding-right: 1.25rem; }
td.word, th.word, .findings th, .findings td { text-align: left; vertical-align: top; }
.findings { margin-top: 1rem; }
.findings table { width: 100%; }
`

func wordClass(word bool) string {
	if word {
		return ` class="word"`
	}
	return ""
}

// write writes protocol, picture, tables and findings.
func (o Outcome) write(put func(string, ...any)) {
	for _, p := range o.Report.Protocol {
		put("<p>%s</p>\n", html.EscapeString(p))
	}
	if o.Picture != nil {
		var svg strings.Builder
		if _, err := o.Picture.WriteTo(&svg); err == nil { // a Builder does not fail
			put("<figure>%s</figure>\n", svg.String())
		}
	}
	for _, t := range o.Report.Tables {
		put("<p><small>%s</small></p>\n<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead><tr>", html.EscapeString(t.Title))
		for j, c := range t.Columns {
			put("<th scope=\"col\"%s>%s</th>", wordClass(t.isWord(j)), html.EscapeString(c))
		}
		put("</tr></thead>\n<tbody>\n")
		for _, row := range t.Rows {
			put("<tr>")
			for j, c := range row {
				put("<td%s>%s</td>", wordClass(t.isWord(j)), html.EscapeString(c.text))
			}
			put("</tr>\n")
		}
		put("</tbody>\n</table>\n</div>\n")
	}
	put("<div class=\"wide findings\" tabindex=\"0\">\n<table>\n<thead><tr><th scope=\"col\">what</th><th scope=\"col\">the paper</th><th scope=\"col\">here</th><th scope=\"col\">verdict</th></tr></thead>\n<tbody>\n")
	for _, f := range o.Report.Findings {
		put("<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", html.EscapeString(f.What),
			html.EscapeString(f.Paper), html.EscapeString(f.Here), f.verdict())
	}
	put("</tbody>\n</table>\n</div>\n")
}
