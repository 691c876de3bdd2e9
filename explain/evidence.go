package explain

import (
	"fmt"
	"math"
)

// Limits of evidence, with what true equations and structureless data show
// (benchmarks/recovery, benchmarks/refusal).
const (
	// maxThick is the thickness of a layer beyond which it is no more than
	// correlation: that of a linear relation of two columns with the correlation
	// 0.978. True equations have up to 0.13 at 5 % noise; Gaussian columns with the
	// correlation 0.95 have 0.22, the four columns of iris.csv 0.16.
	maxThick = 0.15
	// maxThickExact is the same for exact equations of at least minGain: a
	// correlation of 0.96. Of higher degree, and where they miss no more than noise, they
	// may have maxThickCurved, since no correlation makes them: what has so much gain in structureless data is of tight
	// clusters, with a thickness of 0.06 at most.
	maxThickExact  = 0.2
	maxThickCurved = 0.25
	// layerWidth is the part of the spread that a layer takes, two standard
	// deviations to either side and often about two branches of a zero set, over
	// its thickness.
	layerWidth = 3
	// maxBent is the thickness of a layer about a curved zero set in units of the
	// covariance: nearer to the points than half of what linear relations leave.
	maxBent = 0.5
	// maxThin is how far neighbours may lie apart across a layer: true curves with folds
	// have up to 0.5 at 5 % noise, clouds 0.75 and more.
	maxThin = 0.6
	// minSteps is the number of points beyond the noise of one another from which
	// on that says something.
	minSteps = 20
	// surePlaces is the evidence in nats, beyond the length of the support, that
	// places lie on a zero set: by chance, they do in one of a hundred tables.
	surePlaces = 4.6
	// minGain is the evidence in nats, over real coefficients, from which on exact
	// equations need not be about a thin layer: isolated points with integer
	// coordinates have it, clusters anywhere have not.
	minGain = 8

	minT      = 3.0  // standard errors that a decimal coefficient is away from 0
	minExactT = 2.0  // and one of many exact coefficients
	sureT     = 10.0 // all of many exact coefficients, to prove themselves after all
	manyTerms = 6    // from which on exact coefficients do not prove themselves
)

// layered says why the points are not a layer about the zero set of f, or
// returns "". gain is the evidence in nats that the coefficients are integers.
func (s *study) layered(f fit, gain float64) string {
	l := s.layer(f, columnSpread(s.sample))
	few := s.crowded(f, l, gain)
	limit := maxThick
	if gain >= minGain {
		limit = maxThickExact
		if s.table.DegreeOf(f.idx[len(f.idx)-1]) > 1 && !s.correlation(f).systematic() {
			limit = maxThickCurved
		}
	}
	switch {
	case few != "" || f.s < negligible:
		return few
	case l.thickness > limit:
		return fmt.Sprintf("its noise is %s the spread of the data, as where columns are merely correlated", partOf(l.thickness))
	case l.fills() && gain < minGain:
		return fmt.Sprintf("the points are not a thin layer about its zero set (%s the spread of points that fill space)", partOf(l.across))
	}
	return ""
}

// partOf says how much of something there is, where more than all is no news.
func partOf(x float64) string {
	if x >= 1 {
		return "as large as"
	}
	return fmt.Sprintf("%.0f %% of", 100*x)
}

// crowded says why the points are at too few places to tell an equation, or
// returns "".
func (s *study) crowded(f fit, l layer, gain float64) string {
	if s.placed(f, l)+gain < surePlaces {
		return crowdedAt(l.places)
	}
	return ""
}

func crowdedAt(places int) string {
	return fmt.Sprintf("at this noise the points are no more than %d places, through which many zero sets pass", places)
}

// placed is the evidence in nats that places lie on the zero set of f, less what it
// takes to say which zero set.
//
// k coefficients may fit k - 1 of the places. Each of the others lies on the
// zero set by chance with a probability that is about the thickness of the layer,
// and there are as many zero sets to try as supports. Where residuals of neighbours
// are correlated it is the places that are scattered about the zero set, not the
// points of each, and a place may be anywhere in the layer.
func (s *study) placed(f fit, l layer) float64 {
	chance := math.Max(l.thickness, math.Sqrt(negligible))
	if s.correlation(f).systematic() {
		chance *= layerWidth
	}
	return float64(l.places-len(f.idx)+1)*math.Log(1/chance) - s.supportLength(f.idx)
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
	return e.exact && len(e.idx) > 1 && (len(e.idx) < manyTerms && e.surest() > minExactT || e.surest() > sureT)
}

// unproven says why an equation is not one that the data prove, or returns "".
// A curved decimal zero set must be nearer to the points than linear relations
// are, but for one that lost its exactness to a rival, and says so.
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
	if e.s > negligible && !e.disputed && s.table.DegreeOf(e.idx[len(e.idx)-1]) > 1 {
		l := s.layer(e.fit, covarianceSpread(s.sample))
		if l.thickness > maxBent {
			return fmt.Sprintf("its noise is %s what linear relations of the columns leave", partOf(l.thickness))
		}
		if l.fills() {
			return fmt.Sprintf("the points are not a thin layer about its zero set (%s the spread of points that fill what linear relations leave)", partOf(l.across))
		}
	}
	return s.layered(e.fit, 0)
}

// pointless says why the exact equations accepted may be those of clusters, or
// returns "". All together must be told by the places and by what speaks for their
// integers: two clusters satisfy any number of equations.
func (s *study) pointless() string {
	first := s.accepted[0]
	if !first.exact {
		return ""
	}
	gain, evidence, places := 0.0, 0.0, 0
	for _, e := range s.accepted {
		l := s.layer(e.fit, columnSpread(s.sample))
		if l.places < len(e.idx) {
			return crowdedAt(l.places)
		}
		evidence += s.placed(e.fit, l)
		places = max(places, l.places)
		if e.proves() {
			gain += e.round.gain
		}
	}
	if first.s < negligible {
		return ""
	}
	if evidence+gain < surePlaces {
		return crowdedAt(places)
	}
	return s.layered(first.fit, gain)
}

// Any two columns that increase follow some power law to a few per cent: with less than
// severalRows, an equation without proof must hold closely, to 3 % of the root mean
// squares. Five rows of Galileo hold to 1 %, seven of clocks in motion to 2.7 %.
const (
	severalRows = 10
	closely     = 0.03
)

// unclaimed says why an equation is not claimed, or returns "".
func (s *study) unclaimed(e equation) string {
	if k, n := len(e.idx), len(s.rows); !enoughRows(k, n) && !e.proves() {
		return fmt.Sprintf("%d rows are too few for %d coefficients that are not exact", n, k)
	} else if n < severalRows && e.s > closely*closely && !e.proves() {
		return fmt.Sprintf("with %d rows, what needs noise of %.1f %% of the root mean squares may be anything", n, 100*math.Sqrt(e.s))
	}
	if reason := s.unproven(e); reason != "" {
		return reason
	}
	return s.flexible(e)
}
