package response

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// candidate is a polynomial in the invariants of a form and the response.
type candidate struct {
	form  *form
	exps  [][]uint8 // of a term: powers of the coordinates, the last one of the response
	coefs []float64 // of terms in units
	score float64   // nats, the less the better
}

// kind is a class of polynomials in invariants u and the response v.
type kind struct {
	power int // the highest of the response
	// allowed says whether a monomial may occur that has the power k of the response and
	// degree d in the invariants.
	allowed func(k, d int) bool
	most    int // monomials
}

// kinds are looked through one after another, the narrow ones first.
var kinds = []kind{
	{1, func(k, d int) bool { return k == 0 || d == 0 }, limit.ResponseClass},           // v = p(u)
	{1, func(k, d int) bool { return k == 1 || d == 0 }, limit.ResponseClass},           // 1/v = p(u)
	{2, func(k, d int) bool { return k == 0 || k == 2 && d == 0 }, limit.ResponseClass}, // v^2 = p(u)
	{2, func(k, d int) bool { return k == 2 || k == 0 && d == 0 }, limit.ResponseClass}, // 1/v^2 = p(u)
	{1, func(k, _ int) bool { return k <= 1 }, limit.ResponseClass},                     // v = p(u)/q(u)
	{2, func(k, _ int) bool { return k <= 2 }, limit.ResponseClassQuadric},              // p(u) v^2 + q(u) v + r(u) = 0
}

// degree is the highest up to which a class has few enough monomials in r invariants and the
// response.
func (kd kind) degree(r int) int {
	degree := 1
	for d := 2; d <= limit.ResponseDegree; d++ {
		n := 0
		for k := 0; k <= kd.power; k++ {
			for u := 0; u+k <= d; u++ {
				if kd.allowed(k, u) {
					n += numeric.Binomial(r+u-1, u)
				}
			}
		}
		if n > kd.most && d > 3 || n > limit.ResponseMonomials || numeric.Binomial(r+1+d, d) > 8*limit.ResponseMonomials {
			break
		}
		degree = d
	}
	return degree
}

// propose looks for polynomials of few terms in the coordinates of a form and in the
// response divided by its factor. variance is that of the errors of the response.
func propose(ctx context.Context, f *form, y []float64, kd kind, variance float64) []candidate {
	r := len(f.coords)
	t, err := moment.NewMonomials(r+1, kd.degree(r))
	if err != nil {
		return nil
	}
	only := func(a int) bool {
		k := int(t.Exponents(a)[r])
		return k <= kd.power && kd.allowed(k, t.DegreeOf(a)-k)
	}
	units, v := f.units(y, kd.power)
	m, g := f.corrected(t, only, units, v, variance)
	fits := support.Forms{Table: t, M: m, G: g, Only: only,
		Terms: limit.ResponseExhaustive, Nodes: limit.ResponseNodes, Keep: limit.ResponseSupports}.Supports(ctx)
	n := float64(len(y))
	var out []candidate
	for _, fit := range fits {
		c := f.candidate(t, fit, units, v)
		if !c.hasResponse() || len(c.exps) > limit.ResponseTerms {
			continue
		}
		if _, ok := c.exponents(); !ok {
			continue
		}
		c.score = n/2*math.Log(math.Max(fit.Variance, 0)+variance/(v.rms*v.rms)+limit.ResponseExact*limit.ResponseExact) + c.supportLength() + float64(len(c.exps)-1)/2*math.Log(n)
		out = append(out, c)
	}
	// The best of every number of terms: in one coordinate many supports are nearly as good, and
	// their fits are fast.
	stable.Sort(out, func(a, b candidate) int { return cmp.Compare(a.score, b.score) })
	count := map[int]int{}
	return slices.DeleteFunc(out, func(c candidate) bool {
		count[len(c.exps)]++
		return count[len(c.exps)] > limit.ResponseSupports/max(1, r)
	})
}

// corrected returns the moments of the monomials that are allowed, Φᵀ W² Φ over the number of
// rows, and the same of their slopes by the response. The smallest eigenvalue of these two forms
// is the noise that a support needs. Errors of the given variance are taken from the powers of
// the response.
func (f *form) corrected(t *moment.Monomials, only func(int) bool, units []float64, v reading, variance float64) (m, g *mat.SymDense) {
	r, size := len(f.coords), t.Len(t.Degree())
	var allowed, powerOf []int
	for a := range size {
		if only(a) {
			allowed, powerOf = append(allowed, a), append(powerOf, int(t.Exponents(a)[r]))
		}
	}
	k := len(allowed)
	row, x := make([]float64, size), make([]float64, r+1)
	phi, slope := make([]float64, k), make([]float64, k)
	products, slopes := make([]float64, k*k), make([]float64, k*k)
	rows := 0
	for i, w := range v.weight {
		if w == 0 {
			continue
		}
		rows++
		for j, c := range f.coords {
			x[j] = c.value[i] / units[j]
		}
		x[r] = 1
		t.EvalTo(row, x)
		// Unbiased powers of the true response, from the one with errors.
		s2 := variance / (v.unit * v.unit * f.factor[i] * f.factor[i])
		z := v.value[i]
		powers := [5]float64{1, z, z*z - s2, z*z*z - 3*z*s2, z*z*z*z - 6*z*z*s2 + 3*s2*s2}
		for p, a := range allowed {
			phi[p] = w * row[a]
			slope[p] = float64(powerOf[p]) * phi[p] * v.rms / (v.unit * f.factor[i])
			if powerOf[p] == 2 {
				slope[p] *= z
			}
		}
		for p := range k {
			to, toSlopes := products[p*k:], slopes[p*k:]
			for q := p; q < k; q++ {
				to[q] += phi[p] * phi[q] * powers[powerOf[p]+powerOf[q]]
				toSlopes[q] += slope[p] * slope[q]
			}
		}
	}
	m, g = mat.NewSymDense(size, nil), mat.NewSymDense(size, nil)
	for p, a := range allowed {
		for q := p; q < k; q++ {
			m.SetSym(a, allowed[q], products[p*k+q]/float64(rows))
			g.SetSym(a, allowed[q], slopes[p*k+q]/float64(rows))
		}
	}
	return m, g
}

// candidate is a fit of monomials in units as a polynomial in the coordinates.
func (f *form) candidate(t *moment.Monomials, fit support.Fit, units []float64, v reading) candidate {
	c := candidate{form: f}
	for i, a := range fit.Idx {
		e := slices.Clone(t.Exponents(a))
		c.exps = append(c.exps, e)
		c.coefs = append(c.coefs, fit.C[i]/unitOf(e, units, v))
	}
	return c
}

// unitOf is the unit of a monomial.
func unitOf(exps []uint8, units []float64, v reading) float64 {
	unit := math.Pow(v.unit, float64(exps[len(units)]))
	for j, u := range units {
		unit *= math.Pow(u, float64(exps[j]))
	}
	return unit
}

// reading is the response divided by the factor of a form, in units.
type reading struct {
	value  []float64
	weight []float64 // of rows
	unit   float64
	rms    float64 // of the response
}

// units are the root mean squares of the coordinates, and of the response over the factor.
func (f *form) units(y []float64, power int) ([]float64, reading) {
	n := len(y)
	units := make([]float64, len(f.coords))
	for j, c := range f.coords {
		units[j] = numeric.RootMeanSquare(c.value)
	}
	v := reading{value: make([]float64, n), weight: make([]float64, n), rms: numeric.RootMeanSquare(y)}
	size := numeric.RootMeanSquare(f.factor)
	sum, count := 0.0, 0
	for i := range n {
		w := math.Abs(f.factor[i]) / size
		if w < 1e-6 || power > 1 && w < limit.ResponseFactor {
			continue
		}
		v.weight[i] = w
		v.value[i] = y[i] / f.factor[i]
		sum += w * w * v.value[i] * v.value[i]
		count++
	}
	v.unit = math.Sqrt(sum / math.Max(1, float64(count)))
	for i := range v.value {
		v.value[i] /= v.unit
	}
	return units, v
}
