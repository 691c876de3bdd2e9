package explain

import (
	"cmp"
	"slices"

	"github.com/kexplain/kexplain/numeric/moment"
)

// noiseMetric is the covariance C of the noise, at unit variance, as a metric:
// what an error of the data does to a polynomial, to first and second order.
type noiseMetric struct {
	moment.Noise
	curvature []moment.Entry // of the form H ↦ tr(C H C H) on upper triangles
}

// newNoiseMetric prepares the metric.
func newNoiseMetric(noise moment.Noise) noiseMetric {
	m := noiseMetric{Noise: noise}
	n := noise.Vars()
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
	slices.SortFunc(m.curvature, func(a, b moment.Entry) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	return m
}

// norm2 writes gᵀ C g of the points.
func (m noiseMetric) norm2(dst []float64, g block) {
	clear(dst)
	for _, c := range m.Entries() {
		gj, gl := g[c.Row][:len(dst)], g[c.Col][:len(dst)]
		for r, v := range gj {
			dst[r] += c.Value * v * gl[r]
		}
	}
}

// norm2At is gᵀ C g.
func (m noiseMetric) norm2At(g []float64) float64 {
	sum := 0.0
	for _, c := range m.Entries() {
		sum += c.Value * g[c.Row] * g[c.Col]
	}
	return sum
}

// whiten writes Lᵀ g, the gradient in units of the noise, at point r of a block.
func (m noiseMetric) whiten(dst []float64, g block, r int) {
	clear(dst)
	for _, l := range m.Root() {
		dst[l.Col] += l.Value * g[l.Row][r]
	}
}

// step moves point r of a block by -L δ, a step given in units of the noise.
func (m noiseMetric) step(x block, r int, delta []float64) {
	for _, l := range m.Root() {
		x[l.Row][r] -= l.Value * delta[l.Col]
	}
}

// curve2 writes tr(C H C H) of the points, from the upper triangles of the Hessians.
func (m noiseMetric) curve2(dst []float64, second block) {
	clear(dst)
	for _, c := range m.curvature {
		h, k := second[c.Row][:len(dst)], second[c.Col][:len(dst)]
		for r, v := range h {
			dst[r] += c.Value * v * k[r]
		}
	}
}
