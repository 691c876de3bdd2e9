package rounding

import (
	"slices"

	"github.com/kexplain/kexplain/explain/internal/factor"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Failing lists the rows of a table that do not obey an equation within rounding.
func Failing(p *poly.Polynomial[ring.Rat], t Table) (rows []int) {
	e := New(p)
	for i, row := range t.Rows {
		if e.Zero(row, t.Half[i]) != ring.Yes {
			rows = append(rows, i)
		}
	}
	return rows
}

// Sufficient is the factor of an equation that alone holds within rounding at all rows at which the equation does, and the
// equation itself where there is none: R1*R2 = R1*R + R2*R for its product with R1 - R2. Factors of degree 1, and what is left
// without them, are looked at.
func Sufficient(p *poly.Polynomial[ring.Rat], t Table) *poly.Polynomial[ring.Rat] {
	linear, rest := factor.Linear(p)
	if len(linear) == 0 || rest.Degree() == 0 && len(linear) == 1 {
		return p
	}
	failing := Failing(p, t)
	for _, f := range append([]*poly.Polynomial[ring.Rat]{rest}, linear...) {
		if f.Degree() > 0 && slices.Equal(failing, Failing(f, t)) {
			return f
		}
	}
	return p
}
