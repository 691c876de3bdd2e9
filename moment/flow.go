package moment

import "gonum.org/v1/gonum/mat"

// Flow is the family of moments of the data with noise of variance s·c_j² in
// variable j taken away, as a polynomial in s. For data x = x̂ + ε with
// independent Gaussian ε of these variances,
//
//	exp(-s/2 Σ_j c_j² ∂_j²) x^α
//
// is an unbiased estimate of x̂^α (it is a product of Hermite polynomials), so
// the moments of x̂ are the moments of x flowing backward along the heat
// equation. This is the correction of adjusted least squares [Kukush,
// Markovsky, Van Huffel, Consistent estimation in an implicit quadratic
// measurement error model, CSDA 47 (2004), 123–147], for every degree.
type Flow struct {
	table  *Monomials
	degree int         // of the polynomials, half that of the moments
	levels [][]float64 // levels[k] = Δ^k μ
	c2     []float64
	sum    [][]int32 // position of the product of monomials a, b of degree ≤ degree
	lower  [][]int32 // lower[j][i] = position of monomial i over t_j², or -1
}

// Flow prepares the noise-corrected moments for noise scales c, one a variable.
func (m *Moments) Flow(c []float64) *Flow {
	t := m.table
	n := t.Len(t.degree)
	f := &Flow{table: t, degree: t.degree / 2, c2: make([]float64, len(c))}
	for j, v := range c {
		f.c2[j] = v * v
	}
	f.lower = t.lowered()
	f.sum = t.products(f.degree)
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

// laplace returns the means of Δ x^α = Σ_j c_j² α_j (α_j - 1) x^(α - 2e_j).
func (f *Flow) laplace(mu []float64) []float64 {
	out := make([]float64, len(mu))
	for i := range out {
		e := f.table.Exponents(i)
		for j, c2 := range f.c2 {
			if k := f.lower[j][i]; k >= 0 {
				a := float64(e[j])
				out[i] += c2 * a * (a - 1) * mu[k]
			}
		}
	}
	return out
}

// At returns the moments with noise of variance s taken away.
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
	return mu
}

// Forms returns the quadratic forms
//
//	M(s): f ↦ mean of f(x̂)²,  G(s): f ↦ mean of Σ_j c_j² (∂_j f(x̂))²
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
			for j, c2 := range f.c2 {
				if ea[j] > 0 && eb[j] > 0 {
					sum += c2 * float64(ea[j]) * float64(eb[j]) * mu[f.lower[j][i]]
				}
			}
			g.SetSym(a, b, sum)
		}
	}
	return m, g
}

// lowered returns, for every variable j and monomial i, the place of i/t_j², or -1.
func (m *Monomials) lowered() [][]int32 {
	n := m.Len(m.degree)
	out := make([][]int32, m.vars)
	e := make([]uint8, m.vars)
	for j := range out {
		out[j] = make([]int32, n)
		for i := range n {
			out[j][i] = -1
			copy(e, m.Exponents(i))
			if e[j] >= 2 {
				e[j] -= 2
				out[j][i] = m.position[string(e)]
			}
		}
	}
	return out
}

// products returns the table of positions of products of monomials of degree ≤ d.
func (m *Monomials) products(d int) [][]int32 {
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
			for j, c2 := range f.c2 {
				if ea[j] > 0 && eb[j] > 0 {
					sum += c2 * float64(ea[j]) * float64(eb[j]) * f.one(s, f.lower[j][place])
				}
			}
			g.SetSym(i, l, sum)
		}
	}
	return m, g
}

// one returns the corrected moment at one place.
func (f *Flow) one(s float64, place int32) float64 {
	x, factor := f.levels[0][place], 1.0
	for k := 1; k < len(f.levels); k++ {
		factor *= -s / 2 / float64(k)
		if level := f.levels[k][place]; level != 0 {
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

// WithMeans returns the flow that starts from the given moments, for the same
// monomials and noise scales.
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
	x, factor := 0.0, -0.5
	for k := 1; k < len(f.levels); k++ {
		x += factor * f.levels[k][place]
		factor *= -s / 2 / float64(k)
	}
	return x
}
