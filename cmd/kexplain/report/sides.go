package report

import (
	"math"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// addend is a term of an equation as it is printed.
type addend struct {
	coefficient string // perhaps with a standard error, 3.14(25)
	monomial    string // "1" for the constant
	exponents   []int
}

func (a addend) negative() bool { return strings.HasPrefix(a.coefficient, "-") }
func (a addend) constant() bool { return a.monomial == "1" }

// measured reports whether the coefficient has a standard error.
func (a addend) measured() bool {
	return strings.HasSuffix(a.coefficient, ")") || strings.Contains(a.coefficient, ")e")
}

func (a addend) degree() int {
	d := 0
	for _, e := range a.exponents {
		d += e
	}
	return d
}

// negated is the term on the other side of the equation.
func (a addend) negated() addend {
	if rest, ok := strings.CutPrefix(a.coefficient, "-"); ok {
		a.coefficient = rest
	} else {
		a.coefficient = "-" + a.coefficient
	}
	return a
}

// addends are the terms of a polynomial with its coefficients in a notation.
func addends(p *poly.Polynomial[ring.Rat], coefficient func(ring.Rat) string) []addend {
	var list []addend
	R := p.Ring()
	for m, c := range p.Terms() {
		list = append(list, addend{coefficient(c), R.FormatMonomial(m), R.Exponents(m)})
	}
	return list
}

// printed are the terms as people write them: V = 4.1888(2)*r^3, and not r^3 = 0.23873(1)*V.
// Of two terms, one measured constant, that before a variable alone, goes to the other, where
// that is a product of variables, or the variable is the last column.
func (g Generator) printed() []Term {
	const least, most = 1e-4, 1e5 // of constants without an exponent
	if len(g.Terms) != 2 {
		return g.Terms
	}
	if terms, ok := g.oneValue(); ok {
		return terms
	}
	for k, alone := range g.Terms {
		other := g.Terms[1-k]
		at, variables, last := variable(alone.Exponents), 0, 0
		for j, e := range other.Exponents {
			if e > 0 {
				variables, last = variables+1, j
			}
		}
		if alone.Exact || alone.Stderr == 0 || other.Stderr > 0 || at < 0 || other.Exponents[at] > 0 ||
			variables < 2 && (at < last || other.Exponents[last] < 2) {
			continue
		}
		c := float64(other.Estimate / alone.Estimate)
		if size := math.Abs(c); !(size >= least && size <= most) {
			continue
		}
		stderr := math.Abs(c * float64(alone.Stderr/alone.Estimate))
		other.Coefficient, other.Estimate, other.Stderr, other.Exact = decimal.Round(c, stderr), Float(c), Float(stderr), false
		alone.Coefficient, alone.Estimate, alone.Stderr = "1", 1, 0
		return []Term{other, alone}
	}
	return g.Terms
}

// oneValue are the terms of an equation that says that a column has one value, as decimals
// where the value is one: g = 9.81, and not 100*g = 981.
func (g Generator) oneValue() ([]Term, bool) {
	alone, constant := g.Terms[0], g.Terms[1]
	at := variable(alone.Exponents)
	if at < 0 || slices.Max(constant.Exponents) > 0 || !alone.Exact || !constant.Exact {
		return nil, false
	}
	R := g.poly.Ring()
	c := g.poly.Coefficient(R.One().LeadingMonomial())
	value, err := c.Neg().Quo(g.poly.Coefficient(R.VarMonomial(at)))
	if err != nil {
		return nil, false
	}
	places, finite := value.Big().FloatPrec()
	if !finite || places == 0 {
		return nil, false
	}
	alone.Coefficient, constant.Coefficient = "1", value.Neg().Big().FloatString(places)
	return []Term{alone, constant}, true
}

// variable is the place of the only variable of a monomial of degree one, or -1.
func variable(exponents []int) int {
	at, degree := -1, 0
	for j, e := range exponents {
		if degree += e; e > 0 {
			at = j
		}
	}
	if degree != 1 {
		return -1
	}
	return at
}

// addends are the terms of a learned equation, with standard errors.
func (g Generator) addends() []addend {
	R := g.poly.Ring()
	var list []addend
	for _, t := range g.printed() {
		m, err := R.Monomial(t.Exponents...)
		if err != nil {
			panic("report: exponents of a term of its own ring: " + err.Error())
		}
		c := t.Coefficient
		if !t.Exact {
			c = decimal.WithError(c, float64(t.Stderr))
		}
		list = append(list, addend{c, R.FormatMonomial(m), t.Exponents})
	}
	return list
}

// twoSides writes the equation that says that a sum is zero as people write it:
//
//   - solved for a variable of coefficient 1 that occurs nowhere else, where other coefficients
//     were measured and the constant would not stand alone: F = 1.80(2)*K - 459.5(7);
//   - with a constant that would stand alone on the right: x^2 + y^2 = 25;
//   - with nothing subtracted, where that leaves one term on one side: T^2 = a^3, U = I*R;
//   - solved for a variable of coefficient 1 that occurs nowhere else: y = x^2 - 3*x + 2;
//   - with the constant on the right: x^2 - 2*x + y^2 - 4*y = 3;
//   - and else with nothing subtracted.
func twoSides(terms []addend) string {
	plus, minus := bySign(terms)
	if len(plus) == 0 {
		plus, minus, terms = minus, plus, negatedAll(terms)
	}
	if len(minus) == 0 { // nothing to bring to the other side but the constant
		return constantRight(plus)
	}
	if len(plus) == 1 && (len(minus) > 1 || before(plus[0], minus[0])) {
		plus, minus, terms = minus, plus, negatedAll(terms)
	}
	if single := minus[0]; len(minus) == 1 {
		if at := alone(terms); at >= 0 && !single.constant() && single.coefficient != "1" && slices.ContainsFunc(terms, addend.measured) {
			return solvedFor(terms, at)
		}
		if single.constant() || occurs(single, plus) && single.coefficient != "1" {
			return sum(plus) + " = " + sum(minus)
		}
		return sum(minus) + " = " + sum(plus)
	}
	if at := alone(terms); at >= 0 {
		return solvedFor(terms, at)
	}
	if slices.ContainsFunc(terms, addend.constant) {
		return constantRight(terms)
	}
	return sum(plus) + " = " + sum(minus)
}

// solvedFor has one term alone on the left.
func solvedFor(terms []addend, at int) string {
	rest := slices.Delete(slices.Clone(terms), at, at+1)
	if !terms[at].negative() {
		return sum(terms[at:at+1]) + " = " + sum(negatedAll(rest))
	}
	return sum(negatedAll(terms[at:at+1])) + " = " + sum(rest)
}

// bySign parts the terms that are added from those that are subtracted.
func bySign(terms []addend) (plus, minus []addend) {
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
func before(a, b addend) bool {
	if a.constant() || b.constant() {
		return b.constant()
	}
	if one, other := a.coefficient == "1", b.coefficient == "1"; one != other {
		return one
	}
	if a.degree() != b.degree() {
		return a.degree() < b.degree()
	}
	return slices.Compare(a.exponents, b.exponents) < 0
}

// occurs reports whether a variable of a term occurs in others.
func occurs(t addend, others []addend) bool {
	for j, e := range t.exponents {
		if e > 0 && slices.ContainsFunc(others, func(o addend) bool { return o.exponents[j] > 0 }) {
			return true
		}
	}
	return false
}

// alone returns the last term that is a variable which occurs in no other term, or -1.
func alone(terms []addend) int {
	for at := len(terms) - 1; at >= 0; at-- {
		t := terms[at]
		rest := slices.Delete(slices.Clone(terms), at, at+1)
		if t.degree() == 1 && strings.TrimPrefix(t.coefficient, "-") == "1" && !occurs(t, rest) {
			return at
		}
	}
	return -1
}

// constantRight brings the constant to the right.
func constantRight(terms []addend) string {
	var left []addend
	right := "0"
	for _, t := range terms {
		if t.constant() && len(terms) > 1 {
			right = sum([]addend{t.negated()})
			continue
		}
		left = append(left, t)
	}
	return sum(left) + " = " + right
}

func negatedAll(terms []addend) []addend {
	out := make([]addend, len(terms))
	for i, t := range terms {
		out[i] = t.negated()
	}
	return out
}

// sum writes terms with what is subtracted behind what is added, unless that begins.
func sum(terms []addend) string {
	plus, minus := bySign(terms)
	ordered := terms
	if len(plus) > 0 && len(minus) > 0 && terms[0].negative() {
		ordered = append(plus, negatedAll(minus)...)
	}
	return poly.FormatSum(func(yield func(coefficient, monomial string) bool) {
		for _, t := range ordered {
			if !yield(t.coefficient, t.monomial) {
				return
			}
		}
	})
}
