package response

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// estimate is a candidate fitted by least squares in the response.
type estimate struct {
	candidate
	cov    *mat.SymDense // of the coefficients, the one at fixed known
	fixed  int
	square float64   // mean square of the residuals
	fit    []float64 // the response that the candidate gives
	size   []float64 // how large each coefficient would make its term the largest
}

// tangent is the linear approximation of the response at some coefficients, one of which
// stays as it is.
type tangent struct {
	coefs    []float64
	fixed    int
	residual []float64  // what is left of the response
	sum      float64    // of the squares of the residuals
	jacobian *mat.Dense // derivatives of the response by relative changes of the free coefficients
}

// level is the error of the response that the residuals show.
func (t *tangent) level() float64 { return math.Sqrt(t.sum / float64(len(t.residual))) }

// free are the places of the coefficients that may change.
func (t *tangent) free() []int {
	return slices.Delete(numeric.FirstInts(len(t.coefs)), t.fixed, t.fixed+1)
}

// fitted fits the coefficients by least squares in the response: Gauss–Newton steps, damped
// where they lead astray [Marquardt, J. SIAM 11 (1963) 431–441]. ok is false where the response
// cannot be had from the coefficients, or they cannot be had from the response.
func (c candidate) fitted(y []float64) (e estimate, ok bool) {
	d := c.design(y)
	t, level, ok := d.descend(c.coefs, 0)
	if !ok {
		return estimate{}, false
	}
	// Poles near rows keep the steps short: simple coefficients may leave less, as those of a square
	// in the denominator, which has no poles apart.
	simplified := d.simplified(t)
	if u, ok := d.tangent(simplified, t.fixed, level); ok && u.sum < t.sum*(1-1e-6) {
		if t, level, ok = d.descend(simplified, level); !ok {
			return estimate{}, false
		}
	}
	if fixed := largest(d.sizes(t.coefs)); fixed != t.fixed {
		// The term that was the largest may have none of the response left.
		if t, ok = d.tangent(t.coefs, fixed, level); !ok {
			return estimate{}, false
		}
	}
	e = estimate{candidate: c, fixed: t.fixed, square: t.sum / float64(len(y)), fit: make([]float64, len(y))}
	e.coefs, e.size = t.coefs, d.reaches(t)
	for i, r := range t.residual {
		e.fit[i] = y[i] - r
	}
	e.cov, ok = t.covariance(limit.ResponseExact * numeric.RootMeanSquare(y) / 100)
	return e, ok
}

// simplified are the coefficients of a tangent with those that may be simple numbers, as
// quotients by the largest, taken to be these.
func (d *design) simplified(t *tangent) []float64 {
	coefs := slices.Clone(t.coefs)
	cov, ok := t.covariance(0)
	if !ok {
		return coefs
	}
	mean, c := quotients(t.coefs, cov, t.fixed)
	for a, v := range mean {
		if a == t.fixed {
			continue
		}
		if s, _ := nearest(v, max(math.Sqrt(c.At(a, a)), limit.PoleErrors*math.Abs(v))); s.q != 0 {
			coefs[a] = s.value * t.coefs[t.fixed]
		}
	}
	return coefs
}

// reaches are how large each coefficient would make its term the largest.
func (d *design) reaches(t *tangent) []float64 {
	sizes := d.sizes(t.coefs)
	out := make([]float64, len(sizes))
	for a, size := range sizes {
		out[a] = sizes[t.fixed] / (size / math.Abs(t.coefs[a]))
	}
	return out
}

// descend takes Gauss–Newton steps from coefficients on. level is the error of the response,
// as far as it is known.
func (d *design) descend(coefs []float64, level float64) (t *tangent, last float64, ok bool) {
	if t, ok = d.tangent(coefs, largest(d.sizes(coefs)), level); !ok {
		return nil, level, false
	}
	level = t.level()
	for range limit.ResponseSteps {
		var next *tangent
		if next, level = d.step(t, level); next == nil {
			break
		}
		converged := next.sum > t.sum*(1-1e-6)
		if t = next; converged {
			break
		}
	}
	return t, level, true
}

// largest is the place of the largest of some sizes, of which some may be no number.
func largest(sizes []float64) int {
	at := 0
	for a, size := range sizes {
		if size > sizes[at] {
			at = a
		}
	}
	return at
}

// tangent linearises the response at coefficients. level is the error of the response, as far
// as it is known. The tangent is nil where the coefficients give no response, and ok is false
// as well where more rows than errors explain have no real one.
func (d *design) tangent(coefs []float64, fixed int, level float64) (t *tangent, ok bool) {
	n := len(d.y)
	t = &tangent{coefs: coefs, fixed: fixed, residual: make([]float64, n)}
	free := t.free()
	t.jacobian = mat.NewDense(n, len(free), nil)
	gradient, imaginary := make([]float64, len(coefs)), make([]float64, n)
	for i := range n {
		r := d.root(coefs, i, level)
		if !r.finite() {
			return nil, false
		}
		t.residual[i], imaginary[i] = d.y[i]-r.value, r.imaginary
		t.sum += t.residual[i] * t.residual[i]
		d.gradient(gradient, r, i)
		for p, a := range free {
			t.jacobian.Set(i, p, gradient[a]*coefs[a])
		}
	}
	// Near a branch point errors of the coefficients make roots complex.
	unreal := 0
	for _, v := range imaginary {
		if v > limit.BranchErrors*t.level() {
			unreal++
		}
	}
	return t, unreal <= n/limit.ResponseComplex
}

// step is the tangent after the Gauss–Newton step that is damped least of those that
// make the residuals smaller, or nil. level is the error of the response at the coefficients
// that were tried last, whether they were taken or not: coefficients that were not show that
// slopes so near a branch point lead astray.
func (d *design) step(t *tangent, level float64) (next *tangent, tried float64) {
	var normal mat.SymDense
	normal.SymOuterK(1, t.jacobian.T())
	var right mat.VecDense
	right.MulVec(t.jacobian.T(), mat.NewVecDense(len(t.residual), t.residual))
	free := t.free()
	for _, damping := range []float64{0, 1e-3, 0.1, 10} {
		damped := mat.NewSymDense(len(free), nil)
		damped.CopySym(&normal)
		for p := range free {
			damped.SetSym(p, p, normal.At(p, p)*(1+damping))
		}
		var factor mat.Cholesky
		if !factor.Factorize(damped) {
			continue
		}
		var change mat.VecDense
		if err := factor.SolveVecTo(&change, &right); err != nil && !isCondition(err) {
			continue
		}
		coefs := slices.Clone(t.coefs)
		for p, a := range free {
			coefs[a] *= 1 + change.AtVec(p)
		}
		next, ok := d.tangent(coefs, t.fixed, level)
		if next != nil {
			level = next.level()
		}
		if ok && next.sum < t.sum {
			return next, level
		}
	}
	return nil, level
}

// covariance is that of the coefficients, σ² (JᵀJ)⁻¹, where σ is no less than floor. ok is
// false where the rows do not determine the coefficients.
func (t *tangent) covariance(floor float64) (cov *mat.SymDense, ok bool) {
	var normal, inverse mat.SymDense
	normal.SymOuterK(1, t.jacobian.T())
	var factor mat.Cholesky
	if !factor.Factorize(&normal) {
		return nil, false
	}
	if err := factor.InverseTo(&inverse); err != nil && !isCondition(err) {
		return nil, false
	}
	free := t.free()
	variance := t.sum/math.Max(1, float64(len(t.residual)-len(free))) + floor*floor
	cov = mat.NewSymDense(len(t.coefs), nil)
	for p, a := range free {
		for q, b := range free {
			cov.SetSym(a, b, variance*inverse.At(p, q)*t.coefs[a]*t.coefs[b])
		}
	}
	return cov, true
}
