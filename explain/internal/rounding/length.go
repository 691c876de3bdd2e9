package rounding

import (
	"cmp"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Decimal is an equation in integers, or with 1 or -1 before a column, the last possible,
// where that takes no more digits.
func Decimal(p *poly.Polynomial[ring.Rat]) *poly.Polynomial[ring.Rat] {
	best, R := poly.Primitive(p), p.Ring()
	for j := range R.NumVars() {
		a := best.Coefficient(R.VarMonomial(j))
		if a.IsZero() {
			continue
		}
		inverse, err := a.Abs().Quo(a.Mul(a))
		if err != nil {
			continue
		}
		p := best.Scale(inverse)
		if n, ok := digits(p); ok {
			if least, _ := digits(best); n <= least {
				best = p
			}
		}
	}
	return best
}

// Length is the number of terms of an equation, its degree and the digits of its coefficients together.
func Length(p *poly.Polynomial[ring.Rat]) int {
	n, _ := digits(p)
	return n + p.Len() + p.Degree()
}

// Shorter reports whether an equation is shorter than another: by Length, or of the same length with fewer factors in
// all of its terms, as dose = rate*volume is than kg*per_kg = rate*volume.
func Shorter(p, q *poly.Polynomial[ring.Rat]) bool {
	factors := func(p *poly.Polynomial[ring.Rat]) (n int) {
		for m := range p.Terms() {
			n += m.Degree()
		}
		return n
	}
	return cmp.Or(cmp.Compare(Length(p), Length(q)), cmp.Compare(factors(p), factors(q))) < 0
}

// digits is the number of digits of all coefficients but 1 and -1, and false where one is
// no decimal of few places.
func digits(p *poly.Polynomial[ring.Rat]) (n int, ok bool) {
	for _, c := range p.Terms() {
		decimals, finite := c.Big().FloatPrec()
		if !finite || decimals > limit.RoundingPlaces {
			return 0, false
		}
		if !c.Abs().IsOne() {
			n += decimal.Digits(c.Big(), decimals)
		}
	}
	return n, true
}
