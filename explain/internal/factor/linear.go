package factor

import (
	"math/big"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Linear returns the factors of degree 1 of a polynomial that is not 0, each primitive and as often as it divides, and what is
// left, also primitive. Factors with coefficients that are no fractions of numbers up to 5·10⁸ may be left in the rest.
//
// At a point c where p is not 0 a factor is a multiple of l = 1 + Σ a_i (x_i - c_i). On the line through c along the i-th axis
// 1 + a_i t divides p, so a_i is 0 or -1/t for a rational root t. With the first variables free and the others
// held at c, the part of l in them divides that of p: so one a_i is found after another.
func Linear(p *poly.Polynomial[ring.Rat]) (factors []*poly.Polynomial[ring.Rat], rest *poly.Polynomial[ring.Rat]) {
	rest = poly.Primitive(p)
	for rest.Degree() > 1 {
		l := oneLinear(rest)
		if l == nil {
			return factors, rest
		}
		quotient, _ := dividedBy(rest, l)
		factors, rest = append(factors, poly.Primitive(l)), poly.Primitive(quotient)
	}
	return factors, rest
}

// oneLinear is a factor of degree 1, or nil.
func oneLinear(p *poly.Polynomial[ring.Rat]) *poly.Polynomial[ring.Rat] {
	R, c := p.Ring(), nonZero(p)
	partial := []*poly.Polynomial[ring.Rat]{R.Const(ring.RatFromInt(1))}
	for i := range c {
		part := p // with the variables after i at c
		for j := i + 1; j < len(c); j++ {
			part = at(part, j, c[j])
		}
		axis := part
		for j := range i {
			axis = at(axis, j, c[j])
		}
		shifted := R.Var(i).Sub(R.Const(c[i]))
		var longer []*poly.Polynomial[ring.Rat]
		for _, a := range append([]ring.Rat{{}}, slopes(axis, i, c[i])...) {
			for _, l := range partial {
				l = l.Add(shifted.Scale(a))
				if _, ok := dividedBy(part, l); ok {
					longer = append(longer, l)
				}
			}
		}
		partial = longer
	}
	for _, l := range partial {
		if l.Degree() == 1 {
			return l
		}
	}
	return nil
}

// nonZero is a point with small integer coordinates where a polynomial is not 0: of degree d there is one among those with
// coordinates from 0 to d.
func nonZero(p *poly.Polynomial[ring.Rat]) []ring.Rat {
	c, rest := make([]ring.Rat, p.Ring().NumVars()), p
	for i := range c {
		for k := int64(0); ; k++ {
			if c[i] = ring.RatFromInt(k); !at(rest, i, c[i]).IsZero() {
				rest = at(rest, i, c[i])
				break
			}
		}
	}
	return c
}

// slopes are the a for which 1 + a (x_i - c) may divide a polynomial in x_i alone that is not 0 at c: rational roots modulo a prime.
func slopes(f *poly.Polynomial[ring.Rat], i int, c ring.Rat) (out []ring.Rat) {
	moved, err := f.SubstituteVar(i, f.Ring().Var(i).Add(f.Ring().Const(c)))
	if err != nil {
		return nil
	}
	moved = poly.Primitive(moved)
	primes := new(modular.Primes)
	m := primes.Next()
	reversed := make([]uint64, moved.Degree()+1) // a is a root of the polynomial in -1/t
	for mono, v := range moved.Terms() {
		k := mono.Degree()
		a := m.FromBig(v.Big().Num())
		if k%2 == 1 {
			a = m.Neg(a)
		}
		reversed[len(reversed)-1-k] = a
	}
	for _, root := range m.Roots(reversed) {
		n, d, ok := modular.Reconstruct(new(big.Int).SetUint64(m.Uint64(root)), new(big.Int).SetUint64(m.P()))
		if ok && n.Sign() != 0 {
			out = append(out, ring.RatFromBig(new(big.Rat).SetFrac(n, d)))
		}
	}
	return out
}

// at is a polynomial with a variable held at a value.
func at(p *poly.Polynomial[ring.Rat], i int, value ring.Rat) *poly.Polynomial[ring.Rat] {
	q, err := p.SubstituteVar(i, p.Ring().Const(value))
	if err != nil {
		panic(err) // a value has degree 0
	}
	return q
}

// dividedBy is the quotient of p by f, and whether f divides p.
func dividedBy(p, f *poly.Polynomial[ring.Rat]) (*poly.Polynomial[ring.Rat], bool) {
	quotients, remainder, err := p.DivMod([]*poly.Polynomial[ring.Rat]{f})
	if err != nil || !remainder.IsZero() {
		return nil, false
	}
	return quotients[0], true
}
