package explain

import (
	"math"
	"slices"
)

// polish fits an equation once more to all rows, where the sample was smaller,
// and lets them decide on single monomials.
func (s *study) polish(e *equation, floor float64) *equation {
	if len(s.rows) == len(s.sample) {
		return e
	}
	all := *s
	all.sample = s.rows
	fine, ok := all.refine(e.fit, s.rows, refineSteps)
	if !ok {
		return e
	}
	best := all.refitted(*e, fine, floor)
	if !e.disputed {
		for _, f := range all.climb(best) {
			if f.cost < best.cost && s.unproven(f) == "" && (len(s.accepted) == s.level || s.further(f, floor)) {
				s.say("all %d rows prefer %s", len(s.rows), s.show(f))
				if best.rival != nil && !slices.Equal(best.rival.idx, f.idx) {
					f.rival = best.rival
					f = all.refitted(f, f.estimate, floor)
				}
				best = f
			}
		}
	}
	if !best.exact && best.s > negligible {
		if plain, ok := all.unweighted(best.fit); ok && plain.nearlyAsPrecise(best.estimate) {
			best = all.refitted(best, plain, floor)
		}
	}
	best.share, best.weights = nil, nil // of all rows: nothing is compared with it over the sample
	return &best
}

// refitted returns an equation with another estimate on its support. What a
// rival has cast doubt on stays decimal.
func (s *study) refitted(e equation, fine estimate, floor float64) equation {
	c := e.candidate
	c.estimate = fine
	out := s.equation(c, floor)
	if e.rival != nil {
		out.rival, out.disputed, out.exact = e.rival, e.disputed, false
		out.a, _, _ = s.original(fine.fit, fine.cov)
	}
	return out
}

// unweighted fits a support to all rows with equal weights. That is consistent: the
// error falls as 1/√N for ever, where that with weights at the feet of noisy
// points ends at a multiple of the fourth power of the noise.
func (s *study) unweighted(f fit) (estimate, bool) {
	g, ok := root(s.flow, f.idx, f.s)
	if !ok {
		return estimate{}, false
	}
	w := make([]float64, len(s.rows))
	for i := range w {
		w[i] = 1
	}
	e := s.assess(g, s.flow, w, s.rows)
	e.weights, e.regular = w, s.regularity(g)
	return e, !math.IsNaN(e.stderr) && !math.IsNaN(e.regular.at(e.s))
}

// maxImprecision is how much larger the standard errors of a consistent fit may be
// than those of a weighted one. For 5 % noise they are 1.0 to 1.6 times as large
// on the known varieties but for the limaçon, where it is 17.
const maxImprecision = 2

// nearlyAsPrecise reports whether no coefficient of e has a relative standard error
// of more than maxImprecision times that of f, on the same support.
func (e estimate) nearlyAsPrecise(f estimate) bool {
	for i, v := range e.v {
		a, b := e.cov.At(i, i)/(v*v), f.cov.At(i, i)/(f.v[i]*f.v[i])
		if !(a <= maxImprecision*maxImprecision*b) {
			return false
		}
	}
	return true
}
