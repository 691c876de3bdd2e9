package learn

import (
	"fmt"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
)

// Polynomials returns the features as symbolic polynomials over R, whose
// variables are the columns of the data in their order: for a polynomial kernel
// F = Σ_j c_j k(·, y_j)^d has the coefficient γ_α² Σ_j c_j y_j^α at t^α. Features
// of the printed method follow their recursion through the degrees,
// F = Σ_j c_j p_j with p_j^(d+1) = (Σ_l P_lj p_l^(d)) k(·, y_j).
//
// It returns feature.ErrNotPolynomial for a kernel whose functions are no
// polynomials, and poly.ErrDegree where R bounds the degree below that of a
// feature. It panics if R has another number of variables than the data had, or
// a feature is not one of m.
func (m *AVICAModel) Polynomials(R *poly.Ring[float64], features []Feature) ([]*poly.Polynomial[float64], error) {
	count, vars := m.points.Dims()
	if R.NumVars() != vars {
		panic(fmt.Sprintf("learn: ring in %d variables for a model in %d", R.NumVars(), vars))
	}
	for _, f := range features {
		m.mustHave(f)
	}
	points := make([][]float64, count)
	for j := range points {
		points[j] = m.points.RawRowView(j)
	}
	if m.projectors != nil {
		return m.recursivePolynomials(R, points, features)
	}
	out := make([]*poly.Polynomial[float64], len(features))
	for i, f := range features {
		p, err := feature.Expand(kernelPower(m.kernel, f.Degree), R, m.Coefficients(f), points)
		if err != nil {
			return nil, fmt.Errorf("learn: feature of degree %d: %w", f.Degree, err)
		}
		out[i] = p
	}
	return out, nil
}

// kernelPower returns the kernel k^d.
func kernelPower(k feature.Kernel, d int) feature.Kernel {
	if p, ok := k.(feature.Polynomial); ok && p.Degree == 1 {
		p.Degree = d
		return p
	}
	powers := make(feature.Product, d)
	for i := range powers {
		powers[i] = k
	}
	return powers
}

func (m *AVICAModel) recursivePolynomials(R *poly.Ring[float64], points [][]float64,
	features []Feature) ([]*poly.Polynomial[float64], error) {
	base := make([]*poly.Polynomial[float64], len(points))
	for j, y := range points {
		p, err := feature.Section(m.kernel, R, y)
		if err != nil {
			return nil, fmt.Errorf("learn: %w", err)
		}
		base[j] = p
	}
	top := 0
	for _, f := range features {
		top = max(top, f.Degree)
	}
	out := make([]*poly.Polynomial[float64], len(features))
	p := base
	for d := 1; d <= top; d++ {
		if d > 1 {
			next := make([]*poly.Polynomial[float64], len(base))
			for j := range next {
				q := combine(R, p, func(l int) float64 { return m.projectors[d-2].At(l, j) })
				var err error
				if next[j], err = q.Mul(base[j]); err != nil {
					return nil, fmt.Errorf("learn: feature of degree %d: %w", d, err)
				}
			}
			p = next
		}
		for i, f := range features {
			if f.Degree == d {
				c := m.Coefficients(f)
				out[i] = combine(R, p, func(l int) float64 { return c[l] })
			}
		}
	}
	return out, nil
}

// combine returns Σ_l c(l) p_l, gathering all terms before they are merged.
func combine(R *poly.Ring[float64], p []*poly.Polynomial[float64], c func(l int) float64) *poly.Polynomial[float64] {
	var terms []poly.Term[float64]
	for l, pl := range p {
		cl := c(l)
		for mono, v := range pl.Terms() {
			terms = append(terms, poly.Term[float64]{Monomial: mono, Coefficient: cl * v})
		}
	}
	return R.FromTerms(terms)
}
