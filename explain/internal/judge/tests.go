package judge

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/evidence"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/plural"
)

// Test is one test of an equation.
type Test struct {
	Name    string // of what is measured
	Value   float64
	Limit   float64
	AtLeast bool   // the limit is a lower one
	Unit    string // of both
	Reason  string // of the refusal, if the test fails
}

// Failed reports whether the value is beyond the limit.
func (t Test) Failed() bool {
	if t.AtLeast {
		return t.Value < t.Limit
	}
	return t.Value > t.Limit
}

// String is the test as a line: name, value, limit, unit.
func (t Test) String() string {
	bound := "at most"
	if t.AtLeast {
		bound = "at least"
	}
	text := fmt.Sprintf("%s: %.3g, %s %.3g %s", t.Name, t.Value, bound, t.Limit, t.Unit)
	if t.Failed() {
		text += " (failed)"
	}
	return text
}

// Refusal is the reason of the first test of a list that fails, or "".
func Refusal(tests iter.Seq[Test]) string {
	for t := range tests {
		if t.Failed() {
			return t.Reason
		}
	}
	return ""
}

// Claim lists the tests of an equation that is to be claimed, in the order in which they
// are made. None is measured before those ahead of it were taken.
func Claim(p *problem.Problem, e equation.Equation) iter.Seq[Test] {
	return func(yield func(Test) bool) {
		_ = squareFree(p, e, yield) && ownRows(p, e, yield) && beyondIdentities(p, e, yield) && claimRows(p, e, yield) && proof(p, e, yield) && approximation(p, e, yield) && inOrder(p, e, yield) && medianError(p, e, yield)
	}
}

// Proof lists the tests of whether the data prove an equation. A curved zero set with decimals
// must be nearer to the points than linear relations are. An equation that lost its exactness
// to a rival is excused: its doubt says so.
func Proof(p *problem.Problem, e equation.Equation) iter.Seq[Test] {
	return func(yield func(Test) bool) { proof(p, e, yield) }
}

// beyondIdentities asks whether an equation says more than what holds by definition, and about more than one column beside that:
// y = 7*x*u, where u = 1/x by definition, says that y is 7.
func beyondIdentities(p *problem.Problem, e equation.Equation, yield func(Test) bool) bool {
	zeros := fit.Identities(p)
	return zeros == nil || yield(Test{
		Name: "gradient along the identities", Value: zeros.Transversality(e.ExactFit(p)), Limit: limit.MinSine, AtLeast: true, Unit: "of its parts",
		Reason: "the nearest equation says no more than what is given or holds by definition",
	}) && (!ofOneColumn(p, e) || yield(Test{
		Name: "columns beside what holds by definition", Value: 1, Limit: 2, AtLeast: true, Unit: "columns",
		Reason: "the nearest equation says only which value a column takes, beside what holds by definition",
	}))
}

// ofOneColumn reports whether a multiple of a polynomial in one column by a monomial follows from an equation and what holds by
// definition.
func ofOneColumn(p *problem.Problem, e equation.Equation) bool {
	given, with := equation.Ideal(p, p.Degree, p.Scaling.Identities), equation.Ideal(p, p.Degree, p.Scaling.Identities, e)
	for m := range p.Table.Len(p.Degree - 1) {
		for j := range p.Metric.Vars() {
			exps, powers := slices.Clone(p.Table.Exponents(m)), []int{m}
			for range p.Degree - p.Table.DegreeOf(m) {
				exps[j]++
				powers = append(powers, p.Table.Position(exps))
			}
			if with.Dependent(powers) && !given.Dependent(powers) {
				return true
			}
		}
	}
	return false
}

// squareFree asks whether an equation has no repeated factor: the square of an equation that needs errors of 15 % needs 10 %.
func squareFree(p *problem.Problem, e equation.Equation, yield func(Test) bool) bool {
	return !e.Exact || e.Degree(p) < 2 || e.Integers(p).SquareFree() || yield(Test{
		Name: "repeated factors", Value: 1, Limit: 0, Unit: "factors",
		Reason: "the nearest equation is the square of another, or a multiple of one",
	})
}

// claimRows asks for rows enough.
func claimRows(p *problem.Problem, e equation.Equation, yield func(Test) bool) bool {
	if e.Proves() {
		return true
	}
	k, needed := e.Terms(), limit.RowsPerDecimal*e.Terms()
	n := len(p.Rows)
	rows := plural.Count(n, "row") + plural.Verb(n, " is", " are")
	if different := len(p.DifferentOn(e.Estimate.Fit.Idx)); different < min(needed, n) {
		n, rows = different, fmt.Sprintf("the %d rows that differ in the columns of the nearest equation are", different)
	}
	if k >= limit.ManyTerms && n >= needed {
		if conditions := p.Conditions(e.Estimate.Fit.Idx); conditions < needed {
			n, rows = conditions, fmt.Sprintf("the %d conditions that the rows put on the nearest equation are", conditions)
		}
	}
	if n >= needed {
		return yield(Test{Name: "rows", Value: float64(n), Limit: float64(needed), AtLeast: true, Unit: "rows"})
	}
	if k != 2 {
		if support.IsLinear(p, e.Estimate.Fit) {
			needed = support.RowsOfLinear(p, e.Estimate.Fit)
		}
		if !yield(Test{
			Name: "rows", Value: float64(n), Limit: float64(needed), AtLeast: true, Unit: "rows",
			Reason: fmt.Sprintf("%s too few to tell %s from chance, at least %d are needed", rows, inWords(p, e), needed),
		}) {
			return false
		}
	}
	return yield(Test{
		Name: "noise of few rows", Value: e.Variance(), Limit: limit.MaxNoiseOfFewRows * limit.MaxNoiseOfFewRows, Unit: "mean squares",
		Reason: fmt.Sprintf("%s too few for errors of %.1f %% of the values", rows, 100*math.Sqrt(e.Variance())),
	})
}

// proof asks whether the coefficients are determined, and the points a layer.
func proof(p *problem.Problem, e equation.Equation, yield func(Test) bool) bool {
	if e.Proves() {
		return true
	}
	least, t := limit.MinDecimalT, e.LeastT()
	if p.Declared(e.Estimate.Fit.Idx) {
		least = limit.MinDeclaredT
	}
	switch {
	case e.Exact && e.Rounding.Gain > limit.MinIntegerGain:
		least = limit.MinWeakT
	case e.Exact:
		least = limit.MinExactT
	}
	if !yield(Test{
		Name: "least coefficient", Value: t, Limit: least, AtLeast: true, Unit: "standard errors",
		Reason: fmt.Sprintf("the rows do not determine the constants of the nearest equation: one is only %.1f standard errors from 0", t),
	}) {
		return false
	}
	if !e.BelowRounding() && !e.Contested && e.Degree(p) > 1 && !shorterThanPlane(p, e) {
		l := e.Estimate.Evidence.CovarianceLayer()
		if !yield(Test{
			Name: "thickness in units of the covariance", Value: l.Thickness, Limit: limit.MaxThicknessCovariance, Unit: "of linear relations",
			Reason: fmt.Sprintf("the errors of the nearest equation are %s those of a line or plane", partOf(l.Thickness)),
		}) {
			return false
		}
	}
	return layerTests(p, e, 0, yield)
}

// shorterThanPlane reports whether an equation has fewer constants than a plane in its columns, as
// p V = c T has. In a narrow range both describe the rows, and the shorter is taken.
func shorterThanPlane(p *problem.Problem, e equation.Equation) bool {
	return e.Terms() <= len(p.ColumnsOf(e.Estimate.Fit.Idx))
}

// layerTests asks whether the points are a layer about the zero set of e. gain are the
// log odds in nats that the coefficients are integers, beyond those that decimals need.
func layerTests(p *problem.Problem, e equation.Equation, gain float64, yield func(Test) bool) bool {
	l := e.Estimate.Evidence.ColumnLayer()
	if !yield(places(placesEvidence(p, e, l)+gain, l.Places)) {
		return false
	}
	if e.BelowRounding() {
		return true
	}
	most := limit.MaxThickness
	if gain >= limit.MinIntegerGain-limit.MinFitEvidence() && e.Degree(p) > 1 && !e.Estimate.Evidence.Correlation().Systematic() {
		most = limit.MaxThicknessCurved
	}
	return yield(Test{
		Name: "thickness", Value: l.Thickness, Limit: most, Unit: "of the spread",
		Reason: fmt.Sprintf("the errors of the nearest equation are %s the spread of the rows, as where columns are merely correlated", partOf(l.Thickness)),
	})
}

// inWords says what an equation is by its shape.
func inWords(p *problem.Problem, e equation.Equation) string {
	if support.IsLinear(p, e.Estimate.Fit) {
		if len(p.ColumnsOf(e.Estimate.Fit.Idx)) == 2 {
			return "a line"
		}
		return "a plane"
	}
	return fmt.Sprintf("a curve of %d terms", e.Terms())
}

// partOf says how much of something there is, where more than all is no news.
func partOf(x float64) string {
	if x >= 1 {
		return "as large as"
	}
	return fmt.Sprintf("%.0f %% of", 100*x)
}

// places is the test of the evidence that places lie on a zero set.
func places(evidence float64, n int) Test {
	return Test{
		Name: "places on the zero set", Value: evidence, Limit: limit.MinPlacesEvidence, AtLeast: true, Unit: "nats",
		Reason: placesInWords(n),
	}
}

// placesInWords says that rows are too few places to choose a curve.
func placesInWords(n int) string {
	if n == 1 {
		return "the errors that the nearest equation needs are as large as the differences between the rows"
	}
	return fmt.Sprintf("with errors as large as the nearest equation needs, only %s of the rows can be told apart, and many curves pass through so few", plural.Count(n, "place"))
}

// placesEvidence is the evidence in nats that places lie on the zero set of e, less what
// it takes to say which zero set.
//
// k coefficients may fit k - 1 of the places. Each of the others lies on the
// zero set by chance with a probability that is about the thickness of the layer,
// and there are as many zero sets to try as supports. Where residuals of neighbours
// are correlated it is the places that are scattered about the zero set, not the
// points of each, and a place may be anywhere in the layer.
func placesEvidence(p *problem.Problem, e equation.Equation, l fit.Layer) float64 {
	chance := math.Max(l.Thickness, math.Sqrt(limit.RoundingVariance))
	if e.Estimate.Evidence.Correlation().Systematic() {
		chance *= limit.LayerWidth
	}
	return float64(l.Places-e.Terms()+1)*math.Log(1/chance) - support.Length(p, e.Estimate.Fit.Idx)
}

// Together lists the tests of accepted equations as a whole: where they are exact, they
// may be those of clusters, and two clusters satisfy any number of equations. The places
// and what speaks for their integers must speak for all of them.
func Together(p *problem.Problem, accepted []equation.Equation) iter.Seq[Test] {
	return func(yield func(Test) bool) {
		first := accepted[0]
		if !first.Exact {
			return
		}
		gain, evidence, most := 0.0, 0.0, 0
		for _, e := range accepted {
			l := e.Estimate.Evidence.ColumnLayer()
			t := places(float64(l.Places), l.Places)
			t.Limit, t.Unit = float64(e.Terms()), "places"
			if !yield(t) {
				return
			}
			evidence += placesEvidence(p, e, l)
			most = max(most, l.Places)
			if e.Proves() {
				gain -= math.Log(math.Max(1e-300, 1/e.Certainty()-1)) // the log odds
			}
		}
		gain = math.Max(0, gain-limit.MinFitEvidence()) // by so much integers are surer than decimals must be
		if !first.BelowRounding() && yield(places(evidence+gain, most)) {
			layerTests(p, first, gain, yield)
		}
	}
}

// approximation asks of an equation that misses more than noise that it be a good
// approximation and a short one: a coarse one is not worth saying, and a long one could
// follow anything.
func approximation(p *problem.Problem, e equation.Equation, yield func(Test) bool) bool {
	s := e.Variance()
	long := e.Terms() >= limit.ManyTerms
	if !long && p.Scaling.NoiseGiven || e.Proves() || !long &&
		s <= limit.MaxApproximateNoise*limit.MaxApproximateNoise || !e.Estimate.Evidence.Correlation().Systematic() {
		return true
	}
	if long {
		return yield(Test{
			Name: "terms of an approximation", Value: float64(e.Terms()), Limit: float64(limit.ManyTerms - 1), Unit: "terms",
			Reason: fmt.Sprintf("the residuals of the nearest equation follow a pattern along the data, and %d terms can follow any rows", e.Terms()),
		})
	}
	return yield(Test{
		Name: "noise of an approximation", Value: s, Limit: limit.MaxApproximateNoise * limit.MaxApproximateNoise, Unit: "mean squares",
		Reason: fmt.Sprintf("the residuals of the nearest equation follow a pattern along the data, and are %.2g of the root mean square", math.Sqrt(s)),
	})
}

// medianError asks whether half of the rows miss an equation by as much as errors would. Of bills that are paid, open or paid in a small
// part, two thirds obey paid*open = 0 exactly; the others need errors of 20, which those have not.
func medianError(p *problem.Problem, e equation.Equation, yield func(Test) bool) bool {
	if e.Variance() <= limit.MinNoiseVariance || p.Scaling.NoiseGiven {
		return true
	}
	c := newComparison(p, []equation.Equation{e}, 0)
	if len(c.rows) < limit.MinShapeRows {
		return true // the shape of their errors is not looked for
	}
	median, ok := evidence.MedianOffset(c.rows, c.polynomial, c.shape)
	return !ok || yield(Test{
		Name: "median of the errors", Value: median, Limit: limit.MinMedian, AtLeast: true, Unit: "of their root mean square",
		Reason: fmt.Sprintf("half of the rows miss the nearest equation by no more than %.2g of the errors that the others need, so these are no errors", median),
	})
}

// Approximate says why an accepted equation is only an approximation, or returns "".
func Approximate(e equation.Equation) string {
	c := e.Estimate.Evidence.Correlation()
	what, evidence := "along the data (residuals of neighbours are correlated", ""
	switch {
	case c.StdErrors > limit.MaxCorrelation:
		evidence = fmt.Sprintf("%.0f standard errors", c.StdErrors)
	case c.SeriesStdErrors > limit.MaxCorrelation:
		what = "along the rows (residuals of rows that follow one another are correlated"
		evidence = fmt.Sprintf("%.0f standard errors", c.SeriesStdErrors)
	case c.Chance < limit.MinChance:
		evidence = fmt.Sprintf("as in %.2g %% of random orders", 100*c.Chance)
	default:
		return ""
	}
	return fmt.Sprintf("holds to %.2g of the root mean square only: its residuals follow a pattern %s, %s), so it may be an approximation",
		math.Sqrt(e.Variance()), what, evidence)
}
