package explain

import (
	"cmp"
	"slices"
)

// maxNoise is the largest noise, relative to the root mean square of the
// variables, at which something is called an equation.
const maxNoise = 0.08

// run finds the equations one after another. The noise of the data is that of
// the best candidate of any degree; what needs significantly more is not an
// equation, whatever its degree.
func (s *study) run() {
	const limit = maxNoise * maxNoise
	floor := s.floorOf(s.fits(0, limit))
	first := s.first(floor, limit)
	if first == nil {
		return
	}
	s.accept(*first)
	for s.ctx.Err() == nil {
		next := s.next(s.meanNoise())
		if next == nil {
			break
		}
		s.accept(*next)
	}
	if s.reason = s.pointless(); s.reason != "" {
		s.nearest, s.accepted = &s.accepted[0], nil
	}
}

// first returns the equation of the shortest description among the candidates
// that no other beats.
func (s *study) first(floor, limit float64) *equation {
	list := unbeaten(s.candidates(s.fits(floor, limit)))
	equations := s.equations(list, floor)
	if len(equations) == 0 {
		return nil
	}
	sortByCost(equations)
	equations = append(equations, s.climb(equations[0], floor)...)
	sortByCost(equations)
	for i := range equations {
		e := &equations[i]
		if s.reason = s.unproven(*e); s.reason == "" {
			s.dispute(e, equations)
			return e
		}
		if s.nearest == nil {
			s.nearest = e
		}
	}
	s.reason = s.unproven(*s.nearest)
	return nil
}

// dispute takes the exactness from an equation that has a rival: the data do not
// say which of the two it is.
func (s *study) dispute(e *equation, list []equation) {
	if !e.exact {
		return
	}
	if e.rival = s.rival(*e, list); e.rival != nil {
		e.exact = false
		e.a, _, _ = s.original(e.fit, e.cov)
	}
}

// next returns the equation of the shortest description that earns its place
// beside those accepted.
func (s *study) next(floor float64) *equation {
	list := s.candidates(s.fits(floor, 2*floor+100*negligible))
	equations := s.equations(list, floor)
	sortByCost(equations)
	for _, e := range equations {
		if s.further(e, floor) {
			if !e.exact {
				for _, f := range s.climb(e, floor) {
					if s.further(f, floor) {
						e = f
					}
				}
			}
			return &e
		}
	}
	return nil
}

// meanNoise is the mean noise variance of the accepted equations.
func (s *study) meanNoise() float64 {
	sum := 0.0
	for _, e := range s.accepted {
		sum += e.s
	}
	return sum / float64(len(s.accepted))
}

// equations rounds all candidates.
func (s *study) equations(list []candidate, floor float64) []equation {
	out := make([]equation, len(list))
	s.each(len(list), func(i int) { out[i] = s.equation(list[i], floor) })
	return out
}

// accept takes an equation and all that follows from it.
func (s *study) accept(e equation) {
	s.accepted = append(s.accepted, e)
	s.known.add(e.idx, e.a)
}

func sortByCost(list []equation) {
	slices.SortStableFunc(list, func(a, b equation) int { return cmp.Compare(a.cost, b.cost) })
}
