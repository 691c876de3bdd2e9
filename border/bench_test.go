package border_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// randomIntegers returns s points with coordinates in [-99, 99].
func randomIntegers(rng *rand.Rand, n, s int) [][]ring.Rat {
	points := make([][]ring.Rat, s)
	for j := range points {
		for range n {
			points[j] = append(points[j], ring.RatFromInt(rng.Int64N(199)-99))
		}
	}
	return points
}

func variables(n int) []string {
	vars := make([]string, n)
	for i := range vars {
		vars[i] = fmt.Sprintf("x%d", i+1)
	}
	return vars
}

func BenchmarkBuchbergerMollerQ(b *testing.B) {
	for _, size := range [][2]int{{2, 50}, {3, 100}, {2, 200}, {3, 200}} {
		b.Run(fmt.Sprintf("n=%d/s=%d", size[0], size[1]), func(b *testing.B) {
			points := randomIntegers(rand.New(rand.NewPCG(1, 1)), size[0], size[1])
			R := poly.MustRing(ring.Q, variables(size[0]))
			for b.Loop() {
				id, err := border.BuchbergerMollerQ(b.Context(), R, points, border.Options{CornersOnly: true, Workers: 1})
				require.NoError(b, err)
				b.ReportMetric(float64(id.Primes()), "primes")
			}
		})
		b.Run(fmt.Sprintf("write/n=%d/s=%d", size[0], size[1]), func(b *testing.B) {
			points := randomIntegers(rand.New(rand.NewPCG(1, 1)), size[0], size[1])
			R := poly.MustRing(ring.Q, variables(size[0]))
			id, err := border.BuchbergerMollerQ(b.Context(), R, points, border.Options{CornersOnly: true})
			require.NoError(b, err)
			for b.Loop() {
				require.NoError(b, id.Write(b.Context(), io.Discard, poly.Text, 1, id.GroebnerPlaces(), func(int) string { return "\n" }))
			}
		})
	}
}

// BenchmarkStructured finds and prints ideals with short coefficients, of points with few values of
// their coordinates or on a curve.
func BenchmarkStructured(b *testing.B) {
	var grid, cubic [][]ring.Rat
	for i := range int64(125) {
		grid = append(grid, []ring.Rat{ring.RatFromInt(i / 25), ring.RatFromInt(i / 5 % 5), ring.RatFromInt(i % 5)})
	}
	for i := range int64(80) {
		t := i - 40
		cubic = append(cubic, []ring.Rat{ring.RatFromInt(t), ring.RatFromInt(t * t), ring.RatFromInt(t * t * t)})
	}
	for name, points := range map[string][][]ring.Rat{"grid": grid, "cubic": cubic} {
		b.Run(name, func(b *testing.B) {
			R := poly.MustRing(ring.Q, variables(3))
			b.ReportAllocs()
			for b.Loop() {
				id, err := border.BuchbergerMollerQ(b.Context(), R, points, border.Options{CornersOnly: true, Workers: 1})
				require.NoError(b, err)
				require.NoError(b, id.Write(b.Context(), io.Discard, poly.Text, 1, id.GroebnerPlaces(), func(int) string { return "\n" }))
				b.ReportMetric(float64(id.Primes()), "primes")
			}
		})
	}
}
