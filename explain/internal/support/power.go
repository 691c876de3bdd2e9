package support

import (
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
)

// isPower reports whether an equation of two monomials, a·m + b·n = 0, is a power of a shorter one
// at the rows: the exponents of m/n have a common factor k. For an odd k it says that the k-th
// root of m/n is constant; for an even k, as in x² = 4y², it says so where the root has the same
// sign at all rows.
func isPower(p *problem.Problem, idx []int) bool {
	if len(idx) != 2 {
		return false
	}
	m, n := p.Table.Exponents(idx[0]), p.Table.Exponents(idx[1])
	root, k := make([]int, len(m)), 0
	for j := range m {
		root[j] = int(m[j]) - int(n[j])
		k = int(numeric.GCD(int64(k), int64(root[j])))
	}
	if k&(k-1) != 0 {
		return true // an odd number divides k
	}
	if k == 1 {
		return false
	}
	positive, negative := false, false
	for _, x := range p.Sample {
		sign := 1.0
		for j, e := range root {
			switch {
			case e == 0:
			case x[j] == 0:
				sign = 0
			case x[j] < 0 && e/k%2 != 0:
				sign = -sign
			}
		}
		positive, negative = positive || sign > 0, negative || sign < 0
	}
	return !(positive && negative)
}
