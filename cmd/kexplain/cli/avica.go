package cli

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/learn"
)

// runLearnAVICA lists the features that AVICA finds and writes the report.
func runLearnAVICA(ctx context.Context, s streams, o *learnOptions) error {
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("learning", 0, 0)
	points, err := o.read(ctx, s)
	if err != nil {
		return err
	}
	variables := table.Identifiers(points.Names())
	degree := o.options.MaxDegree
	if degree == 0 {
		degree = explain.DefaultDegree(len(variables))
	}
	kernel := feature.Polynomial{Degree: degree, Theta: o.options.Theta}
	if m, ok := kernel.Dim(len(variables)); !ok || m > explain.MaxMonomials {
		return fmt.Errorf("%w: the polynomials of degree ≤ %d in %d variables are more than can be written down (limit %d monomials): take a lower degree or fewer columns",
			explain.ErrData, degree, len(variables), explain.MaxMonomials)
	}
	kernel.Degree = 1
	x, units := inUnits(points.Dense())
	model, err := learn.AVICA{Kernel: kernel, Degree: degree, Seed: o.options.Seed}.Fit(ctx, x)
	if err != nil {
		return withOddities(points.Info, err)
	}
	r := &report.AVICA{
		Schema: report.AVICASchema, Version: version, Data: report.NewData(points.Info), Variables: variables,
		Units: units, Kernel: fmt.Sprint(kernel), Seed: o.options.Seed,
	}
	if err := r.Take(model); err != nil {
		return err
	}
	if o.output.format == "text" && len(model.Features(learn.Generative)) == 0 {
		return withOddities(points.Info, fmt.Errorf("%w: no polynomial of degree ≤ %d vanishes on the data; %s",
			learn.ErrNoGap, degree, r.Nearest()))
	}
	line.Clear()
	return o.output.report(s, r)
}

// inUnits divides every column by its root mean square.
func inUnits(x *mat.Dense) (*mat.Dense, []float64) {
	n, vars := x.Dims()
	units := make([]float64, vars)
	for j := range units {
		units[j] = mat.Norm(x.ColView(j), 2) / math.Sqrt(float64(n))
		if units[j] == 0 {
			units[j] = 1
		}
	}
	return approx.Scaled(x, units), units
}
