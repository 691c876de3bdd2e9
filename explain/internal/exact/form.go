package exact

import (
	"cmp"
	"slices"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Limits of the search for a shorter form of an equation.
const (
	formSteps = 3 // multiples of exact equations that are added, one after another
	formWidth = 8 // forms that are kept at every step
)

// ShortestForm returns the shortest form of f that multiples of the equations lead to, of no
// higher degree: of 4·aa·(Aa + aa - 1) + Aa² and Aa² - 4·AA·aa beside AA + Aa + aa = 1 the
// second. It is f itself where none is shorter.
func ShortestForm(f *poly.Polynomial[ring.Rat], equations []Equation) *poly.Polynomial[ring.Rat] {
	R := f.Ring()
	var multiples []*poly.Polynomial[ring.Rat]
	for _, e := range equations {
		g, err := e.Polynomial.In(R)
		if err != nil || g.Degree() > f.Degree() {
			continue
		}
		for _, m := range R.MonomialsUpTo(f.Degree() - g.Degree()) {
			if product, err := g.Mul(R.Term(ring.RatFromInt(1), m)); err == nil {
				multiples = append(multiples, product)
			}
		}
	}
	best, forms := f, []*poly.Polynomial[ring.Rat]{f}
	for range formSteps {
		var next []*poly.Polynomial[ring.Rat]
		for _, g := range forms {
			next = append(next, cancelled(g, multiples)...)
		}
		slices.SortStableFunc(next, compareForms)
		forms = slices.CompactFunc(next, (*poly.Polynomial[ring.Rat]).Equal)
		forms = forms[:min(len(forms), formWidth)]
		if len(forms) > 0 && forms[0].Len() < best.Len() {
			best = forms[0]
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

// compareForms orders by the number of terms, then by degrees and digits, then by text.
func compareForms(f, g *poly.Polynomial[ring.Rat]) int {
	size := func(p *poly.Polynomial[ring.Rat]) (n int) {
		for m, c := range p.Terms() {
			n += m.Degree() + c.BitLen()
		}
		return n
	}
	return cmp.Or(cmp.Compare(f.Len(), g.Len()), cmp.Compare(size(f), size(g)), cmp.Compare(f.String(), g.String()))
}
