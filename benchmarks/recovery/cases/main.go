// Command cases writes folders of varieties with known ideals: the input of the
// recovery benchmark.
//
//	go run -C benchmarks ./recovery/cases -out DIR -n 200,1000 -sigma 0,1e-3,1e-2,5e-2
//	go run -C benchmarks ./recovery/cases -out DIR -set heldout -n 200,1000
//
// Before it writes a variety it certifies the generators in exact arithmetic.
package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/explain/varieties"
)

func main() { command.Main("cases", run) }

// run does what the flags in args ask for.
func run(ctx context.Context, args []string) error {
	s := varieties.Settings{N: []int{60, 200, 1000}, Sigma: []float64{0, 1e-3, 1e-2, 5e-2}}
	var list []varieties.Variety
	flags := flag.NewFlagSet("cases", flag.ContinueOnError)
	out := flags.String("out", "", "folder to write into (required)")
	command.List(flags, &s.N, "n", "numbers of points", command.Count)
	command.List(flags, &s.Sigma, "sigma", "noise levels, relative to each variable's root mean square", command.Level)
	flags.IntVar(&s.Draws, "draws", 1, "files for each number of points and noise level")
	flags.Uint64Var(&s.Seed, "seed", 1, "seed of the first draw")
	set := flags.String("set", "first", "which varieties: "+strings.Join(varieties.Sets, ", "))
	command.List(flags, &list, "only", "names of varieties of any set, the whole set when empty", named)
	if _, err := command.Parse(flags, args); err != nil {
		return err
	}
	if *out == "" {
		return fmt.Errorf("where to? -out names a folder")
	}
	if len(list) == 0 {
		var ok bool
		if list, ok = varieties.Set(*set); !ok {
			return fmt.Errorf("-set: no set %q", *set)
		}
	}
	for _, v := range list {
		if err := varieties.Certify(ctx, v, v.MaxDegree()+beyond); err != nil {
			return err
		}
		if err := varieties.Write(ctx, *out, v, s); err != nil {
			return err
		}
	}
	return nil
}

// beyond is how far above the largest degree of a generator the certificate
// reaches, because false equations are looked for up to there.
const beyond = 2

// named returns the variety of a name.
func named(name string) (varieties.Variety, error) {
	v, ok := varieties.ByName(name)
	if !ok {
		return v, fmt.Errorf("no variety %q", name)
	}
	return v, nil
}
