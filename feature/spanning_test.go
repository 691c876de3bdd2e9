package feature_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// circle returns r points of the circle of the given radius.
func circle(r int, radius float64) *mat.Dense {
	x := mat.NewDense(r, 2, nil)
	for i := range r {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(r))
		x.SetRow(i, []float64{radius * c, radius * s})
	}
	return x
}

func TestSpanningPoints(t *testing.T) {
	x := circle(50, 1000)
	k := feature.Polynomial{Degree: 2}
	for _, row := range []struct {
		choice    feature.Spanning
		m         int
		fromData  int // the leading points that are rows of x
		spansFull bool
	}{
		{feature.Random{M: 12}, 12, 0, true},
		{feature.Random{}, 6, 0, true},
		{feature.Subsample{M: 12}, 12, 12, false},
		{feature.Subsample{}, 6, 6, false},
		{feature.Both{Subsample: 4, Random: 5}, 9, 4, true},
		{feature.Degenerate{M: 3, Rows: []int{7, 3, 5, 1}}, 3, 3, false},
		{feature.Degenerate{M: 4, Rows: []int{0, 49, 7, 3, 11, 20, 30}}, 4, 4, false}, // the first and the last row
		{feature.Pivoted{}, 6, 0, true},
		{feature.Pivoted{M: 4, Pool: 30}, 4, 0, false},
		{feature.Pivoted{M: 10, Pool: 30}, 6, 0, true}, // six span, so no more are chosen
	} {
		z, err := row.choice.Points(ctx, k, x, 7)
		require.NoError(t, err, "%v", row.choice)
		m, n := z.Dims()
		assert.Equal(t, row.m, m, "%v", row.choice)
		assert.Equal(t, 2, n)
		again, err := row.choice.Points(ctx, k, x, 7)
		require.NoError(t, err)
		assert.True(t, mat.Equal(z, again), "%v: same seed, same points", row.choice)
		other, err := row.choice.Points(ctx, k, x, 8)
		require.NoError(t, err)
		assert.False(t, mat.Equal(z, other), "%v: another seed, other points", row.choice)
		for i := range row.fromData {
			assert.True(t, isRow(x, z.RawRowView(i)), "%v: point %d is a row", row.choice, i)
			for j := range i {
				assert.NotEqual(t, z.RawRowView(i), z.RawRowView(j), "%v: without replacement", row.choice)
			}
		}
		rank, err := feature.NumericalFeatureRank(ctx, k, z, 0)
		require.NoError(t, err)
		assert.Equal(t, row.spansFull, rank.Spans(), "%v: %v", row.choice, rank)
		assert.NotEmpty(t, row.choice.String())
	}
}

// TestSpanningCounts: without a number there is a point for every monomial, and no more of the data
// than there are.
func TestSpanningCounts(t *testing.T) {
	line := mat.NewDense(5, 1, []float64{1, 2, 3, 4, 5})
	for _, row := range []struct {
		choice feature.Spanning
		k      feature.Polynomial
		x      *mat.Dense
		want   int
	}{
		{feature.Random{}, feature.Polynomial{Degree: 3, Homogeneous: true}, line, 1},
		{feature.Random{}, feature.Polynomial{}, line, 1},
		{feature.Pivoted{}, feature.Polynomial{Degree: 3, Homogeneous: true}, line, 1},
		{feature.Subsample{}, feature.Polynomial{Degree: 3}, line, 4},
		{feature.Subsample{}, feature.Polynomial{Degree: 4}, line, 5},
		{feature.Subsample{}, feature.Polynomial{Degree: 5}, line, 5},
	} {
		z, err := row.choice.Points(ctx, row.k, row.x, 1)
		require.NoError(t, err)
		m, _ := z.Dims()
		assert.Equal(t, row.want, m, "%v, %v", row.choice, row.k)
	}
	z, err := feature.Subsample{M: 4}.Points(ctx, feature.Linear{}, line, 5)
	require.NoError(t, err)
	assert.True(t, slices.IsSorted(mat.Col(nil, 0, z)), "rows stay in their order")
	assert.Equal(t, "7 random points", feature.Random{M: 7}.String())
	assert.Equal(t, "as many as features: random points", feature.Random{}.String())
	assert.Equal(t, "7 random points chosen from four times as many", feature.Pivoted{M: 7}.String())
	assert.Equal(t, "7 random points chosen from 9", feature.Pivoted{M: 7, Pool: 9}.String())
}

func isRow(x *mat.Dense, row []float64) bool {
	r, _ := x.Dims()
	for i := range r {
		if slices.Equal(x.RawRowView(i), row) {
			return true
		}
	}
	return false
}

// Points on the circle see no quadric that vanishes there: rank 5 of 6.
func TestNumericalFeatureRank(t *testing.T) {
	k := feature.Polynomial{Degree: 2}
	for _, radius := range []float64{1e-6, 1, 1e6} {
		rank, err := feature.NumericalFeatureRank(ctx, k, circle(40, radius), 0)
		require.NoError(t, err)
		assert.Equal(t, 5, rank.Rank, "radius %v: %v", radius, rank)
		assert.Greater(t, rank.Smallest, 0.1)
		assert.Less(t, rank.Refused, 1e-14)
	}
	rank, err := feature.NumericalFeatureRank(ctx, k, mat.NewDense(3, 2, nil), 0)
	require.NoError(t, err)
	assert.Equal(t, 1, rank.Rank, "the origin three times")
	_, err = feature.NumericalFeatureRank(ctx, k, mat.NewDense(1, 2, []float64{math.NaN(), 1}), 0)
	assert.ErrorIs(t, err, numeric.ErrNotFinite)
	_, err = feature.NumericalFeatureRank(ctx, feature.Polynomial{Degree: -1}, circle(4, 1), 0)
	assert.ErrorIs(t, err, feature.ErrParameter)
}

func TestPivotedIsBetterConditioned(t *testing.T) {
	x := circle(50, 1)
	k := feature.Polynomial{Degree: 5}
	cond := func(s feature.Spanning) float64 {
		logs := 0.0
		for seed := range uint64(5) {
			z, err := s.Points(ctx, k, x, seed)
			require.NoError(t, err)
			rank, err := feature.NumericalFeatureRank(ctx, k, z, 0)
			require.NoError(t, err)
			require.True(t, rank.Spans(), "%v", s)
			logs -= math.Log10(rank.Smallest)
		}
		return logs / 5
	}
	assert.Greater(t, cond(feature.Random{}), cond(feature.Pivoted{})+1, "ten times better, in the mean of the logarithms")
}

// The two ways to choose greedily are the same choice.
func TestPivotedWithoutFeatureMap(t *testing.T) {
	x := circle(50, 1)
	p := feature.Polynomial{Degree: 3}
	a, err := feature.Pivoted{M: 8, Pool: 25}.Points(ctx, p, x, 3)
	require.NoError(t, err)
	b, err := feature.Pivoted{M: 8, Pool: 25}.Points(ctx, plain{p}, x, 3)
	require.NoError(t, err)
	assert.True(t, mat.Equal(a, b))
}

// plain hides everything about a kernel but its values: a foreign kernel.
type plain struct{ of feature.Kernel }

func (p plain) String() string              { return "plain " + p.of.String() }
func (p plain) Eval(x, y []float64) float64 { return p.of.Eval(x, y) }

func TestForeignKernelMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	x, z := normal(rng, 100, 3), normal(rng, 20, 3)
	k := feature.Polynomial{Degree: 4}
	a, err := feature.Matrix(ctx, k, x, z)
	require.NoError(t, err)
	b, err := feature.Matrix(ctx, plain{k}, x, z)
	require.NoError(t, err)
	assert.True(t, mat.Equal(a, b))
	_, err = feature.Gradients(ctx, plain{k}, x, z)
	assert.ErrorIs(t, err, feature.ErrNotDifferentiable)
	assert.ErrorIs(t, feature.Gradient(plain{k}, make([]float64, 3), x.RawRowView(0), x.RawRowView(1)), feature.ErrNotDifferentiable)
	_, err = feature.Random{}.Points(ctx, plain{k}, x, 1)
	assert.ErrorIs(t, err, feature.ErrParameter, "how many points, a foreign kernel does not say")
}

func TestSpanningErrors(t *testing.T) {
	x := circle(5, 1)
	k := feature.Polynomial{Degree: 2}
	for _, row := range []struct {
		choice feature.Spanning
		k      feature.Kernel
		want   error
	}{
		{feature.Random{M: -1}, k, feature.ErrParameter},
		{feature.Random{M: 3}, feature.Polynomial{Degree: -1}, feature.ErrParameter},
		{feature.Subsample{M: 6}, k, feature.ErrFewRows},
		{feature.Both{Subsample: 2}, k, feature.ErrParameter},
		{feature.Both{Subsample: 6, Random: 1}, k, feature.ErrFewRows},
		{feature.Degenerate{M: 2, Rows: []int{1}}, k, feature.ErrFewRows},
		{feature.Degenerate{M: 1, Rows: []int{5}}, k, feature.ErrParameter},
		{feature.Degenerate{Rows: []int{1}}, k, feature.ErrParameter},
		{feature.Pivoted{M: 5, Pool: 4}, k, feature.ErrFewRows},
		{feature.Random{}, feature.Polynomial{Degree: 100000}, feature.ErrTooManyFeatures},
		{feature.Pivoted{M: 2}, feature.Blocks{}, feature.ErrDomain}, // the kernel 0
	} {
		_, err := row.choice.Points(ctx, row.k, x, 1)
		assert.ErrorIs(t, err, row.want, "%v", row.choice)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err := feature.Pivoted{}.Points(done, k, x, 1)
	assert.ErrorIs(t, err, context.Canceled)
}

// rats returns points with small rational coordinates.
func rats(rows ...[]string) [][]ring.Rat {
	out := make([][]ring.Rat, len(rows))
	for i, row := range rows {
		for _, s := range row {
			x, err := ring.ParseRat(s)
			if err != nil {
				panic(err)
			}
			out[i] = append(out[i], x)
		}
	}
	return out
}

func TestFeatureRankExact(t *testing.T) {
	onCircle := rats([]string{"1", "0"}, []string{"0", "1"}, []string{"-1", "0"}, []string{"3/5", "4/5"}, []string{"5/13", "12/13"}, []string{"-8/17", "15/17"})
	k := feature.Polynomial{Degree: 2}
	rank, err := feature.FeatureRank(ring.Q, k, onCircle)
	require.NoError(t, err)
	assert.Equal(t, 5, rank, "six points of a conic")
	spans, err := feature.FeatureSpans(ring.Q, k, onCircle)
	require.NoError(t, err)
	assert.False(t, spans)
	spans, err = feature.FeatureSpans(ring.Q, k, append(onCircle, rats([]string{"0", "0"})...))
	require.NoError(t, err)
	assert.True(t, spans, "and one point off it")
	spans, err = feature.FeatureSpans(ring.Q, feature.Polynomial{Degree: 2, Homogeneous: true}, onCircle)
	require.NoError(t, err)
	assert.True(t, spans, "forms do not see the circle")

	inside, err := feature.FeatureSpansPoints(ring.Q, k, onCircle[:5], onCircle[5:])
	require.NoError(t, err)
	assert.True(t, inside, "five points of the circle span its features")
	inside, err = feature.FeatureSpansPoints(ring.Q, k, onCircle[:5], rats([]string{"2", "0"}))
	require.NoError(t, err)
	assert.False(t, inside)

	// One kernel function spans where there is one monomial (NOTES 3.1); none spans nothing.
	for _, one := range []feature.Polynomial{{}, {Degree: 3, Homogeneous: true}} {
		spans, err = feature.FeatureSpans(ring.Q, one, rats([]string{"2"}))
		require.NoError(t, err)
		assert.True(t, spans, "%v", one)
		spans, err = feature.FeatureSpans(ring.Q, one, nil)
		require.NoError(t, err)
		assert.False(t, spans, "%v", one)
	}

	rank, err = feature.FeatureRank(ring.Q, k, nil)
	require.NoError(t, err)
	assert.Zero(t, rank)
	_, err = feature.FeatureRank(ring.Q, feature.Polynomial{Degree: -1}, onCircle)
	assert.ErrorIs(t, err, feature.ErrParameter)
}

// TestNumericalRankGap: what counts and what does not, on both sides of the tolerance. The
// columns divided by their root mean squares have the Gram matrix [[3, 3/2], [3/2, 3]].
func TestNumericalRankGap(t *testing.T) {
	k, z := feature.Polynomial{Degree: 1, Homogeneous: true}, mat.NewDense(3, 2, []float64{3, 0, 0, 1, 3, 1})
	ratio := math.Sqrt(1.5 / 4.5)
	for _, c := range []struct {
		rtol              float64
		rank              int
		smallest, refused float64
	}{{0, 2, ratio, 0}, {0.57, 2, ratio, 0}, {0.58, 1, 1, ratio}} {
		r, err := feature.NumericalFeatureRank(context.Background(), k, z, c.rtol)
		require.NoError(t, err)
		assert.Equal(t, []int{c.rank, 2}, []int{r.Rank, r.Dim})
		assert.Equal(t, c.rank == 2, r.Spans())
		assert.InDelta(t, c.smallest, r.Smallest, 1e-12)
		assert.InDelta(t, c.refused, r.Refused, 1e-12)
	}
	zero, err := feature.NumericalFeatureRank(context.Background(), k, mat.NewDense(3, 2, nil), 0)
	require.NoError(t, err)
	assert.Equal(t, feature.NumericalRank{Dim: 2}, zero)
}
