// Command newvarieties measures what is printed of curves and surfaces with coefficients that
// are drawn anew: whole numbers, fractions and real numbers.
//
//	go run -C benchmarks ./newvarieties [flags]
//
// Each form of a list of curves, surfaces, laws and systems gets coefficients of each kind,
// with each of the seeds; 300 points are drawn from it, normal noise is added in parts of the
// root mean squares, and the rows are learned from with default settings. Columns of the table:
// runs; exact: the ideal is printed with whole numbers and no doubt; decimals: right terms, no doubt, some
// coefficients with errors; other: other terms, no doubt, near the ideal; part: no doubt, but equations are
// missing; doubted: right, with a doubt or as a curve; unknown: a doubt, and not right; refused: nothing is
// printed; false: an equation without a doubt that is whole numbers not in the ideal, or not near it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// options are the flags.
type options struct {
	forms   []string
	kinds   []string
	sigma   []float64
	n       int
	seeds   int
	first   int
	verbose bool
	limits  command.Limits
}

func main() {
	command.Main("newvarieties", func(ctx context.Context, args []string) error {
		o := options{kinds: kinds, sigma: []float64{0.01, 0.05}}
		flags := flag.NewFlagSet("newvarieties", flag.ContinueOnError)
		command.List(flags, &o.forms, "form", "forms of varieties, all when empty", command.Word)
		command.List(flags, &o.kinds, "kind", "kinds of coefficients", command.OneOf("kind", kinds...))
		command.List(flags, &o.sigma, "sigma", "noise in units of the root mean squares", command.Level)
		flags.IntVar(&o.n, "n", 300, "points")
		flags.IntVar(&o.seeds, "seeds", 1, "draws of each form and kind")
		flags.IntVar(&o.first, "first", 1, "first seed")
		flags.BoolVar(&o.verbose, "v", false, "print what came of runs that are not exact")
		o.limits.Bind(flags, 2*time.Minute)
		if _, err := command.Parse(flags, args); err != nil {
			return err
		}
		return run(ctx, os.Stdout, o)
	})
}

// classes are what may come of a run, in the order of the columns.
var classes = []string{"exact", "decimals", "other", "part", "doubted", "unknown", "refused", "false"}

// experiment is one run with what came of it.
type experiment struct {
	variety
	sigma float64
	noisy *mat.Dense
	class string
}

// run measures and writes the table.
func run(ctx context.Context, w io.Writer, o options) error {
	var all []*experiment
	var trials []trial.Trial
	for _, f := range forms {
		if len(o.forms) > 0 && !slices.Contains(o.forms, f.name) {
			continue
		}
		for _, kind := range o.kinds {
			for seed := o.first; seed < o.first+o.seeds; seed++ {
				v, err := f.draw(kind, uint64(seed), o.n)
				if err != nil {
					return err
				}
				for _, sigma := range o.sigma {
					e := &experiment{variety: v, sigma: sigma, noisy: noisy(v, sigma)}
					all = append(all, e)
					trials = append(trials, trial.Trial{Name: v.name, Data: func(context.Context) (explain.Data, error) {
						return explain.Data{Variables: v.variables, Points: explain.Dense(e.noisy)}, nil
					}})
				}
			}
		}
	}
	if len(all) == 0 {
		return errors.New("no form fits the flags")
	}
	outcomes, err := trial.Run(ctx, trials, o.limits)
	if err != nil {
		return err
	}
	for i, e := range all {
		if e.class, err = e.judge(ctx, outcomes[i]); err != nil {
			return err
		}
	}
	table := trial.NewTable(append([]string{"noise", "coefficients", "runs"}, classes...)...)
	for _, sigma := range o.sigma {
		for _, kind := range o.kinds {
			cells := []any{sigma, kind, 0}
			count := map[string]int{}
			for _, e := range all {
				if e.sigma == sigma && e.kind == kind {
					count[e.class]++
					cells[2] = cells[2].(int) + 1
				}
			}
			for _, c := range classes {
				cells = append(cells, count[c])
			}
			table.Row(cells...)
		}
	}
	fmt.Fprint(w, table)
	for i, e := range all {
		if o.verbose && e.class != "exact" {
			fmt.Fprintf(w, "\n%s, %s, noise %g: %v\n  %s: %s\n", e.name, e.kind, e.sigma, e.generators, e.class, outcomes[i])
			if r := outcomes[i].Result; r != nil {
				for _, g := range r.Generators {
					if g.Doubt != "" {
						fmt.Fprintf(w, "  doubt: %s\n", g.Doubt)
					}
				}
			}
		}
	}
	return nil
}

// noisy are the points of a variety with noise.
func noisy(v variety, sigma float64) *mat.Dense {
	n, k := v.points.Dims()
	x := mat.NewDense(n, k, nil)
	rng := rand.New(rand.NewPCG(v.seed, uint64(1e6*sigma)))
	for j := range k {
		size := mat.Norm(v.points.ColView(j), 2) / math.Sqrt(float64(n))
		for i := range n {
			x.Set(i, j, v.points.At(i, j)+sigma*size*rng.NormFloat64())
		}
	}
	return x
}

// judge says what came of a run.
func (e *experiment) judge(ctx context.Context, o trial.Outcome) (string, error) {
	if o.Err != nil && !errors.Is(o.Err, context.DeadlineExceeded) && !errors.Is(o.Err, explain.ErrData) {
		return "", o.Err
	}
	if o.Result == nil {
		return "refused", nil
	}
	truth, err := e.ideal()
	if err != nil {
		return "", err
	}
	complete, err := trial.UpToDegree(ctx, truth)
	if err != nil {
		return "", err
	}
	var printed []judge.Printed
	doubt := false
	for _, g := range o.Result.Generators {
		printed = append(printed, judge.Printed{Polynomial: g.Polynomial, Rational: g.Rational})
		doubt = doubt || g.Doubt != "" || g.Kind == explain.Curve
	}
	within := func(list ...judge.Printed) (*judge.Verdict, error) {
		return judge.Judge(ctx, judge.Truth{Generators: complete, Points: e.noisy, Sigma: e.sigma}, list)
	}
	all, err := within(printed...)
	if err != nil {
		return "", err
	}
	for _, i := range all.Wrong {
		if o.Result.Generators[i].Doubt == "" {
			return "false", nil
		}
	}
	terms := true
	for _, f := range truth {
		terms = terms && slices.ContainsFunc(printed, func(p judge.Printed) bool { return sameTerms(f, p.Polynomial) })
	}
	exact, err := e.generate(ctx, complete, printed)
	if err != nil {
		return "", err
	}
	right := len(all.Wrong) == 0 && (exact || all.Numerical || terms && len(printed) == len(truth))
	switch {
	case doubt && right:
		return "doubted", nil
	case doubt:
		return "unknown", nil
	case exact:
		return "exact", nil
	case right && terms:
		return "decimals", nil
	case right:
		return "other", nil
	}
	for _, p := range printed {
		if e.distance(p.Polynomial) > e.sigma {
			return "false", nil
		}
	}
	return "part", nil
}

// generate reports whether printed equations are all exact and have the true ideal, complete up to its degree.
func (e *experiment) generate(ctx context.Context, truth []*poly.Polynomial[ring.Rat], printed []judge.Printed) (bool, error) {
	var list []*poly.Polynomial[ring.Rat]
	for _, p := range printed {
		if !p.Rational {
			return false, nil
		}
		f, err := p.Polynomial.In(truth[0].Ring())
		if err != nil {
			return false, err
		}
		list = append(list, f)
	}
	complete, err := trial.UpToDegree(ctx, list)
	if err != nil {
		return false, err
	}
	exact := make([]judge.Printed, len(complete))
	for i, f := range complete {
		exact[i] = judge.Printed{Polynomial: f, Rational: true}
	}
	v, err := judge.Judge(ctx, judge.Truth{Generators: truth, Points: e.noisy, Sigma: e.sigma}, exact)
	return err == nil && v.Exact, err
}

// distance is the root mean square of the distances, to first order, of the points without noise from the
// zero set of a polynomial, in units of the root mean squares of the columns.
func (e *experiment) distance(p *poly.Polynomial[ring.Rat]) float64 {
	f := compile(p)
	n, k := e.points.Dims()
	size := make([]float64, k)
	for j := range size {
		size[j] = mat.Norm(e.points.ColView(j), 2) / math.Sqrt(float64(n))
	}
	sum := 0.0
	for i := range n {
		x := slices.Clone(e.points.RawRowView(i))
		value, gradient := f.at(x), 0.0
		for j, old := range x {
			const step = 1e-6
			x[j] = old + step*size[j]
			gradient += math.Pow((f.at(x)-value)/step, 2)
			x[j] = old
		}
		sum += value * value / gradient
	}
	return math.Sqrt(sum / float64(n))
}

// sameTerms reports whether two polynomials have the same monomials.
func sameTerms(f, g *poly.Polynomial[ring.Rat]) bool {
	list := func(p *poly.Polynomial[ring.Rat]) []string {
		var out []string
		for m := range p.Terms() {
			out = append(out, p.Ring().FormatMonomial(m))
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(list(f), list(g))
}
