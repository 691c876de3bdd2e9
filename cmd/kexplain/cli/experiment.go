package cli

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/experiment"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
)

// experimentOptions are the options of kexplain experiment.
type experimentOptions struct {
	experiment experiment.Experiment
	data       string
	plot       string
	seed       uint64
	thorough   bool
	all        bool
	output     outputOptions
}

// newExperiment returns the command that repeats experiments of the papers.
func newExperiment() *command {
	o := &experimentOptions{}
	return &command{
		name: "experiment", args: "NAME", short: "repeat an experiment of the papers",
		long: `Repeats an experiment of the papers on kernels and ideals: says what is done,
prints the figure as numbers, and sets what came out beside what the paper
reports.

` + experimentList() + `
usps, sign-digits and mnist read real digits from the folder that --data names:
zip.train and zip.test, and the four IDX files, gzipped or not. They take a
minute or two.`,
		examples: []example{
			{"kexplain experiment circle", "the level set of a noisy circle, as numbers"},
			{"kexplain experiment --all --data DIR --output PAPERS", "a page with all of them, PAPERS/index.html"},
		},
		bind: func(flags *flag.FlagSet) {
			flags.StringVar(&o.data, "data", "", "`DIR`: the folder of the real data")
			flags.StringVar(&o.plot, "plot", "", "draw the figure to `FILE`, an SVG whose name ends in .svg")
			o.seed = 1
			seed(flags, &o.seed, "`N`: the seed of all random choices")
			flags.BoolVar(&o.all, "all", false,
				"run all experiments and write a page, their text and the pictures into the "+
					"folder that --output names; without --data those of real data are left out")
			flags.BoolVar(&o.thorough, "thorough", false, "more repetitions and larger settings, a few minutes more")
			o.output.bind(flags, "text", "json")
		},
		accept: o.accept,
		idle: func() []idle {
			if o.all {
				return nil // acceptAll has looked
			}
			e := o.experiment
			return []idle{
				{!e.Data, "data", "with the experiment " + e.Name + ", which reads no data"},
				{!e.Thorough, "thorough", "with the experiment " + e.Name + ", which is one setting"},
				{!e.Figure, "plot", "with the experiment " + e.Name + ", which has no figure"},
			}
		},
		paths: func() paths {
			return paths{in: filesIn(o.data, "--data"), out: []namedPath{{o.plot, "--plot"}, {o.output.path, "--output"}}, folders: o.all}
		},
		run: func(ctx context.Context, s streams) error {
			if o.all {
				return runAllExperiments(ctx, s, o)
			}
			return runExperiment(ctx, s, o)
		},
	}
}

// experimentList lists the experiments for the help.
func experimentList() string {
	var b strings.Builder
	for _, e := range experiment.All() {
		fmt.Fprintf(&b, "  %-14s %s\n", e.Name, e.Short)
	}
	return b.String()
}

// accept takes the name, and looks for the experiment before anything is done.
func (o *experimentOptions) accept(args []string) error {
	if o.all {
		return o.acceptAll(args)
	}
	if len(args) != 1 {
		return usageError{fmt.Sprintf("found %s, expected the NAME of an experiment: %s", plural.Count(len(args), "argument"), experimentNames())}
	}
	var ok bool
	if o.experiment, ok = experiment.Find(args[0]); !ok {
		return usageError{fmt.Sprintf("found no experiment %q, expected %s", args[0], experimentNames())}
	}
	if o.experiment.Data && o.data == "" {
		return usageError{fmt.Sprintf("%s reads real data: name their folder with --data", args[0])}
	}
	return nil
}

func experimentNames() string {
	var names []string
	for _, e := range experiment.All() {
		names = append(names, e.Name)
	}
	return strings.Join(names, ", ")
}

// runExperiment runs it and writes report and picture.
func runExperiment(ctx context.Context, s streams, o *experimentOptions) error {
	if err := s.program.checkPlot(o.plot); err != nil {
		return err
	}
	line := progress.New(s.err)
	result, picture, err := o.experiment.Run(ctx, experiment.Options{
		Data: o.data, Seed: o.seed, Thorough: o.thorough, Progress: line.Show,
	})
	line.Clear()
	if err != nil {
		return err
	}
	if o.plot != "" {
		if err := picture.Save(o.plot, s.program.PNG); err != nil {
			return err
		}
	}
	return o.output.report(s, result)
}
