package explain

import (
	"math"
	"slices"
)

// rivalMargin is the difference of description lengths in nats within which
// another candidate is as good: odds of seven to one.
const rivalMargin = 2

// otherIntegers is the same for integers on a support with one monomial more: those of
// the support have a probability above minPosterior among both.
var otherIntegers = math.Log(minPosterior / (1 - minPosterior))

// rival returns a candidate that describes the data as well as e and
// contradicts it, or nil: one of a cost within rivalMargin that does not follow
// from e and is not a further equation beside e: it cuts the dimension, or holds
// on the zero set of e with the noise of e. What would be refused as an equation is
// none either.
//
// An equation with the terms of e and more is no rival: e says that the data do not
// show these. But where there are many terms, integers with further ones are others
// elsewhere, whether the data determine the further ones or not, as 6z² + z⁴ for 7z² where |z| < 1, and that contradicts e.
func (s *study) rival(e equation, list []equation) *equation {
	alone := newKnown(s.table, s.degree)
	alone.add(e.idx, e.a)
	for i := range list {
		r := &list[i]
		if alone.follows(r.idx, r.a) {
			continue
		}
		if contains(r.idx, e.idx) {
			asIntegers := r.cost - r.round.length() + r.round.best.cost
			if r.round.gain > 0 && len(e.idx) >= manyTerms && asIntegers <= e.cost+otherIntegers {
				return r
			}
			continue
		}
		if r.cost > e.cost+rivalMargin || alone.stale(r.idx) {
			continue
		}
		rel := s.relate([]fit{s.fitExact(e)}, s.fitExact(*r))
		if rel.sine > minSine || rel.across <= maxAcross*e.s || rel.within <= onSet || s.unproven(*r) != "" {
			continue
		}
		return r
	}
	return nil
}

// contains reports whether all of b, in increasing order, is in a.
func contains(a, b []int) bool {
	for _, v := range b {
		if _, in := slices.BinarySearch(a, v); !in {
			return false
		}
	}
	return true
}
