package fit

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
)

// spread is a covariance Σ of the data, with a matrix W that makes it the
// identity: W Σ Wᵀ = I.
type spread struct {
	cov   *mat.SymDense
	white *mat.Dense
}

// Deciles of a standard normal variable.
const decile = 1.2816

// columnSpread is the spread that the columns would have if they were
// independent. A few far rows do not widen it, beside which all others are
// near one another in every column: it is the standard deviation of a normal
// variable with the same deciles, where that is less.
func columnSpread(rows [][]float64) spread {
	n := len(rows)
	dev, column := numeric.Deviations(rows), make([]float64, n)
	for j := range dev {
		for i, x := range rows {
			column[i] = x[j]
		}
		if d := (numeric.Nth(column, n-1-n/10) - numeric.Nth(column, n/10)) / (2 * decile); d > 0 {
			dev[j] = min(dev[j], d)
		}
	}
	return diagonalSpread(dev)
}

// diagonalSpread is the spread of independent columns with the given standard
// deviations.
func diagonalSpread(dev []float64) spread {
	n := len(dev)
	d := spread{mat.NewSymDense(n, nil), mat.NewDense(n, n, nil)}
	for j, v := range dev {
		d.cov.SetSym(j, j, v*v)
		d.white.Set(j, j, 1/v)
	}
	return d
}

// covarianceSpread is the covariance of the rows.
func covarianceSpread(rows [][]float64) spread {
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
	return spreadOf(cov)
}

// spreadOf is the spread of a covariance.
func spreadOf(cov *mat.SymDense) spread {
	n := cov.SymmetricDim()
	var e mat.EigenSym
	if !e.Factorize(cov, true) {
		return diagonalSpread(problem.UnitScales(n))
	}
	d := spread{mat.NewSymDense(n, nil), mat.NewDense(n, n, nil)}
	values := e.Values(nil)
	var v mat.Dense
	e.VectorsTo(&v)
	for k, l := range values {
		l = max(l, limit.MinVariancePart*values[n-1])
		d.cov.SymRankOne(d.cov, l, v.ColView(k))
		for j := range n {
			d.white.Set(k, j, v.At(j, k)/math.Sqrt(l))
		}
	}
	return d
}

// whitened returns W x for all rows: the distance between two of them is that
// in units of the spread.
func (d spread) whitened(rows [][]float64) [][]float64 {
	n := len(rows[0])
	flat := make([]float64, n*len(rows))
	out := make([][]float64, len(rows))
	for i, x := range rows {
		out[i] = flat[i*n : (i+1)*n : (i+1)*n]
		for k := range n {
			out[i][k] = numeric.Dot(d.white.RawRowView(k), x)
		}
	}
	return out
}

// norm2 is gᵀ Σ g: the variance of the data along the gradient g.
func (d spread) norm2(g []float64) float64 {
	v := mat.NewVecDense(len(g), g)
	return mat.Inner(v, d.cov, v)
}
