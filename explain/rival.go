package explain

import "slices"

// rivalMargin is the difference of description lengths in nats within which
// another candidate is as good: odds of seven to one.
const rivalMargin = 2

// rival returns a candidate that describes the data as well as e and
// contradicts it, or nil: one of a cost within rivalMargin that does not follow
// from e and is not a further equation beside e: it cuts the dimension, or holds
// on the zero set of e with the noise of e. An equation with the terms of e and
// more is no rival, but that of many terms with other integers is. What would be
// refused as an equation is none either.
func (s *study) rival(e equation, list []equation) *equation {
	alone := newKnown(s.table, s.degree)
	alone.add(e.idx, e.a)
	for i := range list {
		r := &list[i]
		if r.cost > e.cost+rivalMargin {
			continue
		}
		if more := contains(r.idx, e.idx); more && !(r.exact && len(e.idx) >= manyTerms) || !more && alone.stale(r.idx) {
			continue
		}
		if alone.follows(r.idx, r.a) {
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
