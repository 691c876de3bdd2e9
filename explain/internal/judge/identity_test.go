package judge

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestOfOneColumn: beside u = 1/x by definition, z = 7·x·u says that z is 7, and so does z·x²·u = 7·x; z·x = 7 does not.
func TestOfOneColumn(t *testing.T) {
	rows := explaintest.Draw(60, explaintest.Source(271), func(rng *rand.Rand) []float64 {
		x := 1 + rng.Float64()
		return []float64{x, 1 / x, 7 + 0.1*rng.NormFloat64()}
	})
	s := explaintest.Plain(t, rows, 4)
	R := explaintest.RingOf(t, s.Scaling.Names...)
	s.Scaling.Identities = []*poly.Polynomial[ring.Rat]{explaintest.Parse(t, R, "x*y - 1")}
	s.Scaling.Trivial = s.Scaling.Identities
	for text, want := range map[string]bool{
		"7*x*y - z": true, "x^2*y*z - 7*x": true, "7*x^2*y^2 - z": true, "x*z - 7": false, "z - 7*x": false, "x*y*z - x": false, "x + y - z": false,
	} {
		assert.Equal(t, want, ofOneColumn(s, exactEquation(t, s, text, 10)), text)
	}
	tests := 0
	for test := range Claim(s, exactEquation(t, s, "7*x*y - z", 10)) {
		if test.Name == "columns beside what holds by definition" {
			tests++
			assert.NotEmpty(t, Refusal(Claim(s, exactEquation(t, s, "7*x*y - z", 10))))
		}
	}
	require.Equal(t, 1, tests)
}

// TestStandardWithoutZeros: other equations without a common zero leave all monomials.
func TestStandardWithoutZeros(t *testing.T) {
	rows := explaintest.Draw(60, explaintest.Source(272), func(rng *rand.Rand) []float64 {
		x := 1 + rng.Float64()
		return []float64{x, 2 * x, 3 * x}
	})
	s := explaintest.Plain(t, rows, 2)
	var list []equation.Equation
	for _, text := range []string{"x - 1", "x - 2", "z - 3*x"} {
		list = append(list, exactEquation(t, s, text, 10))
	}
	c := newComparison(s, list, 2)
	assert.Len(t, c.standard(1), 4)
	assert.Len(t, c.standard(2), 10)
}
