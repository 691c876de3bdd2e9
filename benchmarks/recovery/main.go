// Command recovery measures how often the exact equations of known varieties are
// found from points with noise.
//
//	go run -C benchmarks ./recovery [flags] DIR...
//
// Each DIR is a case, that is a folder with truth.json (see package variety), or
// a folder of cases. Every CSV file that a truth lists is learned from with
// default settings, the maximum degree being that of the truth plus
// -degree-plus, and the printed equations are held against the truth as package
// judge describes. The output is one table, with a row for each number of points
// and noise level, and below it the runs that did not print the exact ideal.
//
// Columns: runs; exact, numerical: runs so recovered; polys, terms: printed over
// the runs, beside those of the truth; wrong: runs that print an equation which
// is called rational and is not in the true ideal; none: runs that print
// nothing; mean and max: seconds of one run. Everything but the last two is the
// same from run to run.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/internal/judge"
)

// A learner turns points, one a row, into equations of degree ≤ maxDegree.
type learner func(ctx context.Context, variables []string, x *mat.Dense, maxDegree int) ([]judge.Printed, error)

// options are the flags.
type options struct {
	dirs       []string
	degreePlus int
	sigma      []float64
	n          []int
	only       []string
	method     string
	outliers   float64
	seed       uint64
	limits     command.Limits
	verbose    bool
}

func main() {
	command.Main("recovery", func(ctx context.Context, args []string) error {
		o, err := parse(args)
		if err != nil {
			return err
		}
		return run(ctx, os.Stdout, o)
	})
}

// parse fills in the options from the command line.
func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("recovery", flag.ContinueOnError)
	flags.IntVar(&o.degreePlus, "degree-plus", 0, "how far the maximum degree is above the truth's")
	command.List(flags, &o.sigma, "sigma", "noise levels to run, all when empty", command.Level)
	command.List(flags, &o.n, "n", "numbers of points to run, all when empty", command.Count)
	command.List(flags, &o.only, "only", "names of cases to run, all when empty", command.Word)
	flags.StringVar(&o.method, "method", defaultMethod, "who learns: "+strings.Join(methodNames(), ", "))
	flags.Float64Var(&o.outliers, "outliers", 0, "share of the points replaced by uniform ones in a box of three times their range")
	flags.Uint64Var(&o.seed, "seed", 1, "seed of the outliers")
	flags.BoolVar(&o.verbose, "verbose", false, "print the equations of every run")
	o.limits.Bind(flags, 2*time.Minute)
	if o.dirs, err = command.Parse(flags, args); err != nil {
		return o, err
	}
	if !(o.outliers >= 0 && o.outliers < 1) {
		return o, fmt.Errorf("-outliers: %g is no share", o.outliers)
	}
	if len(o.dirs) == 0 {
		return o, fmt.Errorf("no folder of cases given")
	}
	return o, nil
}

// run measures and writes the report.
func run(ctx context.Context, w io.Writer, o options) error {
	learn, ok := methods[o.method]
	if !ok {
		return fmt.Errorf("-method: no method %q", o.method)
	}
	runs, err := find(o)
	if err != nil {
		return err
	}
	if len(runs) == 0 {
		return fmt.Errorf("no case in %s fits the flags", strings.Join(o.dirs, ", "))
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, o.limits.Threads))
	for _, r := range runs {
		g.Go(func() error { return r.measure(ctx, learn, o) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return report(w, runs, o.verbose)
}
