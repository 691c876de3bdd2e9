package derived_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/derived"
)

// TestMisfit has an oscillation. Its equation of motion, in the column itself and in a function of it, needs the errors that the windows
// show. One with a tenth less needs many times these, and of a column that is not differentiated nobody knows the errors.
func TestMisfit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 77))
	var b strings.Builder
	b.WriteString("t,x,other\n")
	for i := range 1500 {
		s := 0.01 * float64(i)
		fmt.Fprintf(&b, "%.2f,%.5f,%.5f\n", s, math.Cos(3*s)+0.001*rng.NormFloat64(), s)
	}
	s := read(t, b.String())
	definitions, err := derived.Parse("a = d2(x, t), h = x/2", s.Names())
	require.NoError(t, err)
	e, err := derived.Extend(s, definitions, nil)
	require.NoError(t, err)
	// The columns are t, x, other, a, h.
	linear := func(coefficients ...float64) (float64, bool) {
		return e.Misfit(definitions, func(gradient, row []float64) float64 {
			value := 0.0
			for j, c := range coefficients {
				value += c * row[j]
				gradient[j] += c
			}
			return value
		})
	}
	for _, law := range [][]float64{{0, 9, 0, 1, 0}, {0, 0, 0, 1, 18}, {0, 4, 0, 1, 10}} {
		times, ok := linear(law...)
		require.True(t, ok)
		assert.InDelta(t, 1, times, 0.25, "%v", law)
	}
	times, ok := linear(0, 8.1, 0, 1, 0)
	require.True(t, ok)
	assert.Greater(t, times, 3.0)
	_, ok = linear(0, 9, 1, 1, 0)
	assert.False(t, ok)
}
