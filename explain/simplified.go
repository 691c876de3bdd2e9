package explain

import (
	"math"
	"slices"
)

// Limits of preferring equations that leave rows aside to ones of all rows.
const (
	maxSlips   = 0.1 // of the rows: more are a second population
	fewerNats  = 3   // of description: odds of twenty to one
	sameBranch = 0.4 // see apart
)

// highest is the degree of the accepted equation of highest degree, 0 where there
// is none.
func (s *study) highest() int {
	d := 0
	for _, e := range s.accepted {
		d = max(d, s.table.DegreeOf(e.idx[len(e.idx)-1]))
	}
	return d
}

// noiseIn is the noise variance of the equations in the units of p, which has the same
// columns, of the column that has most.
func (l *selection) noiseIn(p *prepared) float64 {
	top := 0.0
	for j, u := range l.p.units {
		if p.noise[j] > 0 {
			top = math.Max(top, l.p.noise[j]*u/(p.noise[j]*p.units[j]))
		}
	}
	return top * top * l.meanNoise()
}

// quieter reports whether others need half the noise or less.
func (l *selection) quieter(others *selection) bool {
	return l.meanNoise() >= negligible && others.largestNoise() <= farLower*l.largestNoise()
}

// simplified reports whether the equations of all rows are no more than those of
// others, which leave a few rows aside, bent or multiplied until they pass through
// these rows: a longer description, with a coefficient for each of the rows or with a
// zero set that contains that of others.
func (l *selection) simplified(data Data, others *selection) bool {
	return float64(len(others.aside)) <= maxSlips*float64(data.Points.Rows()) &&
		slices.Equal(l.p.keep, others.p.keep) &&
		others.longest()+fewerNats <= l.longest() &&
		others.undoubted() &&
		(l.swallows(others) || l.apart(data, others) <= sameBranch)
}

// swallows reports whether coefficients that others do not have, none of them surely
// exact, are as many as the rows that others leave aside: a coefficient more for each of
// these is no evidence.
func (l *selection) swallows(others *selection) bool {
	for _, e := range l.accepted {
		if e.exact && e.round.gain >= minGain {
			return false
		}
	}
	return len(others.aside) <= l.terms()-others.terms()
}

// terms is the largest number of terms of an accepted equation.
func (s *study) terms() int {
	k := 0
	for _, e := range s.accepted {
		k = max(k, len(e.idx))
	}
	return k
}

// longest is the length of the longest of the accepted equations in nats.
func (s *study) longest() float64 {
	top := 0.0
	for _, e := range s.accepted {
		top = math.Max(top, e.support+e.round.length())
	}
	return top
}

// undoubted reports whether what the accepted equations miss is noise.
func (s *study) undoubted() bool {
	for _, e := range s.accepted {
		if !e.exact && (len(e.idx) >= manyTerms || s.approximate(e) != "") {
			return false
		}
	}
	return true
}

// apart says how far the zero set of the equations of all rows is from that of
// others where this passes the rows that others leave aside: the median over these
// rows of the distance of their feet from the one, over that of the rows from their
// feet. It is near 0 where the one contains the other.
func (l *selection) apart(data Data, others *selection) float64 {
	all := others.p.scaled(data.Points)
	rows := make([][]float64, len(others.aside))
	for k, i := range others.aside {
		rows[k] = all[i]
	}
	feet := others.onZeroSet(rows)
	for k := range rows {
		rows[k], feet[k] = l.p.taken(rows[k], others.p), l.p.taken(feet[k], others.p)
	}
	ratio := make([]float64, len(rows))
	for k, z := range l.onZeroSet(feet) {
		ratio[k] = math.Inf(1) // a foot that did not move
		if moved := l.p.between(rows[k], feet[k]); moved > 0 {
			ratio[k] = l.p.between(feet[k], z) / moved
		}
	}
	slices.Sort(ratio)
	return ratio[len(ratio)/2]
}

// onZeroSet returns the feet of the rows on the zero set of the accepted equations.
func (s *study) onZeroSet(rows [][]float64) (feet [][]float64) {
	s.feet(s.fitsAccepted(), rows, func(y block, normals [][][]float64) {
		for r := range normals {
			feet = append(feet, y.point(r))
		}
	})
	return feet
}

// between is the distance of two points, in standard deviations of the noise of the
// columns that have any, but for a common factor.
func (p *prepared) between(x, y []float64) float64 {
	sum := 0.0
	for j, c := range p.noise {
		if c > 0 {
			sum = math.Hypot(sum, (x[j]-y[j])/c)
		}
	}
	return sum
}

// taken returns a point in the units of the search from those of another one for the
// same columns.
func (p *prepared) taken(x []float64, from *prepared) []float64 {
	out := make([]float64, len(x))
	for j, v := range x {
		v *= from.units[j]
		if from.origin != nil {
			v += from.origin[j].Float64()
		}
		if p.origin != nil {
			v -= p.origin[j].Float64()
		}
		out[j] = v / p.units[j]
	}
	return out
}
