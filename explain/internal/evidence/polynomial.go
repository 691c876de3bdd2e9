package evidence

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Polynomial is a sum of monomials with coefficients, in the units of the rows.
type Polynomial struct {
	Exponents    [][]uint8
	Coefficients []float64
}

// AtValues is the polynomial of lower degree than there are values of variable j that agrees with f
// where the variable has one of them: the remainder by the product of x_j - v.
func (f Polynomial) AtValues(j int, values []float64) Polynomial {
	vanishing := []float64{1} // the constant first
	for _, v := range values {
		next := append([]float64{0}, vanishing...)
		for i, c := range vanishing {
			next[i] -= v * c
		}
		vanishing = next
	}
	var out Polynomial
	add := func(e []uint8, c float64) {
		at := slices.IndexFunc(out.Exponents, func(m []uint8) bool { return slices.Equal(m, e) })
		if at < 0 {
			out.Exponents, out.Coefficients = append(out.Exponents, e), append(out.Coefficients, c)
			return
		}
		out.Coefficients[at] += c
	}
	for i, e := range f.Exponents {
		power := make([]float64, len(values)) // the remainder of x_j^k, k = 0, 1, …
		power[0] = 1
		for range e[j] {
			top := power[len(power)-1]
			copy(power[1:], power)
			power[0] = 0
			floats.AddScaled(power, -top, vanishing[:len(power)])
		}
		for k, c := range power {
			if c != 0 {
				lower := slices.Clone(e)
				lower[j] = uint8(k)
				add(lower, c*f.Coefficients[i])
			}
		}
	}
	return out
}

// factor is a power of a variable.
type factor struct {
	variable int
	exponent int
}

// evaluator computes values and gradients of polynomials on one support at single points.
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

// gradient writes the gradient of Σ c_i m_i at the point, and returns its value.
func (e *evaluator) gradient(c, grad []float64) float64 {
	f := 0.0
	for i, v := range e.values {
		f += c[i] * v
	}
	for j, d := range e.slopes {
		grad[j] = 0
		for i, v := range d {
			grad[j] += c[i] * v
		}
	}
	return f
}
