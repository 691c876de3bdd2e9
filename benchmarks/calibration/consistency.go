package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/kexplain/kexplain/benchmarks/internal/trial"
)

// consistencyHeads are the columns of the table that -consistency prints.
var consistencyHeads = []string{"curve", "sigma", "points", "runs", "found", "largest bias", "of", "error", "error·√points", "sigma/true"}

// consistency simulates and writes the table.
func consistency(ctx context.Context, w io.Writer, o options) error {
	t := trial.NewTable(consistencyHeads...)
	for _, c := range o.curves {
		if len(c.Laws) > 1 {
			continue
		}
		for _, sigma := range o.sigma {
			for _, n := range o.n {
				outcomes, err := outcomesOf(ctx, c, n, sigma, o)
				if err != nil {
					return err
				}
				d := deviations{sum: map[[3]int]float64{}, square: map[[3]int]float64{}}
				for _, out := range outcomes {
					d.add(c, out, sigma)
				}
				t.Row(append([]any{c.Name, sigma, n, o.runs}, d.cells(c, n)...)...)
			}
		}
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// deviations gathers relative errors of the coefficients of one curve.
type deviations struct {
	runs, found int
	sum, square map[[3]int]float64
	sigma       float64
}

// add takes one outcome: every coefficient of the law but the leading one against
// what is printed for its monomial, 0 where that is nothing. A run that prints no
// single equation with the leading monomial is left out.
func (d *deviations) add(c Curve, o trial.Outcome, sigma float64) {
	if o.Result == nil || len(o.Result.Generators) != 1 {
		return
	}
	g := o.Result.Generators[0]
	lead := g.Terms[0]
	if c.Laws[0][exponents(lead)] != 1 {
		return
	}
	printed := map[[3]int]float64{}
	extra := false
	for _, t := range g.Terms {
		printed[exponents(t)] = t.Estimate / lead.Estimate
		_, known := c.Laws[0][exponents(t)]
		extra = extra || !known
	}
	d.runs++
	d.sigma += o.Result.Noise.Sigma / sigma
	if !extra && len(printed) == len(c.Laws[0]) {
		d.found++
	}
	for e, truth := range c.Laws[0] {
		if e == exponents(lead) {
			continue
		}
		relative := (printed[e] - truth) / math.Abs(truth)
		d.sum[e] += relative
		d.square[e] += relative * relative
	}
}

// cells are the columns of the table after the number of runs: the bias with its
// standard error of the coefficient that has most of it in absolute value, the
// root mean square error of all, and this by the root of the number of points.
func (d *deviations) cells(c Curve, points int) []any {
	if d.runs == 0 {
		return []any{0, "", "", "", "", ""}
	}
	n := float64(d.runs)
	worst, of, square := math.Inf(-1), [3]int{}, 0.0
	for _, e := range slices.SortedFunc(maps.Keys(d.sum), func(a, b [3]int) int { return slices.Compare(a[:], b[:]) }) {
		square += d.square[e] / n / float64(len(d.sum))
		if b := math.Abs(d.sum[e] / n); b > worst {
			worst, of = b, e
		}
	}
	mean := d.sum[of] / n
	spread := math.Sqrt(math.Max(0, d.square[of]/n-mean*mean) / math.Max(n-1, 1))
	rms := math.Sqrt(square)
	return []any{
		d.found, fmt.Sprintf("%+.1e ± %.0e", mean, spread), monomial(c.Variables, of), fmt.Sprintf("%.1e", rms),
		fmt.Sprintf("%.2g", rms*math.Sqrt(float64(points))), fmt.Sprintf("%.4f", d.sigma/n),
	}
}
