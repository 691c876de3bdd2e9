//go:build unix

// Points compares kexplain with FLINT, Singular and Macaulay2 on the exact vanishing ideals of
// points, by processor time in one run. kexplain, Singular and Macaulay2 run as whole processes
// that read their input and print the reduced Gröbner basis; what each takes to start is
// measured and taken off. Of FLINT only the solution of the linear system counts, without
// reading, choosing monomials and printing. The answers are compared polynomial by polynomial.
//
//	go run -C benchmarks ./points -cases "3,100 circle,200"
//
// See README.md beside this file.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
)

func main() { command.Main("points", run) }

// settings are the flags.
type settings struct {
	cases   []pointSet
	peers   []string
	runs    int
	timeout time.Duration
	binary  string
	check   bool
}

// usual are the cases of the figures in benchmarks/README.md.
const usual = "3,200 5,300 circle,200 sphere,600 fractions,50 grid,5 cubic,80"

func readFlags(args []string) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("points", flag.ContinueOnError)
	cases := flags.String("cases", usual,
		"sets `N,S` of S random points in N variables, or circle,S sphere,S fractions,S grid,S cubic,S, separated by blanks")
	peers := flags.String("peers", "flint singular m2", "programs to compare with, of flint, singular and m2")
	flags.IntVar(&set.runs, "runs", 3, "runs of each program, of which the best counts; a peer that takes more than 5 s runs once")
	seed := flags.Uint64("seed", 1, "seed of the random points")
	flags.DurationVar(&set.timeout, "timeout", time.Minute, "time after which a run is given up")
	flags.StringVar(&set.binary, "kexplain", "", "the program; built from this repository if empty")
	flags.BoolVar(&set.check, "check", true, "compare the answers")
	if _, err := command.Parse(flags, args); err != nil {
		return set, err
	}
	set.peers = strings.Fields(*peers)
	for _, name := range set.peers {
		if makers[name] == nil {
			return set, fmt.Errorf("-peers: found %q, expected flint, singular or m2", name)
		}
	}
	for _, name := range strings.Fields(*cases) {
		c, err := setNamed(name, *seed)
		if err != nil {
			return set, err
		}
		set.cases = append(set.cases, c)
	}
	return set, nil
}

func run(ctx context.Context, args []string) error {
	set, err := readFlags(args)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "points")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if set.binary == "" {
		set.binary = filepath.Join(dir, "kexplain")
		build := exec.CommandContext(ctx, "go", "build", "-C", "..", "-o", set.binary, "./cmd/kexplain") // another module than this
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building kexplain: %w", err)
		}
	}
	programs := []program{kexplain(set.binary)}
	for _, name := range set.peers {
		p, err := makers[name](ctx, dir)
		if err != nil {
			fmt.Fprintf(os.Stderr, "points: %s is left out: %v\n", name, err)
			continue
		}
		programs = append(programs, p)
	}
	fmt.Println("| points | program | cpu s | start s | ratio | wall s | memory MB | answer MB | same answer |")
	fmt.Println("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
	for _, c := range set.cases {
		if err := compare(ctx, set, dir, c, programs); err != nil {
			return err
		}
	}
	return nil
}

// compare runs all programs by turns on one set of points, kexplain first, and prints a line
// for each.
func compare(ctx context.Context, set settings, dir string, c pointSet, programs []program) error {
	entrants := make([]*entrant, len(programs))
	for r := range set.runs {
		for i, p := range programs {
			if r == 0 {
				var own outcome
				if i > 0 {
					own = entrants[0].least
				}
				var err error
				if entrants[i], err = p.prepare(ctx, set, dir, c.points, own); err != nil {
					return err
				}
			}
			if err := entrants[i].once(ctx, set, dir); err != nil {
				return err
			}
			if entrants[0].gone {
				fmt.Printf("| %s | kexplain | > %.1f | | | | | | |\n", c.name, entrants[0].least.cpu.Seconds())
				return nil
			}
		}
	}
	own := entrants[0].least
	for i, e := range entrants {
		ratio := e.least.work().Seconds() / own.work().Seconds()
		if e.gone {
			fmt.Printf("| %s | %s | > %.1f | %.3f | > %.1f | | | | |\n", c.name, e.name, e.least.cpu.Seconds(), e.least.start.Seconds(), ratio)
			continue
		}
		same := ""
		if i > 0 && set.check {
			same = "yes"
			if err := sameBasis(len(c.points[0]), own, e.least); err != nil {
				same = "no"
				fmt.Fprintf(os.Stderr, "%s %s: %v\n", c.name, e.name, err)
			}
		}
		fmt.Printf("| %s | %s | %.4f | %.4f | %.2f | %.3f | %.0f | %.2f | %s |\n", c.name, e.name, e.least.cpu.Seconds(), e.least.start.Seconds(),
			ratio, e.least.wall.Seconds(), float64(e.least.memory)/1e6, float64(e.least.size)/1e6, same)
	}
	return nil
}
