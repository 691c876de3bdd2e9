package ring

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// Add returns x + y.
func (x Rat) Add(y Rat) Rat {
	if x.big == nil && y.big == nil {
		if z, ok := add64(x.num, x.dm1+1, y.num, y.dm1+1); ok {
			return z
		}
	}
	return ownBig(new(big.Rat).Add(x.view(), y.view()))
}

// Sub returns x − y.
func (x Rat) Sub(y Rat) Rat {
	if x.big == nil && y.big == nil {
		if z, ok := add64(x.num, x.dm1+1, -y.num, y.dm1+1); ok {
			return z
		}
	}
	return ownBig(new(big.Rat).Sub(x.view(), y.view()))
}

// Mul returns x·y.
func (x Rat) Mul(y Rat) Rat {
	if x.big == nil && y.big == nil {
		if z, ok := mul64(x.num, x.dm1+1, y.num, y.dm1+1); ok {
			return z
		}
	}
	return ownBig(new(big.Rat).Mul(x.view(), y.view()))
}

// Neg returns −x.
func (x Rat) Neg() Rat {
	if x.big != nil {
		return Rat{rat{big: new(big.Rat).Neg(x.big)}} // the fast form is symmetric
	}
	return Rat{rat{num: -x.num, dm1: x.dm1}}
}

// Abs returns |x|.
func (x Rat) Abs() Rat {
	if x.Sign() < 0 {
		return x.Neg()
	}
	return x
}

// Inv returns 1/x, or ErrDomain when x is 0.
func (x Rat) Inv() (Rat, error) {
	switch {
	case x.big != nil:
		return Rat{rat{big: new(big.Rat).Inv(x.big)}}, nil
	case x.num > 0:
		return Rat{rat{num: x.dm1 + 1, dm1: x.num - 1}}, nil
	case x.num < 0:
		return Rat{rat{num: -x.dm1 - 1, dm1: -x.num - 1}}, nil
	}
	return Rat{}, fmt.Errorf("ring: inverse of 0: %w", ErrDomain)
}

// Quo returns x/y, or ErrDomain when y is 0.
func (x Rat) Quo(y Rat) (Rat, error) {
	inv, err := y.Inv()
	if err != nil {
		return Rat{}, fmt.Errorf("ring: division by 0: %w", ErrDomain)
	}
	return x.Mul(inv), nil
}

// Pow returns xⁿ; x⁰ is 1, also for x = 0. A negative power of 0 is ErrDomain.
func (x Rat) Pow(n int) (Rat, error) {
	if n < 0 {
		inv, err := x.Inv()
		if err != nil {
			return Rat{}, err
		}
		return Power(Q, inv, -uint(n)), nil
	}
	return Power(Q, x, uint(n)), nil
}

// add64 returns a/b + c/d for fractions in lowest terms, and false when an
// intermediate result leaves 64 bits (Knuth, vol. 2, 4.5.1).
func add64(a, b, c, d int64) (Rat, bool) {
	if b == 1 && d == 1 {
		s := a + c
		// Overflow shows in the sign; the least int64 is not of our range.
		ok := (a^s)&(c^s) >= 0 && s != math.MinInt64
		return Rat{rat{num: s}}, ok
	}
	g := int64(gcd(uint64(b), uint64(d)))
	bg, dg := b, d
	if g != 1 {
		bg, dg = b/g, d/g
	}
	p, ok1 := mulInt(a, dg)
	q, ok2 := mulInt(c, bg)
	t := p + q
	if !ok1 || !ok2 || (p^t)&(q^t) < 0 || t == math.MinInt64 {
		return Rat{}, false
	}
	if t == 0 {
		return Rat{}, true
	}
	if g != 1 { // only a factor of g can still cancel
		if h := int64(gcd(abs64(t), uint64(g))); h != 1 {
			t, d = t/h, d/h
		}
	}
	den, ok := mulInt(bg, d)
	return Rat{rat{num: t, dm1: den - 1}}, ok
}

// mul64 returns a/b · c/d for fractions in lowest terms, and false when the
// product does not fit.
func mul64(a, b, c, d int64) (Rat, bool) {
	if a == 0 || c == 0 {
		return Rat{}, true
	}
	if d != 1 {
		if g := int64(gcd(abs64(a), uint64(d))); g != 1 {
			a, d = a/g, d/g
		}
	}
	if b != 1 {
		if g := int64(gcd(abs64(c), uint64(b))); g != 1 {
			c, b = c/g, b/g
		}
	}
	p, ok1 := mulInt(a, c)
	q, ok2 := mulInt(b, d)
	return Rat{rat{num: p, dm1: q - 1}}, ok1 && ok2
}

// mulInt returns a·b and whether |a·b| is below 2⁶³.
func mulInt(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(abs64(a), abs64(b))
	return a * b, hi == 0 && lo <= math.MaxInt64
}
