// Scale measures tables in many files: kexplain state in one process, in eight that are merged,
// and with Beam's local runner; the bytes of the states are compared.
//
//	go run -C benchmarks ./scale -kexplain KEXPLAIN [-beam KEXPLAIN-BEAM] [-rows 10000000] [-files 100] DIR
//
// DIR gets the files, unless it has them, and the states.
package main

import (
	"bufio"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

func main() {
	program := flag.String("kexplain", "kexplain", "the program")
	beam := flag.String("beam", "", "kexplain-beam, if it is to run")
	rows := flag.Int("rows", 10_000_000, "rows in all")
	files := flag.Int("files", 100, "files")
	degree := flag.Int("degree", 4, "of the state")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "scale: expected DIR")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *program, *beam, *rows, *files, *degree); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(dir, program, beam string, rows, files, degree int) error {
	paths := make([]string, files)
	for k := range paths {
		paths[k] = filepath.Join(dir, fmt.Sprintf("part%04d.csv", k))
		if err := generate(paths[k], uint64(k), rows/files); err != nil {
			return err
		}
	}
	fmt.Printf("%d rows × 6 columns, degree %d, %d files\n", rows, degree, files)
	at := func(name string) string { return filepath.Join(dir, name) }
	args := func(out string, paths []string) []string {
		return append([]string{"state", "--degree", fmt.Sprint(degree), "--output", out}, paths...)
	}
	if err := measure("one process", at("one.kxs"), func() ([]*exec.Cmd, error) {
		return start(exec.Command(program, args(at("one.kxs"), paths)...))
	}); err != nil {
		return err
	}
	const workers = 8
	var parts []string
	if err := measure("eight processes", "", func() ([]*exec.Cmd, error) {
		var all []*exec.Cmd
		for w := range workers {
			part := at(fmt.Sprintf("worker%d.kxs", w))
			parts = append(parts, part)
			c := exec.Command(program, args(part, paths[w*files/workers:(w+1)*files/workers])...)
			c.Env = append(os.Environ(), "GOMAXPROCS=1", "GOMEMLIMIT=48MiB")
			all = append(all, c)
		}
		return start(all...)
	}); err != nil {
		return err
	}
	if err := measure("  and merged", at("merged.kxs"), func() ([]*exec.Cmd, error) {
		return start(exec.Command(program, append([]string{"merge", "--output", at("merged.kxs")}, parts...)...))
	}); err != nil {
		return err
	}
	if beam != "" {
		if err := measure("Beam, prism", at("beam.kxs"), func() ([]*exec.Cmd, error) {
			return start(exec.Command(beam, "--input", at("part*.csv"), "--output", at("beam.kxs"), "--degree", fmt.Sprint(degree)))
		}); err != nil {
			return err
		}
	}
	return nil
}

// start starts commands, all at the same time.
func start(all ...*exec.Cmd) ([]*exec.Cmd, error) {
	for _, c := range all {
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// measure prints time and memory of commands, and the digest of what they wrote.
func measure(name, out string, begin func() ([]*exec.Cmd, error)) error {
	before := time.Now()
	all, err := begin()
	if err != nil {
		return err
	}
	var wait sync.WaitGroup
	failed := make([]error, len(all))
	for i, c := range all {
		wait.Go(func() { failed[i] = c.Wait() })
	}
	wait.Wait()
	cpu, memory := time.Duration(0), int64(0)
	for i, c := range all {
		if failed[i] != nil {
			return fmt.Errorf("%s: %w", name, failed[i])
		}
		cpu += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		memory = max(memory, c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	}
	line := fmt.Sprintf("%-16s %7.1f s of cpu, %7.1f s, at most %5.1f MB in a process", name, cpu.Seconds(),
		time.Since(before).Seconds(), float64(memory)/1024)
	if out != "" {
		data, err := os.ReadFile(out)
		if err != nil {
			return err
		}
		line += fmt.Sprintf(", state of %d bytes, SHA-256 %x", len(data), sha256.Sum256(data))
	}
	fmt.Println(line)
	return nil
}

// generate writes rows near a·b = c + d, and two columns beside them, unless the file is there.
func generate(path string, seed uint64, rows int) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	fmt.Fprintln(w, "a,b,c,d,e,f")
	rng := rand.New(rand.NewPCG(21, seed))
	noisy := func(x float64) float64 { return x + 0.01*rng.NormFloat64() }
	for range rows {
		a, b, c, e, g := 4*rng.Float64()-2, 4*rng.Float64()-2, 4*rng.Float64()-2, rng.NormFloat64(), 2*rng.Float64()
		fmt.Fprintf(w, "%.4f,%.4f,%.4f,%.4f,%.4f,%.4f\n", noisy(a), noisy(b), noisy(c), noisy(a*b-c), noisy(e), noisy(g))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
