package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// lines is a level of so many columns that are equal but for their errors.
func lines(t testing.TB, columns, degree int) *level {
	rows := explaintest.Draw(60, explaintest.Source(712), func(rng *rand.Rand) []float64 {
		a, x := rng.NormFloat64(), make([]float64, columns)
		for j := range x {
			x[j] = a
		}
		return x
	})
	return &level{problem: explaintest.Plain(t, explaintest.Noisy(rows, 0.02, explaintest.Source(713)), degree)}
}

// equationOf has a polynomial with the noise variance of these lines.
func equationOf(t testing.TB, p *problem.Problem, text string, exact bool) equation.Equation {
	idx, c := explaintest.Polynomial(t, p, text)
	return equation.Equation{Estimate: fit.Estimate{Fit: support.Fit{Idx: idx, C: c, Variance: 4e-4}}, Coefficients: c, Exact: exact}
}

// TestRarity: six pairs of four columns lie about lines. One of them is the equation, and x - y is expected to have integers. Each
// other one is a relation more, with integers or without.
func TestRarity(t *testing.T) {
	l := lines(t, 4, 2)
	of := func(text string, exact bool) equation.Equation { return equationOf(t, l.problem, text, exact) }
	e := of("x - y", true)
	expected := 1 / (1 + math.Exp(-limit.ExactPrior))
	want := func(with, without float64) float64 {
		return limit.ExactPrior - math.Log((expected+with)/(1-expected+without))
	}
	assert.InDelta(t, want(0, 5), l.rarity(e, []equation.Equation{e}), 1e-9)
	assert.InDelta(t, want(2.5, 2.5), l.rarity(e, []equation.Equation{e, of("x - z", true), of("y - u", false)}), 1e-9, "half of those in the list")
	assert.InDelta(t, 0, l.rarity(e, []equation.Equation{e, of("x - z", true)}), 1e-9, "all in the list")
	assert.Zero(t, l.rarity(of("x - y", false), nil), "nothing to take back")
	sharp := e
	sharp.Estimate.Fit.Variance = 1e-5
	assert.InDelta(t, 0, l.rarity(sharp, nil), 0.01, "no line is as near")
	assert.InDelta(t, 0, l.rarity(of("x + y + z - 3*u", true), nil), 0.01, "lines are no planes")
	l.accepted = []equation.Equation{of("y - z", true)}
	assert.InDelta(t, want(0, 3), l.rarity(e, nil), 1e-9, "x - z and y - z follow")
}

// TestRarityOfMany: no planes are counted in more sets of columns than PlaneSets.
func TestRarityOfMany(t *testing.T) {
	const tooMany = 70
	assert.Greater(t, numeric.Binomial(tooMany, 3), limit.PlaneSets)
	for _, columns := range []int{6, tooMany} {
		l := lines(t, columns, 1)
		names := explaintest.Names(columns)
		rarity := l.rarity(equationOf(t, l.problem, names[0]+" - 2*"+names[1]+" + "+names[2], true), nil)
		assert.Equal(t, columns == tooMany, l.planes == nil, "%d columns", columns)
		assert.GreaterOrEqual(t, rarity, 0.0)
	}
}
