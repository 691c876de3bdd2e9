package evidence

import (
	"github.com/kexplain/kexplain/numeric"
)

// Polynomial is a sum of monomials with coefficients, in the units of the rows.
type Polynomial struct {
	Exponents    [][]uint8
	Coefficients []float64
}

// factor is a power of a variable.
type factor struct {
	variable int
	exponent int
}

// evaluator computes the monomials of one support and their derivatives at single points.
type evaluator struct {
	terms  [][]factor
	powers [][]float64 // of every variable
	values []float64   // of the monomials
	slopes [][]float64 // their derivatives, by variable
}

func newEvaluator(exponents [][]uint8) *evaluator {
	vars, top := len(exponents[0]), 1
	e := &evaluator{terms: make([][]factor, len(exponents)), values: make([]float64, len(exponents))}
	for i, exps := range exponents {
		for j, k := range exps {
			if k > 0 {
				e.terms[i] = append(e.terms[i], factor{j, int(k)})
				top = max(top, int(k))
			}
		}
	}
	e.powers, e.slopes = make([][]float64, vars), make([][]float64, vars)
	for j := range vars {
		e.powers[j], e.slopes[j] = make([]float64, top+1), make([]float64, len(exponents))
		e.powers[j][0] = 1
	}
	return e
}

// at computes the monomials and their derivatives at x.
func (e *evaluator) at(x []float64) {
	for j, p := range e.powers {
		for k := 1; k < len(p); k++ {
			p[k] = p[k-1] * x[j]
		}
	}
	for i, t := range e.terms {
		v := 1.0
		for _, f := range t {
			v *= e.powers[f.variable][f.exponent]
		}
		e.values[i] = v
		for a, f := range t {
			d := float64(f.exponent) * e.powers[f.variable][f.exponent-1]
			for b, g := range t {
				if b != a {
					d *= e.powers[g.variable][g.exponent]
				}
			}
			e.slopes[f.variable][i] = d
		}
	}
}

// field computes values and gradients of a polynomial at many points, a monomial at a time. TestFeetAreThoseRowByRow
// compares it with evaluator, which works a point at a time: the bits are the same.
type field struct {
	f      Polynomial
	terms  [][]factor
	powers [][][]float64 // of every variable, from 0
	slopes [][][]float64 // their derivatives, k y^(k-1); nil where a derivative is 1
	value  []float64
	grad   [][]float64 // by variable
	work   []float64
}

// newField has space for n points.
func newField(f Polynomial, n int, s *space) *field {
	e := newEvaluator(f.Exponents)
	vars, used := len(e.powers), len(e.powers[0])
	out := &field{f: f, terms: e.terms, value: s.take(n), work: s.take(n), grad: s.lists(vars, n),
		powers: make([][][]float64, vars), slopes: make([][][]float64, vars)}
	for j := range vars {
		out.powers[j], out.slopes[j] = make([][]float64, used), make([][]float64, used)
		for k := 2; k < used; k++ {
			out.powers[j][k], out.slopes[j][k] = s.take(n), s.take(n)
		}
	}
	return out
}

// at computes values and gradients at the first n points y, given by variable.
func (e *field) at(y [][]float64, n int) {
	for j, p := range e.powers {
		p[1] = y[j]
		for k := 2; k < len(p); k++ {
			numeric.Multiply(p[k][:n], p[k-1], y[j])
			d := e.slopes[j][k][:n]
			for r, v := range p[k-1][:n] {
				d[r] = float64(k) * v
			}
		}
		clear(e.grad[j][:n])
	}
	clear(e.value[:n])
	for i, t := range e.terms {
		c := e.f.Coefficients[i]
		addTo(e.value[:n], c, e.product(n, nil, t, -1))
		for a, f := range t {
			addTo(e.grad[f.variable][:n], c, e.product(n, e.slopes[f.variable][f.exponent], t, a))
		}
	}
}

// product is the product of first and of the factors but that in the place skip, each nil for 1.
func (e *field) product(n int, first []float64, t []factor, skip int) []float64 {
	out := first
	for i, f := range t {
		switch p := e.powers[f.variable][f.exponent]; {
		case i == skip:
		case out == nil:
			out = p
		default:
			numeric.Multiply(e.work[:n], out, p)
			out = e.work
		}
	}
	return out
}

// addTo adds c·x to dst, c where x is nil.
func addTo(dst []float64, c float64, x []float64) {
	if x != nil {
		numeric.Axpy(c, x[:len(dst)], dst)
		return
	}
	for r := range dst {
		dst[r] += c
	}
}

// chunks are the parts of a list, of n numbers each.
func chunks(flat []float64, n int) [][]float64 {
	out := make([][]float64, len(flat)/n)
	for i := range out {
		out[i] = flat[i*n : (i+1)*n : (i+1)*n]
	}
	return out
}

// byVariable are rows as lists of their columns.
func byVariable(rows [][]float64) [][]float64 {
	flat := make([]float64, len(rows)*len(rows[0]))
	out := chunks(flat, len(rows))
	for i, x := range rows {
		for j, v := range x {
			out[j][i] = v
		}
	}
	return out
}
