package robust

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
)

// degree is that of the accepted equation of highest degree, 0 where there is none.
func (l *Selection) degree() int {
	return int(l.largest(func(e equation.Equation) float64 { return float64(e.Degree(l.Problem)) }))
}

// terms is the largest number of terms of an accepted equation.
func (l *Selection) terms() int {
	return int(l.largest(func(e equation.Equation) float64 { return float64(e.Terms()) }))
}

// length is that of the longest of the accepted equations, in nats.
func (l *Selection) length() float64 { return l.largest(equation.Equation.Length) }

// largest is the largest value over the accepted equations, at least 0.
func (l *Selection) largest(of func(e equation.Equation) float64) float64 {
	top := 0.0
	for _, e := range l.Accepted {
		top = math.Max(top, of(e))
	}
	return top
}

// noiseIn is the noise variance of the equations in the units of s, which has the same
// columns, of the column that has most.
func (l *Selection) noiseIn(s *problem.Scaling) float64 {
	top, own := 0.0, l.Problem.Scaling
	for j, u := range own.Units {
		if s.Noise[j] > 0 {
			top = math.Max(top, own.Noise[j]*u/(s.Noise[j]*s.Units[j]))
		}
	}
	return top * top * l.Noise()
}

// lessNoise reports whether the smaller noise of the others speaks for them: it makes each of
// their rows more likely. A row that is set aside has to be named, and may be anywhere: that
// costs the logarithms of the number of rows and of the values that the noise tells apart.
func (l *Selection) lessNoise(others *Selection) bool {
	if l.Noise() < limit.RoundingVariance {
		return false
	}
	rows, aside := float64(others.Data.Points.Rows()), float64(len(others.Aside))
	values := 1 / (slices.Max(others.Problem.Scaling.Noise) * math.Sqrt(math.Max(others.Noise(), limit.RoundingVariance)))
	gain := rows * math.Log(l.largestNoise()/others.largestNoise())
	return gain-aside*math.Log((rows+aside)*values) >= limit.MinEvidence()
}

// simpler reports whether the other equations say the same in fewer words: those of l are
// longer only in order to pass through the rows that the others set aside. Either they have a
// coefficient for each of these rows, or their zero set contains that of the others.
func (l *Selection) simpler(data problem.Data, others *Selection) bool {
	return float64(len(others.Aside)) <= limit.MaxSlips*float64(data.Points.Rows()) &&
		slices.Equal(l.Problem.Scaling.Keep, others.Problem.Scaling.Keep) &&
		others.length()+limit.MinShorter <= l.length() &&
		others.missesOnlyNoise() &&
		(l.oneTermPerOutlier(others) || l.distanceFrom(data, others) <= limit.SameBranch)
}

// oneTermPerOutlier reports whether l has at least as many additional coefficients as the
// others set rows aside, none of them surely exact: such equations can be fitted to any rows.
func (l *Selection) oneTermPerOutlier(others *Selection) bool {
	for _, e := range l.Accepted {
		if e.Exact && e.Rounding.Gain >= limit.MinIntegerGain {
			return false
		}
	}
	return len(others.Aside) <= l.terms()-others.terms()
}

// missesOnlyNoise reports whether what the accepted equations miss is noise.
func (l *Selection) missesOnlyNoise() bool {
	for _, e := range l.Accepted {
		if !e.Exact && (e.Terms() >= limit.ManyTerms || judge.Approximate(e) != "") {
			return false
		}
	}
	return true
}

// distanceFrom says how far the zero set of l is from that of the others, near the rows that
// these set aside. Such a row is projected to the zero set of the others, and its foot to the
// zero set of l. The answer is the median, over the rows, of the length of the second step over
// that of the first. It is near 0 where the zero set of l contains that of the others.
func (l *Selection) distanceFrom(data problem.Data, others *Selection) float64 {
	own, theirs := l.Problem.Scaling, others.Problem.Scaling
	all := theirs.Apply(data.Points)
	rows := make([][]float64, len(others.Aside))
	for k, i := range others.Aside {
		rows[k] = all[i]
	}
	feet := others.feet(rows)
	for k := range rows {
		rows[k], feet[k] = own.From(theirs, rows[k]), own.From(theirs, feet[k])
	}
	ratio := make([]float64, len(rows))
	for k, z := range l.feet(feet) {
		ratio[k] = math.Inf(1) // a foot that did not move
		if moved := distance(own, rows[k], feet[k]); moved > 0 {
			ratio[k] = distance(own, feet[k], z) / moved
		}
	}
	return numeric.UpperMedian(ratio)
}

// feet returns the feet of the rows on the zero set of the accepted equations.
func (l *Selection) feet(rows [][]float64) (feet [][]float64) {
	fit.Feet(l.Problem, equation.ExactFits(l.Problem, l.Accepted), rows, func(y eval.Block, normals [][][]float64) {
		for r := range normals {
			feet = append(feet, y.Point(r))
		}
	})
	return feet
}

// distance is the distance of two points up to a common factor: each column that has noise is
// measured in standard deviations of its noise.
func distance(s *problem.Scaling, x, y []float64) float64 {
	sum := 0.0
	for j, c := range s.Noise {
		if c > 0 {
			sum = math.Hypot(sum, (x[j]-y[j])/c)
		}
	}
	return sum
}
