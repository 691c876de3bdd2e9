package fit

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// sandwich computes the covariance of the coefficients, the share of every row in the
// noise variance s, and the standard error of s.
//
// With m_i the corrected matrix of row i and M the mean of w_i m_i, the estimate
// solves M(s) v = 0. A change dM of M changes s by ds = -vᵀ dM v / vᵀM'v and v by
// -M⁺ (dM v + M'v ds); so row i contributes h_i = w_i m_i v - (vᵀ w_i m_i v / vᵀM'v) M'v.
//
// The fit is nearer to every row than the truth is, by the factor 1 - l_i with the
// leverage l_i = w_i x_iᵀ M⁺ x_i / n of the monomials x_i of the row; h_i is divided
// by it. M is taken at s = 0 here: so leverages sum to k - 1, as they should, where at
// s they grow beyond bounds on supports that carry two equations nearly. [MacKinnon
// and White, Journal of Econometrics 29 (1985) 305–325, the estimator now called
// HC3; Long and Ervin, American Statistician 54 (2000) 217–224, for its coverage
// where rows are few.]
//
// Rows that are copies of others count once: n is the number of measurements in both
// errors and in the leverages.
func sandwich(ctx context.Context, p *problem.Problem, f support.Fit, flow *moment.Flow, w []float64,
	rows [][]float64) (cov *mat.SymDense, share []float64, stderr float64) {
	n, k := len(rows), len(f.Idx)
	m, _ := flow.FormsOn(f.Variance, f.Idx)
	bread := numeric.InverseBeside(m, f.C)
	share = make([]float64, n)
	if withoutNoise(p, f) {
		// The residuals are rounding errors: take the least noise there can be.
		bread.ScaleSym(limit.RoundingVariance/float64(n), bread)
		for i := range share {
			share[i] = f.Variance
		}
		return bread, share, limit.RoundingVariance
	}
	slope := mat.NewVecDense(k, nil) // M'(s) v
	slope.MulVec(flow.SlopeOn(f.Variance, f.Idx), mat.NewVecDense(k, f.C))
	d := numeric.Dot(f.C, slope.RawVector().Data)

	independent := p.IndependentOn(f.Idx)
	noisy, _ := flow.FormsOn(0, f.Idx)
	need := needed(p, f.Idx, nil)
	in := influence{
		p: p, f: f, measurements: independent * float64(n), slope: slope, d: d, hat: numeric.InverseBeside(noisy, f.C),
		need: need, cooled: cooledProducts(p, f, need),
	}
	parts := make([]influenceSums, parallel.NumChunks(n))
	parallel.Chunks(ctx, n, func(c, lo, hi int) {
		parts[c] = in.of(rows[lo:hi], w[lo:hi], share[lo:hi])
	})
	meat, seen, normal := mat.NewSymDense(k, nil), 0.0, 0.0
	for _, q := range parts {
		if q.meat != nil {
			meat.AddSym(meat, q.meat)
			seen, normal = seen+q.seen, normal+q.normal
		}
	}
	meat.ScaleSym(1/float64(n)/float64(n)/independent, meat)
	// The scatter of few shares is too small more often than too large, since it
	// hangs on the largest; that of Gaussian noise is the least to be expected.
	stderr = math.Sqrt(math.Max(seen, normal)/independent) / float64(n)
	var half, full mat.Dense
	half.Mul(bread, meat)
	full.Mul(&half, bread)
	return numeric.Symmetric(&full), share, stderr
}

// influence is what rows contribute to an estimate: h_i to the coefficients, and a share to the
// noise variance.
type influence struct {
	p            *problem.Problem
	f            support.Fit
	measurements float64       // in all: copies count once
	slope        *mat.VecDense // M'(s) v
	d            float64       // vᵀM'v
	hat          *mat.SymDense // M⁺ at s = 0
	need         []int         // monomials of the polynomials cooled
	cooled       []moment.Poly // as cooledProducts has them
}

// influenceSums are sums over rows.
type influenceSums struct {
	meat         *mat.SymDense // h hᵀ
	seen, normal float64       // squares of what rows add to s, and their expectation for Gaussian noise
}

// of sums the influence of rows with weights w, and writes their shares.
func (in *influence) of(rows [][]float64, w, share []float64) influenceSums {
	f, k := in.f, len(in.f.Idx)
	ev, on := eval.New(in.p.Table, in.need), eval.New(in.p.Table, f.Idx)
	h, grad, work := eval.Take(k), eval.Take(in.p.Metric.Vars()), eval.Take(3)
	for _, space := range []interface{ Free() }{ev, on, h, grad, work} {
		defer space.Free()
	}
	g, v, l := work[0], work[1], work[2]
	q := influenceSums{meat: mat.NewSymDense(k, nil)}
	eval.InBlocks(rows, func(first int, x eval.Block, points int) {
		ev.At(x, points)
		values, g, w := ev.Monomials(), g[:points], w[first:][:points]
		clear(g)
		for b, t := range in.cooled {
			h := h[b][:points]
			clear(h)
			for j, l := range t.Idx {
				numeric.Axpy(t.C[j], values[l][:points], h)
			}
			numeric.AddProduct(g, f.C[b], w, h)
			numeric.Multiply(h, w, h)
		}
		for r, v := range g {
			g[r] = v / in.d
			share[first+r] = f.Variance - g[r]
			q.seen += g[r] * g[r]
		}
		on.At(x, points)
		on.Gradient(f.C, grad)
		v, l := v[:points], l[:points]
		in.p.Metric.Norm2(v, x, grad)
		quadratic(l, in.hat, on.Monomials())
		for r := range points {
			// Of Gaussian noise, the share is s times a χ² of one degree of freedom,
			// in the ratio of the variance of f here to its weighted mean.
			v[r] *= w[r] * f.Variance / in.d
			q.normal += 2 * v[r] * v[r]
			l[r] = 1 / (1 - math.Min(w[r]*l[r]/in.measurements, limit.MaxLeverage))
		}
		for b := range in.cooled {
			h := h[b][:points]
			numeric.Axpy(-in.slope.AtVec(b), g, h)
			numeric.Multiply(h, h, l)
		}
		raw := q.meat.RawSymmetric()
		for b := range in.cooled {
			eval.AddSums(raw.Data[b*raw.Stride+b:], h[b][:points], h[b:])
		}
	})
	return q
}

// quadratic writes xᵀ m x of the points, x the numbers of each.
func quadratic(dst []float64, m *mat.SymDense, x [][]float64) {
	clear(dst)
	var space [eval.BlockRows]float64
	half := space[:len(dst)]
	for i, xi := range x {
		clear(half)
		numeric.Axpy(m.At(i, i), xi[:len(dst)], half)
		for j := i + 1; j < len(x); j++ {
			numeric.Axpy(2*m.At(i, j), x[j][:len(dst)], half)
		}
		numeric.AddProduct(dst, 1, half, xi)
	}
}

// cooledProducts returns, for every monomial t of the fit, the polynomial whose
// value at a noisy point estimates t·f at the true one, on the list need.
func cooledProducts(p *problem.Problem, f support.Fit, need []int) []moment.Poly {
	place := make(map[int]int, len(need))
	for i, a := range need {
		place[a] = i
	}
	out := make([]moment.Poly, len(f.Idx))
	for b, a := range f.Idx {
		one := moment.Poly{Idx: []int{a}, C: []float64{1}}
		q := p.Flow.Cool(p.Flow.Times(one, f.Poly()), f.Variance)
		for i, m := range q.Idx {
			q.Idx[i] = place[m]
		}
		out[b] = q
	}
	return out
}
