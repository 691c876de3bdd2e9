package rounding

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// copied is a candidate that gives a column in the units of another one, and the sample that it was found in with its degree.
type copied struct {
	candidate
	sample *sample
	degree int
}

// isCopy reports whether a candidate gives one column as a multiple of another one, at all rows.
func (s *search) isCopy(c candidate) bool {
	return len(c.support) == 2 && c.degree == 1 && s.mons[c.support[0]].Degree() == 1 && s.mons[c.support[1]].Degree() == 1 &&
		len(s.inside(c.support, &c.fitted, s.order)) == len(s.order)
}

// addCopies adds the copies to the laws from which they do not follow. Their units are no simple numbers, as 1.609344 km to the mile
// is none. So the number is the shortest that is near what least squares gives, or a shorter one in reach that chance would not put
// there. All rows obey it, as they do any other number that the cells allow.
func (s *search) addCopies() {
	for _, c := range s.copies {
		s.sample = c.sample
		s.evaluate(c.degree)
		if s.follows(c.candidate) {
			continue
		}
		if p, ok := s.copyOf(c.candidate); ok {
			s.laws, s.ideals = append(s.laws, Law{Polynomial: p, Counts: s.t.counts}), nil
		}
	}
}

// copyOf gives the later column by the earlier.
func (s *search) copyOf(c candidate) (*poly.Polynomial[ring.Rat], bool) {
	later := 0
	if c.support[1] > c.support[0] {
		later = 1
	}
	c, ok := s.withLeading(c, later)
	if !ok {
		return nil, false
	}
	// Of rows that are nearer than rounding leaves them this is told, and a short number may hide it.
	p, ok := s.multiple(c, limit.RoundingShares[len(limit.RoundingShares)-1], math.Inf(-1))
	if !ok {
		return nil, false
	}
	if short, ok := s.multiple(c, 1, limit.RoundingNats); ok {
		return short, true
	}
	return p, true
}

// multiple is the equation of a copy, with the simplest number in a part of the interval of least squares that has so much evidence.
func (s *search) multiple(c candidate, narrow, nats float64) (*poly.Polynomial[ring.Rat], bool) {
	values, _, ok := s.simple(c, narrow, nats)
	if !ok {
		return nil, false
	}
	p := s.t.Ring.Term(ring.RatFromInt(1), s.mons[c.support[0]]).Sub(s.t.Ring.Term(values[0], s.mons[c.support[1]]))
	failing, ok := s.failingRows(p)
	return p, ok && len(failing) == 0
}
