package explain

import (
	"cmp"
	"slices"
)

// maxNoise is the largest noise, relative to the root mean square of the
// variables, at which something is called an equation.
const maxNoise = 0.2

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
	floor = first.s
	for s.ctx.Err() == nil {
		next := s.next(floor)
		if next == nil {
			return
		}
		s.accept(*next)
	}
}

// first returns the equation of the shortest description among the candidates
// that no other beats.
func (s *study) first(floor, limit float64) *equation {
	list := unbeaten(s.candidates(s.fits(floor, limit)))
	equations := make([]equation, 0, len(list))
	for _, c := range list {
		equations = append(equations, s.equation(c, floor))
	}
	if len(equations) == 0 {
		return nil
	}
	sortByCost(equations)
	equations = append(equations, s.climb(equations[0], floor)...)
	sortByCost(equations)
	return &equations[0]
}

// next returns the equation of the shortest description that earns its place
// beside those accepted.
func (s *study) next(floor float64) *equation {
	list := s.candidates(s.fits(floor, 2*floor+100*negligible))
	equations := make([]equation, 0, len(list))
	for _, c := range list {
		equations = append(equations, s.equation(c, floor))
	}
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

// accept takes an equation and all that follows from it.
func (s *study) accept(e equation) {
	s.accepted = append(s.accepted, e)
	s.known.add(e.idx, e.a)
}

func sortByCost(list []equation) {
	slices.SortStableFunc(list, func(a, b equation) int { return cmp.Compare(a.cost, b.cost) })
}
