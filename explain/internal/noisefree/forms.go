package noisefree

import (
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ComputedForms are laws within rounding in the forms, beside equations that are known and each other, that give a
// rounded column where the other cells are as they are written: tax = 0.18*base + 0.18*bonus for 9*net = 41*tax
// beside net = base + bonus - tax. Of several the shortest is taken. A law without such a form gives way to a shorter one of no
// more terms that holds at as many rows, or stays as it is. A factor that suffices takes the place of its product.
func ComputedForms(laws []rounding.Law, known []exact.Equation, t rounding.Table) []rounding.Law {
	laws, known = slices.Clone(laws), slices.Clone(known)
	degree := 1
	for _, e := range known {
		degree = max(degree, min(e.Polynomial.Degree(), limit.RoundingDegree))
	}
	for _, l := range laws {
		known = append(known, exact.Equation{Polynomial: l.Polynomial, Failing: l.Failing})
	}
	wrong := map[int]bool{}
	for _, e := range known {
		for _, i := range e.Failing {
			wrong[i] = true
		}
	}
	given := t
	for k, l := range laws {
		t := given.WithCounts(l.Counts)
		at := len(known) - len(laws) + k
		computed := map[*poly.Polynomial[ring.Rat]]bool{l.Polynomial: isComputed(l.Polynomial, t, wrong)}
		form := exact.BestForm(l.Polynomial, slices.Delete(slices.Clone(known), at, at+1), max(degree, l.Polynomial.Degree()),
			func(g, h *poly.Polynomial[ring.Rat]) bool {
				shorter := rounding.Shorter(rounding.Decimal(g), rounding.Decimal(h))
				if computed[h] && !shorter {
					return false
				}
				computed[g] = isComputed(g, t, wrong)
				return computed[g] || shorter && g.Len() <= h.Len() && len(t.Failing(g)) <= len(l.Failing)
			})
		if form = rounding.Sufficient(form, t); form == l.Polynomial {
			continue
		}
		laws[k].Polynomial, laws[k].Failing = rounding.Decimal(form), t.Failing(form)
		known[at].Polynomial = laws[k].Polynomial
	}
	return laws
}

// isComputed reports whether an equation gives a rounded column within half a unit of its last digit, at all rows
// that are not wrong, the other cells being as they are written.
func isComputed(p *poly.Polynomial[ring.Rat], t rounding.Table, wrong map[int]bool) bool {
	e := rounding.New(p)
	return slices.ContainsFunc(t.Columns, func(j int) bool {
		if p.DegreeIn(j) == 0 || !t.Rounded(j) {
			return false
		}
		half := make([]ring.Rat, p.Ring().NumVars())
		for i, row := range t.Rows {
			if half[j] = t.Half[i][j]; !wrong[i] && e.Zero(row, half) != ring.Yes {
				return false
			}
		}
		return true
	})
}
