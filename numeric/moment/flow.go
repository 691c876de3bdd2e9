package moment

import (
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// Flow is the family of moments of the data with noise of covariance s C taken
// away, as a polynomial in s. For data x = x̂ + ε with Gaussian ε of this
// covariance,
//
//	exp(-s/2 Σ_jl C_jl ∂_j ∂_l) x^α
//
// is an unbiased estimate of x̂^α (for independent errors, a product of Hermite
// polynomials), so the moments of x̂ are the moments of x flowing backward along
// the heat equation. This is the correction of adjusted least squares [Kukush,
// Markovsky, Van Huffel, Consistent estimation in an implicit quadratic
// measurement error model, CSDA 47 (2004), 123–147], for every degree.
type Flow struct {
	table  *Monomials
	degree int         // of the polynomials, half that of the moments
	levels [][]float64 // levels[k] = Δ^k μ
	need   []int       // the places of the moments that the levels hold, increasing; nil for all
	noise  []Entry     // of C
	rel    []float64   // squares of the relative standard deviations; nil where there are none
	sum    [][]int32   // position of the product of monomials a, b of degree ≤ degree
	lower  [][]int32   // lower[k][i] = position of monomial i over t_j t_l for entry k = (j, l), or -1
}

// Flow prepares the noise-corrected moments. It panics where the noise has another
// number of variables.
func (m *Moments) Flow(noise Noise) *Flow {
	t := m.table
	if noise.vars != t.vars {
		panic("moment: noise of " + strconv.Itoa(noise.vars) + " variables for " + strconv.Itoa(t.vars))
	}
	n := t.Len(t.degree)
	f := &Flow{table: t, degree: t.degree / 2, noise: noise.entries, rel: noise.relative, lower: t.loweredBy(noise.entries), sum: t.products()}
	mu := make([]float64, n)
	for i, v := range m.sums {
		mu[i] = v / m.weight
	}
	f.levels = [][]float64{mu}
	for k := 1; k <= t.degree/2; k++ {
		f.levels = append(f.levels, f.laplace(f.levels[k-1]))
	}
	return f
}

// laplace returns the means of Δ x^α = Σ_jl C_jl ∂_j ∂_l x^α.
func (f *Flow) laplace(mu []float64) []float64 {
	out := make([]float64, len(mu))
	for i := range out {
		out[i] = f.laplaceAt(mu, i)
	}
	return out
}

// at is where the levels hold the moment at a place. It panics where they do not.
func (f *Flow) at(place int32) int {
	if f.need == nil {
		return int(place)
	}
	at, in := slices.BinarySearch(f.need, int(place))
	if !in {
		panic("moment: a moment that was not asked for")
	}
	return at
}

// laplaceAt is the mean of one of these.
func (f *Flow) laplaceAt(mu []float64, i int) float64 {
	sum, e := 0.0, f.table.Exponents(i)
	for k, c := range f.noise {
		if to := f.lower[k][i]; to >= 0 {
			sum += c.Value * c.second(e) * mu[f.at(to)]
		}
	}
	return sum
}

// At returns the moments that the flow has with noise of variance s taken away.
func (f *Flow) At(s float64) []float64 {
	mu := make([]float64, len(f.levels[0]))
	factor := 1.0
	for k, level := range f.levels {
		if k > 0 {
			factor *= -s / 2 / float64(k)
		}
		for i, v := range level {
			mu[i] += factor * v
		}
	}
	if f.rel != nil {
		for i := range mu {
			place := i
			if f.need != nil {
				place = f.need[i]
			}
			mu[i] *= f.shrink(s, place)
		}
	}
	return mu
}

// Forms returns the quadratic forms
//
//	M(s): f ↦ mean of f(x̂)²,  G(s): f ↦ mean of ∇f(x̂)ᵀ C ∇f(x̂)
//
// on polynomials of degree ≤ d, in the basis of monomials, for the data x̂ with
// noise of variance s taken away. For small s, f(x)² has the mean
// M(0)(f) = s·G(0)(f) for an equation f of the true points.
func (f *Flow) Forms(s float64, d int) (m, g *mat.SymDense) {
	return f.forms(f.At(s), d)
}

func (f *Flow) forms(mu []float64, d int) (m, g *mat.SymDense) {
	p := f.table.Len(d)
	m, g = mat.NewSymDense(p, nil), mat.NewSymDense(p, nil)
	for a := range p {
		ea := f.table.Exponents(a)
		for b := a; b < p; b++ {
			i := f.sum[a][b]
			m.SetSym(a, b, mu[i])
			eb := f.table.Exponents(b)
			sum := 0.0
			for k, c := range f.noise {
				if x, y := ea[c.Row], eb[c.Col]; x > 0 && y > 0 {
					sum += c.Value * float64(x) * float64(y) * mu[f.lower[k][i]]
				}
			}
			for j, b2 := range f.rel {
				sum += b2 * float64(ea[j]) * float64(eb[j]) * mu[i]
			}
			g.SetSym(a, b, sum)
		}
	}
	return m, g
}

// second is the factor of ∂_j ∂_l x^e for the entry (j, l), where no exponent
// gets negative.
func (c Entry) second(e []uint8) float64 {
	if c.Row == c.Col {
		return float64(e[c.Row]) * float64(e[c.Row]-1)
	}
	return float64(e[c.Row]) * float64(e[c.Col])
}

// loweredBy returns, for every entry (j, l) and monomial i, the place of i/(t_j t_l),
// or -1.
func (m *Monomials) loweredBy(entries []Entry) [][]int32 {
	m.lowering.Lock()
	defer m.lowering.Unlock()
	out := make([][]int32, len(entries))
	for k, c := range entries {
		at := Entry{Row: c.Row, Col: c.Col}
		if m.lowered[at] == nil {
			m.lowered[at] = m.over(at)
		}
		out[k] = m.lowered[at]
	}
	return out
}

// over is loweredBy for one entry.
func (m *Monomials) over(c Entry) []int32 {
	out, e := make([]int32, m.Len(m.degree)), make([]uint8, m.vars)
	for i := range out {
		out[i] = -1
		if copy(e, m.Exponents(i)); c.second(e) > 0 {
			e[c.Row]--
			e[c.Col]--
			out[i] = m.position[string(e)]
		}
	}
	return out
}

// productsUpTo returns the table of positions of products of monomials of degree ≤ d.
func (m *Monomials) productsUpTo(d int) [][]int32 {
	p := m.Len(d)
	out := make([][]int32, p)
	e := make([]uint8, m.vars)
	for a := range p {
		out[a] = make([]int32, p)
		for b := range p {
			for j := range e {
				e[j] = m.Exponents(a)[j] + m.Exponents(b)[j]
			}
			out[a][b] = m.position[string(e)]
		}
	}
	return out
}

// FormsOn returns the two forms of Forms restricted to the monomials idx.
func (f *Flow) FormsOn(s float64, idx []int) (m, g *mat.SymDense) {
	k := len(idx)
	m, g = mat.NewSymDense(k, nil), mat.NewSymDense(k, nil)
	for i, a := range idx {
		ea := f.table.Exponents(a)
		for l := i; l < k; l++ {
			b := idx[l]
			place := f.sum[a][b]
			m.SetSym(i, l, f.one(s, place))
			eb := f.table.Exponents(b)
			sum := 0.0
			for k, c := range f.noise {
				if x, y := ea[c.Row], eb[c.Col]; x > 0 && y > 0 {
					sum += c.Value * float64(x) * float64(y) * f.one(s, f.lower[k][place])
				}
			}
			for j, b2 := range f.rel {
				if x, y := ea[j], eb[j]; x > 0 && y > 0 {
					sum += b2 * float64(x) * float64(y) * m.At(i, l)
				}
			}
			g.SetSym(i, l, sum)
		}
	}
	return m, g
}

// one returns the corrected moment at one place.
func (f *Flow) one(s float64, place int32) float64 {
	if f.rel == nil {
		return f.heat(s, place)
	}
	return f.shrink(s, int(place)) * f.heat(s, place)
}

// heat is one without the part of the noise that is relative to the values.
func (f *Flow) heat(s float64, place int32) float64 {
	at := f.at(place)
	x, factor := f.levels[0][at], 1.0
	for k := 1; k < len(f.levels); k++ {
		factor *= -s / 2 / float64(k)
		if level := f.levels[k][at]; level != 0 {
			x += factor * level
		}
	}
	return x
}

// Size returns the number of moments, those of degree up to twice the degree
// of the polynomials.
func (f *Flow) Size() int { return len(f.levels[0]) }

// Monomials returns the table of monomials.
func (f *Flow) Monomials() *Monomials { return f.table }

// WithMeansAt is WithMeans for the moments in the places need only, increasing and closed under taking
// away the noise. FormsOn and SlopeOn of monomials whose products are others panic.
func (f *Flow) WithMeansAt(mu []float64, need []int) *Flow {
	g := *f
	g.levels, g.need = [][]float64{mu}, need
	for k := 1; k <= f.degree; k++ {
		out := make([]float64, len(mu))
		for i, place := range need {
			out[i] = g.laplaceAt(g.levels[k-1], place)
		}
		g.levels = append(g.levels, out)
	}
	return &g
}

// WithMeans returns the flow that starts from the given moments, for the same
// monomials and noise.
func (f *Flow) WithMeans(mu []float64) *Flow {
	g := *f
	g.levels = [][]float64{mu}
	for k := 1; k <= f.degree; k++ {
		g.levels = append(g.levels, g.laplace(g.levels[k-1]))
	}
	return &g
}

// SlopeOn returns the derivative of the form M of FormsOn with respect to s.
func (f *Flow) SlopeOn(s float64, idx []int) *mat.SymDense {
	k := len(idx)
	m := mat.NewSymDense(k, nil)
	for i, a := range idx {
		for l := i; l < k; l++ {
			m.SetSym(i, l, f.oneSlope(s, f.sum[a][idx[l]]))
		}
	}
	return m
}

// oneSlope returns the derivative of one corrected moment.
func (f *Flow) oneSlope(s float64, place int32) float64 {
	if f.rel == nil {
		return f.heatSlope(s, place)
	}
	d := f.shrink(s, int(place))
	return d*f.heatSlope(s, place) - d*f.shrinkRate(s, int(place))*f.heat(s, place)
}

// heatSlope returns the derivative of heat.
func (f *Flow) heatSlope(s float64, place int32) float64 {
	at := f.at(place)
	x, factor := 0.0, -0.5
	for k := 1; k < len(f.levels); k++ {
		x += factor * f.levels[k][at]
		factor *= -s / 2 / float64(k)
	}
	return x
}
