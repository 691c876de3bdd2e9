package learn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// The polynomials have the values of the features they stand for, for every kind
// of kernel that has polynomials, on both roads, centred and not.
func TestIPCASymbolic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 61))
	x, probe := circle(60, 0.02, rng), circle(7, 0.5, rng)
	one := feature.Polynomial{Degree: 1, Theta: ring.NewRat(1, 2)}
	a := mat.NewDense(2, 2, []float64{1, 2, 0, 1})
	R := floatRing(2)
	for name, c := range map[string]IPCA{
		"kernel road":    {Kernel: feature.Polynomial{Degree: 2}, Road: KernelRoad{}, Cutoff: Rank{K: 4}},
		"feature road":   {Kernel: feature.Polynomial{Degree: 3}, Road: FeatureRoad{}, Cutoff: Rank{K: 4}},
		"centred":        {Kernel: feature.Polynomial{Degree: 2}, Road: KernelRoad{}, Cutoff: Rank{K: 3}, Centre: true},
		"centred, other": {Kernel: feature.Polynomial{Degree: 2}, Road: FeatureRoad{}, Cutoff: Rank{K: 3}, Centre: true},
		"product":        {Kernel: feature.Product{one, one, feature.Linear{}}, Spanning: feature.Random{M: 8}, Cutoff: Rank{K: 3}},
		"sum":            {Kernel: feature.Sum{feature.Polynomial{Degree: 2, Homogeneous: true}, one}, Spanning: feature.Random{M: 8}, Cutoff: Rank{K: 3}},
		"anova":          {Kernel: feature.ANOVA{}, Spanning: feature.Random{M: 5}, Cutoff: Rank{K: 2}},
		"polynomial of":  {Kernel: feature.PolynomialOf{Coefficients: []ring.Rat{ring.RatFromInt(1), ring.NewRat(1, 2), ring.RatFromInt(2)}, Kernel: feature.Linear{}}, Spanning: feature.Random{M: 7}, Cutoff: Rank{K: 4}},
		"composition":    {Kernel: feature.Compose{Kernel: feature.Polynomial{Degree: 2}, Map: feature.LinearMap{A: a}}, Spanning: feature.Random{M: 7}, Cutoff: Rank{K: 4}},
	} {
		m, err := c.Fit(ctx, x)
		require.NoError(t, err, name)
		values, err := m.Certifying(ctx, probe)
		require.NoError(t, err, name)
		ps, err := m.Symbolic(ctx, R)
		require.NoError(t, err, name)
		_, cols := values.Dims()
		require.Len(t, ps, cols, name)
		for j, p := range ps {
			for i := range 7 {
				assert.InDelta(t, values.At(i, j), p.Eval(probe.RawRowView(i)), 1e-7*(1+mat.Norm(values, 2)), name)
			}
		}
	}
}

func TestIPCASymbolicRefuses(t *testing.T) {
	x := circle(40, 0, rand.New(rand.NewPCG(1, 62)))
	for _, k := range []feature.Kernel{gaussian{}, feature.Gaussian{Sigma: 1}, feature.Sum{feature.Linear{}, feature.Laplacian{Sigma: 1}}} {
		m, err := IPCA{Kernel: k, Spanning: feature.Random{M: 6}, Cutoff: Rank{K: 2}}.Fit(ctx, x)
		require.NoError(t, err)
		_, err = m.Symbolic(ctx, floatRing(2))
		assert.ErrorIs(t, err, feature.ErrNotPolynomial)
	}
	m, err := IPCA{Kernel: feature.Polynomial{Degree: 2}}.Fit(ctx, x)
	require.NoError(t, err)
	_, err = m.Symbolic(ctx, poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(1)))
	assert.ErrorIs(t, err, poly.ErrDegree)
	assert.Panics(t, func() { _, _ = m.Symbolic(ctx, floatRing(3)) })
	stopped, stop := context.WithCancel(ctx)
	stop()
	m, err = IPCA{Kernel: feature.Polynomial{Degree: 2}, Road: KernelRoad{}}.Fit(ctx, x)
	require.NoError(t, err)
	_, err = m.Symbolic(stopped, floatRing(2))
	assert.ErrorIs(t, err, context.Canceled)
}

func ExampleIPCAModel_Symbolic() {
	// The circle of radius 5 by a kernel made of two factors.
	x := mat.NewDense(8, 2, []float64{5, 0, 3, 4, 0, 5, -3, 4, -5, 0, -4, -3, 0, -5, 4, -3})
	k := feature.Polynomial{Degree: 1}
	m, err := IPCA{Kernel: feature.Product{k, k}, Spanning: feature.Random{M: 9}, Cutoff: Rank{K: 5}}.Fit(ctx, x)
	if err != nil {
		panic(err)
	}
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"})
	ps, err := m.Symbolic(ctx, R)
	if err != nil {
		panic(err)
	}
	p, _ := ps[0].Monic()
	fmt.Printf("%d %.4f\n", len(ps), p.Coefficient(R.One().LeadingMonomial()))
	// Output: 1 -25.0000
}
