package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/table"
)

// labelled is a table of numbers with a label beside every row.
type labelled struct {
	info   table.Info
	names  []string // of the columns of x
	label  string   // the name of the label's column
	x      *mat.Dense
	labels []string
}

// readLabelled reads the table at path. The label is the column named or
// numbered, the last one if that is empty; it may hold words. All other columns
// of numbers, or those chosen by the flag, are taken.
func readLabelled(ctx context.Context, s streams, d dataOptions, path, label string) (*labelled, error) {
	if path == "-" {
		return nil, usageError{"found -, expected a file: labels are read in a second pass"}
	}
	d.path = path
	r, err := d.open(s)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	columns := r.Info().FileColumns
	at, err := columnAt(columns, label)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	chosen := slices.DeleteFunc(slices.Clone(r.Names()), func(name string) bool { return name == columns[at] })
	if len(chosen) == 0 {
		return nil, fmt.Errorf("%s: found no column of numbers beside the label: %w", path, table.ErrColumn)
	}
	if err := r.Choose(chosen); err != nil {
		return nil, err
	}
	t, err := r.ReadAll(ctx)
	if err != nil {
		return nil, err
	}
	l := &labelled{info: t.Info, names: chosen, label: columns[at], x: t.Dense()}
	if t.Info.Format == "NPY" {
		return l, l.labelsFromNumbers(ctx, path, at)
	}
	return l, l.labelsFromText(path, at, t)
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

// labelsFromNumbers takes the numbers of a column for labels.
func (l *labelled) labelsFromNumbers(ctx context.Context, path string, at int) error {
	t, err := table.Read(ctx, path, table.Options{Columns: []string{strconv.Itoa(at + 1)}})
	if err != nil {
		return err
	}
	for i := range t.Rows() {
		l.labels = append(l.labels, strconv.FormatFloat(t.Row(i)[0], 'g', -1, 64))
	}
	return nil
}

// labelsFromText reads the cells of the label's column as they are spelled, from
// the lines that the rows of the table came from.
func (l *labelled) labelsFromText(path string, at int, t *table.Table) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := unzipped(f)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", path, err, table.ErrInput)
	}
	scan := bufio.NewScanner(in)
	scan.Buffer(make([]byte, 1<<16), table.MaxLine)
	row := 0
	for line := 1; row < t.Rows() && scan.Scan(); line++ {
		if line != t.Line(row) {
			continue
		}
		cells := splitCells(scan.Text(), l.info.Separator)
		if at >= len(cells) || strings.TrimSpace(cells[at]) == "" {
			return fmt.Errorf("%s:%d: found no label in column %q, expected one in every row: %w", path, line, l.label, table.ErrInput)
		}
		l.labels = append(l.labels, strings.TrimSpace(cells[at]))
		row++
	}
	if err := scan.Err(); err != nil {
		return fmt.Errorf("%s: %w: %w", path, err, table.ErrInput)
	}
	if row < t.Rows() {
		return fmt.Errorf("%s: found %d labels for %d rows: %w", path, row, t.Rows(), table.ErrInput)
	}
	return nil
}

// unzipped unpacks what begins like gzip.
func unzipped(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	if magic, err := b.Peek(2); err == nil && bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return gzip.NewReader(b)
	}
	return b, nil
}

// splitCells splits a line as the table did.
func splitCells(line string, separator table.Separator) []string {
	line = strings.TrimPrefix(line, "\ufeff")
	if separator == table.Blanks || separator == table.SeparatorAuto {
		return strings.Fields(line)
	}
	r := csv.NewReader(strings.NewReader(line))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = rune(separator), true, -1
	cells, err := r.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return strings.Split(line, string(rune(separator)))
	}
	return cells
}
