// Command architectures builds kexplain for several processors, runs each build on the same
// tables, and compares what they print, byte by byte.
//
//	go run -C benchmarks ./architectures
//	go run -C benchmarks ./architectures -only 386 -v    one processor beside amd64 v1, and what differs
//
// It needs qemu-user for arm64 (Debian: apt-get install qemu-user) and passes over what
// cannot be run. Exact results have to be the same bytes; where sums of floats are concerned,
// processors with a fused multiply-add round differently, and the equations are compared
// without the figures of their comments too.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// build is a processor, and what runs its programs; "" is the processor itself.
type build struct {
	name, emulator string
	env            []string
}

func builds() []build {
	return []build{
		{"amd64 v1", "", []string{"GOARCH=amd64", "GOAMD64=v1"}},
		{"amd64 v3", "", []string{"GOARCH=amd64", "GOAMD64=v3"}},
		{"386", "", []string{"GOARCH=386"}},
		{"arm64", "qemu-aarch64", []string{"GOARCH=arm64"}},
	}
}

// runs are the command lines for one table.
func runs(table string) [][]string {
	return [][]string{
		{"ideal", table, "--degree", "3", "--missing", "drop"}, {"ideal", table, "--modulo", "32003", "--degree", "2", "--missing", "drop"},
		{"check", "x1 = 1", table}, {"learn", table, "--degree", "2"}, {"learn", table, "--degree", "2", "--format", "json"},
	}
}

// tablesIn lists the tables of the repository, and ten made of points of curves with noise
// of different sizes.
func tablesIn(top, dir string) ([]string, error) {
	var tables []string
	for _, pattern := range []string{"*.csv", "gallery/*.csv"} {
		found, err := filepath.Glob(filepath.Join(top, "testdata", pattern))
		if err != nil {
			return nil, err
		}
		tables = append(tables, found...)
	}
	for k := range 10 {
		rng := rand.New(rand.NewPCG(1, uint64(k)))
		noise := []float64{0, 0.001, 0.01, 0.05}[k%4]
		var b strings.Builder
		b.WriteString("x,y,z\n")
		for range 40 {
			a := 2 * math.Pi * rng.Float64()
			x, y := math.Cos(a), math.Sin(a)
			fmt.Fprintf(&b, "%.4f,%.4f,%.4f\n", x+noise*rng.NormFloat64(), float64(1+k/4)*y+noise*rng.NormFloat64(), x*y+noise*rng.NormFloat64())
		}
		path := filepath.Join(dir, fmt.Sprintf("curve%d.csv", k))
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			return nil, err
		}
		tables = append(tables, path)
	}
	return tables, nil
}

// tally counts the runs of a build against those of the first.
type tally struct{ same, equations, other int }

func main() {
	top := flag.String("top", "..", "top folder of the repository")
	limit := flag.Duration("timeout", time.Minute, "longest time for a run")
	only := flag.String("only", "", "only processors that have this in their names, beside the first")
	verbose := flag.Bool("v", false, "print the runs that differ")
	flag.Parse()
	if err := compare(*top, *limit, *only, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "architectures:", err)
		os.Exit(1)
	}
}

func compare(top string, limit time.Duration, only string, verbose bool) error {
	top, err := filepath.Abs(top)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "architectures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tables, err := tablesIn(top, dir)
	if err != nil {
		return err
	}
	var first map[string]outcome
	for k, b := range builds() {
		if k > 0 && !strings.Contains(b.name, only) {
			continue
		}
		program := filepath.Join(dir, fmt.Sprint("kexplain", k))
		c := exec.Command("go", "build", "-trimpath", "-o", program, "./cmd/kexplain")
		c.Dir, c.Env = top, append(append(os.Environ(), "CGO_ENABLED=0"), b.env...)
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", b.name, err, out)
		}
		command := []string{program}
		if b.emulator != "" {
			command = []string{b.emulator, program}
		}
		if exec.Command(command[0], append(command[1:], "version")...).Run() != nil {
			fmt.Printf("| %s | cannot be run here |\n", b.name)
			continue
		}
		got := map[string]outcome{}
		exact, float := tally{}, tally{}
		for _, table := range tables {
			for _, args := range runs(table) {
				key := strings.Join(args, " ")
				o := start(top, append(command, args...), limit)
				got[key] = o
				if first == nil {
					continue
				}
				sum := &float
				if args[0] != "learn" {
					sum = &exact
				}
				switch want := first[key]; {
				case want == o:
					sum.same++
				case want.status == o.status && equations(want.out) == equations(o.out):
					sum.equations++
				default:
					sum.other++
					if verbose {
						fmt.Printf("%s: kexplain %s: status %d and %d\n%s\n%s\n", b.name, key, want.status, o.status, want.out, o.out)
					}
				}
			}
		}
		if first == nil {
			first = got
			fmt.Printf("%d tables, %d runs of %s\n\n| processor | ideal, check: same bytes | same equations | other | learn: same bytes | same equations | other |\n| --- | --- | --- | --- | --- | --- | --- |\n",
				len(tables), len(got), b.name)
			continue
		}
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %d |\n", b.name, exact.same, exact.equations, exact.other,
			float.same, float.equations, float.other)
	}
	return nil
}

// outcome is what a run printed.
type outcome struct {
	out    string
	status int
}

func start(top string, command []string, limit time.Duration) outcome {
	c := exec.Command(command[0], append(command[1:], "--timeout", limit.String())...)
	var out bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = top, &out, &out
	_ = c.Run() // the status says what happened
	return outcome{out.String(), c.ProcessState.ExitCode()}
}

// equations are the lines that are no comments, or the equations of JSON.
func equations(text string) string {
	json := strings.HasPrefix(text, "{")
	var b strings.Builder
	for line := range strings.Lines(text) {
		if json && (strings.Contains(line, `"equation": `) || strings.Contains(line, `"polynomial": `)) ||
			!json && !strings.HasPrefix(line, "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}
