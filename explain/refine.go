package explain

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// negligible is a noise variance, in units of the mean squares of the
// variables, that the rounding of moments alone may cause.
const negligible = 1e-13

// estimate is an equation fitted with weights, with what is known of its
// reliability.
type estimate struct {
	fit
	weights []float64     // per row, with which it was fitted
	cov     *mat.SymDense // of v
	share   []float64     // per row of the sample: its contribution to s, mean s
	stderr  float64       // of s
	rows    int           // that it is fitted to
	regular regularity
}

// refine fits the support to the rows with weights, iterated, and estimates the
// uncertainty of the result. It fails where the support has no finite fit.
func (s *study) refine(f fit, rows [][]float64, iterations int) (estimate, bool) {
	var w []float64
	var flow *moment.Flow
	for range iterations {
		w = s.weigh(f, rows)
		flow = s.weightedFlow(f.idx, w, rows)
		g, ok := root(flow, f.idx, f.s)
		if !ok {
			return estimate{}, false
		}
		f = g
	}
	e := s.assess(f, flow, w, rows)
	e.weights, e.regular = w, s.regularity(f)
	return e, !math.IsNaN(e.stderr) && !math.IsNaN(e.regular.at(e.s))
}

// maxLeverage bounds the leverage of a row: how far a fit would move without a
// row that determines it nearly alone, the data do not say.
const maxLeverage = 0.9

// assess computes the sandwich covariance of the coefficients, and the standard
// error of s.
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
func (s *study) assess(f fit, flow *moment.Flow, w []float64, rows [][]float64) estimate {
	n, k := len(rows), len(f.idx)
	m, _ := flow.FormsOn(f.s, f.idx)
	bread := numeric.InverseBeside(m, f.v)
	e := estimate{fit: f, share: make([]float64, n), rows: n}
	if f.s < negligible {
		// The residuals are rounding errors: take the least noise there can be.
		bread.ScaleSym(negligible/float64(n), bread)
		e.cov, e.stderr = bread, negligible
		for i := range e.share {
			e.share[i] = f.s
		}
		return e
	}
	slope := mat.NewVecDense(k, nil) // M'(s) v
	slope.MulVec(flow.SlopeOn(f.s, f.idx), mat.NewVecDense(k, f.v))
	d := dot(f.v, slope.RawVector().Data)

	noisy, _ := flow.FormsOn(0, f.idx)
	hat := numeric.InverseBeside(noisy, f.v)
	need := s.needed(f.idx)
	cooled := s.cooledProducts(f, need)
	type part struct {
		meat         *mat.SymDense
		seen, normal float64 // variances of s
	}
	parts := make([]part, (n+chunk-1)/chunk)
	s.chunks(n, func(c, lo, hi int) {
		ev, on := newEvaluator(s.table, need), newEvaluator(s.table, f.idx)
		h, g := newBlock(k), make([]float64, blockRows)
		grad, v, l := newBlock(s.metric.Vars()), make([]float64, blockRows), make([]float64, blockRows)
		p := part{meat: mat.NewSymDense(k, nil)}
		inBlocks(rows[lo:hi], func(first int, x block, points int) {
			ev.at(x, points)
			values, g, w := ev.monomials(), g[:points], w[lo+first:][:points]
			clear(g)
			for b, q := range cooled {
				h := h[b][:points]
				clear(h)
				for j, l := range q.Idx {
					addTimes(h, q.C[j], values[l])
				}
				addProduct(g, f.v[b], w, h)
				multiply(h, w, h)
			}
			for r, v := range g {
				g[r] = v / d
				e.share[lo+first+r] = f.s - g[r]
				p.seen += g[r] * g[r]
			}
			on.at(x, points)
			on.gradient(f.v, grad)
			v, l := v[:points], l[:points]
			s.metric.norm2(v, x, grad)
			quadratic(l, hat, on.monomials())
			for r := range points {
				// Of Gaussian noise, the share is s times a χ² of one degree of freedom,
				// in the ratio of the variance of f here to its weighted mean.
				v[r] *= w[r] * f.s / d
				p.normal += 2 * v[r] * v[r]
				l[r] = 1 / (1 - math.Min(w[r]*l[r]/float64(n), maxLeverage))
			}
			for b := range cooled {
				addTimes(h[b], -slope.AtVec(b), g)
				multiply(h[b], h[b], l)
			}
			raw := p.meat.RawSymmetric()
			for b := range cooled {
				addSums(raw.Data[b*raw.Stride+b:], h[b][:points], h[b:])
			}
		})
		parts[c] = p
	})
	meat, seen, normal := mat.NewSymDense(k, nil), 0.0, 0.0
	for _, p := range parts {
		if p.meat != nil {
			meat.AddSym(meat, p.meat)
			seen, normal = seen+p.seen, normal+p.normal
		}
	}
	meat.ScaleSym(1/float64(n)/float64(n), meat)
	// The scatter of few shares is too small more often than too large, since it
	// hangs on the largest; that of Gaussian noise is the least to be expected.
	e.stderr = math.Sqrt(math.Max(seen, normal)) / float64(n)
	var half, full mat.Dense
	half.Mul(bread, meat)
	full.Mul(&half, bread)
	e.cov = symmetric(&full)
	return e
}

// quadratic writes xᵀ m x of the points, x the numbers of each.
func quadratic(dst []float64, m *mat.SymDense, x [][]float64) {
	clear(dst)
	var space [blockRows]float64
	half := space[:len(dst)]
	for i, xi := range x {
		clear(half)
		addTimes(half, m.At(i, i), xi[:len(dst)])
		for j := i + 1; j < len(x); j++ {
			addTimes(half, 2*m.At(i, j), x[j][:len(dst)])
		}
		addProduct(dst, 1, half, xi)
	}
}

// noise returns the noise variance with its standard error. The k - 1 ratios of
// coefficients that are fitted take as many of n parts from s, which is put
// back.
func (e estimate) noise() (variance, stderr float64) {
	free := float64(e.rows) / float64(max(1, e.rows-len(e.idx)+1))
	return e.s * free, e.stderr * free
}

// cooledProducts returns, for every monomial t of the fit, the polynomial whose
// value at a noisy point estimates t·f at the true one, on the list need.
func (s *study) cooledProducts(f fit, need []int) []moment.Poly {
	place := make(map[int]int, len(need))
	for i, a := range need {
		place[a] = i
	}
	out := make([]moment.Poly, len(f.idx))
	for b, a := range f.idx {
		one := moment.Poly{Idx: []int{a}, C: []float64{1}}
		q := s.flow.Cool(s.flow.Times(one, f.poly()), f.s)
		for i, m := range q.Idx {
			q.Idx[i] = place[m]
		}
		out[b] = q
	}
	return out
}

// regularity is the mean square gradient at the true points over that at the
// noisy points, as a function of the noise variance, a polynomial where that does not
// depend on the values. At the noise of the data,
// it is near 1 where the data are at regular points of the zero set, and near 0
// where the polynomial fits only because it is singular along the data: a
// product of equations, a power, two branches to either side.
type regularity struct {
	c      []float64    // of the polynomial
	flow   *moment.Flow // else: the mean of square with the noise taken away, over raw
	square moment.Poly
	raw    float64
}

// regularityOf is the polynomial with the coefficients c.
func regularityOf(c ...float64) regularity { return regularity{c: c} }

// at returns the regularity at noise variance s.
func (r regularity) at(s float64) float64 {
	if r.flow != nil {
		return r.flow.Mean(r.flow.Cool(r.square, s)) / r.raw
	}
	v := 0.0
	for k := len(r.c) - 1; k >= 0; k-- {
		v = v*s + r.c[k]
	}
	return v
}

// regularity computes the regularity of a fit.
func (s *study) regularity(f fit) regularity {
	if f.s < negligible {
		// Without noise to take away, a gradient that vanishes on the data shows
		// in the coefficients that are needed to make it 1.
		if top := slices.Max(f.v) - slices.Min(f.v); top > singular {
			return regularityOf(0)
		}
		return regularityOf(1)
	}
	g := s.gradient2(f)
	raw := s.flow.Mean(g)
	if s.metric.Relative() != nil {
		return regularity{flow: s.flow, square: g, raw: raw}
	}
	var r []float64
	factor := 1.0
	for k := 1; len(g.Idx) > 0; k++ {
		r = append(r, factor*s.flow.Mean(g)/raw)
		g = s.flow.Laplace(g)
		factor *= -0.5 / float64(k)
	}
	return regularityOf(r...)
}

// singular is the size of the coefficients, in the units of the search, from
// which on a polynomial of unit gradient is singular on the data.
const singular = 1e4

// gradient2 returns ∇fᵀ C ∇f as a polynomial, C being that of each point.
func (s *study) gradient2(f fit) moment.Poly {
	exps := make([]uint8, s.metric.Vars())
	terms := map[int]float64{}
	for i, a := range f.idx {
		ea := s.table.Exponents(a)
		for l, b := range f.idx {
			eb := s.table.Exponents(b)
			for _, c := range s.metric.Entries() {
				if ea[c.Row] == 0 || eb[c.Col] == 0 {
					continue
				}
				for q := range exps {
					exps[q] = ea[q] + eb[q]
				}
				exps[c.Row]--
				exps[c.Col]--
				terms[s.table.Position(exps)] += c.Value * f.v[i] * f.v[l] * float64(ea[c.Row]) * float64(eb[c.Col])
			}
			for j, b2 := range s.metric.Relative() {
				if ea[j] == 0 || eb[j] == 0 {
					continue
				}
				for q := range exps {
					exps[q] = ea[q] + eb[q]
				}
				terms[s.table.Position(exps)] += b2 * f.v[i] * f.v[l] * float64(ea[j]) * float64(eb[j])
			}
		}
	}
	var g moment.Poly
	for a := range terms {
		g.Idx = append(g.Idx, a)
	}
	sort.Ints(g.Idx)
	for _, a := range g.Idx {
		g.C = append(g.C, terms[a])
	}
	return g
}
