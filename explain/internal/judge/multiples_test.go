package judge

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
)

// A multiple that seems to need less noise is no candidate beside the equation;
// another equation of higher degree is.
func TestWithoutMultiples(t *testing.T) {
	s := explaintest.Plain(t, explaintest.NoisyUnit(600, 0.01, 340), 4)
	with := func(text string, noise float64) fit.Estimate {
		c := fit.Estimate{Fit: fitOf(t, s, text), Share: make([]float64, 600), Rows: 600, Regularity: fit.PolynomialRegularity(1)}
		c.Fit.Variance = noise
		for i := range c.Share {
			c.Share[i] = 2 * noise * float64(i%2)
		}
		return c
	}
	circle := with("x^2 + y^2 - 1", 1e-4)
	multiple := with("(x^2 + y^2 - 1)*(x + 2*y - 1)", 3e-5)
	other := with("x^4 + x*y^2 + y^4 - 1", 3e-5)
	require.True(t, multiple.Beats(circle, 1))
	assert.Len(t, WithoutMultiples(s, []fit.Estimate{multiple, circle}, 1), 1)
	assert.Equal(t, circle.Fit.Idx, WithoutMultiples(s, []fit.Estimate{multiple, circle}, 1)[0].Fit.Idx)
	assert.Len(t, WithoutMultiples(s, []fit.Estimate{other, circle}, 1), 2)
}

// A precise law of other columns is no multiple of a coarse line, though it is zero where the line is.
func TestNoMultipleOfOtherColumns(t *testing.T) {
	s := explaintest.Plain(t, explaintest.Draw(200, explaintest.Source(342), func(rng *rand.Rand) []float64 {
		x, y, z := 1+rng.Float64(), 1+rng.Float64(), 1+rng.Float64()
		return []float64{x, y, x*y + 0.001*rng.NormFloat64(), z, z + 0.1*rng.NormFloat64()}
	}), 2)
	with := func(text string, sigma float64) fit.Estimate {
		e := fit.Estimate{Fit: fitOf(t, s, text), Share: slices.Repeat([]float64{sigma * sigma}, 200), Rows: 200, Regularity: fit.PolynomialRegularity(1)}
		e.Fit.Variance = sigma * sigma
		return e
	}
	line, law := with("v - u", 0.05), with("x*y - z", 0.0005)
	require.True(t, law.Beats(line, 1))
	assert.Len(t, WithoutMultiples(s, []fit.Estimate{line, law}, 1), 2)
}

// The circle and a multiple of it that happens to have a shorter description: the
// circle comes first. What does not follow keeps its place, decimal ones as well.
func TestFactorsFirst(t *testing.T) {
	s := explaintest.Plain(t, explaintest.NoisyUnit(600, 0.01, 341), 4)
	list := []equation.Equation{
		exactEquation(t, s, "x^3 + x*y^2 - x", 10),
		exactEquation(t, s, "x^2 + y^2 - 1", 12),
		exactEquation(t, s, "x^3 + x*y^2 - y", 9),
		exactEquation(t, s, "x^4 + x^2*y^2 - x^2", 20),
	}
	FactorsFirst(s, list)
	costs := func() (out []float64) {
		for _, e := range list {
			out = append(out, e.Cost)
		}
		return out
	}
	assert.Equal(t, []float64{12 + limit.DegreeLength, 12, 9, 20}, costs())
	list[0].Cost, list[1].Exact = 10, false
	FactorsFirst(s, list)
	assert.Equal(t, []float64{10, 12, 9, 20}, costs())
}
