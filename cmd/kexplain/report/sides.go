package report

import (
	"slices"

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

// printed are the terms as people write them: g = 9.81, and not 100*g = 981.
func (g Generator) printed() []Term {
	if len(g.Terms) == 2 {
		if terms, ok := g.oneValue(); ok {
			return terms
		}
	}
	return g.Terms
}

// oneValue are the terms of an equation that says that a column has one value, as decimals
// where the value is one: g = 9.81, and not 100*g = 981.
func (g Generator) oneValue() ([]Term, bool) {
	alone, constant := g.Terms[0], g.Terms[1]
	at := variable(alone.Exponents)
	if at < 0 || slices.Max(constant.Exponents) > 0 || !alone.Exact || !constant.Exact {
		return nil, false
	}
	R := g.poly.Ring()
	c := g.poly.Coefficient(R.One().LeadingMonomial())
	value, err := c.Neg().Quo(g.poly.Coefficient(R.VarMonomial(at)))
	if err != nil {
		return nil, false
	}
	places, finite := value.Big().FloatPrec()
	if !finite || places == 0 {
		return nil, false
	}
	alone.Coefficient, constant.Coefficient = "1", value.Neg().Big().FloatString(places)
	return []Term{alone, constant}, true
}

// variable is the place of the only variable of a monomial of degree one, or -1.
func variable(exponents []int) int {
	at, degree := -1, 0
	for j, e := range exponents {
		if degree += e; e > 0 {
			at = j
		}
	}
	if degree != 1 {
		return -1
	}
	return at
}

// addends are the terms of a learned equation, with standard errors.
func (g Generator) addends() []sides.Term {
	R := g.poly.Ring()
	var list []sides.Term
	for _, t := range g.printed() {
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
