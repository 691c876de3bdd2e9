package explain_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestLearnAlongIdentities: the cube of a law in a sine and a cosine, reduced by c² + s² = 1, and a
// product over places of a column and its root are no laws.
func TestLearnAlongIdentities(t *testing.T) {
	sweeptest.Sweep(t)
	rng := explaintest.Source(873)
	identity := func(text string, names ...string) explain.Options {
		return explain.Options{Identities: []*poly.Polynomial[ring.Rat]{explaintest.Parse(t, explaintest.RingOf(t, names...), text)}}
	}
	var circle, root [][]float64
	for range 100 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		circle = append(circle, []float64{3.3*c + 1.2*s + 0.5 + 0.02*rng.NormFloat64(), c, s})
		x := 1 + 49*rng.Float64()
		root = append(root, []float64{x, x/2 + 8*rng.NormFloat64(), math.Sqrt(x)})
	}
	r, err := explain.Learn(context.Background(), explain.DataOf("f,c,s", circle), identity("c^2 + s^2 - 1", "f", "c", "s"))
	require.NoError(t, err)
	require.Len(t, r.Generators, 1, explain.Texts(r))
	assert.Equal(t, 1, r.Generators[0].Polynomial.Degree(), explain.Texts(r))
	assert.Empty(t, r.Generators[0].Doubt)

	_, err = explain.Learn(context.Background(), explain.DataOf("x,y,u", root), identity("u^2 - x", "x", "y", "u"))
	var none *explain.NoEquationError
	assert.True(t, errors.As(err, &none), "%v", err)
}

// TestLearnBesideIdentity: a curve whose first equation is known beforehand has one more, and none that follows from
// both by multiples of higher degree, as y² = x*z does. An identity in other variables says nothing.
func TestLearnBesideIdentity(t *testing.T) {
	var rows [][]float64
	for i := range 19 {
		x := float64(i-9) / 2
		rows = append(rows, []float64{x, x * x, x * x * x})
	}
	identities := []*poly.Polynomial[ring.Rat]{
		explaintest.Parse(t, explaintest.RingOf(t, "x", "y", "z"), "y - x^2"),
		explaintest.Parse(t, explaintest.RingOf(t, "x", "u"), "u - x"),
	}
	r, err := explain.Learn(context.Background(), explain.DataOf("x,y,z", rows), explain.Options{Identities: identities})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1, explain.Texts(r))
	assert.Equal(t, "x*y - z", r.Generators[0].Polynomial.String())
}
