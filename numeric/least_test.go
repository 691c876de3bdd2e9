package numeric_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// TestLeastEigen compares with GeneralisedEigen on drawn pencils, some with places
// at which B vanishes, restricted to some places in some order.
func TestLeastEigen(t *testing.T) {
	const rtol = 1e-12
	rng := rand.New(rand.NewPCG(1, 301))
	for draw := range 105 {
		n := 1 + rng.IntN(6)
		if draw >= 100 {
			n = 40 // as many as dense polynomials have terms
		}
		a := gram(randomDense(rng, n+3, n))
		values := randomDense(rng, n+3, n)
		for j := range n - 1 {
			if rng.IntN(4) == 0 {
				for i := range n + 3 {
					values.Set(i, j, 0)
				}
			}
		}
		b := gram(values)
		places := rng.Perm(n)[:1+rng.IntN(n)]
		places[0] = n - 1 // where B does not vanish
		seen := map[int]bool{}
		for _, p := range places {
			seen[p] = true
		}
		if len(seen) < len(places) {
			continue
		}
		lambda, v, ok := numeric.LeastEigen(a, b, places, rtol)
		require.True(t, ok)
		ra, rb := mat.NewSymDense(len(places), nil), mat.NewSymDense(len(places), nil)
		for i, p := range places {
			for j, q := range places {
				ra.SetSym(i, j, a.At(p, q))
				rb.SetSym(i, j, b.At(p, q))
			}
		}
		want, err := numeric.GeneralisedEigen(ra, rb, rtol)
		require.NoError(t, err)
		require.InDelta(t, want.Values[0], lambda, 1e-9*(1+lambda))
		// The pair is put back: A v = λ B v, vᵀBv = 1.
		x := mat.NewVecDense(len(v), v)
		var left, right mat.VecDense
		left.MulVec(ra, x)
		right.MulVec(rb, x)
		assert.InDelta(t, 1, mat.Dot(x, &right), 1e-9)
		for i := range v {
			assert.InDelta(t, lambda*right.AtVec(i), left.AtVec(i), 1e-8*(1+mat.Norm(&left, 2)))
		}
	}
}

// TestLeastEigenBesideNothing: B is next to nothing at one place. The largest eigenvalue is 10⁶ there, and its rounding error is as large
// as the smallest eigenvalue. With s = 1 + β(1 + ε) the smallest is (s − √(s² − 4βε))/(2β).
func TestLeastEigenBesideNothing(t *testing.T) {
	const beta, epsilon = 1. / (1 << 20), 1. / (1 << 34)
	// In unknowns turned by a rotation of 3, 4, 5, so that no entry is on a diagonal already.
	turned := func(a, b, c float64) *mat.SymDense {
		s, m := mat.NewSymDense(3, []float64{a, b, 0, b, c, 0, 0, 0, 2}), mat.NewDense(3, 3, []float64{1, 0, 0, 0, 0.6, 0.8, 0, -0.8, 0.6})
		var half, full mat.Dense
		half.Mul(m, s)
		full.Mul(&half, m.T())
		out := mat.NewSymDense(3, nil)
		for i := range 3 {
			for j := i; j < 3; j++ {
				out.SetSym(i, j, full.At(i, j))
			}
		}
		return out
	}
	a, b := turned(1, 1, 1+epsilon), turned(beta, 0, 1)
	s := 1 + beta*(1+epsilon)
	want := 2 * epsilon / (s + math.Sqrt(s*s-4*beta*epsilon)) // the same without cancellation
	lambda, _, ok := numeric.LeastEigen(a, b, []int{0, 1, 2}, 1e-12)
	require.True(t, ok)
	assert.InEpsilon(t, want, lambda, 1e-4)
	var small numeric.SmallPencil
	require.Equal(t, 3, small.Solve(3, rowsOf(a), rowsOf(b), 1e-12))
	assert.InEpsilon(t, want, small.Value(0), 1e-4)
}

// TestLeastEigenFlatDirection: B is next to nothing in a direction that no place shows, the difference of two places, and that
// direction is left out. GeneralisedEigen leaves it out too. B has a Cholesky factor if the eigenvalue there is 10⁻¹⁴, and none if it is 0.
func TestLeastEigenFlatDirection(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 303))
	for n := 3; n <= 8; n++ {
		values := randomDense(rng, n+3, n)
		for i := range n + 3 {
			values.Set(i, 1, values.At(i, 0)+float64(n%2)*1e-7*rng.NormFloat64())
		}
		a, b := gram(randomDense(rng, n+3, n)), gram(values)
		for i := range n {
			a.SetSym(i, 0, a.At(i, 1)) // so that the direction has no part in the others
		}
		a.SetSym(0, 0, a.At(1, 1))
		lambda, v, ok := numeric.LeastEigen(a, b, numeric.FirstInts(n), 1e-12)
		require.True(t, ok)
		want, err := numeric.GeneralisedEigen(a, b, 1e-12)
		require.NoError(t, err)
		require.Equal(t, n-1, len(want.Values))
		assert.InDelta(t, want.Values[0], lambda, 1e-6*(1+lambda))
		assert.InDelta(t, v[0], v[1], 1e-5, "nothing along the direction left out")
	}
}

// TestInverseBesideSecondNull: what A does not determine beside v has a large inverse, and not none; and the inverse of the rest is
// that of the same matrix without it.
func TestInverseBesideSecondNull(t *testing.T) {
	// Eigenvectors (1, 1, 0, 0), (1, -1, 0, 0), (0, 0, 1, 1), (0, 0, 1, -1), each over √2, with eigenvalues 0, 2, 0, 2.
	a := mat.NewSymDense(4, []float64{1, -1, 0, 0, -1, 1, 0, 0, 0, 0, 1, -1, 0, 0, -1, 1})
	got := numeric.InverseBeside(a, []float64{1, 1, 0, 0})
	assert.InDelta(t, 0.25, got.At(0, 0), 1e-12)
	assert.InDelta(t, -0.25, got.At(0, 1), 1e-12)
	assert.Greater(t, got.At(2, 2), 1e12)
	assert.Greater(t, got.At(2, 3), 1e12)
}

// TestLeastEigenOfNothing: where A is zero every vector is one of the eigenvalue 0, and where all eigenvalues are the same of that.
func TestLeastEigenOfNothing(t *testing.T) {
	one := mat.NewSymDense(2, []float64{1, 0, 0, 1})
	for _, size := range []float64{0, 1e-300, 1, 1e300} {
		lambda, v, ok := numeric.LeastEigen(mat.NewSymDense(2, []float64{size, 0, 0, size}), one, []int{0, 1}, 1e-12)
		require.True(t, ok, "%g", size)
		assert.InDelta(t, size, lambda, 1e-12*size)
		assert.InDelta(t, 1, numeric.Dot(v, v), 1e-12)
	}
}

func TestLeastEigenRefuses(t *testing.T) {
	nan := mat.NewSymDense(2, []float64{1, 0, 0, math.NaN()})
	one := mat.NewSymDense(2, []float64{1, 0, 0, 1})
	second := mat.NewSymDense(2, []float64{0, 0, 0, 1})
	tests := []struct {
		name string
		a, b *mat.SymDense
	}{
		{"B vanishes", one, mat.NewSymDense(2, nil)},
		{"A is not finite", nan, one},
		{"A is singular at the place eliminated", second, second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, ok := numeric.LeastEigen(tt.a, tt.b, []int{0, 1}, 1e-12)
			assert.False(t, ok)
		})
	}
}

// TestInverseBeside compares with the pseudo-inverse of the scaled matrix, which
// has an exact null vector here, by its singular values.
func TestInverseBeside(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 302))
	for n := 2; n <= 6; n++ {
		for range 10 {
			// Rows at right angles to v have it as null vector.
			v := make([]float64, n)
			for j := range v {
				v[j] = 0.5 + rng.Float64()
			}
			rows := randomDense(rng, n+2, n)
			for i := range n + 2 {
				row := rows.RawRowView(i)
				c := 0.0
				for j := range row {
					c += row[j] * v[j]
				}
				row[0] -= c / v[0]
			}
			a := gram(rows)
			got := numeric.InverseBeside(a, v)
			scaled := mat.NewDense(n, n, nil)
			for i := range n {
				for j := range n {
					scaled.Set(i, j, a.At(i, j)/math.Sqrt(a.At(i, i)*a.At(j, j)))
				}
			}
			var svd mat.SVD
			require.True(t, svd.Factorize(scaled, mat.SVDFull))
			if values := svd.Values(nil); values[n-2] < 1e-4*values[0] {
				continue
			}
			var want mat.Dense
			svd.SolveTo(&want, identity(n), n-1)
			for i := range n {
				for j := range n {
					w := want.At(i, j) / math.Sqrt(a.At(i, i)*a.At(j, j))
					require.InDelta(t, w, got.At(i, j), 1e-6*(1+math.Abs(w)), "%v", mat.Formatted(a))
				}
			}
		}
	}
}

// TestLeastNorm compares with the pseudo-inverse by singular values, and with
// itself where a row is added that says nothing new.
func TestLeastNorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 303))
	for n := 1; n <= 5; n++ {
		for r := 1; r <= n; r++ {
			for range 10 {
				a, b := randomDense(rng, r, n), make([]float64, r)
				for i := range b {
					b[i] = rng.NormFloat64()
				}
				var svd mat.SVD
				require.True(t, svd.Factorize(a, mat.SVDThin))
				if svd.Cond() > 1e3 {
					continue
				}
				var want mat.VecDense
				svd.SolveVecTo(&want, mat.NewVecDense(r, b), r)
				x, basis := numeric.LeastNorm(a, b, 1e-9)
				assert.InDeltaSlice(t, want.RawVector().Data, x, 1e-9)
				assert.Len(t, basis, r)

				more := mat.NewDense(r+1, n, nil)
				more.Slice(0, r, 0, n).(*mat.Dense).Copy(a)
				sum := 0.0
				for i := range r {
					sum += b[i]
					for j := range n {
						more.Set(r, j, more.At(r, j)+a.At(i, j))
					}
				}
				again, basis := numeric.LeastNorm(more, append(b, sum), 1e-9)
				assert.InDeltaSlice(t, x, again, 1e-9)
				assert.Len(t, basis, r)
			}
		}
	}
	x, basis := numeric.LeastNorm(mat.NewDense(1, 2, nil), []float64{1}, 0.1)
	assert.Equal(t, []float64{0, 0}, x, "an empty row asks for nothing")
	assert.Empty(t, basis)
	nearly := mat.NewDense(2, 2, []float64{1, 0, 1, 0.1})
	_, basis = numeric.LeastNorm(nearly, []float64{0, 0}, 0.2)
	assert.Len(t, basis, 1, "a sine of 0.0995 is below 0.2")
	_, basis = numeric.LeastNorm(nearly, []float64{0, 0}, 0.05)
	assert.Len(t, basis, 2, "and above 0.05")
}

// A = diag(2, 18) and B = diag(1, 3) have λ = 2 along the first axis and 6 along the
// second.
func ExampleLeastEigen() {
	a := mat.NewSymDense(2, []float64{2, 0, 0, 18})
	b := mat.NewSymDense(2, []float64{1, 0, 0, 3})
	lambda, v, ok := numeric.LeastEigen(a, b, []int{0, 1}, 1e-12)
	fmt.Printf("%.0f %.0f %.0f %v\n", lambda, math.Abs(v[0]), math.Abs(v[1]), ok)
	lambda, _, ok = numeric.LeastEigen(a, b, []int{1}, 1e-12)
	fmt.Printf("%.0f %v\n", lambda, ok)
	// Output:
	// 2 1 0 true
	// 6 true
}

// Beside (1, 1) the matrix with rows (1, −1), (−1, 1) doubles (1, −1).
func ExampleInverseBeside() {
	a := mat.NewSymDense(2, []float64{1, -1, -1, 1})
	fmt.Printf("%.2f\n", mat.Formatted(numeric.InverseBeside(a, []float64{1, 1})))
	// Output:
	// ⎡ 0.25  -0.25⎤
	// ⎣-0.25   0.25⎦
}

// The point of the line 3x + 4y = 10 nearest to the origin.
func ExampleLeastNorm() {
	x, normals := numeric.LeastNorm(mat.NewDense(1, 2, []float64{3, 4}), []float64{10}, 1e-9)
	fmt.Printf("%.1f %.1f\n", x, normals)
	// Output: [1.2 1.6] [[0.6 0.8]]
}
