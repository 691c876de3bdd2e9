package classify

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
)

var ctx = context.Background()

// rings returns points on three curves of degree 2 around the origin, which no
// linear rule on the coordinates separates, and their labels.
func rings(n int, noise float64, rng *rand.Rand) (*mat.Dense, []string) {
	x := mat.NewDense(n, 2, nil)
	labels := make([]string, n)
	for i := range n {
		a, k := 2*math.Pi*rng.Float64(), i%3
		r := float64(k + 1)
		labels[i] = []string{"inner", "middle", "outer"}[k]
		x.Set(i, 0, r*math.Cos(a)+noise*rng.NormFloat64())
		x.Set(i, 1, r*math.Sin(a)*0.8+noise*rng.NormFloat64())
	}
	return x, labels
}

func predictLabels(t testing.TB, m *Model, x *mat.Dense) []string {
	t.Helper()
	p, err := m.Predict(ctx, x)
	require.NoError(t, err)
	out := make([]string, len(p))
	for i, c := range p {
		out[i] = m.Classes()[c]
	}
	return out
}

// All features and both schemes tell ellipses of equal centre apart, on points
// that they have not seen.
func TestClassifierSeparates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 31))
	x, labels := rings(300, 0.02, rng)
	probe, want := rings(90, 0.02, rng)
	for name, c := range map[string]Classifier{
		"defaults":        {},
		"one-vs-one":      {Scheme: OneVsOne{}},
		"unit":            {Unit: true},
		"scaled":          {Scale: true},
		"ridge":           {Linear: Ridge{}},
		"without folds":   {CrossFit: 1},
		"nearest":         {Features: CertifyingDistances{Ranks: []int{5}}, Linear: Nearest{}, CrossFit: 1},
		"values":          {Features: CertifyingValues{Count: 1, Rank: 5}},
		"right":           {Features: RightFeatures{Count: 6}},
		"left":            {Features: LeftFeatures{Count: 6}},
		"left one-vs-one": {Features: LeftFeatures{Count: 6}, Scheme: OneVsOne{}},
		"random points":   {Spanning: feature.Random{M: 9}},
	} {
		c.Kernel = feature.Polynomial{Degree: 2}
		m, err := c.Fit(ctx, x, labels)
		require.NoError(t, err, name)
		got := predictLabels(t, m, probe)
		wrong := 0
		for i := range want {
			wrong += boolIndex(got[i] != want[i])
		}
		assert.LessOrEqual(t, wrong, 1, name)
	}
}

// Left and right features agree where the spanning points span: CKI, Theorem 3.4.
func TestLeftRightFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 32))
	x, labels := rings(60, 0.1, rng)
	fit := func(f ClassFeatures) *mat.Dense {
		m, err := Classifier{Kernel: feature.Polynomial{Degree: 2}, Spanning: feature.Random{M: 8}, Features: f}.Fit(ctx, x, labels)
		require.NoError(t, err)
		v, err := m.Features(ctx, x)
		require.NoError(t, err)
		return v
	}
	left, right := fit(LeftFeatures{Count: 5}), fit(RightFeatures{Count: 5})
	assert.True(t, mat.EqualApprox(left, right, 1e-8))
}

// Distances are what learn.IPCA of one class says they are, to the same spanning
// points: two roads.
func TestDistancesAgainstIPCA(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 33))
	x, labels := rings(90, 0.1, rng)
	kernel, z := feature.Polynomial{Degree: 2}, givenPoints{mat.DenseCopyOf(x.Slice(0, 12, 0, 2))}
	m, err := Classifier{
		Kernel: kernel, Spanning: z, Features: CertifyingDistances{Ranks: []int{2, 4}}, CrossFit: 1,
	}.Fit(ctx, x, labels)
	require.NoError(t, err)
	values, err := m.Features(ctx, x)
	require.NoError(t, err)
	for c, name := range m.Classes() {
		var rows []int
		for i, l := range labels {
			if l == name {
				rows = append(rows, i)
			}
		}
		own := (&training{x: x}).pick(rows)
		for r, rank := range []int{2, 4} {
			model, err := learn.IPCA{Kernel: kernel, Spanning: z, Road: learn.KernelRoad{}, Cutoff: learn.Rank{K: rank}}.Fit(ctx, own)
			require.NoError(t, err)
			d, err := model.Distance(ctx, x)
			require.NoError(t, err)
			for i := range d {
				assert.InDelta(t, d[i]*d[i], math.Exp(values.At(i, 2*c+r)), 1e-9*(1+d[i]*d[i]), "%s rank %d row %d", name, rank, i)
			}
		}
	}
}

// givenPoints is a choice of spanning points without choice.
type givenPoints struct{ z *mat.Dense }

func (givenPoints) String() string { return "given points" }

func (g givenPoints) Points(context.Context, feature.Kernel, *mat.Dense, uint64) (*mat.Dense, error) {
	return g.z, nil
}

// Certifying values vanish on their own class, up to noise, and not on others.
func TestCertifyingValuesVanish(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 34))
	x, labels := rings(150, 0, rng)
	m, err := Classifier{
		Kernel: feature.Polynomial{Degree: 2}, Spanning: feature.Random{M: 6},
		Features: CertifyingValues{Count: 1, Rank: 5},
	}.Fit(ctx, x, labels)
	require.NoError(t, err)
	v, err := m.Features(ctx, x)
	require.NoError(t, err)
	for i, l := range labels {
		for c, name := range m.Classes() {
			if l == name {
				assert.Less(t, math.Abs(v.At(i, c)), 1e-6)
			} else {
				assert.Greater(t, math.Abs(v.At(i, c)), 0.1)
			}
		}
	}
}

// Distances that are computed from a point's own part tell a story too good to
// be true: cross-fitting restores distances as on new points.
func TestCrossFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 35))
	x := mat.NewDense(80, 12, nil)
	labels := make([]string, 80)
	for i := range labels {
		labels[i] = []string{"a", "b"}[i%2]
	}
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	train := func(crossFit int) float64 {
		c := Classifier{Kernel: feature.Polynomial{Degree: 2}, CrossFit: crossFit, Features: CertifyingDistances{Ranks: []int{38}}}
		c, classes, class, err := c.complete(x, labels)
		require.NoError(t, err)
		f, err := learn.NewFrame(ctx, c.Kernel, x, 0)
		require.NoError(t, err)
		tr := &training{
			config: c, x: x, class: class, count: c.CrossFit, parts: make([]int, 80),
			model: &Model{frame: f, classes: classes, scheme: c.Scheme},
		}
		if c.CrossFit > 1 {
			tr.parts = Folds(class, c.CrossFit, 1)
		}
		v, err := tr.features(ctx)
		require.NoError(t, err)
		gap := 0.0 // how much closer the own class seems, in logarithms
		for i, k := range class {
			gap += (v.At(i, 1-k) - v.At(i, k)) / 80
		}
		return gap
	}
	assert.Greater(t, train(1), 1.0)
	assert.Less(t, math.Abs(train(4)), 0.1)
}

func TestClassifierRepeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 36))
	x, labels := rings(90, 0.1, rng)
	before := mat.DenseCopyOf(x)
	c := Classifier{Kernel: feature.Polynomial{Degree: 2}, Seed: 3}
	a, err := c.Fit(ctx, x, labels)
	require.NoError(t, err)
	b, err := c.Fit(ctx, x, labels)
	require.NoError(t, err)
	sa, err := a.Scores(ctx, x)
	require.NoError(t, err)
	sb, err := b.Scores(ctx, x)
	require.NoError(t, err)
	assert.True(t, mat.Equal(sa, sb))
	assert.True(t, mat.Equal(before, x))
}

func TestClassifierRefuses(t *testing.T) {
	x, labels := rings(30, 0.1, rand.New(rand.NewPCG(1, 37)))
	kernel := feature.Polynomial{Degree: 2}
	same := make([]string, 30)
	nan := mat.DenseCopyOf(x)
	nan.Set(3, 1, math.NaN())
	done, cancel := context.WithCancel(ctx)
	cancel()
	for name, c := range map[string]struct {
		config Classifier
		x      *mat.Dense
		labels []string
		is     error
	}{
		"no kernel":         {Classifier{}, x, labels, learn.ErrKernel},
		"bad kernel":        {Classifier{Kernel: feature.Polynomial{Degree: -1}}, x, labels, feature.ErrParameter},
		"no rows":           {Classifier{Kernel: kernel}, new(mat.Dense), nil, learn.ErrData},
		"labels short":      {Classifier{Kernel: kernel}, x, labels[:3], learn.ErrData},
		"one class":         {Classifier{Kernel: kernel}, x, same, learn.ErrData},
		"NaN":               {Classifier{Kernel: kernel}, nan, labels, learn.ErrData},
		"negative parts":    {Classifier{Kernel: kernel, CrossFit: -1}, x, labels, learn.ErrCutoff},
		"ranks too large":   {Classifier{Kernel: kernel, Features: CertifyingDistances{Ranks: []int{6}}}, x, labels, learn.ErrCutoff},
		"ranks decrease":    {Classifier{Kernel: kernel, Features: CertifyingDistances{Ranks: []int{2, 1}}}, x, labels, learn.ErrCutoff},
		"no ranks":          {Classifier{Kernel: kernel, Features: CertifyingDistances{Ranks: []int{}}}, x, labels, learn.ErrCutoff},
		"too many values":   {Classifier{Kernel: kernel, Features: CertifyingValues{Count: 3, Rank: 5}}, x, labels, learn.ErrCutoff},
		"too many features": {Classifier{Kernel: kernel, Features: RightFeatures{Count: 7}}, x, labels, learn.ErrCutoff},
		"too many left":     {Classifier{Kernel: kernel, Features: LeftFeatures{Count: 7}}, x, labels, learn.ErrCutoff},
		"left unit":         {Classifier{Kernel: kernel, Features: LeftFeatures{Count: 2}, Unit: true}, x, labels, learn.ErrCutoff},
		"nearest of many":   {Classifier{Kernel: kernel, Features: CertifyingDistances{Ranks: []int{2, 3}}, Linear: Nearest{}}, x, labels, learn.ErrCutoff},
		"too many points":   {Classifier{Kernel: kernel, Spanning: feature.Subsample{M: 31}}, x, labels, feature.ErrFewRows},
	} {
		_, err := c.config.Fit(ctx, c.x, c.labels)
		assert.ErrorIs(t, err, c.is, name)
	}
	_, err := Classifier{Kernel: kernel}.Fit(done, x, labels)
	assert.ErrorIs(t, err, context.Canceled)

	m, err := Classifier{Kernel: kernel}.Fit(ctx, x, labels)
	require.NoError(t, err)
	_, err = m.Predict(ctx, mat.NewDense(1, 3, nil))
	assert.ErrorIs(t, err, learn.ErrData)
	_, err = m.Predict(ctx, nan)
	assert.ErrorIs(t, err, learn.ErrData)
}

// TestDefaultRanks: all ranks in a span of fewer than 24 dimensions; above, those that leave a third.
func TestDefaultRanks(t *testing.T) {
	for dim := 2; dim < 400; dim++ {
		ranks := defaultRanks(dim)
		if dim < 24 {
			assert.Len(t, ranks, dim-1)
			assert.Equal(t, []int{1, dim - 1}, []int{ranks[0], ranks[len(ranks)-1]})
			continue
		}
		all := []int{4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256}
		for i, r := range all {
			assert.Equal(t, float64(r) <= float64(dim)*2/3, i < len(ranks), "%d of %d", r, dim)
		}
		assert.Equal(t, all[:len(ranks)], ranks)
	}
}

// TestDefaultCounts: 32 features, for certifying values behind rank 16, and any number that is given.
func TestDefaultCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 41))
	x, labels := mat.NewDense(120, 9, nil), make([]string, 120)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	for i := range labels {
		labels[i] = []string{"a", "b"}[i%2]
	}
	for _, row := range []struct {
		features ClassFeatures
		want     int
		text     string
	}{
		{RightFeatures{}, 32, "32 right features"},
		{RightFeatures{Count: 1}, 1, "1 right features"},
		{LeftFeatures{}, 32, "32 left features"},
		{LeftFeatures{Count: 1}, 1, "1 left features"},
		{CertifyingValues{}, 64, "32 certifying features a class behind rank 16"},
		{CertifyingValues{Count: 1, Rank: 1}, 2, "1 certifying features a class behind rank 1"},
		{CertifyingValues{Count: 39}, 78, "39 certifying features a class behind rank 16"},
		{CertifyingValues{Rank: 23}, 64, "32 certifying features a class behind rank 23"},
	} {
		m, err := Classifier{Kernel: feature.Polynomial{Degree: 2}, Features: row.features}.Fit(ctx, x, labels)
		require.NoError(t, err)
		assert.Equal(t, row.want, m.NumFeatures(), row.text) // of 55 dimensions
		assert.Equal(t, row.text, fmt.Sprint(row.features))
	}
	for _, wrong := range []ClassFeatures{CertifyingValues{Count: 40}, CertifyingValues{Rank: 24}, RightFeatures{Count: -1}, LeftFeatures{Count: -1},
		CertifyingValues{Count: -1}, CertifyingValues{Rank: -1}, RightFeatures{Count: 56}, LeftFeatures{Count: 56}} {
		_, err := Classifier{Kernel: feature.Polynomial{Degree: 2}, Features: wrong}.Fit(ctx, x, labels)
		assert.ErrorIs(t, err, learn.ErrCutoff, "%v", wrong)
	}
}

// TestUnit: coordinates of length 1, so that a point and its multiple have the same features of a kernel of
// forms; the origin, which has no direction, has none.
func TestUnit(t *testing.T) {
	x, labels := rings(30, 0.1, rand.New(rand.NewPCG(1, 42)))
	k := feature.Polynomial{Degree: 2, Homogeneous: true}
	m, err := Classifier{Kernel: k, Features: RightFeatures{Count: 3}, Unit: true}.Fit(ctx, x, labels)
	require.NoError(t, err)
	assert.Equal(t, k, m.Kernel())
	dim, condition := m.Span()
	assert.Equal(t, 3, dim)
	assert.GreaterOrEqual(t, condition, 1.0)
	f, err := m.Features(ctx, mat.NewDense(4, 2, []float64{1, 2, -3, -6, 0, 0, 0.1, 0.2}))
	require.NoError(t, err)
	for i, length := range []float64{1, 1, 0, 1} {
		assert.InDelta(t, length, mat.Norm(f.RowView(i), 2), 1e-12, "row %d: all three directions", i)
	}
	assert.InDeltaSlice(t, f.RawRowView(0), f.RawRowView(1), 1e-12)
	for _, none := range []*mat.Dense{nil, {}} {
		_, err = m.Features(ctx, none)
		assert.ErrorIs(t, err, learn.ErrData)
		_, err = m.Scores(ctx, none)
		assert.ErrorIs(t, err, learn.ErrData)
	}
}

// TestLeaveOneOut: as many folds as rows decide each row once; more or fewer than two are refused.
func TestLeaveOneOut(t *testing.T) {
	x, labels := rings(15, 0, rand.New(rand.NewPCG(1, 43)))
	c := Classifier{Kernel: feature.Polynomial{Degree: 2}, Features: RightFeatures{Count: 6}, CrossFit: 1}
	for folds, want := range map[int]error{15: nil, 2: nil, 16: learn.ErrData, 1: learn.ErrData} {
		got, err := CrossValidate(ctx, c, x, labels, folds, 1)
		require.ErrorIs(t, err, want, "%d folds", folds)
		if want == nil {
			assert.Equal(t, 15, got.Total())
		}
	}
	_, err := CrossValidate(ctx, c, x, labels[:3], 2, 1)
	assert.ErrorIs(t, err, learn.ErrData)
}

// TestVotes: every two classes share one vote, so the scores of a point sum to the number of pairs.
func TestVotes(t *testing.T) {
	x, labels := rings(60, 0.3, rand.New(rand.NewPCG(1, 40)))
	m, err := Classifier{Kernel: feature.Polynomial{Degree: 2}, Scheme: OneVsOne{}}.Fit(ctx, x, labels)
	require.NoError(t, err)
	s, err := m.Scores(ctx, x)
	require.NoError(t, err)
	n, classes := s.Dims()
	for i := range n {
		assert.InDelta(t, float64(classes*(classes-1)/2), mat.Sum(s.RowView(i)), 1e-12, "row %d", i)
	}
}

func TestNumberLabels(t *testing.T) {
	classes, class := numberLabels([]string{"10", "9", "x", "1e1", "a"})
	assert.Equal(t, []string{"9", "10", "1e1", "a", "x"}, classes)
	assert.Equal(t, []int{1, 0, 4, 2, 3}, class)
}

func TestCrossValidate(t *testing.T) {
	x, labels := rings(90, 0.02, rand.New(rand.NewPCG(1, 38)))
	c := Classifier{Kernel: feature.Polynomial{Degree: 2}}
	conf, err := CrossValidate(ctx, c, x, labels, 3, 1)
	require.NoError(t, err)
	assert.Equal(t, 90, conf.Total())
	assert.LessOrEqual(t, conf.Errors(), 2)
	_, err = CrossValidate(ctx, c, x, labels, 1, 1)
	assert.ErrorIs(t, err, learn.ErrData)
	_, err = CrossValidate(ctx, c, x, labels[1:], 2, 1)
	assert.ErrorIs(t, err, learn.ErrData)
}

func Example() {
	// Points of the circles of radius 1 and 2. Each class vanishes on its own
	// equation, so no line in the plane is needed between them.
	x := mat.NewDense(16, 2, nil)
	labels := make([]string, 16)
	for i := range 16 {
		a, r := 2*math.Pi*float64(i)/16, float64(1+i%2)
		x.SetRow(i, []float64{r * math.Cos(a), r * math.Sin(a)})
		labels[i] = []string{"small", "large"}[i%2]
	}
	m, err := Classifier{
		Kernel:   feature.Polynomial{Degree: 2},
		Features: CertifyingDistances{Ranks: []int{5}},
		Linear:   Nearest{}, CrossFit: 1,
	}.Fit(context.Background(), x, labels)
	if err != nil {
		panic(err)
	}
	class, err := m.Predict(context.Background(), mat.NewDense(2, 2, []float64{0.6, 0.8, -1.2, 1.6}))
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Classes()[class[0]], m.Classes()[class[1]])
	// Output: small large
}
