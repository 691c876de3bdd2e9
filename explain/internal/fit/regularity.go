package fit

import (
	"math"
	"slices"
	"sort"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Regularity is the mean square gradient at the true points over that at the noisy
// points, as a function of the noise variance: a polynomial where that does not
// depend on the values. At the noise of the data, it is near 1 where the data are at regular points of the zero set, and near 0
// where the polynomial fits only because it is singular along the data: a
// product of equations, a power, two branches to either side.
type Regularity struct {
	c      []float64    // of the polynomial
	flow   *moment.Flow // else: the mean of square with the noise taken away, over raw
	square moment.Poly
	raw    float64
}

// PolynomialRegularity is the polynomial with the coefficients c: 1 for what is regular
// everywhere.
func PolynomialRegularity(c ...float64) Regularity { return Regularity{c: c} }

// At returns the regularity at noise variance s.
func (r Regularity) At(s float64) float64 {
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
func regularity(p *problem.Problem, f support.Fit) Regularity {
	if f.Variance < limit.RoundingVariance {
		// Without noise to take away, a gradient that vanishes on the data shows
		// in the coefficients that are needed to make it 1.
		if top := slices.Max(f.C) - slices.Min(f.C); top > limit.SingularSize {
			return PolynomialRegularity(0)
		}
		return PolynomialRegularity(1)
	}
	g := gradient2(p, f)
	raw := p.Flow.Mean(g)
	if p.Metric.Relative() != nil {
		return Regularity{flow: p.Flow, square: g, raw: raw}
	}
	var r []float64
	factor := 1.0
	for k := 1; len(g.Idx) > 0; k++ {
		r = append(r, factor*p.Flow.Mean(g)/raw)
		g = p.Flow.Laplace(g)
		factor *= -0.5 / float64(k)
	}
	return PolynomialRegularity(r...)
}

// gradient2 returns ∇fᵀ C ∇f as a polynomial, C being that of each point.
func gradient2(p *problem.Problem, f support.Fit) moment.Poly {
	exps := make([]uint8, p.Metric.Vars())
	terms := map[int]float64{}
	for i, a := range f.Idx {
		ea := p.Table.Exponents(a)
		for l, b := range f.Idx {
			eb := p.Table.Exponents(b)
			// add adds v ∂f_a/∂x_j ∂f_b/∂x_k x_j^more x_k^more.
			add := func(v float64, j, k int, more uint8) {
				if ea[j] == 0 || eb[k] == 0 {
					return
				}
				for q := range exps {
					exps[q] = ea[q] + eb[q]
				}
				exps[j] += more - 1
				exps[k] += more - 1
				terms[p.Table.Position(exps)] += v * f.C[i] * f.C[l] * float64(ea[j]) * float64(eb[k])
			}
			for _, c := range p.Metric.Entries() {
				add(c.Value, c.Row, c.Col, 0)
			}
			for j, b2 := range p.Metric.Relative() {
				add(b2, j, j, 1)
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

// singularAt reports whether the slopes of f vanish at the rows at one of the values of a setting. There it
// says nothing, as d*n - 25*n - 3*d*m + 75*m where d is 25, or is a square: and a few errors at the
// other values seem to suffice.
func singularAt(p *problem.Problem, f support.Fit) bool {
	settings := p.Settings()
	if !slices.ContainsFunc(p.ColumnsOf(f.Idx), func(j int) bool { return !slices.Contains(settings, j) }) {
		settings = p.Fixed() // the others were measured, though of few values
	}
	if len(settings) == 0 {
		return false
	}
	rows := problem.Sample(p.Sample, limit.LayerPoints)
	left := slopesLeft(p, f, rows, settings)
	least := limit.LeastSlope + 2*math.Sqrt(max(0, f.Variance))
	for _, j := range settings {
		at := map[float64][]float64{}
		for i, x := range rows {
			at[x[j]] = append(at[x[j]], left[i])
		}
		for _, list := range at {
			if numeric.UpperMedian(list) < least {
				return true
			}
		}
	}
	return false
}

// slopesLeft is, for each row, the largest slope of f along a column that is not fixed, over the largest sum of the absolute
// slopes of the terms along one: 1 where nothing cancels.
func slopesLeft(p *problem.Problem, f support.Fit, rows [][]float64, fixed []int) []float64 {
	n, size := p.Metric.Vars(), make([]float64, len(f.C))
	for i, c := range f.C {
		size[i] = math.Abs(c)
	}
	e, left := eval.New(p.Table, f.Idx), make([]float64, len(rows))
	slope, all := eval.NewBlock(n), eval.NewBlock(n)
	eval.InBlocks(rows, func(lo int, x eval.Block, points int) {
		e.At(x, points)
		e.Gradient(f.C, slope)
		for _, column := range x {
			for r, v := range column {
				column[r] = math.Abs(v)
			}
		}
		e.At(x, points)
		e.Gradient(size, all)
		for r := range points {
			steepest, most := 0.0, 0.0
			for j := range n {
				if !slices.Contains(fixed, j) {
					steepest, most = max(steepest, math.Abs(slope[j][r])), max(most, all[j][r])
				}
			}
			if most > 0 {
				left[lo+r] = steepest / most
			}
		}
	})
	return left
}
