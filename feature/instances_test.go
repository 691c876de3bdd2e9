package feature_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// at returns k(x, y) over a field.
func at[E any](t *testing.T, f ring.Field[E], k feature.Kernel, x, y []E) E {
	t.Helper()
	value, err := feature.Values(f, k)
	require.NoError(t, err)
	v, err := value(x, y)
	require.NoError(t, err)
	return v
}

// parts are a complex number in the files.
type parts struct{ Re, Im ring.Rat }

// numbers are those of lists in the files.
func numbers(lists ...[]parts) [][]ring.Gaussian {
	out := make([][]ring.Gaussian, len(lists))
	for i, list := range lists {
		for _, z := range list {
			out[i] = append(out[i], ring.NewGaussian(z.Re, z.Im))
		}
	}
	return out
}

// pairs writes complex points as real ones.
func pairs(z []ring.Gaussian) []ring.Rat {
	var x []ring.Rat
	for _, c := range z {
		x = append(x, c[:]...)
	}
	return x
}

// distance2 returns k(x,x) + k(y,y) − 2 k(x,y) over Q.
func distance2(t *testing.T, k feature.Kernel, x, y []ring.Rat) ring.Rat {
	t.Helper()
	xy := at(t, ring.Q, k, x, y)
	return at(t, ring.Q, k, x, x).Add(at(t, ring.Q, k, y, y)).Sub(xy).Sub(xy)
}

func TestFiniteRotationInstances(t *testing.T) {
	type instance struct {
		ID     string
		M      int
		X, Y   []parts
		Expect struct {
			Iota            parts
			SquaredDistance ring.Rat `json:"squared_distance"`
		}
	}
	for _, in := range readInstances[instance](t, "invariants.json", "finite_rotation") {
		k := feature.FiniteRotation{Order: in.M, Complex: true}
		z := numbers(in.X, in.Y, []parts{in.Expect.Iota})
		assert.Equal(t, z[2][0].String(), at(t, ring.Qi, k, z[0], z[1]).String(), in.ID)
		assert.Equal(t, in.Expect.SquaredDistance.String(), distance2(t, k, pairs(z[0]), pairs(z[1])).String(), in.ID)
	}
}

func TestScaleInstances(t *testing.T) {
	type instance struct {
		ID     string
		X, Y   []ring.Rat
		Expect struct {
			Scale      ring.Rat `json:"iota_scale"`
			Projective ring.Rat `json:"iota_projective"`
			DScale     ring.Rat `json:"squared_distance_scale"`
			DProj      ring.Rat `json:"squared_distance_projective"`
		}
	}
	for _, in := range readInstances[instance](t, "invariants.json", "scale") {
		assert.Equal(t, in.Expect.Scale, at(t, ring.Q, feature.PositiveScale{}, in.X, in.Y), in.ID)
		assert.Equal(t, in.Expect.Projective, at(t, ring.Q, feature.Projective{}, in.X, in.Y), in.ID)
		assert.Equal(t, in.Expect.DScale, distance2(t, feature.PositiveScale{}, in.X, in.Y), in.ID)
		assert.Equal(t, in.Expect.DProj, distance2(t, feature.Projective{}, in.X, in.Y), in.ID)
	}
}

func TestProjectiveComplexInstance(t *testing.T) {
	type instance struct {
		X, Y   []parts
		Expect struct{ Iota ring.Rat }
	}
	for _, in := range readInstances[instance](t, "invariants.json", "projective_complex") {
		k := feature.Projective{Complex: true}
		z := numbers(in.X, in.Y)
		assert.Equal(t, in.Expect.Iota.String(), at(t, ring.Qi, k, z[0], z[1]).String())
		assert.Equal(t, in.Expect.Iota, at(t, ring.Q, k, pairs(z[0]), pairs(z[1])))
	}
}

// The ANOVA kernel is no function of scalar products (IKT-07).
func TestANOVAInstance(t *testing.T) {
	type instance struct {
		Pairs  [][2][]ring.Rat
		Expect struct{ Values []ring.Rat }
	}
	for _, in := range readInstances[instance](t, "invariants.json", "anova") {
		for i, p := range in.Pairs {
			assert.Equal(t, in.Expect.Values[i], at(t, ring.Q, feature.ANOVA{}, p[0], p[1]))
		}
	}
}

// Kernel matrices and expansions over Q(i), with the Hermitian product.
func TestComplexInstances(t *testing.T) {
	type instance struct {
		ID     string
		D      int
		Theta  ring.Rat
		X, Z   [][]parts
		C      []parts `json:"c"`
		Expect struct {
			KXZ       [][]parts `json:"K_XZ"`
			Expansion map[string]parts
			Rank      int
		}
	}
	for _, in := range readInstances[instance](t, "complex.json", "complex") {
		k := feature.Polynomial{Degree: in.D, Theta: in.Theta}
		xs, zs := numbers(in.X...), numbers(in.Z...)
		kxz, err := feature.ExactMatrix(ctx, ring.Qi, k, xs, zs)
		require.NoError(t, err)
		assert.Equal(t, ring.Yes, kxz.Equal(numeric.MatrixOf[ring.Gaussian](ring.Qi, numbers(in.Expect.KXZ...))), in.ID)
		assert.Equal(t, in.Expect.Rank, numeric.Rank(kxz), in.ID)

		n := len(zs[0])
		R := poly.MustRing[ring.Gaussian](ring.Qi, []string{"x", "y", "z"}[:n])
		f, err := feature.Expand(k, R, numbers(in.C)[0], zs)
		require.NoError(t, err)
		require.Equal(t, len(in.Expect.Expansion), f.Len(), in.ID)
		for m, c := range f.Terms() {
			var key []string
			for _, e := range R.Exponents(m) {
				key = append(key, strconv.Itoa(e))
			}
			want := numbers([]parts{in.Expect.Expansion[strings.Join(key, ",")]})
			assert.Equal(t, want[0][0].String(), c.String(), in.ID)
		}
		// The section is the polynomial k(·, z): its values are the column.
		for j, z := range zs {
			s, err := feature.Section(k, R, z)
			require.NoError(t, err)
			for i, x := range xs {
				require.Equal(t, ring.Yes, ring.Qi.Equal(s.Eval(x), kxz.At(i, j)))
			}
		}
	}
}

// rank K_XZ, frk X and frk Z of points on curves and in general position.
func TestRankInstances(t *testing.T) {
	type instance struct {
		ID          string
		D           int
		Theta       ring.Rat
		Homogeneous bool
		X, Z        [][]ring.Rat
		Expect      struct {
			Rank int
			FrkX int `json:"frk_X"`
			FrkZ int `json:"frk_Z"`
		}
	}
	for _, in := range readInstances[instance](t, "rank.json", "rank") {
		k := feature.Polynomial{Degree: in.D, Theta: in.Theta, Homogeneous: in.Homogeneous}
		kxz, err := feature.ExactMatrix(ctx, ring.Q, k, in.X, in.Z)
		require.NoError(t, err)
		assert.Equal(t, in.Expect.Rank, numeric.Rank(kxz), in.ID)
		rank, err := feature.FeatureRank(ring.Q, k, in.X)
		require.NoError(t, err)
		assert.Equal(t, in.Expect.FrkX, rank, in.ID)
		rank, err = feature.FeatureRank(ring.Q, k, in.Z)
		require.NoError(t, err)
		assert.Equal(t, in.Expect.FrkZ, rank, in.ID)
		if inside, err := feature.FeatureSpansPoints(ring.Q, k, in.Z, in.X); assert.NoError(t, err) && inside {
			assert.Equal(t, in.Expect.FrkX, in.Expect.Rank, "%s: CKI, theorem 3.3(a)", in.ID)
		}
	}
}

func TestPSDInstances(t *testing.T) {
	type instance struct {
		ID     string
		Matrix [][]ring.Rat
		Expect struct{ PSD bool }
	}
	for _, in := range readInstances[instance](t, "kr.json", "psd") {
		s, err := feature.ExactlySemidefinite(ctx, ring.Q, given(in.Matrix), indices(len(in.Matrix)))
		require.NoError(t, err)
		assert.Equal(t, in.Expect.PSD, s.Yes, in.ID)
		if s.Yes {
			continue
		}
		// The witness of No, multiplied out.
		m := numeric.MatrixOf[ring.Rat](ring.Q, in.Matrix)
		assert.Negative(t, ring.Q.Dot(s.Witness, m.MulVec(s.Witness)).Sign(), in.ID)
	}
}

// given is the kernel on {0, …, n−1} with the given matrix.
type given [][]ring.Rat

func (g given) String() string { return "a given matrix" }

func (g given) Eval(x, y []float64) float64 { return g[int(x[0])][int(y[0])].Float64() }

func (g given) EvalRat(x, y []ring.Rat) (ring.Rat, error) {
	i, _ := x[0].Int64()
	j, _ := y[0].Int64()
	return g[i][j], nil
}

// indices are the points 0, …, n−1.
func indices(n int) [][]ring.Rat {
	out := make([][]ring.Rat, n)
	for i := range out {
		out[i] = []ring.Rat{ring.RatFromInt(int64(i))}
	}
	return out
}

// The exponential kernel is the sum of its features √(aⁱ/i!)xⁱ (KR-09).
func TestExponentialFeatures(t *testing.T) {
	type instance struct {
		A      ring.Rat
		Expect struct {
			Squared []ring.Rat `json:"squared_coefficients"`
		}
	}
	for _, in := range readInstances[instance](t, "kr.json", "exp_features") {
		partial := feature.PolynomialOf{Coefficients: in.Expect.Squared, Kernel: feature.Linear{}}
		require.NoError(t, feature.Validate(partial))
		k := feature.Exponential{A: in.A.Float64()}
		for _, x := range []float64{0.01, -0.02} {
			y := []float64{1}
			// The next term of the series bounds what is left out.
			next := math.Pow(2*x, 4) / 24
			assert.InDelta(t, k.Eval([]float64{x}, y), partial.Eval([]float64{x}, y), 2*next)
		}
	}
}

func TestDefinitenessOf(t *testing.T) {
	for _, row := range []struct {
		why  string
		k    feature.Kernel
		want ring.Truth
	}{
		{"distinct points", feature.Gaussian{Sigma: 1}, ring.Yes},
		{"more points than features", feature.Linear{}, ring.Unknown},
		{"no kernel", feature.Sigmoid{A: 1, B: -2}, ring.No},
	} {
		g, err := feature.Gram(ctx, row.k, circle(9, 1))
		require.NoError(t, err)
		d, err := feature.DefinitenessOf(g, 0)
		require.NoError(t, err)
		assert.Equal(t, row.want, d.Semidefinite, "%s: %+v", row.why, d)
	}
	g, err := feature.Gram(ctx, feature.Linear{}, circle(2, math.Inf(1)))
	require.NoError(t, err)
	_, err = feature.DefinitenessOf(g, 0)
	assert.ErrorIs(t, err, numeric.ErrNotFinite)
}

// A polynomial of a kernel is one when its coefficients are not negative; the
// Gram matrix of (xt − 1)² is refuted exactly.
func TestExactlySemidefiniteRefutes(t *testing.T) {
	points := rats([]string{"1"}, []string{"-1"})
	square := feature.PolynomialOf{Coefficients: []ring.Rat{ring.Q.One(), {}, ring.Q.One()}, Kernel: feature.Linear{}}
	s, err := feature.ExactlySemidefinite(ctx, ring.Q, square, points)
	require.NoError(t, err)
	assert.True(t, s.Yes)
	// (xt − 1)² at ±1 (KR-07).
	s, err = feature.ExactlySemidefinite(ctx, ring.Q, given(rats([]string{"0", "4"}, []string{"4", "0"})), indices(2))
	require.NoError(t, err)
	assert.False(t, s.Yes)
	_, err = feature.ExactlySemidefinite(ctx, ring.Q, feature.Gaussian{Sigma: 1}, points)
	assert.ErrorIs(t, err, feature.ErrNotExact)
	_, err = feature.ExactlySemidefinite(ctx, ring.Q, given(rats([]string{"0", "1"}, []string{"2", "0"})), indices(2))
	assert.ErrorIs(t, err, numeric.ErrNotHermitian)
}

// The expansion of the polynomial kernel, once by monomials and once by the
// algebra of kernels; and what has no polynomials says so.
func TestExpandTwoRoads(t *testing.T) {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex))
	z := rats([]string{"1", "-2"}, []string{"1/2", "3"}, []string{"0", "0"})
	c := []ring.Rat{ring.NewRat(1, 3), ring.NewRat(-2, 1), half}
	k := feature.Polynomial{Degree: 3, Theta: half}
	a, err := feature.Expand(k, R, c, z)
	require.NoError(t, err)
	b, err := feature.Expand(feature.Product{feature.Polynomial{Degree: 2, Theta: half}, feature.Sum{feature.Multiple{Factor: half, Kernel: feature.Linear{}}, feature.Product{}}}, R, c, z)
	require.NoError(t, err)
	assert.True(t, a.Equal(b), "%v\n%v", a, b)

	for _, k := range []feature.Kernel{feature.Gaussian{Sigma: 1}, feature.Sum{feature.Linear{}, feature.Projective{}}, plain{k}} {
		_, err := feature.Section(k, R, z[0])
		assert.ErrorIs(t, err, feature.ErrNotPolynomial, "%v", k)
	}
	_, err = feature.Section(k, R, rats([]string{"1"})[0])
	assert.ErrorIs(t, err, feature.ErrShape)
	_, err = feature.Section(feature.Polynomial{Degree: -1}, R, z[0])
	assert.ErrorIs(t, err, feature.ErrParameter)
	small := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y"}, poly.WithMaxDegree(3))
	_, err = feature.Section(feature.Polynomial{Degree: 4}, small, z[0])
	assert.ErrorIs(t, err, poly.ErrDegree)
	Ri := poly.MustRing[ring.Gaussian](ring.Qi, []string{"x"})
	_, err = feature.Section(feature.Phase{}, Ri, []ring.Gaussian{ring.Qi.One()})
	assert.ErrorIs(t, err, feature.ErrNotPolynomial, "|⟨x,y⟩|² is no complex polynomial")
	assert.Panics(t, func() { _, _ = feature.Expand(k, R, c, z[:1]) })
}

// FuzzPolynomialGram: whatever the points, the kernel is one.
func FuzzPolynomialGram(f *testing.F) {
	f.Add(int8(1), int8(0), int8(-1), int8(3), uint8(2), uint8(1))
	f.Add(int8(2), int8(2), int8(2), int8(2), uint8(3), uint8(0))
	f.Fuzz(func(t *testing.T, a, b, c, d int8, degree, theta uint8) {
		k := feature.Polynomial{Degree: int(degree % 6), Theta: ring.NewRat(int64(theta)+1, 3)}
		var x [][]ring.Rat
		for _, p := range [][2]int8{{a, b}, {c, d}, {a, d}, {b, a}} {
			x = append(x, []ring.Rat{ring.RatFromInt(int64(p[0])), ring.NewRat(int64(p[1]), 5)})
		}
		s, err := feature.ExactlySemidefinite(ctx, ring.Q, k, x)
		require.NoError(t, err)
		require.True(t, s.Yes)
		rank, err := feature.FeatureRank(ring.Q, k, x)
		require.NoError(t, err)
		require.Equal(t, rank, s.Rank, "the rank of the Gram matrix is the feature rank")
	})
}
