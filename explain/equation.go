package explain

import "math"

// equation is a candidate with its coefficients in data units and what can be
// said of them.
type equation struct {
	candidate
	a     []float64 // in data units; the integers where they are exact
	round rounding
	exact bool
	cost  float64   // description length and tempered evidence, nats
	rival *equation // that describes the data as well and contradicts it, or nil
}

// fitExact is the fit with the exact coefficients, where there are any.
func (s *study) fitExact(e equation) fit {
	f := e.fit
	if e.exact {
		f.v = s.scaled(e.idx, e.a)
	}
	return f
}

// equation rounds a candidate.
func (s *study) equation(c candidate, floor float64) equation {
	a, cov, size := s.original(c.fit, c.cov)
	e := equation{candidate: c, a: a, round: round(a, cov, size)}
	e.cost = c.support + e.round.length() + tempered(len(s.sample), c.s, floor)
	if e.round.exact() {
		e.exact = true
		for i, v := range e.round.best.n {
			e.a[i] = float64(v)
		}
	}
	return e
}

// Limits of a further equation, beside those accepted at noise variance floor.
const (
	maxSteps  = 5    // standard errors that its noise may be above floor
	maxAcross = 2    // times floor: its noise along the zero set of the others
	minSine   = 0.3  // of its gradient to the normal space, when it cuts the dimension
	onSet     = 1e-7 // of the data: zero on the set, to rounding
)

// further reports whether a further equation earns its place: either it cuts the
// dimension of the zero set, at the noise of the data, or it is exact and
// vanishes on the component of the exact zero set on which the data lie.
func (s *study) further(e equation, floor float64) bool {
	first := s.accepted[s.level]
	if floor > negligible {
		if e.s-floor > maxSteps*math.Hypot(e.stderr, first.stderr) {
			return false
		}
	}
	exact := e.exact
	var accepted []fit
	for _, f := range s.accepted {
		accepted = append(accepted, s.fitExact(f))
		exact = exact && f.exact
	}
	r := s.relate(accepted, s.fitExact(e))
	if r.sine > minSine {
		return r.across <= maxAcross*floor+negligible && s.unproven(e) == ""
	}
	return exact && r.within <= onSet
}
