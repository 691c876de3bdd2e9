package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/varieties"
	"github.com/kexplain/kexplain/internal/judge"
)

// measurement is one file of one case and what came of it.
type measurement struct {
	dir   string
	truth *varieties.Truth
	file  varieties.File

	printed []judge.Printed
	refusal error // why nothing was printed
	verdict *judge.Verdict
	elapsed time.Duration
}

// find lists the runs that the options ask for, by number of points, noise,
// name of the case and file.
func find(o options) ([]*measurement, error) {
	var runs []*measurement
	for _, dir := range o.dirs {
		cases, err := folders(dir)
		if err != nil {
			return nil, err
		}
		for _, c := range cases {
			truth, err := varieties.ReadTruth(c)
			if err != nil {
				return nil, err
			}
			if len(o.only) > 0 && !slices.Contains(o.only, truth.Name) {
				continue
			}
			for _, f := range truth.Files {
				if (len(o.n) == 0 || slices.Contains(o.n, f.N)) && (len(o.sigma) == 0 || slices.Contains(o.sigma, f.Sigma)) {
					runs = append(runs, &measurement{dir: c, truth: truth, file: f})
				}
			}
		}
	}
	slices.SortStableFunc(runs, func(a, b *measurement) int {
		return cmp.Or(cmp.Compare(a.file.N, b.file.N), cmp.Compare(a.file.Sigma, b.file.Sigma),
			cmp.Compare(a.truth.Name, b.truth.Name), cmp.Compare(a.file.File, b.file.File))
	})
	return runs, nil
}

// folders returns dir itself when it is a case, and otherwise the cases in it.
func folders(dir string) ([]string, error) {
	inside, err := filepath.Glob(filepath.Join(dir, "*", "truth.json"))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, "truth.json")); err == nil {
		inside = append(inside, filepath.Join(dir, "truth.json"))
	}
	if len(inside) == 0 {
		return nil, fmt.Errorf("%s: no truth.json in it or in its folders", dir)
	}
	for i := range inside {
		inside[i] = filepath.Dir(inside[i])
	}
	slices.Sort(inside)
	return inside, nil
}

// measure learns from the file and judges the answer. A learner that fails or
// takes longer than the timeout has printed nothing.
func (r *measurement) measure(ctx context.Context, learn learner, o options) error {
	x, err := r.points(ctx)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, o.limits.Timeout)
	defer cancel()
	start := time.Now()
	r.printed, r.refusal = learn(limited, r.truth.Variables, contaminated(x, o.outliers, o.seed), r.truth.MaxDegree+o.degreePlus)
	r.elapsed = time.Since(start)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if r.refusal != nil {
		r.printed = nil
	} else if len(r.printed) == 0 {
		r.refusal = errors.New("no equation")
	}
	gens, err := r.truth.Ideal(r.truth.MaxDegree)
	if err != nil {
		return err
	}
	r.verdict, err = judge.Judge(ctx, judge.Truth{Generators: gens, Points: x, Sigma: r.file.Sigma}, r.printed)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(r.dir, r.file.File), err)
	}
	return nil
}

// points reads the table, one point a row.
func (r *measurement) points(ctx context.Context) (*mat.Dense, error) {
	path := filepath.Join(r.dir, r.file.File)
	t, err := table.Read(ctx, path, table.Options{Header: table.HeaderYes, Missing: table.MissingError})
	if err != nil {
		return nil, err
	}
	if !slices.Equal(t.Names(), r.truth.Variables) {
		return nil, fmt.Errorf("%s: not a table of %v", path, r.truth.Variables)
	}
	return t.Dense(), nil
}

// contaminated returns x with a share of its rows replaced by points uniform in
// the box with the centre of x and three times its sides.
func contaminated(x *mat.Dense, share float64, seed uint64) *mat.Dense {
	if share == 0 {
		return x
	}
	y := mat.DenseCopyOf(x)
	n, vars := x.Dims()
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	for _, i := range rng.Perm(n)[:int(share*float64(n))] {
		for j := range vars {
			column := mat.Col(nil, j, x)
			lo, hi := slices.Min(column), slices.Max(column)
			y.Set(i, j, lo-(hi-lo)+3*(hi-lo)*rng.Float64())
		}
	}
	return y
}
