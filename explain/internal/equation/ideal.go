package equation

import (
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Ideal is what follows, by multiples of degree ≤ degree, from equations and from polynomials in the variables of the
// data that are given beside them. What is given in other variables, or with a higher degree than that of the search, is
// left out.
func Ideal(p *problem.Problem, degree int, given []*poly.Polynomial[ring.Rat], list ...Equation) *known.Ideal {
	k := known.New(p.Table, degree)
	for _, f := range given {
		if idx, c, ok := p.Given(f); ok {
			k.Add(idx, c)
		}
	}
	for _, e := range list {
		k.Add(e.Estimate.Fit.Idx, e.Coefficients)
	}
	return k
}
