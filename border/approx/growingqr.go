package approx

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// growingQR is the thin QR factorisation of a matrix that grows by one column at
// a time. The zero value is that of a matrix without columns.
type growingQR struct {
	q [][]float64 // orthonormal columns
	r [][]float64 // r[j] is column j of R, of length j+1
}

// qrStep is a column split into its part in the span of the matrix and the rest.
type qrStep struct {
	coordinates []float64 // with respect to q
	rest        []float64
	norm        float64 // of the rest
}

// reduce splits the column c, which is not changed. Classical Gram–Schmidt is
// done twice, which makes the rest orthogonal to working precision (L. Giraud, J.
// Langou, M. Rozložník, J. van den Eshof, Numer. Math. 101 (2005)).
func (f *growingQR) reduce(c []float64) qrStep {
	s := qrStep{coordinates: make([]float64, len(f.q)), rest: append([]float64(nil), c...)}
	d := make([]float64, len(f.q))
	for range 2 {
		for j, q := range f.q {
			d[j] = floats.Dot(q, s.rest)
		}
		for j, q := range f.q {
			floats.AddScaled(s.rest, -d[j], q)
			s.coordinates[j] += d[j]
		}
	}
	s.norm = floats.Norm(s.rest, 2)
	return s
}

// with returns R of the matrix with the column of s at its end.
func (f *growingQR) with(s qrStep) *mat.Dense {
	k := len(f.q)
	r := mat.NewDense(k+1, k+1, nil)
	for j, c := range f.r {
		for i, v := range c {
			r.Set(i, j, v)
		}
	}
	for i, v := range s.coordinates {
		r.Set(i, k, v)
	}
	r.Set(k, k, s.norm)
	return r
}

// append makes the column of s the last one. The rest of s must not be zero, and
// s is used up.
func (f *growingQR) append(s qrStep) {
	floats.Scale(1/s.norm, s.rest)
	f.q = append(f.q, s.rest)
	f.r = append(f.r, append(s.coordinates, s.norm))
}
