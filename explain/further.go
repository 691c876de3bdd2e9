package explain

import "math"

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
		return r.across <= maxAcross*floor+negligible && s.unclaimed(e) == ""
	}
	return exact && r.within <= onSet && s.implied(accepted, s.fitExact(e))
}
