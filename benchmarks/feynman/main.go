// Command feynman learns the laws of the Feynman Symbolic Regression Database that are
// polynomial relations, and prints how many it finds, by class and by noise.
//
//	go run -C benchmarks ./feynman -definitions ../../shared/feynman/formulas.json
//
// With -plain it learns from the formulas that need a sine, logarithm or exponential function
// as a column, without that column. No equation holds there, so whatever is claimed without a
// doubt is wrong.
//
// As in SRBench the inputs are uniform in the published ranges and have no errors, and the
// target has normal ones of the given part of its root mean square; the program is told
// which column that is, and nothing else. A law is found where an equation is printed
// whose coefficients are within 10 % (10⁻⁶ without errors) of a multiple of the relation;
// it is wrong where the equations printed are not zero where the relation is, and no
// doubt stands beside them. SRBench forgives a wrong constant factor or summand.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
)

// options are the flags.
type options struct {
	definitions string
	noise       []float64
	seeds       int
	first       int
	rows        int
	only        string
	plain       bool
	verbose     bool
	limits      command.Limits
}

func main() {
	command.Main("feynman", func(ctx context.Context, args []string) error {
		o := options{noise: []float64{0, 0.001, 0.01, 0.1}}
		flags := flag.NewFlagSet("feynman", flag.ContinueOnError)
		flags.StringVar(&o.definitions, "definitions", "../../shared/feynman/formulas.json", "formulas with their relations")
		command.List(flags, &o.noise, "noise", "errors of the target, in parts of its root mean square", func(s string) (x float64, err error) {
			_, err = fmt.Sscan(s, &x)
			return x, err
		})
		flags.IntVar(&o.seeds, "seeds", 1, "draws of each table")
		flags.IntVar(&o.first, "first", 1, "number of the first draw")
		flags.IntVar(&o.rows, "rows", 1000, "rows of a table")
		flags.StringVar(&o.only, "only", "", "formulas whose id contains this")
		flags.BoolVar(&o.plain, "plain", false, "the formulas with derived columns, without these: no polynomial relation holds")
		flags.BoolVar(&o.verbose, "v", false, "print what became of each formula")
		o.limits.Bind(flags, time.Minute)
		if _, err := command.Parse(flags, args); err != nil {
			return err
		}
		return run(ctx, os.Stdout, o)
	})
}

// formula is an entry of the definitions.
type formula struct {
	ID      string  `json:"id"`
	Class   string  `json:"class"`
	Output  string  `json:"output"`
	Formula string  `json:"formula"`
	Inputs  []input `json:"inputs"`
	Columns []string
	Terms   []term
	Derived [][2]string `json:"derived_columns"`
	Target  []string    `json:"target_column"`
}

// input is a column with its range, [name, low, high].
type input struct {
	name   string
	lo, hi float64
}

// UnmarshalJSON reads [name, low, high].
func (i *input) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&i.name, &i.lo, &i.hi})
}

// term is a term of a relation, [exponents, coefficient as text, coefficient].
type term struct {
	exponents []int
	value     float64
}

// UnmarshalJSON reads [exponents, text, number].
func (t *term) UnmarshalJSON(b []byte) error {
	var text string
	return json.Unmarshal(b, &[]any{&t.exponents, &text, &t.value})
}

// plain are formulas with derived columns without these: whatever is claimed is wrong.
func plain(list []formula) []formula {
	list = slices.Clone(list)
	for i := range list {
		f := &list[i]
		f.Columns, f.Terms, f.Derived, f.Target = nil, nil, nil, nil
		for _, in := range f.Inputs {
			f.Columns = append(f.Columns, in.name)
		}
		f.Columns = append(f.Columns, f.Output)
	}
	return list
}

// inOurGrammar writes a formula of the database in the language of package derived.
var inOurGrammar = strings.NewReplacer("arcsin", "asin", "arccos", "acos", "log(", "ln(")

// draw makes a table of the formula: all columns of its relation.
func (f formula) draw(rows int, noise float64, seed uint64) (*points.Set, error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	names := make([]string, 0, len(f.Inputs)+1)
	for _, in := range f.Inputs {
		names = append(names, in.name)
	}
	// Quoted, since a column may be called as a constant or a function is.
	value, err := derived.Parse(`"the output" = `+inOurGrammar.Replace(f.Formula), names)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.ID, err)
	}
	x, y := make([][]float64, rows), make([]float64, rows)
	square := 0.0
	for i := range x {
		for _, in := range f.Inputs {
			x[i] = append(x[i], in.lo+(in.hi-in.lo)*rng.Float64())
		}
		y[i] = value[0].Float(x[i])
		square += y[i] * y[i] / float64(rows)
	}
	all := append(names, f.Output)
	more := []string{}
	for _, d := range f.Derived {
		more = append(more, fmt.Sprintf("%q = %s", d[0], inOurGrammar.Replace(d[1])))
	}
	if f.Target != nil {
		more = append(more, fmt.Sprintf("%q = %s", f.Target[0], inOurGrammar.Replace(f.Target[1])))
	}
	var definitions []derived.Definition
	if len(more) > 0 {
		if definitions, err = derived.Parse(strings.Join(more, "; "), all); err != nil {
			return nil, fmt.Errorf("%s: %w", f.ID, err)
		}
	}
	for _, d := range definitions {
		all = append(all, d.Name)
	}
	out := mat.NewDense(rows, len(f.Columns), nil)
	for i := range x {
		row := append(slices.Clone(x[i]), y[i]+noise*math.Sqrt(square)*rng.NormFloat64())
		row = derived.Floats(row, definitions)
		for j, name := range f.Columns {
			out.Set(i, j, row[slices.Index(all, name)])
		}
	}
	return points.FromDense(f.Columns, out), nil
}

// cell counts the outcomes of a class at a noise.
type cell struct{ all, found, doubted, wrong int }

// drawing is a table drawn from a formula.
type drawing struct {
	formula formula
	noise   float64
}

// trials are the tables of formulas at every noise, and what is to be learned of each.
func (o options) trials(formulas []formula) (runs []drawing, trials []trial.Trial) {
	for _, f := range formulas {
		if !strings.Contains(f.ID, o.only) {
			continue
		}
		for _, noise := range o.noise {
			for seed := o.first; seed < o.first+o.seeds; seed++ {
				runs = append(runs, drawing{f, noise})
				std := make([]float64, len(f.Columns))
				std[len(std)-1] = 1
				trials = append(trials, trial.Trial{
					Name: fmt.Sprintf("%s at %g", f.ID, noise),
					Data: func(context.Context) (explain.Data, error) {
						set, err := f.draw(o.rows, noise, uint64(seed))
						if err != nil {
							return explain.Data{}, err
						}
						return explain.Data{Variables: set.Variables(), Points: set}, nil
					},
					Options: explain.Options{Noise: std},
				})
			}
		}
	}
	return runs, trials
}

func run(ctx context.Context, w io.Writer, o options) error {
	text, err := os.ReadFile(o.definitions)
	if err != nil {
		return err
	}
	var lists struct{ Formulas, Derived []formula }
	if err := json.Unmarshal(text, &lists); err != nil {
		return fmt.Errorf("%s: %w", o.definitions, err)
	}
	formulas := slices.Concat(lists.Formulas, lists.Derived)
	if o.plain {
		formulas = plain(lists.Derived)
	}
	runs, trials := o.trials(formulas)
	outcomes, err := trial.Run(ctx, trials, o.limits)
	if err != nil {
		return err
	}
	cells := map[string]*cell{}
	at := func(class string, noise float64) *cell {
		key := fmt.Sprint(class, noise)
		if cells[key] == nil {
			cells[key] = &cell{}
		}
		return cells[key]
	}
	for i, out := range outcomes {
		r := runs[i]
		found, doubted, wrong := r.formula.judge(out, r.noise, o.rows)
		if o.verbose {
			fmt.Fprintf(w, "%-18s found %-5t doubted %-5t wrong %-5t %5.1f s  %s\n", out.Name, found, doubted,
				wrong, out.Elapsed.Seconds(), strings.Join(out.Equations(), "; "))
		}
		classes := []string{r.formula.Class}
		if r.formula.Class != "derived" {
			classes = append(classes, "all but derived")
		}
		for _, class := range classes {
			c := at(class, r.noise)
			c.all++
			c.found += one(found)
			c.doubted += one(found && doubted)
			c.wrong += one(wrong)
		}
	}
	heads := []string{"found, %"}
	for _, noise := range o.noise {
		heads = append(heads, fmt.Sprintf("noise %g", noise))
	}
	table := trial.NewTable(heads...)
	for _, class := range []string{"polynomial", "rational", "square-root", "all but derived", "derived"} {
		row := []any{class}
		for _, noise := range o.noise {
			c := at(class, noise)
			if c.all == 0 {
				row = append(row, "–")
				continue
			}
			row = append(row, fmt.Sprintf("%.1f (%d doubted, %d wrong)", 100*float64(c.found)/float64(c.all),
				100*c.doubted/c.all, 100*c.wrong/c.all))
		}
		table.Row(row...)
	}
	fmt.Fprint(w, table)
	fmt.Fprint(w, published)
	return nil
}

// published are rates of other programs, as shared/feynman/README.md gives them with their
// sources: SRBench v2 by problem, and ParFam's own runs.
const published = `
Published for 80 of all 81 such relations (SRBench; ParFam, PySR, DL-ParFam and uDSR: ParFam's runs),
at noise 0 / 0.001 / 0.01 / 0.1: PySR 76.3 / – / 69.4 / –, ParFam 70.0 / – / 52.5 / –,
AI Feynman 61.7 / 35.1 / 14.4 / 0.4, DL-ParFam 63.8 / – / 23.8 / –, uDSR 51.9 / – / 25.6 / –,
AFP_FE 32.9 / 26.1 / 26.5 / 16.8, GP-GOMEA 29.2 / 12.8 / 6.4 / 2.0, DSR 22.0 / 20.2 / 20.1 / 17.2,
gplearn 19.5 / 20.6 / 20.9 / 19.9, Operon 23.5 / 19.1 / 2.4 / 0.1.
`

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// judge compares what was printed with the relation.
func (f formula) judge(out trial.Outcome, noise float64, rows int) (found, doubted, wrong bool) {
	if out.Result == nil {
		return false, false, false
	}
	tolerance, near := 0.1, 0.02
	if noise == 0 {
		tolerance, near = 1e-6, 1e-6
	}
	if f.Terms == nil {
		near = 0
	}
	clean, err := f.draw(200, 0, 99)
	if err != nil {
		return false, false, false
	}
	for _, g := range out.Result.Generators {
		list := f.terms(g, out.Result.Variables)
		switch {
		case f.isRelation(list, tolerance):
			found, doubted = true, g.Approximation
		case !g.Approximation && residual(list, clean) > near:
			wrong = true
		}
	}
	return found, doubted, wrong
}

// terms are those of a generator, exponents in the order of the columns.
func (f formula) terms(g explain.Generator, variables []string) []term {
	var list []term
	for _, t := range g.Terms {
		e := make([]int, len(f.Columns))
		for j, k := range t.Exponents {
			if k > 0 {
				e[slices.Index(f.Columns, variables[j])] = k
			}
		}
		list = append(list, term{e, t.Coefficient.Float64()})
	}
	return list
}

// isRelation reports whether terms are those of the relation, each within the tolerance of
// one common multiple.
func (f formula) isRelation(list []term, tolerance float64) bool {
	if len(list) != len(f.Terms) {
		return false
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, t := range list {
		i := slices.IndexFunc(f.Terms, func(u term) bool { return slices.Equal(t.exponents, u.exponents) })
		if i < 0 {
			return false
		}
		lo, hi = min(lo, t.value/f.Terms[i].value), max(hi, t.value/f.Terms[i].value)
	}
	return lo*hi > 0 && hi-lo <= tolerance*math.Abs(hi+lo)
}

// residual is the largest value at the points, relative to the largest term there.
func residual(list []term, set *points.Set) float64 {
	worst := 0.0
	for i := range set.Rows() {
		sum, most := 0.0, 0.0
		for _, t := range list {
			v := t.value
			for j, k := range t.exponents {
				v *= math.Pow(set.Row(i)[j], float64(k))
			}
			sum, most = sum+v, max(most, math.Abs(v))
		}
		worst = max(worst, math.Abs(sum)/max(most, 1e-300))
	}
	return worst
}
