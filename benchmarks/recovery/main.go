// Command recovery measures how often the exact equations of known varieties are
// found from points with noise.
//
//	go run ./benchmarks/recovery [flags] DIR...
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
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

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
	threads    int
	timeout    time.Duration
	verbose    bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	o, err := parse(os.Args[1:])
	if err == nil {
		err = run(ctx, os.Stdout, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "recovery:", err)
		os.Exit(1)
	}
}

// parse fills in the options from the command line.
func parse(args []string) (options, error) {
	var o options
	var sigma, n, only string
	flags := flag.NewFlagSet("recovery", flag.ContinueOnError)
	flags.IntVar(&o.degreePlus, "degree-plus", 0, "how far the maximum degree is above the truth's")
	flags.StringVar(&sigma, "sigma", "", "noise levels to run, separated by commas; all when empty")
	flags.StringVar(&n, "n", "", "numbers of points to run, separated by commas; all when empty")
	flags.StringVar(&only, "only", "", "names of cases to run, separated by commas; all when empty")
	flags.StringVar(&o.method, "method", defaultMethod, "who learns: "+strings.Join(methodNames(), ", "))
	flags.Float64Var(&o.outliers, "outliers", 0, "share of the points replaced by uniform ones in a box of three times their range")
	flags.Uint64Var(&o.seed, "seed", 1, "seed of the outliers")
	flags.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "runs at the same time")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "time after which a run counts as printing nothing")
	flags.BoolVar(&o.verbose, "verbose", false, "print the equations of every run")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	for _, field := range split(sigma) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return o, fmt.Errorf("-sigma: %q is not a number", field)
		}
		o.sigma = append(o.sigma, v)
	}
	for _, field := range split(n) {
		v, err := strconv.Atoi(field)
		if err != nil {
			return o, fmt.Errorf("-n: %q is not a whole number", field)
		}
		o.n = append(o.n, v)
	}
	if !(o.outliers >= 0 && o.outliers < 1) {
		return o, fmt.Errorf("-outliers: %g is no share", o.outliers)
	}
	o.only, o.dirs = split(only), flags.Args()
	if len(o.dirs) == 0 {
		return o, fmt.Errorf("no folder of cases given")
	}
	return o, nil
}

// split cuts a list at its commas; the empty list has no elements.
func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
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
	g.SetLimit(max(1, o.threads))
	for _, r := range runs {
		g.Go(func() error { return r.measure(ctx, learn, o) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return report(w, runs, o.verbose)
}
