package learn_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func numbers(v ...string) []ring.Rat {
	out := make([]ring.Rat, len(v))
	for i, s := range v {
		q, err := ring.ParseRat(s)
		if err != nil {
			panic(err)
		}
		out[i] = q
	}
	return out
}

func texts(v []ring.Rat) []string {
	out := make([]string, len(v))
	for i, q := range v {
		out[i] = q.String()
	}
	return out
}

// The instances computed by hand, over Q and in floating point on every road.
func TestRidgeInstances(t *testing.T) {
	k := feature.Polynomial{Degree: 1}
	R, err := poly.NewRing(ring.Q, []string{"t"})
	require.NoError(t, err)
	F, err := poly.NewRing[float64](ring.Float64, []string{"t"})
	require.NoError(t, err)
	for _, row := range []struct{ x, y, alpha, loo []string }{
		{[]string{"0", "1"}, []string{"0", "1"}, []string{"-1/5", "2/5"}, nil},
		{[]string{"0", "1", "2"}, []string{"0", "1", "1"}, []string{"-1/5", "2/5", "0"}, []string{"-1/3", "6/11", "0"}},
	} {
		var points [][]ring.Rat
		x, y := mat.NewDense(len(row.x), 1, nil), make([]float64, len(row.x))
		for i, v := range numbers(row.x...) {
			points = append(points, []ring.Rat{v})
			x.Set(i, 0, v.Float64())
			y[i] = numbers(row.y[i])[0].Float64()
		}
		m, err := learn.ExactRidge{Kernel: k, Penalty: ring.RatFromInt(1)}.Fit(ctx, points, numbers(row.y...))
		require.NoError(t, err)
		assert.Equal(t, row.alpha, texts(m.Alpha()))
		f, err := m.Polynomial(R)
		require.NoError(t, err)
		assert.Equal(t, "2/5*t + 1/5", f.String())

		dual, err := learn.KernelRidge{Kernel: k, Penalty: 1}.Fit(ctx, x, mat.NewDense(len(y), 1, y))
		require.NoError(t, err)
		primal, err := learn.RidgeMap{Kernel: k, Penalty: 1}.Fit(ctx, x, y)
		require.NoError(t, err)
		assert.InDeltaSlice(t, []float64{0.2, 0.4}, primal.Weights(), 1e-12)
		if row.loo != nil {
			assert.Equal(t, row.loo, texts(m.LeaveOneOut()))
			for i, want := range numbers(row.loo...) {
				assert.InDelta(t, want.Float64(), primal.LeaveOneOut()[i], 1e-12)
			}
		}
		p, err := primal.Polynomial(F)
		require.NoError(t, err)
		d, err := dual.Predict(ctx, mat.NewDense(3, 1, []float64{-1, 0, 3}))
		require.NoError(t, err)
		for i, v := range []float64{-1, 0, 3} {
			assert.InDelta(t, 0.2+0.4*v, p.Eval([]float64{v}), 1e-12)
			assert.InDelta(t, 0.2+0.4*v, d.At(i, 0), 1e-12)
		}
	}
	// Cross-ridge with Z = {0, 2}: c = (0, 1/5), the same function.
	x := mat.NewDense(3, 1, []float64{0, 1, 2})
	cross, err := learn.CrossRidge{Kernel: k, Spanning: fixed{mat.NewDense(2, 1, []float64{0, 2})}, Penalty: 1}.Fit(ctx, x, []float64{0, 1, 1})
	require.NoError(t, err)
	c, _ := cross.Expansion()
	assert.InDeltaSlice(t, []float64{0, 0.2}, c, 1e-12)
}

// XOR, y = −x₁x₂ on (±1, ±1): f = −8 t₁t₂/(8 + λ) exactly.
func TestRidgeXOR(t *testing.T) {
	R, err := poly.NewRing(ring.Q, []string{"a", "b"})
	require.NoError(t, err)
	corners := [][]ring.Rat{numbers("1", "1"), numbers("1", "-1"), numbers("-1", "1"), numbers("-1", "-1")}
	y := numbers("-1", "1", "1", "-1")
	for _, lambda := range []string{"1", "1/2", "0"} {
		m, err := learn.ExactRidge{Kernel: feature.Polynomial{Degree: 2}, Penalty: numbers(lambda)[0]}.Fit(ctx, corners, y)
		require.NoError(t, err)
		f, err := m.Polynomial(R)
		require.NoError(t, err)
		want, err := ring.RatFromInt(-8).Quo(ring.RatFromInt(8).Add(numbers(lambda)[0]))
		require.NoError(t, err)
		ab, err := R.Monomial(1, 1)
		require.NoError(t, err)
		assert.True(t, f.Equal(R.Term(want, ab)), "%v", f)
		if lambda == "1" {
			assert.Equal(t, "-16/3", f.Eval(numbers("2", "3")).String())
			dual, err := learn.KernelRidge{Kernel: feature.Polynomial{Degree: 2}, Penalty: 1}.Fit(ctx,
				mat.NewDense(4, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1}), mat.NewDense(4, 1, []float64{-1, 1, 1, -1}))
			require.NoError(t, err)
			at, err := dual.Predict(ctx, mat.NewDense(1, 2, []float64{2, 3}))
			require.NoError(t, err)
			assert.InDelta(t, -16.0/3, at.At(0, 0), 1e-12)
		}
	}
	_, err = learn.ExactRidge{Kernel: feature.Polynomial{Degree: 1}}.Fit(ctx, corners, y)
	assert.ErrorIs(t, err, learn.ErrPenalty, "λ = 0 with dependent rows")
	_, err = learn.ExactRidge{Kernel: feature.Gaussian{Sigma: 1}}.Fit(ctx, corners, y)
	assert.ErrorIs(t, err, feature.ErrNotExact)
}

func regression(n int, seed uint64) (*mat.Dense, []float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range y {
		a, b := r.NormFloat64(), r.NormFloat64()
		x.SetRow(i, []float64{a, b})
		y[i] = 1 - 2*a*b + b*b + 0.1*r.NormFloat64()
	}
	return x, y
}

// Primal, dual and cross-ridge are one function where Z feature-spans, for any
// penalty; where it does not, cross-ridge is another. Leaving a row out by hand
// gives the leave-one-out residual.
func TestRidgeRoads(t *testing.T) {
	x, y := regression(40, 1)
	k := feature.Polynomial{Degree: 2}
	probe, _ := regression(7, 2)
	for _, lambda := range []float64{1e-6, 0.1, 30} {
		dual, err := learn.KernelRidge{Kernel: k, Penalty: lambda}.Fit(ctx, x, mat.NewDense(len(y), 1, y))
		require.NoError(t, err)
		want, err := dual.Predict(ctx, probe)
		require.NoError(t, err)
		primal, err := learn.RidgeMap{Kernel: k, Penalty: lambda}.Fit(ctx, x, y)
		require.NoError(t, err)
		got, err := primal.Predict(ctx, probe)
		require.NoError(t, err)
		assert.InDeltaSlice(t, mat.Col(nil, 0, want), got, 1e-7)
		cross, err := learn.CrossRidge{Kernel: k, Spanning: feature.Pivoted{}, Penalty: lambda, Seed: 1}.Fit(ctx, x, y)
		require.NoError(t, err)
		got, err = cross.Predict(ctx, probe)
		require.NoError(t, err)
		assert.InDeltaSlice(t, mat.Col(nil, 0, want), got, 1e-7)
		few, err := learn.CrossRidge{Kernel: k, Spanning: feature.Subsample{M: 3}, Penalty: lambda, Seed: 1}.Fit(ctx, x, y)
		require.NoError(t, err)
		got, err = few.Predict(ctx, probe)
		require.NoError(t, err)
		assert.Greater(t, math.Abs(got[0]-want.At(0, 0)), 1e-3)

		rest := mat.DenseCopyOf(x.Slice(1, 40, 0, 2))
		without, err := learn.RidgeMap{Kernel: k, Penalty: lambda}.Fit(ctx, rest, y[1:])
		require.NoError(t, err)
		at, err := without.Predict(ctx, mat.NewDense(1, 2, x.RawRowView(0)))
		require.NoError(t, err)
		assert.InDelta(t, y[0]-at[0], primal.LeaveOneOut()[0], 1e-8)
	}
}

// The ladder finds a penalty that is as good as the noise allows.
func TestRidgeChoose(t *testing.T) {
	x, y := regression(60, 3)
	path, err := learn.RidgeMap{Kernel: feature.Polynomial{Degree: 3}}.Path(ctx, x, y)
	require.NoError(t, err)
	ladder := path.Ladder()
	penalty, errors := path.Choose(ladder)
	assert.Len(t, errors, len(ladder))
	m, err := path.Fit(penalty)
	require.NoError(t, err)
	s := 0.0
	for _, r := range m.LeaveOneOut() {
		s += r * r / 60
	}
	assert.InDelta(t, 0.1, math.Sqrt(s), 0.03)
	_, err = path.Fit(0)
	assert.ErrorIs(t, err, learn.ErrPenalty)
	_, err = learn.RidgeMap{Kernel: feature.Polynomial{Degree: 1}, Penalty: 1}.Fit(ctx, x, y[1:])
	assert.ErrorIs(t, err, learn.ErrData)
	_, err = learn.CrossRidge{Penalty: 1}.Fit(ctx, x, y)
	assert.ErrorIs(t, err, learn.ErrKernel)
}

// At the minimum α_i = −V′(y_i, f(x_i))/(2λ), for every loss; for the square it is
// kernel ridge regression.
func TestRepresenter(t *testing.T) {
	x, y := regression(30, 4)
	y[3] = 50 // a gross error, for Huber
	sign := make([]float64, len(y))
	for i := range y {
		sign[i] = math.Copysign(1, x.At(i, 0)*x.At(i, 1))
	}
	k, lambda := feature.Polynomial{Degree: 2}, 0.3
	for _, row := range []struct {
		loss learn.Loss
		y    []float64
	}{{learn.SquareLoss{}, y}, {learn.Huber{C: 0.5}, y}, {learn.LogisticLoss{}, sign}, {learn.SquaredHinge{}, sign}} {
		m, err := learn.Representer{Kernel: k, Loss: row.loss, Penalty: lambda}.Fit(ctx, x, row.y)
		require.NoError(t, err, row.loss)
		f, err := m.Predict(ctx, x)
		require.NoError(t, err)
		for i, a := range m.Alpha() {
			v, slope, curvature := row.loss.Value(row.y[i], f[i])
			assert.InDelta(t, -slope/(2*lambda), a, 1e-5, "%v, row %d", row.loss, i)
			const h = 1e-6
			up, steeper, _ := row.loss.Value(row.y[i], f[i]+h)
			assert.InDelta(t, slope, (up-v)/h, 1e-4, "%v: slope", row.loss)
			assert.InDelta(t, curvature, (steeper-slope)/h, 1e-4, "%v: curvature", row.loss)
		}
	}
	for want, loss := range map[string]learn.Loss{"square": learn.SquareLoss{}, "logistic": learn.LogisticLoss{}, "squared hinge": learn.SquaredHinge{}, "Huber(1)": learn.Huber{}, "Huber(2)": learn.Huber{C: 2}} {
		assert.Equal(t, want, fmt.Sprint(loss))
	}
	one := mat.NewDense(1, 1, []float64{1})
	m, err := learn.Representer{Kernel: feature.Linear{}, Penalty: 1}.Fit(ctx, one, []float64{1})
	require.NoError(t, err)
	assert.InDelta(t, 0.5, m.Alpha()[0], 1e-12, "KR-05: 1/2, printed −1/2")
	m, err = learn.Representer{Kernel: feature.Linear{}, Penalty: 1}.Fit(ctx, one, []float64{0})
	require.NoError(t, err)
	assert.Equal(t, []float64{0}, m.Alpha(), "KR-05: V′(0, 0) = 0, so α = 0")
	ridge, err := learn.KernelRidge{Kernel: k, Penalty: lambda}.Fit(ctx, x, mat.NewDense(len(y), 1, y))
	require.NoError(t, err)
	square, err := learn.Representer{Kernel: k, Penalty: lambda}.Fit(ctx, x, y)
	require.NoError(t, err)
	assert.InDeltaSlice(t, mat.Col(nil, 0, ridge.Alpha()), square.Alpha(), 1e-6)
	robust, err := learn.Representer{Kernel: k, Loss: learn.Huber{C: 0.5}, Penalty: lambda}.Fit(ctx, x, y)
	require.NoError(t, err)
	at := func(m *learn.RepresenterModel) float64 {
		p, err := m.Predict(ctx, mat.NewDense(1, 2, []float64{1, 1}))
		require.NoError(t, err)
		return p[0]
	}
	assert.Less(t, math.Abs(at(robust)), 0.5, "1 − 2 + 1 = 0 in spite of the gross error")
	_, err = learn.Representer{Kernel: k}.Fit(ctx, x, y)
	assert.ErrorIs(t, err, learn.ErrPenalty)
}

// interrupting is a loss that cancels a context when it is first asked.
type interrupting struct {
	learn.LogisticLoss
	cancel context.CancelFunc
}

func (l interrupting) Value(y, f float64) (value, slope, curvature float64) {
	l.cancel()
	return l.LogisticLoss.Value(y, f)
}

// TestRepresenterStops: the search ends with the context, also after it has begun.
func TestRepresenterStops(t *testing.T) {
	stopped, stop := context.WithCancel(ctx)
	x := mat.NewDense(2, 1, []float64{1, -1})
	_, err := learn.Representer{Kernel: feature.Linear{}, Loss: interrupting{cancel: stop}, Penalty: 1}.Fit(stopped, x, []float64{1, -1})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestPolynomialsPredict: two roads, the polynomial Σ α_i k(x_i, ·) and predictions (NOTES 2 and 11).
func TestPolynomialsPredict(t *testing.T) {
	x, y := regression(30, 6)
	probe := mat.NewDense(4, 2, []float64{0, 0, 1, -2, 0.5, 3, -1, -1})
	R, err := poly.NewRing[float64](ring.Float64, []string{"x", "y"})
	require.NoError(t, err)
	type model interface {
		Predict(ctx context.Context, x *mat.Dense) ([]float64, error)
		Polynomial(R *poly.Ring[float64]) (*poly.Polynomial[float64], error)
	}
	k := feature.Polynomial{Degree: 3, Theta: ring.NewRat(1, 2)}
	for name, fit := range map[string]func(k feature.Kernel) (model, error){
		"representer": func(k feature.Kernel) (model, error) {
			return learn.Representer{Kernel: k, Penalty: 0.3, Loss: learn.Huber{}}.Fit(ctx, x, y)
		},
		"cross": func(k feature.Kernel) (model, error) { return learn.CrossRidge{Kernel: k, Penalty: 0.3}.Fit(ctx, x, y) },
		"cross path": func(k feature.Kernel) (model, error) {
			path, err := learn.CrossRidge{Kernel: k}.Path(ctx, x, y)
			if err != nil {
				return nil, err
			}
			return path.Fit(0.3)
		},
		"primal": func(feature.Kernel) (model, error) { return learn.RidgeMap{Kernel: k, Penalty: 0.3}.Fit(ctx, x, y) },
	} {
		m, err := fit(k)
		require.NoError(t, err, name)
		f, err := m.Polynomial(R)
		require.NoError(t, err, name)
		want, err := m.Predict(ctx, probe)
		require.NoError(t, err, name)
		for i, w := range want {
			assert.InDelta(t, w, f.Eval(probe.RawRowView(i)), 1e-8*(1+math.Abs(w)), "%s, row %d", name, i)
		}
	}
	m, err := learn.Representer{Kernel: feature.Gaussian{Sigma: 1}, Penalty: 1}.Fit(ctx, x, y)
	require.NoError(t, err)
	_, err = m.Polynomial(R)
	assert.ErrorIs(t, err, feature.ErrNotPolynomial)
}

// TestExactRidgeErrors: what has no solution over Q (KR, section 11 of NOTES).
func TestExactRidgeErrors(t *testing.T) {
	k, one := feature.Polynomial{Degree: 1}, ring.RatFromInt(1)
	x, y := [][]ring.Rat{numbers("0"), numbers("1"), numbers("2")}, numbers("0", "1", "1")
	for _, row := range []struct {
		fit  learn.ExactRidge
		x    [][]ring.Rat
		y    []ring.Rat
		want error
	}{
		{learn.ExactRidge{Penalty: one}, x, y, learn.ErrKernel},
		{learn.ExactRidge{Kernel: k, Penalty: one}, nil, nil, learn.ErrData},
		{learn.ExactRidge{Kernel: k, Penalty: one}, x, y[:2], learn.ErrData},
		{learn.ExactRidge{Kernel: k, Penalty: ring.RatFromInt(-1)}, x, y, learn.ErrPenalty},
		{learn.ExactRidge{Kernel: k}, x, y, learn.ErrPenalty}, // three functions in a space of two
		{learn.ExactRidge{Kernel: feature.Gaussian{Sigma: 1}, Penalty: one}, x, y, feature.ErrNotExact},
	} {
		_, err := row.fit.Fit(ctx, row.x, row.y)
		assert.ErrorIs(t, err, row.want)
	}
	m, err := learn.ExactRidge{Kernel: feature.Polynomial{Degree: 2}}.Fit(ctx, x, y)
	require.NoError(t, err, "λ = 0 and independent rows interpolate")
	f, err := m.Polynomial(poly.MustRing[ring.Rat](ring.Q, []string{"t"}))
	require.NoError(t, err)
	for i, v := range y {
		assert.True(t, f.Eval(x[i]).Equal(v))
	}
}

// The line through three points, one of them a gross error, with a loss that grows
// linearly.
func ExampleRepresenter() {
	x := mat.NewDense(4, 1, []float64{1, 2, 3, 4})
	m, err := learn.Representer{Kernel: feature.Polynomial{Degree: 1}, Loss: learn.Huber{C: 0.1}, Penalty: 1e-3}.Fit(context.Background(), x, []float64{2, 4, 60, 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	y, _ := m.Predict(context.Background(), x)
	value, _ := m.Objective()
	fmt.Printf("%.1f, loss %.1f\n", y, value)
	// Output: [2.0 4.0 6.0 8.1], loss 10.8
}

// The polynomial of XOR, over Q.
func ExampleExactRidge() {
	corners := [][]ring.Rat{numbers("1", "1"), numbers("1", "-1"), numbers("-1", "1"), numbers("-1", "-1")}
	m, err := learn.ExactRidge{Kernel: feature.Polynomial{Degree: 2}, Penalty: ring.RatFromInt(1)}.Fit(context.Background(), corners, numbers("-1", "1", "1", "-1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	R, _ := poly.NewRing(ring.Q, []string{"x", "y"})
	f, err := m.Polynomial(R)
	fmt.Println(f, err)
	// Output: -8/9*x*y <nil>
}

// TestRidgeErrors: both roads refuse data, targets and penalties that are not fit.
func TestRidgeErrors(t *testing.T) {
	x, y := mat.NewDense(3, 1, []float64{0, 1, 2}), []float64{0, 1, 1}
	quadratic := feature.Polynomial{Degree: 2}
	type learner interface {
		Fit(ctx context.Context, x *mat.Dense, y []float64) (*learn.RidgeModel, error)
	}
	for _, with := range []func(penalty float64) learner{
		func(p float64) learner { return learn.RidgeMap{Kernel: quadratic, Penalty: p} },
		func(p float64) learner { return learn.CrossRidge{Kernel: quadratic, Penalty: p} },
	} {
		fit := func(x *mat.Dense, y []float64, penalty float64) error {
			_, err := with(penalty).Fit(ctx, x, y)
			return err
		}
		require.NoError(t, fit(x, y, 1))
		assert.ErrorIs(t, fit(nil, y, 1), learn.ErrData)
		assert.ErrorIs(t, fit(&mat.Dense{}, nil, 1), learn.ErrData)
		assert.ErrorIs(t, fit(x, y[:2], 1), learn.ErrData)
		assert.ErrorIs(t, fit(x, []float64{0, math.NaN(), 1}, 1), learn.ErrData)
		assert.ErrorIs(t, fit(mat.NewDense(3, 1, []float64{0, math.Inf(1), 2}), y, 1), learn.ErrData)
		for _, penalty := range []float64{0, -1, math.NaN(), math.Inf(1)} {
			assert.ErrorIs(t, fit(x, y, penalty), learn.ErrPenalty)
		}
		m, err := with(1).Fit(ctx, x, y)
		require.NoError(t, err)
		for _, wrong := range []*mat.Dense{nil, {}, mat.NewDense(1, 2, nil), mat.NewDense(1, 1, []float64{math.NaN()})} {
			_, err = m.Predict(ctx, wrong)
			assert.ErrorIs(t, err, learn.ErrData)
		}
		m.Weights()[0], m.LeaveOneOut()[0] = 99, 99
		assert.NotEqual(t, 99.0, m.Weights()[0])
		assert.NotEqual(t, 99.0, m.LeaveOneOut()[0])
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		_, err = with(1).Fit(cancelled, x, y)
		assert.ErrorIs(t, err, context.Canceled)
	}
	_, err := learn.CrossRidge{Penalty: 1}.Fit(ctx, x, y)
	assert.ErrorIs(t, err, learn.ErrKernel)
	_, err = learn.RidgeMap{Kernel: feature.Polynomial{Degree: 2, Homogeneous: true, Theta: ring.RatFromInt(-1)}, Penalty: 1}.Fit(ctx, x, y)
	assert.Error(t, err)
	m, err := learn.RidgeMap{Kernel: quadratic, Penalty: 1}.Fit(ctx, x, y)
	require.NoError(t, err)
	R, err := poly.NewRing[float64](ring.Float64, []string{"x", "y"})
	require.NoError(t, err)
	_, err = m.Polynomial(R)
	assert.ErrorIs(t, err, learn.ErrData)
}

// TestRidgeLadder: 29 penalties, two for each power of ten, in units of the mean squared length
// of the features; of equal errors the largest penalty is chosen.
func TestRidgeLadder(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{3, 4})
	p, err := learn.RidgeMap{Kernel: feature.Polynomial{Degree: 1}, Penalty: 1}.Path(ctx, x, []float64{0, 0})
	require.NoError(t, err)
	ladder := p.Ladder()
	require.Len(t, ladder, 29)
	const size = (1 + 9 + 1 + 16) / 2.0
	assert.InEpsilon(t, 1e-12*size, ladder[0], 1e-12)
	assert.InEpsilon(t, 100*size, ladder[28], 1e-12)
	assert.InEpsilon(t, math.Sqrt(10), ladder[1]/ladder[0], 1e-12)
	penalty, errors := p.Choose(ladder)
	assert.Equal(t, ladder[28], penalty, "zero targets have zero errors")
	assert.Equal(t, make([]float64, 29), errors)
	slices.Reverse(ladder)
	penalty, _ = p.Choose(ladder)
	assert.Equal(t, ladder[0], penalty)
}
