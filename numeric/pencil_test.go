package numeric_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

const pencilTol = 1e-10

// pencils are pairs A, B with A = aᵀa, B = bᵀb of sizes 1 to 6, of all ranks.
func pencils(rng *rand.Rand, do func(name string, n int, a, b *mat.SymDense, rankB int)) {
	for n := 1; n <= numeric.MaxSmall; n++ {
		for rank := 0; rank <= n; rank++ {
			a := gram(randomDense(rng, n+3, n))
			b := gram(randomRank(rng, n+3, n, rank))
			do(fmt.Sprintf("size %d, B of rank %d", n, rank), n, a, b, rank)
		}
		// A constant monomial: its gradient is zero, so is its row of B.
		bb := randomDense(rng, n+3, n)
		for i := range n + 3 {
			bb.Set(i, 0, 0)
		}
		do(fmt.Sprintf("size %d, first row of B zero", n), n, gram(randomDense(rng, n+3, n)), gram(bb), n-1)
		// Unknowns in units from 1 to 1e-15.
		as, bs := randomDense(rng, n+3, n), randomDense(rng, n+3, n)
		for i := range n + 3 {
			for j := range n {
				f := math.Pow(10, -3*float64(j))
				as.Set(i, j, f*as.At(i, j))
				bs.Set(i, j, f*bs.At(i, j))
			}
		}
		do(fmt.Sprintf("size %d, graded", n), n, gram(as), gram(bs), n)
	}
}

func TestGeneralisedEigen(t *testing.T) {
	pencils(rand.New(rand.NewPCG(1, 11)), func(name string, n int, a, b *mat.SymDense, rankB int) {
		t.Run(name, func(t *testing.T) {
			p, err := numeric.GeneralisedEigen(a, b, pencilTol)
			require.NoError(t, err)
			require.Len(t, p.Values, rankB)
			require.Equal(t, n-rankB, p.Infinite)
			require.Zero(t, p.Undetermined)
			if rankB == 0 {
				require.Nil(t, p.Vectors)
				return
			}
			require.GreaterOrEqual(t, p.Condition, 1.0)
			for j, v := range p.Values {
				if j > 0 {
					require.LessOrEqual(t, p.Values[j-1], v)
				}
				checkEigenpair(t, a, b, v, mat.Col(nil, j, p.Vectors))
			}
		})
	})
}

// checkEigenpair puts the pair back into A v = λ B v, row by row relative to
// the size of the terms, and checks vᵀBv = 1.
func checkEigenpair(t *testing.T, a, b *mat.SymDense, lambda float64, v []float64) {
	t.Helper()
	n := len(v)
	vbv := 0.0
	for i := range n {
		av, bv, size := 0.0, 0.0, 0.0
		for j := range n {
			av += a.At(i, j) * v[j]
			bv += b.At(i, j) * v[j]
			size += math.Abs(a.At(i, j)*v[j]) + math.Abs(lambda*b.At(i, j)*v[j])
		}
		// Units of row i: the largest terms that row and column could hold.
		for j := range n {
			size = max(size, math.Sqrt(a.At(i, i)*a.At(j, j))*math.Abs(v[j]))
		}
		require.InDelta(t, lambda*bv, av, 1e-7*size)
		vbv += v[i] * bv
	}
	require.InDelta(t, 1, vbv, 1e-8)
}

func TestSmallPencilAgainstGeneral(t *testing.T) {
	var s numeric.SmallPencil
	pencils(rand.New(rand.NewPCG(1, 12)), func(name string, n int, a, b *mat.SymDense, rankB int) {
		t.Run(name, func(t *testing.T) {
			want, err := numeric.GeneralisedEigen(a, b, pencilTol)
			require.NoError(t, err)
			got := s.Solve(n, rowsOf(a), rowsOf(b), pencilTol)
			require.Equal(t, len(want.Values), got)
			v := make([]float64, n)
			for j, w := range want.Values {
				require.InDelta(t, w, s.Value(j), 1e-9*(1+math.Abs(want.Values[got-1])))
				s.VectorTo(v, j)
				checkEigenpair(t, a, b, s.Value(j), v)
			}
		})
	})
}

func rowsOf(a *mat.SymDense) []float64 {
	n := a.SymmetricDim()
	rows := make([]float64, 0, n*n)
	for i := range n {
		for j := range n {
			rows = append(rows, a.At(i, j))
		}
	}
	return rows
}

// In a direction where A and B both vanish nothing is determined; the other
// eigenvalues are those of the rest.
func TestPencilSingular(t *testing.T) {
	// Unknowns (x, y, x+y): the third direction (1, 1, -1) is null for both.
	m := mat.NewDense(2, 3, []float64{1, 0, 1, 0, 1, 1})
	cong := func(d1, d2 float64) *mat.SymDense {
		s := mat.NewSymDense(3, nil)
		for i := range 3 {
			for j := i; j < 3; j++ {
				s.SetSym(i, j, d1*m.At(0, i)*m.At(0, j)+d2*m.At(1, i)*m.At(1, j))
			}
		}
		return s
	}
	a, b := cong(2, 12), cong(1, 3)
	p, err := numeric.GeneralisedEigen(a, b, pencilTol)
	require.NoError(t, err)
	require.InDeltaSlice(t, []float64{2, 4}, p.Values, 1e-12)
	require.Equal(t, 1, p.Undetermined)
	require.Zero(t, p.Infinite)
	var s numeric.SmallPencil
	require.Equal(t, 2, s.Solve(3, rowsOf(a), rowsOf(b), pencilTol))
	require.InDelta(t, 2, s.Value(0), 1e-12)
	require.InDelta(t, 4, s.Value(1), 1e-12)
}

// The component along the null space of B is minimised over: for the moments
// of points on a line x = 3 ± 1 the best constant is found, not left out.
func TestPencilSchurComplement(t *testing.T) {
	// Monomials 1, x at the points 2 and 4; B holds the gradients 0, 1.
	a := []float64{2, 6, 6, 20}
	b := []float64{0, 0, 0, 2}
	var s numeric.SmallPencil
	require.Equal(t, 1, s.Solve(2, a, b, pencilTol))
	require.InDelta(t, 1, s.Value(0), 1e-14) // mean square distance from x = 3
	v := make([]float64, 2)
	s.VectorTo(v, 0)
	require.InDelta(t, -3, v[0]/v[1], 1e-14)
}

func TestSmallPencilAllocates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	a, b := rowsOf(gram(randomDense(rng, 9, 5))), rowsOf(gram(randomDense(rng, 9, 5)))
	var s numeric.SmallPencil
	v := make([]float64, 5)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s.Solve(5, a, b, pencilTol)
		s.VectorTo(v, 0)
	}))
	nan := []float64{math.NaN(), 0, 0, 1}
	require.NotPanics(t, func() { s.Solve(2, nan, nan, pencilTol) })
	require.Panics(t, func() { s.Solve(7, make([]float64, 49), make([]float64, 49), pencilTol) })
	require.Panics(t, func() { s.Solve(2, nan, nan[:3], pencilTol) })
}

func TestGeneralisedEigenErrors(t *testing.T) {
	id := mat.NewSymDense(2, []float64{1, 0, 0, 1})
	_, err := numeric.GeneralisedEigen(id, mat.NewSymDense(2, []float64{1, 0, 0, -1}), pencilTol)
	require.ErrorIs(t, err, numeric.ErrIndefinite)
	_, err = numeric.GeneralisedEigen(mat.NewSymDense(2, []float64{1, math.Inf(1), 0, 1}), id, pencilTol)
	require.ErrorIs(t, err, numeric.ErrNotFinite)
	require.Panics(t, func() { _, _ = numeric.GeneralisedEigen(id, mat.NewSymDense(1, nil), pencilTol) })
}

func BenchmarkSmallPencil(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 14))
	for n := 2; n <= numeric.MaxSmall; n++ {
		x, y := rowsOf(gram(randomDense(rng, 20, n))), rowsOf(gram(randomDense(rng, 20, n)))
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			var s numeric.SmallPencil
			b.ReportAllocs()
			for b.Loop() {
				s.Solve(n, x, y, pencilTol)
			}
		})
	}
}
