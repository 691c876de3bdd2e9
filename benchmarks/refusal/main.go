// Command refusal measures how often an equation is claimed where there is none:
// points drawn from densities without structure, learned from with default
// settings.
//
//	go run ./benchmarks/refusal [flags]
//
// The densities are uniform on a box, Gaussian, and three Gaussian clusters, all
// with their means off the origin in some variables; every density has full
// dimension, so no polynomial vanishes on it. The output is a table with one row
// for each density, number of variables and number of points: runs, those that
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
	seeds     int
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
	o := options{densities: []string{"uniform", "gaussian", "clusters"}, vars: []int{2, 3, 4}, n: []int{50, 200, 1000}}
	flags := flag.NewFlagSet("refusal", flag.ContinueOnError)
	command.List(flags, &o.densities, "density", "densities to draw from", command.OneOf("density", o.densities...))
	command.List(flags, &o.vars, "vars", "numbers of variables", command.Count)
	command.List(flags, &o.n, "n", "numbers of points", command.Count)
	flags.IntVar(&o.seeds, "seeds", 2, "runs of each kind")
	flags.IntVar(&o.degree, "degree", 0, "largest degree, 0 for the default")
	o.limits.Bind(flags, 2*time.Minute)
	_, err := command.Parse(flags, args)
	return o, err
}

// run measures and writes the report.
func run(ctx context.Context, w io.Writer, o options) error {
	var trials []trial.Trial
	for _, name := range o.densities {
		for _, vars := range o.vars {
			for _, n := range o.n {
				for seed := range o.seeds {
					trials = append(trials, trial.Trial{
						Name:    fmt.Sprintf("%s, %d variables, %d points, seed %d", name, vars, n, seed+1),
						Data:    draw(name, vars, n, uint64(seed+1)),
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
	t := trial.NewTable("density", "variables", "points", "runs", "claimed", "errors", "mean s", "max s")
	var claims, failures []trial.Outcome
	next, total := 0, 0
	for _, name := range o.densities {
		for _, vars := range o.vars {
			for _, n := range o.n {
				claimed, failed := 0, 0
				sum, longest := 0.0, 0.0
				for _, out := range outcomes[next : next+o.seeds] {
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
				next += o.seeds
				total += claimed
				t.Row(name, vars, n, o.seeds, claimed, failed, fmt.Sprintf("%.1f", sum/float64(o.seeds)), fmt.Sprintf("%.1f", longest))
			}
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
