package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/evidence"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// compared measures the best real coefficients on the monomials of a polynomial.
func compared(t testing.TB, rows [][]float64, text string) Classes {
	t.Helper()
	p := explaintest.Plain(t, rows, 4)
	idx, c := explaintest.Polynomial(t, p, text)
	f := support.Fit{Idx: idx, C: c}
	return Compare(p, []equation.Equation{{Estimate: fit.Estimate{Fit: f, Evidence: fit.Gather(p, f)}, Shape: p.Shape}}, 0, nil)
}

// Beside a plane, a parabola in two columns is compared with smooth curves in these columns. A curve in the third
// has the errors of the third, and comes near the parabola by chance or is far behind.
func TestCompareBesideAPlane(t *testing.T) {
	for seed := range uint64(6) {
		rows := explaintest.Draw(300, explaintest.Source(720+2*seed), func(rng *rand.Rand) []float64 {
			x := 3*rng.Float64() - 1.5
			y := x*x - 1.2
			return []float64{x, y, 0.6 - x - 1.6*y}
		})
		rows = explaintest.Noisy(rows, 0.01, explaintest.Source(721+2*seed))
		p := explaintest.Plain(t, rows, 4)
		var list []equation.Equation
		for _, text := range []string{"x + 1.6*y + z - 0.6", "x^2 - y - 1.2"} {
			idx, c := explaintest.Polynomial(t, p, text)
			f := support.Fit{Idx: idx, C: c}
			list = append(list, equation.Equation{Estimate: fit.Estimate{Fit: f, Evidence: fit.Gather(p, f)}, Shape: p.Shape, Coefficients: c})
		}
		lead := Compare(p, list, 1, nil)
		assert.Greater(t, lead.Real, lead.Smooth+limit.MinEvidence(), "draw %d", seed)
		assert.Less(t, lead.Real, lead.Smooth+40, "draw %d", seed)
	}
}

// A product that follows a plane in four of ten columns is compared with that plane, which costs the choice of its columns, and not
// only with planes in all ten.
func TestCompareInColumns(t *testing.T) {
	rng := explaintest.Source(730)
	rows := explaintest.Draw(60, rng, func(rng *rand.Rand) []float64 {
		a, b, c := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		x := []float64{10 + a, 10 + b, 10 + c, 10 + a + b - c}
		for range 6 {
			x = append(x, 10+rng.NormFloat64())
		}
		return x
	})
	rows = explaintest.Noisy(rows, 0.02, rng)
	four := make([][]float64, len(rows))
	for i, x := range rows {
		four[i] = x[:4]
	}
	lead := func(rows [][]float64) float64 {
		p := explaintest.Plain(t, rows, 2)
		names := explaintest.Names(len(rows[0]))
		e := exactEquation(t, p, fmt.Sprintf("%s*%s - %s*%s", names[0], names[1], names[2], names[3]), 0)
		e.Shape = p.Shape
		c := Compare(p, []equation.Equation{e}, 0, nil)
		return c.Exact - c.Affine
	}
	assert.Less(t, lead(four), limit.MinEvidence())
	assert.InDelta(t, lead(four), lead(rows), 6, "the other columns are another choice for both")
}

// A law with real coefficients is ahead of smooth curves and of the nulls without structure,
// a polynomial that follows a cycloid is not, and a cloud is a cloud.
func TestCompare(t *testing.T) {
	draw := func(k uint64, at func(rng *rand.Rand) []float64) [][]float64 {
		return explaintest.Noisy(explaintest.Draw(200, explaintest.Source(k), at), 0.01, explaintest.Source(k+1))
	}
	ellipse := compared(t, draw(701, func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{1.4 * math.Cos(a), 0.9 * math.Sin(a)}
	}), "x^2 + 2.42*y^2 - 1.96")
	assert.Greater(t, ellipse.Real, ellipse.Smooth+limit.MinEvidence())
	assert.Greater(t, ellipse.Real, ellipse.Affine+100)
	assert.Greater(t, ellipse.Real, ellipse.Cloud+100)

	cycloid := compared(t, draw(703, func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{(a - math.Sin(a)) / 3.6, (1 - math.Cos(a)) / 1.2}
	}), "x^2 + 0.2*y^2 - 1.74*x + 0.2*y")
	assert.Less(t, cycloid.Real, cycloid.Smooth+limit.MinEvidence())

	// Exponential growth is no power law of one constant, and a hyperbola none of growth.
	var growth [][]float64
	for k := range 18 {
		growth = append(growth, []float64{float64(k) / 10, math.Pow(1.5, float64(k)) / 100})
	}
	power := compared(t, growth, "y - 0.9*x^3")
	assert.Less(t, power.Real+50, power.Smooth)
	assert.Contains(t, power.Function.String(), "of")
	// An arctangent through the origin has fewer constants than what follows it.
	bend := compared(t, draw(708, func(rng *rand.Rand) []float64 {
		a := 10*rng.Float64() - 5
		return []float64{a / 3, math.Atan(a)}
	}), "x*y^2 + 0.84*y - 2.6*x")
	assert.Less(t, bend.Real, bend.Smooth)
	assert.Equal(t, "an arctangent of x", bend.Function.String())
	hyperbola := compared(t, draw(707, func(rng *rand.Rand) []float64 {
		a := 0.1 + 1.5*rng.Float64()
		return []float64{a, 1.7 * a / (0.6 + a)}
	}), "x*y + 0.6*y - 1.7*x")
	assert.Empty(t, hyperbola.Function)
	assert.Greater(t, hyperbola.Real, hyperbola.Smooth)

	cloud := compared(t, draw(705, func(rng *rand.Rand) []float64 {
		return []float64{rng.NormFloat64(), rng.NormFloat64()}
	}), "x^2 + y^2 - 1")
	assert.Less(t, cloud.Real, cloud.Cloud)
}

// The code of a support says its degree and which monomials up to that it has: the degree of the
// search is not in it.
func TestCompareDegree(t *testing.T) {
	s := explaintest.Plain(t, explaintest.NoisyUnit(60, 0.02, 710), 2)
	e := exactEquation(t, s, "x^2 + y^2 - 1", 0)
	e.Shape = s.Shape
	low := Compare(s, []equation.Equation{e}, 0, nil)
	assert.False(t, math.IsInf(low.Exact, 0))
	wide := explaintest.Plain(t, s.Rows, 3)
	f := exactEquation(t, wide, "x^2 + y^2 - 1", 0)
	f.Shape = wide.Shape
	assert.InDelta(t, low.Exact, Compare(wide, []equation.Equation{f}, 0, nil).Exact, 1e-9)
}

// An ellipse about another point has all monomials of degree 2 but one. That it may have that
// one too is no reason to call it some smooth curve.
func TestCompareNearlyAllTerms(t *testing.T) {
	c := compared(t, explaintest.Noisy(explaintest.Draw(300, explaintest.Source(720), func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{2 + 3*math.Cos(a), -1 + 2*math.Sin(a)}
	}), 0.01, explaintest.Source(721)), "4*x^2 + 9*y^2 - 16*x + 18*y - 11")
	assert.Greater(t, c.Real, c.Smooth+limit.MinFitEvidence())
}

// TestCompareOnCurve: where rows follow a curve, an equation in three columns is compared with smooth curves in any two of them, which take fewer
// constants than a surface in all three.
func TestCompareOnCurve(t *testing.T) {
	lead := 0.0 // nats, in the mean
	for seed := range uint64(6) {
		rows := explaintest.Draw(30, explaintest.Source(740+2*seed), func(rng *rand.Rand) []float64 {
			x := 2 * rng.Float64()
			return []float64{x, math.Tanh(1.5*x) - 0.5, math.Exp(-x) + 0.5*rng.NormFloat64()}
		})
		rows = explaintest.Noisy(rows, 0.01, explaintest.Source(741+2*seed))
		p := explaintest.Plain(t, rows, 4)
		e := exactEquation(t, p, "x*y - z", 0)
		e.Shape = p.Shape
		c := newComparison(p, []equation.Equation{e}, 0)
		assert.Len(t, c.pairs(4), 3)
		surface := math.Inf(-1)
		for _, n := range c.layers(4) {
			surface = math.Max(surface, evidence.Smooth(c.rows, n.monomials, c.polynomial, 4, c.shape)-n.length)
		}
		lead += (c.smooth() - surface) / 6

		two := explaintest.Plain(t, rows, 4)
		line := exactEquation(t, two, "x - y", 0)
		line.Shape = two.Shape
		assert.Empty(t, newComparison(two, []equation.Equation{line}, 0).pairs(4), "two columns are the pair")
	}
	assert.Greater(t, lead, limit.MinEvidence())
}

// Flow in channels goes with the power 2/3 of their depth, of errors of 2 %. Quadrics of three terms follow 60 rows of it, a
// power law describes them better; where an equation of two terms holds, its exponents cost too much.
func TestComparePowerLaw(t *testing.T) {
	flow := explaintest.Draw(60, explaintest.Source(750), func(rng *rand.Rand) []float64 {
		depth, slope := 0.1+1.9*rng.Float64(), math.Exp(4*rng.Float64())
		return []float64{depth, slope, math.Pow(depth, 2.0/3) * math.Sqrt(slope) * (1 + 0.02*rng.NormFloat64())}
	})
	p := explaintest.Plain(t, flow, 3)
	e := exactEquation(t, p, "100*z^2 - 23*x^2*y - 71*x*y", 0)
	e.Shape = noise.NewOneColumn(3, 0)
	c := Compare(p, []equation.Equation{e}, 0, nil)
	assert.Equal(t, "z in proportion to x^", c.Function.Law[:min(len(c.Function.Law), 21)])

	for i, row := range flow {
		row[2] *= math.Pow(row[0], 1.0/3)
		flow[i] = row
	}
	p = explaintest.Plain(t, flow, 3)
	e = exactEquation(t, p, "z^2 - x^2*y", 0)
	e.Shape = noise.NewOneColumn(3, 0)
	c = Compare(p, []equation.Equation{e}, 0, nil)
	assert.Greater(t, c.Real, c.Smooth+limit.MinFitEvidence())
}
