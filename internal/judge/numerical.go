package judge

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// numerical fills in Angle, the dimensions and Numerical.
//
// The products of noisy equations are nearly, not exactly, dependent where the
// true ones are dependent, so the printed space is taken to be the leading
// directions of its normalised products, as many as the truth has, and the
// remaining singular values, relative to the largest, must stay below the
// tolerance.
func (v *Verdict) numerical(R *poly.Ring[ring.Rat], truePart, part *numeric.Matrix[ring.Rat], truth Truth) {
	tol := Tolerance(truth.Sigma)
	change := standardised(R, v.Degree, truth.Points)
	want, got := directions(truePart, change), directions(part, change)
	// The truth is exact: all that is below rounding is dependence.
	v.TrueDimension = want.above(dependent)
	v.Dimension = got.above(tol)
	v.Angle = math.Pi / 2
	if r := v.TrueDimension; got.above(dependent) >= r && r > 0 {
		angles, err := numeric.PrincipalAngles(want.leading(r), got.leading(r))
		if err == nil {
			v.Angle = angles[r-1]
		}
	}
	v.Numerical = v.Exact || v.Dimension <= v.TrueDimension && v.Angle <= tol
}

// dependent is the relative size of a singular value that is zero but for the
// rounding of the change of coordinates.
const dependent = 1e-10

// basis is the singular value decomposition of a set of polynomials: columns are
// orthonormal directions in the space of coefficients.
type basis struct {
	values  []float64
	vectors *mat.Dense
}

// above counts the singular values above tol times the largest.
func (b basis) above(tol float64) int {
	n := 0
	for _, s := range b.values {
		if s > tol*b.values[0] {
			n++
		}
	}
	return n
}

// leading returns the first r directions as columns.
func (b basis) leading(r int) *mat.Dense {
	rows, _ := b.vectors.Dims()
	return mat.DenseCopyOf(b.vectors.Slice(0, rows, 0, r))
}

// directions returns the directions that the rows of part span after the change
// of coordinates, each row scaled to length 1 there.
func directions(part *numeric.Matrix[ring.Rat], change *mat.Dense) basis {
	rows, cols := part.Dims()
	if rows == 0 {
		return basis{}
	}
	a := mat.NewDense(rows, cols, nil)
	for i := range rows {
		for j, x := range part.Row(i) {
			a.Set(i, j, x.Float64())
		}
	}
	var b mat.Dense
	b.Mul(a, change)
	for i := range rows {
		row := b.RawRowView(i)
		if norm := mat.Norm(mat.NewVecDense(cols, row), 2); norm > 0 {
			for j := range row {
				row[j] /= norm
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(&b, mat.SVDThinV) {
		return basis{}
	}
	var vectors mat.Dense
	svd.VTo(&vectors)
	return basis{values: svd.Values(nil), vectors: &vectors}
}

// standardised returns the matrix that takes the coefficients of a polynomial
// of degree ≤ d in t to those in u, t_i = mean_i + std_i u_i: row α holds the
// expansion of Π (mean_i + std_i u_i)^α_i. A variable that does not vary keeps
// its unit.
func standardised(R *poly.Ring[ring.Rat], d int, points *mat.Dense) *mat.Dense {
	n, vars := points.Dims()
	mean, std := make([]float64, vars), make([]float64, vars)
	column := make([]float64, n)
	for i := range mean {
		mat.Col(column, i, points)
		mean[i], std[i] = stat.PopMeanStdDev(column, nil)
		if std[i] == 0 {
			std[i] = 1
		}
	}
	monomials := R.MonomialsUpTo(d)
	change := mat.NewDense(len(monomials), len(monomials), nil)
	exponents := make([][]int, len(monomials))
	for j, m := range monomials {
		exponents[j] = R.Exponents(m)
	}
	for i, a := range exponents {
		for j, b := range exponents {
			c := 1.0
			for k := range vars {
				if b[k] > a[k] {
					c = 0
					break
				}
				c *= binomial(a[k], b[k]) * math.Pow(mean[k], float64(a[k]-b[k])) * math.Pow(std[k], float64(b[k]))
			}
			change.Set(i, j, c)
		}
	}
	return change
}

// binomial returns n over k.
func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b = b * float64(n-i) / float64(i+1)
	}
	return b
}
