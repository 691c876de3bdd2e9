package problem

import (
	"fmt"
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

// Choices is the number of monomials up to a degree that the bounds allow.
func (p *Problem) Choices(degree int) int {
	n := p.Table.Len(degree)
	if p.allowed == nil {
		return n
	}
	choices := 0
	for _, ok := range p.allowed[:n] {
		if ok {
			choices++
		}
	}
	return choices
}

// Declared reports whether a support is all that the bounds of the degrees allow. The user named
// it before the data were seen, so it is not one of many that the data choose.
func (p *Problem) Declared(idx []int) bool {
	if p.allowed == nil {
		return false
	}
	choices := 0
	for _, ok := range p.allowed {
		if ok {
			choices++
		}
	}
	return len(idx) == choices
}

// Bounded reports whether there are bounds of the degrees in some columns together.
func (p *Problem) Bounded() bool { return p.allowed != nil }

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

// weightsOf are the weights of monomials up to a degree as text; nil without a grading.
func weightsOf(grading [][]int, t *moment.Monomials, degree int) []string {
	if len(grading) == 0 {
		return nil
	}
	out := make([]string, t.Len(degree))
	for a := range out {
		out[a] = fmt.Sprint(Weight(grading, t.Exponents(a)))
	}
	return out
}

// Weight is the sum of the weights of the factors of a monomial.
func Weight[E uint8 | int](grading [][]int, exponents []E) []int {
	sum := make([]int, len(grading[0]))
	for j, k := range exponents {
		for i, w := range grading[j] {
			sum[i] += int(k) * w
		}
	}
	return sum
}

// Classes splits a list of monomials into those of equal weight, in the order of the first
// of each; all are one class without a grading.
func (p *Problem) Classes(idx []int) [][]int {
	if p.weights == nil {
		return [][]int{idx}
	}
	at := map[string]int{}
	var out [][]int
	for _, a := range idx {
		k, seen := at[p.weights[a]]
		if !seen {
			k, at[p.weights[a]] = len(out), len(out)
			out = append(out, nil)
		}
		out[k] = append(out[k], a)
	}
	return out
}

// Homogeneous reports whether monomials are of one weight.
func (p *Problem) Homogeneous(idx []int) bool { return len(idx) == 0 || len(p.Classes(idx)) == 1 }
