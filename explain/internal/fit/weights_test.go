package fit

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// A multiple h f can move the zeros of h away from the points that its weights
// are on, and seems to need less noise than f: it is no candidate.
func TestMultiplesAreNotSelfConsistent(t *testing.T) {
	rng := explaintest.Source(230)
	rows := explaintest.Noisy(explaintest.Draw(1000, rng, func(rng *rand.Rand) []float64 {
		a := 1.3 * (2*rng.Float64() - 1)
		return []float64{a * a, a * a * a}
	}), 1e-3, rng)
	s := explaintest.Plain(t, rows, 4)
	at := func(text string) support.Fit {
		f := fitOf(t, s, text)
		f.Variance = 1e-6
		return f
	}
	truth := Candidate(context.Background(), s, at("x^3 - y^2"), limit.RefineSteps)
	require.NotNil(t, truth)
	absorbing := 0
	for _, h := range []string{
		"(x - 1/2)", "(x - 3/4)", "(x - 1)", "(x - 5/4)", "(x - 3/2)",
		"(x + y - 1/2)", "(x + y - 1)", "(x - y - 1/2)", "(x - y - 3/4)", "(2*x - y - 1)",
	} {
		f := at("(x^3 - y^2)*" + h)
		e, ok := Refine(context.Background(), s, f, s.Sample, limit.RefineSteps)
		if !ok || e.Fit.Variance > 0.95*truth.Fit.Variance || !e.RegularAt(truth.Fit.Variance) {
			continue
		}
		absorbing++
		c := Candidate(context.Background(), s, f, limit.RefineSteps)
		assert.Nil(t, c, "%s: noise %.3g, truth %.3g", h, e.Fit.Variance, truth.Fit.Variance)
	}
	assert.GreaterOrEqual(t, absorbing, 2, "multiples that seem to need less noise and to be regular")
}

// Equal weights are efficient; one row that decides is not.
func TestEfficiency(t *testing.T) {
	assert.Equal(t, 1.0, efficiency([]float64{2, 4, 6}, []float64{1, 2, 3}))
	assert.InDelta(t, 1.0/3, efficiency([]float64{1, 0, 0}, []float64{1, 1, 1}), 1e-15)
}
