package explain

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// randomCandidates have shares with noise in common, so that pairs tell more than
// the candidates one by one.
func randomCandidates(k uint64, count, n int) []candidate {
	rng := source(k)
	common := make([]float64, n)
	for i := range common {
		common[i] = rng.NormFloat64() * rng.NormFloat64()
	}
	list := make([]candidate, count)
	for c := range list {
		level := math.Exp(rng.NormFloat64()) * 1e-4
		if c > 0 && rng.IntN(4) == 0 {
			level = list[c-1].s // a tie
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
		list[c] = candidate{estimate: estimate{fit: fit{s: level}, share: share, regular: regularityOf(1)}, length: 20 * rng.Float64()}
	}
	return list
}

func TestBeats(t *testing.T) {
	for k := range uint64(20) {
		list := randomCandidates(40+k, 8, 50)
		for i, f := range list {
			assert.False(t, f.beats(f, 1), "nothing beats itself")
			for _, g := range list[:i] {
				assert.False(t, f.beats(g, 1) && g.beats(f, 1), "not both ways")
				assert.InDelta(t, f.against(g.estimate), -g.against(f.estimate), 1e-9, "antisymmetric")
			}
		}
		kept := unbeaten(list, 1)
		assert.NotEmpty(t, kept)
		least := list[0]
		for _, c := range list {
			if c.s < least.s {
				least = c
			}
		}
		assert.Contains(t, kept, least, "nothing needs less noise than the least")
	}
	assert.Empty(t, unbeaten(nil, 1))
}

func TestBeatsReasons(t *testing.T) {
	// Shares alternate about their mean by spread.
	with := func(s, spread, length float64) candidate {
		share := make([]float64, 100)
		for i := range share {
			share[i] = s + spread*float64(i%2*2-1)
		}
		return candidate{estimate: estimate{fit: fit{s: s}, share: share, regular: regularityOf(1)}, length: length}
	}
	tests := []struct {
		name string
		g, f candidate
		want bool
	}{
		{"more noise never beats", with(2e-4, 0, 0), with(1e-4, 0, 100), false},
		{"same noise never beats", with(1e-4, 0, 0), with(1e-4, 0, 100), false},
		{"a hundred times less noise", with(1e-6, 1e-7, 10), with(1e-4, 1e-5, 10), true},
		// z = 10 and z²/2 = 50 against margin + 10; tempered: 100/12·ln 2 = 5.8.
		{"ten standard errors, ten nats longer", with(1e-4, 1e-4, 20), with(2e-4, 2e-4, 10), true},
		{"ten standard errors, fifty nats longer", with(1e-4, 1e-4, 60), with(2e-4, 2e-4, 10), false},
		{"being shorter is no bonus", with(1e-4, 1e-3, 0), with(1.01e-4, 1e-3-1e-5, 1000), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.g.beats(tt.f, 1)) })
	}
	singular := with(1e-6, 1e-7, 10)
	singular.regular = regularityOf(1, -0.5/1e-4)
	assert.False(t, singular.beats(with(1e-4, 1e-5, 10), 1), "singular at the noise of the other")
}

// A multiple that seems to need less noise is no candidate beside the equation;
// another equation of higher degree is.
func TestWithoutMultiples(t *testing.T) {
	s := plain(t, noisyUnit(600, 0.01, 340), 4)
	s.independent = 1
	with := func(text string, noise float64) candidate {
		c := candidate{estimate: estimate{fit: fitOf(t, s, text), share: make([]float64, 600), regular: regularityOf(1)}}
		c.s = noise
		for i := range c.share {
			c.share[i] = 2 * noise * float64(i%2)
		}
		return c
	}
	circle := with("x^2 + y^2 - 1", 1e-4)
	multiple := with("(x^2 + y^2 - 1)*(x + 2*y - 1)", 3e-5)
	other := with("x^4 + x*y^2 + y^4 - 1", 3e-5)
	require.True(t, multiple.beats(circle, 1))
	assert.Len(t, s.withoutMultiples([]candidate{multiple, circle}), 1)
	assert.Equal(t, circle.idx, s.withoutMultiples([]candidate{multiple, circle})[0].idx)
	assert.Len(t, s.withoutMultiples([]candidate{other, circle}), 2)
}

// The circle and a multiple of it that happens to have a shorter description: the
// circle comes first. What does not follow keeps its place, decimal ones as well.
func TestFactorsFirst(t *testing.T) {
	s := plain(t, noisyUnit(600, 0.01, 341), 4)
	list := []equation{
		exactEquation(t, s, "x^3 + x*y^2 - x", 10),
		exactEquation(t, s, "x^2 + y^2 - 1", 12),
		exactEquation(t, s, "x^3 + x*y^2 - y", 9),
		exactEquation(t, s, "x^4 + x^2*y^2 - x^2", 20),
	}
	s.factorsFirst(list)
	costs := func() (out []float64) {
		for _, e := range list {
			out = append(out, e.cost)
		}
		return out
	}
	assert.Equal(t, []float64{12 + degreeLength, 12, 9, 20}, costs())
	list[0].cost, list[1].exact = 10, false
	s.factorsFirst(list)
	assert.Equal(t, []float64{10, 12, 9, 20}, costs())
}
