package explain

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// candidate is a refined fit with the lengths that it is ranked by.
type candidate struct {
	estimate
	support float64 // description length of the support, nats
	length  float64 // with decimal coefficients
}

// regularAt reports whether an estimate is regular if the noise variance of the
// data is s. The gradient at the noisy points differs from that at the true ones
// by the curvature times the noise: true equations of curves with cusps and
// nodes have a regularity of 0.88 and more at 5 % noise, the least for the three cusps
// of the deltoid, 0.99 at 1 %. Products of two equations have a half or less, sums of
// such products at most 0.9: with more than 4.1 % of noise these may pass.
func (e estimate) regularAt(s float64) bool {
	return e.regular.at(s) > 1-math.Max(0.05, 60*s)
}

// consistent is the least part of the noise seen in the distances of the points
// that a fit must ascribe to the data. The corrected moments of products of
// equations can be singular at far less. The median of errors that are all of one
// size has 0.45 of it, and of few rows, where rounding is uniform, chance may leave 0.4.
const (
	consistent    = 0.4
	consistentFew = 0.25
)

// consistentPart is the one for the rows of the sample.
func (s *study) consistentPart() float64 {
	if len(s.sample) < fewRows {
		return consistentFew
	}
	return consistent
}

// Budget of the search for supports, for every degree: what keeps the search of
// an ordinary table within tenths of a second.
const (
	keepSupports = 150     // of every size
	searchNodes  = 400_000 // visited for one size
	largestExact = 6       // size up to which supports are enumerated or extended
)

// hidden is the part of the noise variance of the data that a support may need
// beyond it and still count as an equation, above which no larger one is looked for:
// one to two standard errors of the variance from 200 or 1000 rows.
const hidden = 0.1

// fits searches the degrees up to s.degree with the noise variance taken to be
// floor, and returns what needs a noise variance below limit.
func (s *study) fits(floor, limit float64) []fit {
	lists := make([][]fit, s.degree+1)
	s.each(s.degree, func(i int) {
		d := i + 1
		m, g := s.flow.Forms(floor, d)
		search := &search{
			ctx: s.ctx, table: s.table, m: m, g: g, known: s.known[d], reduced: s.level > 0, limit: limit - floor,
			least: hidden*floor + negligible, keep: keepSupports, nodes: searchNodes, max: largestExact,
		}
		found := search.degree(d)
		found = append(found, search.eliminate(s.known[d].standardUpTo(s.table.Len(d)))...)
		for _, u := range found {
			if f := (fit{u.idx, u.v, max(floor+u.lambda, 0)}); s.enoughFor(f) {
				lists[d] = append(lists[d], f)
			}
		}
	})
	seen := map[string]bool{}
	var out []fit
	for _, list := range lists {
		for _, f := range list {
			if key := keyOf(f.idx); !seen[key] {
				seen[key] = true
				out = append(out, f)
			}
		}
	}
	return out
}

// enoughRows reports whether k coefficients can be told from n rows: five rows a
// coefficient, or a single ratio.
func enoughRows(k, n int) bool { return 5*k <= n || k == 2 }

// enoughFor reports whether the rows are enough for a fit to be looked at: four for
// each coefficient, or three of a few, as exact coefficients may need; a single ratio;
// and where all rows satisfy it to rounding, as many as make that no coincidence.
func (s *study) enoughFor(f fit) bool {
	k, n := len(f.idx), len(s.rows)
	return 4*k <= n || k < manyTerms && 3*k <= n || k == 2 || f.s <= exactNoise && s.noCoincidence(f)
}

// noCoincidence reports whether a fit that all rows satisfy is told by them. Those that
// do not determine it are each met by chance with a probability of a tenth, as that of
// small integers, and there are as many fits to try as supports. Repeated rows are one.
func (s *study) noCoincidence(f fit) bool {
	others := len(distinct(s.rows, 0)) - len(f.idx) + 1
	return float64(others)*math.Ln10 >= s.supportLength(f.idx)+surePlaces
}

// candidates refines the most promising fits.
func (s *study) candidates(fits []fit) []candidate {
	fits = s.shortlist(fits)
	found := make([]*candidate, len(fits))
	s.each(len(fits), func(i int) { found[i] = s.candidate(fits[i], refineSteps) })
	var out []candidate
	for _, c := range found {
		if c != nil {
			out = append(out, *c)
		}
	}
	return out
}

// refineSteps is the number of times that weights are computed anew.
const refineSteps = 3

// candidate refines one fit; nil where there is no regular equation.
func (s *study) candidate(f fit, steps int) *candidate {
	e, ok := s.refine(f, s.sample, steps)
	if !ok || !e.regularAt(e.s) || e.s > maxNoise*maxNoise || e.s+negligible < s.consistentPart()*s.sampson(e.fit) {
		return nil
	}
	if efficiency(e.weights, s.weigh(e.fit, s.sample)) < selfConsistent {
		return nil
	}
	c := &candidate{estimate: e, support: s.supportLength(e.idx)}
	c.length = c.support + decimalLength(len(e.idx), len(s.sample))
	return c
}

// smallSupports - k supports of size k are refined whatever their cost.
const smallSupports = 6

// shortlistLength is the number of fits that are refined beside the best of
// every size.
const shortlistLength = 24

// shortlist keeps the most promising fits: those of the shortest description,
// with a first estimate of what can be rounded, and the best of every size.
func (s *study) shortlist(fits []fit) []fit {
	cost := make([]float64, len(fits))
	s.each(len(fits), func(i int) {
		f := fits[i]
		m, _ := s.flow.FormsOn(f.s, f.idx)
		length, _ := s.quickLength(m, f)
		cost[i] = length + likelihoodLength(len(s.sample), f.s)
	})
	// Small supports compete within their degree, so that the multiples of an
	// equation do not crowd it out, large ones over all degrees.
	class := func(i int) [2]int {
		k, d := len(fits[i].idx), 0
		if k <= largestExact {
			d = s.table.DegreeOf(fits[i].idx[k-1])
		}
		return [2]int{k, d}
	}
	order := firstInts(len(fits))
	slices.SortStableFunc(order, func(a, b int) int {
		ca, cb := class(a), class(b)
		return cmp.Or(cmp.Compare(ca[0], cb[0]), cmp.Compare(ca[1], cb[1]), cmp.Compare(fits[a].s, fits[b].s))
	})
	var out []fit
	var rest []int
	last, rank := [2]int{}, 0
	for _, i := range order {
		if c := class(i); c != last {
			last, rank = c, 0
		}
		rank++
		if rank <= max(1, smallSupports-len(fits[i].idx)) {
			out = append(out, fits[i])
		} else {
			rest = append(rest, i)
		}
	}
	slices.SortStableFunc(rest, func(a, b int) int { return cmp.Compare(cost[a], cost[b]) })
	for _, i := range rest[:min(len(rest), shortlistLength)] {
		out = append(out, fits[i])
	}
	return out
}

// quickLength is the description length of a fit with the covariance that the
// corrected form m on its support gives to first order.
func (s *study) quickLength(m *mat.SymDense, f fit) (float64, *mat.SymDense) {
	cov := numeric.InverseBeside(m, f.v)
	cov.ScaleSym(math.Max(f.s, negligible)/float64(len(s.sample)), cov)
	a, c, size := s.original(f, cov)
	r := roundUpTo(a, c, size, quickScale, quickWidth)
	return s.supportLength(f.idx) + r.shortest(), cov
}

// floorOf returns the noise variance of the fit with the best likelihood and
// decimal length.
func (s *study) floorOf(fits []fit) float64 {
	best, floor := math.Inf(1), 0.0
	n := len(s.sample)
	for _, f := range fits {
		score := likelihoodLength(n, f.s) + s.supportLength(f.idx) + decimalLength(len(f.idx), n)
		if score < best {
			best, floor = score, f.s
		}
	}
	return floor
}
