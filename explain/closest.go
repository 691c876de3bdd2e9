package explain

import (
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
