//go:build unix

// Numpy compares the work on floats with numpy, scikit-learn and pandas, by processor time of
// one thread in one run, both sides by turns: the streaming QR, IPCA, IPCA with few spanning
// points beside full kernel PCA, reading CSV, and learn beside the reading of its file. The
// answers are compared too.
//
//	go run -C benchmarks ./numpy
//
// It needs a Python with numpy, scikit-learn and pandas (Debian: python3-sklearn, python3-pandas).
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/internal/cputime"
)

func main() { command.Main("numpy", run) }

//go:embed peer.py
var peerSource []byte

// task is one comparison. The least time of the peers counts.
type task struct {
	name  string
	own   side
	peer  string  // name of the peer
	bar   float64 // the ratio that is wanted
	peers []side
}

// side does the work of a task and returns the processor time and the answer, nil for none.
type side func(ctx context.Context, b bench) (seconds float64, answer []float64, err error)

// bench is where a comparison runs.
type bench struct {
	dir    string // of the data
	python string
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("numpy", flag.ContinueOnError)
	python := flags.String("python", "python3", "the Python with numpy, scikit-learn and pandas")
	rounds := flags.Int("rounds", 3, "rounds, each of our side and of the peer; the least time counts")
	only := flags.String("only", "", "only tasks with this in their name")
	rows := flags.Int("rows", 1_000_000, "rows of the tables that are read")
	if _, err := command.Parse(flags, args); err != nil {
		return err
	}
	runtime.GOMAXPROCS(1)
	dir, err := os.MkdirTemp("", "numpy")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	script := filepath.Join(dir, "peer.py")
	if err := os.WriteFile(script, peerSource, 0o600); err != nil {
		return err
	}
	if text, err := exec.CommandContext(ctx, *python, "-c", "import numpy, sklearn, pandas").CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		return fmt.Errorf("%s lacks numpy, scikit-learn or pandas, -python chooses another: %s", *python, lines[len(lines)-1])
	}
	if err := writeData(dir, *rows); err != nil {
		return err
	}
	fmt.Println("| work | kexplain s | peer | peer s | ratio | wanted | difference |")
	fmt.Println("| --- | ---: | --- | ---: | ---: | ---: | ---: |")
	b := bench{dir, *python}
	for _, t := range tasks() {
		if !strings.Contains(t.name, *only) {
			continue
		}
		if err := t.compare(ctx, b, *rounds); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

// compare runs both sides by turns and prints a line.
func (t task) compare(ctx context.Context, b bench, rounds int) error {
	own, peer := math.Inf(1), math.Inf(1)
	difference := 0.0
	for range rounds {
		seconds, answer, err := t.own(ctx, b)
		if err != nil {
			return err
		}
		own = min(own, seconds)
		for _, p := range t.peers {
			seconds, other, err := p(ctx, b)
			if err != nil {
				return err
			}
			peer = min(peer, seconds)
			if answer != nil {
				difference = max(difference, distance(answer, other))
			}
		}
	}
	fmt.Printf("| %s | %.5f | %s | %.5f | %.2f | %.3g | %.0e |\n", t.name, own, t.peer, peer, peer/own, t.bar, difference)
	return nil
}

// peer runs one task of peer.py, with one thread.
func peer(name string) side {
	return func(ctx context.Context, b bench) (float64, []float64, error) { return peerRun(ctx, b, name) }
}

func peerRun(ctx context.Context, b bench, name string) (seconds float64, answer []float64, err error) {
	c := exec.CommandContext(ctx, b.python, filepath.Join(b.dir, "peer.py"), name, b.dir)
	c.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	c.Stderr = os.Stderr
	text, err := c.Output()
	if err != nil {
		return 0, nil, err
	}
	var out struct {
		Seconds float64   `json:"seconds"`
		Answer  []float64 `json:"answer"`
	}
	if err := json.Unmarshal(text, &out); err != nil {
		return 0, nil, err
	}
	return out.Seconds, out.Answer, nil
}

// distance returns the largest difference relative to the largest number.
func distance(a, b []float64) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	most, size := 0.0, 0.0
	for i, x := range a {
		most, size = max(most, math.Abs(x-b[i])), max(size, math.Abs(x))
	}
	return most / max(size, math.SmallestNonzeroFloat64)
}

// measure calls work until half a second has passed, and returns the least processor time.
func measure(work func() ([]float64, error)) (seconds float64, answer []float64, err error) {
	least, total := math.Inf(1), 0.0
	for total < 0.5 {
		start := cputime.Now()
		if answer, err = work(); err != nil {
			return 0, nil, err
		}
		seconds := (cputime.Now() - start).Seconds()
		least, total = min(least, seconds), total+max(seconds, 1e-4)
	}
	return least, answer, nil
}
