package response

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// estimate is a candidate fitted by least squares in the response.
type estimate struct {
	candidate
	cov    *mat.SymDense // of the coefficients, the one at fixed known
	fixed  int
	square float64   // mean square of what is left
	fit    []float64 // the response that it gives
	size   []float64 // how large each coefficient would make its term the largest
}

// design is what the terms of a candidate are at the rows, but for the powers of the
// response.
type design struct {
	terms  [][]float64 // of a term at the rows
	power  []int       // of the response
	y      []float64
	signed [][]float64 // coordinates of either sign
	// branch is the sign of the derivative by the response at a row: the branch of a square
	// root. The response is smooth, so it is on one branch, or changes over where a
	// coordinate changes its sign: y = a + u√b is (y - a)² = u²b.
	branch []float64
	// level is an error of the response. Slopes are taken that far from a branch point, where
	// a linear change of the root has no meaning.
	level     float64
	imaginary []float64 // parts of the roots that are not real, of the last evaluation
}

func (c candidate) design(y []float64) *design {
	d := &design{y: y}
	r := len(c.form.coords)
	if slices.ContainsFunc(c.exps, func(e []uint8) bool { return e[r] == 2 }) {
		for _, u := range c.form.coords {
			if !u.positive && slices.Max(u.value) > 0 {
				d.signed = append(d.signed, u.value)
			}
		}
	}
	for _, e := range c.exps {
		t := make([]float64, len(y))
		for i := range t {
			t[i] = 1
			for j, k := range e[:r] {
				for range k {
					t[i] *= c.form.coords[j].value[i]
				}
			}
			for range e[r] {
				t[i] /= c.form.factor[i]
			}
		}
		d.terms = append(d.terms, t)
		d.power = append(d.power, int(e[r]))
	}
	return d
}

// choose takes the branches on which most rows are: one for all, or two where a coordinate
// is positive and negative.
func (d *design) choose(c []float64) {
	n := len(d.y)
	slope := make([]float64, n)
	for i, y := range d.y {
		q := d.at(c, i)
		slope[i] = math.Copysign(1, q[1]+2*q[2]*y)
	}
	d.branch = make([]float64, n)
	most := -1.0
	try := func(sign func(i int) float64) {
		sum := 0.0
		for i, s := range slope {
			sum += s * sign(i)
		}
		if math.Abs(sum) > most {
			most = math.Abs(sum)
			for i := range n {
				d.branch[i] = math.Copysign(1, sum) * sign(i)
			}
		}
	}
	try(func(int) float64 { return 1 })
	for _, u := range d.signed {
		try(func(i int) float64 { return math.Copysign(1, u[i]) })
	}
}

// at are the coefficients of the powers of the response at row i.
func (d *design) at(c []float64, i int) (q [3]float64) {
	for a, v := range c {
		q[d.power[a]] += v * d.terms[a][i]
	}
	return q
}

// solve returns the response that the coefficients give at row i, on the branch chosen,
// and writes its derivatives by the coefficients.
func (d *design) solve(c []float64, i int, grad []float64) (float64, bool) {
	q := d.at(c, i)
	var root, slope float64
	if q[2] == 0 {
		root, slope = -q[0]/q[1], q[1]
	} else {
		// q1 + 2 q2 y = branch √disc, without cancellation.
		disc := q[1]*q[1] - 4*q[0]*q[2]
		if disc < 0 {
			d.imaginary = append(d.imaginary, math.Sqrt(-disc)/math.Abs(2*q[2]))
		}
		s := d.branch[i] * math.Sqrt(math.Max(0, disc))
		slope = d.branch[i] * math.Hypot(s, 2*q[2]*d.level)
		if q[1]*s > 0 {
			root = -2 * q[0] / (q[1] + s)
		} else {
			root = (s - q[1]) / (2 * q[2])
		}
	}
	if math.IsNaN(root) || math.IsInf(root, 0) {
		return 0, false
	}
	for a := range c {
		grad[a] = 0
		if slope != 0 {
			g := -d.terms[a][i] / slope
			for range d.power[a] {
				g *= root
			}
			grad[a] = g
		}
	}
	return root, true
}

// fitted fits the coefficients by least squares in the response. ok is false where that
// does not come to an end.
func (c candidate) fitted(y []float64) (estimate, bool) {
	d := c.design(y)
	d.choose(c.coefs)
	n, k := len(y), len(c.exps)
	// The coefficient of the largest term stays as it is.
	fixed, most := 0, 0.0
	sizes := make([]float64, k)
	for a := range k {
		size := 0.0
		for i := range n {
			v := c.coefs[a] * d.terms[a][i] * math.Pow(y[i], float64(d.power[a]))
			size += v * v
		}
		sizes[a] = math.Sqrt(size) / math.Abs(c.coefs[a])
		if size > most {
			fixed, most = a, size
		}
	}
	var free []int
	for a := range k {
		if a != fixed {
			free = append(free, a)
		}
	}
	coefs := slices.Clone(c.coefs)
	at := func(c []float64) (j *mat.Dense, residual []float64, sum float64, ok bool) {
		j, residual = mat.NewDense(n, len(free), nil), make([]float64, n)
		grad := make([]float64, k)
		d.imaginary = d.imaginary[:0]
		for i := range n {
			v, ok := d.solve(c, i, grad)
			if !ok {
				return nil, nil, 0, false
			}
			residual[i] = y[i] - v
			sum += residual[i] * residual[i]
			for p, a := range free {
				j.Set(i, p, grad[a]*coefs[a]) // relative steps
			}
		}
		// Near a branch point errors of the coefficients make roots complex.
		d.level = math.Sqrt(sum / float64(n))
		unreal := 0
		for _, v := range d.imaginary {
			if v > limit.BranchErrors*d.level {
				unreal++
			}
		}
		if unreal > n/limit.ResponseComplex {
			return nil, nil, 0, false
		}
		return j, residual, sum, true
	}
	j, residual, sum, ok := at(coefs)
	if !ok {
		return estimate{}, false
	}
	for range limit.ResponseSteps {
		var normal mat.SymDense
		normal.SymOuterK(1, j.T())
		var right mat.VecDense
		right.MulVec(j.T(), mat.NewVecDense(n, residual))
		improved, small := false, false
		for _, damp := range []float64{0, 1e-3, 0.1, 10} {
			damped := mat.NewSymDense(len(free), nil)
			damped.CopySym(&normal)
			for p := range free {
				damped.SetSym(p, p, normal.At(p, p)*(1+damp))
			}
			var factor mat.Cholesky
			if !factor.Factorize(damped) {
				continue
			}
			var step mat.VecDense
			if err := factor.SolveVecTo(&step, &right); err != nil && !isCondition(err) {
				continue
			}
			next := slices.Clone(coefs)
			for p, a := range free {
				next[a] *= 1 + step.AtVec(p)
			}
			before := coefs
			coefs = next
			jn, rn, s, ok := at(next)
			if !ok || !(s < sum) {
				coefs = before
				continue
			}
			small = s > sum*(1-1e-6)
			j, residual, sum, improved = jn, rn, s, true
			break
		}
		if !improved || small {
			break
		}
	}
	out := estimate{candidate: c, fixed: fixed, square: sum / float64(n), fit: make([]float64, n)}
	for i := range n {
		out.fit[i] = y[i] - residual[i]
	}
	out.coefs = coefs
	for _, size := range sizes {
		out.size = append(out.size, math.Sqrt(most)/size)
	}
	var normal, inverse mat.SymDense
	normal.SymOuterK(1, j.T())
	var factor mat.Cholesky
	if !factor.Factorize(&normal) {
		return out, false
	}
	if err := factor.InverseTo(&inverse); err != nil && !isCondition(err) {
		return out, false
	}
	floor := limit.ResponseExact * rms(y) / 100
	s2 := sum/math.Max(1, float64(n-len(free))) + floor*floor
	out.cov = mat.NewSymDense(k, nil)
	for p, a := range free {
		for q, b := range free {
			out.cov.SetSym(a, b, s2*inverse.At(p, q)*coefs[a]*coefs[b])
		}
	}
	return out, true
}
