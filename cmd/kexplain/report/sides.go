package report

import (
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// addends are the terms of a polynomial with its coefficients in a notation.
func addends(p *poly.Polynomial[ring.Rat], coefficient func(ring.Rat) string) []sides.Term {
	var list []sides.Term
	R := p.Ring()
	for m, c := range p.Terms() {
		list = append(list, sides.Term{Coefficient: coefficient(c), Monomial: R.FormatMonomial(m), Exponents: R.Exponents(m)})
	}
	return list
}

// addends are the terms of a learned equation, with standard errors.
func (g Generator) addends() []sides.Term {
	R := g.poly.Ring()
	var list []sides.Term
	for _, t := range g.Terms {
		m, err := R.Monomial(t.Exponents...)
		if err != nil {
			panic("report: exponents of a term of its own ring: " + err.Error())
		}
		c := t.Coefficient
		if !t.Exact {
			c = decimal.WithError(c, float64(t.Stderr))
		}
		list = append(list, sides.Term{Coefficient: c, Monomial: R.FormatMonomial(m), Exponents: t.Exponents})
	}
	return list
}
