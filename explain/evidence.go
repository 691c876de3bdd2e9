package explain

import (
	"fmt"
	"math"
	"slices"
)

// thinness says whether the data are a thin layer about a zero set: how far
// neighbours lie apart across it, compared with what they would if it had
// nothing to do with them.
type thinness struct {
	// across is the mean square of the component across the zero set of the
	// step from a point to the nearest one beyond the noise, over the mean
	// square of the step divided by the number of variables: 1 for data that
	// fill space, near 0 for a layer.
	across float64
	// gap is by how much the median step is longer than the noise demands, over
	// the extent of the data: a few hundredths for points along a curve or a
	// surface, more for isolated clusters.
	gap float64
}

// Limits of thinness, with what true equations and structureless data show
// (benchmarks/refusal).
const (
	beyondNoise = 8    // standard deviations: steps shorter than that are noise
	maxThin     = 0.45 // of a layer
	maxGap      = 0.1  // of one that is not clusters, and fewPoints/N more
	fewPoints   = 5
	thinPoints  = 400  // points from which steps are taken
	minForGap   = 30   // points from which on gaps say something
	minT        = 3.0  // standard errors that a decimal coefficient is away from 0
	minExactT   = 2.0  // and one of many exact coefficients
	sureT       = 10.0 // all of many exact coefficients, to prove themselves after all
	manyTerms   = 6    // from which on exact coefficients do not prove themselves
)

// thin measures the layer of data about the zero set of f, with steps in units
// of a spread of the data: of each column's, since where one is nearly constant
// every set across it looks thin, or of the covariance, for a zero set that must
// be thinner than what a linear relation already explains.
func (s *study) thin(f fit, spread dataSpread) thinness {
	rows := sampleRows(s.sample, 2*thinPoints)
	from := sampleRows(rows, thinPoints)
	n := s.metric.Vars()
	_, grads := s.footPoints(f, from)
	u := make([]float64, n)
	least := beyondNoise * beyondNoise * f.s
	var steps []float64
	across, total := 0.0, 0.0
	for i, x := range from {
		best, at := math.Inf(1), -1
		for j, z := range rows {
			if d := distance2(x, z); d > least && d < best {
				best, at = d, j
			}
		}
		if at < 0 {
			continue
		}
		grad := grads[i]
		if dot(grad, grad) == 0 {
			continue
		}
		for j := range u {
			u[j] = rows[at][j] - x[j]
		}
		c := dot(u, grad)
		across += c * c / spread.norm2(grad)
		total += spread.distance2(u) / float64(n)
		steps = append(steps, math.Sqrt(best))
	}
	if len(steps) < len(from)/2 {
		return thinness{across: 1, gap: 1}
	}
	slices.Sort(steps)
	return thinness{across: across / total, gap: (steps[len(steps)/2] - math.Sqrt(least)) / extent(rows)}
}

// extent is twice the root mean square distance from the mean.
func extent(rows [][]float64) float64 {
	n := float64(len(rows))
	sum := 0.0
	for j := range rows[0] {
		mean, square := 0.0, 0.0
		for _, x := range rows {
			mean += x[j] / n
			square += x[j] * x[j] / n
		}
		sum += square - mean*mean
	}
	return 2 * math.Sqrt(math.Max(sum, math.SmallestNonzeroFloat64))
}

func distance2(x, y []float64) float64 {
	d := 0.0
	for j, v := range x {
		d += (v - y[j]) * (v - y[j])
	}
	return d
}

// layered says why the points are not a layer about the zero set of f, or
// returns "".
func (s *study) layered(f fit, spread dataSpread) string {
	t := s.thin(f, spread)
	switch {
	case t.across > maxThin:
		return fmt.Sprintf("the points are not a thin layer about its zero set (%.0f %% of the spread of points that fill space)", 100*t.across)
	case t.gap > maxGap+fewPoints/float64(len(s.rows)) && len(s.rows) >= minForGap:
		return "the points are isolated clusters, through which many zero sets pass"
	}
	return ""
}

// surest returns the least number of standard errors that a coefficient is away
// from 0.
func (e equation) surest() float64 {
	t := math.Inf(1)
	for i, v := range e.v {
		t = math.Min(t, math.Abs(v)/math.Sqrt(math.Max(e.cov.At(i, i), 1e-300)))
	}
	return t
}

// proves reports whether the integers of an equation prove it by their bits: a
// single one does not, a few do, many do where the data leave none of them in doubt.
func (e equation) proves() bool {
	return e.exact && len(e.idx) > 1 && (len(e.idx) < manyTerms || e.surest() > sureT)
}

// unproven says why an equation is not one that the data prove, or returns "".
// A curved decimal zero set must be thinner than what linear relations explain;
// one that lost its exactness to a rival, and says so, thinner than the columns.
// See also pointless.
func (s *study) unproven(e equation) string {
	if e.proves() {
		return ""
	}
	least := minT
	if e.exact {
		least = minExactT
	}
	if t := e.surest(); t < least {
		return fmt.Sprintf("the data do not determine its coefficients (one is %.1f standard errors from 0)", t)
	}
	if e.s < negligible {
		return ""
	}
	spread := diagonalSpread(s.dev)
	if s.table.DegreeOf(e.idx[len(e.idx)-1]) > 1 && e.rival == nil {
		spread = covarianceSpread(s.sample)
	}
	return s.layered(e.fit, spread)
}

// minGain is the evidence in nats, over real coefficients, that exact equations
// together must have when the points are no layer: isolated points with
// integer coordinates have it, clusters anywhere have not.
const minGain = 8

// pointless says why the exact equations accepted may be those of clusters, or
// returns "".
func (s *study) pointless() string {
	first := s.accepted[0]
	if !first.exact || first.s < negligible {
		return ""
	}
	gain := 0.0
	for _, e := range s.accepted {
		if e.proves() {
			gain += e.round.gain
		}
	}
	if gain >= minGain {
		return ""
	}
	return s.layered(first.fit, diagonalSpread(s.dev))
}
