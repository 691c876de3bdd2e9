package judge_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// TestChance: x = y for numbers up to most. Twelve rows say so of two columns, and of twenty where the numbers are large.
func TestChance(t *testing.T) {
	for _, tt := range []struct {
		columns, most int
		refused       bool
	}{{2, 3, false}, {20, 3, true}, {20, 1000, false}} {
		p := explaintest.Plain(t, explaintest.Draw(12, explaintest.Source(71), func(rng *rand.Rand) []float64 {
			x := make([]float64, tt.columns)
			for j := range x {
				x[j] = float64(rng.IntN(tt.most + 1))
			}
			x[1] = x[0]
			return x
		}), 2)
		names := explaintest.Names(tt.columns)
		idx, c := explaintest.Polynomial(t, p, names[0]+" - "+names[1])
		e, ok := fit.Refine(t.Context(), p, support.Fit{Idx: idx, C: c}, p.Sample, limit.RefineSteps)
		require.True(t, ok)
		got := equation.Recognise(p, e, 12, 0)
		require.True(t, got.Proves())
		assert.Equal(t, tt.refused, judge.Refusal(judge.Proof(p, got)) != "", "%d columns, numbers up to %d", tt.columns, tt.most)
	}
}
