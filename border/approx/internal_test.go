package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// TestStabilisedEchelonPublished is the example of M. Kreuzer and H. Poulisse,
// Subideal border bases, with four decimals: the entry 0.0004 is below the
// tolerance. The printed result is not cleared above its second pivot, so the row
// spaces are compared, and the pivots.
func TestStabilisedEchelonPublished(t *testing.T) {
	b := mat.NewDense(2, 5, []float64{
		0.0004, 0.6755, -0.5089, -0.5068, -0.1667,
		0, -0.3812, -0.3735, -0.3812, 0.7548,
	})
	printed := mat.NewDense(2, 5, []float64{
		0, 0.3812, 0.3735, 0.3812, -0.7548,
		0, 0, 0.5754, 0.5811, -0.5754,
	})
	rows, pivots := stabilisedEchelon(b, 0.001)
	require.Equal(t, []int{1, 2}, pivots)
	require.Zero(t, rows[0][2], "cleared above the pivot")
	got := mat.NewDense(2, 5, append(append([]float64(nil), rows[0]...), rows[1]...))
	angles, err := numeric.PrincipalAngles(got.T(), printed.T())
	require.NoError(t, err)
	require.LessOrEqual(t, angles[1], 1e-3, "four decimals and the 0.0004 that was dropped")
	want := []float64{0, 0, 0.5754, 0.5811, -0.5754}
	require.InDeltaSlice(t, want, scaled(rows[1], math.Copysign(1, rows[1][2])), 2e-4)
}

// scaled returns f·v.
func scaled(v []float64, f float64) []float64 {
	out := append([]float64(nil), v...)
	floats.Scale(f, out)
	return out
}

// TestStabilisedEchelon compares with the reduced row echelon form of exact rank
// decisions on random matrices whose rank is known.
func TestStabilisedEchelon(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		rank, cols := 1+rng.IntN(4), 5+rng.IntN(3)
		left, right := mat.NewDense(5, rank, nil), mat.NewDense(rank, cols, nil)
		for _, m := range []*mat.Dense{left, right} {
			m.Apply(func(int, int, float64) float64 { return float64(rng.IntN(7) - 3) }, m)
		}
		var a mat.Dense
		a.Mul(left, right)
		svd, err := numeric.SVDOf(&a)
		require.NoError(t, err)
		if svd.Rank == 0 || svd.Values[svd.Rank-1] < 1e-6 {
			continue
		}
		rows, pivots := stabilisedEchelon(&a, 1e-9)
		want := numeric.RREFTol(&a, 1e-9)
		require.Equal(t, want.Pivots, pivots)
		for i, row := range rows {
			w := mat.Row(nil, i, want.Rows)
			require.InDeltaSlice(t, scaled(w, 1/floats.Norm(w, 2)), scaled(row, math.Copysign(1, row[pivots[i]])), 1e-8)
			require.InDelta(t, 1, floats.Norm(row, 2), 1e-12)
		}
	}
}

// TestGrowingQR compares with gonum's factorisation.
func TestGrowingQR(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	a := mat.NewDense(20, 6, nil)
	a.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, a)
	f := new(growingQR)
	for j := range 6 {
		s := f.reduce(mat.Col(nil, j, a))
		var values mat.SVD
		require.True(t, values.Factorize(a.Slice(0, 20, 0, j+1), mat.SVDNone))
		got, err := numeric.SVDOf(f.with(s))
		require.NoError(t, err)
		require.InDeltaSlice(t, values.Values(nil), got.Values, 1e-12)
		f.append(s)
	}
	b := mat.Col(nil, 2, a)
	floats.AddScaled(b, -2, mat.Col(nil, 4, a))
	require.Less(t, f.reduce(b).norm, 1e-14, "in the span")
}

// problems draws least squares problems with a known Gram matrix.
func problems(rng *rand.Rand, n, k int) (*hessian, *quadratic) {
	h := newHessian(mat.NewDense(n, 1, nil))
	for range k {
		c := make([]float64, n)
		for i := range c {
			c[i] = rng.NormFloat64()
		}
		h.append(c, h.correlate(c))
	}
	b := make([]float64, n)
	for i := range b {
		b[i] = rng.NormFloat64()
	}
	return h, h.problem(b)
}

// TestSolvers compares every solver with the closed form in a ball that holds the
// unconstrained optimum, and with a long run of projected gradient steps in one
// that does not.
func TestSolvers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range 20 {
		k := 1 + rng.IntN(6)
		h, q := problems(rng, 40, k)
		best := h.minimiser(q)
		require.InDeltaSlice(t, make([]float64, k), q.gradient(best), 1e-12, "gradient at the optimum")
		require.InDelta(t, h.meanSquare(best, q.target), q.value(best), 1e-12)
		for _, radius := range []float64{norm1(best) * 1.5, norm1(best) * 0.5} {
			optimum := q.value(projectedDescent(q, radius))
			for _, s := range []Solver{ConditionalGradient{}, BlendedPairwise{}} {
				// ψ just below the optimum: the solver goes on until it knows
				// that nothing vanishes, or makes no progress.
				y, err := s.solve(context.Background(), q, Limits{Radius: radius, Psi: 0.999 * optimum}, nil)
				require.NoError(t, err)
				require.LessOrEqual(t, norm1(y), radius*(1+1e-9), "%v leaves the ball", s)
				require.InEpsilon(t, optimum, q.value(y), 0.02, "%v", s)
				// ψ above the optimum: something vanishes and is found.
				y, err = s.solve(context.Background(), q, Limits{Radius: radius, Psi: 1.01 * optimum}, nil)
				require.NoError(t, err)
				require.LessOrEqual(t, q.value(y), 1.01*optimum, "%v", s)
			}
		}
	}
}

// projectedDescent runs the plainest convergent method for long.
func projectedDescent(q *quadratic, radius float64) []float64 {
	trace := 0.0
	for i, row := range q.gram {
		trace += row[i]
	}
	y := make([]float64, len(q.linear))
	for range 2000 {
		floats.AddScaled(y, -1/(2*trace), q.gradient(y))
		projectBall(y, radius)
	}
	return y
}

// projectBall replaces y by the nearest point of the ℓ¹-ball (J. Duchi, S.
// Shalev-Shwartz, Y. Singer, T. Chandra, ICML 2008, Figure 1).
func projectBall(y []float64, radius float64) {
	if norm1(y) <= radius {
		return
	}
	u := make([]float64, len(y))
	for i, c := range y {
		u[i] = math.Abs(c)
	}
	slices.Sort(u)
	slices.Reverse(u)
	sum, theta := 0.0, 0.0
	for k, c := range u {
		sum += c
		if t := (sum - radius) / float64(k+1); c > t {
			theta = t
		}
	}
	for i, c := range y {
		y[i] = math.Copysign(max(math.Abs(c)-theta, 0), c)
	}
}

// TestProjectBall compares with the optimality conditions of the projection: what
// remains has the same shrinkage everywhere.
func TestProjectBall(t *testing.T) {
	y := []float64{3, -1, 0.5, 0}
	projectBall(y, 2)
	require.InDeltaSlice(t, []float64{2, 0, 0, 0}, y, 1e-12)
	y = []float64{3, -2.5, 0.1}
	projectBall(y, 3)
	require.InDeltaSlice(t, []float64{1.75, -1.25, 0}, y, 1e-12)
	y = []float64{0.5, -0.5}
	projectBall(y, 3)
	require.Equal(t, []float64{0.5, -0.5}, y, "inside")
}

// TestDecompose puts the convex combination together again.
func TestDecompose(t *testing.T) {
	for _, y := range [][]float64{{0.5, -0.25, 0}, {0, 0}, {1, 0}, {-0.3, 0.3, 0.4}} {
		sum, weight := make([]float64, len(y)), 0.0
		for _, v := range decompose(y, 1) {
			sum[v.index] += v.weight * v.value
			weight += v.weight
			require.Positive(t, v.weight)
		}
		require.InDeltaSlice(t, y, sum, 1e-15)
		require.InDelta(t, 1, weight, 1e-15)
	}
}
