package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// maxNoise is the largest noise, relative to the root mean square of the
// variables, at which something is called an equation.
const maxNoise = 0.08

// run finds the equations one after another. The noise of the data is that of
// the best candidate of any degree; what needs significantly more is not an
// equation, whatever its degree. Where all equations of a level hold to the last
// digit, as a column that is the sum of two others does, what the remaining
// columns obey with noise is a level of its own.
func (s *study) run() {
	for s.ctx.Err() == nil {
		before := s.level
		s.level = len(s.accepted)
		if !s.runLevel() {
			s.level = before
			break
		}
		if s.accepted[s.level].s > exactNoise {
			break
		}
	}
	if len(s.accepted) == 0 {
		return
	}
	s.prune()
	if s.reason = s.pointless(); s.reason != "" {
		s.say("refused: %s", s.reason)
		s.nearest, s.accepted = &s.accepted[0], nil
	}
}

// prune drops equations that follow from the others by multiples of no higher
// degree, the highest degree first: those accepted before the equations that
// they are multiples of.
func (s *study) prune() {
	degree := func(e equation) int { return s.table.DegreeOf(e.idx[len(e.idx)-1]) }
	for d := s.degree; d > 0; d-- {
		for i := len(s.accepted) - 1; i >= 0 && len(s.accepted) > 1; i-- {
			e := s.accepted[i]
			if degree(e) != d {
				continue
			}
			others := newKnown(s.table, d)
			for j, f := range s.accepted {
				if j != i && degree(f) <= d {
					others.add(f.idx, f.a)
				}
			}
			if others.follows(e.idx, e.a) {
				s.say("dropped, since it follows from the others: %s", s.show(e))
				s.accepted = slices.Delete(s.accepted, i, i+1)
				if i < s.level {
					s.level--
				}
			}
		}
	}
}

// exactNoise is the noise variance up to which data count as noise-free.
const exactNoise = 100 * negligible

// runLevel finds the equations at one noise level and reports whether there are
// any.
func (s *study) runLevel() bool {
	const limit = maxNoise * maxNoise
	fits := s.fits(0, limit)
	floor := s.floorOf(fits)
	s.say("%d supports could carry an equation; the noise is about %.2g of the root mean squares", len(fits), math.Sqrt(floor))
	first := s.first(floor, limit)
	if first == nil || s.level > 0 && !s.newLevel(*first) {
		return false
	}
	s.accept(*first)
	for s.ctx.Err() == nil {
		next := s.next(s.meanNoise())
		if next == nil {
			break
		}
		s.accept(*next)
	}
	return true
}

// newLevel reports whether an equation with noise earns its place beside exact
// ones: it cuts the dimension, and what it misses is noise.
func (s *study) newLevel(e equation) bool {
	var accepted []fit
	for _, f := range s.accepted {
		accepted = append(accepted, s.fitExact(f))
	}
	r := s.relate(accepted, s.fitExact(e))
	return r.sine > minSine && r.across <= maxAcross*e.s+negligible && (e.s < fine || !s.correlation(e.fit).systematic())
}

// fine is the noise variance below which an approximation is worth its place beside
// exact equations: it holds to a part in a thousand.
const fine = 1e-6

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

// Any two columns that increase follow some power law to a few per cent: with less than
// severalRows, an equation without proof must hold closely, to 3 % of the root mean
// squares. Five rows of Galileo hold to 1 %, seven of clocks in motion to 2.7 %.
const (
	severalRows = 10
	closely     = 0.03
)

// unclaimed says why an equation is not claimed, or returns "".
func (s *study) unclaimed(e equation) string {
	if k, n := len(e.idx), len(s.rows); !enoughRows(k, n) && !e.proves() {
		return fmt.Sprintf("%d rows are too few for %d coefficients that are not exact", n, k)
	} else if n < severalRows && e.s > closely*closely && !e.proves() {
		return fmt.Sprintf("with %d rows, what needs noise of %.1f %% of the root mean squares may be anything", n, 100*math.Sqrt(e.s))
	}
	if reason := s.unproven(e); reason != "" {
		return reason
	}
	return s.flexible(e)
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

// next returns the equation of the shortest description that earns its place
// beside those accepted.
func (s *study) next(floor float64) *equation {
	list := s.candidates(s.fits(floor, 2*floor+100*negligible))
	floors := make([]float64, len(list))
	for i := range floors {
		floors[i] = floor
	}
	equations := s.equations(list, floors)
	sortByCost(equations)
	for _, e := range equations {
		if s.further(e, floor) {
			if !e.exact {
				for _, f := range s.climb(e) {
					if f.cost < e.cost && s.further(f, floor) {
						e = f
					}
				}
			}
			return s.polish(&e, floor)
		}
	}
	return nil
}

// meanNoise is the mean noise variance of the equations of the level.
func (s *study) meanNoise() float64 {
	sum := 0.0
	for _, e := range s.accepted[s.level:] {
		sum += e.s
	}
	return sum / float64(len(s.accepted)-s.level)
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

// accept takes an equation and all that follows from it.
func (s *study) accept(e equation) {
	s.say("taken: %s", s.show(e))
	if e.exact && len(e.idx) > 1 {
		s.say("  exact: the integers are %.1f nats shorter than real coefficients, their probability among integers is %.4f", e.round.gain, e.round.posterior)
	}
	s.accepted = append(s.accepted, e)
	for d := s.table.DegreeOf(e.idx[len(e.idx)-1]); d <= s.degree; d++ {
		s.known[d].add(e.idx, e.a)
	}
}

func sortByCost(list []equation) {
	slices.SortStableFunc(list, func(a, b equation) int { return cmp.Compare(a.cost, b.cost) })
}
