package explain_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/state"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/ring"
)

// stateOf reads a text once.
func stateOf(t testing.TB, text string, degree int) *state.State {
	t.Helper()
	r, err := table.NewReader(strings.NewReader(text), "t.csv", table.Options{})
	require.NoError(t, err)
	s, err := state.Read(context.Background(), r, degree, func() {})
	require.NoError(t, err)
	return s
}

// learnState learns from a state.
func learnState(t testing.TB, s *state.State) *explain.Result {
	t.Helper()
	set := points.FromTable(s.Finish())
	r, err := explain.Learn(context.Background(), explain.Data{Variables: set.Variables(), Points: set, Whole: s}, explain.Options{MaxDegree: s.Degree()})
	require.NoError(t, err)
	return r
}

// TestMomentsOfAllRows: a sample chooses the monomials of an ellipse, the moments of all rows
// give its decimals and the noise, with the errors of so many rows. Where some of the other
// rows are far off, the sample decides alone.
func TestMomentsOfAllRows(t *testing.T) {
	sweeptest.Sweep(t)
	const n, sigma = 24_000, 0.02
	wide := math.Pow(3, 0.25)
	rng := rand.New(rand.NewPCG(1, 9))
	var text strings.Builder
	text.WriteString("x,y\n")
	for range n {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		fmt.Fprintf(&text, "%.5f,%.5f\n", wide*(cos+sigma*rng.NormFloat64()), sin+sigma*rng.NormFloat64())
	}
	s := stateOf(t, text.String(), 2)
	all := learnState(t, s)
	require.Len(t, all.Generators, 1)
	assert.True(t, all.ByMoments)
	assert.Equal(t, n, all.Whole)
	set := points.FromTable(s.Finish())
	some, err := explain.Learn(context.Background(), explain.Data{Variables: set.Variables(), Points: set}, explain.Options{MaxDegree: 2})
	require.NoError(t, err)
	for k, term := range all.Generators[0].Terms {
		if term.Stderr == 0 {
			continue
		}
		want := map[string]float64{"[0 2]": wide * wide, "[0 0]": -wide * wide}[fmt.Sprint(term.Exponents)]
		assert.InDelta(t, want, term.Estimate, 4*term.Stderr)
		assert.InEpsilon(t, some.Generators[0].Terms[k].Stderr/math.Sqrt(3), term.Stderr, 0.1)
	}
	assert.Positive(t, all.Noise.Stderr)
	assert.InEpsilon(t, some.Noise.Sigma, all.Noise.Sigma, 0.05)
	assert.InEpsilon(t, some.Noise.Stderr/math.Sqrt(3), all.Noise.Stderr, 0.2)

	far := stateOf(t, text.String()+strings.Repeat("9,9\n", 3), 2)
	sampled := far.Finish()
	for i := range sampled.Rows() {
		require.NotEqual(t, 9.0, sampled.Row(i)[0], "the sample is to have none of the far rows: change the seed")
	}
	r := learnState(t, far)
	assert.False(t, r.ByMoments)
	assert.InEpsilon(t, some.Noise.Sigma, r.Noise.Sigma, 0.1)
}

// TestHoldsAtAllRows: what holds at a sample is tried at all rows, by the span of their monomials.
func TestHoldsAtAllRows(t *testing.T) {
	sweeptest.Sweep(t)
	rng := rand.New(rand.NewPCG(1, 10))
	var text strings.Builder
	text.WriteString("a,b,c\n")
	for range 9000 {
		a, b := rng.IntN(2000)-1000, rng.IntN(999)
		fmt.Fprintf(&text, "%d,%d.%02d,%d.00\n", a, b/100, b%100, a)
	}
	for _, c := range []struct {
		more string
		want ring.Truth
	}{{"", ring.Yes}, {"1,2,1.01\n", ring.No}} {
		s := stateOf(t, text.String()+c.more, 2)
		r := learnState(t, s)
		require.NotEmpty(t, r.Generators)
		g := r.Generators[0]
		assert.Equal(t, "a - c", g.Polynomial.String())
		assert.True(t, g.Holds)
		assert.Equal(t, c.want, g.Whole)
		sampled := len(r.Slips) > 0
		assert.Equal(t, c.want == ring.No && !sampled, strings.Contains(g.Doubt, "kexplain check names those that break it"))
	}
}
