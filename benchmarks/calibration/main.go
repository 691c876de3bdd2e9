// Command calibration measures whether the standard errors of decimal
// coefficients are what they say: over repeated simulations of a curve with
// noise, how often estimate ± 1.96 standard errors holds the true coefficient.
//
//	go run ./benchmarks/calibration [flags]
//
// Columns: runs; found: runs in which one equation with the true monomials was
// printed; intervals: decimal coefficients in those, and the share that holds the
// truth, which should be 0.95; rounded: coefficients claimed to be exact, and how
// many of these are not; z mean and z rms: mean and root mean square of
// (estimate - truth)/stderr, 0 and 1 when all is well; bias and error: mean and
// root mean square of the relative error of the coefficients that are not 1 by
// normalisation; sigma: the mean of the estimated noise over the true one.
//
// With -n 1000,10000,100000,1000000 -sigma 0.05 the columns bias and error show
// whether the estimates are consistent: the error falls as 1/√N and the bias
// with it.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
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
	limits  command.Limits
	verbose bool
}

func main() {
	command.Main("calibration", func(ctx context.Context, args []string) error {
		o, err := parse(args)
		if err != nil {
			return err
		}
		return run(ctx, os.Stdout, o)
	})
}

// parse fills in the options from the command line.
func parse(args []string) (options, error) {
	o := options{curves: curves(), n: []int{200, 1000}, sigma: []float64{0.01, 0.05}}
	flags := flag.NewFlagSet("calibration", flag.ContinueOnError)
	command.List(flags, &o.curves, "curves", "curves to simulate", curveNamed)
	command.List(flags, &o.n, "n", "numbers of points", command.Count)
	command.List(flags, &o.sigma, "sigma", "noise levels, in root mean squares of the coordinates", command.Positive)
	flags.IntVar(&o.runs, "runs", 50, "simulations of each kind")
	flags.IntVar(&o.degree, "degree", 0, "largest degree, 0 for that of the curve")
	flags.BoolVar(&o.verbose, "v", false, "print what other equations were printed")
	o.limits.Bind(flags, 2*time.Minute)
	_, err := command.Parse(flags, args)
	return o, err
}

// run simulates and writes the table.
func run(ctx context.Context, w io.Writer, o options) error {
	t := trial.NewTable("curve", "sigma", "points", "runs", "found", "intervals", "hold the truth",
		"rounded", "wrongly", "z mean", "z rms", "bias", "error", "sigma/true")
	var others []string
	for _, c := range o.curves {
		for _, sigma := range o.sigma {
			for _, n := range o.n {
				var trials []trial.Trial
				for seed := range o.runs {
					trials = append(trials, trial.Trial{
						Name:    fmt.Sprintf("%s, sigma %g, %d points, seed %d", c.Name, sigma, n, seed+1),
						Data:    c.noisy(n, sigma, uint64(seed+1)),
						Options: explain.Options{MaxDegree: max(o.degree, c.degree())},
					})
				}
				outcomes, err := trial.Run(ctx, trials, o.limits)
				if err != nil {
					return err
				}
				var s score
				for _, out := range outcomes {
					if !s.add(c, out, sigma) {
						line := fmt.Sprintf("%s: %s", out.Name, out)
						if out.Result != nil {
							line += fmt.Sprintf(" at %.4f of the true noise", out.Result.Noise.Sigma/sigma)
						}
						others = append(others, line)
					}
				}
				t.Row(append([]any{c.Name, sigma, n, o.runs}, s.cells()...)...)
			}
		}
	}
	if _, err := io.WriteString(w, t.String()); err != nil {
		return err
	}
	if o.verbose {
		for _, line := range others {
			fmt.Fprintln(w, line)
		}
	}
	return nil
}

// degree is that of the equation.
func (c Curve) degree() int {
	d := 0
	for e := range c.Law {
		d = max(d, e[0]+e[1]+e[2])
	}
	return d
}

// score gathers the runs of one kind.
type score struct {
	found, intervals, hold, rounded, wrong int
	z, z2                                  float64 // sums
	bias, square                           float64
	errors                                 int
	sigma                                  float64
}

// add takes one outcome and reports whether it is one equation with the true
// monomials.
func (s *score) add(c Curve, o trial.Outcome, sigma float64) bool {
	if o.Result == nil || len(o.Result.Generators) != 1 {
		return false
	}
	g := o.Result.Generators[0]
	if len(g.Terms) != len(c.Law) {
		return false
	}
	for _, t := range g.Terms {
		if _, ok := c.Law[exponents(t)]; !ok {
			return false
		}
	}
	s.found++
	s.sigma += o.Result.Noise.Sigma / sigma
	for i, t := range g.Terms {
		if i == 0 {
			continue // the leading coefficient is 1
		}
		truth := c.Law[exponents(t)]
		lead := g.Terms[0]
		relative := (t.Estimate/lead.Estimate - truth) / math.Abs(truth)
		s.bias, s.square, s.errors = s.bias+relative, s.square+relative*relative, s.errors+1
		if t.Exact {
			s.rounded++
			printed := t.Coefficient.Float64() / lead.Coefficient.Float64()
			if math.Abs(printed-truth) > rounding*math.Abs(truth) {
				s.wrong++
			}
			continue
		}
		z := (t.Estimate - truth) / t.Stderr
		s.intervals++
		s.z, s.z2 = s.z+z, s.z2+z*z
		if math.Abs(z) <= 1.96 {
			s.hold++
		}
	}
	return true
}

// rounding is how far a true coefficient may be from the rational that it is,
// having been computed in floating point.
const rounding = 1e-12

func exponents(t explain.Term) (e [3]int) {
	copy(e[:], t.Exponents)
	return e
}

// cells are the columns of the table.
func (s *score) cells() []any {
	share := func(x float64, n int, format string) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf(format, x/float64(n))
	}
	return []any{
		s.found, s.intervals, share(float64(s.hold), s.intervals, "%.3f"), s.rounded, s.wrong,
		share(s.z, s.intervals, "%.2f"), rms(s.z2, s.intervals, "%.2f"),
		share(s.bias, s.errors, "%.1e"), rms(s.square, s.errors, "%.1e"), share(s.sigma, s.found, "%.3f"),
	}
}

// rms formats a root mean square, empty where there is nothing.
func rms(sum float64, n int, format string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, math.Sqrt(sum/float64(n)))
}
