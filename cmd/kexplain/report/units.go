package report

import (
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/explain/units"
	"github.com/kexplain/kexplain/internal/decimal"
)

// SetUnits gives every constant its unit, from those of the variables: the coefficients of
// an equation are in the unit of the term whose coefficient is the number 1, over their own
// term's. Numbers get none.
func (l *Learn) SetUnits(list []units.Unit) {
	of := func(t Term) units.Unit {
		var u units.Unit
		for j, e := range t.Exponents {
			u = u.Mul(list[j], e)
		}
		return u
	}
	for _, g := range l.Generators {
		reference := -1
		for k, t := range g.Terms {
			if reference < 0 && (t.Coefficient == "1" || t.Coefficient == "-1") {
				reference = k
			}
		}
		if reference < 0 {
			continue
		}
		for k := range g.Terms {
			if u := of(g.Terms[reference]).Mul(of(g.Terms[k]), -1); k != reference && !u.IsNumber() {
				g.Terms[k].Unit = u.String()
			}
		}
	}
}

// inUnit says which unit the coefficient of a term has.
func (g Generator) inUnit(t Term) string {
	switch {
	case t.Coefficient == "1" || t.Coefficient == "-1":
		m, err := g.poly.Ring().Monomial(t.Exponents...)
		if err != nil {
			panic("report: exponents of a term of its own ring: " + err.Error())
		}
		return fmt.Sprintf("%s stands for 1 %s times %[1]s", g.poly.Ring().FormatMonomial(m), t.Unit)
	case t.Exact:
		return strings.TrimPrefix(t.Coefficient, "-") + " is in " + t.Unit
	}
	return strings.TrimPrefix(decimal.WithError(t.Coefficient, float64(t.Stderr)), "-") + " is in " + t.Unit
}
