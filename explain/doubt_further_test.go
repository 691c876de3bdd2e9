package explain

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/robust"
	"github.com/kexplain/kexplain/explain/internal/search"
)

// decimalTerms are terms of these degrees in x with the same estimate and error, after a first one of coefficient 1.
func decimalTerms(estimate, stderr float64, degrees ...int) []Term {
	var terms []Term
	for _, d := range degrees {
		terms = append(terms, Term{Exponents: []int{d, 0}, Estimate: estimate, Stderr: stderr})
	}
	terms[0].Stderr, terms[0].Exact = 0, true
	return terms
}

// TestFurtherDecimals: a curved equation of several decimals, beside others, may only follow
// the rows; a linear one, or one with an exact coefficient, does not.
func TestFurtherDecimals(t *testing.T) {
	assert.True(t, Generator{Terms: decimalTerms(1, 0.01, 3, 2, 1, 0)}.manyDecimals())
	assert.False(t, Generator{Terms: decimalTerms(1, 0.01, 2, 1, 0)}.manyDecimals(), "three terms")
	assert.False(t, Generator{Terms: decimalTerms(1, 0.01, 1, 1, 1, 0)}.manyDecimals(), "linear")
	exact := decimalTerms(1, 0.01, 3, 2, 1, 0)
	exact[2].Exact = true
	assert.False(t, Generator{Terms: exact}.manyDecimals(), "an exact coefficient")
}

// A curve of two decimals that need not be a law follows the rows at best, and one of a single decimal says something.
func TestFollowsRows(t *testing.T) {
	assert.True(t, Generator{Approximation: true, Terms: decimalTerms(1, 0.01, 3, 2, 0)}.followsRows())
	assert.False(t, Generator{Terms: decimalTerms(1, 0.01, 3, 2, 1, 1, 0)}.followsRows(), "a law")
	assert.False(t, Generator{Approximation: true, Terms: decimalTerms(1, 0.01, 3, 0)}.followsRows(), "short")
	assert.False(t, Generator{Approximation: true, Terms: decimalTerms(1, 0.01, 1, 1, 0)}.followsRows(), "a plane")
}

// TestMerelyFollows: a curve that the rows follow stays beside a line if it is likelier than not, and not beside a curve.
func TestMerelyFollows(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	of := func(text string) Generator { return Generator{Polynomial: explaintest.Parse(t, R, text)} }
	line, curve, g := of("y - 3*x"), of("y - x^2"), of("z - x^3 - 2*x^2")
	g.Approximation, g.Terms = true, decimalTerms(1, 0.01, 3, 2, 0)
	for _, c := range []struct {
		posterior float64
		beside    Generator
		laws      []exact.Equation
		want      bool
	}{
		{0.8, line, nil, false}, {0.3, line, nil, true}, {0.8, curve, nil, true},
		{0.8, line, []exact.Equation{{Polynomial: line.Polynomial}}, false}, {0.8, line, []exact.Equation{{Polynomial: curve.Polynomial}}, true},
	} {
		g.Posterior = c.posterior
		r := Result{Generators: []Generator{c.beside, g}}
		assert.Equal(t, c.want, r.merelyFollows(g, c.laws))
	}
}

// TestLeaveOut: what is left out has its line among the steps, with its doubt.
func TestLeaveOut(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y")
	line, curve := newGenerator(R, exactTerms(explaintest.Parse(t, R, "y - 3*x"))), newGenerator(R, exactTerms(explaintest.Parse(t, R, "y - x^2")))
	curve.Doubt = "another describes the data as well"
	r := Result{Generators: []Generator{line, curve}}
	r.leaveOut(func(g Generator) bool { return g.Doubt != "" })
	assert.Equal(t, []Generator{line}, r.Generators)
	require.Len(t, r.Steps, 1)
	assert.Contains(t, r.Steps[0], curve.String())
	assert.Contains(t, r.Steps[0], curve.Doubt)
}

// TestLoose: a curve of three decimals of which one is known to 12 % follows the rows, and a line with such a constant may be a law.
func TestLoose(t *testing.T) {
	assert.Contains(t, Generator{Terms: decimalTerms(1, 0.12, 2, 1, 1, 0)}.loose(false), "known only to 12 %")
	assert.Empty(t, Generator{Terms: decimalTerms(1, 0.08, 2, 1, 1, 0)}.loose(false))
	assert.Empty(t, Generator{Terms: decimalTerms(1, 0.12, 1, 1, 1, 0)}.loose(false), "a line")
	assert.Empty(t, Generator{Terms: decimalTerms(1, 0.12, 2, 1, 0)}.loose(false), "two constants")
	assert.Contains(t, Generator{Terms: decimalTerms(1, 0.12, 2, 1, 0)}.loose(true), "known only to 12 %", "two constants beside another equation")
}

// TestAsMeasured: whole numbers that the rows prefer to decimals by less than MinIntegerGain, of which one is known to 12 %, are as doubtful as these.
func TestAsMeasured(t *testing.T) {
	g := Generator{Rational: true, Measured: decimalTerms(1, 0.12, 2, 1, 1, 0)}
	assert.Contains(t, g.asMeasured(limit.MinIntegerGain-2).loose(false), "known only to 12 %")
	assert.Empty(t, g.asMeasured(limit.MinIntegerGain+1).loose(false), "the rows single the whole numbers out")
}

// TestUndetermined: a decimal within two standard errors of 0 is not determined.
func TestUndetermined(t *testing.T) {
	assert.Empty(t, Generator{Terms: decimalTerms(1, 0.49, 2, 1)}.undetermined())
	assert.Contains(t, Generator{Terms: decimalTerms(1, 0.8, 2, 1)}.undetermined(), "1.2 standard errors from 0")
	exact := decimalTerms(1, 0.8, 2, 1)
	exact[1].Exact = true
	assert.Empty(t, Generator{Terms: exact}.undetermined())
}

// TestFurtherLaw: of a throw, x = 6.3*t and the parabola in y are both found. That the parabola has decimals only is no doubt where the rows
// are far nearer to it than to any smooth surface.
func TestFurtherLaw(t *testing.T) {
	r := learnText(t, "t,x,y", 60, func(i int, rng *rand.Rand) string {
		at := 0.03 * float64(i)
		return fmt.Sprintf("%.4f,%.3f,%.3f", at+0.0003*rng.NormFloat64(), 6.3*at+0.003*rng.NormFloat64(), 1.13+4.2*at-4.905*at*at+0.003*rng.NormFloat64())
	})
	require.Len(t, r.Generators, 2)
	for _, g := range r.Generators {
		assert.Equal(t, Fit, g.Kind, g.String())
		assert.Empty(t, g.Doubt, g.String())
	}
	assert.Positive(t, r.Generators[1].Polynomial.DegreeIn(2))
}

// A curve of three measured constants is in doubt where the rows left out are at an end of a column, whatever constants it has beside.
func TestDoubtAside(t *testing.T) {
	var rows explaintest.Points
	chosen := &robust.Selection{Verdict: &search.Verdict{Problem: &problem.Problem{Scaling: &problem.Scaling{Keep: []int{0, 1}, Names: []string{"x", "y"}, Units: []float64{1, 1}}}}}
	for i := range 60 {
		rows = append(rows, []float64{float64(i * 7 % 60), float64(i * 11 % 60)})
		if rows[i][1] < 8 {
			chosen.Aside = append(chosen.Aside, i)
		}
	}
	curve := func(measured int) Generator {
		g := Generator{Terms: []Term{{Exponents: []int{2, 1}, Exact: true}, {Exponents: []int{0, 2}, Exact: true}}}
		for k := range measured {
			g.Terms = append(g.Terms, Term{Exponents: []int{1, k}})
		}
		return g
	}
	generators := []Generator{curve(2), curve(3), curve(5)}
	doubtAside(chosen, problem.Data{Points: rows}, generators)
	assert.Empty(t, generators[0].Doubt)
	assert.Contains(t, generators[1].Doubt, "the rows left out follow one another along y")
	assert.NotEmpty(t, generators[2].Doubt)
}

// TestOutliersAreNoEnd: cells that are a few units too large stand at the upper end of their column. They do not follow one another along the parabola
// to which they belong, and are left out without a doubt.
func TestOutliersAreNoEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 32))
	text := "station,height\n"
	for i := range 80 {
		x := 40 * (float64(i) + rng.Float64()) / 80
		y := 2.15 + 1.2*x - 0.03*x*x + 0.02*rng.NormFloat64()
		if i%11 == 3 && i < 50 {
			y += 1 + 5*rng.Float64()
		}
		text += fmt.Sprintf("%.1f,%.2f\n", x, y)
	}
	set := readText(t, text)
	r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	assert.Empty(t, r.Generators[0].Doubt)
	assert.Len(t, r.Outliers, 5)
}
