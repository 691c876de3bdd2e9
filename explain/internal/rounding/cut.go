package rounding

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// cutOff is the law of a candidate where the cells of one column were not rounded but cut off, or rounded up. That column stands in
// one term, and beside this stands its cofactor, a constant for instance: moved by half a unit of their last digit, the cells obey
// a law without the latter. It has no polynomial if there is none.
func (s *search) cutOff(c candidate, least float64) (best Law) {
	if len(c.support) < 3 {
		return Law{}
	}
	given := s.sample
	for _, j := range given.t.Columns {
		cofactor, ok := s.cofactor(c.support, j)
		if !ok {
			continue
		}
		half, ok := commonHalf(given.t, j)
		if !ok {
			continue
		}
		least := least
		if plain, ok := s.without(c, cofactor); !ok || len(s.inside(plain.support, &plain.fitted, s.order)) < len(s.order) {
			least -= limit.RoundingNatsNext // there is one coefficient less, and cells that were rounded would have another law
		}
		for _, move := range []ring.Rat{half, half.Neg()} {
			s.sample = given.moved(j, move)
			if l, ok := s.lawWithout(c, cofactor, max(least, best.Nats)); ok && s.amid(l.Polynomial, j) {
				best = l
				best.Polynomial = Decimal(movedBack(l.Polynomial, j, move))
			}
		}
		s.sample = given
	}
	return best
}

// cofactor is the place in a support of what column j is multiplied by. ok is false if the column does not stand in one monomial only.
func (s *search) cofactor(u support, j int) (k int, ok bool) {
	in := -1
	for _, m := range u {
		if s.exps[m][j] > 0 {
			if in >= 0 || s.exps[m][j] > 1 {
				return 0, false
			}
			in = m
		}
	}
	if in < 0 {
		return 0, false
	}
	k = slices.IndexFunc(u, func(m int) bool { return m != in && s.sameBut(j, in, m) })
	return k, k >= 0
}

// without is a candidate without one of its monomials, fitted in the sample that there is.
func (s *search) without(c candidate, monomial int) (candidate, bool) {
	c.view, c.fitted = s.sample, fitted{}
	c.support = slices.Delete(slices.Clone(c.support), monomial, monomial+1)
	return c, s.first(c.support, s.order, &c.fitted) && s.fit(c.support, s.order, &c.fitted)
}

// lawWithout is the law of that.
func (s *search) lawWithout(c candidate, monomial int, least float64) (Law, bool) {
	c, ok := s.without(c, monomial)
	if !ok {
		return Law{}, false
	}
	l := s.surest(c, least)
	return l, l.Polynomial != nil && !s.isLoose(l) && !s.followsShorter(l)
}

// amid reports whether the cells of a column, moved by half a unit, lie on both sides of what an equation gives. Where they are exact, they lie
// at one end.
func (s *sample) amid(p *poly.Polynomial[ring.Rat], j int) bool {
	sum := 0.0
	for i, x := range s.x {
		sum += value(p, x) / (gradient(p, x)[j] * s.h[i][j])
	}
	return math.Abs(sum) <= limit.CutOffMean*float64(len(s.x))
}

// moved is the sample with the cells of a column moved by half a unit. What they were before is less than a unit away from
// where they stood: a whole one would have been another cell.
func (s *sample) moved(j int, by ring.Rat) *sample {
	t := s.t
	t.Rows, t.Half, t.tie = slices.Clone(t.Rows), slices.Clone(t.Half), 2*limit.HalfwayTie
	for i, row := range t.Rows {
		t.Rows[i], t.Half[i] = slices.Clone(row), slices.Clone(t.Half[i])
		less := by.Mul(lessThanAUnit)
		t.Rows[i][j], t.Half[i][j] = row[j].Add(less), less.Abs()
	}
	out := sampleOf(t, s.rows)
	out.evaluate(s.extent)
	return out
}

// lessThanAUnit is 1 - HalfwayTie.
var lessThanAUnit = ring.NewRat(999_999, 1_000_000)

// movedBack is a polynomial in the cells of column j as they were before they were moved; the column stands in one term of it.
func movedBack(p *poly.Polynomial[ring.Rat], j int, by ring.Rat) *poly.Polynomial[ring.Rat] {
	return p.Add(p.Gradient()[j].Scale(by))
}

// commonHalf is half a unit of the last digit of the cells of a column, if it is the same of all.
func commonHalf(rows Rows, j int) (half ring.Rat, ok bool) {
	for i := range rows.Len() {
		switch h := rows.Steps(i)[j]; {
		case h.IsZero() || i > 0 && !h.Equal(half):
			return ring.Rat{}, false
		default:
			half = h
		}
	}
	return half, rows.Len() > 0
}

// CutOff finds the column whose cells an equation within rounding says were cut off, sign -1, or rounded up, sign 1: the column stands in
// one term, and beside this its cofactor, times half a unit of its last digit at all rows. sign is 0 if there is none, or if it may be one of
// two: of marks and their mean 2*mean = oral + written + 0.5 says nothing of oral that it does not say of written.
func CutOff(p *poly.Polynomial[ring.Rat], rows Rows) (column int, cofactor poly.Monomial, sign int) {
	if p.Len() < 3 {
		return 0, cofactor, 0
	}
	for j := range p.Ring().NumVars() {
		d := p.Gradient()[j]
		if d.Len() != 1 || d.DegreeIn(j) > 0 {
			continue
		}
		h, ok := commonHalf(rows, j)
		beside, a := p.Coefficient(d.LeadingMonomial()), d.LeadingCoefficient().Mul(h)
		if !ok || !a.Abs().Equal(beside.Abs()) {
			continue
		}
		if sign != 0 {
			return 0, poly.Monomial{}, 0
		}
		column, cofactor, sign = j, d.LeadingMonomial(), 1
		if a.Equal(beside) {
			sign = -1
		}
	}
	return column, cofactor, sign
}
