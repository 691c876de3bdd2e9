package robust

import (
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// reduced are the places of the monomials of degree ≤ d in which no column has as high a power
// as it takes values at AgreeingRows of the rows: at these rows that power is a polynomial in the
// lower ones, and some polynomial in this column alone is zero.
func reduced(t *moment.Monomials, rows [][]float64, d int) []int {
	most := make([]int, t.Vars())
	for j := range most {
		most[j] = fewestValues(rows, j, d)
	}
	var idx []int
	for a := range t.Len(d) {
		within := true
		for j, k := range t.Exponents(a) {
			within = within && int(k) < most[j]
		}
		if within {
			idx = append(idx, a)
		}
	}
	return idx
}

// fewestValues is the least number of values that column j takes at AgreeingRows of the rows, at
// most d + 1.
func fewestValues(rows [][]float64, j, d int) int {
	count := map[float64]int{}
	for _, x := range rows {
		count[x[j]]++
	}
	var counts []int
	for _, c := range count {
		counts = append(counts, -c)
	}
	slices.Sort(counts)
	covered := 0
	for k, c := range counts[:min(d, len(counts))] {
		if covered -= c; float64(covered) >= limit.AgreeingRows*float64(len(rows)) {
			return k + 1
		}
	}
	return d + 1
}

// inSquares are those of the first n monomials in which no column has a higher power than in the squares of some.
func inSquares(t *moment.Monomials, n int, idx []int) []int {
	most := make([]uint8, t.Vars())
	for _, a := range idx {
		for j, e := range t.Exponents(a) {
			most[j] = max(most[j], 2*e)
		}
	}
	return slices.DeleteFunc(numeric.FirstInts(n), func(a int) bool {
		for j, e := range t.Exponents(a) {
			if e > most[j] {
				return true
			}
		}
		return false
	})
}
