package explain

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric/moment"
)

// climbRounds bounds the changes that climb makes to a support.
const climbRounds = 3

// climbWidth is the number of neighbours that are refined in every round.
const climbWidth = 3

// climb improves the support of an equation by one monomial more or less at a
// time, as long as the description gets shorter. It looks at all neighbours with
// the weights of the equation, refines the most promising, and returns all that
// it refined, with the floor of e. The cost of each is that of the equation less
// the gain.
func (s *study) climb(e equation) []equation {
	var found []equation
	for range climbRounds {
		w := s.weigh(e.fit, s.sample)
		d := s.table.DegreeOf(e.idx[len(e.idx)-1])
		flow := s.weightedFlow(firstInts(s.table.Len(d)), w, s.sample)
		best := e
		for _, n := range s.neighbours(e, flow, d) {
			c := s.candidate(n, 2)
			if c == nil {
				continue
			}
			f := s.equation(*c, e.floor)
			f.cost = e.cost - s.gain(e.description(), f.description())
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

// description is a fit with what it is compared by with one of a support that
// differs in one monomial.
type description struct {
	fit
	cov    *mat.SymDense
	length float64 // of support and coefficients, nats
	cost   float64 // the same with tempered evidence
}

// description is that of an equation.
func (e equation) description() description {
	return description{e.fit, e.cov, e.support + e.round.length(), e.cost}
}

// gain returns by how many nats the description by f is shorter than that by e.
// One coefficient more on a given support does not bring the zero set to both sides
// of the data, on whose account evidence is else tempered: here it counts in full,
// less margin. It is the lesser of the likelihood ratio and of the evidence that
// the coefficient is not zero, which is too much where it stands in for another.
func (s *study) gain(e, f description) float64 {
	if len(f.idx) < len(e.idx) {
		return -s.gain(f, e)
	}
	more := 0
	for more < len(e.idx) && e.idx[more] == f.idx[more] {
		more++
	}
	t2 := s.independent * f.v[more] * f.v[more] / f.cov.At(more, more)
	ratio := s.count() * math.Log((e.s+negligible)/(f.s+negligible))
	evidence := math.Min(t2, ratio) / 2
	return math.Max(e.cost-f.cost, e.length-f.length+evidence-margin)
}

// neighbours fits the supports that differ from that of e in one monomial and
// returns the most promising.
func (s *study) neighbours(e equation, flow *moment.Flow, d int) []fit {
	describe := func(idx []int) (description, bool) {
		f, ok := root(flow, idx, e.s)
		if !ok {
			return description{}, false
		}
		m, _ := flow.FormsOn(f.s, idx)
		length, cov := s.quickLength(m, f)
		return description{f, cov, length, length + tempered(s.count(), f.s, math.Max(e.s, negligible))}, true
	}
	here, ok := describe(e.idx)
	if !ok {
		return nil
	}
	n := s.table.Len(d)
	list, gains := make([]fit, n), make([]float64, n)
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
		if len(idx) < 2 || commonFactor(s.table, idx) || s.known[d].stale(idx) {
			return
		}
		if there, ok := describe(idx); ok && s.enoughFor(there.fit) {
			list[a], gains[a] = there.fit, s.gain(here, there)
		}
	})
	order := slices.DeleteFunc(firstInts(n), func(a int) bool { return list[a].idx == nil || gains[a] < -outOfReach })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
	var out []fit
	for _, a := range order[:min(climbWidth, len(order))] {
		out = append(out, list[a])
	}
	return out
}

// outOfReach is the loss in nats that refining will not make up.
const outOfReach = 8
