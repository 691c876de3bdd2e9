package explain

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// correlation says how the residuals of points that are neighbours along a zero
// set go together. Those of noise do not; what an approximation misses does.
type correlation struct {
	rows   int     // of the sample
	rho    float64 // of the residuals of nearest neighbours
	errors float64 // rho in its standard errors
	next   float64 // of the residuals of rows that follow one another in the table
	series float64 // next in its standard errors; of few points 0
	// chance is the probability of a correlation as great among neighbours to
	// both sides if the residuals stood in any other order; of few points only,
	// and else 1.
	chance float64
}

const (
	maxWave    = 4     // standard errors of a correlation that may be chance
	minChance  = 0.005 // the same for few points
	fewRows    = 100   // below which the standard error is not known well enough
	shuffles   = 1999  // of few points
	bothAround = 2     // neighbours of each of few points
	sameRow    = 1e-3  // standard deviations of the noise within which one row is the copy of another
	leastRows  = 24    // that points count as, however dense and smooth: a factor of ten in the noise is evidence
)

// systematic reports whether the residuals are more than noise. Those that are
// opposite come of two curves, to either side of the zero set.
func (c correlation) systematic() bool {
	return math.Abs(c.errors) > maxWave || c.series > maxWave || c.chance < minChance
}

// independent is the part of the points that counts as evidence: residuals that
// repeat those of their neighbours with the correlation rho are worth as many
// independent ones as those of an autoregressive series, (1 - rho)/(1 + rho). It is
// 1 where they are noise.
func (c correlation) independent() float64 {
	if !c.systematic() {
		return 1
	}
	rho := math.Max(0, math.Max(c.rho, c.next))
	share := math.Max((1-rho)/(1+rho), leastRows/float64(c.rows))
	return math.Min(1, share)
}

// correlation measures the residuals of the sample.
func (s *study) correlation(f fit) correlation {
	rows := distinct(sampleRows(s.sample, 2*thinPoints), sameRow*math.Sqrt(f.s))
	feet, residual := s.residuals(f, rows)
	square := dot(residual, residual)
	if len(rows) < minRows || square == 0 || f.s < negligible { // nothing but rounding errors
		return correlation{rows: len(s.sample), chance: 1}
	}
	product := 0.0
	for i := range feet {
		if at := nearestOf(feet, i, 1); len(at) > 0 {
			product += residual[i] * residual[at[0]]
		}
	}
	// Mutual neighbours count twice: the variance is up to twice that of a sum
	// of independent products.
	c := correlation{rows: len(s.sample), rho: product / square, chance: 1}
	c.errors = c.rho * math.Sqrt(float64(len(rows))/1.6)
	if len(rows) < fewRows {
		c.chance = shuffled(feet, residual)
		return c
	}
	c.next = s.following(f)
	c.series = c.next * math.Sqrt(float64(min(len(s.sample), followed)))
	return c
}

// followed is the number of rows at the beginning of the table whose order counts.
const followed = 2 * thinPoints

// following is the correlation of the residuals of rows that follow one another: a
// table in which several curves lie over one another shows what it misses in time,
// if it was measured in this order.
func (s *study) following(f fit) float64 {
	if len(s.sample) < len(s.rows) {
		return 0 // rows are left out between those of the sample
	}
	_, r := s.residuals(f, s.sample[:min(len(s.sample), followed)])
	product := 0.0
	for i := range len(r) - 1 {
		product += r[i] * r[i+1]
	}
	if square := dot(r, r); square > 0 {
		return product / square
	}
	return 0
}

// distinct returns the rows that are no copy of one before, to within a distance:
// a measurement that was written down twice has twice the same error.
func distinct(rows [][]float64, within float64) [][]float64 {
	order := firstInts(len(rows))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rows[a][0], rows[b][0]) })
	copied := make([]bool, len(rows))
	for k, i := range order {
		for _, j := range order[k+1:] {
			if rows[j][0]-rows[i][0] > within {
				break
			}
			if !copied[i] && distance2(rows[i], rows[j]) <= within*within {
				copied[j] = true
			}
		}
	}
	out := make([][]float64, 0, len(rows))
	for i, x := range rows {
		if !copied[i] {
			out = append(out, x)
		}
	}
	return out
}

// residuals returns the feet of the rows on the zero set of f, and the signed
// distances from them, which are at most three times the noise: those of a few far
// points must not decide.
func (s *study) residuals(f fit, rows [][]float64) (feet [][]float64, residual []float64) {
	feet, grads := s.footPoints(f, rows)
	residual = make([]float64, len(rows))
	limit := 3 * math.Sqrt(f.s)
	e, grad := newEvaluator(s.table, f.idx), newBlock(s.metric.Vars())
	inBlocks(rows, func(first int, x block, points int) {
		e.at(x, points)
		for r, v := range e.gradient(f.v, grad) {
			if g2 := s.metric.norm2At(feet[first+r], grads[first+r]); g2 > 0 {
				residual[first+r] = math.Max(-limit, math.Min(limit, v/math.Sqrt(g2)))
			}
		}
	})
	return feet, residual
}

// nearestOf returns the k points nearest to point i, itself left out.
func nearestOf(points [][]float64, i, k int) []int {
	best := make([]float64, 0, k+1)
	at := make([]int, 0, k+1)
	for j, z := range points {
		if j == i {
			continue
		}
		d := distance2(points[i], z)
		if len(best) == k && d >= best[k-1] {
			continue
		}
		p := len(best)
		for p > 0 && best[p-1] > d {
			p--
		}
		best, at = slices.Insert(best, p, d), slices.Insert(at, p, j)
		best, at = best[:min(len(best), k)], at[:min(len(at), k)]
	}
	return at
}

// shuffled is the share of random orders in which neighbours have residuals that
// go together as much as they do: an exact test however few points there are.
func shuffled(feet [][]float64, residual []float64) float64 {
	var pairs [][2]int
	for i := range feet {
		for _, j := range nearestOf(feet, i, bothAround) {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	together := func(r []float64) float64 {
		sum := 0.0
		for _, p := range pairs {
			sum += r[p[0]] * r[p[1]]
		}
		return sum
	}
	seen := together(residual)
	r, rng := slices.Clone(residual), rand.New(rand.NewPCG(1, uint64(len(residual))))
	more := 1
	for range shuffles {
		rng.Shuffle(len(r), func(i, j int) { r[i], r[j] = r[j], r[i] })
		if together(r) >= seen {
			more++
		}
	}
	return float64(more) / (shuffles + 1)
}

// heardCandidates is the number of candidates of shortest description whose
// residuals are looked at before those of all count as correlated.
const heardCandidates = 5

// leastCorrelated returns the correlation of the best of a list whose residuals are
// noise, or of the first where there is none among the heardCandidates best.
func (s *study) leastCorrelated(list []equation) correlation {
	first := s.correlation(list[0].fit)
	if !first.systematic() {
		return first
	}
	for _, e := range list[1:min(len(list), heardCandidates)] {
		if c := s.correlation(e.fit); !c.systematic() {
			return c
		}
	}
	return first
}

// coarse is the noise above which an approximation is not worth saying.
const coarse = maxNoise / 2

// flexible says why an equation that misses more than noise is no approximation to
// print, or returns "": it is too coarse, or so long that it could follow anything.
func (s *study) flexible(e equation) string {
	long := len(e.idx) >= manyTerms
	if !long && (e.s <= coarse*coarse || s.told) || e.proves() || !s.correlation(e.fit).systematic() {
		return ""
	}
	if long {
		return fmt.Sprintf("what it misses varies along the data, and with %d terms it can follow any", len(e.idx))
	}
	return fmt.Sprintf("what it misses varies along the data, and is %.2g of the root mean square", math.Sqrt(e.s))
}

// approximate says why an accepted equation is only an approximation, or returns
// "".
func (s *study) approximate(e equation) string {
	c := s.correlation(e.fit)
	evidence := ""
	switch {
	case c.errors < -maxWave:
		return fmt.Sprintf("holds to %.2g of the root mean square only: the points are on curves to either side of it "+
			"(residuals of neighbours are opposite, %.0f standard errors), so it may be an approximation", math.Sqrt(e.s), -c.errors)
	case c.errors > maxWave:
		evidence = fmt.Sprintf("%.0f standard errors", c.errors)
	case c.series > maxWave:
		return fmt.Sprintf("holds to %.2g of the root mean square only: what it misses varies along the rows "+
			"(residuals of rows that follow one another are correlated, %.0f standard errors), so it may be an approximation",
			math.Sqrt(e.s), c.series)
	case c.chance < minChance:
		evidence = fmt.Sprintf("as in %.2g %% of random orders", 100*c.chance)
	default:
		return ""
	}
	return fmt.Sprintf("holds to %.2g of the root mean square only: what it misses varies along the data "+
		"(residuals of neighbours are correlated, %s), so it may be an approximation", math.Sqrt(e.s), evidence)
}
