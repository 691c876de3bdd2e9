package cli

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/points/table/layout"
	"github.com/kexplain/kexplain/explain/points/table/scan"
	"github.com/kexplain/kexplain/internal/atomicfile"
	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/poly"
)

// dataOptions say which file is read and how.
type dataOptions struct {
	path    string
	more    []string // further files with the same columns
	columns string
	table   table.Options
}

// accept takes the one argument, which the help calls name, for the path.
func (d *dataOptions) accept(name string) func(args []string) error {
	return func(args []string) error {
		if len(args) != 1 {
			return usageError{fmt.Sprintf("found %s, expected %s", plural.Count(len(args), "argument"), name)}
		}
		d.path = args[0]
		return nil
	}
}

// acceptSeveral takes one argument or more for the paths.
func (d *dataOptions) acceptSeveral(name string) func(args []string) error {
	return func(args []string) error {
		if len(args) == 0 {
			return usageError{"found 0 arguments, expected " + name}
		}
		d.path, d.more = args[0], args[1:]
		return d.twice()
	}
}

// twice is an error where one file is named twice, whose rows would count twice.
func (d *dataOptions) twice() error {
	paths := append([]string{d.path}, d.more...)
	for k, path := range paths {
		for _, before := range paths[:k] {
			if clean(path) == clean(before) {
				return usageError{fmt.Sprintf("found %s twice, its rows would count twice", cut(path))}
			}
		}
	}
	return nil
}

// among are the columns of a file that equations may speak of: those of --columns, else all.
func (d *dataOptions) among(r *table.Reader) []string {
	if d.columns != "" {
		return r.Names()
	}
	return r.Info().FileColumns
}

// inputs are the files that are read.
func (d *dataOptions) inputs() []namedPath {
	in := []namedPath{{d.path, "DATA"}}
	for _, path := range d.more {
		in = append(in, namedPath{path, "DATA"})
	}
	return in
}

// bind declares the flags for reading data.
func (d *dataOptions) bind(flags *flag.FlagSet) {
	flags.Func("columns",
		"`LIST`: take these columns, names, numbers from 1 or ranges such as 3-5, with commas "+
			"between", func(s string) error {
			if len(table.SplitColumns(s)) == 0 {
				return fmt.Errorf("found %q, expected names or numbers of columns", s)
			}
			d.columns = s
			return nil
		})
	choice(flags, &d.table.Header, "header", "`WHEN`: whether the first line holds names: auto, yes or no", layout.ParseHeader)
	choice(flags, &d.table.Separator, "separator",
		"`NAME`: what stands between cells: auto, comma, semicolon, tab, bar or blanks", scan.ParseSeparator)
	parsed(flags, &d.table.Skip, "skip", "leave out the first `N` lines", func(s string) (int, error) { return number(s, 0) })
	flags.Func("dates",
		"take dates and times as numbers, in `UNIT`: days, hours, minutes or seconds, counted "+
			"from the first day in the table", func(s string) (err error) {
			d.table.Dates, err = scan.ParseDates(s)
			return err
		})
	flags.StringVar(&d.table.Query, "query", "", "take the result of this `SQL` query of a database in place of a table; for kexplain-io")
	choice(flags, &d.table.Missing, "missing", "`WHAT`: what becomes of a row that lacks a cell: drop or error", table.ParseMissing)
}

// open opens the data. The columns are those of the flag, if there is one.
func (d *dataOptions) open(s streams) (*table.Reader, error) {
	return table.Open(d.path, d.options(s))
}

// options are those for the reader.
func (d *dataOptions) options(s streams) table.Options {
	o := d.table
	o.Stdin, o.Formats = s.in, s.program.Formats
	o.Columns = table.SplitColumns(d.columns)
	return o
}

// openVariables opens the data whose columns are to be the variables of a ring.
func (d *dataOptions) openVariables(s streams) (*table.Reader, error) {
	r, err := d.open(s)
	if err != nil {
		return nil, err
	}
	return atMost(r, poly.MaxVariables)
}

// atMost is an open table of at most so many columns of numbers, or an error.
func atMost(r *table.Reader, most int) (*table.Reader, error) {
	if n := len(r.Names()); n > most {
		err := fmt.Errorf("%s: found %d columns of numbers, expected at most %d; choose some with --columns: %w",
			r.Info().File, n, most, table.ErrColumn)
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// eachBlock reads all rows, showing progress.
func eachBlock(ctx context.Context, r *table.Reader, line *progress.Line, do func(*table.Block) error) error {
	for {
		b, err := r.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := do(b); err != nil {
			return err
		}
		read, total := r.Progress()
		line.Show("reading", read, total)
	}
}

// outputOptions say where the result goes and how it is written.
type outputOptions struct {
	path   string
	format string
	plain  bool // no colours
}

// bind declares the flags for writing results in one of the known formats, the
// first of which is the default.
func (o *outputOptions) bind(flags *flag.FlagSet, known ...string) {
	o.format = known[0]
	flags.BoolVar(&o.plain, "no-color", false, "no colours and no bold on a terminal; NO_COLOR in the environment does the same")
	flags.StringVar(&o.path, "output", "", "write to `FILE` instead of standard output; it appears when it is complete")
	choice(flags, &o.format, "format", "`FORMAT`: how the result is written: "+alternatives(known), func(s string) (string, error) {
		if !slices.Contains(known, s) {
			return "", fmt.Errorf("found %q, expected %s", s, alternatives(known))
		}
		return s, nil
	})
}

// write hands the place where the result goes to content.
func (o *outputOptions) write(s streams, content func(io.Writer) error) error {
	if o.path != "" {
		return atomicfile.Write(o.path, func(w io.Writer) error {
			safe := escape.NewWriter(w)
			if err := content(safe); err != nil {
				return err
			}
			return safe.Flush()
		})
	}
	if s.paint != nil {
		s.paint.on = o.format == "text" && !o.plain
	}
	b := bufio.NewWriter(s.out)
	if err := content(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// textReport is a report in two forms: its fields are those of the JSON document.
type textReport interface {
	WriteText(io.Writer) error
}

// report writes a report in the format that was asked for, JSON or text.
func (o *outputOptions) report(s streams, r textReport) error {
	return o.write(s, func(w io.Writer) error {
		if o.format == "json" {
			return report.WriteJSON(w, r)
		}
		return r.WriteText(w)
	})
}

// polynomialFormats are those of commands that write polynomials: text, json, and
// the styles for other systems.
func polynomialFormats() []string {
	known := []string{poly.Text.String(), "json"}
	for _, style := range poly.Styles() {
		if style != poly.Text {
			known = append(known, style.String())
		}
	}
	return known
}

// alternatives writes "a, b or c".
func alternatives(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// choice declares a flag with a value that parse reads. Its default is what
// value holds.
func choice[T any](flags *flag.FlagSet, value *T, name, usage string, parse func(string) (T, error)) {
	flags.Var(&choiceValue[T]{value, parse}, name, usage)
}

// parsed declares a flag without a default, whose value parse reads.
func parsed[T any](flags *flag.FlagSet, value *T, name, usage string, parse func(string) (T, error)) {
	flags.Func(name, usage, func(s string) (err error) {
		*value, err = parse(s)
		return err
	})
}

type choiceValue[T any] struct {
	value *T
	parse func(string) (T, error)
}

// String returns the value as parse reads it.
func (c *choiceValue[T]) String() string {
	if c.value == nil {
		return ""
	}
	return fmt.Sprint(*c.value)
}

// Set reads the value.
func (c *choiceValue[T]) Set(s string) error {
	v, err := c.parse(s)
	if err == nil {
		*c.value = v
	}
	return err
}
