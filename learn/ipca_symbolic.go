package learn

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
)

// Symbolic returns the certifying features, in the order of Certifying, as
// polynomials over R, whose variables are the columns of the data in their
// order. It does so for every kernel whose functions are polynomials: the
// polynomial ones, linear, ANOVA, and their sums, products, multiples,
// polynomials and compositions with linear maps. It returns
// feature.ErrNotPolynomial for other kernels and poly.ErrDegree where R bounds
// the degree too low. It panics if R has another number of variables than the
// data had.
func (m *IPCAModel) Symbolic(ctx context.Context, R *poly.Ring[float64]) ([]*poly.Polynomial[float64], error) {
	if R.NumVars() != m.frame.vars {
		panic(fmt.Sprintf("learn: ring in %d variables for a model in %d", R.NumVars(), m.frame.vars))
	}
	if m.frame.z == nil {
		return m.symbolicFeatures(ctx, R)
	}
	expansions := m.Expansions()
	if expansions == nil {
		return nil, nil
	}
	count, _ := m.frame.z.Dims()
	points := make([][]float64, count)
	for j := range points {
		points[j] = m.frame.z.RawRowView(j)
	}
	var out []*poly.Polynomial[float64]
	for j, offset := range m.Offsets() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := make([]float64, count)
		for i := range c {
			c[i] = expansions.At(i, j)
		}
		p, err := feature.Expand(m.frame.kernel, R, c, points)
		if err != nil {
			return nil, fmt.Errorf("learn: certifying feature %d: %w", j+1, err)
		}
		out = append(out, p.Sub(R.Const(offset)))
	}
	return out, nil
}

// symbolicFeatures writes the coefficients of the feature road as polynomials.
func (m *IPCAModel) symbolicFeatures(ctx context.Context, R *poly.Ring[float64]) ([]*poly.Polynomial[float64], error) {
	c, basis, err := m.Polynomials(ctx)
	if err != nil || c == nil {
		return nil, err
	}
	_, count := c.Dims()
	out := make([]*poly.Polynomial[float64], count)
	for j := range out {
		terms := make([]poly.Term[float64], basis.Len())
		for a := range terms {
			mono, err := R.Monomial(basis.Exponents(a)...)
			if err != nil {
				return nil, fmt.Errorf("learn: certifying feature %d: %w", j+1, err)
			}
			terms[a] = poly.Term[float64]{Monomial: mono, Coefficient: c.At(a, j)}
		}
		out[j] = R.FromTerms(terms)
	}
	return out, nil
}
