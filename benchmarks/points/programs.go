//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/kexplain/kexplain/poly"
)

// program is one side of the comparison.
type program struct {
	name   string
	style  poly.Style // of the polynomials that it prints
	input  func(points [][]*big.Rat, own outcome) (string, error)
	argv   func(input string) []string
	start  func(dir string) (argv []string, err error) // runs the program without work
	answer func(text string) []string                  // the polynomials in the output
	stdin  bool                                        // input comes from standard input
	bare   bool                                        // the program prints the processor time that counts on standard error
}

// makers makes the programs by their names. An error says what is not installed.
var makers = map[string]func(ctx context.Context, dir string) (program, error){
	"flint":    flint,
	"m2":       installed("M2", macaulay2),
	"singular": installed("Singular", singular),
}

// installed makes a program that is called by a name.
func installed(name string, p program) func(context.Context, string) (program, error) {
	return func(context.Context, string) (program, error) {
		_, err := exec.LookPath(name)
		return p, err
	}
}

func kexplain(binary string) program {
	return program{
		name: "kexplain", style: poly.Text,
		input: func(points [][]*big.Rat, _ outcome) (string, error) {
			var b strings.Builder
			for _, p := range points {
				for i, x := range p {
					b.WriteString(strings.Repeat(" ", min(i, 1)) + x.RatString())
				}
				b.WriteByte('\n')
			}
			return b.String(), nil
		},
		argv: func(input string) []string { return []string{binary, "ideal", input} },
		start: func(dir string) ([]string, error) {
			input := filepath.Join(dir, "start.txt")
			return []string{binary, "ideal", input}, os.WriteFile(input, []byte("1 2 3\n"), 0o600)
		},
		answer: func(text string) []string {
			return linesWith(text, func(line string) (string, bool) { return line, !strings.HasPrefix(line, "#") })
		},
	}
}

// macaulay2 runs affinePoints of the package Points, which is its
// Buchberger–Möller algorithm.
var macaulay2 = program{
	name: "Macaulay2", style: poly.Macaulay2,
	input: func(points [][]*big.Rat, _ outcome) (string, error) {
		n := len(points[0])
		rows := make([]string, n)
		for i := range rows {
			cells := make([]string, len(points))
			for j, p := range points {
				cells[j] = p[i].RatString()
			}
			rows[i] = "{" + strings.Join(cells, ",") + "}"
		}
		return fmt.Sprintf("needsPackage \"Points\";\nR = QQ[%s, MonomialOrder=>GLex];\nM = promote(matrix{%s},QQ);\n"+
			"(Q,inG,G) = affinePoints(M,R);\nscan(G, g -> print toString g);\n", variables(n), strings.Join(rows, ",")), nil
	},
	argv: func(input string) []string { return []string{"M2", "--script", input} },
	start: func(dir string) ([]string, error) {
		input := filepath.Join(dir, "start.m2")
		return []string{"M2", "--script", input}, os.WriteFile(input, []byte("needsPackage \"Points\";\n"), 0o600)
	},
	answer: func(text string) []string {
		return linesWith(text, func(line string) (string, bool) { return line, true })
	},
}

// singular runs interpolation, its ideal of points.
var singular = program{
	name: "Singular", style: poly.Singular,
	input: func(points [][]*big.Rat, _ outcome) (string, error) {
		var b strings.Builder
		n := len(points[0])
		fmt.Fprintf(&b, "short = 0;\nring R = 0,(%s),Dp;\nlist L;\n", variables(n))
		for j, p := range points {
			forms := make([]string, n)
			for i, x := range p {
				forms[i] = fmt.Sprintf("x%d-(%s)", i+1, x.RatString())
			}
			fmt.Fprintf(&b, "ideal p%d = %s; L[%d] = p%d;\n", j+1, strings.Join(forms, ","), j+1, j+1)
		}
		ones := strings.TrimSuffix(strings.Repeat("1,", len(points)), ",")
		fmt.Fprintf(&b, "intvec v = %s;\nideal G = interpolation(L,v);\nG;\nquit;\n", ones)
		return b.String(), nil
	},
	argv: func(input string) []string { return []string{"Singular", "-q", input} },
	start: func(dir string) ([]string, error) {
		input := filepath.Join(dir, "start.sing")
		return []string{"Singular", "-q", input}, os.WriteFile(input, []byte("quit;\n"), 0o600)
	},
	answer: func(text string) []string {
		return linesWith(text, func(line string) (string, bool) {
			_, p, ok := strings.Cut(line, "]=")
			return p, ok
		})
	},
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
	start     time.Duration // of the processor time, what a run without work takes
	memory    int64         // largest resident set in bytes
	size      int64         // of the printed answer
	output    string
	program   program
}

// work returns the processor time without that of the start.
func (o outcome) work() time.Duration { return max(o.cpu-o.start, 100*time.Microsecond) }

// errGivenUp says that a run took too long.
var errGivenUp = errors.New("given up")

// entrant is a program at work on one set of points: the least of each measure so far.
type entrant struct {
	program
	input string // file
	least outcome
	runs  int
	done  bool // no more runs
	gone  bool // given up
}

// prepare writes the input of a program and measures its start.
func (p program) prepare(ctx context.Context, set settings, dir string, points [][]*big.Rat, own outcome) (*entrant, error) {
	e := &entrant{program: p, input: filepath.Join(dir, p.name+".in")}
	text, err := p.input(points, own)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(e.input, []byte(text), 0o600); err != nil || p.start == nil {
		return e, err
	}
	argv, err := p.start(dir)
	if err != nil {
		return nil, err
	}
	for r := range max(set.runs, 5) {
		o, err := p.run(ctx, set, argv, "", filepath.Join(dir, "start.out"))
		if err != nil {
			return nil, err
		}
		if r == 0 || o.cpu < e.least.start {
			e.least.start = o.cpu
		}
	}
	return e, nil
}

// once runs the program once more. A peer that takes more than soon does not run again.
func (e *entrant) once(ctx context.Context, set settings, dir string) error {
	const soon = 5 * time.Second
	if e.done {
		return nil
	}
	o, err := e.run(ctx, set, e.argv(e.input), e.input, filepath.Join(dir, e.name+".out"))
	o.start = e.least.start
	if e.gone = errors.Is(err, errGivenUp); e.gone {
		e.least, e.done = o, true
		return nil
	}
	if err != nil {
		return err
	}
	if e.runs++; e.runs == 1 {
		e.least = o
	}
	e.least.cpu, e.least.wall, e.least.memory = min(e.least.cpu, o.cpu), min(e.least.wall, o.wall), min(e.least.memory, o.memory)
	e.done = o.cpu > soon && e.name != "kexplain"
	return nil
}

// run runs the program once, on one processor where it listens to GOMAXPROCS.
func (p program) run(ctx context.Context, set settings, argv []string, input, output string) (outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, set.timeout)
	defer cancel()
	out, err := os.Create(output)
	if err != nil {
		return outcome{}, err
	}
	defer out.Close()
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Env = append(os.Environ(), "GOMAXPROCS=1")
	if p.stdin {
		in, err := os.Open(input)
		if err != nil {
			return outcome{}, err
		}
		defer in.Close()
		c.Stdin = in
	}
	var message strings.Builder
	c.Stdout, c.Stderr = out, &message
	before := time.Now()
	err = c.Run()
	wall := time.Since(before)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && c.ProcessState != nil {
		return outcome{cpu: c.ProcessState.UserTime() + c.ProcessState.SystemTime()}, errGivenUp
	}
	if err != nil {
		return outcome{}, fmt.Errorf("%s: %w: %s", p.name, err, message.String())
	}
	o := outcome{wall: wall, cpu: c.ProcessState.UserTime() + c.ProcessState.SystemTime(), output: output, program: p}
	if p.bare {
		seconds, err := strconv.ParseFloat(strings.TrimSpace(message.String()), 64)
		if err != nil {
			return outcome{}, fmt.Errorf("%s: %w", p.name, err)
		}
		o.cpu = time.Duration(seconds * float64(time.Second))
	}
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
