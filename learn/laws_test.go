package learn

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestResidualLength: on both roads the residual v⊥ has as many coordinates as there are points or
// features, and the length that Distance returns; it is 0 where all directions are kept.
func TestResidualLength(t *testing.T) {
	x := circle(20, 0.3, rand.New(rand.NewPCG(1, 47)))
	for _, road := range []Road{KernelRoad{}, FeatureRoad{}} {
		for _, rank := range []int{0, 4, 6} {
			m, err := IPCA{Kernel: feature.Polynomial{Degree: 2}, Road: road, Cutoff: Rank{K: rank}}.Fit(ctx, x)
			require.NoError(t, err)
			r, err := m.Residual(ctx, x)
			require.NoError(t, err)
			d, err := m.Distance(ctx, x)
			require.NoError(t, err)
			rows, cols := r.Dims()
			require.Equal(t, []int{20, 6}, []int{rows, cols})
			for i := range rows {
				require.InDelta(t, d[i], mat.Norm(r.RowView(i), 2), 1e-10, "%v, rank %d", road, rank)
				require.Equal(t, rank == 6, d[i] == 0, "%v, rank %d", road, rank)
			}
			fs, err := m.Symbolic(ctx, poly.MustRing[float64](ring.Float64, []string{"x", "y"}))
			require.NoError(t, err)
			require.Len(t, fs, 6-rank)
			for i := range rows { // the polynomials have the values of the features
				sum := 0.0
				for _, f := range fs {
					sum = math.Hypot(sum, f.Eval(x.RawRowView(i)))
				}
				require.InDelta(t, d[i], sum, 1e-9)
			}
			require.Panics(t, func() { m.Symbolic(ctx, poly.MustRing[float64](ring.Float64, []string{"x"})) })
			_, err = m.Symbolic(ctx, poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(1)))
			if rank < 6 {
				require.ErrorIs(t, err, poly.ErrDegree)
			}
		}
	}
}

// TestShareInNarrowRing: the share of a polynomial does not depend on how large a degree its ring has
// room for.
func TestShareInNarrowRing(t *testing.T) {
	x := circle(20, 0.3, rand.New(rand.NewPCG(1, 48)))
	for _, road := range []Road{KernelRoad{}, FeatureRoad{}} {
		m, err := IPCA{Kernel: feature.Polynomial{Degree: 3}, Road: road, Cutoff: Rank{K: 5}}.Fit(ctx, x)
		require.NoError(t, err)
		var shares []float64
		for _, degree := range []int{1, 5} {
			p, err := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(degree)).Parse("3*x - y + 0.5")
			require.NoError(t, err)
			share, norm, err := m.Share(p)
			require.NoError(t, err)
			require.Positive(t, norm)
			shares = append(shares, share)
		}
		assert.InDelta(t, shares[1], shares[0], 1e-12)
	}
}

// TestCentredForms: a centred feature is a form minus a constant, which is a form of degree 0 alone.
func TestCentredForms(t *testing.T) {
	x := circle(20, 0.3, rand.New(rand.NewPCG(1, 54)))
	for degree := range 3 {
		m, err := IPCA{Kernel: feature.Polynomial{Degree: degree, Homogeneous: true}, Road: FeatureRoad{}, Centre: true, Cutoff: Rank{K: 0}}.Fit(ctx, x)
		require.NoError(t, err)
		c, _, err := m.Polynomials(ctx)
		if degree > 0 {
			assert.ErrorIs(t, err, ErrKernel)
			continue
		}
		require.NoError(t, err)
		assert.InDelta(t, 0, c.At(0, 0), 1e-15, "a constant minus its mean")
	}
}

// TestFrameTells: a frame says what it was made of.
func TestFrameTells(t *testing.T) {
	z := mat.NewDense(3, 2, []float64{1, 0, 0, 1, 2, -1})
	k := feature.Polynomial{Degree: 1, Homogeneous: true}
	f, err := NewFrame(ctx, k, z, 0)
	require.NoError(t, err)
	assert.Equal(t, feature.Kernel(k), f.Kernel())
	assert.Equal(t, 2, f.Vars())
	assert.Equal(t, 2, f.Dim())
	// K_ZZ = ZZᵀ has the eigenvalues of ZᵀZ = [[5, -2], [-2, 2]]: 6 and 1.
	assert.InDelta(t, 6, f.Condition(), 1e-12)
}

// TestDefaultSpanning: of a kernel without features 500 points, half of them rows of the data, all of
// them if there are fewer.
func TestDefaultSpanning(t *testing.T) {
	x := circle(12, 0.3, rand.New(rand.NewPCG(1, 49)))
	for rows, want := range map[int]feature.Both{3: {Subsample: 3, Random: 497}, 250: {Subsample: 250, Random: 250}, 900: {Subsample: 250, Random: 250}} {
		assert.Equal(t, want, defaultSpanning(feature.Gaussian{Sigma: 1}, mat.NewDense(rows, 2, nil)))
	}
	assert.Equal(t, feature.Pivoted{}, defaultSpanning(feature.Polynomial{Degree: 2}, x))
	assert.Equal(t, feature.Both{Subsample: 12, Random: 488}, defaultSpanning(feature.Polynomial{Degree: 50}, x), "1326 features")
}

// TestStreamsRefuse: no rows are no model and no error; rows of another length or not finite are not
// added.
func TestStreamsRefuse(t *testing.T) {
	x := circle(12, 0.3, rand.New(rand.NewPCG(1, 50)))
	a, err := IPCA{Kernel: feature.Polynomial{Degree: 1}}.Accumulate(ctx, x)
	require.NoError(t, err)
	b, err := AVICA{}.Accumulate(ctx, x)
	require.NoError(t, err)
	_, err = a.Finish(ctx)
	assert.ErrorIs(t, err, ErrData)
	_, err = b.Finish(ctx)
	assert.ErrorIs(t, err, ErrData)
	wide, broken := mat.NewDense(1, 3, nil), mat.NewDense(2, 2, []float64{1, 2, math.NaN(), 3})
	assert.NoError(t, a.Add(ctx, &mat.Dense{}))
	assert.NoError(t, b.Add(ctx, &mat.Dense{}))
	for _, wrong := range []*mat.Dense{wide, broken} {
		assert.ErrorIs(t, a.Add(ctx, wrong), ErrData)
		assert.ErrorIs(t, b.Add(ctx, wrong), ErrData)
	}
	assert.Zero(t, a.Rows())
	assert.Zero(t, b.Rows())
	m, err := AVICA{}.Fit(ctx, x)
	require.NoError(t, err)
	assert.Equal(t, "repaired", m.Method())
	m, err = AVICA{Method: AsPrinted{}}.Fit(ctx, x)
	require.NoError(t, err)
	assert.Equal(t, "as printed", m.Method())
	assert.Panics(t, func() { m.Polynomials(poly.MustRing[float64](ring.Float64, []string{"x"}), m.Features(Generative)) })
}

// TestLearnersRefuse: what does not fit a learner is an error of its kind.
func TestLearnersRefuse(t *testing.T) {
	x := circle(12, 0.3, rand.New(rand.NewPCG(1, 51)))
	y := mat.Col(nil, 0, x)
	broken := mat.NewDense(1, 2, []float64{1, math.Inf(1)})
	k := feature.Polynomial{Degree: 1}
	var err error
	_, err = KernelPCA{Kernel: k, Components: Rank{K: 4}}.Fit(ctx, x)
	assert.ErrorIs(t, err, ErrCutoff, "the rank is 3")
	_, err = KernelPCA{Kernel: k, Components: Rank{K: -1}}.Fit(ctx, x)
	assert.ErrorIs(t, err, ErrCutoff)
	_, err = KernelRidge{Kernel: k, Penalty: 1}.Fit(ctx, mat.NewDense(1, 2, nil), mat.NewDense(1, 1, []float64{math.NaN()}))
	assert.ErrorIs(t, err, ErrData)
	_, err = Representer{Kernel: k, Penalty: 1}.Fit(ctx, x, y[1:])
	assert.ErrorIs(t, err, ErrData)
	_, err = Representer{Penalty: 1}.Fit(ctx, x, y)
	assert.ErrorIs(t, err, ErrKernel)
	_, err = ManifoldTest{Learner: IPCA{Kernel: k}, Level: 0.5}.Fit(ctx, broken)
	assert.ErrorIs(t, err, ErrData)
	_, err = ManifoldTest{Learner: IPCA{}, Level: 0.5}.Fit(ctx, x)
	assert.ErrorIs(t, err, ErrKernel)
	m, err := ManifoldTest{Learner: IPCA{Kernel: k, Cutoff: Rank{K: 2}}, Level: 0.75}.Fit(ctx, x)
	require.NoError(t, err)
	assert.Equal(t, 0.75, m.Level())
	_, err = ComplexIPCA{Kernel: feature.Polynomial{Degree: 50}}.Fit(ctx, [][]complex128{{1, 2}})
	assert.ErrorIs(t, err, ErrKernel, "1326 features")
	_, err = ComplexAVICA{Kernel: k, Degree: 50}.Fit(ctx, [][]complex128{{1, 2}})
	assert.ErrorIs(t, err, ErrKernel, "1326 features")
	line, err := IPCA{Kernel: k, Cutoff: Rank{K: 2}}.Fit(ctx, x)
	require.NoError(t, err)
	_, err = line.KernelPCA(ctx, x, mat.NewDense(1, 3, nil), Plain)
	assert.ErrorIs(t, err, ErrData)
	_, err = AVICA{Cutoff: ByDegree{Rank{K: 3}, nil}}.Fit(ctx, x)
	assert.ErrorIs(t, err, ErrCutoff)
	one := []ring.Rat{ring.RatFromInt(1)}
	exact, err := ExactRidge{Kernel: feature.Minimum{}, Penalty: one[0]}.Fit(ctx, [][]ring.Rat{one}, one)
	require.NoError(t, err)
	_, err = exact.Polynomial(poly.MustRing[ring.Rat](ring.Q, []string{"x"}))
	assert.ErrorIs(t, err, feature.ErrNotPolynomial)
	printed, err := AVICA{Method: AsPrinted{}}.Fit(ctx, x)
	require.NoError(t, err)
	_, err = printed.Polynomials(poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(1)), printed.Features(Generative))
	assert.ErrorIs(t, err, poly.ErrDegree)
	primal, err := RidgeMap{Kernel: feature.Polynomial{Degree: 3}, Penalty: 1}.Fit(ctx, x, y)
	require.NoError(t, err)
	_, err = primal.Polynomial(poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(2)))
	assert.ErrorIs(t, err, poly.ErrDegree)
}

// TestComplexForms: of the one point 0 all forms vanish: the two of degree 1 generate the others, of
// which nothing is left.
func TestComplexForms(t *testing.T) {
	found, err := ComplexAVICA{Kernel: feature.Polynomial{Degree: 1, Homogeneous: true}, Degree: 3}.Fit(ctx, [][]complex128{{0, 0}})
	require.NoError(t, err)
	require.Len(t, found, 3)
	for i, d := range found {
		assert.Equal(t, []int{0, 3, 4}[i], d.Multiples)
		assert.Equal(t, feature.Polynomial{Degree: i + 1, Homogeneous: true}, d.Kernel())
		c, _, err := d.Polynomials()
		require.NoError(t, err)
		if i > 0 {
			assert.Nil(t, c, "degree %d", i+1)
			continue
		}
		_, count := c.Dims()
		assert.Equal(t, 2, count)
	}
}

// TestModelStreams: an error of what is written to or read from is that of Save or Load.
func TestModelStreams(t *testing.T) {
	m := savedModels(t)["ipca"]
	broken := errors.New("broken")
	read, write := io.Pipe()
	require.NoError(t, read.CloseWithError(broken))
	assert.ErrorIs(t, Save(write, m), broken)
	_, err := Load(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
	for name, m := range savedModels(t) { // an infinite gap, which no number of JSON is, comes back
		ipca, ok := m.(*IPCAModel)
		if !ok {
			continue
		}
		for _, gap := range []float64{math.Inf(1), 1, 12.5} {
			ipca.cut.Gap = gap
			got, err := Load(bytes.NewReader(save(t, ipca)))
			require.NoError(t, err, name)
			assert.Equal(t, gap, got.(*IPCAModel).Cut().Gap, name)
		}
	}
}

// TestBlocksOfRows: what a model says of a row does not depend on how many stand beside it, also
// where the rows fill the blocks that they are taken in.
func TestBlocksOfRows(t *testing.T) {
	x := mat.NewDense(2*evalRows, 1, nil)
	x.Apply(func(i, _ int, _ float64) float64 { return math.Sin(float64(i)) }, x)
	part := func(n int) *mat.Dense { return mat.DenseCopyOf(x.Slice(0, n, 0, 1)) }
	k := feature.Polynomial{Degree: 1}
	ipca, err := IPCA{Kernel: k, Cutoff: Rank{K: 1}}.Fit(ctx, part(20))
	require.NoError(t, err)
	tested, err := ManifoldTest{Learner: IPCA{Kernel: k, Cutoff: Rank{K: 1}}, Level: 0.5}.Fit(ctx, part(20))
	require.NoError(t, err)
	avica, err := AVICA{Degree: 1, Points: mat.NewDense(2, 1, []float64{0, 1}), Cutoff: Rank{K: 1}}.Fit(ctx, part(20))
	require.NoError(t, err)
	all, err := ipca.Distance(ctx, x)
	require.NoError(t, err)
	scores, err := tested.Scores(ctx, x)
	require.NoError(t, err)
	values, err := avica.Eval(ctx, x, avica.Features(Generative))
	require.NoError(t, err)
	for _, n := range []int{1, evalBlock - 1, evalBlock, evalBlock + 1, evalRows, evalRows + 1, 2*evalRows - 1} {
		some, err := ipca.Distance(ctx, part(n))
		require.NoError(t, err)
		assert.InDeltaSlice(t, all[:n], some, 1e-12)
		some, err = tested.Scores(ctx, part(n))
		require.NoError(t, err)
		assert.InDeltaSlice(t, scores[:n], some, 1e-12)
		few, err := avica.Eval(ctx, part(n), avica.Features(Generative))
		require.NoError(t, err)
		assert.InDeltaSlice(t, mat.Col(nil, 0, values)[:n], mat.Col(nil, 0, few), 1e-12)
	}
	// A fit to rows that come in blocks, cut anywhere, is that to all of them.
	for _, n := range []int{streamRows - 1, streamRows, streamRows + 1, 2 * streamRows} {
		c := AVICA{Degree: 2, Points: mat.NewDense(3, 1, []float64{0, 1, -1})}
		want, err := c.Fit(ctx, part(n))
		require.NoError(t, err)
		for _, cut := range []int{1, n - 1, n} {
			s, err := c.Accumulate(ctx, part(n))
			require.NoError(t, err)
			require.NoError(t, s.Add(ctx, part(cut)))
			if cut < n {
				require.NoError(t, s.Add(ctx, mat.DenseCopyOf(x.Slice(cut, n, 0, 1))))
			}
			require.Equal(t, n, s.Rows())
			got, err := s.Finish(ctx)
			require.NoError(t, err)
			for d, r := range want.Reports() {
				assert.InDeltaSlice(t, r.Quanta, got.Reports()[d].Quanta, 1e-9, "%d rows, cut at %d", n, cut)
			}
		}
	}
}
