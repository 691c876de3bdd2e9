package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
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

// answer divides by the reduced Gröbner basis, which has the given degree at most
// where that is not 0.
func (a *asked[E]) answer(ctx context.Context, basis []*poly.Polynomial[E], degree int, points [][]E) (*report.Answers[E], error) {
	out := &report.Answers[E]{}
	for i, p := range a.formPolys {
		if degree > 0 && p.Degree() > degree {
			return nil, usageError{fmt.Sprintf("--normal-form: %s has degree %d, above --degree %d", shorten(a.forms[i].Text), p.Degree(), degree)}
		}
		r, err := p.Rem(basis)
		if err != nil {
			return nil, err
		}
		out.Forms = append(out.Forms, report.NormalForm[E]{Given: shorten(a.forms[i].Text), P: p, R: r})
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
		m := report.Membership[E]{Given: shorten(a.members[i].Text), P: p, R: r, Cofactors: cofactors, Vanishes: r.IsZero()}
		if degree > 0 && p.Degree() > degree && !m.Vanishes {
			m.Vanishes = vanishesAt(r, points)
		}
		out.Members = append(out.Members, m)
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
