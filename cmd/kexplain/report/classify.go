package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/learn/classify"
)

// ClassifySchema names the JSON of a Classify.
const ClassifySchema = "kexplain/classify/1"

// Classify is what kexplain classify prints.
type Classify struct {
	Schema      string          `json:"schema"`
	Version     string          `json:"version"`
	Train       string          `json:"train,omitempty"`
	Test        string          `json:"test,omitempty"`
	Folds       int             `json:"folds,omitempty"`
	Rows        int             `json:"rows"`
	Columns     []string        `json:"columns"`
	Label       string          `json:"label"`
	Classes     []string        `json:"classes"`
	Settings    ClassifySetting `json:"settings"`
	Seed        uint64          `json:"seed"`
	Errors      int             `json:"errors"`
	Total       int             `json:"total"`
	ErrorRate   float64         `json:"error_rate"`
	Confusion   [][]int         `json:"confusion"` // true class by row
	Predictions []string        `json:"predictions,omitempty"`
}

// ClassifySetting describes the classifier.
type ClassifySetting struct {
	Kernel   string `json:"kernel"`
	Spanning string `json:"spanning,omitempty"`
	Features string `json:"features,omitempty"`
	Scheme   string `json:"scheme,omitempty"`
	Linear   string `json:"linear,omitempty"`
	Scaled   bool   `json:"scaled"`
	Model    string `json:"model,omitempty"`
}

// Count takes the errors of decisions.
func (r *Classify) Count(classes []string, conf *classify.Confusion) {
	r.Classes, r.Confusion = classes, conf.Counts
	r.Errors, r.Total, r.ErrorRate = conf.Errors(), conf.Total(), conf.ErrorRate()
}

// WriteText writes the report for people.
func (r *Classify) WriteText(w io.Writer) error {
	var b strings.Builder
	source := r.Train
	if source == "" {
		source = r.Settings.Model
	}
	fmt.Fprintf(&b, "learned from %s: %s, label %s\n", escape.Line(source), plural.Count(len(r.Columns), "column"), escape.Line(r.Label))
	for _, part := range []struct{ name, value string }{
		{"kernel", r.Settings.Kernel}, {"spanning points", r.Settings.Spanning},
		{"features", r.Settings.Features}, {"decision", strings.TrimSuffix(r.Settings.Scheme+", "+r.Settings.Linear, ", ")},
	} {
		if part.value != "" {
			fmt.Fprintf(&b, "  %s: %s\n", part.name, part.value)
		}
	}
	if r.Settings.Scaled {
		b.WriteString("  columns shifted and scaled to mean 0 and variance 1\n")
	}
	where := "on " + escape.Line(r.Test)
	if r.Test == "" {
		where = fmt.Sprintf("in %d-fold cross-validation", r.Folds)
	}
	fmt.Fprintf(&b, "\n%d of %d wrong %s: %.2f %%\n\n", r.Errors, r.Total, where, 100*r.ErrorRate)
	r.writeConfusion(&b)
	for i, p := range r.Predictions {
		if i == 0 {
			b.WriteString("\ndecisions:\n")
		}
		fmt.Fprintf(&b, "  %d %s\n", i+1, escape.Line(p))
	}
	fmt.Fprintf(&b, "\nkexplain %s, seed %d\n", r.Version, r.Seed)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeConfusion writes the matrix, true classes by row.
func (r *Classify) writeConfusion(b *strings.Builder) {
	first, width := len("true"), 3
	classes := make([]string, len(r.Classes))
	for k, c := range r.Classes {
		classes[k] = escape.Line(c)
	}
	for k, c := range classes {
		first = max(first, len([]rune(c)))
		width = max(width, len([]rune(c)))
		for _, n := range r.Confusion[k] {
			width = max(width, len(strconv.Itoa(n)))
		}
	}
	fmt.Fprintf(b, "%-*s", first, "true")
	for _, c := range classes {
		fmt.Fprintf(b, "  %*s", width, c)
	}
	b.WriteString("\n")
	for k, c := range classes {
		fmt.Fprintf(b, "%-*s", first, c)
		for _, n := range r.Confusion[k] {
			fmt.Fprintf(b, "  %*d", width, n)
		}
		b.WriteString("\n")
	}
}
