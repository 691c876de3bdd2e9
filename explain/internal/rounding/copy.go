package rounding

import (
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// copied is a candidate that gives a column by another one, or by a product of settings, with one constant. Its monomials are numbered as in an extent of its view.
type copied struct {
	candidate
	extent extent
}

// isCopy reports whether a candidate gives one column as a multiple of another one, or of a product of settings.
func (s *search) isCopy(c candidate) bool {
	if len(c.support) != 2 {
		return false
	}
	if c.degree == 1 {
		return s.mons[c.support[0]].Degree() == 1 && s.mons[c.support[1]].Degree() == 1
	}
	computed := 0 // how often columns occur that are no settings
	for _, m := range c.support {
		for j, e := range s.exps[m] {
			if s.t.Levels[j] == 0 {
				computed += e
			}
		}
	}
	return computed == 1
}

// addCopies adds the copies that do not follow from laws. A unit need be no simple number: a mile has 1.609344 km.
func (s *search) addCopies() {
	for _, c := range s.copies {
		s.sample = c.view
		s.evaluate(c.extent)
		if s.follows(c.candidate) {
			continue
		}
		if p, ok := s.copyOf(c.candidate); ok {
			s.laws, s.ideals = append(s.laws, Law{Polynomial: p, Counts: s.t.counts}), nil
		}
	}
}

// copyOf gives the later column by the earlier one. Its number is a simple one where the rows speak for that, and else
// the shortest decimal near what least squares gives.
func (s *search) copyOf(c candidate) (*poly.Polynomial[ring.Rat], bool) {
	later := 0
	if c.support[1] > c.support[0] {
		later = 1
	}
	c, ok := s.withLeading(c, later)
	if !ok {
		return nil, false
	}
	rows := s.inside(c.support, &c.fitted, s.order)
	lo, hi := s.reach(c.support, &c.fitted, 0, s.spread(c.support, &c.fitted, rows), rows, true)
	if !(lo < hi) {
		return nil, false
	}
	middle, half := (lo+hi)/2, (hi-lo)/2
	part := limit.RoundingShares[len(limit.RoundingShares)-1]
	near, ok := shortest(middle-part*half, middle+part*half)
	if !ok {
		return nil, false
	}
	// Where the cells are exact, the rows are too near to this decimal. A simple number farther off would hide that.
	p := s.multiple(c, near)
	if !s.allHold(p) {
		return nil, false
	}
	if n, ok := simplest(lo, hi); ok && n.nats(hi-lo, c.c[0]) >= limit.RoundingNats {
		if q := s.multiple(c, n); s.allHold(q) {
			p = q
		}
	}
	return p, true
}

// multiple is the equation with a number for the coefficient of a copy.
func (s *search) multiple(c candidate, n number) *poly.Polynomial[ring.Rat] {
	R := s.t.Ring
	return R.Term(ring.RatFromInt(1), s.mons[c.support[0]]).Sub(R.Term(n.value, s.mons[c.support[1]]))
}

// allHold reports whether an equation holds within rounding at all rows.
func (s *search) allHold(p *poly.Polynomial[ring.Rat]) bool {
	failing, ok := s.failingRows(p)
	return ok && len(failing) == 0
}
