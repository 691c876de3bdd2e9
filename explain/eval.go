package explain

import "github.com/kexplain/kexplain/moment"

// factor is a power of one variable.
type factor struct{ variable, exponent int }

// evaluator computes values, gradients and Hessians of polynomials on one
// support at many points.
type evaluator struct {
	vars    int
	factors [][]factor // of every monomial
	powers  [][]float64
}

func newEvaluator(t *moment.Monomials, idx []int) *evaluator {
	e := &evaluator{vars: t.Vars(), factors: make([][]factor, len(idx)), powers: make([][]float64, t.Vars())}
	top := 1
	for i, a := range idx {
		for j, k := range t.Exponents(a) {
			if k > 0 {
				e.factors[i] = append(e.factors[i], factor{j, int(k)})
				top = max(top, int(k))
			}
		}
	}
	for j := range e.powers {
		e.powers[j] = make([]float64, top+1)
		e.powers[j][0] = 1
	}
	return e
}

// at prepares the powers of the coordinates of x.
func (e *evaluator) at(x []float64) {
	for j, p := range e.powers {
		for k := 1; k < len(p); k++ {
			p[k] = p[k-1] * x[j]
		}
	}
}

// monomials writes the values of the monomials.
func (e *evaluator) monomials(dst []float64) {
	for i, fs := range e.factors {
		v := 1.0
		for _, f := range fs {
			v *= e.powers[f.variable][f.exponent]
		}
		dst[i] = v
	}
}

// gradient writes the gradient of Σ v_i m_i and returns the value.
func (e *evaluator) gradient(v, grad []float64) float64 {
	clear(grad)
	sum := 0.0
	for i, fs := range e.factors {
		value := v[i]
		for _, f := range fs {
			value *= e.powers[f.variable][f.exponent]
		}
		sum += value
		for a, f := range fs {
			d := v[i] * float64(f.exponent) * e.powers[f.variable][f.exponent-1]
			for b, g := range fs {
				if a != b {
					d *= e.powers[g.variable][g.exponent]
				}
			}
			grad[f.variable] += d
		}
	}
	return sum
}

// hessian2 returns Σ_jl c2_j c2_l (∂_j ∂_l f)², with h as work space of size n².
func (e *evaluator) hessian2(v, c2, h []float64) float64 {
	clear(h)
	n := e.vars
	for i, fs := range e.factors {
		for a, f := range fs {
			if f.exponent > 1 {
				d := v[i] * float64(f.exponent*(f.exponent-1)) * e.powers[f.variable][f.exponent-2]
				for b, g := range fs {
					if a != b {
						d *= e.powers[g.variable][g.exponent]
					}
				}
				h[f.variable*n+f.variable] += d
			}
			for b := a + 1; b < len(fs); b++ {
				g := fs[b]
				d := v[i] * float64(f.exponent*g.exponent) *
					e.powers[f.variable][f.exponent-1] * e.powers[g.variable][g.exponent-1]
				for c, k := range fs {
					if c != a && c != b {
						d *= e.powers[k.variable][k.exponent]
					}
				}
				h[f.variable*n+g.variable] += d
			}
		}
	}
	sum := 0.0
	for j := range n {
		for l := j; l < n; l++ {
			x := h[j*n+l] + 0
			if l != j {
				x += h[l*n+j]
				sum += 2 * c2[j] * c2[l] * x * x
			} else {
				sum += c2[j] * c2[j] * x * x
			}
		}
	}
	return sum
}
