package compare

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/poly"
)

// distance returns the distance |f|/|∇f| of the points from the zero set, the
// largest root mean square and the largest maximum over the polynomials. A value
// that is nothing but rounding, compared with the terms of f, is zero also where
// the gradient is rounding too, at a singular point. Points where the gradient
// vanishes but f does not have no distance and are left out.
func distance(polys []*poly.Polynomial[float64], x *mat.Dense) Distance {
	n, vars := x.Dims()
	points, sizes := make([][]float64, n), make([][]float64, n)
	for i := range points {
		points[i], sizes[i] = x.RawRowView(i), absolute(x.RawRowView(i))
	}
	terms := make([]float64, n) // Σ |c_m x^m|
	var worst Distance
	for _, p := range polys {
		poly.NewEvaluator(absoluteTerms(p)).EvalTo([][]float64{terms}, sizes)
		list := append([]*poly.Polynomial[float64]{p}, p.Gradient()...)
		values := make([][]float64, len(list))
		for k := range values {
			values[k] = make([]float64, n)
		}
		poly.NewEvaluator(list...).EvalTo(values, points)
		sum, count, largest := 0.0, 0, 0.0
		for i := range n {
			slope := 0.0
			for v := range vars {
				slope = math.Hypot(slope, values[1+v][i])
			}
			d := 0.0
			if f := math.Abs(values[0][i]); f > limit.CompareRounding*terms[i] {
				d = f / slope
			}
			if math.IsInf(d, 0) || math.IsNaN(d) {
				continue
			}
			sum += d * d
			count++
			largest = max(largest, d)
		}
		if count > 0 {
			worst.RMS = max(worst.RMS, math.Sqrt(sum/float64(count)))
			worst.Max = max(worst.Max, largest)
		}
	}
	return worst
}

// absolute returns the absolute values of the coordinates.
func absolute(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Abs(v)
	}
	return out
}

// absoluteTerms returns Σ |c_m| x^m.
func absoluteTerms(p *poly.Polynomial[float64]) *poly.Polynomial[float64] {
	var terms []poly.Term[float64]
	for m, c := range p.Terms() {
		terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: math.Abs(c)})
	}
	return p.Ring().FromTerms(terms)
}

// withoutRounding returns the polynomial without the terms that, for variables
// of the given size, are rounding compared with its largest one.
func withoutRounding(p *poly.Polynomial[float64], unit []float64) *poly.Polynomial[float64] {
	size := func(m poly.Monomial, c float64) float64 {
		for i, e := range p.Ring().Exponents(m) {
			c *= math.Pow(unit[i], float64(e))
		}
		return math.Abs(c)
	}
	largest := 0.0
	for m, c := range p.Terms() {
		largest = max(largest, size(m, c))
	}
	var terms []poly.Term[float64]
	for m, c := range p.Terms() {
		if size(m, c) >= limit.CompareRounding*largest {
			terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: c})
		}
	}
	return p.Ring().FromTerms(terms)
}

// angles returns the largest principal angle between every two spans.
func angles(rows []Method, spans []*judge.Span) [][]float64 {
	out := make([][]float64, len(rows))
	for i := range rows {
		out[i] = make([]float64, len(rows))
		out[i][i] = math.NaN()
		if rows[i].Dimension > 0 {
			out[i][i] = 0
		}
		for j := range i {
			out[i][j] = math.NaN()
			if min(rows[i].Dimension, rows[j].Dimension) > 0 {
				out[i][j] = spans[i].AngleBetween(spans[j], rows[i].Dimension, rows[j].Dimension)
			}
			out[j][i] = out[i][j]
		}
	}
	return out
}

// separate fits all methods to half samples and fills in Same.
func (c Config) separate(ctx context.Context, R *poly.Ring[float64], list []method, train, held sample, r *Result) error {
	if c.Resamples < 2 {
		return nil
	}
	half := train.len() / 2
	scores := make([][]float64, len(list)) // logarithms, NaN for none
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, m := range list {
		scores[i] = slices.Repeat([]float64{math.NaN()}, c.Resamples)
		if r.Methods[i].Err != nil || len(r.Methods[i].Equations) == 0 {
			continue
		}
		for b := range c.Resamples {
			g.Go(func() error {
				s := train.pick(rand.New(rand.NewPCG(c.Seed, uint64(b)+1)).Perm(train.len())[:half])
				f, err := c.fit(gctx, R, m, s)
				if gctx.Err() != nil {
					return gctx.Err()
				}
				if err == nil && len(f.polys) > 0 {
					// Distances below rounding are alike.
					scores[i][b] = math.Log(max(r.Rounding, distance(f.polys, held.x).RMS))
				}
				return nil // a method that fails on a half sample has no score there
			})
		}
	}
	if err := g.Wait(); err != nil {
		return err
	}
	ratio := float64(held.len()) / float64(half)
	same := func(i, j int) bool {
		return comparable(scores[i], scores[j]) && !differ(scores[i], scores[j], ratio)
	}
	var scored []int
	for i := range list {
		if comparable(scores[i], scores[i]) {
			scored = append(scored, i)
		}
		for j := range list {
			if i != j && same(i, j) {
				r.Methods[i].Same = append(r.Methods[i].Same, list[j].name)
			}
		}
	}
	for _, group := range cliques(scored, same) {
		var names []string
		for _, i := range group {
			names = append(names, list[i].name)
		}
		r.Groups = append(r.Groups, names)
	}
	return nil
}

// cliques returns the largest sets of nodes that are all linked with one another,
// in the order of their first nodes [C. Bron, J. Kerbosch, Comm. ACM 16 (1973),
// Algorithm 457, the first version].
func cliques(nodes []int, linked func(i, j int) bool) [][]int {
	var found [][]int
	var extend func(clique, open, done []int)
	extend = func(clique, open, done []int) {
		if len(open) == 0 && len(done) == 0 && len(clique) > 0 {
			found = append(found, slices.Clone(clique))
		}
		for k, v := range open {
			neighbours := func(list []int) []int {
				var out []int
				for _, w := range list {
					if w != v && linked(v, w) {
						out = append(out, w)
					}
				}
				return out
			}
			extend(append(slices.Clone(clique), v), neighbours(open[k+1:]), neighbours(append(slices.Clone(done), open[:k]...)))
		}
	}
	extend(nil, nodes, nil)
	return found
}

// comparable reports whether there are at least two samples in which both have a
// score.
func comparable(a, b []float64) bool { return len(differences(a, b)) >= 2 }

// differ reports whether the corrected paired t-test separates two lists of
// scores; ratio is the number of test points over that of training points.
func differ(a, b []float64, ratio float64) bool {
	d := differences(a, b)
	if len(d) < 2 {
		return false
	}
	mean, variance := stat.MeanVariance(d, nil)
	if variance == 0 {
		return mean != 0
	}
	t := math.Abs(mean) / math.Sqrt(variance*(1/float64(len(d))+ratio))
	return t > distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(d) - 1)}.Quantile(1-limit.CompareLevel/2)
}

// differences returns a − b where both are numbers.
func differences(a, b []float64) []float64 {
	var d []float64
	for i := range a {
		if x := a[i] - b[i]; !math.IsNaN(x) {
			d = append(d, x)
		}
	}
	return d
}
