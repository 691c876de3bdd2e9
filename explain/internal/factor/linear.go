package factor

import (
	"math/big"
	"math/rand/v2"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Linear returns the factors of degree 1 of a polynomial that is not 0, each primitive and as often as it divides, and what is
// left, also primitive. A factor may be left in the rest if its coefficients, divided by its value at the point c below,
// are not fractions of numbers up to 5·10⁸.
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
	parts := make([]*poly.Polynomial[ring.Rat], len(c)) // parts[i] is p with the variables after i at c
	for i, part := len(c)-1, p; i >= 0; i-- {
		parts[i] = part
		part = at(part, i, c[i])
	}
	partial := []*poly.Polynomial[ring.Rat]{R.Const(ring.RatFromInt(1))}
	for i, part := range parts {
		if p.DegreeIn(i) == 0 {
			continue // a_i is 0
		}
		shifted := R.Var(i).Sub(R.Const(c[i]))
		var longer []*poly.Polynomial[ring.Rat]
		for _, a := range append([]ring.Rat{{}}, slopes(axis(part, i, c), i, c[i])...) {
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
			c[i] = ring.RatFromInt(k)
			if held := at(rest, i, c[i]); !held.IsZero() {
				rest = held
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

// axis is a polynomial with all variables but the i-th held at a point.
func axis(p *poly.Polynomial[ring.Rat], i int, c []ring.Rat) *poly.Polynomial[ring.Rat] {
	values := make([]*poly.Polynomial[ring.Rat], len(c))
	for j, v := range c {
		values[j] = p.Ring().Const(v)
	}
	values[i] = p.Ring().Var(i)
	q, err := p.Substitute(values)
	if err != nil {
		panic(err) // the degree does not grow
	}
	return q
}

// dividedBy is the quotient of p by l, of degree 1 or less, and whether l divides p. Remainders may have millions of terms
// where p has few. So p must be 0 at a point where l is, before it is divided.
func dividedBy(p, l *poly.Polynomial[ring.Rat]) (*poly.Polynomial[ring.Rat], bool) {
	if l.Degree() == 1 && !p.Eval(zeroOf(l)).IsZero() {
		return nil, false
	}
	quotients, remainder, err := p.DivMod([]*poly.Polynomial[ring.Rat]{l})
	if err != nil || !remainder.IsZero() {
		return nil, false
	}
	return quotients[0], true
}

// zeroOf is a point where a polynomial of degree 1 is 0. Its other coordinates are integers without a pattern, so that few
// polynomials are 0 there by chance.
func zeroOf(l *poly.Polynomial[ring.Rat]) []ring.Rat {
	point, last := make([]ring.Rat, l.Ring().NumVars()), 0
	rng := rand.New(rand.NewPCG(1, 1))
	for j := range point {
		point[j] = ring.RatFromInt(1 + rng.Int64N(1000))
		if l.DegreeIn(j) == 1 {
			last = j
		}
	}
	slope := l.Coefficient(l.Ring().Var(last).LeadingMonomial())
	point[last] = ring.Rat{}
	root, err := l.Eval(point).Neg().Quo(slope)
	if err != nil {
		panic(err) // the variable occurs
	}
	point[last] = root
	return point
}
