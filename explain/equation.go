package explain

// equation is a candidate with its coefficients in data units and what can be
// said of them.
type equation struct {
	candidate
	a     []float64 // in the variables of the data, each in its decade; the integers where they are exact
	round rounding
	exact bool
	cost  float64   // description length and tempered evidence, nats
	floor float64   // noise variance that its own is compared with in cost
	rival *equation // that describes the data as well and contradicts it, or nil
	// disputed says that the rival has taken the exactness.
	disputed bool
}

// fitExact is the fit with the exact coefficients, where there are any.
func (s *study) fitExact(e equation) fit {
	f := e.fit
	if e.exact {
		f.v = s.scaled(e.idx, e.a)
	}
	return f
}

// equation rounds a candidate and compares its noise with a floor. Costs can be
// compared where the floors are alike.
func (s *study) equation(c candidate, floor float64) equation {
	a, cov, size := s.original(c.fit, c.cov)
	e := equation{candidate: c, a: a, round: round(a, cov, size), floor: floor}
	e.cost = c.support + e.round.length() + tempered(s.count(), c.s, floor)
	if e.round.sure() || e.round.exact() && len(s.sample) >= fewRows {
		e.exact = true
		for i, v := range e.round.best.n {
			e.a[i] = float64(v)
		}
	}
	return e
}
