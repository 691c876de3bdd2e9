package poly

import (
	"math/big"

	"github.com/kexplain/kexplain/ring"
)

// Content returns the rational number c with the sign of the leading
// coefficient for which p/c has integer coefficients without a common divisor
// and a positive leading coefficient; it is 0 for 0.
func Content(p *Polynomial[ring.Rat]) ring.Rat {
	if p.IsZero() {
		return ring.Rat{}
	}
	if c, ok := smallContent(p.coefs); ok {
		return c
	}
	// gcd(aᵢ/bᵢ) = gcd(aᵢ)/lcm(bᵢ) for fractions in lowest terms.
	num, den := new(big.Int), big.NewInt(1)
	g := new(big.Int)
	for _, c := range p.coefs {
		num.GCD(nil, nil, num, g.Abs(c.Num()))
		d := c.Den()
		g.GCD(nil, nil, den, d)
		den.Mul(den, d.Quo(d, g))
	}
	if p.coefs[0].Sign() < 0 {
		num.Neg(num)
	}
	return ring.RatFromBig(new(big.Rat).SetFrac(num, den))
}

// smallContent is Content where all coefficients are integers of one word, the
// common case in fraction-free work.
func smallContent(coefs []ring.Rat) (ring.Rat, bool) {
	var g int64
	for _, c := range coefs {
		n, ok := c.Int64()
		if !ok || n == -1<<63 {
			return ring.Rat{}, false
		}
		for n != 0 {
			g, n = n, g%n
		}
	}
	if g < 0 {
		g = -g
	}
	if coefs[0].Sign() < 0 {
		g = -g
	}
	return ring.RatFromInt(g), true
}

// Primitive returns p divided by its Content: the polynomial with the same
// zeros whose coefficients are integers without a common divisor, the leading
// one positive. It is 0 for 0.
func Primitive(p *Polynomial[ring.Rat]) *Polynomial[ring.Rat] {
	c := Content(p)
	if c.IsZero() || c.IsOne() {
		return p
	}
	inv, err := c.Inv()
	if err != nil {
		panic(err) // a content other than 0 has an inverse
	}
	return p.Scale(inv)
}
