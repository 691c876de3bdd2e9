// Command epipolar learns the epipolar constraint of two cameras, (u, v, 1) F (x, y, 1)ᵀ = 0,
// from points that both see, with errors of the image coordinates, and compares it with the
// normalised eight-point estimate (R. Hartley, IEEE PAMI 19 (1997) 580–593).
//
//	go run -C benchmarks ./epipolar -draws 20 -points 200 -noise 0.001
//
// kexplain is told that the law is bilinear, --degree-in 'u,v=1; x,y=1', and nothing else. The
// error of an estimate is the root mean square Sampson distance of other points without errors.
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

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
)

// cameras are two views of random points.
type cameras struct {
	rotation    *mat.Dense
	translation []float64
}

// newCameras draws a second camera that is turned by up to 0.4 and moved by 0.7.
func newCameras(rng *rand.Rand) cameras {
	axis, t := direction(rng), direction(rng)
	angle := 0.1 + 0.3*rng.Float64()
	k := mat.NewDense(3, 3, []float64{0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0})
	var r, square mat.Dense
	square.Mul(k, k)
	square.Scale(1-math.Cos(angle), &square)
	k.Scale(math.Sin(angle), k)
	r.Add(k, &square)
	for i := range 3 {
		r.Set(i, i, r.At(i, i)+1)
		t[i] *= 0.7
	}
	return cameras{&r, t}
}

// direction is a random unit vector.
func direction(rng *rand.Rand) []float64 {
	v := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	n := math.Hypot(math.Hypot(v[0], v[1]), v[2])
	for i := range v {
		v[i] /= n
	}
	return v
}

// rows are the images x, y, u, v of points at distances from 2 to 4.
func (c cameras) rows(n int, noise float64, rng *rand.Rand) *mat.Dense {
	out := mat.NewDense(n, 4, nil)
	for i := range n {
		p := mat.NewVecDense(3, []float64{2*rng.Float64() - 1, 2*rng.Float64() - 1, 2 + 2*rng.Float64()})
		var q mat.VecDense
		q.MulVec(c.rotation, p)
		q.AddVec(&q, mat.NewVecDense(3, c.translation))
		for j, v := range []float64{p.AtVec(0) / p.AtVec(2), p.AtVec(1) / p.AtVec(2), q.AtVec(0) / q.AtVec(2), q.AtVec(1) / q.AtVec(2)} {
			out.Set(i, j, v+noise*rng.NormFloat64())
		}
	}
	return out
}

// sampson is the root mean square Sampson distance of rows from F.
func sampson(f *mat.Dense, rows *mat.Dense) float64 {
	n, _ := rows.Dims()
	sum := 0.0
	for i := range n {
		p := mat.NewVecDense(3, []float64{rows.At(i, 0), rows.At(i, 1), 1})
		q := mat.NewVecDense(3, []float64{rows.At(i, 2), rows.At(i, 3), 1})
		var fp, fq mat.VecDense
		fp.MulVec(f, p)
		fq.MulVec(f.T(), q)
		value := mat.Dot(q, &fp)
		slope := fp.AtVec(0)*fp.AtVec(0) + fp.AtVec(1)*fp.AtVec(1) + fq.AtVec(0)*fq.AtVec(0) + fq.AtVec(1)*fq.AtVec(1)
		sum += value * value / slope
	}
	return math.Sqrt(sum / float64(n))
}

// eightPoint is the normalised eight-point estimate: least squares in coordinates of mean 0
// and mean distance √2, then the nearest matrix of rank two.
func eightPoint(rows *mat.Dense) (*mat.Dense, error) {
	n, _ := rows.Dims()
	a, left := normal(rows, 0), normal(rows, 2)
	design := mat.NewDense(n, 9, nil)
	for i := range n {
		p := []float64{a.At(0, 0)*rows.At(i, 0) + a.At(0, 2), a.At(1, 1)*rows.At(i, 1) + a.At(1, 2), 1}
		q := []float64{left.At(0, 0)*rows.At(i, 2) + left.At(0, 2), left.At(1, 1)*rows.At(i, 3) + left.At(1, 2), 1}
		for j := range 3 {
			for k := range 3 {
				design.Set(i, 3*j+k, q[j]*p[k])
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(design, mat.SVDThin) {
		return nil, errors.New("no singular values")
	}
	var v mat.Dense
	svd.VTo(&v)
	f := mat.NewDense(3, 3, mat.Col(nil, 8, &v))
	if !svd.Factorize(f, mat.SVDFull) {
		return nil, errors.New("no singular values")
	}
	var u, w mat.Dense
	svd.UTo(&u)
	svd.VTo(&w)
	s := svd.Values(nil)
	var out mat.Dense
	out.Product(left.T(), &u, mat.NewDiagDense(3, []float64{s[0], s[1], 0}), w.T(), a)
	return &out, nil
}

// normal moves two columns to mean 0 and scales them to a mean distance of √2.
func normal(rows *mat.Dense, first int) *mat.Dense {
	n, _ := rows.Dims()
	var mx, my, d float64
	for i := range n {
		mx += rows.At(i, first) / float64(n)
		my += rows.At(i, first+1) / float64(n)
	}
	for i := range n {
		d += math.Hypot(rows.At(i, first)-mx, rows.At(i, first+1)-my) / float64(n)
	}
	s := math.Sqrt2 / d
	return mat.NewDense(3, 3, []float64{s, 0, -s * mx, 0, s, -s * my, 0, 0, 1})
}

// learned is the matrix of the first equation that kexplain finds, and its number of terms.
func learned(ctx context.Context, rows *mat.Dense) (f *mat.Dense, terms int, doubt string, err error) {
	names := []string{"x", "y", "u", "v"}
	r, err := explain.Learn(ctx, explain.Data{Variables: names, Points: explain.Dense(rows)}, explain.Options{
		DegreeIn: []explain.DegreeBound{{Variables: []string{"u", "v"}, Degree: 1}, {Variables: []string{"x", "y"}, Degree: 1}},
	})
	if err != nil {
		return nil, 0, "", err
	}
	g := r.Generators[0]
	if len(r.Generators) != 1 || !slices.Equal(r.Variables, names) {
		return nil, 0, "", fmt.Errorf("%d equations in %v", len(r.Generators), r.Variables)
	}
	f = mat.NewDense(3, 3, nil)
	for _, t := range g.Terms {
		row, column := 2, 2
		if t.Exponents[2] == 1 {
			row = 0
		} else if t.Exponents[3] == 1 {
			row = 1
		}
		if t.Exponents[0] == 1 {
			column = 0
		} else if t.Exponents[1] == 1 {
			column = 1
		}
		f.Set(row, column, t.Estimate)
	}
	return f, len(g.Terms), g.Doubt, nil
}

func main() {
	command.Main("epipolar", func(ctx context.Context, args []string) error {
		draws, n, noise := 20, 200, 0.001
		flags := flag.NewFlagSet("epipolar", flag.ContinueOnError)
		flags.IntVar(&draws, "draws", draws, "pairs of cameras")
		flags.IntVar(&n, "points", n, "points that both cameras see")
		flags.Float64Var(&noise, "noise", noise, "errors of the image coordinates, which go from -1/2 to 1/2")
		if _, err := command.Parse(flags, args); err != nil {
			return err
		}
		return run(ctx, os.Stdout, draws, n, noise)
	})
}

func run(ctx context.Context, w io.Writer, draws, n int, noise float64) error {
	table := trial.NewTable("cameras", "terms", "error", "of eight points", "ratio", "doubt")
	var ratios []float64
	for draw := range draws {
		rng := rand.New(rand.NewPCG(uint64(draw), 8))
		c := newCameras(rng)
		rows, clean := c.rows(n, noise, rng), c.rows(1000, 0, rng)
		reference, err := eightPoint(rows)
		if err != nil {
			return err
		}
		theirs := sampson(reference, clean)
		f, terms, doubt, err := learned(ctx, rows)
		if err != nil {
			table.Row(draw, "", err.Error(), fmt.Sprintf("%.2g", theirs), "", "")
			continue
		}
		ours := sampson(f, clean)
		ratios = append(ratios, ours/theirs)
		table.Row(draw, terms, fmt.Sprintf("%.2g", ours), fmt.Sprintf("%.2g", theirs), fmt.Sprintf("%.2f", ours/theirs), doubt)
	}
	slices.Sort(ratios)
	fmt.Fprint(w, table)
	if len(ratios) > 0 {
		fmt.Fprintf(w, "\nfound for %d of %d pairs; ratio of the errors: median %.2f, largest %.2f\n",
			len(ratios), draws, ratios[len(ratios)/2], ratios[len(ratios)-1])
	}
	return nil
}
