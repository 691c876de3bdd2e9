package theorems

import "github.com/kexplain/kexplain/numeric"

// determinant of a square matrix.
func determinant(m Matrix) Num { return numeric.Det(m) }

func nrows(m Matrix) int { r, _ := m.Dims(); return r }
func ncols(m Matrix) int { _, c := m.Dims(); return c }

// subsets lists the k-element subsets of {0, …, n-1}, in order.
func subsets(n, k int) [][]int {
	mustFit(2, n)
	if k == 0 {
		return [][]int{{}}
	}
	var out [][]int
	for last := k - 1; last < n; last++ {
		for _, s := range subsets(last, k-1) {
			out = append(out, append(append([]int(nil), s...), last))
		}
	}
	return out
}

// minor is the determinant of the submatrix of the given rows and columns.
func minor(m Matrix, rows, cols []int) Num {
	return determinant(m.Columns(cols).T().Columns(rows))
}

// principalMinors is the sum of the principal r-minors, the r-th elementary
// symmetric function of the eigenvalues.
func principalMinors(m Matrix, r int) Num {
	sum := zero
	for _, s := range subsets(nrows(m), r) {
		sum = add(sum, minor(m, s, s))
	}
	return sum
}

// squaredMinors is the sum of |det|² over all r-minors, by Cauchy and Binet the
// same function of the eigenvalues of m^*m.
func squaredMinors(m Matrix, r int) Num {
	sum := zero
	for _, rows := range subsets(nrows(m), r) {
		for _, cols := range subsets(ncols(m), r) {
			x := minor(m, rows, cols)
			sum = add(sum, mul(x, conj(x)))
		}
	}
	return sum
}
