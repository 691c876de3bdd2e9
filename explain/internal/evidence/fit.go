package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/numeric"
)

// Weights are computed anew until no coefficient changes by more than settled of the largest, at
// most refits times.
const (
	refits  = 6
	settled = 1e-9
)

// Support is a list of monomials with their values and slopes at rows, on which polynomials
// can be fitted with one shape of noise after another, by one goroutine.
type Support struct {
	design *design
	ratio  *ratio
}

// NewSupport evaluates monomials at rows.
func NewSupport(rows [][]float64, exponents [][]uint8) Support {
	return Support{newDesign(rows, exponents, slices.Repeat([]float64{1}, len(exponents)), nil), newRatio(len(exponents))}
}

// Refit returns the polynomial with the coefficients that make the squares of f, a polynomial
// on the support, each over its variance gᵀ Σ g, smallest. It reports whether there are
// such coefficients.
func (s Support) Refit(f Polynomial, shape noise.Shape) (Polynomial, bool) {
	d := s.design.with(shape)
	coef, v, before := f.Coefficients, make([]float64, len(d.rows)), []float64(nil)
	r := s.ratio
	a, b := mat.NewSymDense(r.k, nil), mat.NewSymDense(r.k, nil)
	for range refits {
		d.variancesOf(v, coef)
		d.formsTo(a, b, v)
		next, ok := r.smallest(a, b)
		if !ok {
			return f, false
		}
		if coef = next; before != nil && sameDirection(coef, before) {
			break
		}
		before = coef
	}
	return Polynomial{Exponents: f.Exponents, Coefficients: coef}, true
}

// sameDirection reports whether unit vectors are equal up to sign, but for what is settled.
func sameDirection(a, b []float64) bool {
	sign := math.Copysign(1, floats.Dot(a, b))
	return !slices.ContainsFunc(numeric.FirstInts(len(a)), func(i int) bool { return math.Abs(a[i]-sign*b[i]) > settled })
}

// smallestRatio returns the unit vector v that makes vᵀAv / vᵀBv smallest. B has a kernel, the
// constant: A, which is definite but where an equation holds exactly, is factored. The steps are those of package
// mat, without its estimates of conditions.
func smallestRatio(a, b *mat.SymDense) ([]float64, bool) {
	return newRatio(a.SymmetricDim()).smallest(a, b)
}

// ratio is space for smallestRatio of k × k forms.
type ratio struct {
	k                                   int
	unit, values, work                  []float64
	upper, lower, half, full, symmetric []float64
}

func newRatio(k int) *ratio {
	list := chunks(make([]float64, 5*k*k), k*k)
	r := &ratio{k: k, unit: make([]float64, k), values: make([]float64, k),
		upper: list[0], lower: list[1], half: list[2], full: list[3], symmetric: list[4]}
	size := []float64{0}
	lapack64.Syev(lapack.EVCompute, r.sym(r.symmetric), r.values, size, -1)
	r.work = make([]float64, int(size[0]))
	return r
}

func (r *ratio) sym(data []float64) blas64.Symmetric {
	return blas64.Symmetric{N: r.k, Stride: r.k, Data: data, Uplo: blas.Upper}
}

func (r *ratio) smallest(a, b *mat.SymDense) ([]float64, bool) {
	k, unit := r.k, r.unit
	// In units in which A has the diagonal 1.
	for i := range unit {
		if unit[i] = math.Sqrt(a.At(i, i)); unit[i] == 0 {
			return nil, false
		}
	}
	rawA, rawB := a.RawSymmetric(), b.RawSymmetric()
	for i := range k {
		for j := i; j < k; j++ {
			r.upper[i*k+j] = rawA.Data[i*rawA.Stride+j] / unit[i] / unit[j]
			v := rawB.Data[i*rawB.Stride+j] / unit[i] / unit[j]
			r.half[i*k+j], r.half[j*k+i] = v, v
		}
		r.upper[i*k+i] += 1e-13
	}
	if _, ok := lapack64.Potrf(r.sym(r.upper)); !ok {
		return nil, false
	}
	r.transpose(r.lower, r.upper)
	low := blas64.Triangular{N: k, Stride: k, Data: r.lower, Uplo: blas.Lower, Diag: blas.NonUnit}
	if !lapack64.Trtrs(blas.NoTrans, low, r.general(r.half)) {
		return nil, false
	}
	r.transpose(r.full, r.half)
	if !lapack64.Trtrs(blas.NoTrans, low, r.general(r.full)) {
		return nil, false
	}
	for i := range k {
		for j := i; j < k; j++ {
			r.symmetric[i*k+j] = (r.full[i*k+j] + r.full[j*k+i]) / 2
		}
	}
	if !lapack64.Syev(lapack.EVCompute, r.sym(r.symmetric), r.values, r.work, len(r.work)) {
		return nil, false
	}
	v := make([]float64, k)
	for i := range v {
		v[i] = r.symmetric[i*k+k-1]
	}
	if !lapack64.Trtrs(blas.Trans, low, blas64.General{Rows: k, Cols: 1, Stride: 1, Data: v}) {
		return nil, false
	}
	size := 0.0
	for i := range v {
		v[i] /= unit[i]
		size += v[i] * v[i]
	}
	size = math.Sqrt(size)
	for i := range v {
		if v[i] /= size; math.IsNaN(v[i]) {
			return nil, false
		}
	}
	return v, true
}

func (r *ratio) general(data []float64) blas64.General {
	return blas64.General{Rows: r.k, Cols: r.k, Stride: r.k, Data: data}
}

func (r *ratio) transpose(dst, src []float64) {
	for i := range r.k {
		for j := range r.k {
			dst[j*r.k+i] = src[i*r.k+j]
		}
	}
}
