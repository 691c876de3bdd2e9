package rounding

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// cutOff is the law of a candidate where the cells of one column were not rounded but cut off, or rounded up: moved by half a unit of their
// last digit, they obey a law. Where the column stands in one term, and beside this stands its cofactor, a constant for instance, it is a law
// without the cofactor. Where the cells as they stand obey a law, too, it is one with simpler numbers. It has no polynomial if there is none.
func (s *search) cutOff(c candidate, least float64, rounded Law) (best Law) {
	given := s.sample
	for _, j := range given.t.Columns {
		half, common := commonHalf(given.t, j)
		if !common || s.degreeIn(c.support, j) != 1 {
			continue
		}
		u, needed := c.support, rounded.Nats+limit.RoundingNatsNext+math.Log(float64(1+2*len(given.t.Columns)))
		if rounded.Polynomial == nil {
			cofactor, ok := s.cofactor(c.support, j)
			if !ok || len(c.support) < 3 {
				continue
			}
			plain, ok := s.without(c, cofactor)
			if needed = least; !ok || len(s.inside(plain.support, &plain.fitted, s.order)) < len(s.order) {
				needed -= limit.RoundingNatsNext // there is one coefficient less, and cells that were rounded would have another law
			}
			u = plain.support
		}
		for _, move := range []ring.Rat{half, half.Neg()} {
			s.sample = given.moved(j, move)
			if l, ok := s.lawOn(u, c, max(needed, best.Nats)); ok && s.amid(l.Polynomial, j) {
				best = l
				best.Polynomial = Decimal(movedBack(l.Polynomial, j, move))
			}
		}
		s.sample = given
	}
	return best
}

// degreeIn is the degree of a support in column j.
func (s *search) degreeIn(u support, j int) (degree int) {
	for _, m := range u {
		degree = max(degree, s.exps[m][j])
	}
	return degree
}

// CutLaw looks for a law on the monomials of a polynomial that the rows obey only with larger errors than those of rounding. If the cells of one
// column were cut off, or rounded up, they obey the law within rounding once they are moved by half a unit. The column may stand in
// several terms, to the first power, as the distance i of an image does in f*o + f*i = o*i. The nearest polynomial may have other terms in
// place of the half unit, as f*o + f*i = o*i + 0.3*o has; these are left out. ok is false if there is no such law.
func CutLaw(t Table, p *poly.Polynomial[ring.Rat], seed uint64) (best Law, ok bool) {
	t.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(j int) bool { return p.DegreeIn(j) == 0 })
	s := &search{given: t}
	least := limit.RoundingNats + limit.RoundingNatsNext*float64(p.Len()-2) + math.Log(float64(1+2*len(t.Columns)))
	whole := s.wholeColumns()
	for _, j := range t.Columns {
		half, common := commonHalf(t, j)
		if !common || p.DegreeIn(j) != 1 || t.Levels[j] > 0 {
			continue
		}
		view := t.WithCounts(slices.DeleteFunc(slices.Clone(whole), func(k int) bool { return k == j }))
		view.only, view.Readings = []int{j}, append(slices.Clip(t.Readings), j) // its errors were found
		given := newSample(view, limit.RoundingSample, seed)
		given.evaluate(extent{degree: p.Degree()})
		for _, move := range []ring.Rat{half, half.Neg()} {
			s.sample = given.moved(j, move)
			c, fits := s.on(p, j)
			if !fits || s.isChance(c) {
				continue
			}
			if l := s.surest(c, max(least, best.Nats)); l.Polynomial != nil {
				best, ok = l, true
				best.Polynomial = Decimal(movedBack(l.Polynomial, j, move))
			}
		}
	}
	return best, ok
}

// on is a candidate on the monomials of a polynomial but those that a column is multiplied by, fitted to all rows of the sample.
func (s *search) on(p *poly.Polynomial[ring.Rat], column int) (c candidate, ok bool) {
	var set []int
	multiplied := p.Derivative(column)
	for m := range p.Terms() {
		if !multiplied.Coefficient(m).IsZero() {
			continue
		}
		k := slices.Index(s.mons, m)
		if k < 0 || len(set) == limit.RoundingTerms {
			return c, false
		}
		set = append(set, k)
	}
	if len(set) < 2 || len(s.rows) < len(set)-1+limit.RoundingSpareRows {
		return c, false
	}
	c.support, c.view, c.degree = s.ordered(set), s.sample, p.Degree()
	return c, s.first(c.support, s.order, &c.fitted) && s.fit(c.support, s.order, &c.fitted)
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
	return s.fitted(c, slices.Delete(slices.Clone(c.support), monomial, monomial+1))
}

// fitted is a candidate on a support, fitted in the sample that there is.
func (s *search) fitted(c candidate, u support) (candidate, bool) {
	c.view, c.support, c.fitted = s.sample, u, fitted{}
	return c, s.first(u, s.order, &c.fitted) && s.fit(u, s.order, &c.fitted)
}

// lawOn is the law of a candidate on a support.
func (s *search) lawOn(u support, c candidate, least float64) (Law, bool) {
	c, ok := s.fitted(c, u)
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

// movedBack is a polynomial in the cells of column j as they were before they were moved. It is of degree 1 in the column.
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

// CutOff finds the column whose cells were cut off, or rounded up, as an equation within rounding says. Such an equation is of degree 1 in the
// column, and beside each of its terms stands the same term with half a unit of the last digit in place of the column, or a number that has fewer
// digits without this: y = 2*x + 11.995 was y = 2*x + 12. before is the equation without these halves. ok is false if there is no such column, or more than one: of marks and their mean
// 2*mean = oral + written + 0.5 says nothing of oral that it does not say of written.
func CutOff(p *poly.Polynomial[ring.Rat], rows Rows) (cut Cut, before *poly.Polynomial[ring.Rat], ok bool) {
	if p.Len() < 3 {
		return Cut{}, nil, false
	}
	for j := range p.Ring().NumVars() {
		d := p.Derivative(j)
		if p.DegreeIn(j) != 1 {
			continue
		}
		h, common := commonHalf(rows, j)
		if !common {
			continue
		}
		for _, c := range []Cut{{Column: j}, {Column: j, Up: true}} {
			by := h
			if !c.Up {
				by = h.Neg()
			}
			uncut := p.Add(d.Scale(by))
			if uncut.Len() != p.Len()-d.Len() && figures(p)-figures(uncut) < limit.CutDigits*d.Len() {
				continue
			}
			if ok {
				return Cut{}, nil, false
			}
			cut, before, ok = c, inLowestTerms(uncut), true
		}
	}
	return cut, before, ok
}

// figures is the number of digits of all coefficients that are decimals.
func figures(p *poly.Polynomial[ring.Rat]) (n int) {
	for _, c := range p.Terms() {
		if places, finite := c.Big().FloatPrec(); finite {
			n += decimal.Digits(c.Big(), places)
		}
	}
	return n
}

// inLowestTerms is a polynomial over the whole number that all its coefficients are multiples of, if there is one.
func inLowestTerms(p *poly.Polynomial[ring.Rat]) *poly.Polynomial[ring.Rat] {
	c := poly.Content(p)
	if inverse, err := c.Inv(); err == nil && c.IsInt() {
		return p.Scale(inverse)
	}
	return p
}

// Cut is a column whose cells were cut off to their last digit, or rounded up, and not rounded to the nearest number.
type Cut struct {
	Column int
	Up     bool // rounded up
}

// Cuts counts the points at which an equation breaks where the cells of one column were cut off, or rounded up: moved by half a unit of the
// last digit, they obey it within rounding or not.
type Cuts struct {
	All    []Cut
	Broken []int     // points at which the equation breaks, of each; -1 where they are too many, see limit.RoundingFailing
	Off    []float64 // sum of what the moved cells are off by at the others, in half units: where cells are exact, each is by one

	equation *Equation
	p        *poly.Polynomial[ring.Rat]
	slopes   []*poly.Polynomial[ring.Rat]
	rows     Rows
	points   int
}

// NewCuts prepares an equation at rows. Its columns of degree 1 are looked at.
func NewCuts(p *poly.Polynomial[ring.Rat], rows Rows) *Cuts {
	c := &Cuts{equation: New(p), p: p, slopes: p.Gradient(), rows: rows}
	for _, j := range p.UsedVars() {
		if p.DegreeIn(j) == 1 {
			c.All = append(c.All, Cut{Column: j}, Cut{Column: j, Up: true})
		}
	}
	c.Broken, c.Off = make([]int, len(c.All)), make([]float64, len(c.All))
	return c
}

// Count takes a point into account, which is a zero of the equation or not, and calls breaks for the places of the cuts that break there.
func (c *Cuts) Count(i int, zero bool, breaks func(k int)) {
	c.points++
	for k, cut := range c.All {
		if c.Broken[k] < 0 {
			continue
		}
		if off, within := c.obeys(cut, i, zero); within {
			c.Off[k] += off
			continue
		}
		if c.Broken[k]++; float64(c.Broken[k]) > 1+limit.RoundingFailing*float64(c.points) {
			c.Broken[k], c.Off[k] = -1, 0
			continue
		}
		breaks(k)
	}
}

// obeys reports whether a point obeys the equation with the cell of a column moved, and by how many half units this is off.
func (c *Cuts) obeys(cut Cut, i int, zero bool) (off float64, within bool) {
	side, less := 1.0, lessThanAUnit
	if cut.Up {
		side, less = -1, less.Neg()
	}
	if zero {
		return side, true
	}
	cells, steps := c.rows.Cells(i), c.rows.Steps(i)
	j := cut.Column
	at, half := cells[j], steps[j]
	if half.IsZero() {
		return 0, false
	}
	if slope := c.slopes[j].Eval(cells).Float64(); slope != 0 {
		off = side + c.p.Eval(cells).Float64()/(slope*half.Float64())
	}
	move := half.Mul(less)
	cells[j], steps[j] = at.Add(move), move.Abs()
	within = c.equation.Zero(cells, steps) == ring.Yes
	cells[j], steps[j] = at, half
	return off, within
}
