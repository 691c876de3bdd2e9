package fit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Foot points are on the zero set, along the gradient in the metric of the noise.
func TestFootOnZeroSet(t *testing.T) {
	tests := []struct {
		name, poly string
		c2         []float64
		point      func(rng *rand.Rand) []float64
	}{
		{"circle", "x^2 + y^2 - 1", []float64{1, 1}, func(rng *rand.Rand) []float64 {
			a := 2 * math.Pi * rng.Float64()
			return []float64{math.Cos(a), math.Sin(a)}
		}},
		{"line", "x + 2*y - 1", []float64{1, 0.25}, func(rng *rand.Rand) []float64 {
			a := rng.Float64()
			return []float64{1 - 2*a, a}
		}},
		{"cubic with noise in y alone", "x^3 - y", []float64{0, 1}, func(rng *rand.Rand) []float64 {
			a := rng.NormFloat64()
			return []float64{a, a * a * a}
		}},
	}
	for k, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rng := explaintest.Source(210 + uint64(k))
			const sigma = 0.01
			s := explaintest.Plain(t, explaintest.Draw(20, rng, tt.point), 3)
			s.Metric = problem.NewMetric(moment.Independent([]float64{math.Sqrt(tt.c2[0]), math.Sqrt(tt.c2[1])}))
			f := fitOf(t, s, tt.poly)
			f.Variance = sigma * sigma
			var noisy [][]float64
			for _, x := range s.Rows {
				noisy = append(noisy, []float64{x[0] + sigma*math.Sqrt(tt.c2[0])*rng.NormFloat64(), x[1] + sigma*math.Sqrt(tt.c2[1])*rng.NormFloat64()})
			}
			feet, grads := FootPoints(s, f, noisy)
			require.Len(t, feet, len(noisy))
			for i, y := range feet {
				value, grad := explaintest.PlainGradient(s.Table, f.Idx, f.C, y)
				assert.InDelta(t, 0, value, 1e-9, "on the zero set")
				assert.InDeltaSlice(t, grad, grads[i], 1e-12, "the gradient there")
				for j, c := range tt.c2 {
					if c == 0 {
						assert.Equal(t, noisy[i][j], y[j], "a variable without noise stays")
					}
				}
				assert.Less(t, math.Hypot(y[0]-noisy[i][0], y[1]-noisy[i][1]), 6*sigma, "no farther than the noise")
			}
		})
	}
}

// Near a singular point no step is longer than three standard deviations.
func TestFootStaysNear(t *testing.T) {
	s := explaintest.Plain(t, explaintest.NoisyUnit(10, 0, 213), 2)
	f := fitOf(t, s, "x*y - 1")
	f.Variance = 1e-4
	feet, _ := FootPoints(s, f, [][]float64{
		{1e-6, 2e-6}, // the zero set is at a distance of √2
		{0, 0},       // the gradient vanishes
	})
	assert.LessOrEqual(t, math.Hypot(feet[0][0], feet[0][1]), limit.MaxDeviation*float64(limit.FootSteps)*0.01+1e-5)
	assert.Equal(t, []float64{0, 0}, feet[1])
}

func TestWeights(t *testing.T) {
	// On the ellipse x²/9 + y² = 1 the square of the gradient is 4x²/81 + 4y².
	rows := explaintest.NoisyUnit(300, 0, 214)
	for _, x := range rows {
		x[0] *= 3
	}
	s := explaintest.Plain(t, rows, 2)
	f := fitOf(t, s, "x^2 + 9*y^2 - 9")
	w := Weigh(context.Background(), s, f, rows)
	assert.InDelta(t, 1, stat.Mean(w, nil), 1e-12)
	var g2 []float64
	for _, x := range rows {
		g2 = append(g2, 4*x[0]*x[0]+4*81*x[1]*x[1])
	}
	sorted := slices.Clone(g2)
	slices.Sort(sorted)
	least := limit.LeastVariance * sorted[len(sorted)/2]
	scale := w[0] * (g2[0] + least)
	for i := range w {
		assert.InEpsilon(t, scale/(g2[i]+least), w[i], 1e-9)
	}
}

// With one monomial more, the forms are those of the weighted moments of all.
func TestWeightedFlowBeside(t *testing.T) {
	s := explaintest.Plain(t, explaintest.Draw(100, explaintest.Source(6), func(rng *rand.Rand) []float64 {
		return []float64{rng.NormFloat64(), rng.NormFloat64()}
	}), 2)
	w := make([]float64, len(s.Rows))
	for i := range w {
		w[i] = 1 + float64(i%3)
	}
	idx, all := []int{0, 4}, numeric.FirstInts(s.Table.Len(2))
	whole := WeightedFlow(t.Context(), s, all, w, s.Rows)
	beside := WeightedFlowBeside(t.Context(), s, idx, all, w, s.Rows)
	for _, a := range []int{1, 2, 3, 5} {
		with := append(slices.Clone(idx), a)
		slices.Sort(with)
		m, g := whole.FormsOn(0.1, with)
		m1, g1 := beside.FormsOn(0.1, with)
		assert.Equal(t, m, m1, "with %d", a)
		assert.Equal(t, g, g1, "with %d", a)
	}
	assert.Panics(t, func() { beside.FormsOn(0.1, []int{1, 3}) }, "two monomials more")
}

// Weights of 1 give the moments of all rows, on those that the forms use.
func TestWeightedFlow(t *testing.T) {
	s := explaintest.Plain(t, explaintest.NoisyUnit(100, 0.1, 215), 3)
	idx := fitOf(t, s, "x^3 + x*y - y^2 + 1").Idx
	flow := WeightedFlow(context.Background(), s, idx, explaintest.Ones(100), s.Rows)
	for _, v := range []float64{0, 0.01, 0.3} {
		m, g := s.Flow.FormsOn(v, idx)
		a, b := flow.FormsOn(v, idx)
		assert.True(t, mat.EqualApprox(m, a, 1e-12))
		assert.True(t, mat.EqualApprox(g, b, 1e-12))
		assert.True(t, mat.EqualApprox(s.Flow.SlopeOn(v, idx), flow.SlopeOn(v, idx), 1e-12))
	}
}

func TestSampsonIsNoiseVariance(t *testing.T) {
	for _, sigma := range []float64{1e-3, 0.03} {
		s := explaintest.Plain(t, explaintest.NoisyUnit(2000, sigma, 216), 2)
		assert.InEpsilon(t, sigma*sigma, sampson(s, fitOf(t, s, "x^2 + y^2 - 1")), 0.15)
	}
}

// What is said of the reliability of the coefficients and of s is what they
// scatter by over repetitions: a variance over 40 repetitions is known to 22 %.
func TestCovarianceAgainstScatter(t *testing.T) {
	const repetitions = 40
	tests := []struct {
		name, poly string
		sigma      float64
	}{
		{"circle", "x^2 + y^2 - 1", 0.02},
		{"circle, hardly any noise", "x^2 + y^2 - 1", 1e-4},
		{"conic of four terms", "x^2 + x*y + y^2 - 1", 0.01},
	}
	for k, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var found [][]float64 // ratios and s of the repetitions
			var said [][]float64  // the variances said of them
			for r := range uint64(repetitions) {
				rng := explaintest.Source(1000 + 100*uint64(k) + r)
				rows := explaintest.CirclePoints(150, rng, 1)
				for _, x := range rows {
					if k == 2 { // u² + v² = 1 with u = x + y/2, v = √3/2·y
						x[1] /= math.Sqrt(3) / 2
						x[0] -= x[1] / 2
					}
					for j := range x {
						x[j] += tt.sigma * rng.NormFloat64()
					}
				}
				s := explaintest.Plain(t, rows, 2)
				f, ok := Root(s.Flow, fitOf(t, s, tt.poly).Idx, 0)
				require.True(t, ok)
				e, ok := Refine(context.Background(), s, f, rows, limit.RefineSteps)
				require.True(t, ok)
				last := len(e.Fit.C) - 1
				ratio, cov := integer.Ratios(e.Fit.C, e.Cov, last)
				variances := make([]float64, last, last+1)
				for i := range variances {
					variances[i] = cov.At(i, i)
				}
				found = append(found, append(ratio, e.Fit.Variance))
				said = append(said, append(variances, e.Stderr*e.Stderr))
				assert.InDelta(t, e.Fit.Variance, stat.Mean(e.Share, nil), 1e-6*e.Fit.Variance, "shares have the mean s")
			}
			truth := make([]float64, len(found[0]))
			s := explaintest.Plain(t, explaintest.NoisyUnit(10, 0, 1), 2)
			exact := fitOf(t, s, tt.poly)
			for i := range len(truth) - 1 {
				truth[i] = exact.C[i] / exact.C[len(exact.C)-1]
			}
			truth[len(truth)-1] = tt.sigma * tt.sigma
			column := func(rows [][]float64, i int) []float64 {
				var c []float64
				for _, r := range rows {
					c = append(c, r[i])
				}
				return c
			}
			for i := range truth {
				mean, variance := stat.MeanVariance(column(found, i), nil)
				assert.InDelta(t, truth[i], mean, 4*math.Sqrt(variance/repetitions), "mean of %d", i)
				ratio := stat.Mean(column(said, i), nil) / variance
				assert.True(t, ratio > 0.5 && ratio < 2, "variance of %d: said %.2f times what it is", i, ratio)
			}
		})
	}
}

// Everything summed over rows is independent of where the chunks end and of the
// number of processors.
func TestChunkBoundaries(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	all := explaintest.NoisyUnit(parallel.Chunk+1, 0.01, 217)
	for _, n := range []int{1, parallel.Chunk - 1, parallel.Chunk, parallel.Chunk + 1} {
		t.Run(fmt.Sprintf("rows=%d", n), func(t *testing.T) {
			rows := all[:n]
			tab, err := moment.NewMonomials(2, 4)
			require.NoError(t, err)
			direct := moment.NewOn(tab)
			for _, x := range rows {
				direct.Add(x, 1)
			}
			want := direct.Flow(moment.Independent(explaintest.Ones(2))).At(0)
			var first []any
			for _, threads := range []int{1, 4} {
				runtime.GOMAXPROCS(threads)
				s := explaintest.Plain(t, rows, 2)
				mu := s.Flow.At(0)
				for i := range want {
					assert.InDelta(t, want[i], mu[i], 1e-12)
				}
				seen := make([]int, n)
				parallel.Chunks(context.Background(), n, func(_, lo, hi int) {
					for i := lo; i < hi; i++ {
						seen[i]++
					}
				})
				assert.Equal(t, 1, slices.Min(seen))
				assert.Equal(t, 1, slices.Max(seen), "every row once")
				f := fitOf(t, s, "x^2 + y^2 - 1")
				f.Variance = 1e-4
				w := Weigh(context.Background(), s, f, rows)
				got := []any{mu, w, WeightedFlow(context.Background(), s, f.Idx, w, rows).At(0)}
				if n > 1 {
					e, ok := Refine(context.Background(), s, f, rows, 2)
					require.True(t, ok)
					assert.InEpsilon(t, 1e-4, e.Fit.Variance, 0.1)
					e.Evidence, e.Integers = nil, nil // functions are not compared
					got = append(got, e)
				}
				if first == nil {
					first = got
				}
				assert.Equal(t, first, got, "%d threads", threads)
			}
		})
	}
}

// At the three cusps of a deltoid the gradient is all noise: at 5 % its equation has
// the least regularity of the known curves, and must remain a candidate in most draws.
func TestCandidateDeltoid(t *testing.T) {
	count := 0
	for k := range uint64(5) {
		rng := explaintest.Source(390 + k)
		rows := explaintest.Noisy(explaintest.Draw(1000, rng, func(rng *rand.Rand) []float64 {
			a := 2 * math.Pi * rng.Float64()
			return []float64{(2*math.Cos(a) + math.Cos(2*a)) / 1.6, (2*math.Sin(a) - math.Sin(2*a)) / 1.6}
		}), 0.05, rng)
		s := explaintest.Plain(t, rows, 4)
		f := fitOf(t, s, "4096*x^4 + 8192*x^2*y^2 + 4096*y^4 - 20480*x^3 + 61440*x*y^2 + 28800*x^2 + 28800*y^2 - 16875")
		f.Variance = 0.05 * 0.05
		if Candidate(context.Background(), s, f, limit.RefineSteps) != nil {
			count++
		}
	}
	assert.GreaterOrEqual(t, count, 3)
}

// TestRefineCopies: rows that repeat the columns of a fit give its coefficients the errors that one row of each kind gives.
func TestRefineCopies(t *testing.T) {
	rows := explaintest.Copies(120, 12, 0.01, 70)
	of := func(rows [][]float64) Estimate {
		p := explaintest.Plain(t, rows, 2)
		f := fitOf(t, p, "y - 2*x - 1")
		f.Variance = 1e-5
		e, ok := Refine(context.Background(), p, f, rows, limit.RefineSteps)
		require.True(t, ok)
		return e
	}
	once, again := of(rows[:12]), of(rows)
	assert.InDelta(t, 12, again.Rows, 1e-9)
	assert.InEpsilon(t, once.Stderr, again.Stderr, 1e-9)
	for i := range once.Fit.Idx {
		assert.InEpsilon(t, once.Cov.At(i, i), again.Cov.At(i, i), 1e-9)
	}
}
