//go:build unix

// Points compares kexplain with Macaulay2 and Singular on the exact vanishing
// ideals of random integer points. Every program is run as a whole process
// that reads its input from a file and prints the reduced Gröbner basis; time
// and memory are what the operating system charges to the process. The
// answers are compared polynomial by polynomial.
//
//	go run -C benchmarks ./points -cases 3,50 2,100 3,100
//
// See README.md beside this file.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
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
	cases   []size
	peers   []string
	runs    int
	seed    uint64
	timeout time.Duration
	binary  string
	check   bool
}

// size is a number of variables and of points.
type size struct{ n, s int }

func (c size) String() string { return fmt.Sprintf("(%d, %d)", c.n, c.s) }

func readFlags(args []string) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("points", flag.ContinueOnError)
	cases := flags.String("cases", "3,50 2,100 3,100", "sizes `N,S` of variables and points, separated by blanks")
	peers := flags.String("peers", "m2 singular", "programs to compare with, of m2 and singular")
	flags.IntVar(&set.runs, "runs", 3, "runs of kexplain, of which the best counts; the others run once")
	flags.Uint64Var(&set.seed, "seed", 1, "seed of the random points")
	flags.DurationVar(&set.timeout, "timeout", 30*time.Minute, "time after which a run is given up")
	flags.StringVar(&set.binary, "kexplain", "", "the program; built from this repository if empty")
	flags.BoolVar(&set.check, "check", true, "compare the answers")
	if _, err := command.Parse(flags, args); err != nil {
		return set, err
	}
	set.peers = strings.Fields(*peers)
	for _, c := range strings.Fields(*cases) {
		var k size
		if _, err := fmt.Sscanf(c, "%d,%d", &k.n, &k.s); err != nil || k.n < 1 || k.s < 1 {
			return set, fmt.Errorf("-cases: found %q, expected N,S", c)
		}
		set.cases = append(set.cases, k)
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
	fmt.Println("| points | program | wall s | cpu s | memory MB | answer MB | wall ratio | cpu ratio | same answer |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, c := range set.cases {
		if err := compare(ctx, set, dir, c); err != nil {
			return err
		}
	}
	return nil
}

// compare runs all programs on one point set and prints a line for each.
func compare(ctx context.Context, set settings, dir string, c size) error {
	points := randomPoints(rand.New(rand.NewPCG(set.seed, uint64(c.n)<<32+uint64(c.s))), c)
	var own outcome
	for _, p := range append([]program{kexplain(set.binary)}, peersNamed(set.peers)...) {
		runs := 1
		if p.name == "kexplain" {
			runs = set.runs
		}
		best, err := p.best(ctx, set, dir, points, runs)
		if errors.Is(err, errGivenUp) {
			fmt.Printf("| %v | %s | given up after %v |\n", c, p.name, set.timeout)
			continue
		}
		if err != nil {
			return err
		}
		same := ""
		switch {
		case p.name == "kexplain":
			own = best
		case set.check:
			same = "no"
			if err := sameBasis(c, own, p, best); err == nil {
				same = "yes"
			} else {
				fmt.Fprintf(os.Stderr, "%v %s: %v\n", c, p.name, err)
			}
		}
		fmt.Printf("| %v | %s | %.3f | %.3f | %.0f | %.2f | %.0f | %.0f | %s |\n", c, p.name, best.wall.Seconds(), best.cpu.Seconds(),
			float64(best.memory)/1e6, float64(best.size)/1e6, best.wall.Seconds()/own.wall.Seconds(), best.cpu.Seconds()/own.cpu.Seconds(), same)
	}
	return nil
}

// randomPoints returns distinct points with coordinates in [-99, 99].
func randomPoints(rng *rand.Rand, c size) [][]int64 {
	seen := make(map[string]bool)
	var points [][]int64
	for len(points) < c.s {
		p := make([]int64, c.n)
		for i := range p {
			p[i] = rng.Int64N(199) - 99
		}
		if key := fmt.Sprint(p); !seen[key] {
			seen[key] = true
			points = append(points, p)
		}
	}
	return points
}
