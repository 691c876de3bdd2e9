// Command ratio compares two builds of kexplain by the processor time of learn.
//
//	go run -C benchmarks ./ratio [flags] BEFORE AFTER FILE...
//
// BEFORE and AFTER are programs. Each learns from each FILE by turns, on one processor, with the
// degree of the truth.json beside the file, if there is one. A row for each file: the least
// processor time of each in seconds and the ratio, after over before; below the median ratio,
// which holds from machine to machine, and the ratio of the sums.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
)

func main() {
	command.Main("ratio", func(ctx context.Context, args []string) error { return run(ctx, os.Stdout, args) })
}

func run(ctx context.Context, w io.Writer, args []string) error {
	flags := flag.NewFlagSet("ratio", flag.ContinueOnError)
	runs := flags.Int("runs", 3, "runs of each program on each file, the least of which counts")
	rest, err := command.Parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) < 3 || *runs < 1 {
		return errors.New("expected BEFORE AFTER FILE... and -runs of at least 1")
	}
	var ratios, sums [2][]float64
	fmt.Fprintf(w, "%-48s %8s %8s %6s\n", "file", "before", "after", "ratio")
	for _, file := range rest[2:] {
		var least [2]float64
		for range *runs {
			for k, program := range rest[:2] {
				seconds, err := learn(ctx, program, file)
				if err != nil {
					return err
				}
				if least[k] == 0 || seconds < least[k] {
					least[k] = seconds
				}
			}
		}
		ratio := least[1] / max(least[0], 1e-3)
		ratios[0] = append(ratios[0], ratio)
		for k := range sums {
			sums[k] = append(sums[k], least[k])
		}
		name := filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file))
		fmt.Fprintf(w, "%-48s %8.3f %8.3f %6.2f\n", name, least[0], least[1], ratio)
	}
	slices.Sort(ratios[0])
	n := len(ratios[0])
	fmt.Fprintf(w, "%d files: median ratio %.2f, ratio of the sums %.2f\n",
		n, (ratios[0][n/2]+ratios[0][(n-1)/2])/2, sum(sums[1])/sum(sums[0]))
	return nil
}

func sum(list []float64) float64 {
	total := 0.0
	for _, x := range list {
		total += x
	}
	return total
}

// learn returns the processor time in seconds of one run. A refusal is an answer.
func learn(ctx context.Context, program, file string) (float64, error) {
	args := []string{"learn"}
	var truth struct {
		Degree int `json:"max_degree"`
	}
	if text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "truth.json")); err == nil {
		if err := json.Unmarshal(text, &truth); err != nil {
			return 0, fmt.Errorf("truth.json beside %s: %w", file, err)
		}
	}
	if truth.Degree > 0 {
		args = append(args, "--degree", strconv.Itoa(truth.Degree))
	}
	c := exec.CommandContext(ctx, program, append(args, file)...)
	c.Env = append(os.Environ(), "GOMAXPROCS=1")
	if err := c.Run(); err != nil && c.ProcessState == nil {
		return 0, err
	}
	const wrongUsage = 2
	if status := c.ProcessState.ExitCode(); status < 0 || status == wrongUsage {
		return 0, fmt.Errorf("%s learn %s: status %d", program, file, status)
	}
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), nil
}
