package approx

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/poly"
)

// Noise returns the smallest distance that a polynomial of degree ≤ degree has
// from the points to first order: the least √(Σ f(x_i)² / Σ |∇f(x_i)|²) over all
// f (G. Taubin, IEEE Trans. PAMI 13 (1991)). Where points satisfy an equation of
// that degree up to independent errors of standard deviation σ it is close to σ;
// where they satisfy none it is not small. The error is that of ctx,
// ErrNotFinite, or ErrParameter when the degree is not between 1 and that of the
// ring. It panics when x has not as many columns as R has variables.
func Noise(ctx context.Context, R *poly.Ring[float64], x *mat.Dense, degree int) (float64, error) {
	if degree < 1 || degree > R.MaxDegree() {
		return 0, fmt.Errorf("%w: degree %d for a ring of degrees up to %d", ErrParameter, degree, R.MaxDegree())
	}
	if err := start(R, x); err != nil {
		return 0, err
	}
	o := newOrderIdeal(R, x)
	for o.level < degree {
		o.growAll()
	}
	n, vars := x.Dims()
	gradients := mat.NewDense(n*vars, len(o.terms), nil)
	for j, t := range o.terms {
		for v := range vars {
			e := R.Exponent(t.monomial, v)
			if e == 0 {
				continue
			}
			q, _ := R.DivMonomial(t.monomial, R.VarMonomial(v))
			for i, value := range o.values[o.place[q]] {
				gradients.Set(i*vars+v, j, float64(e)*value)
			}
		}
	}
	values, _, err := GradientVCA{Rank: defaultGradientRank}.eigen(ctx, o.withoutConstant(), gradients)
	if err != nil || len(values) == 0 {
		return 0, err
	}
	return values[len(values)-1], nil
}

// withoutConstant returns the values of the terms less their means. The gradient
// does not see the constant, so the best one is the mean.
func (o *orderIdeal) withoutConstant() *mat.Dense {
	m := o.matrix(nil)
	n, k := m.Dims()
	for j := range k {
		mean := 0.0
		for i := range n {
			mean += m.At(i, j) / float64(n)
		}
		for i := range n {
			m.Set(i, j, m.At(i, j)-mean)
		}
	}
	return m
}

// growAll takes all monomials of the next degree into the order ideal.
func (o *orderIdeal) growAll() {
	border := o.border(false)
	values := make([][]float64, len(border))
	for j, t := range border {
		values[j] = o.column(t)
	}
	o.grow(border, values)
}
