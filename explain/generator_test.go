package explain

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// written is an equation as it is printed.
func written(t testing.TB, s *problem.Problem, text string, stderr []float64, exact bool) Generator {
	t.Helper()
	w, err := newWriter(s)
	require.NoError(t, err)
	g, err := w.generator(estimated(t, s, text, stderr, exact))
	require.NoError(t, err)
	return g
}

// estimated is an equation with estimates a of the coefficients of text's monomials,
// in data units of the search and with standard errors.
func estimated(t testing.TB, s *problem.Problem, text string, stderr []float64, exact bool) equation.Equation {
	t.Helper()
	idx, a := explaintest.Places(s.Table, explaintest.Parse(t, explaintest.RingOf(t, s.Scaling.Names...), text))
	e := equation.Equation{Estimate: fit.Estimate{Fit: support.Fit{Idx: idx, C: s.ToSearchUnits(idx, a)}}, Coefficients: a, Exact: exact}
	e.Estimate.Evidence = fit.Gather(s, e.Estimate.Fit)
	e.Estimate.Cov = mat.NewSymDense(len(idx), nil)
	for i, m := range idx {
		if stderr != nil {
			e.Estimate.Cov.SetSym(i, i, math.Pow(stderr[i]*s.ToSearchUnits([]int{m}, []float64{1})[0], 2))
		}
		e.Rounding.Best.N = append(e.Rounding.Best.N, int64(a[i]))
	}
	return e
}

// TestMeasured: whole numbers that the rows single out have the coefficients that the rows give
// them beside them, with errors, the leading one being 1.
func TestMeasured(t *testing.T) {
	s := problemOf(t, explaintest.NoisyUnit(50, 0.02, 262), 3, Options{})
	w, err := newWriter(s)
	require.NoError(t, err)
	e := estimated(t, s, "5*x*y + 9*y - 21*x", []float64{0.02, 0.1, 1e-9}, true)
	e.Estimate.Fit.Variance = 1e-4
	g, err := w.generator(e)
	require.NoError(t, err)
	require.Len(t, g.Measured, 3)
	assert.Equal(t, []int{1, 1}, g.Measured[0].Exponents)
	assert.True(t, g.Measured[0].Exact)
	for i, want := range []float64{1, -4.2, 1.8} {
		assert.InDelta(t, want, g.Measured[i].Estimate, 1e-9)
	}
	assert.InEpsilon(t, 0.1/5, g.Measured[1].Stderr, 1e-6)
	assert.InEpsilon(t, 0.02/5, g.Measured[2].Stderr, 1e-6)
	assert.Nil(t, g.inForm(g.Polynomial).Measured, "another form has other coefficients")
}

func TestGeneratorExact(t *testing.T) {
	s := problemOf(t, explaintest.CirclePoints(50, explaintest.Source(260), 5), 3, Options{})
	for text, want := range map[string]string{
		"x^2 + y^2 - 25":       "x^2 + y^2 - 25",
		"-2*x^2 - 2*y^2 + 50":  "x^2 + y^2 - 25",
		"3*y - 6":              "y - 2",
		"2*x^3 - 3*x*y + 7":    "2*x^3 - 3*x*y + 7",
		"-x*y^2 + 1000000*x*y": "x*y^2 - 1000000*x*y",
	} {
		g := written(t, s, text, nil, true)
		assert.Equal(t, want, g.String())
		assert.True(t, g.Rational)
		require.Len(t, g.Terms, g.Polynomial.Len())
		for _, term := range g.Terms {
			assert.True(t, term.Exact)
			assert.InEpsilon(t, term.Coefficient.Float64(), term.Estimate, 1e-9, "the estimate is in the scaling of the integers")
		}
	}
}

func TestGeneratorDecimal(t *testing.T) {
	s := problemOf(t, explaintest.CirclePoints(50, explaintest.Source(261), 5), 2, Options{})
	// The estimates are in increasing order of the monomials.
	tests := []struct {
		text   string
		stderr []float64
		want   string
	}{
		{"y - 3.14159*x", []float64{1e-12, 2e-4}, "-3.14159(20)*x + y"},
		{"y - 3.14159*x", []float64{1e-12, 3e-2}, "-3.142(30)*x + y"},
		{"-y + 3.14159*x", []float64{1e-12, 2e-4}, "-3.14159(20)*x + y"},
		{"2*y - 6.28318*x", []float64{1e-12, 4e-4}, "-3.14159(20)*x + y"},
		{"x^2 + 2.71828*y^2 - 12.34567", []float64{5e-3, 3e-4, 1e-12}, "x^2 + 2.71828(30)*y^2 - 12.3457(50)"},
	}
	for _, tt := range tests {
		g := written(t, s, tt.text, tt.stderr, false)
		assert.Equal(t, tt.want, g.String())
		assert.False(t, g.Rational)
	}
}

// around1000 is a problem in x and y whose first column is measured from 1000.
func around1000(t testing.TB) *problem.Problem {
	rows := explaintest.Draw(50, explaintest.Source(262), func(rng *rand.Rand) []float64 { return []float64{0, rng.NormFloat64()} })
	for i, x := range rows {
		x[0] = 999 + 2*float64(i%2) // of mean 1000 and deviation 1
	}
	s := problemOf(t, rows, 2, Options{})
	require.NotNil(t, s.Scaling.Origin)
	require.Equal(t, "1000", s.Scaling.Origin[0].String())
	require.True(t, s.Scaling.Origin[1].IsZero())
	return s
}

// An equation about a shifted origin is expanded in exact arithmetic.
func TestGeneratorShifted(t *testing.T) {
	s := around1000(t)
	g := written(t, s, "x^2 + y - 3", nil, true)
	assert.Equal(t, "x^2 - 2000*x + y + 999997", g.String())
	for _, term := range g.Terms {
		assert.InEpsilon(t, term.Coefficient.Float64(), term.Estimate, 1e-12)
	}
	assert.Equal(t, "x*y - 1000*y + 7", written(t, s, "x*y + 7", nil, true).String())
}

// TestWithoutCancelled: x² about 1000 has x² - 2000 x + 10⁶, and 2000 (x - 1000) beside it takes the term in x away. What is
// left of it is an error, and none of it is printed.
func TestWithoutCancelled(t *testing.T) {
	s := around1000(t)
	stderr := []float64{1e-9, 0.01, 0.003, 1e-9} // of the constant, x, y^2 and x^2
	g := written(t, s, "x^2 + 2000.011*x + 3.14159*y^2 - 3", stderr, false)
	assert.Equal(t, "x^2 + 3.1416(30)*y^2 - 1000003", g.String())
	g = written(t, s, "x^2 + 2000.031*x + 3.14159*y^2 - 3", stderr, false)
	assert.Len(t, g.Terms, 4, "three errors from 0")
}

// TestSettledShifted: fractions that single coefficients are known to be are whole numbers together, where the search could not try these.
func TestSettledShifted(t *testing.T) {
	s := around1000(t)
	g := written(t, s, "x^2 + 2000.00001*x + 0.5*y^2 - 3", []float64{1e-9, 1e-4, 1e-7, 1e-9}, false)
	assert.Equal(t, "2*x^2 + y^2 - 2000006", g.String())
	assert.True(t, g.Rational)
}

// TestLearnNoisy learns at 1 % noise, end to end.
func TestLearnNoisy(t *testing.T) {
	angle := func(rng *rand.Rand) (sin, cos float64) { return math.Sincos(2 * math.Pi * rng.Float64()) }
	tests := []struct {
		name, vars string
		degree     int
		point      func(rng *rand.Rand) []float64
		want       []string
	}{
		{"circle", "x,y", 2, func(rng *rand.Rand) []float64 {
			sin, cos := angle(rng)
			return []float64{5 * cos, 5 * sin}
		}, []string{"x^2 + y^2 - 25"}},
		{"sphere", "x,y,z", 2, func(rng *rand.Rand) []float64 {
			sin, cos := angle(rng)
			z := 2*rng.Float64() - 1
			r := math.Sqrt(1 - z*z)
			return []float64{3 * r * cos, 3 * r * sin, 3 * z}
		}, []string{"x^2 + y^2 + z^2 - 9"}},
		{"two circles on a sphere", "x,y,z", 2, func(rng *rand.Rand) []float64 {
			sin, cos := angle(rng)
			return []float64{4 * cos, 4 * sin, float64(6*rng.IntN(2) - 3)}
		}, []string{"x^2 + y^2 - 16", "z^2 - 9"}},
		{"twisted cubic", "x,y,z", 2, func(rng *rand.Rand) []float64 {
			a := 3*rng.Float64() - 1.5
			return []float64{a, a * a, a * a * a}
		}, []string{"x^2 - y", "x*y - z", "x*z - y^2"}},
	}
	for k, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rng := explaintest.Source(270 + uint64(k))
			data := dataOf(tt.vars, explaintest.Noisy(explaintest.Draw(300, rng, tt.point), 0.01, rng))
			r, err := Learn(context.Background(), data, Options{MaxDegree: tt.degree})
			require.NoError(t, err)
			v := verdict(t, data, r, tt.want, 0.01)
			assert.True(t, v.Exact, "%v is not %v", texts(r), tt.want)
			assert.InEpsilon(t, 0.01, r.Noise.Sigma, 0.15)
		})
	}
}

// TestLearnStrongest: of two quadrics through a twisted cubic, x*z = b*y^2 and z = c*x*y, the first has a line that is not on y = a*x^2.
// So that takes its place.
func TestLearnStrongest(t *testing.T) {
	rng := explaintest.Source(285)
	rows := explaintest.Noisy(explaintest.Draw(300, rng, func(rng *rand.Rand) []float64 {
		x := 3*rng.Float64() - 1.5
		return []float64{x, 0.615 * x * x, 4.08 * 0.615 * x * x * x}
	}), 0.01, rng)
	r, err := Learn(context.Background(), dataOf("x,y,z", rows), Options{MaxDegree: 2})
	require.NoError(t, err)
	require.Len(t, r.Generators, 2)
	for _, g := range r.Generators {
		assert.NotContains(t, g.String(), "y^2")
	}
}

// TestLearnOhm: where U = 47*I holds beside it, P = U*I is shorter than P = 47*I^2.
func TestLearnOhm(t *testing.T) {
	rng := explaintest.Source(287)
	rows := explaintest.Draw(24, rng, func(rng *rand.Rand) []float64 {
		u := 0.5 + 9.5*rng.Float64()
		i := u / 47
		return []float64{u + 0.01*rng.NormFloat64(), i + 3e-4*rng.NormFloat64(), u*i + 5e-3*rng.NormFloat64()}
	})
	r, err := Learn(context.Background(), dataOf("U,I,P", rows), Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 2)
	assert.Equal(t, "U*I - P", r.Generators[1].String())
}

// TestLearnFarFromOrigin: from 0 the coefficients of this circle are large and cancel, and the evidence of a plane is as good.
func TestLearnFarFromOrigin(t *testing.T) {
	rows := explaintest.Draw(50, explaintest.Source(1), func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		return []float64{340 + 12.4*cos + 0.05*rng.NormFloat64(), -80 + 12.4*sin + 0.05*rng.NormFloat64()}
	})
	r, err := Learn(context.Background(), dataOf("x,y", rows), Options{})
	require.NoError(t, err)
	assert.Equal(t, Fit, r.Generators[0].Kind)
	assert.Empty(t, r.Generators[0].Doubt)
}

// The twelve points with integer coordinates on the circle of radius 5.
func ExampleLearn() {
	x := mat.NewDense(12, 2, []float64{
		5, 0, 4, 3, 3, 4, 0, 5, -3, 4, -4, 3,
		-5, 0, -4, -3, -3, -4, 0, -5, 3, -4, 4, -3,
	})
	data := Data{Variables: []string{"x", "y"}, Points: Dense(x)}
	r, err := Learn(context.Background(), data, Options{MaxDegree: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r)
	for _, g := range r.Generators {
		fmt.Println("exactly at", g.Exact.Vanishing, "of", g.Exact.Points, "points")
	}
	// Output:
	// x^2 + y^2 = 25
	// exactly at 12 of 12 points
}

// TestDeviations: the errors that explain how far the rows are from an equation are those of the shape of noise that it was
// found with, whatever that of the problem is.
func TestDeviations(t *testing.T) {
	s := problemOf(t, explaintest.CirclePoints(50, explaintest.Source(263), 5), 3, Options{})
	w, err := newWriter(s)
	require.NoError(t, err)
	e := estimated(t, s, "x^2 + y^2 - 25", nil, true)
	e.Estimate.Fit.Variance = 1e-4
	std := func() map[string]float64 {
		g, err := w.generator(e)
		require.NoError(t, err)
		out := map[string]float64{}
		for _, d := range g.ownDeviations() {
			out[d.Column] = d.Std
		}
		return out
	}
	assert.InDeltaMapValues(t, map[string]float64{"x": 0.01 * s.Scaling.Units[0], "y": 0.01 * s.Scaling.Units[1]}, std(), 1e-12)
	e.Shape = noise.NewOneColumn(2, 1)
	assert.InDeltaMapValues(t, map[string]float64{"y": 0.01 * s.Scaling.Units[1]}, std(), 1e-12)
}

// A refused polynomial is no claim, and digits of large integers would say nothing.
func TestBrief(t *testing.T) {
	s := problemOf(t, explaintest.CirclePoints(50, explaintest.Source(263), 5), 3, Options{})
	for text, want := range map[string]string{
		"x^2 + y^2 - 25":                      "x^2 + y^2 = 25",
		"x^3 - 12345678*x + 1":                "x^3 + 1 = 12345678*x",
		"x^3 - 4000000000000*x*y + 123456789": "x^3 + 1.235e8 = 4e12*x*y",
	} {
		assert.Equal(t, want, written(t, s, text, nil, true).brief())
	}
	assert.Equal(t, "y = 3.14159(20)*x", written(t, s, "y - 3.14159*x", []float64{1e-12, 2e-4}, false).brief())
}

// TestUsable: the nearest equation of a refusal is named where it joins columns with coefficients that are told from 0.
func TestUsable(t *testing.T) {
	s := explaintest.Plain(t, explaintest.NoisyUnit(20, 0.1, 1), 3)
	assert.True(t, written(t, s, "x - 3.14159*y", []float64{1.5, 1e-12}, false).usable())
	assert.False(t, written(t, s, "x - 3.14159*y", []float64{1.6, 1e-12}, false).usable(), "1.96 standard errors")
	assert.True(t, written(t, s, "x - 2*y", nil, true).usable())
	assert.False(t, written(t, s, "x^2 - 3*x - 200", nil, true).usable(), "one column")
}

func TestRefusalText(t *testing.T) {
	const head = "no polynomial equation of degree ≤ 2 holds at the noise level of the data"
	for want, e := range map[string]NoEquationError{
		"": {},
		": why; the nearest is x - y at 0.12 times the unit":        {Reason: "why", Best: "x - y", Terms: 2, Sigma: 0.123, Unit: "unit"},
		"; the nearest, of 9 terms, is at 0.12 times the unit":      {Best: "many", Terms: 9, Sigma: 0.123, Unit: "unit"},
		"; the nearest, of 9 terms, is within rounding of the rows": {Best: "many", Terms: 9, Unit: "unit"},
		"; the nearest is x - y within rounding of the rows":        {Best: "x - y", Terms: 2, Unit: "unit"},
	} {
		e.Degree = 2
		assert.EqualError(t, &e, head+want)
	}
}

// Equations of many measured constants are curves that the rows follow; whole numbers are none.
func TestFewConstants(t *testing.T) {
	of := func(measured int) *Result {
		terms := make([]Term, 1+measured)
		for i := range measured {
			terms[i+1].Stderr = 0.1
		}
		return &Result{Generators: []Generator{{Terms: terms}}}
	}
	assert.True(t, of(limit.FewConstants).FewConstants())
	many := of(limit.FewConstants + 1)
	assert.False(t, many.FewConstants())
	many.Generators[0].Rational = true
	assert.True(t, many.FewConstants())
}
