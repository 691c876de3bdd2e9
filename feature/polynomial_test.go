package feature_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

var ctx = context.Background()

// readInstances reads the instances of one kind from a file of the reference
// instances, which package theorems checks.
func readInstances[T any](t *testing.T, name, kind string) []T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "duality", "theorems", "testdata", "instances", name))
	require.NoError(t, err)
	var file struct{ Instances []json.RawMessage }
	require.NoError(t, json.Unmarshal(text, &file))
	var out []T
	for _, raw := range file.Instances {
		var head struct{ Kind string }
		require.NoError(t, json.Unmarshal(raw, &head))
		if head.Kind != kind {
			continue
		}
		var in T
		require.NoError(t, json.Unmarshal(raw, &in))
		out = append(out, in)
	}
	require.NotEmpty(t, out)
	return out
}

// normal returns a table of normally distributed numbers.
func normal(rng *rand.Rand, r, c int) *mat.Dense {
	x := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

func TestWeightInstances(t *testing.T) {
	type instance struct {
		ID          string
		N, D        int
		Theta       ring.Rat
		Homogeneous bool
		Expect      struct{ Gamma2 map[string]ring.Rat }
	}
	for _, in := range readInstances[instance](t, "gamma.json", "gamma") {
		k := feature.Polynomial{Degree: in.D, Theta: in.Theta, Homogeneous: in.Homogeneous}
		b, err := k.Basis(in.N)
		require.NoError(t, err)
		require.Equal(t, len(in.Expect.Gamma2), b.Len(), in.ID)
		for key, want := range in.Expect.Gamma2 {
			var a []int
			for _, s := range strings.Split(key, ",") {
				e, err := strconv.Atoi(s)
				require.NoError(t, err)
				a = append(a, e)
			}
			assert.Equal(t, want, k.Weight(a), "%s at %s", in.ID, key)
		}
	}
}

// polynomialKernels are the kernels of the tests below.
func polynomialKernels() []feature.Polynomial {
	var ks []feature.Polynomial
	for d := range 6 {
		for _, theta := range []ring.Rat{{}, ring.NewRat(1, 2), ring.NewRat(7, 3)} {
			ks = append(ks, feature.Polynomial{Degree: d, Theta: theta}, feature.Polynomial{Degree: d, Theta: theta, Homogeneous: true})
		}
	}
	return ks
}

// The weights are the coefficients of (θ⟨x,t⟩ + 1)^d, multiplied out by poly,
// and the basis lists the monomials in the order of the ring.
func TestWeightsAgainstExpansion(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, k := range polynomialKernels() {
		for n := 1; n <= 3; n++ {
			R := poly.MustRing(ring.Q, []string{"u", "v", "w"}[:n])
			z := make([]ring.Rat, n)
			theta := k.Theta
			if theta.IsZero() {
				theta = ring.Q.One()
			}
			form := R.Zero()
			for i := range z {
				z[i] = ring.NewRat(int64(rng.IntN(9)-4), int64(rng.IntN(3)+1))
				form = form.Add(R.Var(i).Scale(theta.Mul(z[i])))
			}
			if !k.Homogeneous {
				form = form.Add(R.One())
			}
			want, err := form.Pow(k.Degree)
			require.NoError(t, err)

			b, err := k.Basis(n)
			require.NoError(t, err)
			dim, ok := k.Dim(n)
			require.True(t, ok)
			require.Equal(t, dim, b.Len())
			monomials := R.MonomialsUpTo(k.Degree)
			if k.Homogeneous {
				monomials = R.MonomialsOf(k.Degree)
			}
			require.Len(t, monomials, b.Len())
			e := feature.EvaluationRow(ring.Q, b, z)
			for j, m := range monomials {
				require.Equal(t, R.Exponents(m), b.Exponents(j))
				require.Equal(t, m.Degree(), b.DegreeOf(j))
				got := b.Weight(j).Mul(e[j])
				require.True(t, got.Equal(want.Coefficient(m)), "%v at %s: %v, expanded %v", k, R.FormatMonomial(m), got, want.Coefficient(m))
			}
		}
	}
}

func TestWeightOutsideTheFeatures(t *testing.T) {
	assert.True(t, feature.Polynomial{Degree: 2}.Weight([]int{2, 1}).IsZero())
	assert.True(t, feature.Polynomial{Degree: 2, Homogeneous: true}.Weight([]int{1, 0}).IsZero())
	assert.Panics(t, func() { feature.Polynomial{Degree: 2}.Weight([]int{-1, 1}) })
}

// ⟨Φ(x), Φ(z)⟩ = k(x, z) and its derivative, in float64.
func TestFeatureMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, z := normal(rng, 70, 3), normal(rng, 9, 3)
	for _, k := range polynomialKernels() {
		b, err := k.Basis(3)
		require.NoError(t, err)
		fx, err := b.Features(ctx, x)
		require.NoError(t, err)
		fz, err := b.Features(ctx, z)
		require.NoError(t, err)
		want, err := feature.Matrix(ctx, k, x, z)
		require.NoError(t, err)
		var got mat.Dense
		got.Mul(fx, fz.T())
		// Σ|γ²x^a z^a| is up to (θ|x||z| + 1)^d; 1e-12 of the largest entry.
		assert.True(t, mat.EqualApprox(&got, want, 1e-12*math.Max(1, mat.Norm(want, math.Inf(1)))), "%v", k)
		grads, err := feature.Gradients(ctx, k, x, z)
		require.NoError(t, err)
		for l := range grads {
			p := mat.NewDense(70, b.Len(), nil)
			for i := range 70 {
				b.PartialsTo(p.RawRowView(i), x.RawRowView(i), l)
			}
			got.Mul(p, fz.T())
			assert.True(t, mat.EqualApprox(&got, grads[l], 1e-11*math.Max(1, mat.Norm(grads[l], math.Inf(1)))), "%v by x_%d", k, l)
		}
	}
}

// The blocks do not show: the matrix is Eval, bit by bit, on any number of
// processors.
func TestMatrixIsEval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	k := feature.Polynomial{Degree: 3, Theta: ring.NewRat(1, 3)}
	for _, size := range [][3]int{{1, 1, 1}, {63, 191, 2}, {64, 192, 3}, {65, 193, 3}, {130, 400, 17}} {
		x, z := normal(rng, size[0], size[2]), normal(rng, size[1], size[2])
		got, err := feature.Matrix(ctx, k, x, z)
		require.NoError(t, err)
		for i := range size[0] {
			for j := range size[1] {
				require.Equal(t, k.Eval(x.RawRowView(i), z.RawRowView(j)), got.At(i, j))
			}
		}
		procs := runtime.GOMAXPROCS(1)
		one, err := feature.Matrix(ctx, k, x, z)
		runtime.GOMAXPROCS(procs)
		require.NoError(t, err)
		require.True(t, mat.Equal(got, one))
		part, err := feature.Matrix(ctx, k, x.Slice(size[0]/2, size[0], 0, size[2]).(*mat.Dense), z)
		require.NoError(t, err)
		require.True(t, mat.Equal(got.Slice(size[0]/2, size[0], 0, size[1]), part), "rows do not depend on their neighbours")
	}
}

func TestGram(t *testing.T) {
	x := normal(rand.New(rand.NewPCG(1, 4)), 130, 3)
	k := feature.Polynomial{Degree: 2}
	g, err := feature.Gram(ctx, k, x)
	require.NoError(t, err)
	m, err := feature.Matrix(ctx, k, x, x)
	require.NoError(t, err)
	assert.True(t, mat.Equal(g, m))
	d, err := feature.Diagonal(ctx, k, x)
	require.NoError(t, err)
	for i, v := range d {
		assert.InEpsilon(t, g.At(i, i), v, 1e-14)
	}
}

func TestMatrixErrors(t *testing.T) {
	two, three := mat.NewDense(4, 2, nil), mat.NewDense(4, 3, nil)
	_, err := feature.Matrix(ctx, feature.Polynomial{Degree: 2}, two, three)
	assert.ErrorIs(t, err, feature.ErrShape)
	_, err = feature.Matrix(ctx, feature.Polynomial{Degree: -1}, two, two)
	assert.ErrorIs(t, err, feature.ErrParameter)
	_, err = feature.Matrix(ctx, feature.Polynomial{Degree: 1, Theta: ring.NewRat(-1, 2)}, two, two)
	assert.ErrorIs(t, err, feature.ErrParameter)
	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err = feature.Matrix(done, feature.Polynomial{Degree: 2}, two, two)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = feature.Gradients(done, feature.Polynomial{Degree: 2}, two, two)
	assert.ErrorIs(t, err, context.Canceled)
	b, err := feature.Polynomial{Degree: 2}.Basis(2)
	require.NoError(t, err)
	_, err = b.Features(ctx, three)
	assert.ErrorIs(t, err, feature.ErrShape)
}

// TestBasisRows: Φ(x) = (γ_a x^a), with γ_a² the weights (NOTES 1), by points and by tables; other lengths panic.
func TestBasisRows(t *testing.T) {
	for _, k := range []feature.Polynomial{{Degree: 3, Theta: ring.NewRat(1, 2)}, {Degree: 3, Homogeneous: true}} {
		b, err := k.Basis(2)
		require.NoError(t, err)
		assert.Equal(t, 2, b.NumVars())
		assert.Equal(t, k, b.Kernel())
		x := mat.NewDense(2, 2, []float64{2, -3, 0.5, 1})
		phi, err := b.Features(context.Background(), x)
		require.NoError(t, err)
		e, err := b.Monomials(context.Background(), x)
		require.NoError(t, err)
		for i := range 2 {
			for j := range b.Len() {
				a := b.Exponents(j)
				assert.Equal(t, b.DegreeOf(j), a[0]+a[1])
				want := math.Pow(x.At(i, 0), float64(a[0])) * math.Pow(x.At(i, 1), float64(a[1]))
				assert.InDelta(t, want, e.At(i, j), 1e-12)
				assert.InDelta(t, math.Sqrt(b.Weight(j).Float64())*want, phi.At(i, j), 1e-12)
				assert.InDelta(t, b.Weight(j).Float64(), b.Gamma(j)*b.Gamma(j), 1e-12)
			}
		}
		n := b.Len()
		for _, wrong := range [][2]int{{n - 1, 2}, {n + 1, 2}, {n, 1}, {n, 3}} {
			dst, point := make([]float64, wrong[0]), make([]float64, wrong[1])
			assert.Panics(t, func() { b.MonomialsTo(dst, point) }, wrong)
			assert.Panics(t, func() { b.FeaturesTo(dst, point) }, wrong)
			assert.Panics(t, func() { b.PartialsTo(dst, point, 0) }, wrong)
		}
		_, err = b.Monomials(context.Background(), mat.NewDense(1, 3, nil))
		assert.ErrorIs(t, err, feature.ErrShape)
	}
}

func TestBasisLimits(t *testing.T) {
	_, err := feature.Polynomial{Degree: 4}.Basis(256)
	require.ErrorIs(t, err, feature.ErrTooManyFeatures)
	assert.ErrorContains(t, err, fmt.Sprint(feature.MaxFeatures))
	b, err := feature.Polynomial{Degree: 2}.Basis(256)
	require.NoError(t, err, "the pixels of a digit")
	assert.Equal(t, 33153, b.Len())
	_, err = feature.Polynomial{Degree: 1 << 30}.Basis(1)
	assert.ErrorIs(t, err, feature.ErrTooManyFeatures)
	b, err = feature.Polynomial{Degree: 3}.Basis(0)
	require.NoError(t, err, "no variables: the constant")
	assert.Equal(t, 1, b.Len())
	b, err = feature.Polynomial{Degree: 3, Homogeneous: true}.Basis(0)
	require.NoError(t, err)
	assert.Equal(t, 0, b.Len())
	_, err = feature.Polynomial{Degree: -2}.Basis(1)
	assert.ErrorIs(t, err, feature.ErrParameter)
	assert.Panics(t, func() { _, _ = feature.Polynomial{}.Basis(-1) })
}

func TestPolynomialString(t *testing.T) {
	half := ring.NewRat(1, 2)
	for want, k := range map[string]feature.Polynomial{
		"(⟨x,y⟩ + 1)^2":    {Degree: 2},
		"(1/2⟨x,y⟩ + 1)^3": {Degree: 3, Theta: half},
		"⟨x,y⟩^2":          {Degree: 2, Homogeneous: true},
		"(1/2⟨x,y⟩)^2":     {Degree: 2, Theta: half, Homogeneous: true},
		"⟨x,y⟩":            {Degree: 1, Homogeneous: true},
		"(⟨x,y⟩ + 1)":      {Degree: 1},
	} {
		assert.Equal(t, want, k.String())
	}
}

// Two roads over a field: the evaluation rows with their weights, and the
// kernel of the numbers.
func TestEvaluationRowOverZp(t *testing.T) {
	f, err := ring.NewZp(1000003)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 5))
	draw := ringtest.Zp(f)
	k := feature.Polynomial{Degree: 3, Theta: ring.NewRat(1, 2)}
	b, err := k.Basis(2)
	require.NoError(t, err)
	half, err := f.FromRat(k.Theta)
	require.NoError(t, err)
	for range 20 {
		x, z := []uint64{draw(rng), draw(rng)}, []uint64{draw(rng), draw(rng)}
		ex, ez := feature.EvaluationRow(f, b, x), feature.EvaluationRow(f, b, z)
		var sum uint64
		for j := range ex {
			w, err := f.FromRat(b.Weight(j))
			require.NoError(t, err)
			sum = f.Add(sum, f.Mul(w, f.Mul(ex[j], ez[j])))
		}
		want := ring.Power(f, f.Add(f.Mul(half, f.Dot(x, z)), 1), 3)
		require.Equal(t, want, sum)
	}
}
