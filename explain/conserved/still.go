package conserved

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// still reports which measured columns have one value in each group, as the mass of a run has. They have no
// errors of rows, so their noise is 0. Their products are constant whatever moves, so they are no laws; they are
// factors of terms.
func (d Data) still(groups [][2]int) ([]bool, error) {
	out := make([]bool, len(d.Names))
	for j := range out {
		out[j] = constantWithin(d.Rows, j, groups)
	}
	if !slices.Contains(out, false) {
		return nil, fmt.Errorf("%w: every column is constant within each group, so that every polynomial is", ErrData)
	}
	return out, nil
}

// constantWithin reports whether a column has one value in each group.
func constantWithin(rows [][]float64, column int, groups [][2]int) bool {
	for _, g := range groups {
		for _, x := range rows[g[0]:g[1]] {
			if x[column] != rows[g[0]][column] {
				return false
			}
		}
	}
	return true
}

// moving returns the places of the monomials that are not constant within all groups, and the identities
// that are not of such monomials alone: a column of two values is a combination of its square and 1.
func (e *evaluated) moving(places []int, identities []Identity, groups [][2]int) ([]int, []Identity) {
	still := func(p int) bool { return constantWithin(e.values, p, groups) }
	places = slices.DeleteFunc(places, still)
	return places, slices.DeleteFunc(identities, func(f Identity) bool {
		return !slices.ContainsFunc(f.Terms, func(t Term) bool { return !still(e.monomials.PositionOf(t.Exponents)) })
	})
}

// primitive divides a law by the columns that are constant within groups and are in all of its terms.
func (s *search) primitive(f solution, groups [][2]int) solution {
	m := s.forms.monomials
	places := slices.Clone(f.places)
	unit := make([]uint8, len(s.names))
	for a := range s.names {
		clear(unit)
		unit[a] = 1
		for constantWithin(s.forms.values, m.Position(unit), groups) && !slices.ContainsFunc(places, func(p int) bool { return m.Exponents(p)[a] == 0 }) {
			for i, p := range places {
				x := slices.Clone(m.Exponents(p))
				x[a]--
				places[i] = m.Position(x)
			}
		}
	}
	if slices.Equal(places, f.places) {
		return f
	}
	slices.Sort(places)
	lambda, u, ok := s.forms.of(groups).decompose(places)
	if !ok {
		return f
	}
	return solution{places: places, v: mat.Col(nil, 0, u), variance: lambda[0]}
}

// multiples are the products of a law with every monomial that is constant within groups, up to the degree.
func (s *search) multiples(f solution, groups [][2]int) []solution {
	m := s.forms.monomials
	var out []solution
	for q := range m.Len(m.Degree()) {
		if !constantWithin(s.forms.values, q, groups) {
			continue
		}
		g := solution{v: f.v, variance: f.variance}
		for _, p := range f.places {
			x := slices.Clone(m.Exponents(p))
			for a, n := range m.Exponents(q) {
				x[a] += n
			}
			g.places = append(g.places, m.Position(x))
		}
		if !slices.Contains(g.places, -1) {
			out = append(out, g)
		}
	}
	return out
}
