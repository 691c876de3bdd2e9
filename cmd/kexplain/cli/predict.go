package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
)

// predictOptions are the options of kexplain predict.
type predictOptions struct {
	equations string
	data      dataOptions
	target    string
	with      string
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
the target, or in one column derived from it, is taken. Writes CSV: the columns
of the equation, the target last. Numbers are exact, those without end rounded
to 12 digits. Where the equation has no solution the cell is empty, and a line
on standard error counts them; so it does rows that are left out, for a missing
cell.

EQUATIONS is a file or the text itself, as for kexplain check; what kexplain
learn prints will do.`,
		examples: []example{
			{`kexplain predict 'volume*pressure=1409' testdata/boyle.csv --target pressure`, "the pressures that Boyle's law expects"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			flags.StringVar(&o.target, "target", "", "`COLUMN` that is computed")
			flags.StringVar(&o.with, "with", "", "`DEFINITIONS`: derived columns in the equations, as for kexplain learn; without the flag those that a report names")
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
	target := table.Identifiers([]string{o.target})[0]
	definitions, _, err := definitionsOf(o.with, list, columns)
	if !slices.Contains(table.Identifiers(columns), target) && !slices.ContainsFunc(definitions, func(d derived.Definition) bool { return d.Name == target }) {
		columns = append(slices.Clone(columns), o.target)
		definitions, _, err = definitionsOf(o.with, list, columns)
	}
	if err != nil {
		return err
	}
	p, err := newPredictor(list, columns, target, definitions)
	if err != nil {
		return err
	}
	if len(p.used) == 0 {
		return fmt.Errorf("%s: the same for every row: %s: %w", list.Name, p.solution, explain.ErrNotSolved)
	}
	if err := r.Choose(p.used); err != nil {
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
	set := points.FromTable(t)
	undefined := 0
	err = o.output.write(s, func(w io.Writer) (err error) {
		undefined, err = p.write(w, set)
		return err
	})
	if err == nil && undefined > 0 {
		fmt.Fprintf(s.err, "kexplain predict: %s has no value in %d of %s: %s\n", target, undefined, plural.Count(set.Rows(), "row"), p.undefined())
	}
	return err
}
