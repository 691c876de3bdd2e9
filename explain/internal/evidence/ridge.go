package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/numeric"
)

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
	d := newDesign(rows, exponents, phiSizes(exponents, degree), tied).with(shape)
	best := math.Inf(-1)
	variances := make([]float64, len(rows))
	for i := range variances {
		variances[i] = 1 // all alike at first
	}
	for _, lambda := range limit.Ridges {
		e, ok := d.at(lambda, variances)
		if ok {
			best = math.Max(best, e)
		}
	}
	return best
}

// Numbers of steps, no decisions.
const (
	ridgeRefits   = 4    // of the weights, for every λ
	firstVariance = 1e-2 // of the noise, before there is any
)

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
	return numeric.Symmetric(&full)
}

// design holds the monomials of a basis and their derivatives at rows, in components. It has space to
// work in, so it is not safe for use by several goroutines.
type design struct {
	rows       [][]float64
	exponents  [][]uint8
	shape      noise.Shape
	size       []float64
	basis      *mat.Dense   // from coefficients in the basis to components
	values     *mat.Dense   // of the basis, by row
	slopes     []*mat.Dense // the same of its derivatives, by variable
	columns    []columns    // of values, and then of slopes
	weighted   []float64    // space for addGram, and for medians
	weights    []float64    // space for one number a row
	product    []float64    // the same
	covariance [][]float64  // of the errors, at σ = 1, by variable
	errs       []bool       // whether a column has errors
}

// newDesign takes components of the sizes given, or what is tied to one another. It has no
// shape of noise yet.
func newDesign(rows [][]float64, exponents [][]uint8, size, tied []float64) *design {
	d := &design{rows: rows, exponents: exponents, size: size, basis: basisOf(tied, size),
		weighted: make([]float64, len(rows)*numeric.GramLanes), weights: make([]float64, len(rows)), product: make([]float64, len(rows)), covariance: byVariable(rows)}
	n, k, vars := len(rows), len(exponents), len(rows[0])
	e := newEvaluator(exponents)
	all := make([]*mat.Dense, vars+1)
	for j := range all {
		all[j] = mat.NewDense(n, k, nil)
	}
	lists := append([][]float64{e.values}, e.slopes...)
	for i, x := range rows {
		e.at(x)
		for j, list := range lists {
			row := all[j].RawRowView(i)
			for m, v := range list {
				row[m] = v * size[m]
			}
		}
	}
	for j, m := range all {
		if tied != nil {
			reduced := &mat.Dense{}
			reduced.Mul(m, d.basis)
			m = reduced
		}
		if j == 0 {
			d.values = m
		} else {
			d.slopes = append(d.slopes, m)
		}
		d.columns = append(d.columns, columnsOf(m))
	}
	return d
}

// with is the design with a shape of noise. It takes the space of the one before.
func (d *design) with(shape noise.Shape) *design {
	out := *d
	out.shape, out.errs = shape, make([]bool, len(d.slopes))
	c := make([]float64, len(d.slopes))
	for i, x := range d.rows {
		shape.VarianceTo(c, x)
		for j, v := range c {
			out.covariance[j][i] = v
			out.errs[j] = out.errs[j] || v != 0
		}
	}
	if shape.Normals != nil {
		out.project()
	}
	if shape.Correlation != 0 {
		out.share()
	}
	return &out
}

// share takes the errors apart into those of each column, which are independent, and one along which all columns
// move together.
func (d *design) share() {
	rho := d.shape.Correlation
	together := &mat.Dense{}
	together.CloneFrom(d.values)
	together.Zero()
	covariance := make([][]float64, len(d.slopes), len(d.slopes)+1)
	for j, s := range d.slopes {
		covariance[j] = slices.Clone(d.covariance[j])
		for i, c := range d.covariance[j] {
			floats.AddScaled(together.RawRowView(i), math.Sqrt(c), s.RawRowView(i))
			covariance[j][i] = (1 - rho) * c
		}
	}
	d.covariance = append(covariance, slices.Repeat([]float64{rho}, len(d.rows)))
	d.slopes, d.errs = append(slices.Clip(d.slopes), together), append(d.errs, true)
	d.columns = append(slices.Clip(d.columns), columnsOf(together))
}

// project takes from the gradients of all monomials what is across the directions in which
// errors move the rows.
func (d *design) project() {
	slopes := make([]*mat.Dense, len(d.slopes))
	for j, s := range d.slopes {
		slopes[j] = mat.DenseCopyOf(s)
	}
	d.slopes, d.columns = slopes, slices.Clone(d.columns)
	_, k := d.values.Dims()
	along := make([]float64, k) // of the gradient of every monomial, along a normal
	for i, x := range d.rows {
		for _, n := range d.shape.Normals(x) {
			clear(along)
			for j, s := range d.slopes {
				floats.AddScaled(along, n[j], s.RawRowView(i))
			}
			for j, s := range d.slopes {
				floats.AddScaled(s.RawRowView(i), -n[j], along)
			}
		}
	}
	for j, s := range slopes {
		d.columns[1+j] = columnsOf(s)
	}
}

// forms are the mean weighted squares of values and of gradients.
func (d *design) forms(variances []float64) (a, b *mat.SymDense) {
	_, k := d.values.Dims()
	a, b = mat.NewSymDense(k, nil), mat.NewSymDense(k, nil)
	d.formsTo(a, b, variances)
	return a, b
}

// formsTo writes the same to a and b.
func (d *design) formsTo(a, b *mat.SymDense, variances []float64) {
	a.Zero()
	b.Zero()
	w, n := d.weights, float64(len(d.weights))
	add := func(out *mat.SymDense, m *mat.Dense, c columns, total float64) {
		if total-total != 0 { // a weight is not finite
			addGram(out, m, w)
		} else {
			c.addGram(out, w, d.weighted)
		}
	}
	total := 0.0
	for i, v := range variances {
		f := 1 / v / n
		w[i] = f
		total += f
	}
	add(a, d.values, d.columns[0], total)
	for j, s := range d.slopes {
		if d.errs[j] {
			total, c := 0.0, d.covariance[j][:len(w)]
			for i, v := range variances {
				f := c[i] / v / n
				w[i] = f
				total += f
			}
			add(b, s, d.columns[1+j], total)
		}
	}
}

// variancesOf writes the variances of the values of a polynomial at σ = 1, none much less
// than the median.
func (d *design) variancesOf(dst, unit []float64) {
	clear(dst)
	product := mat.NewVecDense(len(dst), d.product)
	coefficients := mat.NewVecDense(len(unit), unit)
	for j, s := range d.slopes {
		if !d.errs[j] {
			continue
		}
		product.MulVec(s, coefficients)
		c := d.covariance[j][:len(dst)]
		for i, g := range d.product[:len(dst)] {
			dst[i] += c[i] * g * g
		}
	}
	median := numeric.Nth(d.weighted[:copy(d.weighted, dst)], len(dst)/2)
	least := limit.LeastFitVariance*median + math.SmallestNonzeroFloat64
	for i, v := range dst {
		dst[i] = max(v, least)
	}
}

// sigma2 is the mean square of the values over their variances.
func (d *design) sigma2(unit, variances []float64) float64 {
	var f mat.VecDense
	f.MulVec(d.values, mat.NewVecDense(len(unit), unit))
	sum := 0.0
	for i, v := range variances {
		sum += f.AtVec(i) * f.AtVec(i) / v
	}
	return math.Max(sum/float64(len(variances)), tinySigma*tinySigma)
}

// polynomial is a polynomial from its coefficients in the basis.
func (d *design) polynomial(unit []float64) Polynomial {
	f := Polynomial{Exponents: d.exponents, Coefficients: make([]float64, len(d.exponents))}
	for i := range f.Coefficients {
		f.Coefficients[i] = d.size[i] * mat.Dot(d.basis.RowView(i), mat.NewVecDense(len(unit), unit))
	}
	return f
}

// at is the evidence with one λ. It begins with the weights of variances, and leaves there
// those that it ends with.
func (d *design) at(lambda float64, variances []float64) (float64, bool) {
	_, k := d.values.Dims()
	n := float64(len(d.rows))
	unit := make([]float64, k)
	sigma2 := firstVariance
	var a *mat.SymDense
	for range ridgeRefits {
		var b *mat.SymDense
		a, b = d.forms(variances)
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
		w := mat.NewVecDense(k, v)
		norm := math.Sqrt(mat.Inner(w, b, w))
		for i := range v {
			unit[i] = v[i] / norm
		}
		d.variancesOf(variances, unit)
		sigma2 = d.sigma2(unit, variances)
	}
	return d.evidence(unit, a, lambda)
}

// evidence is that of a polynomial with coefficients of precision λ, a the mean weighted
// squares of its monomials.
func (d *design) evidence(unit []float64, a *mat.SymDense, lambda float64) (float64, bool) {
	measured, ok := Of(d.rows, d.polynomial(unit), d.shape)
	if !ok {
		return 0, false
	}
	sigma2 := measured.Sigma * measured.Sigma
	phi := 0.0
	for _, v := range unit {
		phi += v * v
	}
	n := float64(len(d.rows))
	out := measured.Total() - lambda*phi/2
	// Curvatures across the direction of the polynomial itself.
	var eig mat.EigenSym
	if !eig.Factorize(across(a, unit), false) {
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
