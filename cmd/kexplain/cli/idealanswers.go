package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// questions are the polynomials of --normal-form and --contains.
type questions struct{ forms, members equations.List }

// asked are the questions read in the ring of the ideal.
type asked[E any] struct {
	questions
	formPolys, memberPolys []*poly.Polynomial[E]
	forms, members         []equations.Equation
}

// parseQuestions reads the polynomials in a ring.
func parseQuestions[E any](R *poly.Ring[E], q questions) (*asked[E], error) {
	a := &asked[E]{questions: q, forms: q.forms.Equations, members: q.members.Equations}
	var err error
	if a.formPolys, err = equations.ParseIn(q.forms, R); err != nil {
		return nil, err
	}
	a.memberPolys, err = equations.ParseIn(q.members, R)
	return a, err
}

// answers are the normal forms and what is known of membership.
type answers[E any] struct {
	forms   []normalForm[E]
	members []membership[E]
}

// normalForm is one of --normal-form.
type normalForm[E any] struct {
	given string
	p, r  *poly.Polynomial[E]
}

// membership is one of --contains: p = Σ cofactors[i]·g_i + r. With --degree,
// where p has a higher degree than the elements, r may be in the ideal too.
type membership[E any] struct {
	given     string
	p, r      *poly.Polynomial[E]
	cofactors []*poly.Polynomial[E]
	vanishes  bool // p vanishes at all points, which is what it is to be in the ideal
}

// answer divides by the reduced Gröbner basis, which has the given degree at most
// where that is not 0.
func (a *asked[E]) answer(ctx context.Context, basis []*poly.Polynomial[E], degree int, points [][]E) (*answers[E], error) {
	out := &answers[E]{}
	for i, p := range a.formPolys {
		if degree > 0 && p.Degree() > degree {
			return nil, usageError{fmt.Sprintf("--normal-form: %s has degree %d, above --degree %d", shorten(a.forms[i].Text), p.Degree(), degree)}
		}
		r, err := p.Rem(basis)
		if err != nil {
			return nil, err
		}
		out.forms = append(out.forms, normalForm[E]{shorten(a.forms[i].Text), p, r})
	}
	for i, p := range a.memberPolys {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if strings.Contains(a.members[i].Text, "=") {
			p = upright(p)
		}
		cofactors, r, err := p.DivMod(basis)
		if err != nil {
			return nil, err
		}
		m := membership[E]{given: shorten(a.members[i].Text), p: p, r: r, cofactors: cofactors, vanishes: r.IsZero()}
		if degree > 0 && p.Degree() > degree && !m.vanishes {
			m.vanishes = vanishesAt(r, points)
		}
		out.members = append(out.members, m)
	}
	return out, nil
}

// upright returns p or its negative, which is the same equation, with a positive leading
// coefficient where the field has an order.
func upright[E any](p *poly.Polynomial[E]) *poly.Polynomial[E] {
	k := p.Ring().Field()
	if order, ok := k.(ring.Orderer[E]); ok && !p.IsZero() && order.Cmp(p.LeadingCoefficient(), k.Zero()) < 0 {
		return p.Neg()
	}
	return p
}

// vanishesAt reports whether a polynomial is 0 at all points.
func vanishesAt[E any](p *poly.Polynomial[E], points [][]E) bool {
	k := p.Ring().Field()
	for _, x := range points {
		if k.IsZero(p.Eval(x)) != ring.Yes {
			return false
		}
	}
	return true
}

// writeText writes the answers as comments, which begin with the given mark.
func (a *answers[E]) writeText(w io.Writer, mark string) error {
	var b strings.Builder
	for _, f := range a.forms {
		fmt.Fprintf(&b, "%s normal form of %s: %v\n", mark, f.given, f.r)
	}
	for _, m := range a.members {
		switch {
		case m.r.IsZero():
			fmt.Fprintf(&b, "%[1]s in the ideal: %[2]s\n%[1]s   %[3]v = %[4]s\n", mark, m.given, m.p, m.combination())
		case m.vanishes:
			fmt.Fprintf(&b, "%[1]s in the ideal: %[2]s\n%[1]s   it vanishes at all points; it takes elements above the degree\n", mark, m.given)
		default:
			fmt.Fprintf(&b, "%[1]s not in the ideal: %[2]s\n%[1]s   remainder %[3]v\n", mark, m.given, m.r)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// combination writes Σ cofactors[i]·g_i.
func (m *membership[E]) combination() string {
	var terms []string
	for i, h := range m.cofactors {
		if !h.IsZero() {
			term := fmt.Sprintf("(%v)*g%d", h, i+1)
			if h.Equal(h.Ring().One()) {
				term = fmt.Sprintf("g%d", i+1)
			}
			terms = append(terms, term)
		}
	}
	if len(terms) == 0 {
		return "0"
	}
	return strings.Join(terms, " + ")
}

// normalFormJSON and membershipJSON are the answers in JSON.
type normalFormJSON struct {
	Given      string `json:"given"`
	Polynomial string `json:"polynomial"`
	NormalForm string `json:"normal_form"`
}

type membershipJSON struct {
	Given      string   `json:"given"`
	Polynomial string   `json:"polynomial"`
	InIdeal    bool     `json:"in_ideal"`
	Cofactors  []string `json:"cofactors,omitempty"` // one for each element of groebner_basis
	Remainder  string   `json:"remainder"`
}

func (a *answers[E]) formsJSON() []normalFormJSON {
	out := []normalFormJSON{}
	for _, f := range a.forms {
		out = append(out, normalFormJSON{f.given, f.p.String(), f.r.String()})
	}
	return out
}

func (a *answers[E]) membersJSON() []membershipJSON {
	out := []membershipJSON{}
	for _, m := range a.members {
		j := membershipJSON{Given: m.given, Polynomial: m.p.String(), InIdeal: m.vanishes, Remainder: m.r.String()}
		for _, h := range m.cofactors {
			j.Cofactors = append(j.Cofactors, h.String())
		}
		out = append(out, j)
	}
	return out
}

// polys returns the normal forms and the remainders.
func (a *answers[E]) polys() (forms, remainders []*poly.Polynomial[E]) {
	for _, f := range a.forms {
		forms = append(forms, f.r)
	}
	for _, m := range a.members {
		remainders = append(remainders, m.r)
	}
	return forms, remainders
}
