package fit

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// identities are what holds by definition, in the units of the search.
func identities(p *problem.Problem) []support.Fit { return Given(p, p.Scaling.Identities) }

// Given are polynomials in the variables of the data, in the units of the search, without those that have other variables or too
// high a degree.
func Given(p *problem.Problem, polys []*poly.Polynomial[ring.Rat]) (list []support.Fit) {
	whole := p.UpTo(p.Table.Degree())
	for _, f := range polys {
		if idx, c, ok := whole.Given(f); ok {
			list = append(list, support.Fit{Idx: idx, C: p.ToSearchUnits(idx, c)})
		}
	}
	return list
}

// Identities is the zero set of what holds by definition, with errors of one size in every
// column, or nil where nothing does. An error of a measured column moves all columns derived
// from it together: rows move along this zero set only.
func Identities(p *problem.Problem) *ZeroSet {
	list := identities(p)
	if len(list) == 0 {
		return nil
	}
	plain := *p
	plain.Metric = problem.NewMetric(noise.NewAbsolute(p.Metric.Vars()).Noise())
	return NewZeroSet(&plain, problem.Sample(p.Sample, limit.LayerPoints), list, nil)
}

// Normals returns orthonormal normals, at a row, of what holds by definition, of equations without noise and of columns that do
// not move; nil where there are none.
func Normals(p *problem.Problem, noiseFree []support.Fit, fixed []int) func(x []float64) [][]float64 {
	list := append(identities(p), noiseFree...)
	if len(list)+len(fixed) == 0 {
		return nil
	}
	n, most := p.Metric.Vars(), len(list)+len(fixed)
	return func(x []float64) [][]float64 {
		jac := mat.NewDense(most, n, nil)
		for k, j := range fixed {
			jac.Set(len(list)+k, j, 1)
		}
		for k, f := range list {
			gradient := jac.RawRowView(k)
			for i, a := range f.Idx {
				powers := p.Table.Exponents(a)
				for j, d := range powers {
					v := f.C[i] * float64(d)
					for l, e := range powers {
						if l == j {
							e--
						}
						if v != 0 && e > 0 {
							v *= math.Pow(x[l], float64(e))
						}
					}
					gradient[j] += v
				}
			}
		}
		_, normals := numeric.LeastNorm(jac, make([]float64, most), limit.MinNormalSine)
		return normals
	}
}

// Transversality is the length of the gradient of g along the zero set over that of its parts:
// with the projector P to the tangent space, the median over the rows of
//
//	|Σ ∂g/∂x_j P e_j| / √(Σ |∂g/∂x_j P e_j|²).
//
// It is 1 where g depends on no two columns that are tied. A power of an equation, or a product
// over places, can be a multiple of an identity to within the errors of the rows: its parts
// cancel. It is 0 where g has no gradient along the zero set.
func (z *ZeroSet) Transversality(g support.Fit) float64 {
	n := z.p.Metric.Vars()
	e, gradients := eval.New(z.p.Table, g.Idx), eval.NewBlock(n)
	grad := make([]float64, n)
	var ratios []float64
	for b, y := range z.feet {
		e.At(y, len(z.normals[b]))
		e.Gradient(g.C, gradients)
		for r, normals := range z.normals[b] {
			z.p.Metric.Whiten(grad, y, gradients, r)
			parts := 0.0
			for j, v := range grad {
				tangent := 1.0 // |P e_j|²
				for _, m := range normals {
					tangent -= m[j] * m[j]
				}
				parts += v * v * math.Max(0, tangent)
			}
			for _, m := range normals {
				c := numeric.Dot(grad, m)
				for j := range grad {
					grad[j] -= c * m[j]
				}
			}
			if parts > 0 {
				ratios = append(ratios, math.Sqrt(numeric.Dot(grad, grad)/parts))
			}
		}
	}
	if len(ratios) == 0 {
		return 0
	}
	return numeric.UpperMedian(ratios)
}

// Transverse returns the fits whose gradient does not vanish along the identities.
func Transverse(ctx context.Context, p *problem.Problem, fits []support.Fit) []support.Fit {
	zeros := Identities(p)
	if zeros == nil {
		return fits
	}
	keep := make([]bool, len(fits))
	parallel.Each(ctx, len(fits), func(i int) { keep[i] = zeros.Transversality(fits[i]) >= limit.MinSine })
	var out []support.Fit
	for i, f := range fits {
		if keep[i] {
			out = append(out, f)
		}
	}
	return out
}
