//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// program is one side of the comparison.
type program struct {
	name   string
	style  poly.Style // of the polynomials that it prints
	input  func(points [][]int64) string
	argv   func(input string) []string
	answer func(text string) []string // the polynomials in the output
}

// peersNamed returns the programs of the given names.
func peersNamed(names []string) []program {
	var list []program
	for _, name := range names {
		switch name {
		case "m2":
			list = append(list, macaulay2())
		case "singular":
			list = append(list, singular())
		}
	}
	return list
}

func kexplain(binary string) program {
	return program{
		name: "kexplain", style: poly.Text,
		input: func(points [][]int64) string {
			var b strings.Builder
			for _, p := range points {
				fmt.Fprintln(&b, strings.Trim(fmt.Sprint(p), "[]"))
			}
			return b.String()
		},
		argv: func(input string) []string { return []string{binary, "ideal", input} },
		answer: func(text string) []string {
			return linesWith(text, func(line string) (string, bool) { return line, !strings.HasPrefix(line, "#") })
		},
	}
}

// macaulay2 runs affinePoints of the package Points, which is its
// Buchberger–Möller algorithm.
func macaulay2() program {
	return program{
		name: "Macaulay2", style: poly.Macaulay2,
		input: func(points [][]int64) string {
			n := len(points[0])
			rows := make([]string, n)
			for i := range rows {
				cells := make([]string, len(points))
				for j, p := range points {
					cells[j] = fmt.Sprint(p[i])
				}
				rows[i] = "{" + strings.Join(cells, ",") + "}"
			}
			return fmt.Sprintf("needsPackage \"Points\";\nR = QQ[%s, MonomialOrder=>GLex];\nM = matrix{%s};\n"+
				"(Q,inG,G) = affinePoints(M,R);\nscan(G, g -> print toString g);\n", variables(n), strings.Join(rows, ","))
		},
		argv: func(input string) []string { return []string{"M2", "--script", input} },
		answer: func(text string) []string {
			return linesWith(text, func(line string) (string, bool) { return line, true })
		},
	}
}

// singular runs interpolation, its ideal of points.
func singular() program {
	return program{
		name: "Singular", style: poly.Singular,
		input: func(points [][]int64) string {
			var b strings.Builder
			n := len(points[0])
			fmt.Fprintf(&b, "short = 0;\nring R = 0,(%s),Dp;\nlist L;\n", variables(n))
			for j, p := range points {
				forms := make([]string, n)
				for i, x := range p {
					forms[i] = fmt.Sprintf("x%d-(%d)", i+1, x)
				}
				fmt.Fprintf(&b, "ideal p%d = %s; L[%d] = p%d;\n", j+1, strings.Join(forms, ","), j+1, j+1)
			}
			ones := strings.TrimSuffix(strings.Repeat("1,", len(points)), ",")
			fmt.Fprintf(&b, "intvec v = %s;\nideal G = interpolation(L,v);\nG;\nquit;\n", ones)
			return b.String()
		},
		argv: func(input string) []string { return []string{"Singular", "-q", input} },
		answer: func(text string) []string {
			return linesWith(text, func(line string) (string, bool) {
				_, p, ok := strings.Cut(line, "]=")
				return p, ok
			})
		},
	}
}

func variables(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("x%d", i+1)
	}
	return strings.Join(names, ",")
}

// linesWith returns what pick takes of each line.
func linesWith(text string, pick func(line string) (string, bool)) []string {
	var list []string
	for line := range strings.Lines(text) {
		if p, ok := pick(strings.TrimSpace(line)); ok && p != "" {
			list = append(list, p)
		}
	}
	return list
}

// outcome is what a run took and where its answer is.
type outcome struct {
	wall, cpu time.Duration
	memory    int64 // largest resident set in bytes
	size      int64 // of the printed answer
	output    string
	program   program
}

// errGivenUp says that a run took too long.
var errGivenUp = errors.New("given up")

// best runs the program several times and returns the run that took least
// processor time.
func (p program) best(ctx context.Context, set settings, dir string, points [][]int64, runs int) (outcome, error) {
	input := filepath.Join(dir, p.name+".in")
	if err := os.WriteFile(input, []byte(p.input(points)), 0o600); err != nil {
		return outcome{}, err
	}
	var best outcome
	for r := range runs {
		o, err := p.run(ctx, set, input, filepath.Join(dir, p.name+".out"))
		if err != nil {
			return outcome{}, err
		}
		if r == 0 || o.cpu < best.cpu {
			best.cpu, best.memory, best.size, best.output, best.program = o.cpu, o.memory, o.size, o.output, o.program
		}
		if r == 0 || o.wall < best.wall {
			best.wall = o.wall
		}
	}
	return best, nil
}

// run runs the program once.
func (p program) run(ctx context.Context, set settings, input, output string) (outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, set.timeout)
	defer cancel()
	out, err := os.Create(output)
	if err != nil {
		return outcome{}, err
	}
	defer out.Close()
	argv := p.argv(input)
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Stdout, c.Stderr = out, os.Stderr
	start := time.Now()
	err = c.Run()
	wall := time.Since(start)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return outcome{}, errGivenUp
	}
	if err != nil {
		return outcome{}, fmt.Errorf("%s: %w", p.name, err)
	}
	o := outcome{wall: wall, cpu: c.ProcessState.UserTime() + c.ProcessState.SystemTime(), output: output, program: p}
	if u, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.memory = int64(u.Maxrss) * maxrssUnit
	}
	if info, err := out.Stat(); err == nil {
		o.size = info.Size()
	}
	return o, nil
}

// maxrssUnit is the unit of ru_maxrss: kilobytes on Linux.
const maxrssUnit = 1024

// sameBasis compares the monic polynomials of two answers as sets.
func sameBasis(c size, own outcome, p program, other outcome) error {
	R, err := poly.NewRing(ring.Q, strings.Split(variables(c.n), ","))
	if err != nil {
		return err
	}
	read := func(o outcome) (map[poly.Monomial]*poly.Polynomial[ring.Rat], error) {
		text, err := os.ReadFile(o.output)
		if err != nil {
			return nil, err
		}
		basis := make(map[poly.Monomial]*poly.Polynomial[ring.Rat])
		for _, line := range o.program.answer(string(text)) {
			g, err := R.ParseStyle(line, o.program.style)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", o.program.name, err)
			}
			if g, err = g.Monic(); err != nil {
				return nil, err
			}
			basis[g.LeadingMonomial()] = g
		}
		return basis, nil
	}
	mine, err := read(own)
	if err != nil {
		return err
	}
	theirs, err := read(other)
	if err != nil {
		return err
	}
	if len(mine) != len(theirs) {
		return fmt.Errorf("%d polynomials, kexplain has %d", len(theirs), len(mine))
	}
	for m, g := range mine {
		if h, ok := theirs[m]; !ok || !g.Equal(h) {
			return fmt.Errorf("differs at the leading monomial %s", R.FormatMonomial(m))
		}
	}
	return nil
}
