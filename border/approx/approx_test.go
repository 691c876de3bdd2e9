package approx_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// all returns every method with a threshold for points of size 1.
func all(eps float64) []approx.Method {
	return []approx.Method{
		approx.AVI{Epsilon: eps}, approx.ABM{Epsilon: eps}, approx.ABM{Epsilon: eps, Corners: true},
		approx.OAVI{Psi: eps * eps},
		approx.OAVI{Psi: eps * eps, Boost: approx.WeakBoost, Solver: approx.BlendedPairwise{}},
		approx.OAVI{Psi: eps * eps, FullBorder: true},
		// Non-vanishing polynomials are scaled up to mean square 1, and noise with them.
		approx.VCA{Epsilon: 10 * eps}, approx.GradientVCA{Epsilon: eps}, approx.HBasis{Epsilon: eps}, approx.SVD{Epsilon: eps},
	}
}

// xyz is the ring R[x, y, z] of degrees up to d.
func xyz(d int) *poly.Ring[float64] {
	return poly.MustRing[float64](ring.Float64, []string{"x", "y", "z"}, poly.WithMaxDegree(d))
}

// twistedCubic returns points (t, t², t³) with Gaussian noise.
func twistedCubic(n int, sigma float64) *mat.Dense {
	rng := rand.New(rand.NewPCG(1, 7))
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		t := -1 + 2*float64(i)/float64(n-1)
		for j, v := range []float64{t, t * t, t * t * t} {
			x.Set(i, j, v+sigma*rng.NormFloat64())
		}
	}
	return x
}

// TestMethods holds all methods to one another and to the truth on the twisted
// cubic, without and with noise.
func TestMethods(t *testing.T) {
	R := xyz(2)
	var truth []*poly.Polynomial[float64]
	for _, text := range []string{"x^2 - y", "x*y - z", "y^2 - x*z"} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		truth = append(truth, p)
	}
	for _, c := range []struct{ sigma, eps, tol float64 }{{0, 1e-9, 1e-9}, {1e-3, 6e-3, 1e-2}} {
		x := twistedCubic(300, c.sigma)
		want := judge.SpanOf(R, truth, 2, x)
		for _, m := range all(c.eps) {
			model, err := m.Fit(context.Background(), R, x)
			require.NoError(t, err, "%v", m)
			require.Equal(t, 3, model.Len(), "%v σ=%v", m, c.sigma)
			polys, err := model.Polynomials(context.Background())
			require.NoError(t, err)
			got := judge.SpanOf(R, polys, 2, x)
			tol := c.tol
			if o, ok := m.(approx.OAVI); ok && o.Boost == approx.WeakBoost {
				// The sparse solver stops as soon as the mean square is below ψ.
				tol = max(tol, 50*c.eps)
			}
			require.LessOrEqual(t, want.Angle(got, 3), tol, "%v σ=%v", m, c.sigma)
			requireValues(t, model, polys, x, m)
			for _, d := range model.Degrees() {
				require.Equal(t, 2, d, "%v", m)
			}
		}
	}
}

// requireValues compares evaluation by the model with that of the expanded
// polynomials, at new points.
func requireValues(t *testing.T, model *approx.Model, polys []*poly.Polynomial[float64], x *mat.Dense, m approx.Method) {
	n, vars := x.Dims()
	fresh := mat.NewDense(n, vars, nil)
	fresh.Apply(func(i, j int, v float64) float64 { return 1.5*v + 0.1*float64(j) }, x)
	values, err := model.Values(context.Background(), fresh)
	require.NoError(t, err)
	features, err := model.Features(context.Background(), fresh)
	require.NoError(t, err)
	for j, p := range polys {
		for i := 0; i < n; i += 17 {
			want := p.Eval(fresh.RawRowView(i))
			require.InDelta(t, want, values.At(i, j), 1e-9*(1+math.Abs(want)), "%v", m)
			require.Equal(t, math.Abs(values.At(i, j)), features.At(i, j))
		}
	}
}

// TestDegreeThree goes to a degree where VCA has dependent products. None of its
// generators may be the zero polynomial, and those of all methods generate the
// same part of degree ≤ 3 of the ideal of a nodal cubic.
func TestDegreeThree(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(4))
	x := mat.NewDense(100, 2, nil)
	for i := range 100 {
		s := -1.6 + 3.2*float64(i)/99
		x.SetRow(i, []float64{(s*s - 1) / 2, s * (s*s - 1) / 3})
	}
	for _, m := range all(1e-9) {
		model, err := m.Fit(context.Background(), R, x)
		require.NoError(t, err, "%v", m)
		polys, err := model.Polynomials(context.Background())
		require.NoError(t, err)
		for _, p := range polys {
			largest := 0.0
			for _, c := range p.Terms() {
				largest = max(largest, math.Abs(c))
			}
			require.Greater(t, largest, 1e-3, "%v lists the zero polynomial", m)
		}
		require.Equal(t, 3, judge.SpanOf(R, polys, 4, x).Dimension(1e-6), "%v: the cubic, and times x and y", m)
	}
}

// TestScaleOfPoints checks that thresholds are root mean squares: twice the same
// points give the same model.
func TestScaleOfPoints(t *testing.T) {
	R := xyz(2)
	x := twistedCubic(60, 1e-3)
	twice := new(mat.Dense)
	twice.Stack(x, x)
	for _, m := range all(6e-3) {
		a, err := m.Fit(context.Background(), R, x)
		require.NoError(t, err)
		b, err := m.Fit(context.Background(), R, twice)
		require.NoError(t, err)
		require.Equal(t, a.Degrees(), b.Degrees(), "%v", m)
	}
}

// TestVCAAsPrinted shows what the original scale does: one threshold does not
// find equations of degree 1 and 2 together.
func TestVCAAsPrinted(t *testing.T) {
	R := xyz(2)
	rng := rand.New(rand.NewPCG(1, 9))
	x := mat.NewDense(200, 3, nil) // a circle in the plane z = x
	for i := range 200 {
		a := 2 * math.Pi * rng.Float64()
		for j, v := range []float64{math.Cos(a), math.Sin(a), math.Cos(a)} {
			x.Set(i, j, v+1e-2*rng.NormFloat64())
		}
	}
	ours, err := approx.VCA{Epsilon: 0.05}.Fit(context.Background(), R, x)
	require.NoError(t, err)
	require.Equal(t, []int{1, 2}, ours.Degrees())
	printed, err := approx.VCA{Epsilon: 0.05 / math.Sqrt(200), AsPrinted: true}.Fit(context.Background(), R, x)
	require.NoError(t, err)
	require.NotContains(t, printed.Degrees(), 1)
}

func TestSparseCoefficients(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(2))
	rng := rand.New(rand.NewPCG(1, 11))
	x := mat.NewDense(300, 2, nil)
	for i := range 300 {
		a := 2 * math.Pi * rng.Float64()
		x.SetRow(i, []float64{math.Cos(a) + 0.01*rng.NormFloat64(), math.Sin(a) + 0.01*rng.NormFloat64()})
	}
	count := func(m approx.Method) int {
		model, err := m.Fit(context.Background(), R, x)
		require.NoError(t, err)
		polys, err := model.Polynomials(context.Background())
		require.NoError(t, err)
		require.Len(t, polys, 1)
		return polys[0].Len()
	}
	require.Equal(t, 6, count(approx.OAVI{Psi: 1e-3}), "the boost makes it dense")
	require.Less(t, count(approx.OAVI{Psi: 1e-3, Boost: approx.WeakBoost, Solver: approx.BlendedPairwise{}}), 6)
}

// TestRefusals checks parameters and data that cannot be used.
func TestRefusals(t *testing.T) {
	R := xyz(2)
	x := twistedCubic(20, 0)
	for _, m := range []approx.Method{
		approx.AVI{}, approx.ABM{}, approx.OAVI{}, approx.VCA{}, approx.GradientVCA{}, approx.HBasis{},
		approx.ABM{Epsilon: math.NaN()}, approx.AVI{Epsilon: 1, Tau: 2}, approx.OAVI{Psi: 1, Tau: 1},
		approx.OAVI{Psi: 1, Boost: 7}, approx.SVD{Degree: 3}, approx.SVD{Epsilon: -1}, approx.GradientVCA{Epsilon: 1, Rank: -1},
	} {
		_, err := m.Fit(context.Background(), R, x)
		require.ErrorIs(t, err, approx.ErrParameter, "%#v", m)
	}
	bad := mat.DenseCopyOf(x)
	bad.Set(3, 1, math.NaN())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, m := range all(0.01) {
		_, err := m.Fit(context.Background(), R, bad)
		require.ErrorIs(t, err, approx.ErrNotFinite, "%v", m)
		require.ErrorContains(t, err, "row 4, column 2")
		_, err = m.Fit(ctx, R, x)
		require.ErrorIs(t, err, context.Canceled, "%v", m)
		require.Panics(t, func() { m.Fit(context.Background(), R, mat.NewDense(5, 2, nil)) }, "%v", m)
	}
	_, err := approx.OAVI{Psi: 1e-60, Boost: approx.NoBoost}.Fit(context.Background(), xyz(9), twistedCubic(5, 0.1))
	require.ErrorIs(t, err, approx.ErrParameter, "below rounding")
}

// TestNoGenerators fits points in general position below the degree at which
// something vanishes.
func TestNoGenerators(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	x := mat.NewDense(50, 3, nil)
	x.Apply(func(int, int, float64) float64 { return 2*rng.Float64() - 1 }, x)
	for _, m := range all(1e-6) {
		model, err := m.Fit(context.Background(), xyz(2), x)
		require.NoError(t, err, "%v", m)
		require.Zero(t, model.Len(), "%v", m)
		require.False(t, model.Complete())
		v, err := model.Values(context.Background(), x)
		require.NoError(t, err)
		require.Nil(t, v)
		p, err := model.Polynomials(context.Background())
		require.NoError(t, err)
		require.Empty(t, p)
	}
}

// TestNearest perturbs the border basis of five points and finds an exact one
// again, with points near the old ones.
func TestNearest(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(6))
	truth := mat.NewDense(5, 2, []float64{0, 0, 1, 0, 0, 1, -1, 0.5, 0.5, -1})
	rng := rand.New(rand.NewPCG(1, 15))
	noisy := mat.NewDense(100, 2, nil) // each point twenty times, with errors
	noisy.Apply(func(i, j int, _ float64) float64 { return truth.At(i%5, j) + 1e-3*rng.NormFloat64() }, noisy)
	model, err := approx.ABM{Epsilon: 0.02}.Fit(context.Background(), R, noisy)
	require.NoError(t, err)
	b, err := approx.NewBorder(model)
	require.NoError(t, err)
	require.Len(t, b.OrderIdeal(), 5)
	require.Greater(t, b.Commutator(), 1e-5, "not a border basis")
	require.Less(t, b.Commutator(), 0.1, "but nearly")
	exact, distance, err := b.Nearest(context.Background(), 1e-12)
	require.NoError(t, err)
	require.LessOrEqual(t, exact.Commutator(), 1e-12)
	require.Less(t, distance, 0.1)
	require.Positive(t, distance)
	points := exact.Points()
	n, _ := points.Dims()
	require.Equal(t, 5, n)
	for i := range n {
		nearest := math.Inf(1)
		for k := range 5 {
			nearest = min(nearest, math.Hypot(points.At(i, 0)-truth.At(k, 0), points.At(i, 1)-truth.At(k, 1)))
		}
		require.Less(t, nearest, 0.01)
		for _, p := range exact.Polynomials() {
			require.InDelta(t, 0, p.Eval(points.RawRowView(i)), 1e-9, "the basis vanishes at its points")
		}
	}
	// An exact border basis is its own nearest one.
	same, distance, err := exact.Nearest(context.Background(), 1e-11)
	require.NoError(t, err)
	require.Zero(t, distance)
	require.Equal(t, exact.Polynomials()[0].String(), same.Polynomials()[0].String())
}

func TestNotBorder(t *testing.T) {
	x := twistedCubic(50, 0)
	for _, m := range []approx.Method{approx.VCA{Epsilon: 1e-6}, approx.ABM{Epsilon: 1e-6}, approx.SVD{Epsilon: 1e-6}} {
		model, err := m.Fit(context.Background(), xyz(2), x)
		require.NoError(t, err)
		_, err = approx.NewBorder(model)
		require.ErrorIs(t, err, approx.ErrNotBorder, "%v", m)
	}
}

func BenchmarkOAVI(b *testing.B) {
	R := poly.MustRing[float64](ring.Float64, []string{"a", "b", "c", "d"}, poly.WithMaxDegree(4))
	for _, n := range []int{1_000, 10_000, 100_000, 1_000_000} {
		rng := rand.New(rand.NewPCG(1, 17))
		x := mat.NewDense(n, 4, nil)
		for i := range n {
			u, v := rng.Float64(), rng.Float64()
			x.SetRow(i, []float64{u, v, u * v, (u + v) / 2})
		}
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (approx.OAVI{Psi: 1e-4}).Fit(context.Background(), R, x); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/row")
		})
	}
}

// TestNoise measures σ on a circle with noise, and something large on points in
// general position.
func TestNoise(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(2))
	rng := rand.New(rand.NewPCG(1, 19))
	circle, cloud := mat.NewDense(2000, 2, nil), mat.NewDense(2000, 2, nil)
	for i := range 2000 {
		a := 2 * math.Pi * rng.Float64()
		circle.SetRow(i, []float64{math.Cos(a) + 0.02*rng.NormFloat64(), math.Sin(a) + 0.02*rng.NormFloat64()})
		cloud.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64()})
	}
	sigma, err := approx.Noise(context.Background(), R, circle, 2)
	require.NoError(t, err)
	require.InEpsilon(t, 0.02, sigma, 0.05)
	sigma, err = approx.Noise(context.Background(), R, cloud, 2)
	require.NoError(t, err)
	require.Greater(t, sigma, 0.3)
	_, err = approx.Noise(context.Background(), R, cloud, 3)
	require.ErrorIs(t, err, approx.ErrParameter)
}

// TestNotOrderIdeal has points at which x·y is small and x·y² is not: both belong
// to the border of what came before, and only the first vanishes.
func TestNotOrderIdeal(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(9))
	x := mat.NewDense(9, 2, []float64{0.005, 20, 1, 0, -1, 0, 0, 1, 0, -1, 0, 5, 0, 10, 0, -7, 0.005, -20})
	model, err := approx.ABM{Epsilon: 0.05}.Fit(context.Background(), R, x)
	require.NoError(t, err)
	require.True(t, model.Complete())
	_, err = approx.NewBorder(model)
	require.ErrorIs(t, err, approx.ErrNotBorder)
	require.ErrorContains(t, err, "x*y^2 is in O, its divisor x*y is not")
}
