package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestSimplified: a list of columns is taken for an equation that has one of them and few
// measured constants.
func TestSimplified(t *testing.T) {
	R, err := poly.NewRing[ring.Rat](ring.Q, []string{"x", "y", "ln_x"}, poly.WithMaxDegree(2))
	require.NoError(t, err)
	definitions, err := derived.Parse("ln_x = ln(x)", []string{"x", "y"})
	require.NoError(t, err)
	of := func(text string, measured int) *explain.Result {
		p, err := R.Parse(text)
		require.NoError(t, err)
		return &explain.Result{Generators: []explain.Generator{{Polynomial: p, Terms: append(make([]explain.Term, 1), measuredTerms(measured)...)}}}
	}
	assert.True(t, simplified(of("y - ln_x", 2), definitions))
	assert.True(t, simplified(of("y - ln_x", 4), definitions))
	assert.False(t, simplified(of("y - ln_x", 5), definitions), "many constants")
	assert.False(t, simplified(of("y - x", 1), definitions), "known without")
	exact := of("y - ln_x", 5)
	exact.Generators[0].Rational = true
	assert.True(t, simplified(exact, definitions), "whole numbers")
}

func measuredTerms(n int) []explain.Term {
	out := make([]explain.Term, n)
	for i := range out {
		out[i].Stderr = 0.1
	}
	return out
}
