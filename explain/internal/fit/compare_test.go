package fit

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// randomCandidates have shares with noise in common, so that pairs tell more than
// the candidates one by one.
func randomCandidates(k uint64, count, n int) []Estimate {
	rng := explaintest.Source(k)
	common := make([]float64, n)
	for i := range common {
		common[i] = rng.NormFloat64() * rng.NormFloat64()
	}
	list := make([]Estimate, count)
	for c := range list {
		level := math.Exp(rng.NormFloat64()) * 1e-4
		if c > 0 && rng.IntN(4) == 0 {
			level = list[c-1].Fit.Variance // a tie
		}
		share := make([]float64, n)
		mean := 0.0
		for i := range share {
			share[i] = level * (1 + common[i] + 0.3*rng.NormFloat64())
			mean += share[i] / float64(n)
		}
		for i := range share {
			share[i] += level - mean
		}
		list[c] = Estimate{Fit: support.Fit{Variance: level}, Share: share, Rows: float64(n), Regularity: PolynomialRegularity(1), Length: 20 * rng.Float64()}
	}
	return list
}

func TestBeats(t *testing.T) {
	for k := range uint64(20) {
		list := randomCandidates(40+k, 8, 50)
		for i, f := range list {
			assert.False(t, f.Beats(f, 1), "nothing beats itself")
			for _, g := range list[:i] {
				assert.False(t, f.Beats(g, 1) && g.Beats(f, 1), "not both ways")
				assert.InDelta(t, f.standardErrorsAbove(g), -g.standardErrorsAbove(f), 1e-9, "antisymmetric")
			}
		}
		kept := Unbeaten(list, 1)
		assert.NotEmpty(t, kept)
		least := list[0]
		for _, c := range list {
			if c.Fit.Variance < least.Fit.Variance {
				least = c
			}
		}
		assert.Contains(t, kept, least, "nothing needs less noise than the least")
	}
	assert.Empty(t, Unbeaten(nil, 1))
}

func TestBeatsReasons(t *testing.T) {
	// Shares alternate about their mean by spread.
	with := func(s, spread, length float64) Estimate {
		share := make([]float64, 100)
		for i := range share {
			share[i] = s + spread*float64(i%2*2-1)
		}
		return Estimate{Fit: support.Fit{Variance: s}, Share: share, Rows: 100, Regularity: PolynomialRegularity(1), Length: length}
	}
	copied := with(2e-4, 2e-4, 10)
	copied.Rows = 10
	tests := []struct {
		name string
		g, f Estimate
		want bool
	}{
		{"more noise never beats", with(2e-4, 0, 0), with(1e-4, 0, 100), false},
		{"same noise never beats", with(1e-4, 0, 0), with(1e-4, 0, 100), false},
		{"a hundred times less noise", with(1e-6, 1e-7, 10), with(1e-4, 1e-5, 10), true},
		// z = 10 and z²/2 = 50 against margin + 10; tempered: 100/12·ln 2 = 5.8.
		{"ten standard errors, ten nats longer", with(1e-4, 1e-4, 20), with(2e-4, 2e-4, 10), true},
		{"ten standard errors, fifty nats longer", with(1e-4, 1e-4, 60), with(2e-4, 2e-4, 10), false},
		{"the same where ten rows come ten times", with(1e-4, 1e-4, 20), copied, false},
		{"being shorter is no bonus", with(1e-4, 1e-3, 0), with(1.01e-4, 1e-3-1e-5, 1000), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.g.Beats(tt.f, 1)) })
	}
	singular := with(1e-6, 1e-7, 10)
	singular.Regularity = PolynomialRegularity(1, -0.5/1e-4)
	assert.False(t, singular.Beats(with(1e-4, 1e-5, 10), 1), "singular at the noise of the other")
}
