package poly

import (
	"fmt"
	"slices"
)

// Derivative returns the partial derivative by the i-th variable. It panics if
// there is no such variable.
func (p *Polynomial[E]) Derivative(i int) *Polynomial[E] {
	R := p.ring
	x := R.VarMonomial(i)
	d := R.withCapacity(len(p.mons))
	// Division by xᵢ keeps the order among the monomials that xᵢ divides.
	for j := range p.mons {
		if e := R.Exponent(p.mons[j], i); e > 0 {
			d.push(quotient(&p.mons[j], &x), R.k.Mul(R.k.FromInt(int64(e)), p.coefs[j]))
		}
	}
	return d
}

// Gradient returns the partial derivatives, one a variable.
func (p *Polynomial[E]) Gradient() []*Polynomial[E] {
	grad := make([]*Polynomial[E], p.ring.n)
	for i := range grad {
		grad[i] = p.Derivative(i)
	}
	return grad
}

// Substitute returns p(values[0], values[1], …), an element of the ring of the
// values, which may be another one over the same field. It is ErrDegree when
// the result, or a power of a value on the way, does not fit that ring. It
// panics if there is not one value a variable, none at all, or if the values
// are of several rings.
func (p *Polynomial[E]) Substitute(values []*Polynomial[E]) (*Polynomial[E], error) {
	if len(values) != p.ring.n || len(values) == 0 {
		panic(fmt.Sprintf("poly: %d values for %d variables", len(values), p.ring.n))
	}
	S := values[0].ring
	for _, v := range values {
		mustSame(S, v.ring)
	}
	return substitute(p, S, values, 0)
}

// substitute is Horner's scheme in variable i over the ring of polynomials in
// the variables from i+1 on. p does not contain the variables before i.
func substitute[E any](p *Polynomial[E], S *Ring[E], values []*Polynomial[E], i int) (*Polynomial[E], error) {
	if p.IsZero() {
		return S.Zero(), nil
	}
	if i == len(values) {
		return S.Const(p.coefs[0]), nil
	}
	parts, exponents := p.coefficientsIn(i)
	sum := S.Zero()
	for j, part := range parts {
		c, err := substitute(part, S, values, i+1)
		if err != nil {
			return nil, err
		}
		sum = sum.Add(c)
		gap := exponents[j]
		if j+1 < len(parts) {
			gap -= exponents[j+1]
		}
		power, err := values[i].Pow(gap)
		if err != nil {
			return nil, err
		}
		if sum, err = sum.Mul(power); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// coefficientsIn writes p as Σ partsⱼ·xᵢ^eⱼ with decreasing eⱼ and nonzero
// parts that do not contain xᵢ.
func (p *Polynomial[E]) coefficientsIn(i int) (parts []*Polynomial[E], exponents []int) {
	R := p.ring
	byExponent := map[int]*Polynomial[E]{}
	x := R.VarMonomial(i)
	for j, m := range p.mons {
		e := R.Exponent(m, i)
		part := byExponent[e]
		if part == nil {
			part = R.withCapacity(1)
			byExponent[e] = part
			exponents = append(exponents, e)
		}
		m = quotientByPower(m, x, e)
		part.mons = append(part.mons, m)
		part.coefs = append(part.coefs, p.coefs[j])
	}
	slices.SortFunc(exponents, func(a, b int) int { return b - a })
	for _, e := range exponents {
		parts = append(parts, byExponent[e])
	}
	return parts, exponents
}

// SubstituteVar returns p with the i-th variable replaced by value. It panics
// if value is of another ring.
func (p *Polynomial[E]) SubstituteVar(i int, value *Polynomial[E]) (*Polynomial[E], error) {
	values := make([]*Polynomial[E], p.ring.n)
	for j := range values {
		values[j] = p.ring.Var(j)
	}
	values[i] = value
	return p.Substitute(values)
}

// IsHomogeneous reports whether all terms have the same total degree.
func (p *Polynomial[E]) IsHomogeneous() bool {
	for _, m := range p.mons {
		if m.Degree() != p.mons[0].Degree() {
			return false
		}
	}
	return true
}

// Homogenize returns p with every term multiplied by the power of the i-th
// variable that brings it to the degree of p [Cox, Little, O'Shea, 4th ed.,
// Proposition 8.2.7, p. 390]. Where p contains that variable already, terms
// may meet; they are added.
func (p *Polynomial[E]) Homogenize(i int) *Polynomial[E] {
	degree := p.Degree()
	return p.mapMonomials(func(m Monomial) Monomial {
		return timesPower(m, p.ring.VarMonomial(i), degree-m.Degree())
	})
}

// Dehomogenize returns p with the i-th variable set to 1.
func (p *Polynomial[E]) Dehomogenize(i int) *Polynomial[E] {
	x := p.ring.VarMonomial(i)
	return p.mapMonomials(func(m Monomial) Monomial {
		return quotientByPower(m, x, p.ring.Exponent(m, i))
	})
}

// mapMonomials returns Σ c·f(m).
func (p *Polynomial[E]) mapMonomials(f func(Monomial) Monomial) *Polynomial[E] {
	terms := make([]Term[E], len(p.mons))
	for i, m := range p.mons {
		terms[i] = Term[E]{f(m), p.coefs[i]}
	}
	return p.ring.FromTerms(terms)
}

// timesPower returns m·xᵉ, whose degree the caller knows to fit.
func timesPower(m, x Monomial, e int) Monomial {
	for i := range m.w {
		m.w[i] += uint64(e) * x.w[i]
	}
	return m
}

// quotientByPower returns m/xᵉ, where the caller knows that xᵉ divides m.
func quotientByPower(m, x Monomial, e int) Monomial {
	for i := range m.w {
		m.w[i] -= uint64(e) * x.w[i]
	}
	return m
}
