package problem

import (
	"cmp"
	"math"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Metric is the covariance of the noise at a point x, at unit variance, as a
// metric: what an error of the data does to a polynomial, to first and second order.
// It is C, or C + diag(b_j² x_j²) where the noise has a part in proportion to the values.
type Metric struct {
	moment.Noise
	curvature []moment.Entry // of the form H ↦ tr(C H C H) on upper triangles
	absolute  []float64      // variances that do not depend on the values
}

// NewMetric prepares the metric.
func NewMetric(noise moment.Noise) Metric {
	n := noise.Vars()
	m := Metric{Noise: noise, absolute: make([]float64, n)}
	for _, c := range noise.Entries() {
		if c.Row == c.Col {
			m.absolute[c.Row] = c.Value
		}
	}
	at := func(j, l int) int { return min(j, l)*n + max(j, l) }
	form := map[[2]int]float64{}
	for _, c := range noise.Entries() {
		for _, d := range noise.Entries() {
			// C_jk H_kl C_lm H_mj, with c = (j, k) and d = (l, m).
			p, q := at(c.Col, d.Row), at(d.Col, c.Row)
			form[[2]int{min(p, q), max(p, q)}] += c.Value * d.Value
		}
	}
	for at, v := range form {
		m.curvature = append(m.curvature, moment.Entry{Row: at[0], Col: at[1], Value: v})
	}
	stable.Sort(m.curvature, func(a, b moment.Entry) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	return m
}

// Norm2 writes gᵀ C g of the points x.
func (m Metric) Norm2(dst []float64, x, g eval.Block) {
	clear(dst)
	for _, c := range m.Entries() {
		numeric.AddProduct(dst, c.Value, g[c.Row], g[c.Col])
	}
	for j, b2 := range m.Relative() {
		xj, gj := x[j][:len(dst)], g[j][:len(dst)]
		for r, v := range gj {
			dst[r] += b2 * xj[r] * xj[r] * v * v
		}
	}
}

// Norm2At is gᵀ C g at the point x.
func (m Metric) Norm2At(x, g []float64) float64 {
	sum := 0.0
	for _, c := range m.Entries() {
		sum += c.Value * g[c.Row] * g[c.Col]
	}
	for j, b2 := range m.Relative() {
		sum += b2 * x[j] * x[j] * g[j] * g[j]
	}
	return sum
}

// Against moves every point r of a block by -step[r] C g.
func (m Metric) Against(x, g eval.Block, step []float64) {
	for j, b2 := range m.Relative() {
		xj, gj := x[j][:len(step)], g[j][:len(step)]
		for r, s := range step {
			xj[r] *= 1 - s*b2*xj[r]*gj[r]
		}
	}
	for _, c := range m.Entries() {
		numeric.AddProduct(x[c.Row][:len(step)], -c.Value, step, g[c.Col])
	}
}

// Whiten writes Lᵀ g for C = L Lᵀ, the gradient in units of the noise, at point r of a
// block. The relative part of the noise is taken to be that of its diagonal.
func (m Metric) Whiten(dst []float64, x, g eval.Block, r int) {
	clear(dst)
	if m.Relative() != nil {
		for j := range dst {
			dst[j] = m.deviation(x, r, j) * g[j][r]
		}
		return
	}
	for _, l := range m.Root() {
		dst[l.Col] += l.Value * g[l.Row][r]
	}
}

// Step moves point r of a block by -L δ, a step given in units of the noise.
func (m Metric) Step(x eval.Block, r int, delta []float64) {
	if m.Relative() != nil {
		for j, d := range delta {
			x[j][r] -= m.deviation(x, r, j) * d
		}
		return
	}
	for _, l := range m.Root() {
		x[l.Row][r] -= l.Value * delta[l.Col]
	}
}

// deviation is the standard deviation of the noise of variable j at point r.
func (m Metric) deviation(x eval.Block, r, j int) float64 {
	return math.Sqrt(m.Relative()[j]*x[j][r]*x[j][r] + m.absolute[j])
}

// Stabilised returns the rows in coordinates in which the noise is the same everywhere, in
// about the units of the rows: for a relative part, the integral of dx over its
// standard deviation. It is nil where the noise does not depend on the values.
func (m Metric) Stabilised(rows [][]float64) [][]float64 {
	rel := m.Relative()
	if rel == nil {
		return nil
	}
	out := make([][]float64, len(rows))
	for i, x := range rows {
		out[i] = make([]float64, len(x))
		for j, v := range x {
			a2 := limit.NoNoise*limit.NoNoise + m.absolute[j]
			if b := math.Sqrt(rel[j]); b > 0 {
				out[i][j] = math.Asinh(b*v/math.Sqrt(a2)) / b
			} else {
				out[i][j] = v / math.Sqrt(a2)
			}
		}
	}
	return out
}

// Curve2 writes tr(C H C H) of the points x, from the upper triangles of the Hessians.
func (m Metric) Curve2(dst []float64, x, second eval.Block) {
	clear(dst)
	if rel := m.Relative(); rel != nil {
		n := len(rel)
		deviations := eval.Take(n)
		defer deviations.Free()
		for j := range n {
			for r := range dst {
				deviations[j][r] = m.deviation(x, r, j)
			}
		}
		for j := range n {
			for l := j; l < n; l++ {
				second, dj, dl := second[j*n+l], deviations[j], deviations[l]
				for r := range dst {
					h := second[r] * dj[r] * dl[r]
					if l > j {
						h *= math.Sqrt2
					}
					dst[r] += h * h
				}
			}
		}
		return
	}
	for _, c := range m.curvature {
		numeric.AddProduct(dst, c.Value, second[c.Row], second[c.Col])
	}
}
