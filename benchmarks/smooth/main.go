// Command smooth measures what is printed of rows on smooth curves that obey no polynomial
// equation: sine, hyperbolic cosine, exponential decay, cycloid, the period of a pendulum,
// x log x, hyperbolic tangent, logistic growth.
//
//	go run -C benchmarks ./smooth [flags]
//
// For each noise and curve, with each number of rows and each seed, rows of seven digits
// are learned from with default settings. Columns of the table: runs; law: an equation of
// kind law or holds, which is wrong; fit: decimals, no doubt; curve: nothing but equations with
// a doubt; none: nothing is printed. Below stand the equations of kind law, and with
// -verbose those of kind fit.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
	"gonum.org/v1/gonum/mat"
)

// curve is a curve with its parameter from a to b.
type curve struct {
	name string
	at   func(t float64) (x, y float64)
	a, b float64
}

// curves obey no polynomial equation.
var curves = []curve{
	{"sine", func(t float64) (float64, float64) { return t, math.Sin(t) }, 0, 6},
	{"cosh", func(t float64) (float64, float64) { return t, math.Cosh(t) }, -1.5, 1.5},
	{"decay", func(t float64) (float64, float64) { return t, math.Exp(-t) }, 0, 3},
	{"cycloid", func(t float64) (float64, float64) { return t - math.Sin(t), 1 - math.Cos(t) }, 0, 2 * math.Pi},
	{"pendulum", func(t float64) (float64, float64) { return t, period(t) }, 0.05, 1.5},
	{"x log x", func(t float64) (float64, float64) { return t, t * math.Log(t) }, 0.1, 3},
	{"tanh", func(t float64) (float64, float64) { return t, math.Tanh(t) }, -2, 2},
	{"growth", func(t float64) (float64, float64) { return t, 1 / (1 + math.Exp(-t)) }, -3, 3},
}

// period is that of a pendulum of 1 m with the amplitude given, in seconds, by the
// arithmetic-geometric mean.
func period(amplitude float64) float64 {
	a, b := 1.0, math.Cos(amplitude/2)
	for range 6 {
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	return 2 * math.Pi / math.Sqrt(9.81) / a
}

// options are the flags.
type options struct {
	n       []int
	sigma   []float64
	seeds   int
	verbose bool
	limits  command.Limits
}

func main() {
	command.Main("smooth", func(ctx context.Context, args []string) error {
		o := options{n: []int{100, 300, 1000}, sigma: []float64{0, 0.001, 0.01}}
		flags := flag.NewFlagSet("smooth", flag.ContinueOnError)
		command.List(flags, &o.n, "n", "numbers of rows", command.Count)
		command.List(flags, &o.sigma, "sigma", "noise in units of the root mean squares", command.Level)
		flags.IntVar(&o.seeds, "seeds", 5, "draws of each kind")
		flags.BoolVar(&o.verbose, "verbose", false, "print the equations of kind fit too")
		o.limits.Bind(flags, 2*time.Minute)
		if _, err := command.Parse(flags, args); err != nil {
			return err
		}
		return run(ctx, os.Stdout, o)
	})
}

// run measures and writes the table.
func run(ctx context.Context, w io.Writer, o options) error {
	var trials []trial.Trial
	for _, s := range o.sigma {
		for _, c := range curves {
			for _, n := range o.n {
				for k := range o.seeds {
					trials = append(trials, trial.Trial{
						Name: fmt.Sprintf("%s, %d rows, noise %g, seed %d", c.name, n, s, k+1),
						Data: func(context.Context) (explain.Data, error) { return c.draw(n, s, uint64(k+1)), nil },
					})
				}
			}
		}
	}
	outcomes, err := trial.Run(ctx, trials, o.limits)
	if err != nil {
		return err
	}
	t := trial.NewTable("noise", "curve", "runs", "law", "fit", "curve", "none")
	var told []string
	each := len(o.n) * o.seeds
	for i, s := range o.sigma {
		for j, c := range curves {
			count := map[string]int{}
			for _, out := range outcomes[(i*len(curves)+j)*each:][:each] {
				if out.Err != nil {
					return fmt.Errorf("%s: %w", out.Name, out.Err)
				}
				kind := kindOf(out)
				count[kind]++
				if kind == "law" || o.verbose && kind == "fit" {
					told = append(told, fmt.Sprintf("%s: %s", out, out.Name))
				}
			}
			t.Row(s, c.name, each, count["law"], count["fit"], count["curve"], count["none"])
		}
	}
	if _, err := io.WriteString(w, t.String()); err != nil {
		return err
	}
	for _, line := range told {
		fmt.Fprintf(w, "\n%s\n", line)
	}
	return nil
}

// kindOf is the strongest claim of an outcome.
func kindOf(o trial.Outcome) string {
	if o.Result == nil {
		return "none"
	}
	kind := "curve"
	for _, g := range o.Result.Generators {
		switch {
		case g.Rational && g.Doubt == "":
			return "law"
		case g.Doubt == "" && !g.Approximation:
			kind = "fit"
		}
	}
	return kind
}

// draw returns n rows at random parameters, with normal errors of sigma times the root mean
// square of each column, and seven digits.
func (c curve) draw(n int, sigma float64, seed uint64) explain.Data {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	x := mat.NewDense(n, 2, nil)
	var square [2]float64
	for i := range n {
		u, v := c.at(c.a + (c.b-c.a)*rng.Float64())
		x.SetRow(i, []float64{u, v})
		square[0] += u * u / float64(n)
		square[1] += v * v / float64(n)
	}
	for i := range n {
		for j := range 2 {
			v := x.At(i, j) + sigma*math.Sqrt(square[j])*rng.NormFloat64()
			x.Set(i, j, rounded(v))
		}
	}
	return explain.Data{Variables: []string{"x", "y"}, Points: explain.Dense(x)}
}

// rounded is a number with seven digits.
func rounded(v float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 7, 64), 64)
	if err != nil {
		return v
	}
	return r
}
