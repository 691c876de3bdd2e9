package explain

import (
	"fmt"
	"math"

	"github.com/kexplain/kexplain/numeric"
)

// closestTerms is the largest number of terms of what is called the closest to
// an equation where nothing is near one.
const closestTerms = 3

// closest returns what needs the least noise among the polynomials of few terms
// that backward elimination leaves, with equal weights of all rows and the moments
// as they are, or nil. It is called where nothing regular needs less than maxNoise,
// so that what does here is not meant.
func (s *study) closest() *equation {
	var best *fit
	for d := 1; d <= s.degree; d++ {
		m, g := s.flow.Forms(0, d)
		search := &search{ctx: s.ctx, table: s.table, m: m, g: g, known: s.known[d], limit: math.Inf(1)}
		for _, u := range search.eliminate(firstInts(s.table.Len(d))) {
			f := fit{u.idx, u.v, max(u.lambda, 0)}
			few := len(f.idx) <= closestTerms && !commonFactor(s.table, f.idx)
			if few && f.s > maxNoise*maxNoise && (best == nil || f.s < best.s) {
				best = &f
			}
		}
	}
	if best == nil {
		return nil
	}
	m, _ := s.flow.FormsOn(0, best.idx)
	cov := numeric.InverseBeside(m, best.v)
	cov.ScaleSym(math.Max(best.s, negligible)/float64(len(s.sample)), cov)
	e := s.equation(candidate{estimate: estimate{fit: *best, cov: cov}}, best.s)
	return &e
}

// refusal says what came nearest to an equation.
func (s *study) refusal(w *writer, o Options) error {
	if s.nearest == nil {
		if s.nearest = s.closest(); s.nearest != nil {
			s.reason = fmt.Sprintf("everything needs noise of more than %.0f %% of the root mean squares", 100*maxNoise)
		}
	}
	e := &NoEquationError{Degree: s.degree, Unit: w.p.noiseUnit(o), Reason: s.reason, Steps: s.steps}
	if s.nearest != nil {
		if g, err := w.generator(*s.nearest); err == nil {
			e.Best, e.Terms, e.Sigma = g.brief(), len(g.Terms), g.Sigma
		}
		if s.nearest.s < negligible {
			e.Sigma = 0
		}
	}
	return e
}
