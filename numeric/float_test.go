package numeric_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// randomDense returns a matrix of normal entries.
func randomDense(rng *rand.Rand, r, c int) *mat.Dense {
	a := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			a.Set(i, j, rng.NormFloat64())
		}
	}
	return a
}

// randomRank returns an r×c matrix of rank at most k.
func randomRank(rng *rand.Rand, r, c, k int) *mat.Dense {
	a := mat.NewDense(r, c, nil)
	if k > 0 {
		a.Mul(randomDense(rng, r, k), randomDense(rng, k, c))
	}
	return a
}

// corners are matrices at which factorisations go wrong.
func corners(rng *rand.Rand) map[string]*mat.Dense {
	m := map[string]*mat.Dense{
		"one entry":      mat.NewDense(1, 1, []float64{-3}),
		"one zero":       mat.NewDense(1, 1, nil),
		"one row":        randomDense(rng, 1, 5),
		"one column":     randomDense(rng, 40, 1),
		"wide":           randomDense(rng, 3, 7),
		"square":         randomDense(rng, 17, 17),
		"tall":           randomDense(rng, 700, 9),
		"block boundary": randomDense(rng, 256, 4),
		"panel boundary": randomDense(rng, 300, 33),
		"rank 2 of 6":    randomRank(rng, 50, 6, 2),
		"zero":           mat.NewDense(20, 4, nil),
	}
	dup := randomDense(rng, 30, 5)
	for i := range 30 {
		dup.Set(i, 3, dup.At(i, 1))
		dup.Set(i, 4, 0)
	}
	m["equal columns and a zero column"] = dup
	same := mat.NewDense(12, 3, nil)
	for i := range 12 {
		same.SetRow(i, []float64{1, 2, -5})
	}
	m["equal rows"] = same
	scaled := randomDense(rng, 60, 5)
	for i := range 60 {
		for j := range 5 {
			scaled.Set(i, j, scaled.At(i, j)*math.Pow(10, float64(-7*j)))
		}
	}
	m["columns of sizes 1 to 1e-28"] = scaled
	m["Hilbert"] = hilbert(9)
	huge := randomDense(rng, 30, 4)
	huge.Scale(1e200, huge)
	m["entries of 1e200"] = huge
	return m
}

func hilbert(n int) *mat.Dense {
	h := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			h.Set(i, j, 1/float64(i+j+1))
		}
	}
	return h
}

// requireClose compares matrices relative to the largest entry of want.
func requireClose(t *testing.T, want, got mat.Matrix, tol float64) {
	t.Helper()
	wr, wc := want.Dims()
	gr, gc := got.Dims()
	require.Equal(t, [2]int{wr, wc}, [2]int{gr, gc})
	size, diff := 0.0, 0.0
	for i := range wr {
		for j := range wc {
			size = max(size, math.Abs(want.At(i, j)))
			diff = max(diff, math.Abs(want.At(i, j)-got.At(i, j)))
		}
	}
	require.LessOrEqual(t, diff, tol*max(size, math.SmallestNonzeroFloat64), "largest difference, beside entries up to %g", size)
}

func identity(n int) *mat.Dense {
	id := mat.NewDense(n, n, nil)
	for i := range n {
		id.Set(i, i, 1)
	}
	return id
}

func TestTallSVD(t *testing.T) {
	for name, a := range corners(rand.New(rand.NewPCG(1, 4))) {
		t.Run(name, func(t *testing.T) {
			rows, cols := a.Dims()
			s, err := numeric.TallSVD(context.Background(), a, true)
			require.NoError(t, err)
			var vv mat.Dense
			vv.Mul(s.V.T(), s.V)
			requireClose(t, identity(cols), &vv, 1e-13)

			var g mat.SVD
			require.True(t, g.Factorize(a, mat.SVDNone))
			want := g.Values(nil)
			for j, v := range s.Values {
				w := 0.0
				if j < min(rows, cols) {
					w = want[j]
				}
				require.InDelta(t, w, v, 1e-13*max(want[0], 1e-300), "singular value %d", j)
			}
			if null := s.Null(s.Rank); null != nil {
				var an mat.Dense
				an.Mul(a, null.T())
				require.LessOrEqual(t, mat.Norm(&an, 2), 1e-13*want[0]*float64(rows))
			}
			require.Nil(t, s.Null(cols))
			if s.Rank == 0 {
				require.Nil(t, s.U)
				return
			}
			// A V = U Σ on the columns that U has, 0 beyond.
			var av mat.Dense
			av.Mul(a, s.V)
			us := mat.NewDense(rows, cols, nil)
			for i := range rows {
				for j := range s.Rank {
					us.Set(i, j, s.U.At(i, j)*s.Values[j])
				}
			}
			var diff mat.Dense
			diff.Sub(&av, us)
			require.LessOrEqual(t, mat.Norm(&diff, math.Inf(1)), 1e-13*s.Values[0]*float64(rows))
			// The bound of the comment, with a modest factor.
			require.LessOrEqual(t, s.LossU, 100*0x1p-52*s.Values[0]/s.Values[s.Rank-1])
		})
	}
}

// Columns of very different size, and data on a sphere to 1e-13: singular
// values whose squares are far below the rounding errors of AᵀA.
func TestSVDSmallValues(t *testing.T) {
	t.Run("graded columns", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 5))
		q, _ := numeric.ThinQR(randomDense(rng, 500, 6))
		var want []float64
		for j := range 6 {
			f := math.Pow(10, float64(-20*j))
			want = append(want, f)
			for i := range 500 {
				q.Set(i, j, q.At(i, j)*f)
			}
		}
		s, err := numeric.TallSVD(context.Background(), q, false)
		require.NoError(t, err)
		for j, w := range want {
			require.InEpsilon(t, w, s.Values[j], 1e-13, "value %d", j)
		}
	})
	t.Run("one small direction", func(t *testing.T) {
		// A = Q diag(1,1,1,δ) Oᵀ: δ is determined to about 2⁻⁵²/δ.
		rng := rand.New(rand.NewPCG(1, 6))
		for _, delta := range []float64{1e-4, 1e-8, 1e-12} {
			q, _ := numeric.ThinQR(randomDense(rng, 400, 4))
			o, _ := numeric.ThinQR(randomDense(rng, 4, 4))
			for i := range 400 {
				q.Set(i, 3, q.At(i, 3)*delta)
			}
			var a mat.Dense
			a.Mul(q, o.T())
			s, err := numeric.TallSVD(context.Background(), &a, false)
			require.NoError(t, err)
			require.InDelta(t, delta, s.Values[3], 2e-15)
			require.InDelta(t, 1, math.Abs(mat.Dot(s.V.ColView(3), o.ColView(3))), 1e-12)
		}
	})
}

// The triangle of few rows with many columns holds rows of rounding errors of
// rounding errors, down to the end of the range of exponents.
func TestSVDFewRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 17))
	for _, rows := range []int{1, 2, 5, 12} {
		a := randomDense(rng, rows, 80)
		s, err := numeric.TallSVD(context.Background(), a, false)
		require.NoError(t, err)
		require.Equal(t, rows, s.Rank)
		var vv mat.Dense
		vv.Mul(s.V.T(), s.V)
		requireClose(t, identity(80), &vv, 1e-13)
		var g mat.SVD
		require.True(t, g.Factorize(a, mat.SVDNone))
		require.InDeltaSlice(t, g.Values(nil), s.Values[:rows], 1e-13*s.Values[0])
	}
}

func TestSVDNotFinite(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		a := randomDense(rand.New(rand.NewPCG(1, 7)), 30, 3)
		a.Set(17, 1, x)
		_, err := numeric.TallSVD(context.Background(), a, true)
		assert.ErrorIs(t, err, numeric.ErrNotFinite)
		k := mat.NewSymDense(2, []float64{1, x, x, 1})
		_, err = numeric.PinvSqrt(k, 1e-12)
		assert.ErrorIs(t, err, numeric.ErrNotFinite)
	}
}

// gram returns aᵀa as a symmetric matrix.
func gram(a *mat.Dense) *mat.SymDense {
	_, n := a.Dims()
	s := mat.NewSymDense(n, nil)
	s.SymOuterK(1, a.T())
	return s
}

func TestPinvSqrt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for _, c := range []struct {
		name    string
		n, rank int
	}{
		{"regular", 8, 8}, {"one", 1, 1}, {"zero", 4, 0}, {"rank 1", 5, 1}, {"more points than features", 12, 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := gram(randomRank(rng, 20, c.n, c.rank))
			p, err := numeric.PinvSqrt(k, 1e-11)
			require.NoError(t, err)
			require.Equal(t, c.rank, p.Rank)
			h := p.Root()
			// H K H is the projector to the range: H K H K = K, rank = trace.
			var hk, hkh, back mat.Dense
			hk.Mul(h, k)
			hkh.Mul(&hk, h)
			back.Mul(&hkh, k)
			requireClose(t, k, &back, 1e-9)
			require.InDelta(t, float64(c.rank), mat.Trace(&hkh), 1e-9)
			if c.rank == 0 {
				require.Nil(t, p.Whitening)
				require.Equal(t, 1.0, p.Condition())
				return
			}
			var wkw, tmp mat.Dense
			tmp.Mul(k, p.Whitening)
			wkw.Mul(p.Whitening.T(), &tmp)
			requireClose(t, identity(c.rank), &wkw, 1e-9)
		})
	}
	_, err := numeric.PinvSqrt(mat.NewSymDense(2, []float64{0, 1, 1, 0}), 1e-12)
	require.ErrorIs(t, err, numeric.ErrIndefinite)
}

func TestPrincipalAngles(t *testing.T) {
	// The plane of e1, e2 and that of e1 turned by 1e-9 out of it, e2 turned
	// by 1.2 towards e4.
	const small, large = 1e-9, 1.2
	a := mat.NewDense(4, 2, []float64{1, 0, 0, 1, 0, 0, 0, 0})
	b := mat.NewDense(4, 2, []float64{math.Cos(small), 0, 0, math.Cos(large), math.Sin(small), 0, 0, math.Sin(large)})
	// Other bases of the same planes.
	var am, bm mat.Dense
	am.Mul(a, mat.NewDense(2, 2, []float64{3, 1, -1, 2}))
	bm.Mul(b, mat.NewDense(2, 2, []float64{1, 1, 1, -1}))
	for _, pair := range [][2]*mat.Dense{{&am, &bm}, {&bm, &am}} {
		got, err := numeric.PrincipalAngles(pair[0], pair[1])
		require.NoError(t, err)
		require.InEpsilon(t, small, got[0], 1e-6)
		require.InDelta(t, large, got[1], 1e-15)
	}
	line := mat.NewDense(4, 1, []float64{0, 0, 5, 0})
	got, err := numeric.PrincipalAngles(a, line)
	require.NoError(t, err)
	require.InDeltaSlice(t, []float64{math.Pi / 2}, got, 1e-15)
}

func TestRREFTol(t *testing.T) {
	// The rows are hidden by mixing them into five, with noise of 1e-9.
	want := mat.NewDense(3, 7, []float64{
		1, 0, 2, 0, 0, -1, 0,
		0, 1, -3, 0, 4, 0, 0.5,
		0, 0, 0, 1, 0, 7, 0,
	})
	rng := rand.New(rand.NewPCG(1, 9))
	for range 20 {
		var a mat.Dense
		a.Mul(randomDense(rng, 5, 3), want)
		noise := randomDense(rng, 5, 7)
		noise.Scale(1e-9, noise)
		a.Add(&a, noise)
		e := numeric.RREFTol(&a, 1e-6)
		require.Equal(t, []int{0, 1, 3}, e.Pivots)
		requireClose(t, want, e.Rows, 1e-5)
		require.Greater(t, e.Smallest, 1e-6)
		require.Less(t, e.Refused, 1e-7)
	}
	zero := numeric.RREFTol(mat.NewDense(2, 2, nil), 0)
	require.Nil(t, zero.Rows)
	require.Empty(t, zero.Pivots)
	require.True(t, math.IsInf(zero.Smallest, 1))
}

// Rows that are reduced already come back as they are, to the last bit.
func TestRREFTolReduced(t *testing.T) {
	want := mat.NewDense(2, 4, []float64{1, 0, 3, -0.1, 0, 1, 7, 1e-3})
	for _, sign := range []float64{1, -1} {
		var a mat.Dense
		a.Scale(sign, want)
		e := numeric.RREFTol(&a, 1e-9)
		require.Equal(t, []int{0, 1}, e.Pivots)
		require.True(t, mat.Equal(want, e.Rows), "%v", mat.Formatted(e.Rows))
	}
}

// Every tile meets every other once, never two at a time.
func TestMeetings(t *testing.T) {
	for n := 1; n <= 9; n++ {
		met := map[[2]int]int{}
		for _, round := range numeric.Meetings(n) {
			busy := map[int]bool{}
			for _, p := range round {
				require.LessOrEqual(t, p[0], p[1])
				require.False(t, busy[p[0]] || busy[p[1]], "%d tiles, %v", n, round)
				busy[p[0]], busy[p[1]] = true, true
				met[p]++
			}
		}
		for i := range n {
			for j := i; j < n; j++ {
				require.Equal(t, 1, met[[2]int{i, j}], "%d and %d of %d", i, j, n)
			}
		}
		require.Len(t, met, n*(n+1)/2)
	}
}

// Scales of rows do not run out of the range of exponents.
func TestRotationScales(t *testing.T) {
	x, y := numeric.TurnRows([]float64{3, 1}, []float64{-1, 2}, 8*500)
	require.InDeltaSlice(t, []float64{3, 1}, x, 1e-11)
	require.InDeltaSlice(t, []float64{-1, 2}, y, 1e-11)
}

// The numbers compared with the tolerance do not depend on the orthonormal
// basis of the row space.
func TestRREFTolBasisFree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 10))
	q, _ := numeric.ThinQR(randomDense(rng, 6, 3))
	o, _ := numeric.ThinQR(randomDense(rng, 3, 3))
	var turned mat.Dense
	turned.Mul(o, q.T())
	first, second := numeric.RREFTol(q.T(), 1e-10), numeric.RREFTol(&turned, 1e-10)
	require.InDelta(t, first.Smallest, second.Smallest, 1e-14)
	requireClose(t, first.Rows, second.Rows, 1e-12)
}
