package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/ring"
)

// learnOptions are the options of kexplain learn. A field has the name of its flag; those of
// options have the names of explain.Options.
type learnOptions struct {
	data    dataOptions
	output  outputOptions
	options explain.Options
	kernel  kernelOptions

	complex     string
	explain     bool
	features    bool
	given       string // a file of equations or a text
	groups      *groupsOption
	homogeneous bool // terms of one degree, or of one unit
	method      string
	moments     string
	noise       *noiseList
	plot        string
	report      string
	residuals   string
	target      string
	units       unitList // nil without the flag
	with        string

	known  *equations.List              // the equations of --given
	linear []int                        // the columns of a wide table that are searched, by place; nil for all
	listed []string                     // the columns of --columns where some are of --with; nil elsewhere
	unit   func(variable string) string // of the header
	whole  explain.Whole                // of which the rows are a sample
}

// newLearn returns the command that learns equations.
func newLearn() *command {
	o := &learnOptions{}
	return &command{
		name: "learn", args: "DATA", short: "learn the equations that the points satisfy",
		long: `Finds the polynomial equations that the rows of DATA satisfy, few and short,
with whole numbers for coefficients where the data determine them and decimals
with a standard error where they do not: 1408.65(94) means 1408.65 ± 0.94. Says
how well each holds, in the units of the data, and what was left out. --explain
adds how the equations were found, and where all hold at all points, whether
anything else does. The text is a list of equations, everything else in it is a
comment, so that kexplain check reads it.

DATA is CSV, TSV, text separated by blanks, or NPY, also compressed with gzip; a
- stands for standard input. Several files must have the same columns: their
rows make one table. Columns of numbers are the variables, x1, x2, … without a
header.

Where no equation holds at the noise of the data, the status is 1, and the
message says why, what came nearest, and what to try.`,
		examples: []example{
			{`kexplain learn testdata/circle.csv`, "the circle through some points"},
			{`kexplain learn testdata/planets.csv --format latex`, "Kepler's third law, to be pasted into a paper"},
			{`kexplain learn testdata/boyle.csv --degree 2 --format json`, "Boyle's law, for a program"},
			{
				`kexplain learn testdata/pendulum.csv --with 'c=cos(angle)' --groups auto`,
				"the energy of a pendulum with friction, constant in short windows",
			},
			{`kexplain learn testdata/circle.csv --method ipca --road kernel`, "the circle from a cross-kernel matrix"},
			{`kexplain learn testdata/circle.csv --invariant sign`, "equations that hold of -x where they hold of x"},
			{`kexplain learn testdata/circle.csv --method avica --features`, "the features of AVICA, with decimals"},
		},
		bind:   o.bind,
		accept: o.data.acceptSeveral("DATA"),
		idle:   o.idle,
		paths:  o.paths,
		run:    o.run,
	}
}

// run runs the search that the flags ask for.
func (o *learnOptions) run(ctx context.Context, s streams) error {
	for _, other := range []struct {
		asked bool
		flag  string
		run   func(context.Context, streams, *learnOptions) error
	}{{o.groups != nil, "groups", runConserved}, {o.complex != "", "complex", runLearnComplex}, {o.features, "features", runLearnAVICA}} {
		switch {
		case !other.asked:
		case o.output.format != "text" && o.output.format != "json":
			return usageError{fmt.Sprintf("--format: found %q, expected text or json with --%s", o.output.format, other.flag)}
		default:
			return other.run(ctx, s, o)
		}
	}
	return runLearn(ctx, s, o)
}

// functions says that equations are looked for in the functions of another kernel.
func (o *learnOptions) functions() bool {
	return o.kernel.name != "polynomial" || o.kernel.through()
}

func parseDegree(s string) (int, error) {
	d, err := number(s, 1)
	if err != nil || d > explain.MaxDegree {
		return 0, fmt.Errorf("found %q, expected a degree from 1 to %d", s, explain.MaxDegree)
	}
	return d, nil
}

func parseTheta(s string) (ring.Rat, error) {
	theta, err := ring.ParseRat(s)
	if err != nil || theta.Sign() < 0 {
		return theta, fmt.Errorf("found %q, expected a positive rational number such as 1/2", s)
	}
	return theta, nil
}

func parseRoad(s string) (learn.Road, error) {
	for _, road := range []learn.Road{learn.AutoRoad{}, learn.KernelRoad{}, learn.FeatureRoad{}} {
		if s == road.String() {
			return road, nil
		}
	}
	return nil, fmt.Errorf("found %q, expected auto, kernel or feature", s)
}

func parseRobust(s string) (explain.Robust, error) {
	for _, mode := range []explain.Robust{explain.RobustAuto, explain.RobustOn, explain.RobustOff} {
		if s == mode.String() {
			return mode, nil
		}
	}
	return 0, fmt.Errorf("found %q, expected auto, on or off", s)
}

// runLearn learns equations and writes the report.
func runLearn(ctx context.Context, s streams, o *learnOptions) error {
	collectRarely()
	if err := o.checkOutputs(s.program); err != nil {
		return err
	}
	if o.given == "-" && o.data.path == "-" {
		return usageError{"found - twice, standard input can be only one of DATA and --given"}
	}
	if o.given != "" {
		list, err := readEquations(s, o.given)
		if err != nil {
			return err
		}
		if list.Name == "EQUATIONS" {
			list.Name = "--given"
		}
		o.known = &list
	}
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("reading", 0, 0)
	brief := o.output.format == "text" && !o.explain && o.report == "" // nobody sees the digest and the spectrum
	o.data.table.NoDigest, o.options.NoSpectrum = len(o.data.more) == 0 && brief, brief
	read, err := o.read(ctx, s)
	if err != nil {
		return err
	}
	l, err := o.learnWith(ctx, read, func(stage string) { line.Show(stage, 0, 0) })
	line.Clear()
	err = inFile(read.Info.File, err)
	if none := (*explain.NoEquationError)(nil); o.explain && errors.As(err, &none) {
		to := s.out
		if o.output.format != "text" {
			to = s.err // nothing that a program would read as an answer
		}
		return errors.Join(report.WriteSteps(to, none.Steps), o.refuse(ctx, read, err))
	}
	if err != nil {
		return o.refuse(ctx, read, err)
	}
	result, set := l.result, l.set
	r := report.NewLearn(version, read.Info, result, o.explain)
	r.With = l.said
	r.Try = o.straightenCurves(ctx, read, set, result)
	addUnits(r, l.units)
	learned := newLearned(result, set, read.Info)
	unsolved, err := o.solve(r, learned, set, read)
	if err != nil {
		return err
	}
	if o.residuals != "" {
		if err := learned.writeResiduals(o.residuals); err != nil {
			return err
		}
	}
	if err := o.draw(s.program, learned, r); err != nil {
		return err
	}
	r.SetBounds(set, o.output.format)
	return errors.Join(o.output.write(s, func(w io.Writer) error { return r.Write(w, o.output.format) }), unsolved)
}

// solve solves the equations of a report for --target. Where no equation has that column, unsolved says so: the equations
// are printed nevertheless. A name that is no column is an error.
func (o *learnOptions) solve(r *report.Learn, l *learned, set *points.Set, t *table.Table) (unsolved, err error) {
	if o.target == "" {
		return nil, nil
	}
	name := o.variable(set)
	measured := points.FromTable(t)
	switch {
	case r.Solve(name, l.agreeing()):
		return nil, nil
	case slices.Contains(r.Variables, name):
		return fmt.Errorf("--target: %s is in none of the equations that were found", name), nil
	case slices.Contains(measured.Names(), name) || slices.Contains(measured.Variables(), name):
		return fmt.Errorf("--target: %s took no part in the search, so it is in none of the equations that were found", name), nil
	}
	return nil, usageError{fmt.Sprintf("--target: found %s, which is no column; the columns are %s", name, strings.Join(r.Variables, ", "))}
}

// variable is the identifier of the column of --target, which may be named as in the file.
func (o *learnOptions) variable(set *points.Set) string {
	if at := slices.Index(set.Names(), o.target); at >= 0 {
		return set.Variables()[at]
	}
	return o.target
}

// withOddities adds to an error about the rows of a table what the report would have
// said of it: columns that were left out may be why nothing holds, or nothing is left.
func withOddities(info table.Info, err error) error {
	lines := info.Oddities()
	if few := 5; info.Rows < few && len(info.FileColumns) > 2*info.Rows {
		lines = append([]string{"each line is taken for one point; if yours stand in columns, transpose the table"}, lines...)
	}
	if len(lines) == 0 || errors.Is(err, context.Canceled) || errors.Is(err, errUsage) || errors.Is(err, equations.ErrSyntax) {
		return err
	}
	return fmt.Errorf("%w; %s: %s", err, info.File, strings.Join(lines, "; "))
}

// read reads the whole table, or the sample of a state, or of what --moments has.
func (o *learnOptions) read(ctx context.Context, s streams) (t *table.Table, err error) {
	if states := stateNames(o.data.inputs()); states != "" {
		if len(o.data.more) > 0 {
			return nil, usageError{
				fmt.Sprintf("found several files and %s, a state; put states together with kexplain merge first", states),
			}
		}
		t, o.whole, err = stateTable(o.data.path)
		return t, err
	}
	r, err := o.openListed(ctx, s)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	switch {
	case len(o.data.more) > 0 && o.once() && sizeOf(o.data.inputs()) > manyBytes:
		return o.readFilesOnce(ctx, s, r)
	case len(o.data.more) > 0:
		options := o.data.options(s)
		if o.listed != nil {
			options.Columns = r.Names()
		}
		t, err = table.ReadFiles(ctx, append([]string{o.data.path}, o.data.more...), options)
	case o.once():
		return o.readOnce(ctx, s, r)
	default:
		t, err = r.ReadAll(ctx)
	}
	if err == nil && o.moments != "" {
		o.whole, err = readMoments(o.moments, t)
	}
	return t, err
}
