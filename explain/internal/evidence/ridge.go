package evidence

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/noise"
)

// The ridges that are tried, in units in which a polynomial has gradients of mean square
// 1 on the rows.
var ridges = []float64{1e-3, 1e-2, 1e-1, 1, 10, 100}

// Ridge is the log evidence, in nats, that rows lie near the zero set of some polynomial on
// the monomials, with Gaussian coefficients of precision λ in the φ-norm of the kernel
// (⟨x,y⟩ + 1)^degree. It is Laplace's approximation at the best of several λ,
//
//	Σ log N of the offsets + Σ log ρ of the feet - λ‖f‖²/2 - ½ Σ log(1 + N μ_j/(σ² λ)),
//
// μ_j the curvatures of the mean squared offset in coordinates in which the φ-norm is that of
// space: the last sum is half the number of coefficients that the rows determine, times
// the logarithm of how well. On the monomials of a few terms it is the evidence of that
// support; on all of a degree it is that of smooth hypersurfaces, the null of every law.
//
// tied, if not nil, has the ratios of coefficients that are known, and 0 for the others.
func Ridge(rows [][]float64, exponents [][]uint8, tied []float64, degree int, shape noise.Shape) float64 {
	best := math.Inf(-1)
	for _, lambda := range ridges {
		if e, ok := ridgeAt(rows, exponents, tied, degree, shape, lambda); ok {
			best = math.Max(best, e)
		}
	}
	return best
}

// basisOf has orthonormal columns, in components: one for each coefficient that is free, one
// for those that are tied.
func basisOf(tied, size []float64) *mat.Dense {
	k, norm := len(size), 0.0
	for i, t := range tied {
		norm += t * t / size[i] / size[i]
	}
	columns := [][]float64{}
	for i := range k {
		if norm > 0 && tied[i] != 0 {
			continue
		}
		c := make([]float64, k)
		c[i] = 1
		columns = append(columns, c)
	}
	if norm > 0 {
		c := make([]float64, k)
		for i, t := range tied {
			c[i] = t / size[i] / math.Sqrt(norm)
		}
		columns = append(columns, c)
	}
	b := mat.NewDense(k, len(columns), nil)
	for j, c := range columns {
		b.SetCol(j, c)
	}
	return b
}

// restrict is the quadratic form a on the span of a basis.
func restrict(a *mat.SymDense, basis *mat.Dense) *mat.SymDense {
	var half, full mat.Dense
	half.Mul(basis.T(), a)
	full.Mul(&half, basis)
	_, m := basis.Dims()
	out := mat.NewSymDense(m, nil)
	for i := range m {
		for j := i; j < m; j++ {
			out.SetSym(i, j, (full.At(i, j)+full.At(j, i))/2)
		}
	}
	return out
}

// ridgeAt is Ridge with one λ.
func ridgeAt(rows [][]float64, exponents [][]uint8, tied []float64, degree int, shape noise.Shape, lambda float64) (float64, bool) {
	n := float64(len(rows))
	size := phiSizes(exponents, degree)
	basis := basisOf(tied, size)
	_, k := basis.Dims()
	unit := make([]float64, k) // in the basis
	f := Polynomial{Exponents: exponents, Coefficients: make([]float64, len(exponents))}
	variances := make([]float64, len(rows)) // of the first round: all alike
	for i := range variances {
		variances[i] = 1
	}
	sigma2 := 1e-2
	var a, b *mat.SymDense
	for round := range refits {
		a, b = forms(rows, exponents, size, shape, variances)
		a, b = restrict(a, basis), restrict(b, basis)
		c := mat.NewSymDense(k, nil)
		c.CopySym(a)
		for i := range k {
			c.SetSym(i, i, c.At(i, i)+lambda*sigma2/n)
		}
		v, ok := smallestRatio(c, b)
		if !ok {
			return 0, false
		}
		// The mean square of the gradients is 1.
		norm := 0.0
		for i := range k {
			for j := range k {
				norm += v[i] * b.At(i, j) * v[j]
			}
		}
		for i := range v {
			unit[i] = v[i] / math.Sqrt(norm)
		}
		for i := range f.Coefficients {
			f.Coefficients[i] = size[i] * mat.Dot(basis.RowView(i), mat.NewVecDense(k, unit))
		}
		measured, ok := Offsets(rows, f, shape)
		if !ok {
			return 0, false
		}
		sigma2 = measured.Sigma * measured.Sigma
		if round+1 < refits {
			variancesOf(variances, rows, f, shape)
		}
	}
	measured, ok := Of(rows, f, shape)
	if !ok {
		return 0, false
	}
	sigma2 = measured.Sigma * measured.Sigma
	phi := 0.0
	for _, v := range unit {
		phi += v * v
	}
	out := measured.Total() - lambda*phi/2
	// Curvatures across the direction of the polynomial itself.
	rest := across(a, unit)
	var eig mat.EigenSym
	if !eig.Factorize(rest, false) {
		return 0, false
	}
	for _, mu := range eig.Values(nil) {
		out -= math.Log1p(n*math.Max(0, mu)/(sigma2*lambda)) / 2
	}
	return out, !math.IsNaN(out)
}

// phiSizes are the square roots of the weights of monomials in the φ-norm: the coefficient of
// a monomial over its size is its component.
func phiSizes(exponents [][]uint8, degree int) []float64 {
	out := make([]float64, len(exponents))
	for i, e := range exponents {
		log, total := 0.0, 0
		for _, v := range e {
			g, _ := math.Lgamma(float64(v) + 1)
			log -= g
			total += int(v)
		}
		g, _ := math.Lgamma(float64(degree) + 1)
		h, _ := math.Lgamma(float64(degree-total) + 1)
		out[i] = math.Exp((g - h + log) / 2)
	}
	return out
}

// forms are the mean weighted squares of values and of gradients, in components.
func forms(rows [][]float64, exponents [][]uint8, size []float64, shape noise.Shape, variances []float64) (a, b *mat.SymDense) {
	k, vars := len(exponents), len(rows[0])
	e := newEvaluator(exponents)
	a, b = mat.NewSymDense(k, nil), mat.NewSymDense(k, nil)
	c, v := make([]float64, vars), mat.NewVecDense(k, nil)
	for i, x := range rows {
		e.at(x)
		shape.VarianceTo(c, x)
		w := 1 / variances[i] / float64(len(rows))
		for j, m := range e.values {
			v.SetVec(j, m*size[j])
		}
		a.SymRankOne(a, w, v)
		for l, d := range e.slopes {
			for j, m := range d {
				v.SetVec(j, m*size[j])
			}
			b.SymRankOne(b, w*c[l], v)
		}
	}
	return a, b
}

// variancesOf writes the variances of the values of f at σ = 1, none much less than the
// median.
func variancesOf(dst []float64, rows [][]float64, f Polynomial, shape noise.Shape) {
	e := newEvaluator(f.Exponents)
	vars := len(rows[0])
	grad, c := make([]float64, vars), make([]float64, vars)
	for i, x := range rows {
		e.at(x)
		e.gradient(f.Coefficients, grad)
		shape.VarianceTo(c, x)
		dst[i] = 0
		for j, g := range grad {
			dst[i] += c[j] * g * g
		}
	}
	least := 10*leastVariance*median(dst) + math.SmallestNonzeroFloat64
	for i, v := range dst {
		dst[i] = math.Max(v, least)
	}
}

// across is the quadratic form on the orthogonal complement of a vector, and 0 along it.
func across(a *mat.SymDense, v []float64) *mat.SymDense {
	k := len(v)
	norm := 0.0
	for _, x := range v {
		norm += x * x
	}
	p := mat.NewDense(k, k, nil)
	for i := range k {
		for j := range k {
			p.Set(i, j, -v[i]*v[j]/norm)
		}
		p.Set(i, i, p.At(i, i)+1)
	}
	return restrict(a, p)
}
