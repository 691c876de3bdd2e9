package integer

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// signed returns n or its negative, the first positive.
func signed(n []int64) []int64 {
	out := slices.Clone(n)
	if out[0] < 0 {
		for i := range out {
			out[i] = -out[i]
		}
	}
	return out
}

func TestRoundFindsIntegers(t *testing.T) {
	tests := []struct {
		name  string
		n     []int64
		scale float64 // of the estimate
		rel   float64 // relative standard errors
	}{
		{"circle", []int64{1, 1, -25}, 0.3, 1e-3},
		{"sign of the first is free", []int64{-1, 2, 3}, -5, 1e-3},
		{"smallest integer is not 1", []int64{7, 9, -16}, 1e-4, 1e-4},
		{"a round number", []int64{1, -1000}, 1, 1e-4},
		{"a great scale", []int64{1, 1, -2}, 1e100, 1e-3},
		{"a small scale", []int64{1, 1, -2}, 1e-100, 1e-3},
		{"many ones", []int64{1, -1, 1, -1, 1}, 2, 1e-3},
		{"a prime of four digits needs ten of the data", []int64{1, -9973}, 1, 1e-10},
	}
	for k, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rng := explaintest.Source(50 + uint64(k))
			a := make([]float64, len(tt.n))
			size := make([]float64, len(tt.n))
			largest := int64(0)
			for _, v := range tt.n {
				largest = max(largest, v, -v)
			}
			for i, v := range tt.n {
				a[i] = tt.scale * float64(v)
				size[i] = 2 * math.Abs(tt.scale) * float64(largest)
			}
			for range 5 {
				c := explaintest.Covariance(a, tt.rel, rng)
				r := Round(explaintest.Perturbed(a, c, rng), c, size, Monomials{})
				require.NotNil(t, r.Best.N)
				assert.Equal(t, signed(tt.n), signed(r.Best.N))
				assert.True(t, r.Exact(), "posterior %g, gain %g", r.Posterior, r.Gain)
				assert.Less(t, r.Best.chi2, 30.0)
				assert.Equal(t, r.Best.Cost, r.Length())
			}
		})
	}
}

func TestRoundLeavesReals(t *testing.T) {
	tests := []struct {
		name string
		a    []float64
		rel  float64
	}{
		{"π to five digits", []float64{1, -math.Pi}, 1e-5},
		{"two irrational ratios", []float64{1, math.Sqrt2, -math.E}, 1e-5},
		{"a zero coefficient has no ratio to it", []float64{0, 1, -1}, 1e-3},
	}
	for k, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := explaintest.Covariance(tt.a, tt.rel, explaintest.Source(60+uint64(k)))
			for i := range tt.a {
				if tt.a[i] == 0 {
					c.SetSym(i, i, tt.rel*tt.rel)
				}
			}
			r := Round(tt.a, c, []float64{10, 10, 10}[:len(tt.a)], Monomials{})
			assert.False(t, r.Exact())
			assert.Equal(t, r.RealLength, r.Length())
		})
	}
}

// The posterior is that of the best among all candidates: two that fit equally
// well share it.
func TestRoundPosterior(t *testing.T) {
	// 1 : 1.5 ± 0.5 lies between 1 : 1 and 1 : 2.
	a := []float64{1, 1.5}
	c := mat.NewSymDense(2, []float64{1e-12, 0, 0, 0.25})
	r := Round(a, c, []float64{3, 3}, Monomials{})
	assert.Greater(t, r.Posterior, 0.0)
	assert.Less(t, r.Posterior, limit.MinPosterior)
	assert.False(t, r.Exact())
	c.SetSym(1, 1, 1e-8)
	r = Round(a, c, []float64{3, 3}, Monomials{})
	assert.Equal(t, []int64{2, 3}, signed(r.Best.N))
	assert.LessOrEqual(t, r.Posterior, 1.0)
	assert.Greater(t, r.Posterior, limit.MinPosterior)
}

// A quick look finds the same where integers are small.
func TestRoundQuick(t *testing.T) {
	rng := explaintest.Source(70)
	for range 20 {
		n := []int64{1 + rng.Int64N(4), 1 + rng.Int64N(9), -1 - rng.Int64N(30)}
		reduce(n)
		a := []float64{float64(n[0]), float64(n[1]), float64(n[2])}
		c := explaintest.Covariance(a, 1e-4, rng)
		a = explaintest.Perturbed(a, c, rng)
		size := []float64{30, 30, 30}
		full, quick := Round(a, c, size, Monomials{}), RoundUpTo(a, c, size, Monomials{}, limit.QuickScale, limit.QuickWidth)
		assert.Equal(t, full.Best, quick.Best)
		assert.Equal(t, full.RealLength, quick.RealLength)
		assert.Equal(t, quick.Shortest(), LengthUpTo(a, c, size, Monomials{}, limit.QuickScale, limit.QuickWidth))
	}
}

func TestBitsOf(t *testing.T) {
	for n := int64(1); n < 3000; n++ {
		assert.LessOrEqual(t, bitsOf(n), plainBits(n), "%d", n)
		assert.Equal(t, bitsOf(n), bitsOf(-n))
		assert.Greater(t, bitsOf(n), 0.0, "%d", n)
	}
	less := []struct {
		name string
		a, b int64
	}{
		{"small before large", 1, 2},
		{"small before large", 17, 19},
		{"round before its neighbour", 1000, 1001},
		{"round before a smaller one that is not", 1000, 997},
		{"one digit and zeros before two", 9_000_000, 9_100_000},
		{"square before its neighbour", 169, 170},
		{"cube before its neighbour", 1331, 1332},
		{"fourth power before its neighbour", 14641, 14642},
		{"fifth power before its neighbour", 7 * 7 * 7 * 7 * 7, 7*7*7*7*7 + 1},
		{"the power of a smaller number first", 1 << 20, 3 * 3 * 3 * 3 * 3 * 7 * 7 * 7 * 7 * 7},
	}
	for _, tt := range less {
		t.Run(tt.name, func(t *testing.T) { assert.Less(t, bitsOf(tt.a), bitsOf(tt.b), "%d, %d", tt.a, tt.b) })
	}
	// 2^-bits is nearly a probability: it sums to about 1 at most.
	sum := 0.0
	for n := int64(1); n < 20000; n++ {
		sum += math.Exp2(-plainBits(n))
	}
	assert.InDelta(t, 1, sum, 1e-3)
}

func TestLengthOfRepeats(t *testing.T) {
	assert.Less(t, lengthOf([]int64{17, -17}), lengthOf([]int64{17, 19}), "what has occurred costs little")
	assert.InDelta(t, lengthOf([]int64{17})+2*math.Ln2, lengthOf([]int64{17, -17}), 1e-12, "one bit and its sign")
	assert.Equal(t, lengthOf([]int64{3, 5}), lengthOf([]int64{-3, 5}), "signs cost the same")
	assert.InDelta(t, lengthOf([]int64{3, 5}), lengthOf([]int64{5, 3}), 1e-12, "the order of different numbers does not count")
	assert.InDelta(t, math.Ln2*bitsOf(7), lengthOf([]int64{7}), 1e-12, "one sign is free")
}

// nearest against all integer vectors in a box, in two and three dimensions.
func TestNearestAgainstBruteForce(t *testing.T) {
	for dim := 1; dim <= 3; dim++ {
		for k := range uint64(5) {
			rng := explaintest.Source(80 + 10*uint64(dim) + k)
			ratio := make([]float64, dim)
			for i := range ratio {
				ratio[i] = 4 * (rng.Float64() - 0.5)
			}
			one := slices.Clone(ratio)
			for i := range one {
				one[i] = 0.25 // standard errors are absolute here
			}
			c := explaintest.Covariance(one, 1, rng)
			var chol mat.Cholesky
			require.True(t, chol.Factorize(c))
			var l mat.TriDense
			chol.LTo(&l)
			const scale, bound = 2, 25.0
			var want []Vector
			inv := mat.NewSymDense(dim, nil)
			require.NoError(t, chol.InverseTo(inv))
			box := 12
			var visit func(n []int64)
			visit = func(n []int64) {
				if len(n) == dim {
					d := mat.NewVecDense(dim, nil)
					for i, v := range n {
						d.SetVec(i, (float64(v)-scale*ratio[i])/scale)
					}
					chi2 := mat.Inner(d, inv, d)
					cost := chi2/2 + (bitsOf(scale)+lengthOf(append([]int64{scale}, n...))/math.Ln2+1-bitsOf(scale)-1)*math.Ln2
					if cost <= bound {
						want = append(want, Vector{N: n, chi2: chi2, Cost: cost})
					}
					return
				}
				for v := -box; v <= box; v++ {
					if v != 0 {
						visit(append(slices.Clone(n), int64(v)))
					}
				}
			}
			visit(nil)
			slices.SortFunc(want, func(a, b Vector) int { return cmp.Compare(a.Cost, b.Cost) })
			got := newBeam(ratio, &l, 10_000).nearest(scale, bound)
			require.NotEmpty(t, want)
			// The best by brute force is among those found, with the same distance,
			// and none is found that brute force has not.
			for _, g := range got {
				i := slices.IndexFunc(want, func(w Vector) bool { return slices.Equal(w.N, g.n) })
				if assert.GreaterOrEqual(t, i, 0, "%v", g.n) {
					assert.InDelta(t, want[i].chi2, g.chi2, 1e-6)
				}
			}
			for _, w := range want[:min(3, len(want))] {
				assert.True(t, slices.ContainsFunc(got, func(g partial) bool { return slices.Equal(w.N, g.n) }), "%v is missed", w.N)
			}
		}
	}
}

func TestReduce(t *testing.T) {
	rng := explaintest.Source(90)
	tests := [][]int64{{4, 6}, {-4, 6, 8}, {5}, {0, 0}, {0, 3}, {1, 1}, {math.MaxInt64, math.MaxInt64}, {-7, -7}}
	for range 100 {
		k := 1 + rng.Int64N(50)
		tests = append(tests, []int64{k * rng.Int64N(100), k * rng.Int64N(100), -k * rng.Int64N(100)})
	}
	for _, n := range tests {
		g := new(big.Int)
		for _, v := range n {
			g.GCD(nil, nil, g, new(big.Int).Abs(big.NewInt(v)))
		}
		got := slices.Clone(n)
		reduce(got)
		for i, v := range n {
			if g.Sign() > 0 {
				v /= g.Int64()
			}
			assert.Equal(t, v, got[i], "%v", n)
		}
	}
}

func TestRatios(t *testing.T) {
	a := []float64{2, -3, 5}
	c := explaintest.Covariance(a, 1e-3, explaintest.Source(91))
	for ref := range a {
		r, rc := Ratios(a, c, ref)
		require.Len(t, r, 2)
		// Against finite differences of the map a ↦ a_i/a_ref.
		jac := mat.NewDense(2, 3, nil)
		const h = 1e-6
		for j := range a {
			up, down := slices.Clone(a), slices.Clone(a)
			up[j] += h
			down[j] -= h
			u, _ := Ratios(up, c, ref)
			d, _ := Ratios(down, c, ref)
			for i := range u {
				jac.Set(i, j, (u[i]-d[i])/(2*h))
			}
		}
		var half, want mat.Dense
		half.Mul(jac, c)
		want.Mul(&half, jac.T())
		for i := range 2 {
			for j := range 2 {
				assert.InDelta(t, want.At(i, j), rc.At(i, j), 1e-6*rc.At(i, i))
			}
		}
	}
}

// The length of real coefficients: in one dimension log(2u/(√(2π) σ)), the number
// of intervals of the size of the error in [-u, u]; a factor common to all
// coefficients does not count.
func TestRealLength(t *testing.T) {
	a := []float64{2, 1}
	c := mat.NewSymDense(2, []float64{0, 0, 0, 1e-6})
	size := []float64{2, 3} // of the first it is its own
	sigma := 1e-3 / 2
	want := math.Log(2 * (3.0 / 2) / math.Sqrt(2*math.Pi) / sigma)
	assert.InDelta(t, want, RealLength(a, c, size), 1e-6)
	big := mat.NewSymDense(2, nil)
	big.ScaleSym(1e10, c)
	assert.InDelta(t, want, RealLength([]float64{2e5, 1e5}, big, []float64{2e5, 3e5}), 1e-6)
	// Half the error costs one bit for each free coefficient.
	rng := explaintest.Source(92)
	b := []float64{3, -1, 2, 7}
	c1, c2 := explaintest.Covariance(b, 1e-2, rng), mat.NewSymDense(4, nil)
	c2.ScaleSym(0.25, c1)
	s := []float64{9, 9, 9, 9}
	assert.InDelta(t, 3*math.Ln2, RealLength(b, c2, s)-RealLength(b, c1, s), 1e-3)
}

// The smallest coefficient is divided by, but not where it may as well be zero:
// quotients by it are anything.
func TestReference(t *testing.T) {
	tests := []struct {
		name string
		a    []float64
		sd   []float64
		want int
	}{
		{"the smallest", []float64{3, -1, 2}, []float64{0.01, 0.01, 0.01}, 1},
		{"not one in doubt", []float64{3, -0.6, 2}, []float64{0.01, 0.6, 0.01}, 2},
		{"the first in doubt", []float64{0.1, 3, 2}, []float64{0.6, 0.01, 0.01}, 2},
		{"all in doubt: the surest", []float64{3, 1, 2}, []float64{1, 0.5, 0.4}, 2},
		{"noise-free", []float64{3, 1, 2}, []float64{0, 0, 0}, 1},
		{"zero", []float64{0, 1, 2}, []float64{1, 0.01, 0.01}, 1},
		{"zero without an error", []float64{0, 1, 2}, []float64{0, 1, 1}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cov := mat.NewSymDense(len(tt.a), nil)
			for i, s := range tt.sd {
				cov.SetSym(i, i, s*s)
			}
			assert.Equal(t, tt.want, Reference(tt.a, cov))
		})
	}
}

func TestShortest(t *testing.T) {
	sum := func(bits ...float64) float64 {
		p := 0.0
		for _, b := range bits {
			p += math.Exp2(-b)
		}
		return -math.Log(p)
	}
	whole := func(n ...int64) float64 { return lengthOf(n) / math.Ln2 }
	three, four := bitsOf(3), bitsOf(4)
	digits := 2 + 2*math.Log2(9) + signBits
	assert.InDelta(t, sum(whole(3, -4), digits, 2+three+four+signBits, 2+three+four+signBits, 3+fractionBits+signBits, 3+fractionBits+signBits),
		shortest([]int64{3, -4}), 1e-12, "x = 4/3 y, and y = 3/4 x")
	large := bitsOf(17)
	assert.InDelta(t, sum(whole(1, -17), 2+large+onePlainBits+signBits), shortest([]int64{1, -17}), 1e-12, "y = 17 x is no fraction")
	assert.InDelta(t, lengthOf([]int64{7}), shortest([]int64{7}), 0)
	assert.InDelta(t, alikeBits([]int64{2, 3, 5}), alikeBits([]int64{7, 8, 9}), 1e-12, "all digits are alike")
	assert.InDelta(t, digits+2, alikeBits([]int64{3, -4, 4}), 1e-12, "one has occurred")
	assert.True(t, math.IsInf(alikeBits([]int64{3, 10}), 1))
	ellipse := []int64{4, 9, -36}
	assert.Less(t, shortest(ellipse), math.Ln2*(1+math.Log2(3)+2*onePlainBits+bitsOf(4)+bitsOf(9)+2*signBits), "x²/9 + y²/4 = 1")
}

// Fractions of numbers up to 9 may be alike, a larger one is not.
func TestShortFractions(t *testing.T) {
	alike := math.Ln2 * (2 + math.Log2(4) + 3*(fractionBits+signBits))
	assert.InDelta(t, alike, shortest([]int64{12, -8, 15, -14}), 0.01, "x - 2/3 y + 5/4 z - 7/6")
	assert.Greater(t, shortest([]int64{12, -8, 15, -22}), alike+1)
	count := 0
	for p := int64(1); p <= limit.HighestFraction; p++ {
		for q := int64(1); q <= limit.HighestFraction; q++ {
			if numeric.GCD(p, q) == 1 {
				count++
			}
		}
	}
	assert.InDelta(t, math.Log2(float64(count)), fractionBits, 0.01)
}

// TestSure: few rows must favour integers without an expectation of them.
func TestSure(t *testing.T) {
	r := Rounding{Posterior: 1, Gain: limit.ExactPrior - 0.1, MixtureGain: math.Inf(1)}
	assert.True(t, r.Exact())
	assert.False(t, r.Sure())
	r.Gain += 0.2
	assert.True(t, r.Sure())
	r.Posterior = 0.99
	assert.True(t, r.Exact())
	assert.False(t, r.Sure())
}
