package numeric_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// The factors give what their products give.
func TestGeneralisedSingularAgainstEigen(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 50))
	for n := 1; n <= 8; n++ {
		for rank := 0; rank <= n; rank++ {
			t.Run(fmt.Sprintf("size %d, B of rank %d", n, rank), func(t *testing.T) {
				a, b := randomDense(rng, n+4, n), randomRank(rng, n+2, n, rank)
				want, err := numeric.GeneralisedEigen(gram(a), gram(b), 1e-10)
				require.NoError(t, err)
				got, err := numeric.GeneralisedSingular(context.Background(), a, b, 1e-10)
				require.NoError(t, err)
				require.Equal(t, want.Infinite, got.Infinite)
				require.Equal(t, want.Undetermined, got.Undetermined)
				require.Len(t, got.Values, rank)
				require.InEpsilon(t, math.Sqrt(want.Condition), got.Condition, 1e-6)
				for j, s := range got.Values {
					require.InDelta(t, want.Values[j], s*s, 1e-8*want.Values[rank-1])
					v := got.Vectors.ColView(j)
					var av, bv mat.VecDense
					av.MulVec(a, v)
					bv.MulVec(b, v)
					require.InDelta(t, s, mat.Norm(&av, 2), 1e-9*got.Values[rank-1])
					require.InDelta(t, 1, mat.Norm(&bv, 2), 1e-9)
				}
			})
		}
	}
}

// Taubin's distance of points to a circle, with radial noise far below the root
// of the rounding errors: the products lose it, the factors do not. Beside it
// stand a constant, whose gradient vanishes, and the square of the equation,
// whose values and gradients do.
func TestGeneralisedSingularCircle(t *testing.T) {
	const n = 400
	for _, noise := range []float64{1e-3, 1e-7, 1e-11} {
		rng := rand.New(rand.NewPCG(1, 51))
		values := numeric.NewTSQR(6)
		gradients := numeric.NewTSQR(6)
		for range n {
			r := 2 + noise*rng.NormFloat64()
			s, c := math.Sincos(2 * math.Pi * rng.Float64())
			x, y := r*c, r*s
			values.Add(mat.NewDense(1, 6, []float64{1, x, y, x * x, x * y, y * y}))
			gradients.Add(mat.NewDense(2, 6, []float64{0, 1, 0, 2 * x, y, 0, 0, 0, 1, 0, x, 2 * y}))
		}
		p, err := numeric.GeneralisedSingular(context.Background(), values.R(), gradients.R(), 1e-12)
		require.NoError(t, err)
		require.Equal(t, 1, p.Infinite)
		require.Len(t, p.Values, 5)
		// The distance is the noise, to the statistical error of its estimate.
		require.InEpsilon(t, noise, p.Values[0], 0.15)
		require.Greater(t, p.Values[1], 0.1)
		v := mat.Col(nil, 0, p.Vectors)
		require.InDelta(t, -4, v[0]/v[3], 1e-3+noise)
		require.InDelta(t, 1, v[5]/v[3], 1e-3+noise)
	}
}

func TestGeneralisedSingularUndetermined(t *testing.T) {
	a := mat.NewDense(2, 3, []float64{1, 0, 0, 0, 2, 0})
	b := mat.NewDense(1, 3, []float64{0, 1, 0})
	p, err := numeric.GeneralisedSingular(context.Background(), a, b, 1e-12)
	require.NoError(t, err)
	require.Equal(t, 1, p.Infinite)
	require.Equal(t, 1, p.Undetermined)
	require.InDeltaSlice(t, []float64{2}, p.Values, 1e-15)

	a.Set(0, 0, math.NaN())
	_, err = numeric.GeneralisedSingular(context.Background(), a, b, 1e-12)
	require.ErrorIs(t, err, numeric.ErrNotFinite)
	require.Panics(t, func() { _, _ = numeric.GeneralisedSingular(context.Background(), a, mat.NewDense(1, 2, nil), 0) })
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = numeric.GeneralisedSingular(gone, hilbert(4), hilbert(4), 0)
	require.ErrorIs(t, err, context.Canceled)
}

// The points 2 and 4 on a line: monomials 1, x and their derivatives 0, 1. The
// root of the mean square distance from the best point, 3, is 1.
func ExampleGeneralisedSingular() {
	values := mat.NewDense(2, 2, []float64{1, 2, 1, 4})
	gradients := mat.NewDense(2, 2, []float64{0, 1, 0, 1})
	p, err := numeric.GeneralisedSingular(context.Background(), values, gradients, 1e-12)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("σ = %.3f, centre %.3f\n", p.Values[0], -p.Vectors.At(0, 0)/p.Vectors.At(1, 0))
	// Output: σ = 1.000, centre 3.000
}
