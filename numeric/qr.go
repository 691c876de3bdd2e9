package numeric

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// ThinQR returns a = Q R for an m×n matrix, with k = min(m, n): Q is m×k with
// orthonormal columns, R is k×n, zero below its diagonal, and its diagonal is
// not negative, so that both are unique where a has full column rank. a is not
// changed.
func ThinQR(a mat.Matrix) (q, r *mat.Dense) {
	m, n := a.Dims()
	k := min(m, n)
	f := mat.DenseCopyOf(a)
	tau := geqrf(f.RawMatrix())

	r = mat.NewDense(k, n, nil)
	for i := range k {
		copy(r.RawRowView(i)[i:], f.RawRowView(i)[i:])
	}
	q = mat.DenseCopyOf(f.Slice(0, m, 0, k))
	orgqr(q.RawMatrix(), tau)

	for i := range k {
		if r.At(i, i) < 0 {
			row := r.RawRowView(i)
			for j := i; j < n; j++ {
				row[j] = -row[j]
			}
			for l := range m {
				q.Set(l, i, -q.At(l, i))
			}
		}
	}
	return q, r
}

// fullQ returns the m×m orthogonal factor of a matrix with at most as many
// columns as rows.
func fullQ(a mat.Matrix) *mat.Dense {
	m, n := a.Dims()
	q := mat.NewDense(m, m, nil)
	q.Slice(0, m, 0, n).(*mat.Dense).Copy(a)
	tau := geqrf(q.Slice(0, m, 0, n).(*mat.Dense).RawMatrix())
	orgqr(q.RawMatrix(), tau)
	return q
}

// geqrf overwrites a with its QR factorisation in the form of LAPACK.
func geqrf(a blas64.General) (tau []float64) {
	tau = make([]float64, min(a.Rows, a.Cols))
	work := make([]float64, 1)
	lapack64.Geqrf(a, tau, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Geqrf(a, tau, work, len(work))
	return tau
}

// orgqr overwrites reflectors with the columns of Q.
func orgqr(a blas64.General, tau []float64) {
	work := make([]float64, 1)
	lapack64.Orgqr(a, tau, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Orgqr(a, tau, work, len(work))
}
