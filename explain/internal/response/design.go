package response

import (
	"math"
	"slices"
)

// design is what the terms of a candidate are at the rows, but for the powers of the
// response: the candidate is the polynomial q_0 + q_1 y + q_2 y² with coefficients that
// depend on the row.
type design struct {
	coefs []float64   // of the candidate
	terms [][]float64 // of a term at the rows
	power []int       // of the response in a term
	y     []float64
	// branch is the sign of the derivative by the response at a row: the branch of a square
	// root. The response is smooth, so it is on one branch, or changes over where a
	// coordinate changes its sign: y = a + u√b is (y - a)² = u²b.
	branch []float64
}

// design evaluates the terms of a candidate at the rows.
func (c candidate) design(y []float64) *design {
	d := &design{coefs: c.coefs, y: y}
	r := len(c.form.coords)
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
	d.branch = d.branches(c.form)
	return d
}

// branches are the branches on which most rows are: one for all, or two where a coordinate
// is positive and negative.
func (d *design) branches(f *form) []float64 {
	n := len(d.y)
	slope := make([]float64, n)
	for i, y := range d.y {
		q := d.at(d.coefs, i)
		slope[i] = math.Copysign(1, q[1]+2*q[2]*y)
	}
	patterns := [][]float64{slices.Repeat([]float64{1}, n)}
	for _, u := range f.coords {
		if slices.Max(d.power) == 2 && !u.positive && slices.Max(u.value) > 0 {
			signs := make([]float64, n)
			for i, v := range u.value {
				signs[i] = math.Copysign(1, v)
			}
			patterns = append(patterns, signs)
		}
	}
	branch, most := make([]float64, n), -1.0
	for _, signs := range patterns {
		sum := 0.0
		for i, s := range slope {
			sum += s * signs[i]
		}
		if math.Abs(sum) > most {
			most = math.Abs(sum)
			for i, s := range signs {
				branch[i] = math.Copysign(1, sum) * s
			}
		}
	}
	return branch
}

// sizes are the roots of the sums of squares of the terms with some coefficients, with the observed response.
func (d *design) sizes(coefs []float64) []float64 {
	sizes := make([]float64, len(d.terms))
	for a, t := range d.terms {
		sum := 0.0
		for i, y := range d.y {
			v := coefs[a] * t[i] * math.Pow(y, float64(d.power[a]))
			sum += v * v
		}
		sizes[a] = math.Sqrt(sum)
	}
	return sizes
}

// at are the coefficients of the powers of the response at row i.
func (d *design) at(coefs []float64, i int) (q [3]float64) {
	for a, v := range coefs {
		q[d.power[a]] += v * d.terms[a][i]
	}
	return q
}

// root is the response at a row.
type root struct {
	value     float64
	slope     float64 // derivative of the polynomial by the response there
	imaginary float64 // part of the root, where it is not real
}

func (r root) finite() bool { return !math.IsNaN(r.value) && !math.IsInf(r.value, 0) }

// root is the response that coefficients give at row i, on the branch of that row. At a branch
// point a linear change of the root has no meaning: the slope is taken as far from it as the
// errors of the response, of the given level, are.
func (d *design) root(coefs []float64, i int, level float64) root {
	q := d.at(coefs, i)
	if q[2] == 0 {
		return root{value: -q[0] / q[1], slope: q[1]}
	}
	// q1 + 2 q2 y = branch √disc, without cancellation.
	disc := q[1]*q[1] - 4*q[0]*q[2]
	s := d.branch[i] * math.Sqrt(math.Max(0, disc))
	r := root{slope: d.branch[i] * math.Hypot(s, 2*q[2]*level)}
	if disc < 0 {
		r.imaginary = math.Sqrt(-disc) / math.Abs(2*q[2])
	}
	if q[1]*s > 0 {
		r.value = -2 * q[0] / (q[1] + s)
	} else {
		r.value = (s - q[1]) / (2 * q[2])
	}
	return r
}

// gradient writes the derivatives of the response at row i by the coefficients.
func (d *design) gradient(dst []float64, r root, i int) {
	for a := range dst {
		dst[a] = 0
		if r.slope == 0 {
			continue
		}
		g := -d.terms[a][i] / r.slope
		for range d.power[a] {
			g *= r.value
		}
		dst[a] = g
	}
}
