package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Data that fill space are no layer about anything, a noisy circle is one. The
// nearest point is the nearest in units of the columns, so that a correlation as
// strong as 0.95 takes Gaussian data to 0.1 or 0.2; the one here is 0.4.
func TestThin(t *testing.T) {
	normal := func(rng *rand.Rand) []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64()} }
	correlated := func(rng *rand.Rand) []float64 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		return []float64{a, 0.4*a + 0.9*b}
	}
	tests := []struct {
		name, poly string
		rows       [][]float64
		lo, hi     float64
	}{
		{"Gaussian, a circle", "x^2 + y^2 - 1", draw(600, source(230), normal), 0.75, 1.25},
		{"Gaussian, a parabola", "x^2 - y", draw(600, source(231), normal), 0.75, 1.25},
		{"Gaussian half as wide, a circle", "x^2 + y^2 - 1", scaledRows(draw(600, source(230), normal), 0.5, 0), 0.75, 1.25},
		{"correlated Gaussian, a circle", "x^2 + y^2 - 1", draw(600, source(232), correlated), 0.6, 1.4},
		{"correlated Gaussian, a parabola", "x^2 - y", draw(600, source(233), correlated), 0.6, 1.4},
		{"a circle", "x^2 + y^2 - 1", noisyUnit(600, 0.003, 234), 0, 0.1},
		{"a circle, few points", "x^2 + y^2 - 1", noisyUnit(40, 0.003, 235), 0, 0.1},
		{"a circle, another through it", "x^2 + y^2 - 2*x", noisyUnit(600, 0.003, 234), 0.45, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := plain(t, tt.rows, 2)
			f := fitOf(t, s, tt.poly)
			f.s = 1e-5
			got := s.thin(f, covarianceSpread(tt.rows))
			assert.True(t, tt.lo <= got.across && got.across <= tt.hi, "across %.3f", got.across)
		})
	}
}

// Where the noise is as large as the data there are no steps beyond it.
func TestThinWithoutSteps(t *testing.T) {
	s := plain(t, noisyUnit(100, 0.01, 236), 2)
	f := fitOf(t, s, "x^2 + y^2 - 1")
	f.s = 1
	assert.Equal(t, thinness{across: 1, gap: 1}, s.thin(f, covarianceSpread(s.rows)))
}

// Neighbouring residuals of an approximation have the same sign.
func TestWave(t *testing.T) {
	arc := draw(400, source(237), func(rng *rand.Rand) []float64 {
		a := 3*rng.Float64() - 1.5
		return []float64{a, math.Cos(a)}
	})
	tests := []struct {
		name, poly string
		rows       [][]float64
		lo, hi     float64
	}{
		{"a parabola for the cosine", "x^2 + y - 1", arc, 2 * maxWave, 100},
		{"a cubic for the cosine", "x^3 + x^2 + y - 1", arc, 2 * maxWave, 100},
		{"a circle with noise", "x^2 + y^2 - 1", noisyUnit(400, 0.01, 238), -maxWave, maxWave},
		{"a circle with more noise", "x^2 + y^2 - 1", noisyUnit(400, 0.05, 239), -maxWave, maxWave},
		{"a line with noise", "x + 2*y - 1", noisy(draw(400, source(240), func(rng *rand.Rand) []float64 {
			a := rng.Float64()
			return []float64{1 - 2*a, a}
		}), 0.02, source(241)), -maxWave, maxWave},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := plain(t, tt.rows, 3)
			f, ok := root(s.flow, fitOf(t, s, tt.poly).idx, 0)
			require.True(t, ok)
			got := s.correlation(f).errors
			assert.True(t, tt.lo <= got && got <= tt.hi, "%.1f standard errors", got)
		})
	}
}

// Many conics pass through five clusters, and none is an equation of the data.
// Where some clusters lie near one another one is taken for it now and then: of
// ten sets of clusters, at most two.
func TestLearnRefusesClusters(t *testing.T) {
	refused := 0
	for seed := range uint64(10) {
		rng := source(242 + seed)
		var rows [][]float64
		for range 5 {
			a, b := 4*rng.Float64()-2, 4*rng.Float64()-2
			for range 40 {
				rows = append(rows, []float64{a + 0.01*rng.NormFloat64(), b + 0.01*rng.NormFloat64()})
			}
		}
		r, err := Learn(context.Background(), dataOf("x,y", rows), Options{MaxDegree: 2})
		if err == nil {
			t.Logf("set %d: %v", seed, texts(r))
			continue
		}
		assert.ErrorAs(t, err, new(*NoEquationError))
		refused++
	}
	assert.GreaterOrEqual(t, refused, 8)
}
