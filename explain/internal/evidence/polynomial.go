package evidence

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
