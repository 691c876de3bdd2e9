package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// first returns the equation of the shortest description among the candidates
// that no other beats.
func (s *study) first(floor, limit float64) *equation {
	refined := s.cutting(s.candidates(s.fits(floor, limit)))
	s.independent = 1
	equations := s.ranked(refined, floor)
	if len(equations) == 0 {
		s.reason = fmt.Sprintf("none that was looked at has a fit that is regular on the data and needs less noise than %.0f %% of the root mean squares", 100*math.Sqrt(limit))
		return nil
	}
	if share := s.leastCorrelated(equations).independent(); share < 1 {
		s.say("what the best misses varies along the data: %d rows count as %.1f", len(s.sample), share*float64(len(s.sample)))
		s.independent = share
		equations = s.ranked(refined, floor)
	}
	if s.ctx.Err() != nil {
		return nil
	}
	for _, e := range equations {
		s.dispute(&e, equations)
		if s.reason = s.unclaimed(e); s.reason == "" {
			return s.polish(&e, floor)
		}
		s.say("refused %s: %s", s.show(e), s.reason)
		// What the data do not determine tells a reader little.
		if s.nearest == nil || s.nearest.surest() < minT && e.surest() >= minT {
			s.nearest = &e
		}
	}
	s.reason = s.unclaimed(*s.nearest)
	return nil
}

// cutting returns the candidates that cut the dimension of what exact equations of
// the level before leave; all, where there are none. Others can only follow from
// these, or be squares of equations that hold nearly, and need next to no noise.
func (s *study) cutting(list []candidate) []candidate {
	if s.level == 0 {
		return list
	}
	accepted := s.fitsAccepted()
	cuts := make([]bool, len(list))
	s.each(len(list), func(i int) { cuts[i] = s.relate(accepted, list[i].fit).sine > minSine })
	var out []candidate
	for i, c := range list {
		if cuts[i] {
			out = append(out, c)
		}
	}
	return out
}

// ranked returns the candidates that no other beats as equations, and those that
// come of changes to the best, in the order of their cost.
func (s *study) ranked(refined []candidate, floor float64) []equation {
	refined = s.withoutMultiples(refined)
	list := unbeaten(refined, s.independent)
	equations := s.equations(list, leastNoise(list))
	s.say("%d candidates refined, %d of them not beaten by another:", len(refined), len(equations))
	if len(equations) == 0 {
		return nil
	}
	s.factorsFirst(equations)
	sortByCost(equations)
	s.sayEquations(equations)
	for _, e := range s.climb(equations[0]) {
		if !slices.ContainsFunc(list, func(g candidate) bool { return g.beats(e.candidate, s.independent) }) {
			equations = append(equations, e)
		}
	}
	sortByCost(equations)
	return equations
}

// dispute looks for a rival of an equation. It takes the exactness from one that has
// one, since the data do not say which of the two it is, and from one of few rows whose
// integers are no strong evidence and that misses more than noise. Of many rows, the
// noise itself may be seen to vary where the zero set has a cusp.
func (s *study) dispute(e *equation, list []equation) {
	e.rival = s.rival(*e, list)
	if !e.exact {
		return
	}
	e.disputed = e.rival != nil
	if e.disputed || len(s.sample) < fewRows && e.round.gain < minGain && s.correlation(e.fit).systematic() {
		e.exact = false
		e.a, _, _ = s.original(e.fit, e.cov)
	}
}

// equations rounds all candidates, comparing the noise of each with its floor.
func (s *study) equations(list []candidate, floors []float64) []equation {
	out := make([]equation, len(list))
	s.each(len(list), func(i int) { out[i] = s.equation(list[i], floors[i]) })
	if s.ctx.Err() != nil {
		return nil // some are missing
	}
	return out
}

func sortByCost(list []equation) {
	slices.SortStableFunc(list, func(a, b equation) int { return cmp.Compare(a.cost, b.cost) })
}
