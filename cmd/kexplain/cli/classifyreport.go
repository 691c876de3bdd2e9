package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/learn/classify"
)

// classifyReport is what kexplain classify prints.
type classifyReport struct {
	Schema      string          `json:"schema"`
	Version     string          `json:"version"`
	Train       string          `json:"train,omitempty"`
	Test        string          `json:"test,omitempty"`
	Folds       int             `json:"folds,omitempty"`
	Rows        int             `json:"rows"`
	Columns     []string        `json:"columns"`
	Label       string          `json:"label"`
	Classes     []string        `json:"classes"`
	Settings    classifySetting `json:"settings"`
	Seed        uint64          `json:"seed"`
	Errors      int             `json:"errors"`
	Total       int             `json:"total"`
	ErrorRate   float64         `json:"error_rate"`
	Confusion   [][]int         `json:"confusion"` // true class by row
	Predictions []string        `json:"predictions,omitempty"`
}

// classifySetting describes the classifier.
type classifySetting struct {
	Kernel   string `json:"kernel"`
	Spanning string `json:"spanning,omitempty"`
	Features string `json:"features,omitempty"`
	Scheme   string `json:"scheme,omitempty"`
	Linear   string `json:"linear,omitempty"`
	Scaled   bool   `json:"scaled"`
	Model    string `json:"model,omitempty"`
}

func (r *classifyReport) describe(train *labelled, c classify.Classifier) {
	r.Columns, r.Label = train.names, train.label
	r.Settings = classifySetting{
		Kernel: fmt.Sprint(c.Kernel), Spanning: fmt.Sprint(c.Spanning), Features: fmt.Sprint(c.Features),
		Scheme: fmt.Sprint(c.Scheme), Linear: fmt.Sprint(c.Linear), Scaled: c.Scale,
	}
	r.Rows, _ = train.x.Dims()
}

func (r *classifyReport) crossValidate(ctx context.Context, c classify.Classifier, train *labelled, o *classifyOptions) error {
	conf, err := classify.CrossValidate(ctx, c, train.x, train.labels, o.folds, o.seed)
	if err != nil {
		return err
	}
	r.Folds = o.folds
	r.count(classify.Classes(train.labels), conf)
	return nil
}

func (r *classifyReport) count(classes []string, conf *classify.Confusion) {
	r.Classes, r.Confusion = classes, conf.Counts
	r.Errors, r.Total, r.ErrorRate = conf.Errors(), conf.Total(), conf.ErrorRate()
}

// test counts the errors on the test file. Labels that the model does not know are
// refused: they are those of other data, or the wrong column.
func (r *classifyReport) test(ctx context.Context, s streams, model *classify.Model, o *classifyOptions) error {
	d := o.data
	if len(r.Columns) > 0 {
		d.columns = strings.Join(r.Columns, ",")
	}
	test, err := readLabelled(ctx, s, d, o.test, o.label)
	if err != nil {
		return err
	}
	classes := model.Classes()
	if strange := slices.DeleteFunc(classify.Classes(test.labels),
		func(l string) bool { return slices.Contains(classes, l) }); len(strange) > 0 {
		return fmt.Errorf("%s: found %s in column %q, expected labels that the model has learned: %s: %w",
			o.test, listed(strange), test.label, listed(classes), table.ErrInput)
	}
	predicted, err := model.Predict(ctx, test.x)
	if err != nil {
		return fmt.Errorf("%w (%s)", err, o.test)
	}
	truth := make([]int, len(predicted))
	for i, l := range test.labels {
		truth[i] = slices.Index(classes, l)
		if o.predictions {
			r.Predictions = append(r.Predictions, classes[predicted[i]])
		}
	}
	if r.Columns == nil {
		r.Columns, r.Label = test.names, test.label
	}
	r.Rows = len(truth)
	r.count(classes, classify.NewConfusion(truth, predicted, len(classes)))
	return nil
}

// WriteText writes the report for people.
func (r *classifyReport) WriteText(w io.Writer) error {
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
func (r *classifyReport) writeConfusion(b *strings.Builder) {
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
