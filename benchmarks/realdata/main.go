// Command realdata learns equations from tables of measurements, with default
// settings, as a person would who knows nothing of the law, and writes beside
// each answer what is known.
//
//	go run -C benchmarks ./realdata -data ../../shared/data > docs/reference/real-data.md
//
// The list of tables, columns and laws is in cases.go. The output is the same
// from run to run.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
)

// options are the flags.
type options struct {
	data    string
	only    string
	limits  command.Limits
	verbose bool
}

func main() {
	command.Main("realdata", func(ctx context.Context, args []string) error {
		o, err := parse(args)
		if err != nil {
			return err
		}
		return run(ctx, os.Stdout, os.Stderr, o)
	})
}

// parse fills in the options from the command line.
func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("realdata", flag.ContinueOnError)
	flags.StringVar(&o.data, "data", "../shared/data", "folder with laws, schmidt-lipson and uci")
	flags.StringVar(&o.only, "only", "", "run the files whose name contains this")
	flags.BoolVar(&o.verbose, "v", false, "what was looked at, taken and refused, and the time, on standard error")
	o.limits.Bind(flags, 5*time.Minute)
	_, err = command.Parse(flags, args)
	return o, err
}

// run learns from every table and writes the report to w.
func run(ctx context.Context, w, log io.Writer, o options) error {
	var cases []Case
	var trials []trial.Trial
	for _, c := range Cases() {
		if !strings.Contains(c.File, o.only) {
			continue
		}
		cases = append(cases, c)
		trials = append(trials, trial.Trial{
			Name:    c.name(),
			Data:    func(ctx context.Context) (explain.Data, error) { return c.load(ctx, o.data) },
			Options: c.Options,
		})
	}
	outcomes, err := trial.Run(ctx, trials, o.limits)
	if err != nil {
		return err
	}
	if o.verbose {
		for _, out := range outcomes {
			fmt.Fprintf(log, "%s  %.1f s\n  %s\n", out.Name, out.Elapsed.Seconds(), out)
			for _, step := range out.Steps() {
				fmt.Fprintln(log, "   ", step)
			}
		}
	}
	flags := ""
	if o.only != "" {
		flags = " -only " + o.only
	}
	return report(w, flags, cases, outcomes)
}
