package explain

import "gonum.org/v1/gonum/mat"

// dataSpread is a covariance Σ of the data and its inverse.
type dataSpread struct{ cov, inverse *mat.SymDense }

// diagonalSpread is the spread of independent columns.
func diagonalSpread(dev []float64) dataSpread {
	n := len(dev)
	d := dataSpread{mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)}
	for j, v := range dev {
		d.cov.SetSym(j, j, v*v)
		d.inverse.SetSym(j, j, 1/(v*v))
	}
	return d
}

// flat is the part of the largest variance below which a direction counts as
// having this much: rows on a plane have no inverse covariance.
const flat = 1e-12

// covarianceSpread is the covariance of the rows.
func covarianceSpread(rows [][]float64) dataSpread {
	n := len(rows[0])
	mean := make([]float64, n)
	for _, x := range rows {
		for j, v := range x {
			mean[j] += v / float64(len(rows))
		}
	}
	cov, c := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for _, x := range rows {
		for j, v := range x {
			c.SetVec(j, v-mean[j])
		}
		cov.SymRankOne(cov, 1/float64(len(rows)), c)
	}
	d := dataSpread{mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)}
	var e mat.EigenSym
	if !e.Factorize(cov, true) {
		return diagonalSpread(unitScales(n))
	}
	values := e.Values(nil)
	var v mat.Dense
	e.VectorsTo(&v)
	for k, l := range values {
		l = max(l, flat*values[n-1])
		d.cov.SymRankOne(d.cov, l, v.ColView(k))
		d.inverse.SymRankOne(d.inverse, 1/l, v.ColView(k))
	}
	return d
}

// unitScales returns n ones.
func unitScales(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

// distance2 is uᵀ Σ⁻¹ u.
func (d dataSpread) distance2(u []float64) float64 {
	v := mat.NewVecDense(len(u), u)
	return mat.Inner(v, d.inverse, v)
}

// norm2 is gᵀ Σ g.
func (d dataSpread) norm2(g []float64) float64 {
	v := mat.NewVecDense(len(g), g)
	return mat.Inner(v, d.cov, v)
}
