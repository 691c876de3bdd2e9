package numeric

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Echelon is a reduced row echelon form found with a pivot tolerance.
type Echelon struct {
	// Rows is rank×n: row i has a 1 in column Pivots[i], where all other rows
	// have a 0. Nil for rank 0.
	Rows *mat.Dense
	// Pivots are the pivot columns, in increasing order.
	Pivots []int
	// Smallest is the size of the smallest pivot that was accepted, +Inf if
	// there was none; Refused is the size of the largest column part that was
	// taken for zero. Both are on the scale of the tolerance, which lies
	// between them: the wider the gap, the safer the decision.
	Smallest, Refused float64
}

// RREFTol returns the reduced row echelon form of a, columns in the order
// given. What remains of a column after elimination counts as zero when its
// Euclidean norm is at most tol, in units of the entries of a.
//
// Elimination is by Householder reflections of the rows, so the numbers
// compared with tol do not depend on the basis: for orthonormal rows they are
// the sines of the angles between the row space and the coordinate subspaces
// of a growing set of trailing columns. Only the back substitution divides, by
// pivots above tol.
func RREFTol(a mat.Matrix, tol float64) *Echelon {
	rows, cols := a.Dims()
	w := mat.DenseCopyOf(a)
	e := &Echelon{Smallest: math.Inf(1)}
	rank := 0
	for j := 0; j < cols; j++ {
		size := 0.0
		for i := rank; i < rows; i++ {
			size = math.Hypot(size, w.At(i, j))
		}
		if !(size > tol) {
			e.Refused = max(e.Refused, size)
			for i := rank; i < rows; i++ {
				w.Set(i, j, 0)
			}
			continue
		}
		e.Smallest = min(e.Smallest, size)
		reflectRows(w, rank, j, size)
		e.Pivots = append(e.Pivots, j)
		rank++
	}
	if rank == 0 {
		return e
	}
	e.Rows = mat.DenseCopyOf(w.Slice(0, rank, 0, cols))
	for i := rank - 1; i >= 0; i-- {
		row, p := e.Rows.RawRowView(i), e.Pivots[i]
		lead := row[p]
		for j := p; j < cols; j++ {
			row[j] = row[j]/lead + 0 // + 0 turns −0 into 0
		}
		row[p] = 1
		for k := range i {
			above := e.Rows.RawRowView(k)
			blas.Daxpy(cols-p, -above[p], row[p:], 1, above[p:], 1)
			above[p] = 0
		}
	}
	return e
}

// reflectRows applies to rows top, top+1, … the reflection that turns their
// part of column j, of norm size, into a multiple of the first unit vector.
func reflectRows(w *mat.Dense, top, j int, size float64) {
	rows, cols := w.Dims()
	first := w.At(top, j)
	beta := -math.Copysign(size, first)
	v := make([]float64, rows-top) // scaled to v[0] = 1
	v[0] = 1
	for i := range v[1:] {
		v[i+1] = w.At(top+i+1, j) / (first - beta)
	}
	tau := (beta - first) / beta
	sum := make([]float64, cols-j)
	for i, vi := range v {
		blas.Daxpy(cols-j, tau*vi, w.RawRowView(top + i)[j:], 1, sum, 1)
	}
	for i, vi := range v {
		blas.Daxpy(cols-j, -vi, sum, 1, w.RawRowView(top + i)[j:], 1)
	}
	w.Set(top, j, beta)
	for i := top + 1; i < rows; i++ {
		w.Set(i, j, 0)
	}
}
