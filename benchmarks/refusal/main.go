// Command refusal measures how often an equation is claimed where there is none:
// points drawn from densities without structure, learned from with default
// settings.
//
//	go run -C benchmarks ./refusal [flags]
//
// The densities are uniform on a box and on a ball, Gaussian, Gaussian with
// correlations up to 0.95, heavy-tailed, loose and tight clusters, integers from 1
// to 10, and a mixture, most with their means off the origin; no polynomial of the
// degrees looked at vanishes on any. The output is a table with one row for each
// density and number of points, over all numbers of variables: runs, those that
// claimed an equation, those that ended in an error, and mean and longest
// seconds; below it every claim. All but the seconds is the same from run to run.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
)

// options are the flags.
type options struct {
	densities []string
	vars, n   []int
	seeds     []int // for every number of points, or one for all
	after     int   // the seed before the first
	degree    int
	limits    command.Limits
}

func main() {
	command.Main("refusal", func(ctx context.Context, args []string) error {
		o, err := parse(args)
		if err != nil {
			return err
		}
		return run(ctx, os.Stdout, o)
	})
}

// parse fills in the options from the command line.
func parse(args []string) (options, error) {
	o := options{densities: densityNames, vars: []int{2, 3, 4, 5, 6}, n: []int{50, 200, 1000, 5000}, seeds: []int{1}}
	flags := flag.NewFlagSet("refusal", flag.ContinueOnError)
	command.List(flags, &o.densities, "density", "densities to draw from", command.OneOf("density", o.densities...))
	command.List(flags, &o.vars, "vars", "numbers of variables", command.Count)
	command.List(flags, &o.n, "n", "numbers of points", command.Count)
	command.List(flags, &o.seeds, "seeds", "runs of each kind, or one number for every number of points", command.Count)
	flags.IntVar(&o.after, "after", 0, "the seed before the first, for points that were not drawn before")
	flags.IntVar(&o.degree, "degree", 0, "largest degree, 0 for the default")
	o.limits.Bind(flags, 2*time.Minute)
	if _, err := command.Parse(flags, args); err != nil {
		return o, err
	}
	if o.after < 0 {
		return o, fmt.Errorf("-after: %d is negative", o.after)
	}
	if len(o.seeds) != 1 && len(o.seeds) != len(o.n) {
		return o, fmt.Errorf("-seeds: %d numbers for %d numbers of points", len(o.seeds), len(o.n))
	}
	return o, nil
}

// runs is the number of runs of each kind with the i-th number of points.
func (o options) runs(i int) int { return o.seeds[min(i, len(o.seeds)-1)] }

// run measures and writes the report.
func run(ctx context.Context, w io.Writer, o options) error {
	var trials []trial.Trial
	for _, name := range o.densities {
		for i, n := range o.n {
			for _, vars := range o.vars {
				for k := range o.runs(i) {
					seed := o.after + k + 1
					trials = append(trials, trial.Trial{
						Name:    fmt.Sprintf("%s, %d variables, %d points, seed %d", name, vars, n, seed),
						Data:    draw(name, vars, n, uint64(seed)),
						Options: explain.Options{MaxDegree: o.degree},
					})
				}
			}
		}
	}
	outcomes, err := trial.Run(ctx, trials, o.limits)
	if err != nil {
		return err
	}
	return report(w, o, outcomes)
}

// report writes the table and the claims.
func report(w io.Writer, o options, outcomes []trial.Outcome) error {
	t := trial.NewTable("density", "points", "runs", "claimed", "errors", "mean s", "max s")
	var claims, failures []trial.Outcome
	next, total := 0, 0
	for _, name := range o.densities {
		for i, n := range o.n {
			runs := o.runs(i) * len(o.vars)
			claimed, failed := 0, 0
			sum, longest := 0.0, 0.0
			for _, out := range outcomes[next : next+runs] {
				s := out.Elapsed.Seconds()
				sum, longest = sum+s, max(longest, s)
				switch {
				case out.Result != nil:
					claimed++
					claims = append(claims, out)
				case out.Err != nil:
					failed++
					failures = append(failures, out)
				}
			}
			next += runs
			total += claimed
			t.Row(name, n, runs, claimed, failed, fmt.Sprintf("%.1f", sum/float64(runs)), fmt.Sprintf("%.1f", longest))
		}
	}
	if _, err := io.WriteString(w, t.String()); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nAn equation was claimed in %d of %d runs.\n", total, len(outcomes))
	for _, out := range append(claims, failures...) {
		fmt.Fprintf(w, "\n%s:\n", out.Name)
		if out.Err != nil {
			fmt.Fprintf(w, "  %v\n", out.Err)
			continue
		}
		for i, e := range out.Equations() {
			fmt.Fprintf(w, "  %.3g  %s = 0\n", out.Result.Generators[i].Sigma, e)
		}
	}
	return nil
}
