package rounding

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/slip"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// law makes a candidate an equation with simple coefficients that holds within rounding,
// if there is one and the evidence for it is as much as is asked for. What all rows agree with, and has no
// such coefficients, is measured.
func (s *search) law(c candidate, least float64) (Law, bool) {
	if s.isChance(c) || s.follows(c) {
		return Law{}, false
	}
	best := s.surest(c, least)
	if best.Polynomial == nil && s.mayDivideOwed(c) {
		if l := s.surest(c, 0); l.Polynomial != nil && s.t.isFactorOfOwed(l.Polynomial) {
			best = l
		}
	}
	if cut := s.cutOff(c, least, best); cut.Polynomial != nil {
		return cut, true
	}
	if p, ok := s.fittedPolynomial(c); ok && best.Polynomial == nil && len(s.inside(c.support, &c.fitted, s.order)) == len(s.order) {
		s.measured = append(s.measured, p)
		if s.isCopy(c) {
			s.copies = append(s.copies, copied{c, s.extent})
		}
	}
	return best, best.Polynomial != nil && !s.isLoose(best) && !s.followsShorter(best)
}

// surest is the law of a candidate with the most evidence, whichever monomial is in front. It has no polynomial if there is none. Numbers are
// looked for within the errors of least squares, and if there are none, in what all rows allow: a second try asks for more evidence.
func (s *search) surest(c candidate, least float64) (best Law) {
	best = s.surestBy(s.simplified, c, least)
	if rows := s.inside(c.support, &c.fitted, s.order); best.Polynomial == nil {
		if lo, hi := s.everyRow(c.support, &c.fitted, 0, rows); lo < hi {
			best = s.surestBy(s.simplifiedByRows, c, max(least, limit.MinEvidence()))
		}
	}
	return best
}

// surestBy is surest with one way to find numbers with the monomial in front that there is.
func (s *search) surestBy(way func(c candidate, least float64) (Law, bool), c candidate, least float64) (best Law) {
	for first := range c.support {
		turned, ok := s.withLeading(c, first)
		if !ok {
			continue
		}
		if l, ok := way(turned, max(least, best.Nats)); ok {
			best = l
		}
	}
	return best
}

// withLeading is a candidate with another monomial in front.
func (s *search) withLeading(c candidate, first int) (candidate, bool) {
	rows := s.inside(c.support, &c.fitted, s.order)
	u := slices.Clone(c.support)
	u[0], u[first] = u[first], u[0]
	if first > 0 {
		a := c.c[first-1]
		for k := range c.c {
			c.c[k] /= -a
		}
		c.c[first-1] = 1 / a
	}
	c.support = u
	return c, s.fit(u, rows, &c.fitted)
}

// simplified is law with the monomial in front that there is, by the errors of least squares.
func (s *search) simplified(c candidate, least float64) (Law, bool) {
	// The rows allow less than the errors of least squares: the simplest number within
	// these may be none of them.
	rows := s.inside(c.support, &c.fitted, s.order)
	spread := s.spread(c.support, &c.fitted, rows)
	scales := []float64{spread}
	if rms := s.rms(c.support, &c.fitted, rows); rms < limit.RoundingLess*spread {
		scales = append(scales, rms)
	}
	for _, scale := range scales {
		for _, narrow := range limit.RoundingShares {
			l, ok := s.lawOf(c, rows, func(f *fitted, k int, last bool) (lo, hi, width float64) {
				lo, hi = s.reach(c.support, f, k, scale, rows, last)
				return lo, hi, hi - lo
			}, narrow, least)
			if ok {
				return l, true
			}
		}
	}
	return Law{}, false
}

// simplifiedByRows is simplified by what all rows allow. Cells of few digits may leave a single number there, which is no evidence, so the
// evidence is that of the errors of least squares where these are larger.
func (s *search) simplifiedByRows(c candidate, least float64) (Law, bool) {
	rows := s.inside(c.support, &c.fitted, s.order)
	errors := 2 * limit.RoundingInterval * s.spread(c.support, &c.fitted, rows)
	return s.lawOf(c, rows, func(f *fitted, k int, _ bool) (lo, hi, width float64) {
		lo, hi = s.everyRow(c.support, f, k, rows)
		return lo, hi, max(hi-lo, errors*f.se[k])
	}, 1, least)
}

// lawOf is the law with the numbers that simple finds, if it holds and the evidence is as much as is asked for.
func (s *search) lawOf(c candidate, rows []int, of bounds, narrow, least float64) (Law, bool) {
	values, nats, ok := s.simple(c, rows, of, narrow)
	if !ok || nats < least {
		return Law{}, false
	}
	p := s.polynomial(c.support, values)
	failing, ok := s.failingRows(p)
	return Law{Polynomial: p, Failing: failing, Counts: s.t.counts, Nats: nats}, ok
}

// simple replaces one coefficient after another by the simplest number in an interval, that
// with the most evidence first, and fits the others again. Of the interval the part narrow
// about its middle is looked at. The evidence is that of all: how seldom such an interval holds a number
// as simple.
func (s *search) simple(c candidate, rows []int, of bounds, narrow float64) (values []ring.Rat, nats float64, ok bool) {
	f := c.fitted
	values = make([]ring.Rat, len(c.support)-1)
	for left := len(values); left > 0; left-- {
		best, number, surest := -1, number{}, limit.RoundingNats
		for k := range values {
			if f.fixed[k] {
				continue
			}
			v := f.c[k]
			lo, hi, width := of(&f, k, left == 1)
			if !(lo < hi) {
				continue // a shorter law is as good, as things stand
			}
			middle, half := (lo+hi)/2, (hi-lo)/2
			if n, ok := simplest(middle-narrow*half, middle+narrow*half); ok {
				if alone := n.nats(width, v); alone >= surest {
					best, number, surest = k, n, alone
				}
			}
			if left > 1 {
				continue
			}
			if n, alone, ok := s.halfway(c.support, f, k, rows); ok && alone >= surest {
				best, number, surest = k, n, alone
			}
		}
		if best < 0 {
			return nil, 0, false
		}
		nats += surest
		values[best], f.c[best], f.fixed[best], f.se[best] = number.value, number.float, true, 0
		if !s.fit(c.support, rows, &f) {
			return nil, 0, false
		}
	}
	return values, nats, true
}

// halfway is a number at an end of the interval of the last coefficient that the rows allow, where some of them are halfway between two
// cells. If all these are rounded up, as spreadsheets do, they draw least squares away from it.
func (s *search) halfway(u support, f fitted, k int, rows []int) (n number, nats float64, ok bool) {
	lo, hi := s.allowedAtEnds(u, &f, k, rows)
	if !(lo < hi) || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return n, 0, false
	}
	near := limit.HalfwayEnd * (hi - lo)
	for _, end := range []float64{lo, hi} {
		if n, ok = simplest(end-near, end+near); !ok {
			continue
		}
		f.c[k] = n.float
		ties, within := 0, true
		for _, i := range rows {
			miss, _ := s.miss(u, &f.c, i)
			beyond := math.Abs(miss) - s.moves[u[0]][i]
			if tie := limit.HalfwayTie * s.moves[u[0]][i]; beyond > tie {
				within = false
				break
			} else if beyond > -tie {
				ties++
			}
		}
		if within && ties >= limit.HalfwayRows {
			return n, n.nats(hi-lo, n.float), true
		}
	}
	return n, 0, false
}

// bounds are those of an interval in which coefficient k is looked for, and the width of the interval that is evidence for what is found. The
// other coefficients are fitted unless they are fixed, and last says that they are.
type bounds func(f *fitted, k int, last bool) (lo, hi, width float64)

// reach is the interval in which coefficient k is looked for, of so many standard errors on both sides. Of the last coefficient
// it is what all rows allow of that. It is empty where it would hold 0.
func (s *search) reach(u support, f *fitted, k int, scale float64, rows []int, last bool) (lo, hi float64) {
	v, reach := f.c[k], limit.RoundingInterval*scale*f.se[k]
	if math.Abs(v) <= reach {
		return 0, 0
	}
	lo, hi = v-reach, v+reach
	if last {
		if a, b := s.allowedAtEnds(u, f, k, rows); a < b && max(a, lo) < min(b, hi) {
			lo, hi = max(a, lo), min(b, hi)
		}
	}
	return lo, hi
}

// allowedAtEnds is allowed, with the slack that the rows have if the coefficient is at an end of the interval: each round is a
// step of Newton's method. Where two cells were halfway, one round up and one down, one number is left.
func (s *search) allowedAtEnds(u support, f *fitted, k int, rows []int) (lo, hi float64) {
	v := f.c[k]
	lo, hi = s.allowed(u, f, k, rows)
	for range limit.RoundingNewton {
		if math.IsInf(lo, 0) || math.IsInf(hi, 0) {
			break
		}
		f.c[k] = lo
		a, _ := s.allowed(u, f, k, rows)
		f.c[k] = hi
		_, b := s.allowed(u, f, k, rows)
		lo, hi = a, b
	}
	f.c[k] = v
	return lo, hi
}

// allowed is the interval of coefficient k that the rows leave, the others being fixed. Where the first monomial
// is rounded, the rows may speak for it being computed from the other cells as they are written; then
// the rounding of these is no slack.
func (s *search) allowed(u support, f *fitted, k int, rows []int) (lo, hi float64) {
	nats := 0.0
	for _, i := range rows {
		_, slack := s.miss(u, &f.c, i)
		nats += math.Log(slack / math.Max(s.moves[u[0]][i], math.SmallestNonzeroFloat64))
	}
	if nats >= limit.RoundingRowNats && s.mons[u[0]].Degree() == 1 {
		lo, hi = s.interval(u, f, k, rows, func(i int, _ float64) float64 { return s.moves[u[0]][i] })
		if lo < hi {
			return lo, hi
		}
	}
	return s.interval(u, f, k, rows, func(_ int, slack float64) float64 { return slack })
}

// interval is that of coefficient k in which a part of the slack explains the miss at every row. It is wider by
// what arithmetic leaves: cells that were halfway, as 115.5 of 0.7*165, put a coefficient at its end.
func (s *search) interval(u support, f *fitted, k int, rows []int, part func(i int, slack float64) float64) (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	for _, i := range rows {
		miss, slack := s.miss(u, &f.c, i)
		slack = part(i, slack)
		v := s.value[u[k+1]][i]
		if v == 0 {
			continue
		}
		middle, reach := f.c[k]+miss/v, slack/math.Abs(v)*(1+limit.RoundingTie)
		lo, hi = math.Max(lo, middle-reach), math.Min(hi, middle+reach)
	}
	return lo, hi
}

// polynomial is the equation with the given coefficients.
func (s *search) polynomial(u support, values []ring.Rat) *poly.Polynomial[ring.Rat] {
	terms := []poly.Term[ring.Rat]{{Monomial: s.mons[u[0]], Coefficient: ring.RatFromInt(-1)}}
	for k, m := range u[1:] {
		terms = append(terms, poly.Term[ring.Rat]{Monomial: s.mons[m], Coefficient: values[k]})
	}
	return Decimal(s.t.Ring.FromTerms(terms))
}

// isChance reports whether a combination may agree with the first monomial by chance: how seldom it does where a column is
// shifted against the others is evidence that it does not, and one column that shows enough will do. Rows that differ
// in other columns only are one.
func (s *search) isChance(c candidate) bool {
	var columns []int
	for _, j := range s.t.Columns {
		if slices.ContainsFunc(c.support, func(m int) bool { return s.exps[m][j] > 0 }) {
			columns = append(columns, j)
		}
	}
	seen := exact.Seen{}
	var rows []int
	for _, i := range s.order {
		if seen.Add(s.t.Rows[s.rows[i]], columns) {
			rows = append(rows, i)
		}
	}
	n := len(rows)
	spare := n - len(c.support) + 1
	if spare < limit.RoundingSpareRows {
		return true
	}
	for _, j := range columns {
		hits, tries := 0.5, 0.5
		for d := 1; d <= min(limit.RoundingShifts, n-1); d++ {
			for a, i := range rows {
				if other := rows[(a+d*n/(limit.RoundingShifts+1)+1)%n]; other != i {
					tries++
					if miss, slack := s.mixed(c, i, j, other); math.Abs(miss) <= slack {
						hits++
					}
				}
			}
		}
		if -float64(spare)*math.Log(hits/tries) >= limit.RoundingRowNats {
			return false
		}
	}
	return true
}

// mixed is miss at a row whose cell in column j is that of another.
func (s *search) mixed(c candidate, i, j, other int) (miss, slack float64) {
	a := -1.0
	for k, m := range c.support {
		if k > 0 {
			a = c.c[k-1]
		}
		value, reach := a, math.Abs(a)
		for col, e := range s.exps[m] {
			at := i
			if col == j {
				at = other
			}
			for range e {
				value *= s.x[at][col]
				reach *= math.Abs(s.x[at][col]) + s.h[at][col]
			}
		}
		miss, slack = miss+value, slack+reach-math.Abs(value)
	}
	return miss, slack
}

// failingRows finds the rows of the table at which an equation does not hold within rounding.
// ok is false where too many rows fail, where they fail by less than slips do, where the values of a setting tell
// which rows fail, or where the other rows are nearer to the zero set than rounding leaves them. The latter does not matter of a
// factor of what holds exactly: the other factor may be close.
func (s *search) failingRows(p *poly.Polynomial[ring.Rat]) (failing []int, ok bool) {
	e := New(p)
	most := int(limit.RoundingFailing * float64(len(s.t.Rows)))
	near := 0
	for i, row := range s.t.Rows {
		if e.Zero(row, s.t.Half[i]) == ring.Yes {
			continue
		}
		if failing = append(failing, i); len(failing) > most {
			return nil, false
		}
		if s.nearlyWithin(p, i) {
			near++
		}
	}
	if float64(near) > limit.RoundingNear*float64(len(failing)) || s.failuresGrouped(failing) {
		return nil, false
	}
	half := s.given.Half // whole numbers that count as exact may be rounded all the same
	if len(s.t.only) > 0 {
		half = s.t.Half // but a law that is to give one column says that this one was rounded
	}
	m := missesOf(p, Table{Rows: s.t.Rows, Half: half})
	isNearer := m.near(p.Len(), s.t.tie, leastRounded) || m.measuredFiner(p.Len())
	return failing, !isNearer || len(failing) == 0 && s.t.isFactorOfOwed(p)
}

// failuresGrouped reports whether the values of a setting tell which rows fail.
func (s *search) failuresGrouped(failing []int) bool {
	return len(failing) > 0 && slices.ContainsFunc(s.t.Columns, func(j int) bool {
		return s.t.Levels[j] > 0 && slip.Grouped(len(s.t.Rows), func(i int) string { return s.t.Rows[i][j].String() },
			func(i int) bool { _, is := slices.BinarySearch(failing, i); return is })
	})
}

// nearlyWithin reports whether a row is off by a few times what rounding explains.
func (s *search) nearlyWithin(p *poly.Polynomial[ring.Rat], i int) bool {
	row := s.t.Rows[i]
	slack := 0.0
	for j, d := range p.Gradient() {
		slack += math.Abs(d.Eval(row).Float64()) * s.t.Half[i][j].Float64()
	}
	return math.Abs(p.Eval(row).Float64()) <= limit.RoundingFar*slack
}
