package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/ring"
)

// labelled is a table of numbers with a label beside every row.
type labelled struct {
	names  []string // of the columns of x
	label  string   // the name of the label's column
	x      *mat.Dense
	labels []string
	lines  []int // in the file, from 1
}

// readLabelled reads the table at path. The label is the column named or
// numbered, the last one if that is empty; it may hold words. All other columns
// of numbers, or those chosen by the flag, are taken.
func readLabelled(ctx context.Context, s streams, d dataOptions, path, label string) (*labelled, error) {
	d.path = path
	r, err := d.open(s)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	columns, file := r.Info().FileColumns, r.Info().File
	at, err := columnAt(columns, label)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	chosen := slices.DeleteFunc(slices.Clone(r.Names()), func(name string) bool { return name == columns[at] })
	if len(chosen) == 0 {
		return nil, fmt.Errorf("%s: found no column of numbers beside the label: %w", file, table.ErrColumn)
	}
	if err := r.Choose(chosen); err != nil {
		return nil, err
	}
	r.TakeLabels(at)
	t, err := r.ReadAll(ctx)
	if err != nil {
		return nil, err
	}
	l := &labelled{names: chosen, label: columns[at], x: t.Dense()}
	for i := range t.Rows() {
		if t.Label(i) == "" {
			return nil, fmt.Errorf("%s:%d: found no label in column %q, expected one in every row: %w", file, t.Line(i), l.label, table.ErrInput)
		}
		l.labels = append(l.labels, t.Label(i))
		l.lines = append(l.lines, t.Line(i))
	}
	return l, nil
}

// checkClasses refuses labels that can be no classes to learn: so many that there are
// fewer than two rows for each, or the values of a measurement.
func (l *labelled) checkClasses(file string) error {
	const (
		most     = 1000
		measured = 20 // beyond it, numbers that are not whole are measurements
	)
	found := map[string]bool{}
	whole := true
	for _, label := range l.labels {
		found[label] = true
		if _, err := ring.ParseRat(label); err == nil && strings.ContainsAny(label, "./") {
			whole = false
		}
	}
	n := len(found)
	if n == 1 {
		return fmt.Errorf("%s: found the label %s in every row of column %q, expected two classes or more; name the column of the labels with --label",
			file, listed(l.labels[:1]), l.label)
	}
	if n > most || n > 2 && 2*n > len(l.labels) || n > measured && !whole {
		return fmt.Errorf("%s: found %s in %s of column %q, expected a few classes with several rows each; name the column of the labels with --label: %w",
			file, plural.Count(n, "different label"), plural.Count(len(l.labels), "row"), l.label, table.ErrInput)
	}
	return nil
}

// listed shows labels on one line, the first few of many.
func listed(labels []string) string {
	const shown = 5
	var words []string
	for k, label := range labels {
		if k == shown {
			words = append(words, fmt.Sprintf("… (%d in all)", len(labels)))
			break
		}
		words = append(words, strconv.Quote(cut(label)))
	}
	return strings.Join(words, ", ")
}

// cut is the beginning of a long text.
func cut(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

// columnAt returns the position of a column given by name or number from 1, the
// last one if it is not given.
func columnAt(columns []string, label string) (int, error) {
	if label == "" {
		return len(columns) - 1, nil
	}
	if at := slices.Index(columns, label); at >= 0 {
		return at, nil
	}
	if at := slices.Index(table.Identifiers(columns), label); at >= 0 { // as reports have it
		return at, nil
	}
	if n, err := strconv.Atoi(label); err == nil && n >= 1 && n <= len(columns) {
		return n - 1, nil
	}
	return 0, fmt.Errorf("found no column %q, the columns are %s: %w", label, strings.Join(columns, ", "), table.ErrColumn)
}
