package rounding

import (
	"context"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// whereNotZero adds to laws those of rows at which a column of decimals is not 0, times the column: a discount is 0, or 5 % of the price.
// Whole numbers of programs are 0 in rows of other kinds.
func whereNotZero(ctx context.Context, t Table, o Options, laws []Law) ([]Law, error) {
	known := t.Known
	for _, l := range laws {
		known = append(known[:len(known):len(known)], l.Polynomial)
	}
	for _, j := range t.Columns {
		var rows []int
		decimals := false
		for i, row := range t.Rows {
			decimals = decimals || !row[j].IsInt()
			if !row[j].IsZero() {
				rows = append(rows, i)
			}
		}
		if !decimals || len(t.Rows)-len(rows) < limit.ZeroRows || len(rows) < limit.NotZeroRows {
			continue
		}
		part := t
		part.notZero = &j
		part.Rows, part.Half, part.Known = make([][]ring.Rat, len(rows)), make([][]ring.Rat, len(rows)), nil
		for _, p := range known {
			part.Known = append(part.Known, withoutFactor(p, j))
		}
		for k, i := range rows {
			part.Rows[k], part.Half[k] = t.Rows[i], t.Half[i]
		}
		found, err := find(ctx, part, o)
		if err != nil {
			return nil, err
		}
		for _, l := range found {
			p, err := l.Polynomial.Mul(t.Ring.Var(j))
			if err != nil || l.Polynomial.DegreeIn(j) == 0 {
				continue
			}
			l.Polynomial = p
			for k, i := range l.Failing {
				l.Failing[k] = rows[i]
			}
			laws, known = append(laws, l), append(known, p)
		}
	}
	return laws, nil
}

// withoutFactor is a polynomial divided by column j as often as it can be.
func withoutFactor(p *poly.Polynomial[ring.Rat], j int) *poly.Polynomial[ring.Rat] {
	R := p.Ring()
	for !p.IsZero() {
		var terms []poly.Term[ring.Rat]
		for m, c := range p.Terms() {
			m, ok := R.DivMonomial(m, R.VarMonomial(j))
			if !ok {
				return p
			}
			terms = append(terms, poly.Term[ring.Rat]{Monomial: m, Coefficient: c})
		}
		p = R.FromTerms(terms)
	}
	return p
}
