package explain

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// shapes are what the speed is measured on: few and many variables, one equation
// and several, a bound at the degree and above it.
var shapes = []struct {
	name   string
	names  string
	degree int
	point  func(rng *rand.Rand) []float64
}{
	{"sphere", "x,y,z", 2, func(rng *rand.Rand) []float64 {
		x, y, z := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		r := 2 / math.Sqrt(x*x+y*y+z*z)
		return []float64{r * x, r * y, r * z}
	}},
	{"lemniscate", "x,y", 4, func(rng *rand.Rand) []float64 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		k := math.Sqrt(math.Pi) / (1 + s*s)
		return []float64{k * c, k * s * c}
	}},
	{"veronese", "s,t,a,b,c", 2, func(rng *rand.Rand) []float64 {
		s, t := 3*rng.Float64()-1.5, 3*rng.Float64()-1.5
		return []float64{s, t, s * s, s * t, t * t}
	}},
	{"rotations", "a,b,c,d", 4, func(rng *rand.Rand) []float64 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		return []float64{c, -s, s, c}
	}},
}

func BenchmarkLearn(b *testing.B) {
	for k, v := range shapes {
		for _, n := range []int{200, 1000} {
			rng := source(110 + uint64(k))
			data := dataOf(v.names, noisy(draw(n, rng, v.point), 0.05, rng))
			b.Run(fmt.Sprintf("%s/degree=%d/rows=%d", v.name, v.degree, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, err := Learn(context.Background(), data, Options{MaxDegree: v.degree})
					require.NoError(b, err)
				}
			})
		}
	}
}

func BenchmarkRound(b *testing.B) {
	for _, n := range [][]int64{{1, 1, -25}, {1, 2, 1, -4, 4}, {1, 1, 3, 3, -4, 7, -1, 2, 5, -3, 1, 1}} {
		a, size := make([]float64, len(n)), make([]float64, len(n))
		for i, v := range n {
			a[i], size[i] = float64(v), 30
		}
		for _, rel := range []float64{1e-3, 3e-2} {
			rng := source(120)
			c := covariance(a, rel, rng)
			x := perturbed(a, c, rng)
			b.Run(fmt.Sprintf("terms=%d/error=%g", len(n), rel), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					round(x, c, size)
				}
			})
		}
	}
}

func BenchmarkRefine(b *testing.B) {
	rng := source(121)
	for _, n := range []int{1000, 100_000} {
		s, _ := studyOf(b, noisy(draw(n, rng, shapes[1].point), 0.05, rng), 4, Options{})
		f := fitOf(b, s, "x^4 + 2*x^2*y^2 + y^4 - 3*x^2 + 3*y^2")
		f.s = 0.0025
		b.Run(fmt.Sprintf("terms=5/rows=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, ok := s.refine(f, s.rows, refineSteps)
				require.True(b, ok)
			}
		})
	}
}
