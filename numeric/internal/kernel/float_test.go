package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// floats returns n numbers of many sizes, starting at an odd place of a longer slice.
func floats(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n+3)
	for i := range x {
		x[i] = rng.NormFloat64() * math.Exp(8*rng.NormFloat64())
	}
	return x[1 : n+1 : n+1]
}

// plainDot is Dot by the plain loop.
func plainDot(x, y []float64) float64 {
	var sum [Lanes]float64
	lanes(&sum, x, y)
	return total(&sum)
}

// TestFloats holds the kernels to the plain loops, bit by bit.
func TestFloats(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for n := range 70 {
		x, y := floats(rng, n), floats(rng, n)
		require.Equal(t, plainDot(x, y), Dot(x, y), "%d", n)
		want, a := slices.Clone(y), rng.NormFloat64()
		axpy(a, x, want)
		Axpy(a, x, y)
		require.Equal(t, want, y, "%d", n)

		dst, again := floats(rng, n), floats(rng, n)
		mul(dst, x, y)
		Mul(again, x, y)
		require.Equal(t, dst, again, "%d", n)
		Mul(again, again, x) // in place
		mul(dst, dst, x)
		require.Equal(t, dst, again, "%d", n)
		addProduct(dst, a, x, y)
		AddProduct(again, a, x, y)
		require.Equal(t, dst, again, "%d", n)

		var gramOf, gramAgain [Lanes * Lanes]float64
		copy(gramOf[:], floats(rng, len(gramOf)))
		gramAgain = gramOf
		left, right := floats(rng, Lanes*n), floats(rng, Lanes*n)
		gram(&gramOf, left, right)
		Gram(&gramAgain, left, right)
		require.Equal(t, gramOf, gramAgain, "%d", n)

		v := [Rows][]float64{floats(rng, n), floats(rng, n), floats(rng, n), floats(rng, n)}
		c := [Columns][]float64{floats(rng, n), floats(rng, n)}
		var w [Rows * Columns]float64
		DotBlock(&w, &v, &c)
		plain := [Columns][]float64{slices.Clone(c[0]), slices.Clone(c[1])}
		for q := range v {
			for j := range c {
				require.Equal(t, plainDot(v[q], c[j]), w[Columns*q+j], "%d", n)
				axpy(w[Columns*q+j], v[q], plain[j])
			}
		}
		var one [Rows]float64
		Dots(&one, &v, c[1])
		for q := range v {
			require.Equal(t, plainDot(v[q], c[1]), one[q], "%d", n)
		}
		UpdateBlock(&w, &v, &c)
		require.Equal(t, plain, c, "%d", n)
	}
	require.Panics(t, func() { Dot(make([]float64, 8), make([]float64, 7)) })
	require.Panics(t, func() { DotBlock(new([8]float64), new([Rows][]float64), &[Columns][]float64{{1}}) })
}

// TestLastAtMost holds LastAtMost to the pivots one after the other, where one is small enough, and where one is no number.
func TestLastAtMost(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for n := range 70 {
		b := Bordered{floats(rng, n), floats(rng, n+1), floats(rng, n), rng.NormFloat64(), -rng.ExpFloat64()}
		least := make([]float64, n)
		for i := range least { // the pivots themselves
			x := b.Base[i] + float64(b.F*b.Column[i])
			least[i] = b.Pivots[i] + float64(float64(b.C*x)*x)
		}
		small := slices.Clone(least)
		for i := range small {
			small[i] = math.Nextafter(small[i], math.Inf(-1))
		}
		require.Equal(t, -1, b.LastAtMost(small), "%d", n)
		for i := range n {
			small[i] = least[i]
			require.Equal(t, i, b.LastAtMost(small), "%d of %d", i, n)
			small[i] = math.NaN()
		}
		require.Equal(t, -1, b.LastAtMost(small), "%d", n)
	}
	require.Panics(t, func() { new(Bordered).LastAtMost(make([]float64, 8)) })
}

// TestTriangle holds Triangle to the plain loop, whatever stands below the diagonal, and where
// numbers are infinite.
func TestTriangle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for range 50 {
		var w [Columns][Order]float64
		for j := range w {
			copy(w[j][:], floats(rng, Order))
		}
		m := (*[Order * Order]float64)(floats(rng, Order*Order))
		for range rng.IntN(4) {
			m[rng.IntN(Order*Order)], w[rng.IntN(Columns)][rng.IntN(Order)] = math.Inf(1), math.Inf(-1)
		}
		want := w
		triangle(&want, m)
		Triangle(&w, m)
		for j := range w {
			for i, x := range w[j] {
				require.Equal(t, math.Float64bits(want[j][i]), math.Float64bits(x), "%d %d", j, i)
			}
		}
	}
}

// TestOrderOfSum is what Dot is by its definition, with products that cancel.
func TestOrderOfSum(t *testing.T) {
	x := []float64{1e16, 1, 2, 3, 4, 5, 6, 7, -1e16, 0.5}
	ones := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	require.Equal(t, 28.5, Dot(x, ones))
}

func BenchmarkDotBlock(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 6))
	v := [Rows][]float64{floats(rng, 256), floats(rng, 256), floats(rng, 256), floats(rng, 256)}
	c := [Columns][]float64{floats(rng, 256), floats(rng, 256)}
	var w [Rows * Columns]float64
	for b.Loop() {
		DotBlock(&w, &v, &c)
	}
	b.ReportMetric(float64(b.N)*2*256*Rows*Columns/b.Elapsed().Seconds()/1e9, "GFlop/s")
}
