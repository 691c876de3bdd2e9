package derived

import (
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Identity returns u·q - p for the column u that is defined as p/q, and u²·q - p for its
// root: what vanishes on all rows by definition and is no law. at gives the variable of R that a column is, and
// whether it is one. ok is false where the definition is no quotient of polynomials in
// these variables, or the degree is above that of R.
func (d Definition) Identity(R *poly.Ring[ring.Rat], u int, at func(column int) (int, bool)) (f *poly.Polynomial[ring.Rat], ok bool) {
	if d.Around() {
		return nil, false
	}
	root, left := d.root, R.Var(u)
	if c, is := root.(call); is && c.f.Name == "sqrt" {
		square, err := left.Mul(left)
		if err != nil {
			return nil, false
		}
		root, left = c.x, square
	}
	q, ok := quotientOf(R, root, at)
	if !ok {
		return nil, false
	}
	left, err := left.Mul(q.den)
	if err != nil {
		return nil, false
	}
	return left.Sub(q.num), true
}

// quotient is a rational function.
type quotient struct{ num, den *poly.Polynomial[ring.Rat] }

// quotientOf is an expression as a rational function.
func quotientOf(R *poly.Ring[ring.Rat], x node, at func(column int) (int, bool)) (quotient, bool) {
	switch x := x.(type) {
	case number:
		return quotient{R.Const(x.value), R.One()}, x.rational()
	case column:
		v, ok := at(int(x))
		if !ok {
			return quotient{}, false
		}
		return quotient{R.Var(v), R.One()}, true
	case operation:
		a, ok := quotientOf(R, x.x, at)
		b, also := quotientOf(R, x.y, at)
		if !ok || !also {
			return quotient{}, false
		}
		return a.combine(x.sign, b)
	case power:
		k, ok := x.whole()
		base, also := quotientOf(R, x.base, at)
		if !ok || !also {
			return quotient{}, false
		}
		return base.power(R, k)
	}
	return quotient{}, false
}

// combine is a sum, difference, product or quotient.
func (a quotient) combine(sign rune, b quotient) (quotient, bool) {
	switch sign {
	case '/':
		b.num, b.den = b.den, b.num
		fallthrough
	case '*':
		num, err := a.num.Mul(b.num)
		den, also := a.den.Mul(b.den)
		return quotient{num, den}, err == nil && also == nil
	}
	left, err := a.num.Mul(b.den)
	right, also := b.num.Mul(a.den)
	den, third := a.den.Mul(b.den)
	if err != nil || also != nil || third != nil {
		return quotient{}, false
	}
	if sign == '-' {
		return quotient{left.Sub(right), den}, true
	}
	return quotient{left.Add(right), den}, true
}

// power is a whole power.
func (a quotient) power(R *poly.Ring[ring.Rat], k int) (quotient, bool) {
	if k < 0 {
		a.num, a.den, k = a.den, a.num, -k
	}
	out := quotient{R.One(), R.One()}
	for ok := true; k > 0; k-- {
		if out, ok = out.combine('*', a); !ok {
			return quotient{}, false
		}
	}
	return out, true
}
