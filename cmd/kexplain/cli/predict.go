package cli

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/ring"
)

// predictOptions are the options of kexplain predict.
type predictOptions struct {
	equations string
	data      dataOptions
	target    string
	output    outputOptions
}

// newPredict returns the command that fills a column from an equation.
func newPredict() *command {
	o := &predictOptions{}
	return &command{
		name: "predict", args: "EQUATIONS DATA", short: "fill a column from an equation",
		long: `Solves an equation for the column --target and computes it for every row of
DATA, in rational arithmetic. DATA needs the other columns of that equation; it
may have the target too, which is not read. The first equation of degree one in
the target is taken. Writes CSV: the columns of the equation, the target last.
Numbers are exact, those without end rounded to 12 digits. Where the equation
has no solution the cell is empty, and a line on standard error counts them; so
it does rows that are left out, for a missing cell.

EQUATIONS is a file or the text itself, as for kexplain check; what kexplain
learn prints will do.`,
		examples: []example{
			{`kexplain predict 'volume*pressure=1409' testdata/boyle.csv --target pressure`, "the pressures that Boyle's law expects"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			flags.StringVar(&o.target, "target", "", "`COLUMN` that is computed")
			flags.StringVar(&o.output.path, "output", "", "write to `FILE` instead of standard output; it appears when it is complete")
		},
		accept: func(args []string) error {
			if len(args) != 2 {
				return usageError{fmt.Sprintf("found %s, expected EQUATIONS and DATA", plural.Count(len(args), "argument"))}
			}
			if args[0] == "-" && args[1] == "-" {
				return usageError{"found - twice, standard input can be only one of EQUATIONS and DATA"}
			}
			o.equations, o.data.path = args[0], args[1]
			if o.target == "" {
				return usageError{"found no --target, expected the column that is computed"}
			}
			return nil
		},
		paths: func() paths {
			return paths{in: []namedPath{{o.equations, "EQUATIONS"}, {o.data.path, "DATA"}}, out: []namedPath{{o.output.path, "--output"}}}
		},
		run: func(ctx context.Context, s streams) error { return runPredict(ctx, s, o) },
	}
}

// runPredict reads the equations and the data and writes the table.
func runPredict(ctx context.Context, s streams, o *predictOptions) error {
	list, err := readEquations(s, o.equations)
	if err != nil {
		return err
	}
	r, err := o.data.open(s)
	if err != nil {
		return err
	}
	defer r.Close()
	columns := o.data.among(r)
	names := table.Identifiers(columns)
	target := table.Identifiers([]string{o.target})[0]
	known := names
	if !slices.Contains(names, target) {
		known = append(slices.Clone(names), target)
	}
	solution, err := firstSolved(list, known, target)
	if err != nil {
		return err
	}
	var used []string // the other variables of the equation
	R := solution.Slope.Ring()
	for i, v := range R.Vars() {
		if v != target && (solution.Slope.DegreeIn(i) > 0 || solution.Rest.DegreeIn(i) > 0) {
			used = append(used, v)
		}
	}
	if len(used) == 0 {
		return fmt.Errorf("%s: the same for every row: %s: %w", list.Name, solution, explain.ErrNotSolved)
	}
	if err := r.Choose(columnsOf(used, names, columns)); err != nil {
		return err
	}
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("reading", 0, 0)
	t, err := r.ReadAll(ctx)
	if err != nil {
		return err
	}
	line.Clear()
	if n := t.Info.Dropped; n > 0 {
		fmt.Fprintf(s.err, "kexplain predict: left out for missing cells: %s\n", t.Info.DroppedRows())
	}
	undefined := 0
	err = o.output.write(s, func(w io.Writer) (err error) {
		undefined, err = writePredictions(w, points.FromTable(t), solution, used)
		return err
	})
	if err == nil && undefined > 0 {
		fmt.Fprintf(s.err, "kexplain predict: %s has no value in %d of %s: the denominator is 0\n", target, undefined, plural.Count(t.Rows(), "row"))
	}
	return err
}

// firstSolved returns the first equation of degree one in the target, solved for it.
func firstSolved(list equations.List, names []string, target string) (explain.Solution, error) {
	_, polys, err := list.Parse(names)
	if err != nil {
		return explain.Solution{}, err
	}
	var first error
	for _, p := range polys {
		solution, err := explain.Solve(p, target)
		if err == nil {
			return solution, nil
		}
		if first == nil {
			first = err
		}
	}
	return explain.Solution{}, fmt.Errorf("%s: %s; give an equation of degree one in %s: %w", list.Name,
		strings.TrimPrefix(first.Error(), explain.ErrNotSolved.Error()+": "), target, explain.ErrNotSolved)
}

// writePredictions writes the rows with the target, and counts those without a value.
func writePredictions(w io.Writer, set *points.Set, solution explain.Solution, used []string) (undefined int, err error) {
	R := solution.Slope.Ring()
	places := make([]int, len(used))
	for k, v := range used {
		places[k], _ = R.VarIndex(v)
	}
	out := csv.NewWriter(w)
	if err := out.Write(append(slices.Clone(used), solution.Variable)); err != nil {
		return 0, err
	}
	point, row := make([]ring.Rat, R.NumVars()), make([]ring.Rat, len(used))
	for i := range set.Rows() {
		set.ExactRow(row, i)
		record := make([]string, 0, len(used)+1)
		for k, v := range row {
			point[places[k]] = v
			record = append(record, cell(v))
		}
		value, err := solution.At(point)
		switch {
		case errors.Is(err, ring.ErrDomain):
			undefined++
			record = append(record, "")
		case err != nil:
			return undefined, err
		default:
			record = append(record, predicted(value))
		}
		if err := out.Write(record); err != nil {
			return undefined, err
		}
	}
	out.Flush()
	return undefined, out.Error()
}

// predicted writes a number that was computed: a short decimal exactly.
func predicted(v ring.Rat) string {
	if text, ok := finite(v); ok {
		return text
	}
	return strconv.FormatFloat(v.Float64(), 'g', 12, 64)
}

// finite writes a number that is a decimal of few places.
func finite(v ring.Rat) (text string, ok bool) {
	n, exact := v.Big().FloatPrec()
	if !exact || n > 17 {
		return "", false
	}
	return v.Big().FloatString(n), true
}

// cell writes a number of the table: a short decimal or fraction exactly.
func cell(v ring.Rat) string {
	if text, ok := finite(v); ok {
		return text
	}
	if text := v.String(); len(text) <= 40 {
		return text
	}
	return strings.ToLower(strconv.FormatFloat(v.Float64(), 'g', -1, 64))
}
