// Command motion looks for laws of conservation in nine textbook systems, four that have
// one and five that have none, and prints what was found.
//
//	go run -C benchmarks ./motion -noise 0.1 -trajectories 50,100
//	go run -C benchmarks ./motion -further
//	go run -C benchmarks ./motion -data schmidt-lipson -draws 20
//
// A table holds trajectories of 50 rows from random starts, each coordinate with normal
// errors of the given part of its standard deviation; a trajectory is a group. The program
// is told which columns derive from others (the cosine of the pendulum's angle, the logarithms of
// predator and prey) and nothing else. A law is right where it is constant on clean
// trajectories to 2 % of its variance; a law with a doubt is neither found nor claimed. The kinds of
// the nine systems are those of R. D. Ray, From data to
// laws, arXiv:2603.20474 (2026), which reports 4 of 4 and 0 of 5 at under a minute each.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain/conserved"
	"github.com/kexplain/kexplain/explain/derived"
)

// system is an ordinary differential equation with the region of its starts.
type system struct {
	name     string
	columns  []string
	with     string // derived columns
	lasts    float64
	has      bool // a law
	low, top []float64
	flow     func(dz, z []float64, t float64)
}

var systems = []system{
	{"oscillator", []string{"x", "v"}, "", 10, true, []float64{-2, -2}, []float64{2, 2}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], -z[0]
	}},
	{"pendulum", []string{"a", "w"}, "c = cos(a)", 10, true, []float64{-2, -1}, []float64{2, 1}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], -math.Sin(z[0])
	}},
	{"Lotka–Volterra", []string{"x", "y"}, "lx = ln(x), ly = ln(y)", 8, true, []float64{1, 1}, []float64{3, 3},
		func(d, z []float64, _ float64) {
			d[0], d[1] = z[0]*(1.5-z[1]), z[1]*(z[0]-1)
		}},
	{"Hénon–Heiles", []string{"x", "y", "p", "q"}, "", 10, true, []float64{-0.25, -0.25, -0.25, -0.25},
		[]float64{0.25, 0.25, 0.25, 0.25}, func(d, z []float64, _ float64) {
			d[0], d[1], d[2], d[3] = z[2], z[3], -z[0]-2*z[0]*z[1], -z[1]-z[0]*z[0]+z[1]*z[1]
		}},
	{"damped oscillator", []string{"x", "v"}, "", 10, false, []float64{-2, -2}, []float64{2, 2}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], -z[0]-0.3*z[1]
	}},
	{"van der Pol", []string{"x", "v"}, "", 10, false, []float64{-2, -2}, []float64{2, 2}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], (1-z[0]*z[0])*z[1]-z[0]
	}},
	{"driven Duffing", []string{"x", "v"}, "", 20, false, []float64{-1.5, -1.5}, []float64{1.5, 1.5}, func(d, z []float64, t float64) {
		d[0], d[1] = z[1], z[0]-z[0]*z[0]*z[0]-0.2*z[1]+0.3*math.Cos(t)
	}},
	{"Lorenz", []string{"x", "y", "z"}, "", 5, false, []float64{-10, -10, 15}, []float64{10, 10, 35}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = 10*(z[1]-z[0]), z[0]*(28-z[2])-z[1], z[0]*z[1]-8./3*z[2]
	}},
	{"Rössler", []string{"x", "y", "z"}, "", 20, false, []float64{-5, -5, 0.1}, []float64{5, 5, 0.1}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = -z[1]-z[2], z[0]+0.2*z[1], 0.2+z[2]*(z[0]-5.7)
	}},
}

// rowsEach is the number of rows of a trajectory, and steps that of Runge–Kutta between two.
const rowsEach, steps = 50, 40

// draw returns trajectories from random starts, without errors.
func (s system) draw(trajectories int, rng *rand.Rand) (rows [][]float64, group []int) {
	h := s.lasts / (rowsEach - 1) / steps
	k := len(s.columns)
	for g := range trajectories {
		z := make([]float64, k)
		for j := range z {
			z[j] = s.low[j] + (s.top[j]-s.low[j])*rng.Float64()
		}
		for i := range rowsEach {
			rows, group = append(rows, append([]float64(nil), z...)), append(group, g)
			for step := range steps {
				s.step(z, h, h*float64(i*steps+step))
			}
		}
	}
	return rows, group
}

// step moves z by the classical method of Runge and Kutta.
func (s system) step(z []float64, h, t float64) {
	k := len(z)
	at, sum := make([]float64, k), make([]float64, k)
	slope := make([]float64, k)
	for _, stage := range [][3]float64{{0, 0, 1}, {0.5, 0.5, 2}, {0.5, 0.5, 2}, {1, 1, 1}} {
		for j := range at {
			at[j] = z[j] + stage[0]*h*slope[j]
		}
		s.flow(slope, at, t+stage[1]*h)
		for j := range sum {
			sum[j] += stage[2] * slope[j]
		}
	}
	for j := range z {
		z[j] += h / 6 * sum[j]
	}
}

// outcome is what one search gave: what was found in a system, and whether it is right.
type outcome struct {
	laws, right int // without a doubt
	doubted     int
	text        string
	seconds     float64
}

func (s system) search(ctx context.Context, trajectories int, noise float64, seed uint64) (outcome, error) {
	rng := rand.New(rand.NewPCG(seed, uint64(trajectories)))
	definitions := []derived.Definition(nil)
	if s.with != "" {
		var err error
		if definitions, err = derived.Parse(s.with, s.columns); err != nil {
			return outcome{}, err
		}
	}
	rows, group := s.draw(trajectories, rng)
	std := make([]float64, len(s.columns))
	for j := range std {
		column := make([]float64, len(rows))
		for i, x := range rows {
			column[i] = x[j]
		}
		std[j] = stat.StdDev(column, nil)
	}
	d := conserved.Data{Names: s.columns, Derived: definitions}
	if s.name == "pendulum" {
		d.Use = []int{1, 2} // the angle stands in its cosine only
	}
	for i, x := range rows {
		noisy := make([]float64, len(x))
		for j := range x {
			noisy[j] = x[j] + noise*std[j]*rng.NormFloat64()
		}
		if defined(noisy, definitions) {
			d.Rows, d.Trial = append(d.Rows, noisy), append(d.Trial, group[i])
		}
	}
	start := time.Now()
	r, err := conserved.Find(ctx, d, conserved.Options{Window: conserved.Trials})
	if err != nil {
		return outcome{}, fmt.Errorf("%s: %w", s.name, err)
	}
	out := outcome{seconds: time.Since(start).Seconds()}
	clean, cleanGroup := s.draw(40, rng)
	var text []string
	for _, l := range r.Laws {
		if l.Motion.Approximate() {
			out.doubted++
			text = append(text, "approximately "+write(l, r.Names))
			continue
		}
		out.laws++
		if constant(l, d, clean, cleanGroup) {
			out.right++
		}
		text = append(text, write(l, r.Names))
	}
	out.text = strings.Join(text, "; ")
	return out, nil
}

// defined reports whether all derived columns have a value.
func defined(row []float64, definitions []derived.Definition) bool {
	for _, v := range derived.Floats(append([]float64(nil), row...), definitions) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// constant reports whether a law varies within clean trajectories by less than 2 % of its variance.
func constant(l conserved.Law, d conserved.Data, rows [][]float64, group []int) bool {
	value := make([]float64, len(rows))
	within := map[int][]float64{}
	for i, x := range rows {
		all := derived.Floats(append([]float64(nil), x...), d.Derived)
		used := all
		if d.Use != nil {
			used = nil
			for _, j := range d.Use {
				used = append(used, all[j])
			}
		}
		for _, t := range l.Terms {
			v := t.Coefficient
			for a, e := range t.Exponents {
				v *= math.Pow(used[a], float64(e))
			}
			value[i] += v
		}
		within[group[i]] = append(within[group[i]], value[i])
	}
	sum := 0.0
	for _, part := range within {
		sum += stat.Variance(part, nil) / float64(len(within))
	}
	return sum < 0.02*stat.Variance(value, nil)
}

// write is a law with four digits.
func write(l conserved.Law, names []string) string {
	var b strings.Builder
	for i, t := range l.Terms {
		if i > 0 {
			b.WriteString(" + ")
		}
		fmt.Fprintf(&b, "%.4g", t.Coefficient)
		for a, e := range t.Exponents {
			if e > 0 {
				fmt.Fprintf(&b, "·%s", names[a])
			}
			if e > 1 {
				fmt.Fprintf(&b, "^%d", e)
			}
		}
	}
	return b.String()
}

func main() {
	command.Main("motion", func(ctx context.Context, args []string) error {
		noise, seeds, data, draws, others := 0.1, 3, "", 20, false
		trajectories := []int{50, 100}
		flags := flag.NewFlagSet("motion", flag.ContinueOnError)
		flags.Float64Var(&noise, "noise", noise, "errors, in parts of each coordinate's standard deviation")
		flags.IntVar(&seeds, "seeds", seeds, "draws of each table")
		command.List(flags, &trajectories, "trajectories", "numbers of trajectories", command.Count)
		flags.BoolVar(&others, "further", others, "look for laws in 25 further systems instead of the nine")
		flags.StringVar(&data, "data", data, "folder of the files of Schmidt and Lipson; looks for laws in the four filmed systems instead, and in their rows without a law")
		flags.IntVar(&draws, "draws", draws, "with -data, draws of rows without a law, of each kind")
		if _, err := command.Parse(flags, args); err != nil {
			return err
		}
		if data != "" {
			return runFilmed(ctx, os.Stdout, data, draws)
		}
		list := systems
		if others {
			list = further
		}
		return run(ctx, os.Stdout, list, noise, seeds, trajectories)
	})
}

func run(ctx context.Context, w io.Writer, list []system, noise float64, seeds int, trajectories []int) error {
	table := trial.NewTable("system", "trajectories", "has a law", "found", "claimed", "doubted", "longest, s", "printed in the first draw")
	for _, s := range list {
		for _, n := range trajectories {
			found, claimed, doubted, longest, first := 0, 0, 0, 0.0, ""
			for seed := range seeds {
				out, err := s.search(ctx, n, noise, uint64(seed)+1)
				if err != nil {
					return err
				}
				if out.right > 0 {
					found++
				}
				if out.laws > out.right {
					claimed++
				}
				if out.doubted > 0 {
					doubted++
				}
				longest = max(longest, out.seconds)
				if seed == 0 {
					first = out.text
				}
			}
			table.Row(s.name, n, s.has, fmt.Sprintf("%d of %d", found, seeds), claimed, doubted, fmt.Sprintf("%.1f", longest), first)
		}
	}
	_, err := fmt.Fprint(w, table)
	return err
}
