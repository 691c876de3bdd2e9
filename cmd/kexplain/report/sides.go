package report

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// addends are the terms of a polynomial with its coefficients in a notation.
func addends(p *poly.Polynomial[ring.Rat], coefficient func(ring.Rat) string) []sides.Term {
	var list []sides.Term
	R := p.Ring()
	for m, c := range p.Terms() {
		list = append(list, sides.Term{Coefficient: coefficient(c), Monomial: R.FormatMonomial(m), Exponents: R.Exponents(m)})
	}
	return list
}

// addends are the terms of a learned equation, with standard errors.
func (g Generator) addends() []sides.Term {
	R := g.poly.Ring()
	var list []sides.Term
	for _, t := range g.Terms {
		m, err := R.Monomial(t.Exponents...)
		if err != nil {
			panic("report: exponents of a term of its own ring: " + err.Error())
		}
		c := t.Coefficient
		if !t.Exact {
			c = decimal.WithError(c, float64(t.Stderr))
		}
		list = append(list, sides.Term{Coefficient: c, Monomial: R.FormatMonomial(m), Exponents: t.Exponents})
	}
	return list
}

// exactEquation writes the equation that says that a polynomial is zero with exact coefficients, so that it can be read
// again. Where some of them are too long for Rational, all are divided by a power of ten, or by one of them, if
// that makes them shorter: 9.81*T^2 = 39.478417602100684249*l.
func exactEquation(p *poly.Polynomial[ring.Rat]) string {
	exact := true
	var coefficients []*big.Rat
	for _, c := range p.Terms() {
		exact = exact && fewDigits(c) != ""
		coefficients = append(coefficients, c.Big())
	}
	if exact {
		return sides.Equation(addends(p, Rational))
	}
	divisors := slices.Insert(slices.Clone(coefficients), 0, big.NewRat(1, 1), powerOfTen(coefficients))
	var best []sides.Term
	least := 0
	for _, d := range divisors {
		n := 0
		list := addends(p, func(c ring.Rat) string {
			text := exactly(new(big.Rat).Quo(c.Big(), d))
			n += len(strings.TrimPrefix(text, "-"))
			return text
		})
		if best == nil || n < least {
			best, least = list, n
		}
	}
	return sides.Equation(best)
}

// powerOfTen is the largest one that is at most the least of some sizes, and at least 1.
func powerOfTen(list []*big.Rat) *big.Rat {
	least := new(big.Rat).Abs(list[0])
	for _, c := range list[1:] {
		if size := new(big.Rat).Abs(c); size.Cmp(least) < 0 {
			least = size
		}
	}
	digits := len(new(big.Int).Quo(least.Num(), least.Denom()).String())
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits-1)), nil))
}

// exactly writes a number as a decimal, with an exponent in place of many zeros at its end, or else as a fraction.
func exactly(x *big.Rat) string {
	places, finite := x.FloatPrec()
	if !finite {
		return x.RatString()
	}
	text := x.FloatString(places)
	if zeros := len(text) - len(strings.TrimRight(text, "0")); places == 0 && zeros > len("e00") {
		text = fmt.Sprintf("%se%d", text[:len(text)-zeros], zeros)
	}
	return text
}
