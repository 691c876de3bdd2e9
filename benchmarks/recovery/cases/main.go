// Command cases writes folders of varieties with known ideals: the input of the
// recovery benchmark.
//
//	go run ./benchmarks/recovery/cases -out DIR -n 200,1000 -sigma 0,1e-3,1e-2,5e-2
//
// Before it writes a variety it certifies the generators in exact arithmetic.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/benchmarks/recovery/variety"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "cases:", err)
		os.Exit(1)
	}
}

// run does what the flags in args ask for.
func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("cases", flag.ContinueOnError)
	out := flags.String("out", "", "folder to write into (required)")
	n := flags.String("n", "60,200,1000", "numbers of points")
	sigma := flags.String("sigma", "0,1e-3,1e-2,5e-2", "noise levels, relative to each variable's root mean square")
	draws := flags.Int("draws", 1, "files for each number of points and noise level")
	seed := flags.Uint64("seed", 1, "seed of the first draw")
	only := flags.String("only", "", "names of varieties, separated by commas; all when empty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" {
		return fmt.Errorf("where to? -out names a folder")
	}
	s := variety.Settings{Draws: *draws, Seed: *seed}
	for _, field := range strings.Split(*n, ",") {
		v, err := strconv.Atoi(field)
		if err != nil || v < 1 {
			return fmt.Errorf("-n: %q is not a number of points", field)
		}
		s.N = append(s.N, v)
	}
	for _, field := range strings.Split(*sigma, ",") {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil || v < 0 {
			return fmt.Errorf("-sigma: %q is not a noise level", field)
		}
		s.Sigma = append(s.Sigma, v)
	}
	list := variety.All()
	if *only != "" {
		list = nil
		for _, name := range strings.Split(*only, ",") {
			v, ok := variety.ByName(name)
			if !ok {
				return fmt.Errorf("-only: no variety %q", name)
			}
			list = append(list, v)
		}
	}
	for _, v := range list {
		if err := variety.Certify(ctx, v, v.MaxDegree()+beyond); err != nil {
			return err
		}
		if err := variety.Write(ctx, *out, v, s); err != nil {
			return err
		}
	}
	return nil
}

// beyond is how far above the largest degree of a generator the certificate
// reaches, because false equations are looked for up to there.
const beyond = 2
