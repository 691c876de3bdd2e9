package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/points/table"
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

// columnAt returns the position of a column given by name or number from 1, the
// last one if it is not given.
func columnAt(columns []string, label string) (int, error) {
	if label == "" {
		return len(columns) - 1, nil
	}
	if at := slices.Index(columns, label); at >= 0 {
		return at, nil
	}
	if n, err := strconv.Atoi(label); err == nil && n >= 1 && n <= len(columns) {
		return n - 1, nil
	}
	return 0, fmt.Errorf("found no column %q for the label among %s: %w", label, strings.Join(columns, ", "), table.ErrColumn)
}
