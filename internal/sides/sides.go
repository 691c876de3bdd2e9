// Package sides writes the equation that says that a sum is zero, as people write it.
package sides

import (
	"math/big"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Term is a term of an equation as it is printed.
type Term struct {
	Coefficient string // perhaps with a standard error, 3.14(25)
	Monomial    string // "1" for the constant
	Exponents   []int
}

func (a Term) negative() bool { return strings.HasPrefix(a.Coefficient, "-") }
func (a Term) constant() bool { return a.Monomial == "1" }

// measured reports whether the coefficient has a standard error.
func (a Term) measured() bool {
	return strings.HasSuffix(a.Coefficient, ")") || strings.Contains(a.Coefficient, ")e")
}

func (a Term) degree() int {
	d := 0
	for _, e := range a.Exponents {
		d += e
	}
	return d
}

// negated is the term on the other side of the equation.
func (a Term) negated() Term {
	if rest, ok := strings.CutPrefix(a.Coefficient, "-"); ok {
		a.Coefficient = rest
	} else {
		a.Coefficient = "-" + a.Coefficient
	}
	return a
}

// OfZero writes the equation that says that a polynomial is zero, with fractions as they are.
func OfZero(p *poly.Polynomial[ring.Rat]) string {
	if p.IsZero() {
		return "0 = 0"
	}
	R := p.Ring()
	var list []Term
	for m, c := range p.Terms() {
		list = append(list, Term{Coefficient: c.String(), Monomial: R.FormatMonomial(m), Exponents: R.Exponents(m)})
	}
	return Equation(list)
}

// Equation writes the equation that says that a sum is zero as people write it:
//
//   - solved for a variable of coefficient 1 that occurs nowhere else, where other coefficients
//     were measured: F = 1.80(2)*K - 459.5(7);
//   - with a constant that would stand alone on the right: x^2 + y^2 = 25;
//   - with nothing subtracted, where that leaves one term on one side: T^2 = a^3, U = I*R;
//   - solved for a variable of coefficient 1 that occurs nowhere else: y = x^2 - 3*x + 2;
//   - with the constant on the right: x^2 - 2*x + y^2 - 4*y = 3;
//   - and else with nothing subtracted.
//
// Before that, whole numbers give way to decimals where these are no longer, see Divided.
func Equation(terms []Term) string {
	terms = Divided(terms)
	if at := alone(terms); at >= 0 && slices.ContainsFunc(terms, Term.measured) {
		return solvedFor(terms, at)
	}
	plus, minus := BySign(terms)
	if len(plus) == 0 {
		plus, minus, terms = minus, plus, Negated(terms)
	}
	if len(minus) == 0 { // nothing to bring to the other side but the constant
		return constantRight(plus)
	}
	if len(plus) == 1 && (len(minus) > 1 || before(plus[0], minus[0])) {
		plus, minus, terms = minus, plus, Negated(terms)
	}
	if single := minus[0]; len(minus) == 1 {
		if single.constant() || occurs(single, plus) && single.Coefficient != "1" {
			return Sum(plus) + " = " + Sum(minus)
		}
		return Sum(minus) + " = " + Sum(plus)
	}
	if at := alone(terms); at >= 0 {
		return solvedFor(terms, at)
	}
	if slices.ContainsFunc(terms, Term.constant) {
		return constantRight(terms)
	}
	return Sum(plus) + " = " + Sum(minus)
}

// Divided divides whole coefficients by that of a variable that stands alone, the last one for which this
// gives decimals that are no longer: F = 1.8*C + 32 for 5*F = 9*C + 160. The value of a single
// column is always divided: g = 0.125 for 8*g = 1. Where a variable of coefficient 1 stands
// alone, or a coefficient was measured, the terms are returned as they are.
func Divided(terms []Term) []Term {
	if alone(terms) >= 0 {
		return terms
	}
	for at := len(terms) - 1; at >= 0; at-- {
		if !isAlone(terms, at) {
			continue
		}
		out, ok := divided(terms, at)
		if value := len(terms) == 2 && terms[1-at].constant(); ok && (value || length(out) <= length(terms)) {
			return out
		}
	}
	return terms
}

// divided are the terms with coefficients divided by that at a place, if all of them are finite decimals then.
func divided(terms []Term, at int) (out []Term, ok bool) {
	divisor, ok := new(big.Rat).SetString(terms[at].Coefficient)
	if !ok || divisor.Sign() == 0 {
		return nil, false
	}
	out = slices.Clone(terms)
	for i, t := range terms {
		c, ok := new(big.Rat).SetString(t.Coefficient)
		if !ok {
			return nil, false
		}
		c.Quo(c, divisor)
		places, finite := c.FloatPrec()
		if !finite {
			return nil, false
		}
		out[i].Coefficient = c.FloatString(places)
	}
	return out, true
}

// length is the number of characters of the coefficients, without signs. A coefficient of 1 is not written before a variable.
func length(terms []Term) (n int) {
	for _, t := range terms {
		if text := strings.TrimPrefix(t.Coefficient, "-"); text != "1" || t.constant() {
			n += len(text)
		}
	}
	return n
}

// solvedFor has one term alone on the left.
func solvedFor(terms []Term, at int) string {
	rest := slices.Delete(slices.Clone(terms), at, at+1)
	if !terms[at].negative() {
		return Sum(terms[at:at+1]) + " = " + Sum(Negated(rest))
	}
	return Sum(Negated(terms[at:at+1])) + " = " + Sum(rest)
}

// BySign parts the terms that are added from those that are subtracted.
func BySign(terms []Term) (plus, minus []Term) {
	for _, t := range terms {
		if t.negative() {
			minus = append(minus, t.negated())
		} else {
			plus = append(plus, t)
		}
	}
	return plus, minus
}

// before reports whether a, and not b, stands on the left of an equation of two terms: no
// constant, a coefficient of 1 rather than another, the lower degree, the later variable.
func before(a, b Term) bool {
	if a.constant() || b.constant() {
		return b.constant()
	}
	if one, other := a.Coefficient == "1", b.Coefficient == "1"; one != other {
		return one
	}
	if a.degree() != b.degree() {
		return a.degree() < b.degree()
	}
	return slices.Compare(a.Exponents, b.Exponents) < 0
}

// occurs reports whether a variable of a term occurs in others.
func occurs(t Term, others []Term) bool {
	for j, e := range t.Exponents {
		if e > 0 && slices.ContainsFunc(others, func(o Term) bool { return o.Exponents[j] > 0 }) {
			return true
		}
	}
	return false
}

// alone returns the last term with coefficient 1 or -1 that is a variable which occurs in no other term, or -1.
func alone(terms []Term) int {
	for at := len(terms) - 1; at >= 0; at-- {
		if strings.TrimPrefix(terms[at].Coefficient, "-") == "1" && isAlone(terms, at) {
			return at
		}
	}
	return -1
}

// isAlone reports whether a term is a variable which occurs in no other term.
func isAlone(terms []Term, at int) bool {
	return terms[at].degree() == 1 && !occurs(terms[at], slices.Delete(slices.Clone(terms), at, at+1))
}

// constantRight brings the constant to the right.
func constantRight(terms []Term) string {
	var left []Term
	right := "0"
	for _, t := range terms {
		if t.constant() && len(terms) > 1 {
			right = Sum([]Term{t.negated()})
			continue
		}
		left = append(left, t)
	}
	return Sum(left) + " = " + right
}

func Negated(terms []Term) []Term {
	out := make([]Term, len(terms))
	for i, t := range terms {
		out[i] = t.negated()
	}
	return out
}

// Sum writes terms with what is subtracted behind what is added, unless that begins.
func Sum(terms []Term) string {
	plus, minus := BySign(terms)
	ordered := terms
	if len(plus) > 0 && len(minus) > 0 && terms[0].negative() {
		ordered = append(plus, Negated(minus)...)
	}
	return poly.FormatSum(func(yield func(coefficient, monomial string) bool) {
		for _, t := range ordered {
			if !yield(t.Coefficient, t.Monomial) {
				return
			}
		}
	})
}
