package explain_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// A law of a response with errors leaves out the sine of an angle. That is a doubt, unless
// an identity ties the sine to the cosine, which occurs.
func TestAbsentColumn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	x := mat.NewDense(200, 3, nil)
	for i := range 200 {
		sin, cos := math.Sincos(6 * rng.Float64())
		x.SetRow(i, []float64{sin, cos, 2*cos + 0.1*rng.NormFloat64()})
	}
	data := explain.Data{Variables: []string{"s", "c", "y"}, Points: explain.Dense(x)}
	o := explain.Options{Noise: []float64{0, 0, 1}}
	r, err := explain.Learn(context.Background(), data, o)
	require.NoError(t, err)
	assert.Contains(t, r.Generators[0].Doubt, "s does not occur in it")
	R := poly.MustRing[ring.Rat](ring.Q, data.Variables)
	f, err := R.Parse("s^2 + c^2 - 1")
	require.NoError(t, err)
	o.Identities = []*poly.Polynomial[ring.Rat]{f}
	r, err = explain.Learn(context.Background(), data, o)
	require.NoError(t, err)
	assert.Empty(t, r.Generators[0].Doubt)
}
