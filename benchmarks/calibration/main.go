// Command calibration measures whether the standard errors of decimal
// coefficients are what they say: over repeated simulations of curves and surfaces
// with noise, how often the interval of ± 1.96 standard errors holds the true
// coefficient. The interval is the one that is printed, with two digits of the
// standard error and as many decimals of the estimate, after whatever else of the
// equation was made exact. It is counted where the right monomials were printed.
//
//	go run -C benchmarks ./calibration [flags]
//
// Columns of the first table: runs; found: runs in which the true monomials and no
// others were printed; decimal: intervals printed for a coefficient, and the share
// that holds the truth, which should be 0.95, with the standard error (±) that
// this share has from so many; exact: how often the coefficient was claimed to be
// exact, and how often wrongly; z mean and z rms: mean and root mean square of
// (estimate - truth)/stderr, 0 and 1 when all is well; noise: the mean of the estimated
// noise over the true one, and the share of its intervals that hold; bias and
// error: mean and root mean square of the relative error of all coefficients that
// are not 1 by normalisation.
//
// The second table is over all noise levels. There wrong is the share of all runs
// in which a coefficient was claimed to be exact and is not, on whatever monomials.
//
// With -consistency it shows instead how the errors fall with the number of points,
// for the sets of one equation among -curves:
//
//	go run -C benchmarks ./calibration -consistency -curves circle,ellipse,sphere,lemniscate \
//		-sigma 0.05 -n 1000,10000,100000,1000000 -runs 8 -timeout 20m
//
// Columns: runs; found, as above; the mean relative error of the coefficient that
// has the largest, with its standard error over the runs, and its monomial; error:
// the root mean square over coefficients and runs, where a true term that is not
// printed counts as printed with 0; this times √N, which is constant where the
// estimate is consistent; and the estimated noise, in units of the noisy columns, over
// the true one.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
)

// options are the flags.
type options struct {
	curves  []Curve
	n       []int
	sigma   []float64
	runs    int
	degree  int
	robust  bool
	limits  command.Limits
	verbose bool
	// consistency is which tables to print.
	consistency bool
}

func main() {
	command.Main("calibration", func(ctx context.Context, args []string) error {
		o, err := parse(args)
		if err != nil {
			return err
		}
		if o.consistency {
			return consistency(ctx, os.Stdout, o)
		}
		return run(ctx, os.Stdout, o)
	})
}

// parse fills in the options from the command line.
func parse(args []string) (options, error) {
	o := options{curves: curves(), n: []int{50, 200, 1000}, sigma: []float64{0.001, 0.01, 0.05}}
	flags := flag.NewFlagSet("calibration", flag.ContinueOnError)
	command.List(flags, &o.curves, "curves", "curves to simulate", curveNamed)
	command.List(flags, &o.n, "n", "numbers of points", command.Count)
	command.List(flags, &o.sigma, "sigma", "noise levels, in root mean squares of the coordinates", command.Positive)
	flags.IntVar(&o.runs, "runs", 50, "simulations of each kind")
	flags.IntVar(&o.degree, "degree", 0, "largest degree, 0 for that of the curve")
	flags.BoolVar(&o.robust, "robust", true, "look for outliers: in Gaussian noise there are none, and it takes half the time")
	flags.BoolVar(&o.consistency, "consistency", false, "show how errors fall with the number of points")
	flags.BoolVar(&o.verbose, "v", false, "print what other equations were printed")
	o.limits.Bind(flags, 2*time.Minute)
	_, err := command.Parse(flags, args)
	return o, err
}

// run simulates and writes the tables.
func run(ctx context.Context, w io.Writer, o options) error {
	detail := trial.NewTable(append([]string{"curve", "points", "sigma"}, heads...)...)
	all := trial.NewTable("curve", "points", "runs", "found", "intervals that hold the truth", "±", "wrong", "noise")
	var others []string
	for _, c := range o.curves {
		for _, n := range o.n {
			var sum score
			for _, sigma := range o.sigma {
				s, rest, err := simulate(ctx, c, n, sigma, o)
				if err != nil {
					return err
				}
				others = append(others, rest...)
				sum.merge(s)
				for i, cells := range s.rows(c) {
					first := []any{c.Name, n, sigma}
					if i > 0 {
						first = []any{"", "", ""}
					}
					detail.Row(append(first, cells...)...)
				}
			}
			all.Row(c.Name, n, sum.runs, mean(float64(sum.found), sum.runs, "%.3f"), sum.coverages(c),
				count{of: sum.found}.error(), mean(float64(sum.wrong), sum.runs, "%.3f"), sum.sigma.share())
		}
	}
	if _, err := io.WriteString(w, detail.String()+"\n"+all.String()); err != nil {
		return err
	}
	if o.verbose {
		_, err := io.WriteString(w, "\n"+strings.Join(others, "\n")+"\n")
		return err
	}
	return nil
}

// simulate runs one kind and returns its score and what was printed that is wrong:
// on other monomials, or claimed to be exact.
func simulate(ctx context.Context, c Curve, n int, sigma float64, o options) (score, []string, error) {
	outcomes, err := outcomesOf(ctx, c, n, sigma, o)
	if err != nil {
		return score{}, nil, err
	}
	var s score
	var others []string
	for _, out := range outcomes {
		wrong := s.wrong
		if s.add(c, out, sigma) && s.wrong == wrong {
			continue
		}
		line := fmt.Sprintf("%s: %s", out.Name, out)
		if out.Result != nil {
			line += fmt.Sprintf(" at %.4f of the true noise", out.Result.Noise.Sigma/sigma*math.Sqrt(1+sigma*sigma))
		}
		others = append(others, line)
	}
	return s, others, nil
}

// outcomesOf runs one kind.
func outcomesOf(ctx context.Context, c Curve, n int, sigma float64, o options) ([]trial.Outcome, error) {
	settings := explain.Options{MaxDegree: max(o.degree, c.degree())}
	if !o.robust {
		settings.Robust = explain.RobustOff
	}
	var trials []trial.Trial
	for seed := range o.runs {
		trials = append(trials, trial.Trial{
			Name:    fmt.Sprintf("%s, sigma %g, %d points, seed %d", c.Name, sigma, n, seed+1),
			Data:    c.noisy(n, sigma, uint64(seed+1)),
			Options: settings,
		})
	}
	return trial.Run(ctx, trials, o.limits)
}
