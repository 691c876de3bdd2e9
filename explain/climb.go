package explain

import (
	"cmp"
	"math"
	"slices"

	"github.com/kexplain/kexplain/moment"
)

// climbRounds bounds the changes that climb makes to a support.
const climbRounds = 3

// climb improves the support of an equation by one monomial more or less at a
// time, as long as the description gets shorter. It looks at all neighbours with
// the weights of the equation, refines the most promising, and returns all that
// it refined, with the floor of e.
func (s *study) climb(e equation) []equation {
	var found []equation
	for range climbRounds {
		w := s.weigh(e.fit, s.sample)
		d := s.table.DegreeOf(e.idx[len(e.idx)-1])
		flow := s.weightedFlow(firstInts(s.table.Len(d)), w, s.sample)
		fits, costs := s.neighbours(e, flow, d)
		order := firstInts(len(fits))
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
		best := e
		for _, i := range order[:min(3, len(order))] {
			c := s.candidate(fits[i], 2)
			if c == nil {
				continue
			}
			f := s.equation(*c, e.floor)
			found = append(found, f)
			if f.cost < best.cost {
				best = f
			}
		}
		if best.cost >= e.cost {
			break
		}
		e = best
	}
	return found
}

// neighbours fits the supports that differ from that of e in one monomial.
func (s *study) neighbours(e equation, flow *moment.Flow, d int) (fits []fit, costs []float64) {
	n := s.table.Len(d)
	list := make([]fit, n)
	cost := make([]float64, n)
	s.each(n, func(a int) {
		if s.level > 0 && !s.known[d].standard(a) {
			return
		}
		idx := slices.Clone(e.idx)
		at, in := slices.BinarySearch(idx, a)
		if in {
			idx = slices.Delete(idx, at, at+1)
		} else {
			idx = slices.Insert(idx, at, a)
		}
		if len(idx) < 2 || !comparable(len(idx), len(s.rows)) || commonFactor(s.table, idx) || s.known[d].stale(idx) {
			return
		}
		f, ok := root(flow, idx, e.s)
		if !ok {
			return
		}
		m, _ := flow.FormsOn(f.s, idx)
		list[a], cost[a] = f, s.quickCost(m, f)+tempered(s.count(), f.s, math.Max(e.s, negligible))
	})
	for a, f := range list {
		if f.idx != nil {
			fits, costs = append(fits, f), append(costs, cost[a])
		}
	}
	return fits, costs
}
