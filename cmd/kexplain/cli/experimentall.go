package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/kexplain/kexplain/cmd/kexplain/experiment"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/internal/atomicfile"
	"github.com/kexplain/kexplain/internal/progress"
)

// The files of kexplain experiment --all, beside a picture for every figure.
const (
	experimentPage = "index.html"
	experimentText = "experiments.txt"
)

// acceptAll checks the flags of --all.
func (o *experimentOptions) acceptAll(args []string) error {
	switch {
	case len(args) > 0:
		return usageError{fmt.Sprintf("found %q beside --all, expected no NAME", args[0])}
	case o.output.path == "":
		return usageError{"--all writes a page and pictures: name the folder for them with --output"}
	case o.plot != "":
		return usageError{"--plot has no effect with --all, which draws every figure"}
	case o.output.format != "text":
		return usageError{"--format has no effect with --all, which writes a page and text"}
	}
	return nil
}

// runAllExperiments runs all experiments and writes a page with all of them, their text, and
// the pictures into a folder. Those whose data are missing are named and left out.
func runAllExperiments(ctx context.Context, s streams, o *experimentOptions) error {
	line := progress.New(s.err)
	defer line.Clear()
	var outcomes []experiment.Outcome
	for _, e := range experiment.All() {
		out := experiment.Outcome{Experiment: e, Command: fmt.Sprintf("kexplain experiment %s --seed %d", e.Name, o.seed)}
		if e.Data {
			out.Command += " --data DIR"
		}
		if e.Thorough && o.thorough {
			out.Command += " --thorough"
		}
		line.Show(e.Name, 0, 0)
		var err error
		out.Report, out.Picture, err = e.Run(ctx, experiment.Options{Data: o.data, Seed: o.seed,
			Thorough: o.thorough && e.Thorough, Progress: line.Show})
		switch {
		case errors.Is(err, experiment.ErrNoData):
			out.Skipped = err.Error()
		case err != nil:
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		outcomes = append(outcomes, out)
	}
	line.Clear()
	return writeExperiments(s, o.output.path, outcomes)
}

// writeExperiments writes the files.
func writeExperiments(s streams, dir string, outcomes []experiment.Outcome) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, out := range outcomes {
		if out.Picture == nil {
			continue
		}
		if err := out.Picture.Save(filepath.Join(dir, out.Experiment.Name+".svg"), nil); err != nil {
			return err
		}
	}
	if err := atomicfile.Write(filepath.Join(dir, experimentText), func(w io.Writer) error {
		for i, out := range outcomes {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if out.Skipped != "" {
				fmt.Fprintf(w, "%s: not run: %s\n", out.Experiment.Name, out.Skipped)
				continue
			}
			if err := out.Report.WriteText(w); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	page := filepath.Join(dir, experimentPage)
	if err := atomicfile.Write(page, func(w io.Writer) error {
		return experiment.WritePage(w, "The experiments of the papers", report.Style(), outcomes)
	}); err != nil {
		return err
	}
	run := 0
	for _, out := range outcomes {
		if out.Skipped == "" {
			run++
		}
	}
	_, err := fmt.Fprintf(s.out, "%d of %d experiments are in %s\n", run, len(outcomes), page)
	return err
}
