package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
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
type Support struct{ design *design }

// NewSupport evaluates monomials at rows.
func NewSupport(rows [][]float64, exponents [][]uint8) Support {
	return Support{newDesign(rows, exponents, slices.Repeat([]float64{1}, len(exponents)), nil)}
}

// Refit returns the polynomial with the coefficients that make the squares of f, a polynomial
// on the support, each over its variance gᵀ Σ g, smallest. It reports whether there are
// such coefficients.
func (s Support) Refit(f Polynomial, shape noise.Shape) (Polynomial, bool) {
	d := s.design.with(shape)
	coef, v, before := f.Coefficients, make([]float64, len(d.rows)), []float64(nil)
	for range refits {
		d.variancesOf(v, coef)
		a, b := d.forms(v)
		next, ok := smallestRatio(a, b)
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
// constant: A, which is definite but where an equation holds exactly, is factored.
func smallestRatio(a, b *mat.SymDense) ([]float64, bool) {
	k := a.SymmetricDim()
	// In units in which A has the diagonal 1.
	unit := make([]float64, k)
	for i := range unit {
		if unit[i] = math.Sqrt(a.At(i, i)); unit[i] == 0 {
			return nil, false
		}
	}
	s, t := mat.NewSymDense(k, nil), mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			s.SetSym(i, j, a.At(i, j)/unit[i]/unit[j])
			t.SetSym(i, j, b.At(i, j)/unit[i]/unit[j])
		}
		s.SetSym(i, i, s.At(i, i)+1e-13)
	}
	var chol mat.Cholesky
	if !chol.Factorize(s) {
		return nil, false
	}
	var l mat.TriDense
	chol.LTo(&l)
	var half, full mat.Dense
	if half.Solve(&l, t) != nil || full.Solve(&l, half.T()) != nil {
		return nil, false
	}
	var eig mat.EigenSym
	if !eig.Factorize(numeric.Symmetric(&full), true) {
		return nil, false
	}
	var vectors, out mat.Dense
	eig.VectorsTo(&vectors)
	if out.Solve(l.T(), vectors.Slice(0, k, k-1, k)) != nil {
		return nil, false
	}
	v := make([]float64, k)
	size := 0.0
	for i := range v {
		v[i] = out.At(i, 0) / unit[i]
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
