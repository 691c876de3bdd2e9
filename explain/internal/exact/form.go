package exact

import (
	"cmp"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Form is a linear form in two columns or more that takes few values.
type Form struct {
	Linear    *poly.Polynomial[ring.Rat] // in integers without a common divisor, the first positive
	Vanishing *poly.Polynomial[ring.Rat] // a polynomial in it that is zero at its values
	Values    []ring.Rat                 // ascending
}

// linearForm returns the form of which p, of degree two or more, is a polynomial, with a constant term of 0, and nil
// where there is none of two columns or more: the gradient of p is parallel to that of the form everywhere. What
// is zero then says no more than which values the form takes.
func linearForm(p *poly.Polynomial[ring.Rat]) *poly.Polynomial[ring.Rat] {
	if p.Degree() < 2 {
		return nil
	}
	R := p.Ring()
	form := R.Zero()
	var first *poly.Polynomial[ring.Rat]
	for j, d := range p.Gradient() {
		if d.IsZero() {
			continue
		}
		if first == nil {
			first = d
		}
		c, err := d.LeadingCoefficient().Quo(first.LeadingCoefficient())
		if err != nil || !first.Scale(c).Equal(d) {
			return nil
		}
		form = form.Add(R.Var(j).Scale(c))
	}
	if form.Len() < 2 {
		return nil
	}
	return poly.Primitive(form)
}

// ShortestForm returns the shortest form of f that multiples of the equations lead to, of no
// higher degree: of 4·aa·(Aa + aa - 1) + Aa² and Aa² - 4·AA·aa beside AA + Aa + aa = 1 the
// second. It is f itself where none is shorter.
func ShortestForm(f *poly.Polynomial[ring.Rat], equations []Equation) *poly.Polynomial[ring.Rat] {
	return BestForm(f, equations, f.Degree(), func(g, h *poly.Polynomial[ring.Rat]) bool {
		return cmp.Or(cmp.Compare(g.Len(), h.Len()), cmp.Compare(size(g), size(h))) < 0
	})
}

// ReducedForm is ShortestForm. Among equally short forms it takes the one with the fewest
// digits, and then the one with the smallest leading monomials: beside a = d and b = -c that is
// c² + d² - 1 rather than a² + b² - 1.
func ReducedForm(f *poly.Polynomial[ring.Rat], equations []Equation) *poly.Polynomial[ring.Rat] {
	return BestForm(f, equations, f.Degree(), func(g, h *poly.Polynomial[ring.Rat]) bool {
		c := cmp.Or(cmp.Compare(g.Len(), h.Len()), cmp.Compare(size(g), size(h)))
		return c < 0 || c == 0 && smallerMonomials(g, h)
	})
}

// Reduced are equations in the shortest forms that the others lead to which hold at all of their rows.
func Reduced(list []Equation) []Equation {
	out := slices.Clone(list)
	for i, e := range out {
		var others []Equation
		for j, o := range out {
			if j != i && numeric.IsSubset(o.Failing, e.Failing) {
				others = append(others, o)
			}
		}
		out[i].Polynomial = ReducedForm(inFewerColumns(e.Polynomial, others), others)
	}
	return out
}

// inFewerColumns replaces columns that equal another one, or its negative, by that one, where this takes no more terms: beside y = c it is
// y⁴ + 2y³ + y² and not c y³ + 2c³ + c².
func inFewerColumns(f *poly.Polynomial[ring.Rat], equations []Equation) *poly.Polynomial[ring.Rat] {
	R := f.Ring()
	for _, e := range equations {
		p := e.Polynomial
		in := p.UsedVars()
		if p.Len() != 2 || p.Degree() != 1 || len(in) != 2 || !p.Term(0).Coefficient.Abs().Equal(p.Term(1).Coefficient.Abs()) {
			continue
		}
		if f.DegreeIn(in[0]) == 0 {
			continue
		}
		other := R.Var(in[1])
		if p.Term(0).Coefficient.Sign() == p.Term(1).Coefficient.Sign() {
			other = other.Neg()
		}
		if g, err := f.SubstituteVar(in[0], other); err == nil && g.Len() <= f.Len() && !g.IsZero() {
			f = poly.Primitive(g)
		}
	}
	return f
}

// smallerMonomials reports whether the first monomial of g that differs from that of h is
// the smaller one.
func smallerMonomials(g, h *poly.Polynomial[ring.Rat]) bool {
	var monomials []poly.Monomial
	for m := range h.Terms() {
		monomials = append(monomials, m)
	}
	i, order := 0, g.Ring()
	for m := range g.Terms() {
		if c := order.Compare(m, monomials[i]); c != 0 {
			return c < 0
		}
		i++
	}
	return false
}

// BestForm returns the best of the forms of f that multiples of the equations of a degree lead to, f among them.
func BestForm(f *poly.Polynomial[ring.Rat], equations []Equation, degree int,
	better func(g, h *poly.Polynomial[ring.Rat]) bool) *poly.Polynomial[ring.Rat] {
	R := f.Ring()
	var multiples []*poly.Polynomial[ring.Rat]
	for _, e := range equations {
		g, err := e.Polynomial.In(R)
		if err != nil || g.Degree() > degree {
			continue
		}
		for _, m := range R.MonomialsUpTo(degree - g.Degree()) {
			if product, err := g.Mul(R.Term(ring.RatFromInt(1), m)); err == nil {
				multiples = append(multiples, product)
			}
		}
	}
	best, forms := f, []*poly.Polynomial[ring.Rat]{f}
	for range limit.FormSteps {
		var next []*poly.Polynomial[ring.Rat]
		for _, g := range forms {
			next = append(next, cancelled(g, multiples)...)
		}
		stable.Sort(next, compareForms)
		forms = slices.CompactFunc(next, (*poly.Polynomial[ring.Rat]).Equal)
		forms = forms[:min(len(forms), limit.FormWidth)]
		for _, g := range forms {
			if better(g, best) {
				best = g
			}
		}
	}
	return best
}

// cancelled are the forms f - c·m in which a term of f is gone, for the polynomials m.
func cancelled(f *poly.Polynomial[ring.Rat], multiples []*poly.Polynomial[ring.Rat]) []*poly.Polynomial[ring.Rat] {
	var out []*poly.Polynomial[ring.Rat]
	for _, m := range multiples {
		for monomial, c := range m.Terms() {
			a := f.Coefficient(monomial)
			if a.IsZero() {
				continue
			}
			ratio, err := a.Quo(c)
			if err != nil {
				continue
			}
			if h := f.Sub(m.Scale(ratio)); !h.IsZero() && h.Len() <= f.Len()+1 {
				out = append(out, poly.Primitive(h))
			}
		}
	}
	return out
}

// size is the sum of degrees and digits.
func size(p *poly.Polynomial[ring.Rat]) (n int) {
	for m, c := range p.Terms() {
		n += m.Degree() + c.BitLen()
	}
	return n
}

// compareForms orders by the number of terms, then by degrees and digits, then by text.
func compareForms(f, g *poly.Polynomial[ring.Rat]) int {
	return cmp.Or(cmp.Compare(f.Len(), g.Len()), cmp.Compare(size(f), size(g)), cmp.Compare(f.String(), g.String()))
}
