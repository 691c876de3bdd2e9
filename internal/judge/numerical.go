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
	want := newSpan(floats(truePart, ring.Rat.Float64), change)
	got := newSpan(floats(part, ring.Rat.Float64), change)
	// The truth is exact: all that is below rounding is dependence.
	v.TrueDimension = want.Dimension(dependent)
	v.Dimension = got.Dimension(tol)
	v.Angle = math.Pi / 2
	if r := v.TrueDimension; r > 0 && got.Dimension(dependent) >= r {
		v.Angle = want.Angle(got, r)
	}
	v.Numerical = v.Exact || v.Dimension <= v.TrueDimension && v.Angle <= tol
}

// dependent is the relative size of a singular value that is zero but for the
// rounding of the change of coordinates.
const dependent = 1e-10

// Span is the part of degree ≤ d of what polynomials with float64 coefficients
// generate, in monomials of standardised coordinates, with its principal
// directions.
type Span struct {
	values  []float64
	vectors *mat.Dense // columns are orthonormal coefficient vectors
}

// SpanOf returns the span of the products of degree ≤ d of the polynomials, which
// belong to R, with monomials. The rows of points fix the standardised
// coordinates.
func SpanOf(R *poly.Ring[float64], polys []*poly.Polynomial[float64], d int, points *mat.Dense) *Span {
	same := func(x float64) float64 { return x }
	return newSpan(floats(Part(R, polys, d), same), standardised(R, d, points))
}

// Dimension counts the principal directions whose singular value is above tol
// times the largest. Products are normalised, so tol is the sine of the angle at
// which polynomials count as dependent.
func (s *Span) Dimension(tol float64) int {
	n := 0
	for _, v := range s.values {
		if v > tol*s.values[0] {
			n++
		}
	}
	return n
}

// Angle returns the largest principal angle between the first r principal
// directions of s and t. It panics unless both have that many.
func (s *Span) Angle(t *Span, r int) float64 { return s.AngleBetween(t, r, r) }

// AngleBetween returns the largest principal angle between the first p principal
// directions of s and the first q of t: 0 when the smaller space lies in the
// larger. It panics unless they have that many, at least one.
func (s *Span) AngleBetween(t *Span, p, q int) float64 {
	angles, err := numeric.PrincipalAngles(s.leading(p), t.leading(q))
	if err != nil {
		panic(err) // the columns are orthonormal and finite
	}
	return angles[min(p, q)-1]
}

// leading returns the first r directions as columns.
func (s *Span) leading(r int) *mat.Dense {
	rows, _ := s.vectors.Dims()
	return mat.DenseCopyOf(s.vectors.Slice(0, rows, 0, r))
}

// newSpan returns the span of the rows of a, nil for none, after the change of
// coordinates, each scaled to length 1 there.
func newSpan(a, change *mat.Dense) *Span {
	if a == nil {
		return &Span{}
	}
	var b mat.Dense
	b.Mul(a, change)
	rows, cols := b.Dims()
	for i := range rows {
		row := b.RawRowView(i)
		if norm := mat.Norm(mat.NewVecDense(cols, row), 2); norm > 0 {
			for j := range row {
				row[j] /= norm
			}
		}
	}
	svd, err := numeric.SVDOf(&b)
	if err != nil {
		return &Span{} // overflow: nothing that could be compared
	}
	return &Span{values: svd.Values, vectors: svd.V}
}

// floats returns the entries of a matrix as float64, nil for one without rows.
func floats[E any](a *numeric.Matrix[E], f func(E) float64) *mat.Dense {
	rows, cols := a.Dims()
	if rows == 0 {
		return nil
	}
	out := mat.NewDense(rows, cols, nil)
	for i := range rows {
		for j, x := range a.Row(i) {
			out.Set(i, j, f(x))
		}
	}
	return out
}

// standardised returns the matrix that takes the coefficients of a polynomial
// of degree ≤ d in t to those in u, t_i = mean_i + std_i u_i: row α holds the
// expansion of Π (mean_i + std_i u_i)^α_i. A variable that does not vary keeps
// its unit.
func standardised[E any](R *poly.Ring[E], d int, points *mat.Dense) *mat.Dense {
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
