package numeric

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// SVD is a singular value decomposition A = U Σ Vᵀ of a matrix with n columns.
type SVD struct {
	// Values are the singular values in decreasing order, one for each column
	// of A; the last ones are 0 where A has fewer rows than columns.
	Values []float64
	// V is n×n and orthogonal; column j belongs to Values[j]. Columns that
	// belong to the value 0 are an orthonormal basis of the null space.
	V *mat.Dense
	// U has a column for each of the first Rank values. It is nil unless it
	// was asked for.
	U *mat.Dense
	// Rank is the number of values above n·2⁻⁵²·Values[0], the size of the
	// rounding errors of the factorisation. It is not a judgement on noise in
	// the data.
	Rank int
	// LossU is the largest entry of |UᵀU − 1|, a number to look at before
	// relying on the orthogonality of columns of U that belong to small
	// values: it can grow like 2⁻⁵² Values[0]/Values[j]. Zero without U.
	LossU float64
}

// Null returns the columns of V from k on, transposed: rows that span the
// directions of the n−k smallest singular values. It is nil for k = n.
func (s *SVD) Null(k int) *mat.Dense {
	n := len(s.Values)
	if k >= n {
		return nil
	}
	return mat.DenseCopyOf(s.V.Slice(0, n, k, n).T())
}

// Condition returns the ratio of the largest to the smallest singular value,
// +Inf for a singular matrix.
func (s *SVD) Condition() float64 {
	return s.Values[0] / s.Values[len(s.Values)-1]
}

// TallSVD returns the singular values and right singular vectors of a, whose
// rows it reduces by TSQR on all processors; the result has the same bits on
// any number of them. Small singular values are right to about
// n·2⁻⁵²·‖column‖ in every column, not only relative to the largest value.
//
// With wantU the left singular vectors are found by multiplying back,
// U = A V Σ⁻¹; see SVD.LossU.
//
// It returns ErrNotFinite if a has an entry that is NaN or infinite, and the
// error of ctx.
func TallSVD(ctx context.Context, a *mat.Dense, wantU bool) (*SVD, error) {
	rows, cols := a.Dims()
	t, err := ReduceRows(ctx, rows, cols, func(dst *mat.Dense, lo int) error {
		n, _ := dst.Dims()
		dst.Copy(a.Slice(lo, lo+n, 0, cols))
		return nil
	})
	if err != nil {
		return nil, err
	}
	s, err := SVDWithin(ctx, t.R())
	if err != nil || !wantU || s.Rank == 0 {
		return s, err
	}
	s.U = mat.NewDense(rows, s.Rank, nil)
	s.U.Mul(a, s.V.Slice(0, cols, 0, s.Rank))
	for i := range rows {
		row := s.U.RawRowView(i)
		for j := range row {
			row[j] /= s.Values[j]
		}
	}
	s.LossU = orthogonalityLoss(s.U)
	return s, nil
}

// SVDOf returns the singular values and right singular vectors of a matrix of
// moderate size, without U: QR with column pivoting, then one-sided Jacobi on
// the transpose of the triangle, which finds tiny singular values to relative
// accuracy wherever the columns of a determine them to that accuracy
// (Z. Drmač, K. Veselić, New fast and accurate Jacobi SVD algorithm I, SIAM J.
// Matrix Anal. Appl. 29 (2008)).
//
// It returns ErrNotFinite if a has an entry that is NaN or infinite.
func SVDOf(a mat.Matrix) (*SVD, error) { return SVDWithin(context.Background(), a) }

// SVDWithin is SVDOf that returns the error of ctx when that is done first. A
// thousand columns take seconds.
func SVDWithin(ctx context.Context, a mat.Matrix) (*SVD, error) {
	m, n := a.Dims()
	work := mat.DenseCopyOf(a)
	scale, err := scaleToOne(work)
	if err != nil {
		return nil, err
	}
	perm := make([]int, n)
	if m > 1 || n > 1 {
		pivotedQR(work.RawMatrix(), perm)
	}
	// Rows of the triangle: k×n with zeros below the diagonal.
	k := min(m, n)
	raw := work.RawMatrix()
	for i := 1; i < k; i++ {
		clear(raw.Data[i*raw.Stride : i*raw.Stride+i])
	}
	norms, err := orthogonaliseRows(ctx, raw.Data, k, n, raw.Stride)
	if err != nil {
		return nil, err
	}
	s := &SVD{Values: make([]float64, n), V: mat.NewDense(n, n, nil)}
	// Row p of the orthogonalised triangle is σ vᵀ, its columns permuted.
	found := 0
	for j, p := range norms.row {
		sigma := norms.norm[j]
		if sigma < vanishing {
			break
		}
		s.Values[j] = sigma * scale
		row := raw.Data[p*raw.Stride : p*raw.Stride+n]
		for i, x := range row {
			s.V.Set(perm[i], j, x/sigma)
		}
		found++
	}
	if found < n {
		completeBasis(s.V, found)
	}
	s.Rank = numericalRank(s.Values)
	return s, nil
}

// vanishing is the size, relative to the largest entry of the matrix, below
// which squares lose digits to the end of the exponent range. Singular values
// below it are returned as zero.
const vanishing = 0x1p-450

// numericalRank counts the values above the rounding error of the largest.
func numericalRank(values []float64) int {
	floor := float64(len(values)) * epsilon * values[0]
	for i, v := range values {
		if v <= floor {
			return i
		}
	}
	return len(values)
}

// scaleToOne divides a by a power of two so that its largest entry is in
// [1, 2), and returns the power, 1 for the zero matrix.
func scaleToOne(a *mat.Dense) (float64, error) {
	largest := 0.0
	r, _ := a.Dims()
	for i := range r {
		for _, x := range a.RawRowView(i) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return 0, ErrNotFinite
			}
			largest = max(largest, math.Abs(x))
		}
	}
	if largest == 0 {
		return 1, nil
	}
	_, e := math.Frexp(largest)
	for i := range r {
		for j, x := range a.RawRowView(i) {
			a.RawRowView(i)[j] = math.Ldexp(x, 1-e)
		}
	}
	return math.Ldexp(1, e-1), nil
}

// pivotedQR overwrites the upper triangle of a with R of A P = Q R, and fills
// perm: column i of R is column perm[i] of A.
func pivotedQR(a blas64.General, perm []int) {
	for i := range perm {
		perm[i] = -1 // free to move
	}
	tau := make([]float64, min(a.Rows, a.Cols))
	work := make([]float64, 1)
	lapack64.Geqp3(a, perm, tau, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Geqp3(a, perm, tau, work, len(work))
}

// completeBasis fills the columns of the n×n matrix v from found on, so that
// all columns are orthonormal. The first found columns must be so.
func completeBasis(v *mat.Dense, found int) {
	n, _ := v.Dims()
	if found == 0 {
		v.Zero()
		for i := range n {
			v.Set(i, i, 1)
		}
		return
	}
	q := fullQ(v.Slice(0, n, 0, found))
	v.Slice(0, n, found, n).(*mat.Dense).Copy(q.Slice(0, n, found, n))
}

// orthogonalityLoss returns the largest entry of |QᵀQ − 1|.
func orthogonalityLoss(q *mat.Dense) float64 {
	_, c := q.Dims()
	gram := mat.NewSymDense(c, nil)
	gram.SymOuterK(1, q.T())
	loss := 0.0
	for i := range c {
		for j := i; j < c; j++ {
			want := 0.0
			if i == j {
				want = 1
			}
			loss = max(loss, math.Abs(gram.At(i, j)-want))
		}
	}
	return loss
}
