package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain/units"
	"github.com/kexplain/kexplain/internal/sides"
)

// SetUnits gives every constant its unit, from those of the variables: the coefficients of
// an equation as it is printed are in the unit of the term whose coefficient is the number 1, over their own
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
		shown := sides.Divided(g.addends())
		reference := slices.IndexFunc(shown, func(t sides.Term) bool { return t.Coefficient == "1" || t.Coefficient == "-1" })
		if reference < 0 {
			continue
		}
		for k := range g.Terms {
			if u := of(g.Terms[reference]).Mul(of(g.Terms[k]), -1); k != reference && !u.IsNumber() {
				g.Terms[k].Unit, g.Terms[k].shown = u.String(), strings.TrimPrefix(shown[k].Coefficient, "-")
			}
		}
	}
}

// inUnit says which unit the coefficient of a term has.
func (g Generator) inUnit(t Term) string {
	if t.shown == "1" {
		m, err := g.poly.Ring().Monomial(t.Exponents...)
		if err != nil {
			panic("report: exponents of a term of its own ring: " + err.Error())
		}
		return fmt.Sprintf("%s stands for 1 %s times %[1]s", g.poly.Ring().FormatMonomial(m), t.Unit)
	}
	return t.shown + " is in " + t.Unit
}
