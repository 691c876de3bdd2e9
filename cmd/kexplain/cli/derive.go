package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/invariant"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/theory"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// deriveOptions are the options of kexplain derive.
type deriveOptions struct {
	equations string // a file, a text, or "-"
	data      dataOptions
	output    outputOptions
	noise     *noiseList
	targets   []string
}

// newDerive returns the command that derives consequences of axioms.
func newDerive() *command {
	o := &deriveOptions{}
	return &command{
		name: "derive", args: "EQUATIONS [DATA]", short: "derive what axioms imply for some of their variables",
		long: `Eliminates all variables but those of --target from polynomial equations, the
axioms, and prints what is left: every equation in the targets alone that is a
combination of the axioms follows from those that are printed. The computation
is exact, by Gröbner bases, and each equation comes with its cofactors, the
polynomials that the axioms E1, E2, … are multiplied by.

EQUATIONS is a file or the text itself as kexplain check reads it; a - stands
for standard input. Nothing is divided by a variable that may be zero. That m
is not zero is an axiom too, m*u = 1 with a variable u of its own.

With DATA, a table with columns of the names of the targets, each consequence
is compared with the rows. Where one is far off, the axioms are left out in
turn: an axiom without which what follows agrees with the rows is wrong, or
does not apply to them. The status is then 1.`,
		examples: []example{
			{`kexplain derive testdata/newton.txt --target a,T`, "Kepler's third law from Newton's laws"},
			{`kexplain derive testdata/newton.txt testdata/planets.csv --target a,T`, "the same beside a table of planets"},
		},
		bind: func(flags *flag.FlagSet) {
			flags.Func("target", "`LIST` of the variables that consequences may contain, such as a,T", func(s string) error {
				for name := range strings.SplitSeq(s, ",") {
					if name = strings.TrimSpace(name); name == "" || slices.Contains(o.targets, name) {
						return fmt.Errorf("found %q, expected different names with commas between", s)
					}
					o.targets = append(o.targets, name)
				}
				return nil
			})
			flags.Func("noise",
				"`LIST`: standard deviations of the errors of columns, such as x=0.1,y=rounding; "+
					"the others have none, or what stands alone, as 0.2 in x=0.1,0.2", func(s string) (err error) {
					o.noise, err = parseNoise(s)
					return err
				})
			o.data.bind(flags)
			o.output.bind(flags, "text", "json")
		},
		accept: o.accept,
		idle: func() []idle {
			return []idle{{o.data.path == "", "noise columns header separator skip dates query missing", "without DATA"}}
		},
		paths: func() paths {
			in := []namedPath{{o.equations, "EQUATIONS"}}
			if o.data.path != "" {
				in = append(in, namedPath{o.data.path, "DATA"})
			}
			return paths{in: in, out: []namedPath{{o.output.path, "--output"}}}
		},
		run: func(ctx context.Context, s streams) error { return runDerive(ctx, s, o) },
	}
}

// accept takes one argument or two.
func (o *deriveOptions) accept(args []string) error {
	switch {
	case len(args) == 0 || len(args) > 2:
		return usageError{fmt.Sprintf("found %s, expected EQUATIONS and perhaps DATA", plural.Count(len(args), "argument"))}
	case len(o.targets) == 0:
		return usageError{"found no --target, expected the variables that consequences may contain, such as --target a,T"}
	case len(args) == 2 && args[0] == "-" && args[1] == "-":
		return usageError{"found - twice, standard input can be only one of EQUATIONS and DATA"}
	}
	o.equations = args[0]
	if len(args) == 2 {
		o.data.path = args[1]
	}
	return nil
}

// maxAxioms bounds the list: elimination takes time that grows fast.
const maxAxioms = 50

// errOff is the error, after the report, where a consequence does not hold on the data.
var errOff = errors.New("what follows does not agree with DATA")

// runDerive derives the consequences and writes the report.
func runDerive(ctx context.Context, s streams, o *deriveOptions) error {
	list, err := readEquations(s, o.equations)
	if err != nil {
		return err
	}
	axioms, err := parseAxioms(list, nil)
	if err != nil {
		return err
	}
	R := axioms[0].Ring()
	var targets []int
	for _, name := range o.targets {
		v := slices.Index(R.Vars(), name)
		if v < 0 {
			return usageError{fmt.Sprintf("--target: found %s, which is in no equation; the variables are %s", name, strings.Join(R.Vars(), ", "))}
		}
		targets = append(targets, v)
	}
	r := &report.Derive{Schema: report.DeriveSchema, Version: version, Axioms: axiomTexts(list), Targets: o.targets, Consequences: []report.Consequence{}}
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("deriving", 0, 0)
	found, err := theory.Derive(ctx, axioms, targets)
	contradiction := errors.Is(err, theory.ErrContradiction)
	if err := tooLong(err); err != nil {
		return err
	}
	if err != nil && !contradiction {
		return err
	}
	if contradiction {
		line.Show("looking for the axioms that contradict one another", 0, 0)
		c, err := theory.Contradict(ctx, axioms)
		if err != nil {
			return err
		}
		r.Contradiction = report.NewContradiction(c, r.Axioms)
		if o.data.path == "" {
			return r.Contradiction
		}
	}
	if len(found) == 0 && !contradiction {
		return fmt.Errorf("nothing follows for %s alone: the axioms imply no equation in %s; more axioms or targets may help", strings.Join(o.targets, ", "),
			plural.Verb(len(o.targets), "it", "them"))
	}
	var m *measured
	if o.data.path != "" {
		line.Show("reading", 0, 0)
		if m, err = o.measure(ctx, s, r); err != nil {
			return err
		}
	}
	for _, c := range found {
		r.Consequences = append(r.Consequences, report.NewConsequence(c))
	}
	off := 0.0
	if m != nil {
		if off, err = m.compare(ctx, found, r.Consequences); err != nil {
			return err
		}
		if contradiction {
			off = math.Inf(1)
		}
		if off > farOff {
			line.Show("leaving out axioms", 0, 0)
			if err := m.suspect(ctx, axioms, targets, off, r); err != nil {
				return err
			}
		}
	}
	line.Clear()
	err = o.output.report(s, r)
	if err == nil && off > farOff {
		err = errOff
	}
	return err
}

// tooLong is the error where an elimination passed a limit, in words, else nil.
func tooLong(err error) error {
	if !errors.Is(err, groebner.ErrLimit) && !errors.Is(err, poly.ErrDegree) {
		return nil
	}
	_, passed, _ := strings.Cut(err.Error(), "limit passed: ")
	return fmt.Errorf("gave up, because the polynomials between the axioms and what follows grow too long or too many%s; fewer or simpler axioms, "+
		"more of the variables in --target, or numbers in place of constants may help", strings.TrimSuffix(" ("+passed+")", " ()"))
}

// functionNames are names that would be variables, and sqrt(x) a product.
var functionNames = []string{"sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "tanh", "exp", "ln", "log", "abs", "min", "max", "mod", "floor", "ceil"}

// function is the first function of a text, with the parenthesis of its argument, or "".
func function(text string) string {
	for at, r := range text {
		if r != '(' {
			continue
		}
		before := strings.TrimRight(text[:at], " \t")
		name := before[strings.LastIndexFunc(before, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })+1:]
		if first := len(before) - len(name); slices.Contains(functionNames, name) {
			return text[first : at+1]
		}
	}
	return ""
}

// noFunctions returns an error where one of the texts has a function.
func noFunctions(name string, texts ...string) error {
	for _, text := range texts {
		if m := function(text); m != "" {
			return fmt.Errorf("%s: found %q, but polynomials have no functions; for s = sqrt(x) write s^2 = x: %w", name, m, equations.ErrSyntax)
		}
	}
	return nil
}

// axiomTexts are the axioms of a list as they were written, without line ends.
func axiomTexts(list equations.List) (texts []string) {
	for _, e := range list.Equations {
		texts = append(texts, strings.Join(strings.Fields(e.Text), " "))
	}
	return texts
}

// parseAxioms reads equations over the variables that they name, those of first before others.
func parseAxioms(list equations.List, first []string) ([]*poly.Polynomial[ring.Rat], error) {
	if len(list.Equations) > maxAxioms {
		return nil, fmt.Errorf("%s: found %d equations, the limit of axioms is %d: %w", list.Name,
			len(list.Equations), maxAxioms, equations.ErrSyntax)
	}
	var texts []string
	for _, e := range list.Equations {
		texts = append(texts, e.Text)
	}
	if err := noFunctions(list.Name, texts...); err != nil {
		return nil, err
	}
	names := slices.Clone(first)
	for _, name := range invariant.Names(texts...) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: found no variable in %q: %w", list.Name, list.Equations[0].Text, equations.ErrSyntax)
	}
	R, err := poly.NewRing(ring.Q, names)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", list.Name, err, equations.ErrSyntax)
	}
	return equations.ParseIn(list, R)
}

// farOff is the root mean square distance of the rows from an equation, each column in units of its
// spread, from which it is said not to hold.
const farOff = 0.05

// nearer is how many times nearer the rows must be once an axiom is left out.
const nearer = 5

// measured is a table beside which consequences are held.
type measured struct {
	set   *points.Set
	noise []float64
	ring  *poly.Ring[ring.Rat] // in the columns
}

// measure reads the columns of the targets.
func (o *deriveOptions) measure(ctx context.Context, s streams, r *report.Derive) (*measured, error) {
	data, err := o.data.open(s)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	columns := o.data.among(data)
	names := table.Identifiers(columns)
	for _, name := range o.targets {
		if !slices.Contains(names, name) {
			which := "which is no column of " + data.Info().File
			if o.data.columns != "" {
				which = "which is not among --columns"
			}
			return nil, usageError{fmt.Sprintf("--target: found %s, %s; the columns are %s", name, which, strings.Join(names, ", "))}
		}
	}
	if err := data.Choose(columnsOf(o.targets, names, columns)); err != nil {
		return nil, err
	}
	t, err := data.ReadAll(ctx)
	if err != nil {
		return nil, err
	}
	d := report.NewData(t.Info)
	r.Data = &d
	m := &measured{set: points.FromTable(t)}
	if o.noise != nil {
		if m.noise, err = o.noise.checked(m.set); err != nil {
			return nil, err
		}
	}
	m.ring, err = poly.NewRing(ring.Q, o.targets)
	return m, err
}

// compare holds consequences beside the rows, and returns how far off the worst is as a part
// of the spread of its columns; 0 where all hold within rounding or the noise given.
func (m *measured) compare(ctx context.Context, found []theory.Consequence, said []report.Consequence) (float64, error) {
	var polys []*poly.Polynomial[ring.Rat]
	for _, c := range found {
		f, err := c.Polynomial.In(m.ring)
		if err != nil {
			return 0, err
		}
		polys = append(polys, f)
	}
	checked, err := explain.Check(ctx, m.set, polys, explain.CheckOptions{Noise: m.noise})
	if err != nil {
		return 0, err
	}
	scaled, err := explain.Check(ctx, m.set, polys, explain.CheckOptions{Noise: m.spreads()})
	if err != nil {
		return 0, err
	}
	worst := 0.0
	for k, c := range checked {
		share := c.Residual.RMS // where all columns of the equation are constant
		if n := scaled[k].Noise; n.Undefined < m.set.Rows() {
			share = n.RMS
		}
		said[k].Measure(c, share)
		if c.Verdict < explain.WithinNoise {
			worst = max(worst, share)
		}
	}
	return worst, nil
}

// spreads are the standard deviations of the columns. Each column has its own: the speed in m*v^3 = 2*E may be far off
// though it is small beside the energy.
func (m *measured) spreads() []float64 {
	var out []float64
	for j := range m.set.Cols() {
		column := make([]float64, m.set.Rows())
		for i := range column {
			column[i] = m.set.Row(i)[j]
		}
		out = append(out, math.Sqrt(stat.PopVariance(column, nil)))
	}
	return out
}

// suspect leaves out every axiom in turn, and names that without which what follows agrees
// with the rows, if there is one.
func (m *measured) suspect(ctx context.Context, axioms []*poly.Polynomial[ring.Rat], targets []int, off float64, r *report.Derive) error {
	least := math.Min(farOff, off/nearer)
	for k := range axioms {
		rest := slices.Delete(slices.Clone(axioms), k, k+1)
		w := report.Without{Axiom: k + 1, Consequences: []report.Consequence{}}
		if len(rest) > 0 {
			found, err := theory.Eliminate(ctx, rest, targets)
			if err != nil && !errors.Is(err, theory.ErrContradiction) {
				return err
			}
			w.Contradict = err != nil
			var list []theory.Consequence
			for _, f := range found {
				list = append(list, theory.Consequence{Polynomial: f})
				w.Consequences = append(w.Consequences, report.NewConsequence(list[len(list)-1]))
			}
			without, err := m.compare(ctx, list, w.Consequences)
			if err != nil {
				return err
			}
			if len(list) > 0 && without < least {
				least, r.Suspect = without, k+1
			}
		}
		r.Without = append(r.Without, w)
	}
	return nil
}
