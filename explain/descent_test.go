package explain

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The conchoid (x - 1)²(x² + y²) = 4x² has six terms, and without y² it is still an
// approximation that needs hardly more than the noise of 1 %.
func TestExhaustBehindApproximation(t *testing.T) {
	conchoid := draw(1000, source(401), func(rng *rand.Rand) []float64 {
		a, r := 2.2*(rng.Float64()-0.5), 2.0
		if rng.IntN(2) == 0 {
			r = -2
		}
		return []float64{1 + r*math.Cos(a), math.Tan(a) + r*math.Sin(a)}
	})
	st, _ := studyOf(t, noisy(conchoid, 0.01, source(402)), 4, Options{})
	s := searchOf(st, 4)
	s.m, s.g = st.flow.Forms(1e-4, 4) // the noise variance
	idx, _ := places(st.table, parse(t, ringOf(t, "x", "y"), "x^4 + x^2*y^2 - 2*x^3 - 2*x*y^2 - 3*x^2 + y^2"))
	part := slices.DeleteFunc(slices.Clone(idx), func(a int) bool { return a == idx[0] })
	u, ok := s.solve(part)
	require.True(t, ok)
	require.Less(t, u.lambda, s.limit/100, "what is left without y^2 is far below the limit")
	found := s.exhaust(st.table.Len(3), st.table.Len(4), 6)
	assert.True(t, slices.ContainsFunc(found, func(u support) bool { return slices.Equal(u.idx, idx) }))
	// Above a support that is an equation nothing is looked for.
	s.least = 1.1 * u.lambda
	found = s.exhaust(st.table.Len(3), st.table.Len(4), 6)
	assert.False(t, slices.ContainsFunc(found, func(u support) bool { return slices.Equal(u.idx, idx) }))
}

// On rotations, a b + c d and a c + b d both vanish. On the four terms together the
// steps of refine go to and fro between the product (a - d)(b + c), which is
// singular there, and what its weights are for.
func TestCandidateNotFromSingularWeights(t *testing.T) {
	rotations := draw(1000, source(403), func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{math.Cos(a), -math.Sin(a), math.Sin(a), math.Cos(a)}
	})
	s, _ := studyOf(t, noisy(rotations, 0.05, source(404)), 2, Options{})
	R := ringOf(t, "x", "y", "z", "u")
	idx, _ := places(s.table, parse(t, R, "x*y + x*z + y*u + z*u"))
	f, ok := root(s.flow, idx, 1e-6)
	require.True(t, ok)
	require.Less(t, s.regularity(f).at(f.s), 0.5, "without weights, the product")
	assert.Nil(t, s.candidate(f, 1), "with the weights of the product")
	idx, _ = places(s.table, parse(t, R, "x*y + z*u"))
	f, ok = root(s.flow, idx, 1e-6)
	require.True(t, ok)
	assert.NotNil(t, s.candidate(f, refineSteps), "an equation that holds")
}

// What climb finds is compared with the same noise as what it began with.
func TestClimbKeepsFloor(t *testing.T) {
	s, _ := studyOf(t, noisy(circlePoints(200, source(405), 2), 0.05, source(406)), 2, Options{})
	idx, _ := places(s.table, parse(t, ringOf(t, "x", "y"), "x^2 + y^2 - 4"))
	f, ok := root(s.flow, idx, 1e-6)
	require.True(t, ok)
	c := s.candidate(f, refineSteps)
	require.NotNil(t, c)
	e := s.equation(*c, 0.7*c.s)
	found := s.climb(e)
	require.NotEmpty(t, found)
	for _, g := range found {
		assert.InDelta(t, 0.7*c.s, g.floor, 0, s.show(g))
		assert.InDelta(t, g.support+g.round.length()+tempered(float64(len(s.sample)), g.s, 0.7*c.s), g.cost, 1e-9)
	}
}
