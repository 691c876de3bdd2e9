package explain

import "slices"

// rivalMargin is the difference of description lengths in nats within which
// another candidate is as good: odds of twenty to one.
const rivalMargin = 3

// rival returns a candidate that describes the data as well as e and
// contradicts it, or nil: one of a cost within rivalMargin that is not e with
// more decimal terms, does not follow from e, and is not a further equation
// beside e.
func (s *study) rival(e equation, list []equation) *equation {
	alone := newKnown(s.table, s.degree)
	alone.add(e.idx, e.a)
	for i := range list {
		r := &list[i]
		if r.cost > e.cost+rivalMargin || !r.exact && contains(r.idx, e.idx) || alone.stale(r.idx) && !contains(r.idx, e.idx) {
			continue
		}
		if alone.follows(r.idx, r.a) {
			continue
		}
		rel := s.relate([]fit{s.fitExact(e)}, s.fitExact(*r))
		if rel.sine > minSine || rel.within <= onSet {
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
