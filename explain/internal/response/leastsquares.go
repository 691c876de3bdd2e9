package response

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// solve is linear least squares by a Cholesky factor of the normal equations of scaled
// columns, with a ridge, and the leverages of the rows.
func solve(design *mat.Dense, target []float64, ridge float64) (beta, leverage []float64, ok bool) {
	n, p := design.Dims()
	scale := make([]float64, p)
	for a := range p {
		scale[a] = mat.Norm(design.ColView(a), 2)
		if !(scale[a] > 0) || math.IsInf(scale[a], 0) {
			return nil, nil, false
		}
	}
	scaled := mat.NewDense(n, p, nil)
	for i := range n {
		from, to := design.RawRowView(i), scaled.RawRowView(i)
		for a, v := range from {
			to[a] = v / scale[a]
		}
	}
	var normal mat.SymDense
	normal.SymOuterK(1, scaled.T())
	for a := range p {
		normal.SetSym(a, a, normal.At(a, a)+ridge+1e-14)
	}
	var factor mat.Cholesky
	if !factor.Factorize(&normal) {
		return nil, nil, false
	}
	var right, x mat.VecDense
	right.MulVec(scaled.T(), mat.NewVecDense(n, target))
	if err := factor.SolveVecTo(&x, &right); err != nil && !isCondition(err) {
		return nil, nil, false
	}
	// One step of refinement.
	var rest, more mat.VecDense
	rest.MulVec(scaled, &x)
	rest.SubVec(mat.NewVecDense(n, target), &rest)
	right.MulVec(scaled.T(), &rest)
	if err := factor.SolveVecTo(&more, &right); err == nil || isCondition(err) {
		x.AddVec(&x, &more)
	}
	var inverse mat.SymDense
	if err := factor.InverseTo(&inverse); err != nil && !isCondition(err) {
		return nil, nil, false
	}
	var half mat.Dense
	half.Mul(scaled, &inverse)
	beta, leverage = make([]float64, p), make([]float64, n)
	for a := range p {
		beta[a] = x.AtVec(a) / scale[a]
	}
	for i := range n {
		leverage[i] = mat.Dot(half.RowView(i), scaled.RowView(i))
	}
	return beta, leverage, true
}

func isCondition(err error) bool {
	_, ok := err.(mat.Condition)
	return ok
}

// product is m·x.
func product(m *mat.Dense, x []float64) []float64 {
	n, _ := m.Dims()
	out := make([]float64, n)
	for i := range out {
		out[i] = mat.Dot(m.RowView(i), mat.NewVecDense(len(x), x))
	}
	return out
}
