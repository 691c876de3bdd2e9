package learn_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Few features, or spanning points asked for, or too many features to list.
func TestAutoRoad(t *testing.T) {
	cube := mat.NewDense(30, 20, nil)
	rng := rand.New(rand.NewPCG(1, 40))
	for i := range 30 {
		for j := range 20 {
			cube.Set(i, j, rng.NormFloat64())
		}
	}
	k := feature.Polynomial{Degree: 2} // 231 features in 20 variables
	for _, c := range []struct {
		name string
		ipca learn.IPCA
		want learn.Road
		span int
	}{
		{"few features", learn.IPCA{Kernel: k}, learn.FeatureRoad{}, 231},
		{"spanning points given", learn.IPCA{Kernel: k, Spanning: feature.Subsample{M: 9}}, learn.KernelRoad{}, 9},
		{"more features than allowed", learn.IPCA{Kernel: k, Road: learn.AutoRoad{MaxFeatures: 100}}, learn.KernelRoad{}, 231},
		{"1771 features", learn.IPCA{Kernel: feature.Polynomial{Degree: 3}}, learn.KernelRoad{}, 500},
		{"no list of features", learn.IPCA{Kernel: feature.Gaussian{Sigma: 5}}, learn.KernelRoad{}, 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.span == 500 {
				t.Skip("a second for 500 spanning points")
			}
			c.ipca.Cutoff = learn.Rank{K: 5}
			m, err := c.ipca.Fit(ctx, cube)
			require.NoError(t, err)
			assert.Equal(t, c.want, m.Road())
			assert.NotEmpty(t, m.Road().String())
			assert.Equal(t, c.ipca.Kernel, m.Kernel())
			dim, condition := m.Span()
			assert.Equal(t, c.span, dim, "condition %g", condition)
			assert.GreaterOrEqual(t, condition, 1.0)
			if m.Points() == nil {
				assert.Equal(t, learn.FeatureRoad{}, m.Road())
			}
		})
	}
	_, err := learn.IPCA{Kernel: feature.Gaussian{Sigma: 1}, Road: learn.FeatureRoad{}}.Fit(ctx, cube)
	assert.ErrorIs(t, err, learn.ErrKernel)
	_, err = learn.IPCA{Kernel: k, Road: learn.KernelRoad{}, Spanning: feature.Subsample{M: 31}}.Fit(ctx, cube)
	assert.ErrorIs(t, err, feature.ErrFewRows)
	_, err = learn.IPCA{Kernel: k, Road: learn.KernelRoad{}, Spanning: fixed{mat.NewDense(2, 3, nil)}}.Fit(ctx, cube)
	assert.Error(t, err, "spanning points of another dimension")
	zero := feature.Polynomial{Degree: 2, Homogeneous: true}
	_, err = learn.IPCA{Kernel: zero, Road: learn.KernelRoad{}, Spanning: fixed{mat.NewDense(2, 20, nil)}}.Fit(ctx, cube)
	assert.ErrorIs(t, err, learn.ErrKernel)
}

// Nothing kept, and everything kept.
func TestIPCAExtremes(t *testing.T) {
	x := twoCircles(50, 41)
	for _, road := range []learn.Road{learn.KernelRoad{}, learn.FeatureRoad{}} {
		c := learn.IPCA{Kernel: feature.Polynomial{Degree: 1}, Road: road, Spanning: feature.Random{M: 6}, Cutoff: learn.Rank{}}
		m, err := c.Fit(ctx, x)
		require.NoError(t, err)
		f, err := m.Principal(ctx, x, learn.Whitened)
		require.NoError(t, err)
		require.Nil(t, f)
		u, err := m.KernelPCA(ctx, x, x, learn.Plain)
		require.NoError(t, err)
		require.Nil(t, u)
		// ‖v⊥‖² = ‖Φ(x)‖² = k(x, x) when nothing is kept.
		d, err := m.Distance(ctx, x)
		require.NoError(t, err)
		k, err := feature.Diagonal(ctx, m.Kernel(), x)
		require.NoError(t, err)
		for i := range d {
			require.InEpsilon(t, k[i], d[i]*d[i], 1e-9)
		}

		c.Cutoff = learn.Rank{K: 4}
		m, err = c.Fit(ctx, x)
		require.NoError(t, err)
		certifying, err := m.Certifying(ctx, x)
		require.NoError(t, err)
		require.Nil(t, certifying)
		r, err := m.Residual(ctx, x)
		require.NoError(t, err)
		require.Zero(t, mat.Norm(r, 2))
		d, err = m.Distance(ctx, x)
		require.NoError(t, err)
		require.Zero(t, d[7])
		require.Nil(t, m.Expansions())
		require.Empty(t, m.Offsets())
		p, _, err := m.Polynomials(ctx)
		require.NoError(t, err)
		require.Nil(t, p)
	}
	// A value kept that is zero cannot be divided by.
	m, err := learn.IPCA{Kernel: feature.Polynomial{Degree: 1}, Cutoff: learn.Rank{K: 2}}.Fit(ctx, mat.NewDense(1, 1, nil))
	require.NoError(t, err)
	_, err = m.Principal(ctx, mat.NewDense(1, 1, nil), learn.Whitened)
	require.ErrorIs(t, err, learn.ErrCutoff)
	assert.Equal(t, "plain and whitened", learn.Plain.String()+" and "+learn.Whitened.String())
}

func TestShareErrors(t *testing.T) {
	x := twoCircles(50, 42)
	m, err := learn.IPCA{Kernel: feature.Polynomial{Degree: 2}}.Fit(ctx, x)
	require.NoError(t, err)
	parse := func(vars []string, text string) *poly.Polynomial[float64] {
		R, err := poly.NewRing(ring.Float64, vars)
		require.NoError(t, err)
		p, err := R.Parse(text)
		require.NoError(t, err)
		return p
	}
	xyz := []string{"x", "y", "z"}
	for name, p := range map[string]*poly.Polynomial[float64]{
		"zero":            parse(xyz, "x - x"),
		"degree too high": parse(xyz, "x^3 - 1"),
		"other variables": parse(xyz[:2], "x"),
	} {
		_, _, err := m.Share(p)
		assert.ErrorIs(t, err, learn.ErrData, name)
	}
	g, err := learn.IPCA{Kernel: feature.Gaussian{Sigma: 1}, Spanning: feature.Random{M: 5}, Cutoff: learn.Rank{K: 2}}.Fit(ctx, x)
	require.NoError(t, err)
	_, _, err = g.Share(parse(xyz, "x"))
	assert.ErrorIs(t, err, learn.ErrKernel)
	_, _, err = g.Polynomials(ctx)
	assert.ErrorIs(t, err, learn.ErrKernel)
}

// On the kernel road the share is that of the projection to the span of the
// spanning points: with too few of them an equation is seen in part only.
func TestSharePartOfSpan(t *testing.T) {
	x := twoCircles(100, 43)
	R, err := poly.NewRing(ring.Float64, []string{"x", "y", "z"})
	require.NoError(t, err)
	p, err := R.Parse("x^2 + y^2 - 0.75")
	require.NoError(t, err)
	last := 0.0
	for _, points := range []int{4, 7, 10} {
		m, err := learn.IPCA{
			Kernel: feature.Polynomial{Degree: 2}, Road: learn.KernelRoad{}, Spanning: feature.Random{M: points}, Cutoff: learn.Rank{},
		}.Fit(ctx, x)
		require.NoError(t, err)
		share, norm, err := m.Share(p)
		require.NoError(t, err)
		// γ² of x², y² and 1 is 1, so ‖p‖² = 1 + 1 + 9/16.
		require.InEpsilon(t, 1.6007810593582121, norm, 1e-12)
		require.GreaterOrEqual(t, share, last-1e-12)
		require.LessOrEqual(t, share, 1.0)
		last = share
	}
	require.InDelta(t, 1, last, 1e-9)
}

// A frame takes rows of its own width only.
func TestFrameWidth(t *testing.T) {
	f, err := learn.NewFrame(ctx, feature.Polynomial{Degree: 1}, mat.NewDense(2, 2, []float64{1, 0, 0, 1}), 0)
	require.NoError(t, err)
	require.NoError(t, f.CheckData(mat.NewDense(1, 2, nil)))
	require.ErrorIs(t, f.CheckData(mat.NewDense(1, 3, nil)), learn.ErrData)
}
