package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// runLearnComplex finds polynomials in complex variables, whose real and imaginary parts are
// pairs of columns, over C: by Ideal PCA those of the least degree that vanish on the rows, by
// AVICA new ones of every degree.
func runLearnComplex(ctx context.Context, s streams, o *learnOptions) error {
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("learning", 0, 0)
	t, err := o.read(ctx, s)
	if err != nil {
		return err
	}
	r := &report.Complex{Schema: report.ComplexSchema, Version: version, Data: report.NewData(t.Info),
		Method: "Ideal PCA", Seed: o.options.Seed}
	x, err := joinPairs(r, t, o.complex)
	if err != nil {
		return err
	}
	degree := o.options.MaxDegree
	if degree == 0 {
		degree = explain.DefaultDegree(len(r.Variables))
	}
	kernel := feature.Polynomial{Degree: degree, Theta: o.options.Theta}
	if m, ok := kernel.Dim(len(r.Variables)); !ok || m > explain.MaxMonomials {
		return fmt.Errorf("%w: the polynomials of degree ≤ %d in %d variables are more than can be written down", explain.ErrData, degree, len(r.Variables))
	}
	R, err := poly.NewRing[complex128](ring.Complex128, r.Variables, poly.WithMaxDegree(degree))
	if err != nil {
		return err
	}
	if o.method == "avica" {
		r.Method = "AVICA"
		kernel.Degree = 1
		found, err := learn.ComplexAVICA{Kernel: kernel, Degree: degree, Seed: o.options.Seed}.Fit(ctx, x)
		if err != nil {
			return err
		}
		for _, d := range found {
			if err := r.Add(R, d.ComplexModel, d.Degree, d.Multiples); err != nil {
				return err
			}
		}
	}
	for d := 1; d <= degree && o.method != "avica" && len(r.Polynomials) == 0; d++ {
		kernel.Degree = d
		m, err := learn.ComplexIPCA{Kernel: kernel, Cutoff: learn.VanishingGap{}, Seed: o.options.Seed}.Fit(ctx, x)
		if errors.Is(err, learn.ErrNoGap) {
			continue
		}
		if err == nil {
			err = r.Add(R, m, d, 0)
		}
		if err != nil {
			return err
		}
	}
	if len(r.Polynomials) == 0 {
		return fmt.Errorf("%w: no polynomial of degree ≤ %d in %s vanishes on the data", learn.ErrNoGap, degree, strings.Join(r.Variables, ", "))
	}
	line.Clear()
	return o.output.report(s, r)
}

// joinPairs joins pairs of columns, re:im with commas between, to complex variables named after
// the first of each, in units of their root mean squares.
func joinPairs(r *report.Complex, t *table.Table, pairs string) ([][]complex128, error) {
	all := t.Names()
	dense := t.Dense()
	rows, _ := dense.Dims()
	x := make([][]complex128, rows)
	var names []string
	for _, pair := range strings.Split(pairs, ",") {
		re, im, ok := strings.Cut(strings.TrimSpace(pair), ":")
		a, b := slices.Index(all, re), slices.Index(all, im)
		if !ok || a < 0 || b < 0 || a == b {
			return nil, usageError{fmt.Sprintf("--complex: found %q, expected two columns of the table as re:im", pair)}
		}
		names = append(names, re)
		r.Pairs = append(r.Pairs, [2]string{re, im})
		for i := range x {
			x[i] = append(x[i], complex(dense.At(i, a), dense.At(i, b)))
		}
	}
	r.Variables = table.Identifiers(names)
	r.Units = make([]float64, len(names))
	for j := range r.Units {
		for _, p := range x {
			r.Units[j] = math.Hypot(r.Units[j], cmplx.Abs(p[j]))
		}
		r.Units[j] /= math.Sqrt(float64(len(x)))
		if r.Units[j] == 0 {
			r.Units[j] = 1
		}
		for _, p := range x {
			p[j] /= complex(r.Units[j], 0)
		}
	}
	return x, nil
}
