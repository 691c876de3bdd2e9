package numeric_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// TestQuestionsOfMatrices: a matrix answers as its entries do: no if one does, unknown if one does
// and none says no.
func TestQuestionsOfMatrices(t *testing.T) {
	of := func(v ...float64) *numeric.Matrix[float64] {
		m := numeric.NewMatrix[float64](ring.Float64, 1, len(v))
		for j, x := range v {
			m.Set(0, j, x)
		}
		return m
	}
	exact := func(v ...int64) *numeric.Matrix[ring.Rat] {
		m := numeric.NewMatrix[ring.Rat](ring.Q, 1, len(v))
		for j, x := range v {
			m.Set(0, j, ring.RatFromInt(x))
		}
		return m
	}
	assert.Equal(t, ring.Yes, of(0, 0).IsZero())
	assert.Equal(t, ring.Unknown, of(0, 1).IsZero())
	assert.Equal(t, ring.Unknown, of(1, 0).IsZero())
	assert.Equal(t, ring.No, exact(0, 1, 0).IsZero())
	assert.Equal(t, ring.Yes, exact(0, 0).IsZero())
	assert.Equal(t, ring.Yes, of(1, 2).Equal(of(1, 2)))
	assert.Equal(t, ring.Unknown, of(1, 2).Equal(of(1, 3)))
	assert.Equal(t, ring.Unknown, of(1, 2).Equal(of(3, 2)))
	assert.Equal(t, ring.No, of(1, 2).Equal(of(1)))
	assert.Equal(t, ring.No, exact(1, 2, 3).Equal(exact(1, 9, 3)))
	assert.Equal(t, ring.Yes, exact(1, 2, 3).Equal(exact(1, 2, 3)))
	none := numeric.MatrixOf[ring.Rat](ring.Q, nil)
	rows, cols := none.Dims()
	assert.Equal(t, []int{0, 0}, []int{rows, cols})
}

// TestLongEntries: entries and denominators whose products leave a word are solved as exactly.
func TestLongEntries(t *testing.T) {
	for _, size := range []int64{1 << 30, 1 << 40, 1 << 61, math.MaxInt64} {
		a := numeric.NewMatrix[ring.Rat](ring.Q, 2, 2)
		a.Set(0, 0, ring.RatFromInt(size))
		a.Set(0, 1, ring.NewRat(1, size-2))
		a.Set(1, 0, ring.NewRat(size-1, 3))
		a.Set(1, 1, ring.NewRat(size, 7))
		inverse, err := numeric.Inverse(a)
		require.NoError(t, err)
		assert.Equal(t, ring.Yes, a.Mul(inverse).Equal(numeric.Identity[ring.Rat](ring.Q, 2)), "%d", size)
		det := a.At(0, 0).Mul(a.At(1, 1)).Sub(a.At(0, 1).Mul(a.At(1, 0)))
		assert.True(t, numeric.Det(a).Equal(det), "%d", size)
		assert.Equal(t, 2, numeric.Rank(a))
	}
}

// TestNoPseudoInverse: over Z/5 the vector (1, 2) is orthogonal to itself, so it has none, as a row
// and as a column.
func TestNoPseudoInverse(t *testing.T) {
	k, err := ring.NewZp(5)
	require.NoError(t, err)
	row := numeric.MatrixOf[uint64](k, [][]uint64{{1, 2}})
	for _, m := range []*numeric.Matrix[uint64]{row, row.T()} {
		_, err := numeric.PseudoInverse(m)
		assert.ErrorIs(t, err, numeric.ErrSingular)
	}
}

// TestSimplestFraction: of all fractions between two numbers the one with the least denominator, and
// none beyond the bound.
func TestSimplestFraction(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 52))
	for range 300 {
		lo := 5 * rng.Float64()
		hi := lo + math.Exp(-8*rng.Float64())
		const most = 60
		var p, q int64
		for q = 1; q <= most; q++ {
			if p = int64(math.Ceil(lo * float64(q))); float64(p) <= hi*float64(q) {
				break
			}
		}
		found := q <= most && p <= most
		gotP, gotQ, ok := numeric.SimplestFraction(lo, hi, most)
		require.Equal(t, found, ok, "[%v, %v]: %d/%d", lo, hi, p, q)
		if ok {
			require.Equal(t, []int64{p, q}, []int64{gotP, gotQ}, "[%v, %v]", lo, hi)
		}
	}
	_, _, ok := numeric.SimplestFraction(60, 61, 60)
	assert.False(t, ok)
	_, _, ok = numeric.SimplestFraction(math.Phi, math.Phi, 1<<31)
	assert.False(t, ok, "the continued fraction of a float in floats does not end")
}

// TestSmallTools: the definitions, on lists drawn at random.
func TestSmallTools(t *testing.T) {
	assert.Equal(t, []int{0, 1, 2}, numeric.FirstInts(3))
	assert.Equal(t, 10, numeric.CountMonomials(2, 3))
	assert.Equal(t, 1<<30, numeric.CountMonomials(40, 40))
	assert.Zero(t, numeric.RootMeanSquare(nil))
	assert.InDelta(t, math.Sqrt(12.5), numeric.RootMeanSquare([]float64{3, 4}), 1e-15)
	rng := rand.New(rand.NewPCG(1, 53))
	for n := 1; n < 9; n++ {
		x, rows := make([]float64, n), make([][]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
			rows[i] = []float64{1 + 3*x[i], -7}
		}
		before := slices.Clone(x)
		median := numeric.UpperMedian(x)
		require.Equal(t, before, x)
		slices.Sort(before)
		require.Equal(t, before[n/2], median)
		mean, square := 0.0, 0.0
		for _, v := range x {
			mean += v / float64(n)
			square += v * v / float64(n)
		}
		d := numeric.Deviations(rows)
		require.InDelta(t, 3*math.Sqrt(max(0, square-mean*mean)), d[0], 1e-7)
		require.InDelta(t, 0, d[1], 1e-14)
	}
}

// TestCondition: of (u, v) = (1 + a, 2 + a + b), a and b independent with variances 4 and 9, what is
// left of u where v is 15: Cov(u, v)/Var v = 4/13, so 1 + 4 and 4 - 16/13.
func TestCondition(t *testing.T) {
	for at := range 2 {
		mean, c := []float64{1, 2}, mat.NewSymDense(2, []float64{4, 4, 4, 13})
		if at == 0 {
			mean, c = []float64{2, 1}, mat.NewSymDense(2, []float64{13, 4, 4, 4})
		}
		numeric.Condition(mean, c, at, 15)
		assert.InDelta(t, 15, mean[at], 1e-12)
		assert.InDelta(t, 5, mean[1-at], 1e-12)
		assert.InDelta(t, 36.0/13, c.At(1-at, 1-at), 1e-12)
		assert.InDelta(t, 0, c.At(at, at), 1e-12)
		assert.InDelta(t, 0, c.At(0, 1), 1e-12)
	}
}

// TestAngleOfLineAndPlane: a line at an angle φ to a plane, in either order.
func TestAngleOfLineAndPlane(t *testing.T) {
	plane := mat.NewDense(3, 2, []float64{2, 1, 0, 3, 0, 0})
	for _, phi := range []float64{0, 1e-9, 0.3, 1.2, math.Pi / 2} {
		line := mat.NewDense(3, 1, []float64{0.6 * math.Cos(phi), 0.8 * math.Cos(phi), math.Sin(phi)})
		for _, pair := range [][2]mat.Matrix{{plane, line}, {line, plane}} {
			angles, err := numeric.PrincipalAngles(pair[0], pair[1])
			require.NoError(t, err)
			require.Len(t, angles, 1)
			assert.InDelta(t, phi, angles[0], 1e-15)
		}
	}
	assert.Panics(t, func() { numeric.PrincipalAngles(plane, mat.NewDense(2, 1, []float64{1, 0})) })
	assert.Panics(t, func() { numeric.PrincipalAngles(plane.T(), mat.NewDense(2, 1, []float64{1, 0})) })
}
