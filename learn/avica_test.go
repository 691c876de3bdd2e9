package learn

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
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ctx is enough where nothing is cancelled.
var ctx = context.Background()

// The noisy line, whose truncated SVD is rational: values of Algorithm 3 as
// exact arithmetic has them, the printed expansion different, and nothing new
// in degree 2 once the algorithm is repaired (DKL-27, DKL-29, DKL-38, DKL-39).
func TestAVICANoisyLine(t *testing.T) {
	type noisy struct {
		X, Y   rationals
		Theta  rational
		Expect struct {
			K1Truncated rationals  `json:"K1_truncated"`
			Squares     []rational `json:"squared_singular_values_K1"`
			RankK2      int        `json:"rank_K2"`
			Zeros       int        `json:"exact_zeros_K2"`
			TestPoint   []rational `json:"test_point"`
			Value       rational   `json:"algorithm_3_value"`
			Printed     rational   `json:"printed_step_9_value"`
			V           []rational `json:"feature_v"`
			Redundant   int
		}
	}
	in := instances[noisy](t, "avica_noisy")[0]
	want := in.Expect
	x, theta := in.X.dense(t), in.Theta.rat(t)
	config := AVICA{
		Kernel: feature.Polynomial{Degree: 1, Theta: theta}, Degree: 2, Points: in.Y.dense(t),
		Method: AsPrinted{Epsilon: 2},
	}
	m, err := config.Fit(ctx, x)
	require.NoError(t, err)
	sigma := m.Reports()[0].Quanta
	for i, s := range want.Squares {
		v := sigma[i] / theta.Float64()
		assert.InDelta(t, s.rat(t).Float64(), v*v, 1e-12)
	}
	k1, err := feature.Matrix(ctx, m.Kernel(), x, m.Points())
	require.NoError(t, err)
	var truncated mat.Dense
	truncated.Mul(k1, m.projectors[0])
	assert.True(t, mat.EqualApprox(want.K1Truncated.dense(t), &truncated, 1e-12))
	assert.Equal(t, want.Zeros, m.Reports()[1].Redundant)
	assert.Equal(t, want.RankK2, m.Reports()[1].Generative+m.Reports()[1].Discriminative)

	// One feature with coefficient vector v in place of the singular vectors.
	v := make([]float64, len(want.V))
	for i, c := range want.V {
		v[i] = c.rat(t).Float64()
	}
	m.coefficients[1] = mat.NewDense(len(v), 1, v)
	f := Feature{Degree: 2}
	point := rationals{want.TestPoint}.dense(t)
	got, err := m.Eval(ctx, point, []Feature{f})
	require.NoError(t, err)
	assert.InDelta(t, want.Value.rat(t).Float64(), got.At(0, 0), 1e-14)
	printed, err := m.printedExpansion(ctx, point, f)
	require.NoError(t, err)
	assert.InDelta(t, want.Printed.rat(t).Float64(), printed[0], 1e-14)

	config.Method, config.Cutoff = nil, Threshold{Sigma: 0.9}
	m, err = config.Fit(ctx, x)
	require.NoError(t, err)
	r := m.Reports()
	assert.Equal(t, 1, r[0].Generative)
	assert.Equal(t, want.Redundant, r[1].Redundant)
	assert.Equal(t, 3, r[1].Absorbed)
	assert.Equal(t, 0, r[1].Generative)
	assert.Equal(t, 3, r[1].Discriminative)
}

// printedExpansion returns the values at the rows of x of what steps 8 and 9 of
// Algorithm 2 say a feature is, Σ_j v_j k(y_j, x)^d. Where something has been
// truncated in a lower degree that is not the function whose values on the data
// are K_d v; Eval has the one that is. It panics if f is not a feature of m.
func (m *AVICAModel) printedExpansion(ctx context.Context, x *mat.Dense, f Feature) ([]float64, error) {
	v := m.Coefficients(f)
	k, err := feature.Matrix(ctx, m.kernel, x, m.points)
	if err != nil {
		return nil, fmt.Errorf("learn: avica: %w", err)
	}
	n, _ := k.Dims()
	out := make([]float64, n)
	for i := range out {
		for j, kij := range k.RawRowView(i) {
			out[i] += v[j] * power(kij, f.Degree)
		}
	}
	return out, nil
}

// On exact data the printed algorithm throws every generator away.
func TestAVICAPrintedLosesExactGenerators(t *testing.T) {
	x := circle(40, 0, rand.New(rand.NewPCG(1, 5)))
	m, err := AVICA{Method: AsPrinted{Epsilon: 1e-6}}.Fit(ctx, x)
	require.NoError(t, err)
	assert.Empty(t, m.Features(Generative))
	m, err = AVICA{}.Fit(ctx, x)
	require.NoError(t, err)
	assert.Len(t, m.Features(Generative), 1)
}

// circle returns n points of the unit circle, moved by noise.
func circle(n int, noise float64, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		a := 2 * math.Pi * rng.Float64()
		x.Set(i, 0, math.Cos(a)+noise*rng.NormFloat64())
		x.Set(i, 1, math.Sin(a)+noise*rng.NormFloat64())
	}
	return x
}

// twisted returns n points of the twisted cubic, moved by noise.
func twisted(n int, noise float64, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		a := 3*rng.Float64() - 1.5
		for j := range 3 {
			x.Set(i, j, power(a, j+1)+noise*rng.NormFloat64())
		}
	}
	return x
}

// All features are of φ-norm 1 and orthogonal to each other in their degree,
// and their singular value is the length of their values on the data.
func TestAVICAFeaturesOrthonormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	for name, x := range map[string]*mat.Dense{"circle": circle(60, 0.01, rng), "twisted": twisted(90, 0, rng)} {
		m, err := AVICA{Degree: 3}.Fit(ctx, x)
		require.NoError(t, err, name)
		all := append(m.Features(Generative), m.Features(Discriminative)...)
		for _, kind := range []Kind{Generative, Discriminative} {
			fs := m.Features(kind)
			for j := 1; j < len(fs); j++ {
				a, b := fs[j-1], fs[j]
				assert.True(t, a.Degree < b.Degree || a.Degree == b.Degree && (a.Quantum < b.Quantum) == (kind == Generative),
					"%s: %+v before %+v", name, a, b)
			}
		}
		values, err := m.Eval(ctx, x, all)
		require.NoError(t, err, name)
		for j, f := range all {
			assert.InDelta(t, f.Sigma, mat.Norm(values.ColView(j), 2), 1e-8, "%s %+v", name, f)
		}
		for d := 1; d <= 3; d++ {
			k, err := feature.Matrix(ctx, feature.Polynomial{Degree: d}, m.Points(), m.Points())
			require.NoError(t, err)
			var gram mat.Dense
			gram.Product(m.coefficients[d-1].T(), k, m.coefficients[d-1])
			n, _ := gram.Dims()
			assert.True(t, mat.EqualApprox(identity(n), &gram, 1e-8), "%s, degree %d", name, d)
		}
	}
}

// Two roads: values from kernels and values of the symbolic polynomials.
func TestAVICAPolynomialsEvaluate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	x := circle(50, 0.05, rng)
	probe := mat.NewDense(9, 2, nil)
	probe.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, probe)
	R := floatRing(2)
	for _, method := range []AVICAMethod{Repaired{}, AsPrinted{Epsilon: 3}} {
		for _, homogeneous := range []bool{false, true} {
			m, err := AVICA{
				Kernel: feature.Polynomial{Degree: 1, Theta: ring.NewRat(1, 2), Homogeneous: homogeneous},
				Degree: 3, Method: method,
			}.Fit(ctx, x)
			require.NoError(t, err)
			all := append(m.Features(Generative), m.Features(Discriminative)...)
			require.NotEmpty(t, all)
			values, err := m.Eval(ctx, probe, all)
			require.NoError(t, err)
			ps, err := m.Polynomials(R, all)
			require.NoError(t, err)
			for j, p := range ps {
				scale := 1 + mat.Norm(values.ColView(j), 2)
				for i := range 9 {
					assert.InDelta(t, values.At(i, j), p.Eval(probe.RawRowView(i)), 1e-9*scale, "%v %+v", method, all[j])
				}
			}
		}
	}
}

// One per cent of noise, degree up to 4: one equation, the right one; multiples
// are recognised as such, and relations among noisy generators do not eat up
// what is left.
func TestAVICANoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	m, err := AVICA{Degree: 4}.Fit(ctx, circle(400, 0.01, rng))
	require.NoError(t, err)
	gens := m.Features(Generative)
	require.Len(t, gens, 1)
	ps, err := m.Polynomials(floatRing(2), gens)
	require.NoError(t, err)
	R := ps[0].Ring()
	c := ps[0].Coefficient(R.One().LeadingMonomial())
	for e, want := range map[[2]int]float64{{2, 0}: -1, {0, 2}: -1, {1, 1}: 0, {1, 0}: 0, {0, 1}: 0} {
		mono, err := R.Monomial(e[0], e[1])
		require.NoError(t, err)
		assert.InDelta(t, want, ps[0].Coefficient(mono)/c, 0.02, e)
	}
	assert.Equal(t, []int{0, 0, 3, 6}, absorbed(m))

	m, err = AVICA{Degree: 4, Cutoff: Threshold{Sigma: 0.1}}.Fit(ctx, twisted(400, 1e-3, rng))
	require.NoError(t, err)
	assert.Equal(t, []int{0, 0, 10, 22}, absorbed(m))
	assert.Len(t, m.Features(Generative), 3)
}

// TestAVICAGap: the gap is the ratio of the smallest quantum kept to the largest that vanishes, also
// where one function is kept; where all vanish, their multiples do (NOTES 6: N_d = 0 from degree 2 on).
func TestAVICAGap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	point := mat.NewDense(50, 2, nil)
	point.Apply(func(_, j int, _ float64) float64 { return float64(2+j) + 1e-3*rng.NormFloat64() }, point)
	for _, row := range []struct {
		x    *mat.Dense
		cuts []int
	}{{point, []int{1, 1}}, {circle(50, 0.01, rng), []int{3, 5}}} {
		m, err := AVICA{Degree: 2, Cutoff: Threshold{Sigma: 1}}.Fit(ctx, row.x)
		require.NoError(t, err)
		for i, r := range m.Reports() {
			cut := r.Discriminative
			assert.Equal(t, row.cuts[i], cut)
			want := 0.0
			if r.Generative > 0 {
				want = r.Quanta[cut-1] / math.Max(r.Quanta[cut], r.Floor)
			}
			assert.InEpsilon(t, 1+want, 1+r.Gap, 1e-12, "degree %d", r.Degree)
		}
	}
	for n, absorbed := range map[int][]int{1: {0, 1, 1}, 2: {0, 3, 4}, 3: {0, 6, 10}} {
		m, err := AVICA{Kernel: feature.Polynomial{Degree: 1, Homogeneous: true}, Degree: 3, Cutoff: Rank{K: 0}}.Fit(ctx, mat.NewDense(1, n, nil))
		require.NoError(t, err)
		for i, r := range m.Reports() {
			assert.Equal(t, []int{n, 0, 0}[i], r.Generative, "forms at the origin, degree %d", r.Degree)
			assert.Equal(t, absorbed[i], r.Absorbed, "forms at the origin, degree %d", r.Degree)
		}
	}
}

func absorbed(m *AVICAModel) []int {
	var a []int
	for _, r := range m.Reports() {
		a = append(a, r.Absorbed)
	}
	return a
}

// Points without structure satisfy no equation.
func TestAVICAStructureless(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(1, seed))
		x := mat.NewDense(300, 2+int(seed%3), nil)
		x.Apply(func(_, _ int, _ float64) float64 { return 3 * (rng.Float64() - 0.5) }, x)
		m, err := AVICA{Degree: 3, Seed: seed}.Fit(ctx, x)
		require.NoError(t, err)
		assert.Empty(t, m.Features(Generative), "seed %d", seed)
	}
}

// Quanta of the printed method follow DKL-32: σ_d(θ) = θ^d σ_d(1) for the
// homogeneous kernel, so labels with ε θ^(d-1) scaled by θ do not depend on θ.
func TestAVICAPrintedTheta(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	x, y := circle(30, 0.1, rng), circle(6, 0, rng)
	sigma := func(theta ring.Rat) []float64 {
		m, err := AVICA{
			Kernel: feature.Polynomial{Degree: 1, Theta: theta, Homogeneous: true},
			Points: y, Method: AsPrinted{Epsilon: 1e-9},
		}.Fit(ctx, x)
		require.NoError(t, err)
		var s []float64
		for _, f := range m.Features(Discriminative) {
			s = append(s, f.Sigma*math.Pow(theta.Float64(), -float64(f.Degree)))
		}
		return s
	}
	assert.InDeltaSlice(t, sigma(ring.RatFromInt(1)), sigma(ring.NewRat(1, 3)), 1e-12)
}

// gaussian is a kernel that AVICA has never heard of.
type gaussian struct{}

func (gaussian) String() string { return "exp(-‖x-y‖²)" }

func (gaussian) Eval(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += (x[i] - y[i]) * (x[i] - y[i])
	}
	return math.Exp(-s)
}

// Any kernel gives features; only polynomial kernels give polynomials.
func TestAVICAOtherKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 10))
	x := circle(80, 0, rng)
	for _, method := range []AVICAMethod{Repaired{}, AsPrinted{}} {
		m, err := AVICA{Kernel: gaussian{}, Points: circle(7, 0.3, rng), Method: method}.Fit(ctx, x)
		require.NoError(t, err)
		fs := m.Features(Discriminative)
		require.NotEmpty(t, fs)
		values, err := m.Eval(ctx, x, fs[:1])
		require.NoError(t, err)
		assert.InDelta(t, fs[0].Sigma, mat.Norm(values.ColView(0), 2), 1e-9)
		_, err = m.Polynomials(floatRing(2), fs)
		assert.ErrorIs(t, err, feature.ErrNotPolynomial)
	}
}

// The same data in another order and the same data in pieces give the same
// spectrum, and fitting changes nothing and repeats.
func TestAVICARepeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 11))
	x := twisted(120, 0.01, rng)
	before := mat.DenseCopyOf(x)
	config := AVICA{Degree: 3, Seed: 4}
	a, err := config.Fit(ctx, x)
	require.NoError(t, err)
	b, err := config.Fit(ctx, x)
	require.NoError(t, err)
	assert.Equal(t, a.features, b.features)
	assert.True(t, mat.Equal(before, x))

	reversed := mat.NewDense(120, 3, nil)
	for i := range 120 {
		reversed.SetRow(i, x.RawRowView(119-i))
	}
	config.Points = a.Points()
	c, err := config.Fit(ctx, reversed)
	require.NoError(t, err)
	for d, r := range a.Reports() {
		assert.InDeltaSlice(t, r.Quanta, c.Reports()[d].Quanta, 1e-9)
	}
}

func TestAVICARefuses(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	nan := mat.NewDense(1, 2, []float64{1, math.NaN()})
	huge := mat.NewDense(2, 2, []float64{1e160, 0, 0, 1e160})
	done, cancel := context.WithCancel(ctx)
	cancel()
	for name, c := range map[string]struct {
		config AVICA
		x      *mat.Dense
		is     error
	}{
		"no data":           {AVICA{}, new(mat.Dense), nil},
		"NaN":               {AVICA{}, nan, ErrData},
		"NaN in points":     {AVICA{Points: nan}, x, ErrData},
		"points of 1 space": {AVICA{Points: mat.NewDense(2, 1, nil)}, x, ErrData},
		"negative degree":   {AVICA{Degree: -1}, x, nil},
		"degree in kernel":  {AVICA{Kernel: feature.Polynomial{Degree: 2}}, x, ErrKernel},
		"theta":             {AVICA{Kernel: feature.Polynomial{Degree: 1, Theta: ring.RatFromInt(-1)}}, x, feature.ErrParameter},
		"epsilon":           {AVICA{Method: AsPrinted{Epsilon: -1}}, x, nil},
		"rank cut-off":      {AVICA{Cutoff: Rank{K: 99}}, x, ErrCutoff},
		"zero kernel":       {AVICA{Kernel: feature.Polynomial{Degree: 1, Homogeneous: true}, Points: mat.NewDense(1, 2, nil)}, x, nil},
		"too large":         {AVICA{Points: x}, huge, numeric.ErrNotFinite},
		"printed too large": {AVICA{Points: huge, Method: AsPrinted{}}, huge, numeric.ErrNotFinite},
		"few rows":          {AVICA{Spanning: feature.Subsample{M: 5}}, x, feature.ErrFewRows},
	} {
		_, err := c.config.Fit(ctx, c.x)
		require.Error(t, err, name)
		if c.is != nil {
			assert.ErrorIs(t, err, c.is, name)
		}
	}
	for _, method := range []AVICAMethod{Repaired{}, AsPrinted{}} {
		_, err := AVICA{Method: method, Points: x}.Fit(done, x)
		assert.ErrorIs(t, err, context.Canceled)
	}
	assert.Panics(t, func() {
		m, err := AVICA{}.Fit(ctx, x)
		require.NoError(t, err)
		m.Coefficients(Feature{Degree: 7})
	})
	m, err := AVICA{}.Fit(ctx, x)
	require.NoError(t, err)
	for _, f := range []Feature{{}, {Degree: 7}, {Degree: 1, column: 99}, {Degree: 1, column: -1}} {
		want := fmt.Sprintf("learn: no feature %d of degree %d in this model", f.column, f.Degree)
		assert.PanicsWithValue(t, want, func() { m.Coefficients(f) })
		assert.PanicsWithValue(t, want, func() { _, _ = m.Eval(ctx, x, []Feature{f}) })
	}
}

// A single point, a repeated point, points of a line through the origin, a
// constant column: nothing breaks, and everything found vanishes.
func TestAVICACorners(t *testing.T) {
	for name, x := range map[string]*mat.Dense{
		"one point":       mat.NewDense(1, 2, []float64{1, 2}),
		"the origin":      mat.NewDense(1, 2, []float64{0, 0}),
		"repeated":        mat.NewDense(3, 1, []float64{2, 2, 2}),
		"collinear":       mat.NewDense(4, 2, []float64{0, 0, 1, 1, 2, 2, -3, -3}),
		"constant column": mat.NewDense(3, 2, []float64{1, 5, 2, 5, 3, 5}),
	} {
		m, err := AVICA{Degree: 3}.Fit(ctx, x)
		require.NoError(t, err, name)
		gens := m.Features(Generative)
		require.NotEmpty(t, gens, name)
		values, err := m.Eval(ctx, x, gens)
		require.NoError(t, err, name)
		assert.Less(t, mat.Max(values), 1e-8, name)
		for _, r := range m.Reports() {
			assert.Equal(t, r.Points, r.Redundant+r.Absorbed+r.Generative+r.Discriminative, name)
		}
	}
}

func ExampleAVICA() {
	// Points of the circle of radius 5.
	x := mat.NewDense(8, 2, []float64{5, 0, 3, 4, 0, 5, -3, 4, -5, 0, -4, -3, 0, -5, 4, -3})
	m, err := AVICA{Degree: 3}.Fit(context.Background(), x)
	if err != nil {
		panic(err)
	}
	for _, r := range m.Reports() {
		fmt.Printf("degree %d: %d new, %d multiples\n", r.Degree, r.Generative, r.Absorbed)
	}
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"})
	ps, err := m.Polynomials(R, m.Features(Generative))
	if err != nil {
		panic(err)
	}
	p, _ := ps[0].Monic()
	fmt.Printf("%.3f\n", p.Coefficient(R.One().LeadingMonomial()))
	// Output:
	// degree 1: 0 new, 0 multiples
	// degree 2: 1 new, 0 multiples
	// degree 3: 0 new, 3 multiples
	// -25.000
}

// Polynomials come from the algebra of kernels too: ⟨x, y⟩ + 1 written as a sum
// spans the same and finds the same.
func TestAVICAKernelAlgebra(t *testing.T) {
	x := circle(40, 0, rand.New(rand.NewPCG(1, 23)))
	one := feature.Polynomial{Degree: 1, Homogeneous: true}
	sum := feature.Sum{one, feature.PolynomialOf{Coefficients: []ring.Rat{ring.RatFromInt(1)}, Kernel: one}}
	R := floatRing(2)
	var want *poly.Polynomial[float64]
	for _, k := range []feature.Kernel{feature.Polynomial{Degree: 1}, sum} {
		m, err := AVICA{Kernel: k, Spanning: feature.Random{M: 10}}.Fit(ctx, x)
		require.NoError(t, err)
		ps, err := m.Polynomials(R, m.Features(Generative))
		require.NoError(t, err)
		require.Len(t, ps, 1)
		if want == nil {
			want = ps[0]
			continue
		}
		sign := math.Copysign(1, want.LeadingCoefficient()*ps[0].LeadingCoefficient())
		for mono, c := range want.Terms() {
			assert.InDelta(t, c, sign*ps[0].Coefficient(mono), 1e-9)
		}
	}
}

// DKL as printed: ε θ^d, and σ ≥ ε is discriminative. X = Y = {0}, θ = 1/2: σ = 1 in
// degree 1, and 1 ≥ 3/2 · 1/2.
func TestPrintedThreshold(t *testing.T) {
	origin := mat.NewDense(1, 1, nil)
	for _, row := range []struct {
		epsilon        float64
		discriminative []int // in degrees 1 and 2, where σ = 1 as well
	}{{1.5, []int{1, 1}}, {2, []int{1, 1}}, {2.5, []int{0, 0}}} {
		m, err := AVICA{
			Kernel: feature.Polynomial{Degree: 1, Theta: ring.NewRat(1, 2)}, Points: origin, Method: AsPrinted{Epsilon: row.epsilon},
		}.Fit(ctx, origin)
		require.NoError(t, err)
		for d, r := range m.Reports() {
			assert.Equal(t, row.discriminative[d], r.Discriminative, "ε = %v, degree %d", row.epsilon, d+1)
			assert.False(t, math.IsNaN(r.Condition))
		}
	}
	// A kernel without θ has θ = 1: σ = 1 ≥ 3/4.
	m, err := AVICA{Kernel: feature.Gaussian{Sigma: 1}, Degree: 1, Points: origin, Method: AsPrinted{Epsilon: 0.75}}.Fit(ctx, origin)
	require.NoError(t, err)
	assert.Equal(t, 1, m.Reports()[0].Discriminative)
}

// TestPrintedZeroMatrix: where the kernel matrix of a degree is 0 there are no features, and all numbers
// of the report are finite.
func TestPrintedZeroMatrix(t *testing.T) {
	m, err := AVICA{
		Kernel: feature.Polynomial{Degree: 1, Homogeneous: true}, Points: mat.NewDense(1, 1, []float64{1}), Degree: 2, Method: AsPrinted{},
	}.Fit(ctx, mat.NewDense(1, 1, nil))
	require.NoError(t, err)
	for d := range 2 {
		assert.Equal(t, DegreeReport{Degree: d + 1, Points: 1, Redundant: 1}, m.Reports()[d])
	}
}

// A rule for each degree: the Hilbert function of the circle in the plane, 3, 5, 7.
func TestByDegree(t *testing.T) {
	x := circle(60, 0.02, rand.New(rand.NewPCG(1, 77)))
	m, err := AVICA{Degree: 3, Cutoff: ByDegree{Rank{K: 3}, Rank{K: 5}, Rank{K: 7}}}.Fit(ctx, x)
	require.NoError(t, err)
	assert.Len(t, m.Features(Generative), 1)
	assert.Equal(t, 2, m.Features(Generative)[0].Degree)
	_, err = AVICA{Cutoff: ByDegree{}}.Fit(ctx, x)
	assert.ErrorIs(t, err, ErrCutoff)
	assert.Equal(t, "degree 1: the 3 largest singular values", ByDegree{Rank{K: 3}}.String())
}

// Algorithm 1 of DKL: AVICA as printed in degree 1 with the kernel of degree d decomposes
// k_≤d(X, Y) itself. Its functions have the values of K V and, without noise, those of the
// singular value 0 are left out.
func TestAlgorithm1(t *testing.T) {
	x, y := circle(30, 0.05, rand.New(rand.NewPCG(1, 78))), circle(12, 0.5, rand.New(rand.NewPCG(1, 79)))
	linear := feature.Polynomial{Degree: 1}
	m, err := AVICA{Kernel: feature.Product{linear, linear}, Degree: 1, Points: y, Method: AsPrinted{}}.Fit(ctx, x)
	require.NoError(t, err)
	k, err := feature.Matrix(ctx, feature.Polynomial{Degree: 2}, x, y)
	require.NoError(t, err)
	var svd mat.SVD
	require.True(t, svd.Factorize(k, mat.SVDThin))
	r := m.Reports()[0]
	assert.Equal(t, []int{6, 6}, []int{r.Redundant, r.Discriminative + r.Generative}, "6 monomials of degree ≤ 2")
	var kv, v mat.Dense
	svd.VTo(&v)
	kv.Mul(k, &v)
	for j, f := range append(m.Features(Discriminative), m.Features(Generative)...) {
		assert.InEpsilon(t, svd.Values(nil)[f.column], f.Sigma, 1e-8, j)
		values, err := m.Eval(ctx, x, []Feature{f})
		require.NoError(t, err)
		for i := range 30 {
			assert.InDelta(t, math.Abs(kv.At(i, f.column)), math.Abs(values.At(i, 0)), 1e-7)
		}
	}
}

// TestGeometricMean: without ε the features of a degree whose singular values are at least the
// geometric mean of those that are not zero are discriminative (DKL, section 4.2). Here they
// are 16, 5 and 1, with mean 7.3 and geometric mean 4.3.
func TestGeometricMean(t *testing.T) {
	x := mat.NewDense(3, 3, []float64{16, 0, 0, 0, 5, 0, 0, 0, 1})
	m, err := AVICA{
		Kernel: feature.Polynomial{Degree: 1, Homogeneous: true}, Degree: 1, Points: identity(3), Method: AsPrinted{},
	}.Fit(ctx, x)
	require.NoError(t, err)
	r := m.Reports()[0]
	assert.InDeltaSlice(t, []float64{16, 5, 1}, r.Quanta, 1e-12)
	assert.Equal(t, []int{2, 1}, []int{r.Discriminative, r.Generative})
}
