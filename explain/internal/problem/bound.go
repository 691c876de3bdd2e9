package problem

import (
	"slices"

	"github.com/kexplain/kexplain/numeric/moment"
)

// Bound is a bound of the degree of an equation in some columns together: 1 in u and v for
// what is linear in them.
type Bound struct {
	Names  []string
	Degree int
}

// Allowed reports whether the bounds of the degrees in some columns allow a monomial.
func (p *Problem) Allowed(a int) bool { return p.allowed == nil || p.allowed[a] }

// allowedBy says which monomials up to a degree the bounds of a scaling allow; nil for all.
func allowedBy(s *Scaling, t *moment.Monomials, degree int) []bool {
	if len(s.Bounds) == 0 {
		return nil
	}
	out := make([]bool, t.Len(degree))
	for a := range out {
		out[a] = true
		for _, b := range s.Bounds {
			sum := 0
			for j, k := range t.Exponents(a) {
				if slices.Contains(b.Names, s.Names[j]) {
					sum += int(k)
				}
			}
			out[a] = out[a] && sum <= b.Degree
		}
	}
	return out
}
