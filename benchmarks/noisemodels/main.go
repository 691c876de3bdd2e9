// Command noisemodels measures how often known varieties are found where errors are not
// normal and of one size in each column.
//
//	go run -C benchmarks ./noisemodels [flags]
//
// For every model of the noise and every variety, points are drawn with each of the seeds,
// written with twelve digits, or those that they are rounded to, and learned from with default
// settings. Columns of the table: runs; right: the ideal is printed exactly, up to its degree,
// or its span to the tolerance of package judge, or one equation with the terms of the only
// generator; plainly: right without any doubt; exact: the ideal is printed exactly; wrong: an
// equation that is called rational and is not in the ideal; none: nothing is printed; level:
// the largest noise of a column that is reported is within three standard errors of what was
// added, where something was.
//
// With -model normal -sigma 0.1 -n 1000 -varieties all -most 3 it measures large noise.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/varieties"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// usual are the varieties that are measured by default: curves and surfaces of degree 1 to 3.
var usual = []string{"circle_r10", "ellipse", "hyperbola", "parabola", "nodal_cubic", "sphere", "cone", "twisted_cubic"}

// options are the flags.
type options struct {
	models    []string
	varieties []string
	most      int // largest degree
	n         int
	sigma     float64
	seeds     int
	verbose   bool
	limits    command.Limits
}

func main() {
	command.Main("noisemodels", func(ctx context.Context, args []string) error {
		o, err := parse(args)
		if err != nil {
			return err
		}
		return run(ctx, os.Stdout, o)
	})
}

// parse fills in the options from the command line.
func parse(args []string) (options, error) {
	o := options{varieties: usual, most: 4}
	flags := flag.NewFlagSet("noisemodels", flag.ContinueOnError)
	command.List(flags, &o.models, "model", "models of the noise, all when empty", command.Word)
	command.List(flags, &o.varieties, "varieties", "varieties to draw from, or all", command.Word)
	flags.IntVar(&o.most, "most", o.most, "largest degree of a variety")
	flags.IntVar(&o.n, "n", 300, "points")
	flags.Float64Var(&o.sigma, "sigma", 0.01, "noise in units of the root mean squares")
	flags.IntVar(&o.seeds, "seeds", 5, "draws of each variety")
	flags.BoolVar(&o.verbose, "verbose", false, "print the equations of runs that are not right")
	o.limits.Bind(flags, 2*time.Minute)
	_, err := command.Parse(flags, args)
	return o, err
}

// outcome is what came of one run.
type outcome struct {
	model, variety string
	seed           uint64
	right, plain   bool
	exact, wrong   bool
	none, measured bool
	level          bool
	printed        string
}

// run measures and writes the table.
func run(ctx context.Context, w io.Writer, o options) error {
	var list []varieties.Variety
	for _, v := range varieties.All() {
		if v.MaxDegree() <= o.most && (slices.Contains(o.varieties, "all") || slices.Contains(o.varieties, v.Name)) {
			list = append(list, v)
		}
	}
	var chosen []model
	for _, m := range models {
		if len(o.models) == 0 || slices.Contains(o.models, m.name) {
			chosen = append(chosen, m)
		}
	}
	if len(list) == 0 || len(chosen) == 0 {
		return errors.New("no variety and model fit the flags")
	}
	all := make([]outcome, len(chosen)*len(list)*o.seeds)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, o.limits.Threads))
	for i := range all {
		m, v, seed := chosen[i/(len(list)*o.seeds)], list[i/o.seeds%len(list)], uint64(i%o.seeds+1)
		g.Go(func() (err error) {
			all[i], err = measure(ctx, m, v, seed, o)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return report(w, chosen, all, o)
}

// measure does one run.
func measure(ctx context.Context, m model, v varieties.Variety, seed uint64, o options) (outcome, error) {
	out := outcome{model: m.name, variety: v.Name, seed: seed}
	clean := v.Measure(o.n, 0, 1000*seed)[:o.n/max(1, m.copies)]
	rms := make([]float64, len(v.Variables))
	for j := range rms {
		for _, x := range clean {
			rms[j] += x[j] * x[j] / float64(len(clean))
		}
		rms[j] = math.Sqrt(rms[j])
	}
	rows := make([][]float64, len(clean))
	for i, x := range clean {
		rows[i] = slices.Clone(x)
	}
	rows = slices.Repeat(m.add(rows, rms, o.sigma, rand.New(rand.NewPCG(seed, 77))), max(1, m.copies))
	clean = slices.Repeat(clean, max(1, m.copies))
	limited, cancel := context.WithTimeout(ctx, o.limits.Timeout)
	defer cancel()
	x := dense(rows)
	set, err := printed(ctx, v.Variables, rows)
	if err != nil {
		return out, err
	}
	r, err := explain.Learn(limited, explain.Data{Variables: v.Variables, Points: set}, explain.Options{})
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if err != nil {
		out.none, out.printed = true, err.Error()
		return out, nil
	}
	var list []judge.Printed
	out.plain = true
	for _, g := range r.Generators {
		list = append(list, judge.Printed{Polynomial: g.Polynomial, Rational: g.Rational})
		out.plain = out.plain && g.Doubt == ""
		out.printed += g.String() + "; "
	}
	// Two equations of the twisted cubic give the third.
	if !slices.ContainsFunc(list, func(p judge.Printed) bool { return !p.Rational }) {
		if list, err = completed(ctx, list); err != nil {
			return out, err
		}
	}
	truth := v.Ideal(v.MaxDegree())
	verdict, err := judge.Judge(ctx, judge.Truth{Generators: truth, Points: x, Sigma: o.sigma}, list)
	if err != nil {
		return out, err
	}
	out.exact, out.wrong = verdict.Exact, len(verdict.Wrong) > 0
	out.right = !out.wrong && (verdict.Exact || verdict.Numerical || len(truth) == 1 && len(list) == 1 &&
		sameTerms(truth[0], list[0].Polynomial))
	out.plain = out.plain && out.right
	out.measured, out.level = level(r, clean, rows)
	return out, nil
}

// level reports whether the reported noise is that which was added, where it can be told:
// rows that were set aside and columns without noise do not count.
func level(r *explain.Result, clean, rows [][]float64) (measured, right bool) {
	if r.Noise.Stderr == 0 || len(r.Outliers) > 0 {
		return false, false
	}
	at, top := 0, 0.0
	for j, s := range r.Noise.Std {
		column := 0.0
		for _, x := range clean {
			column += x[j] * x[j]
		}
		if s/math.Sqrt(column) > top {
			at, top = j, s/math.Sqrt(column)
		}
	}
	square := 0.0
	for i, x := range rows {
		square += math.Pow(x[at]-clean[i][at], 2) / float64(len(rows))
	}
	if square == 0 || top == 0 {
		return false, false
	}
	off := math.Abs(r.Noise.Std[at]/math.Sqrt(square) - 1)
	return true, off <= 3*math.Hypot(r.Noise.Stderr/r.Noise.Sigma, 1/math.Sqrt(2*float64(len(rows))))
}

// sameTerms reports whether two polynomials have the same monomials.
func sameTerms(f, g *poly.Polynomial[ring.Rat]) bool {
	terms := func(p *poly.Polynomial[ring.Rat]) map[string]bool {
		set := map[string]bool{}
		for m := range p.Terms() {
			set[p.Ring().FormatMonomial(m)] = true
		}
		return set
	}
	a, b := terms(f), terms(g)
	for m := range a {
		if !b[m] {
			return false
		}
	}
	return len(a) == len(b)
}

// completed are exact equations with what follows from them in their degree.
func completed(ctx context.Context, list []judge.Printed) (out []judge.Printed, err error) {
	R, err := poly.NewRing(ring.Q, list[0].Polynomial.Ring().Vars(), poly.WithMaxDegree(8))
	if err != nil {
		return nil, err
	}
	var polys []*poly.Polynomial[ring.Rat]
	for _, p := range list {
		f, err := p.Polynomial.In(R)
		if err != nil {
			return nil, err
		}
		polys = append(polys, f)
	}
	if polys, err = trial.UpToDegree(ctx, polys); err != nil {
		return nil, err
	}
	for _, p := range polys {
		out = append(out, judge.Printed{Polynomial: p, Rational: true})
	}
	return out, nil
}

// printed are rows as a file has them, with twelve digits or as many as they were rounded to.
func printed(ctx context.Context, names []string, rows [][]float64) (*points.Set, error) {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(names, ","))
	for _, row := range rows {
		for j, v := range row {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.FormatFloat(v, 'g', 12, 64))
		}
		b.WriteByte('\n')
	}
	return points.ReadFrom(ctx, strings.NewReader(b.String()), "rows", points.Options{})
}

// dense is the matrix of rows.
func dense(rows [][]float64) *mat.Dense {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}

// report writes a row for each model.
func report(w io.Writer, chosen []model, all []outcome, o options) error {
	fmt.Fprintln(w, "| noise | runs | right | % | plainly | exact | wrong | none | level | of |")
	fmt.Fprintln(w, "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, m := range chosen {
		count := func(is func(outcome) bool) (n int) {
			for _, r := range all {
				if r.model == m.name && is(r) {
					n++
				}
			}
			return n
		}
		runs, right := count(func(outcome) bool { return true }), count(func(r outcome) bool { return r.right })
		fmt.Fprintf(w, "| %s | %d | %d | %.0f | %d | %d | %d | %d | %d | %d |\n", m.name, runs, right, 100*float64(right)/float64(runs),
			count(func(r outcome) bool { return r.plain }), count(func(r outcome) bool { return r.exact }), count(func(r outcome) bool { return r.wrong }),
			count(func(r outcome) bool { return r.none }), count(func(r outcome) bool { return r.level }), count(func(r outcome) bool { return r.measured }))
	}
	if o.verbose {
		for _, r := range all {
			if !r.right {
				fmt.Fprintf(w, "\n%s, %s, seed %d: %s\n", r.model, r.variety, r.seed, r.printed)
			}
		}
	}
	return nil
}
