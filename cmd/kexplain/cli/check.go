package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// checkOptions are the options of kexplain check.
type checkOptions struct {
	equations string // a file, a text, or "-"
	data      dataOptions
	output    outputOptions
	with      string
	noise     *noiseList
	require   string // the worst verdict that is no failure
}

// newCheck returns the command that tests given equations.
func newCheck() *command {
	o := &checkOptions{}
	o.data.table.Unbounded = true
	return &command{
		name: "check", args: "EQUATIONS DATA", short: "test given equations on given points, exactly",
		long: `Evaluates polynomial equations at every row of DATA in rational arithmetic: the
decimals of the file are taken as they are spelled. Says at how many points each
equation holds exactly, how large it is elsewhere, and how far the points are
from its zero set in the units of the data, to first order. The text is a list
of equations again, everything else in it is a comment.

An equation holds within the rounding of the cells at a row if it has a zero
among the numbers that are rounded to the cells of the row; this is decided in
rational arithmetic. The verdict on an equation is the best that is true of all
rows: exact, rounding, noise (within the noise given by --noise, or within that
of the report of kexplain learn that the equation comes from), undecided, or
fails, with the rows that it fits worst. With --require the status is 1 where
the verdict on an equation is worse.

EQUATIONS is a file or the text itself: one equation a line, or separated by
commas or semicolons, each of the form lhs = rhs or a polynomial that is to be
zero. A # begins a comment. A report of kexplain learn or ideal will do, as text
or JSON.
The variables are the names of columns of DATA, x1, x2, … without a header.

DATA is CSV, TSV, text separated by blanks, or NPY, also compressed with gzip.
A - stands for standard input, in one of the two places. Of several files with
the same columns one is in memory at a time, and lines are counted on.`,
		examples: []example{
			{`kexplain check 'x^2 + y^2 = 25' testdata/circle.csv`, "a circle through all points"},
			{`kexplain check 'a^3 = T^2' testdata/planets.csv --format json`, "Kepler's third law"},
			{`kexplain check 'a^3 = T^2' testdata/planets.csv --noise a=0.0001,T=0.001`, "the same against errors of the two columns"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			o.output.bind(flags, "text", "json")
			flags.StringVar(&o.with, "with", "", "`DEFINITIONS`: derived columns in the equations, as for kexplain learn; without the flag those that a report names")
			flags.Func("noise",
				"`LIST`: standard deviations of the errors of columns, such as x=0.1,y=rounding; "+
					"the others have none, or what stands alone, as 0.2 in x=0.1,0.2", func(s string) (err error) {
					o.noise, err = parseNoise(s)
					return err
				})
			flags.Func("require", "`VERDICT`: status 1 unless every equation holds at least so: exact, rounding or noise", func(s string) error {
				o.require = s
				if !slices.Contains(requirements(), s) {
					return fmt.Errorf("found %q, expected %s", s, alternatives(requirements()))
				}
				return nil
			})
		},
		accept: o.accept,
		paths: func() paths {
			return paths{in: append([]namedPath{{o.equations, "EQUATIONS"}}, o.data.inputs()...), out: []namedPath{{o.output.path, "--output"}}}
		},
		run: func(ctx context.Context, s streams) error { return runCheck(ctx, s, o) },
	}
}

// accept takes the two arguments.
func (o *checkOptions) accept(args []string) error {
	if len(args) < 2 {
		return usageError{fmt.Sprintf("found %s, expected EQUATIONS and DATA", plural.Count(len(args), "argument"))}
	}
	if args[0] == "-" && args[1] == "-" {
		return usageError{"found - twice, standard input can be only one of EQUATIONS and DATA"}
	}
	o.equations, o.data.path, o.data.more = args[0], args[1], args[2:]
	if err := o.data.twice(); err != nil {
		return err
	}
	if a, err := os.Stat(o.equations); err == nil {
		if b, err := os.Stat(o.data.path); err == nil && os.SameFile(a, b) {
			return usageError{fmt.Sprintf("found %q as EQUATIONS and as DATA, expected equations first and a table second", cut(args[0]))}
		}
	}
	return nil
}

// runCheck tests the equations and writes the report.
func runCheck(ctx context.Context, s streams, o *checkOptions) error {
	list, err := readEquations(s, o.equations)
	if err != nil {
		return err
	}
	data, err := o.data.open(s)
	if err != nil {
		return err
	}
	defer data.Close()
	columns := o.data.among(data)
	names := table.Identifiers(columns)
	given := o.with != ""
	definitions, with, err := definitionsOf(o.with, list, columns)
	if err != nil {
		return err
	}
	o.with = with
	all := slices.Clone(names)
	for _, d := range definitions {
		all = append(all, d.Name)
	}
	R, polys, err := list.Parse(all)
	if err != nil {
		return err
	}
	if name := unused(definitions, R.Vars()); given && name != "" {
		return usageError{fmt.Sprintf("--with has no effect: %s is in no equation", name)}
	}
	for k, p := range polys {
		if e := list.Equations[k]; p.Degree() < 1 && !strings.Contains(e.Text, "=") {
			return fmt.Errorf("%s:%d:%d: found %q, a number, expected lhs = rhs or a polynomial: %w", list.Name,
				e.Line, e.Column, cut(e.Text), equations.ErrSyntax)
		}
	}
	chosen := columnsOf(R.Vars(), names, columns)
	for _, j := range derived.Measured(definitions, len(columns)) {
		if !slices.Contains(chosen, columns[j]) {
			chosen = append(chosen, columns[j])
		}
	}
	if err := data.Choose(chosen); err != nil {
		return err
	}
	info, checked, err := o.checkFiles(ctx, s, data, polys, list)
	if err != nil {
		return err
	}
	result := report.NewCheck(version, info, R.Vars())
	for k, c := range checked {
		result.Add(list.Equations[k], c)
	}
	if err := o.output.report(s, result); err != nil {
		return err
	}
	return result.Require(o.require)
}

// checkFiles tests the equations on one file after the other, the first of which is open.
func (o *checkOptions) checkFiles(ctx context.Context, s streams, data *table.Reader, polys []*poly.Polynomial[ring.Rat],
	list equations.List) (info table.Info, checked []explain.Checked, err error) {
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("reading", 0, 0)
	before := 0 // the last line of the files before
	for k := range 1 + len(o.data.more) {
		if k > 0 {
			data, err = table.OpenSame(o.data.more[k-1], data.Names(), o.data.options(s))
			if err != nil {
				return info, nil, err
			}
			defer data.Close()
		}
		found, rows, err := o.checkFile(ctx, data, polys, list, line)
		if err != nil {
			return info, nil, err
		}
		if k == 0 {
			info, checked = rows.Info, found
		} else {
			info.Follow(rows.Info, before)
			for e := range checked {
				checked[e].Merge(found[e], before)
			}
		}
		before += rows.Line(rows.Rows() - 1)
	}
	return info, checked, nil
}

// checkFile tests the equations on one file.
func (o *checkOptions) checkFile(ctx context.Context, data *table.Reader, polys []*poly.Polynomial[ring.Rat],
	list equations.List, line *progress.Line) ([]explain.Checked, *table.Table, error) {
	rows, err := data.ReadAll(ctx)
	if err != nil {
		return nil, nil, err
	}
	set, err := o.derivedSet(points.FromTable(rows), polys[0].Ring().Vars())
	if err != nil {
		return nil, nil, inFile(rows.Info.File, err)
	}
	options := explain.CheckOptions{Progress: func(done int) { line.Show("checking", int64(done), int64(set.Rows())) }}
	if o.noise != nil {
		if options.Noise, err = o.noise.checked(set); err != nil {
			return nil, nil, err
		}
	}
	for _, e := range list.Equations {
		options.Learned = append(options.Learned, learnedNoise(e, set.Variables()))
	}
	checked, err := explain.Check(ctx, set, polys, options)
	return checked, rows, err
}

// unused is the first derived column where none is among the variables of the equations, else "".
func unused(definitions []derived.Definition, variables []string) string {
	for _, d := range definitions {
		if slices.Contains(variables, d.Name) {
			return ""
		}
	}
	if len(definitions) > 0 {
		return definitions[0].Name
	}
	return ""
}

// definitionsOf are the derived columns that the user gives, or else those that a report names, and their text.
func definitionsOf(with string, list equations.List, columns []string) ([]derived.Definition, string, error) {
	if with != "" {
		definitions, err := parseWith(with, columns)
		return definitions, with, err
	}
	definitions, err := derived.Parse(list.With, columns)
	if err != nil { // a text that is no list of new columns is a comment
		return nil, "", nil
	}
	return definitions, list.With, nil
}

// derivedSet are the variables of a set with the derived columns.
func (o *checkOptions) derivedSet(set *points.Set, variables []string) (*points.Set, error) {
	definitions, err := parseWith(o.with, set.Names())
	if err != nil || definitions == nil {
		return set, err
	}
	extended, err := derived.Extend(set, definitions, nil)
	if err != nil {
		return nil, err
	}
	var columns []int
	for _, v := range variables {
		j := slices.Index(extended.Variables(), v)
		if j < 0 { // two columns have nearly the same name, and one was not read
			return nil, fmt.Errorf("%w: the points have no coordinate %s", explain.ErrData, v)
		}
		columns = append(columns, j)
	}
	return extended.Select(nil, columns), nil
}

// learnedNoise is the noise of variables that an equation was learned with, nil where it
// does not say.
func learnedNoise(e equations.Equation, variables []string) []float64 {
	var out []float64
	for j, name := range variables {
		if s := e.Noise[name]; s > 0 {
			if out == nil {
				out = make([]float64, len(variables))
			}
			out[j] = s
		}
	}
	return out
}

// requirements are the verdicts that can be required, the best first.
func requirements() []string {
	return []string{report.VerdictName(explain.Exactly), report.VerdictName(explain.WithinRounding), report.VerdictName(explain.WithinNoise)}
}

// columnsOf returns the columns that the variables stand for.
func columnsOf(vars, names, columns []string) []string {
	var chosen []string
	for _, v := range vars {
		for c, name := range names {
			if name == v {
				chosen = append(chosen, columns[c])
			}
		}
	}
	return chosen
}

// maxEquations is the length in bytes of the longest list of equations that is
// read.
const maxEquations = 16 << 20

// readEquations reads equations from standard input, from a file if there is
// one of that name, or else from the argument itself.
func readEquations(s streams, arg string) (equations.List, error) {
	if arg == "-" {
		return readList(s.in, "standard input")
	}
	_, err := os.Stat(arg)
	if errors.Is(err, os.ErrNotExist) || err != nil && strings.ContainsAny(arg, "=\n;,+*^") {
		list, err := equations.Split("EQUATIONS", arg)
		if looksLikePath(arg) {
			return list, fmt.Errorf("%s: found no such file, expected a file of equations: %w", arg, equations.ErrSyntax)
		}
		return list, err
	}
	f, err := openFile(arg, "a file of equations")
	if err != nil {
		return equations.List{}, err
	}
	defer f.Close()
	return readList(f, arg)
}

// looksLikePath reports whether a text that is no file was meant to be one.
func looksLikePath(arg string) bool {
	if strings.ContainsAny(arg, " =\n;,+*^") {
		return false
	}
	for _, end := range []string{".txt", ".json", ".csv", ".eq"} {
		if strings.HasSuffix(arg, end) {
			return true
		}
	}
	return false
}

// readList reads a list of equations.
func readList(r io.Reader, name string) (equations.List, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxEquations+1))
	if err != nil {
		return equations.List{}, fmt.Errorf("%s: %w: %w", name, err, equations.ErrSyntax)
	}
	if len(text) > maxEquations {
		return equations.List{}, fmt.Errorf("%s: found more than %d MiB, expected a shorter list of equations: %w", name, maxEquations>>20, equations.ErrSyntax)
	}
	return equations.Split(name, string(text))
}
