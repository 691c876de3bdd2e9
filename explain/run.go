package explain

import (
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

// accept takes an equation and all that follows from it.
func (s *study) accept(e equation) {
	s.say("taken: %s", s.show(e))
	if e.exact && len(e.idx) > 1 {
		s.say("  exact: integers are favoured over real coefficients by %.1f nats, these among integers with a probability of %.4f", e.round.gain, e.round.posterior)
	}
	s.accepted = append(s.accepted, e)
	for d := s.table.DegreeOf(e.idx[len(e.idx)-1]); d <= s.degree; d++ {
		s.known[d].add(e.idx, e.a)
	}
}
