package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

func TestSmallestAgainstGeneralisedEigen(t *testing.T) {
	s := explaintest.Plain(t, explaintest.Cloud(80, 3, explaintest.Source(20)), 2)
	m, g := s.Flow.Forms(0, 2)
	tests := []struct {
		name string
		idx  []int
	}{
		{"with the constant, on which G vanishes", numeric.FirstInts(10)},
		{"without the constant", []int{1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{"a constant and one other", []int{0, 5}},
		{"one monomial", []int{4}},
		{"not in order of places", []int{9, 0, 3, 4}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lambda, v, ok := numeric.LeastEigen(m, g, tt.idx, limit.GradientTolerance)
			require.True(t, ok)
			a, b := mat.NewSymDense(len(tt.idx), nil), mat.NewSymDense(len(tt.idx), nil)
			for i, p := range tt.idx {
				for j, q := range tt.idx {
					a.SetSym(i, j, m.At(p, q))
					b.SetSym(i, j, g.At(p, q))
				}
			}
			want, err := numeric.GeneralisedEigen(a, b, limit.GradientTolerance)
			require.NoError(t, err)
			assert.InEpsilon(t, want.Values[0], lambda, 1e-9)
			// The pair is put back: A v = λ B v, vᵀBv = 1.
			x := mat.NewVecDense(len(v), v)
			var left, right mat.VecDense
			left.MulVec(a, x)
			right.MulVec(b, x)
			assert.InDelta(t, 1, mat.Dot(x, &right), 1e-9)
			for i := range v {
				assert.InDelta(t, lambda*right.AtVec(i), left.AtVec(i), 1e-9)
			}
		})
	}
}

// The equation of the points has its root at the variance of the noise; the
// mean over repetitions is within a few standard errors of it.
func TestRootIsNoiseVariance(t *testing.T) {
	tests := []struct {
		name, poly string
		point      func(rng *rand.Rand) []float64
	}{
		{"circle", "x^2 + y^2 - 1", func(rng *rand.Rand) []float64 {
			a := 2 * math.Pi * rng.Float64()
			return []float64{math.Cos(a), math.Sin(a)}
		}},
		{"line", "x + 2*y - 1", func(rng *rand.Rand) []float64 {
			a := rng.Float64()
			return []float64{1 - 2*a, a}
		}},
		{"cuspidal cubic", "x^3 - y^2", func(rng *rand.Rand) []float64 {
			a := 2*rng.Float64() - 1
			return []float64{a * a, a * a * a}
		}},
	}
	for _, tt := range tests {
		for _, sigma := range []float64{1e-4, 1e-2, 5e-2} {
			t.Run(tt.name, func(t *testing.T) {
				var found []float64
				for k := range uint64(12) {
					rng := explaintest.Source(30 + k)
					rows := explaintest.Draw(200, rng, tt.point)
					for _, x := range rows {
						for j := range x {
							x[j] += sigma * rng.NormFloat64()
						}
					}
					s := explaintest.Plain(t, rows, 3)
					f, ok := Root(s.Flow, fitOf(t, s, tt.poly).Idx, 0)
					require.True(t, ok)
					found = append(found, f.Variance)
				}
				mean, dev := stat.MeanStdDev(found, nil)
				assert.InDelta(t, sigma*sigma, mean, 4*dev/math.Sqrt(float64(len(found))))
				assert.Less(t, dev, 0.6*sigma*sigma)
			})
		}
	}
}

// Without noise the root is zero to rounding, and the coefficients are those of
// the equation.
func TestRootExact(t *testing.T) {
	s := explaintest.Plain(t, explaintest.CirclePoints(50, explaintest.Source(31), 1), 2)
	want := fitOf(t, s, "x^2 + y^2 - 1")
	for _, start := range []float64{0, 1e-6, 0.0064, 0.1} {
		f, ok := Root(s.Flow, want.Idx, start)
		require.True(t, ok)
		assert.Less(t, f.Variance, limit.RoundingVariance)
		assert.GreaterOrEqual(t, f.Variance, 0.0)
		for i := range f.C {
			assert.InDelta(t, want.C[i]/want.C[0], f.C[i]/f.C[0], 1e-9)
		}
	}
}
