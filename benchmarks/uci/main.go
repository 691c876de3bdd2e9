// Command uci runs the protocol of E. Wirth, H. Kera, S. Pokutta, Approximate
// vanishing ideal computations at scale (ICLR 2023), on tables of the UCI
// repository:
//
//	go run -C benchmarks ./uci -data DIR [-only bank,htru] [-reps 10]
//
// Each repetition shuffles the rows, takes 60 % for training, scales every variable
// to [0, 1] on them, learns the vanishing polynomials of every class, and trains a
// linear support vector machine with ℓ¹ penalty and squared hinge loss on the
// absolute values of all of them. ψ and C are chosen by threefold cross-validation,
// once for each table and method, on the first training set, of which as many rows
// are used as hold 80 000 numbers.
//
// The output is a table in Markdown: test error in percent, mean and standard
// deviation over the repetitions; number of polynomials and their mean degree;
// seconds for the polynomials and their values, and for the support vector
// machine; ψ and C. All but the seconds is the same for the same seed.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
)

func main() {
	command.Main("uci", func(ctx context.Context, args []string) error { return run(ctx, os.Stdout, args) })
}

// run does what the flags in args ask for.
func run(ctx context.Context, w io.Writer, args []string) error {
	var only, methods []string
	flags := flag.NewFlagSet("uci", flag.ContinueOnError)
	dir := flags.String("data", "", "folder with the tables (required)")
	command.List(flags, &only, "only", "names of tables, all when empty", command.Word)
	command.List(flags, &methods, "methods", "names of methods, all when empty", command.Word)
	reps := flags.Int("reps", 10, "repetitions")
	seed := flags.Uint64("seed", 1, "seed of the splits")
	if _, err := command.Parse(flags, args); err != nil {
		return err
	}
	if *dir == "" {
		return fmt.Errorf("where are the tables? -data names a folder")
	}
	wanted := func(list []string, name string) bool { return len(list) == 0 || slices.Contains(list, name) }
	fmt.Fprintln(w, "| table | method | error % | polynomials | degree | features s | SVM s | ψ | C |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, t := range tables {
		if !wanted(only, t.name) {
			continue
		}
		d, err := t.read(*dir)
		if err != nil {
			return err
		}
		_, vars := d.x.Dims()
		label := fmt.Sprintf("%s (%d × %d, %d)", d.name, d.rows(), vars, d.classes)
		for _, c := range competitors {
			if !wanted(methods, c.name) {
				continue
			}
			if err := row(ctx, w, label, c, d, *reps, *seed); err != nil {
				return fmt.Errorf("%s on %s: %w", c.name, d.name, err)
			}
		}
	}
	return nil
}

// row measures a method on a table and writes a line.
func row(ctx context.Context, w io.Writer, label string, c competitor, d *dataSet, reps int, seed uint64) error {
	var rates []float64
	var generators, degrees int
	var features, machine float64
	var s setting
	for r := range reps {
		// Every method sees the same splits.
		train, test := d.split(share, rand.New(rand.NewPCG(seed, uint64(r))))
		if r == 0 {
			var err error
			if s, err = tune(ctx, c, train, rand.New(rand.NewPCG(seed, 1<<32))); err != nil {
				return err
			}
		}
		o, err := repeat(ctx, c, s, train, test)
		if err != nil {
			return err
		}
		rates = append(rates, 100*o.errorRate)
		generators += o.generators
		degrees += o.degrees
		features += o.features.Seconds() / float64(reps)
		machine += o.machine.Seconds() / float64(reps)
	}
	mean, std := stat.MeanStdDev(rates, nil)
	_, err := fmt.Fprintf(w, "| %s | %s | %.2f (%.2f) | %.1f | %.2f | %.3f | %.3f | %g | %g |\n", label, c.name, mean, std,
		float64(generators)/float64(reps), float64(degrees)/float64(max(1, generators)), features, machine, s.psi, s.cost)
	return err
}
