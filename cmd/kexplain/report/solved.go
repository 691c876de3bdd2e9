package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Solved is an equation solved for a column.
type Solved struct {
	Target    string `json:"target"`
	Degree    int    `json:"degree"`            // of the equation in the target
	Formula   string `json:"formula,omitempty"` // empty where there is none
	measured  string // Formula with the errors of its coefficients, where they are known
	Deviation Float  `json:"deviation"` // of the rows from it, in the unit of the target
}

// Solve solves every equation that holds the target for it, and reports whether there is one. The rows of x, whose columns
// are the variables, say which branch they lie on and how far from it they are.
func (l *Learn) Solve(target string, x *mat.Dense) (found bool) {
	for i := range l.Generators {
		g := &l.Generators[i]
		at, ok := g.poly.Ring().VarIndex(target)
		if !ok || g.poly.DegreeIn(at) == 0 {
			continue
		}
		found = true
		d := g.poly.DegreeIn(at)
		s := &Solved{Target: target, Degree: d, Formula: g.formula(at, x, g.quotient), Deviation: Float(g.deviation(at, x))}
		if s.measured = s.Formula; g.covariance != nil {
			s.measured = g.formula(at, x, func(_, _ *poly.Polynomial[ring.Rat]) string { return g.measuredQuotient(at, d) })
		}
		g.Solved = s
	}
	return found
}

// formula is the target as a function of the other columns: explicit where the equation is
// of degree one or two in it, or has it in one term only. quotient writes a/b.
func (g Generator) formula(at int, x *mat.Dense, quotient func(a, b *poly.Polynomial[ring.Rat]) string) string {
	parts := g.coefficientsIn(at)
	name, degree := g.poly.Ring().Vars()[at], len(parts)-1
	var inner string // of a root
	switch {
	case degree == 1:
		return name + " = " + quotient(parts[0].Neg(), parts[1])
	case g.onlyPower(parts):
		inner = quotient(parts[0].Neg(), parts[degree])
		root := "sqrt(" + inner + ")"
		if degree > 2 {
			root = fmt.Sprintf("(%s)^(1/%d)", inner, degree)
		}
		if degree%2 == 0 {
			root = branch(at, x) + root
		}
		return name + " = " + root
	case degree == 2:
		two, four := g.poly.Ring().Const(ring.RatFromInt(2)), g.poly.Ring().Const(ring.RatFromInt(4))
		square, err := parts[1].Mul(parts[1])
		if err != nil {
			return ""
		}
		product, err := parts[0].Mul(parts[2])
		if err != nil {
			return ""
		}
		if product, err = product.Mul(four); err != nil {
			return ""
		}
		below, err := parts[2].Mul(two)
		if err != nil {
			return ""
		}
		return fmt.Sprintf("%s = (%s ± sqrt(%s))/%s", name, g.text(parts[1].Neg()), g.text(square.Sub(product)), inParentheses(g.text(below)))
	}
	return ""
}

// branch is the sign of a root: + or nothing where all rows have that sign.
func branch(at int, x *mat.Dense) string {
	column := mat.Col(nil, at, x)
	below, above := false, false
	for _, v := range column {
		below, above = below || v < 0, above || v > 0
	}
	switch {
	case !below:
		return ""
	case !above:
		return "-"
	}
	return "±"
}

// coefficientsIn are the coefficients of the powers of a variable.
func (g Generator) coefficientsIn(at int) []*poly.Polynomial[ring.Rat] {
	R := g.poly.Ring()
	terms := make([][]poly.Term[ring.Rat], g.poly.DegreeIn(at)+1)
	for m, c := range g.poly.Terms() {
		e := R.Exponents(m)
		k := e[at]
		e[at] = 0
		rest, err := R.Monomial(e...)
		if err != nil {
			panic("report: a divisor of a monomial: " + err.Error())
		}
		terms[k] = append(terms[k], poly.Term[ring.Rat]{Monomial: rest, Coefficient: c})
	}
	parts := make([]*poly.Polynomial[ring.Rat], len(terms))
	for k := range terms {
		parts[k] = R.FromTerms(terms[k])
	}
	return parts
}

func (Generator) onlyPower(parts []*poly.Polynomial[ring.Rat]) bool {
	for _, p := range parts[1 : len(parts)-1] {
		if p.Len() > 0 {
			return false
		}
	}
	return true
}

// quotient writes a/b, as a polynomial where b is a number.
func (g Generator) quotient(a, b *poly.Polynomial[ring.Rat]) string {
	if b.Degree() == 0 {
		if c, err := ring.Q.Inv(b.LeadingCoefficient()); err == nil {
			return g.text(a.Scale(c))
		}
	}
	if b.LeadingCoefficient().Sign() < 0 {
		a, b = a.Neg(), b.Neg()
	}
	return above(g.text(a)) + "/" + inParentheses(g.text(b))
}

// measuredQuotient is the quotient -a/b of an equation a + b·v^k = 0, v being the variable at,
// with the errors of the coefficients: those of quotients by the leading coefficient of b, to
// first order.
func (g Generator) measuredQuotient(at, k int) string {
	ref := slices.IndexFunc(g.Terms, func(t Term) bool { return t.Exponents[at] == k })
	unit, R := float64(g.Terms[ref].Estimate), g.poly.Ring()
	var upper, lower []sides.Term
	for i, t := range g.Terms {
		q := float64(t.Estimate) / unit
		variance := g.covariance.At(i, i) + q*q*g.covariance.At(ref, ref) - 2*q*g.covariance.At(i, ref)
		e := slices.Clone(t.Exponents)
		e[at] = 0
		m, err := R.Monomial(e...)
		if err != nil {
			panic("report: a divisor of a monomial: " + err.Error())
		}
		if t.Exponents[at] == 0 {
			q = -q
		}
		text := decimal.Number(q, 6)
		if variance > 0 {
			text = decimal.Uncertain(q, math.Sqrt(variance)/math.Abs(unit))
		}
		if i == ref {
			text = "1"
		}
		if s := (sides.Term{Coefficient: text, Monomial: R.FormatMonomial(m), Exponents: e}); t.Exponents[at] == 0 {
			upper = append(upper, s)
		} else {
			lower = append(lower, s)
		}
	}
	divisor := sides.Sum(lower)
	if divisor == "1" {
		return sides.Sum(upper)
	}
	return above(sides.Sum(upper)) + "/" + inParentheses(divisor)
}

// text writes a polynomial with six digits where its coefficients were measured.
func (g Generator) text(p *poly.Polynomial[ring.Rat]) string {
	const digits = 6
	return sides.Sum(addends(p, func(c ring.Rat) string {
		if g.Rational {
			return decimals{}.Format(c)
		}
		return decimal.Number(c.Float64(), digits)
	}))
}

// above is the upper part of a quotient: 2*E in 2*E/m needs no parentheses.
func above(text string) string {
	if strings.ContainsAny(text, " /") {
		return "(" + text + ")"
	}
	return text
}

func inParentheses(text string) string {
	if strings.ContainsAny(text, " */") {
		return "(" + text + ")"
	}
	return text
}

// deviation is how far the rows are from the equation in the direction of the target y, to
// first order: 1.48 times the median of |f/(∂f/∂y)|, which is the standard deviation where that
// is normal. A mean would be that of the few rows at which a root turns back.
func (g Generator) deviation(at int, x *mat.Dense) float64 {
	if g.Holds || g.Exact.Vanishing == g.Exact.Points {
		return 0
	}
	const normal = 1.4826
	var sizes []float64
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		f, slope := 0.0, 0.0
		for _, t := range g.Terms {
			c, err := ring.ParseRat(t.Coefficient)
			if err != nil {
				continue // a coefficient that was printed can be read
			}
			product := c.Float64()
			for j, e := range t.Exponents {
				product *= math.Pow(row[j], float64(e))
			}
			f += product
			if k := t.Exponents[at]; k > 0 {
				slope += float64(k) * product / row[at]
			}
		}
		if d := f / slope; !math.IsNaN(d) && !math.IsInf(d, 0) {
			sizes = append(sizes, math.Abs(d))
		}
	}
	if len(sizes) == 0 {
		return 0
	}
	slices.Sort(sizes)
	return normal * sizes[len(sizes)/2]
}

// line is the sentence about a solved equation, or empty where the equation as it is printed says all of it.
func (s *Solved) line(equation, unit string) string {
	formula := s.measured
	if formula == "" {
		formula = fmt.Sprintf("%s is a root of degree %d, for which there is no short formula", s.Target, s.Degree)
	}
	if unit != "" {
		unit = " " + unit
	}
	deviation := fmt.Sprintf("to about ± %s%s", decimal.Number(float64(s.Deviation), 2), unit)
	switch {
	case s.Deviation == 0 && formula == equation:
		return ""
	case s.Deviation == 0:
		return formula
	case formula == equation:
		return fmt.Sprintf("gives %s %s", s.Target, deviation)
	}
	return formula + ", " + deviation
}
