package cli

import (
	"context"
	"errors"
	"flag"
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

// learnOptions are the options of kexplain learn.
type learnOptions struct {
	data    dataOptions
	output  outputOptions
	explain explain.Options
	noise   *noiseList
	method  string
	census  bool
	steps   bool
	with    string
	listed  []string // the columns of --columns where some are of --with; nil elsewhere
	units   unitList // nil without the flag
	// homogeneous asks for terms of one degree, or of one unit.
	homogeneous bool
	unit        func(variable string) string // of the header
	axioms      string                       // a file of equations or a text
	given       *equations.List
	groups      *groupsOption
	target      string
	pairs       string
	kernel      kernelOptions
	residuals   string
	plot        string
	page        string
	moments     string
	whole       explain.Whole // of which the rows are a sample
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
			{`kexplain learn testdata/pendulum.csv --with 'c=cos(angle)' --groups auto`, "the energy of a pendulum with friction, constant in short windows"},
			{`kexplain learn testdata/circle.csv --method ipca --road kernel`, "the circle from a cross-kernel matrix"},
			{`kexplain learn testdata/circle.csv --invariant sign`, "equations that hold of -x where they hold of x"},
			{`kexplain learn testdata/circle.csv --method avica --features`, "the features of AVICA, with decimals"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			flags.Func("degree", "look for equations up to degree `N`; by default 4 for up to four columns, 3 for five or six, less for more", func(s string) (err error) {
				o.explain.MaxDegree, err = parseDegree(s)
				return err
			})
			flags.Func("noise", "`LIST`: standard deviations of the noise up to a common factor, such as x=0.1,y=2%,z=rounding, and correlations of their errors, such as x:y=0.5; columns that are not named have none; by default the most likely of several shapes", func(s string) (err error) {
				o.noise, err = parseNoise(s)
				return err
			})
			flags.Uint64Var(&o.explain.Seed, "seed", 0, "`N`: seed of everything random; the same seed gives the same bytes")
			choice(flags, &o.explain.Theta, "theta", "`θ` of the kernel (θ⟨x,y⟩ + 1)^d, a positive rational number; 0 stands for 1", parseTheta)
			flags.Func("road", "`ROAD`: how the certifying space is computed: auto, kernel or feature (default auto)", func(s string) (err error) {
				o.explain.Road, err = parseRoad(s)
				return err
			})
			one(flags, &o.method, "method", "what proposes equations: search looks among all short ones; ipca and avica take them from certifying spaces of kernel matrices, as the papers do, and all rows", "search", "ipca", "avica")
			one(flags, &o.kernel.name, "kernel", "the kernel in whose functions Ideal PCA looks for equations: polynomial or, for those of degree 1 in every column, anova", "polynomial", "anova")
			o.kernel.bindGroup(flags)
			flags.BoolVar(&o.census, "features", false, "with --method avica, list its features of increasing degree with decimal coefficients instead")
			flags.Func("robust", "`MODE`: whether gross outliers may be set aside: auto, where the residuals call for it or a clearly shorter law leaves a few rows aside; on, wherever there are any; off (default auto)", func(s string) (err error) {
				o.explain.Robust, err = parseRobust(s)
				return err
			})
			flags.Func("degree-in", "`LIST`: bounds of the degree in some columns together, such as 'u,v=1; x,y=1' for what is linear in u and v and in x and y", func(s string) (err error) {
				o.explain.DegreeIn, err = parseDegreeIn(s)
				return err
			})
			flags.StringVar(&o.with, "with", "", "`LIST`: further columns computed from those of DATA, such as 'c = cos(angle), u = 1/v, v = d(x, t)': + - * / ^, sin cos tan exp ln sqrt abs tanh asin acos atan, pi, and derivatives d and d2; auto tries sines and cosines of angles, and reciprocals, roots and logarithms")
			flags.Func("groups", "`GROUPS`: look for conservation laws, polynomials that are constant within groups of rows: rows:N for windows of N rows, auto for windows that the program chooses, or the column whose values tell the groups apart", func(s string) (err error) {
				o.groups, err = parseGroups(s)
				return err
			})
			flags.Func("units", "`LIST` of units of columns, such as v=m/s,t=s, beside those of the header, or the word header: laws whose terms are of one unit are looked for first, and constants are printed with their units", func(s string) (err error) {
				o.units, err = parseUnits(s)
				return err
			})
			flags.BoolVar(&o.homogeneous, "homogeneous", false, "look for equations whose terms are all of one degree, or with --units of one unit")
			flags.StringVar(&o.axioms, "given", "", "`EQUATIONS` that are known to hold, a file or the text itself, perhaps with further variables: what the data add to them is looked for")
			flags.StringVar(&o.pairs, "complex", "", "`LIST`: complex variables, whose real and imaginary parts are pairs of columns, such as re:im,u:v: the polynomials over the complex numbers of least degree that vanish, by Ideal PCA, or with --method avica the new ones of every degree, with decimals")
			flags.StringVar(&o.target, "target", "", "solve the equations for `COLUMN` too, and say how far the rows are from that")
			flags.StringVar(&o.residuals, "residuals", "", "write the rows to `FILE` as CSV, with their distances from the zero set of each equation, in data units and in standard deviations (z), and a flag for those that are far")
			flags.StringVar(&o.plot, "plot", "", "draw to `FILE`.svg: the points and the zero sets of two variables, the points of every two of three to six, and of more the distances of the rows; with --groups the laws along the rows")
			flags.StringVar(&o.page, "report", "", "write a page for a browser to `FILE`.html: equations, pictures, coefficients with their errors, the rows that fit worst")
			flags.StringVar(&o.moments, "moments", "", "`FILE`: DATA are a sample of the rows of which this has the moments, the result of a query by kexplain sql as CSV")
			flags.BoolVar(&o.steps, "explain", false, "say why: the spectrum of every degree, and what was looked at, taken and refused")
			o.output.bind(flags, polynomialFormats()...)
		},
		accept: o.data.acceptSeveral("DATA"),
		idle: func() []idle {
			if len(o.data.more) > 0 && o.groups != nil {
				return []idle{{true, "groups", "with several files"}}
			}
			style := o.output.format != "text" && o.output.format != "json"
			return append([]idle{
				{isState(o.data.path), ofState + " units homogeneous moments kernel invariant normalised", "with a state"},
				{o.moments != "", "with given units homogeneous groups complex features kernel invariant normalised", "with --moments"},
				{o.pairs != "", "kernel invariant normalised noise robust road explain with given units homogeneous groups plot report target residuals features", "with --complex"},
				{o.census, "kernel invariant normalised noise robust road explain with given units homogeneous groups plot report target residuals", "with --features"},
				{o.functions(), "robust groups road units homogeneous", "with --invariant or --kernel"},
				{o.functions() && o.method == "avica", "method", "with --invariant or --kernel, which take Ideal PCA"},
				{o.method != "search", "robust groups units homogeneous", "with --method " + o.method},
				{o.method == "avica", "road", "with --method avica"},
				{o.method != "avica", "features", "without --method avica"},
				{o.groups != nil, "given units homogeneous robust road explain theta report target residuals", "with --groups"},
				{style, "explain target", "with --format " + o.output.format},
			}, o.kernel.idleGroup()...)
		},
		paths: func() paths {
			in := o.data.inputs()
			if o.axioms != "" {
				in = append(in, namedPath{o.axioms, "--given"})
			}
			if o.moments != "" {
				in = append(in, namedPath{o.moments, "--moments"})
			}
			return paths{in: in, out: []namedPath{{o.output.path, "--output"}, {o.plot, "--plot"}, {o.residuals, "--residuals"}, {o.page, "--report"}}}
		},
		run: func(ctx context.Context, s streams) error {
			if o.groups != nil {
				return runConserved(ctx, s, o)
			}
			if o.pairs != "" {
				return runLearnComplex(ctx, s, o)
			}
			if o.census {
				return runLearnAVICA(ctx, s, o)
			}
			return runLearn(ctx, s, o)
		},
	}
}

// functions says that equations are looked for in the functions of another kernel.
func (o *learnOptions) functions() bool {
	return o.kernel.name != "polynomial" || o.kernel.through()
}

func parseDegree(s string) (int, error) {
	d, err := number(s)
	if err != nil || d < 1 || d > explain.MaxDegree {
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
	if err := o.checkOutputs(s.program); err != nil {
		return err
	}
	if o.axioms == "-" && o.data.path == "-" {
		return usageError{"found - twice, standard input can be only one of DATA and --given"}
	}
	if o.axioms != "" {
		list, err := readEquations(s, o.axioms)
		if err != nil {
			return err
		}
		if list.Name == "EQUATIONS" {
			list.Name = "--given"
		}
		o.given = &list
	}
	line := progress.New(s.err)
	defer line.Clear()
	read, err := o.read(ctx, s)
	if err != nil {
		return err
	}
	l, err := o.learnWith(ctx, read, func(stage string) { line.Show(stage, 0, 0) })
	line.Clear()
	if none := (*explain.NoEquationError)(nil); o.steps && errors.As(err, &none) {
		to := s.out
		if o.output.format != "text" {
			to = s.err // nothing that a program would read as an answer
		}
		return errors.Join(report.WriteSteps(to, none.Steps), o.refuse(read.Info, err))
	}
	if err != nil {
		return o.refuse(read.Info, err)
	}
	result, set := l.result, l.set
	r := report.NewLearn(version, read.Info, result, o.steps)
	r.With = l.said
	if err := o.addUnits(r); err != nil {
		return err
	}
	learned := newLearned(result, set, read.Info)
	if o.target != "" {
		if err := r.Solve(o.variable(set), learned.agreeing()); err != nil {
			return usageError{"--target: " + err.Error()}
		}
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
	return o.output.write(s, func(w io.Writer) error { return r.Write(w, o.output.format) })
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
		lines = append([]string{"a point stands in a line: if the columns of this table are its lines, turn it round"}, lines...)
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
			return nil, usageError{fmt.Sprintf("found several files and %s, a state; put states together with kexplain merge first", states)}
		}
		t, o.whole, err = stateTable(o.data.path)
		return t, err
	}
	r, err := o.openListed(s)
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
		return o.readOnce(ctx, r)
	default:
		t, err = r.ReadAll(ctx)
	}
	if err == nil && o.moments != "" {
		o.whole, err = readMoments(o.moments, t)
	}
	return t, err
}
