package response

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/numeric"
)

// draw draws n columns of rows uniform in [lo, hi], and the response f of them with errors
// of sigma times its root mean square.
func draw(rows, n int, lo, hi, sigma float64, seed uint64, f func(x []float64) float64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(1, seed))
	x = make([][]float64, n)
	at := make([]float64, n)
	for range rows {
		for j := range x {
			at[j] = lo + (hi-lo)*rng.Float64()
			x[j] = append(x[j], at[j])
		}
		y = append(y, f(at))
	}
	size := numeric.RootMeanSquare(y)
	for i := range y {
		y[i] += sigma * size * rng.NormFloat64()
	}
	return x, y
}

// terms are the exponents of a law as a set.
func terms(l *Law) map[string]float64 {
	out := map[string]float64{}
	for i, e := range l.Exponents {
		out[fmt.Sprint(e)] = l.Coefs[i]
	}
	return out
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name   string
		n      int
		lo, hi float64
		sigma  float64
		f      func(x []float64) float64
		want   map[string]float64
		within float64 // of a coefficient, where terms are small
	}{
		{"Coulomb: degree 5 in 5 columns", 4, 1, 5, 0.1,
			func(x []float64) float64 { return x[0] * x[1] / (4 * math.Pi * x[2] * x[3] * x[3]) },
			map[string]float64{"[1 1 0 0 0]": -1, "[0 0 1 2 1]": 4 * math.Pi}, 0},
		{"a root of a sum: no logarithm makes it linear", 3, 1, 3, 0.01,
			func(x []float64) float64 { return math.Sqrt(x[0]*x[0] + x[1]*x[2]) },
			map[string]float64{"[2 0 0 0]": 1, "[0 1 1 0]": 1, "[0 0 0 2]": -1}, 0},
		{"velocities added: rational in the response", 3, 1, 5, 0.001,
			func(x []float64) float64 { return (x[0] + x[1]) / (1 + x[0]*x[1]/(x[2]*x[2])) },
			map[string]float64{"[1 0 2 0]": 1, "[0 1 2 0]": 1, "[0 0 2 1]": -1, "[1 1 0 1]": -1}, 0},
		{"two branches of a root: they meet where a column is 0", 2, -2, 2, 0.01,
			func(x []float64) float64 { return 1 + x[0]*math.Sqrt(1+x[1]*x[1]) },
			map[string]float64{"[2 0 0]": 1, "[2 2 0]": 1, "[0 0 0]": -1, "[0 0 1]": 2, "[0 0 2]": -1}, 0},
		{"most rows are within the errors", 5, 1, 5, 0.03,
			func(x []float64) float64 {
				u := x[0] * x[1] / (x[2] * x[3])
				return u * u * (x[4]*x[4] + 20)
			},
			map[string]float64{"[2 2 0 0 2 0]": 1, "[2 2 0 0 0 0]": 20, "[0 0 2 2 0 1]": -1}, 0},
		{"a root beside series that follow it nearly", 4, 1, 2, 0.0005,
			func(x []float64) float64 {
				u := x[2] / (3 * x[1])
				return (x[3] - u*x[0]/(3*x[1])) / math.Sqrt(1-u*u)
			},
			map[string]float64{"[2 0 2 0 0]": 1, "[1 2 1 1 0]": -18, "[0 4 0 2 0]": 81, "[0 4 0 0 2]": -81, "[0 2 2 0 2]": 9}, 0.05},
		{"without errors", 4, 1, 2, 0,
			func(x []float64) float64 { return x[0]*x[0]*x[1]/x[2] + math.Pow(x[3], 3) },
			map[string]float64{"[2 1 0 0 0]": 1, "[0 0 1 3 0]": 1, "[0 0 1 0 1]": -1}, 0},
		{"an oscillator without errors: what its surfaces miss is no noise", 4, 1, 3, 0,
			func(x []float64) float64 { return x[0] * (x[1]*x[1] + x[2]*x[2]) * x[3] * x[3] / 4 },
			map[string]float64{"[1 2 0 2 0]": 1, "[1 0 2 2 0]": 1, "[0 0 0 0 1]": -4}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.HasPrefix(tt.name, "an oscillator") { // it comes by all loops
				sweeptest.Sweep(t)
			}
			rows := 300
			if testing.Short() {
				rows = 60
			}
			x, y := draw(rows, tt.n, tt.lo, tt.hi, tt.sigma, 7, tt.f)
			v := Find(context.Background(), x, y, 0, nil)
			require.NotNil(t, v.Law)
			got := terms(v.Law)
			require.Len(t, got, len(tt.want), "%v", got)
			ratio := 0.0
			for e, c := range tt.want {
				require.Contains(t, got, e)
				if ratio == 0 {
					ratio = got[e] / c
				}
				assert.InEpsilon(t, ratio, got[e]/c, max(3*tt.sigma+1e-6, tt.within), e)
			}
		})
	}
}

// A square in the denominator vanishes where two columns are equal, and so does the numerator:
// coefficients that are nearly right have poles there.
func TestFittedPole(t *testing.T) {
	x, _ := draw(1000, 4, 1, 3, 0, 7, func([]float64) float64 { return 0 })
	y := make([]float64, 1000)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range y {
		apart := x[1][i] - x[2][i]
		x[3][i] = math.Sin(x[0][i] * apart)
		y[i] = x[3][i]*x[3][i]/(apart*apart) + 0.1*rng.NormFloat64()
	}
	c := candidate{
		form:  newForm(x, len(y)),
		exps:  [][]uint8{{0, 0, 0, 2, 0}, {0, 2, 0, 0, 1}, {0, 1, 1, 0, 1}, {0, 0, 2, 0, 1}},
		coefs: []float64{-1, 0.9998, -2, 1.0001},
	}
	e, ok := c.fitted(y)
	require.True(t, ok)
	assert.InEpsilon(t, 0.1, math.Sqrt(e.square), 0.1)
}

// Where columns depend on each other, as the sine and cosine of an angle, the form with the fewest
// coordinates need not be one that the law has: y = 3 a s c/b³ is no polynomial in c/s over s^3.5.
func TestFindFurtherForms(t *testing.T) {
	sweeptest.Sweep(t)
	x, _ := draw(1000, 4, 1, 3, 0, 1, func([]float64) float64 { return 0 })
	truth, y := make([]float64, 1000), make([]float64, 1000)
	for i := range y {
		x[3][i], x[2][i] = math.Sincos(x[3][i])
		truth[i] = 3 * x[0][i] * x[2][i] * x[3][i] / math.Pow(x[1][i], 3)
	}
	size, rng := numeric.RootMeanSquare(truth), rand.New(rand.NewPCG(1, 3))
	for i := range y {
		y[i] = truth[i] + 0.01*size*rng.NormFloat64()
	}
	v := Find(context.Background(), x, y, 0, nil)
	require.True(t, v.stands())
	assert.LessOrEqual(t, len(v.Law.Coefs), 3, "the law, or its product with s, where s² = 1 - c²")
	for i := range y {
		sum, most := 0.0, 0.0
		for a, e := range v.Law.Exponents {
			term := v.Law.Coefs[a] * math.Pow(truth[i], float64(e[4]))
			for j := range x {
				term *= math.Pow(x[j][i], float64(e[j]))
			}
			sum, most = sum+term, max(most, math.Abs(term))
		}
		require.InDelta(t, 0, sum/most, 0.01)
	}
}

// A surface in all columns may happen to predict so well that none in the reduced ones predicts as well. Then
// scalings show with a wider margin only.
func TestFindWiderMargin(t *testing.T) {
	sweeptest.Sweep(t)
	for _, seed := range []uint64{2, 4, 5} {
		x, y := draw(300, 4, 1, 3, 0.001, seed, func(x []float64) float64 { return x[0] * (x[1]*x[1] + x[2]*x[2]) * x[3] * x[3] / 4 })
		v := Find(context.Background(), x, y, 0, nil)
		require.True(t, v.stands())
		assert.Len(t, v.Law.Coefs, 3)
	}
}

// A column that a law leaves out has no effect that the rows would show; they would show
// one of about twice the error of a mean.
func TestAbsent(t *testing.T) {
	sweeptest.Sweep(t)
	for _, effect := range []float64{0, 0.5} {
		x, y := draw(300, 3, 1, 5, 0.1, 3, func(x []float64) float64 { return x[0] * x[1] })
		for i := range y {
			y[i] += effect * x[2][i]
		}
		v := Find(context.Background(), x, y, 0, nil)
		require.NotNil(t, v.Law)
		if effect > 0 {
			assert.Empty(t, v.Absent)
			continue
		}
		require.Len(t, v.Absent, 1)
		assert.Equal(t, 2, v.Absent[0].Column)
		assert.InDelta(t, 2.5*v.Law.Sigma/math.Sqrt(300), v.Absent[0].Effect, 1.5*v.Law.Sigma/math.Sqrt(300))
	}
}

// No law of few terms: the response follows none, or is noise.
func TestFindNone(t *testing.T) {
	sweeptest.Sweep(t)
	for _, tt := range []struct {
		name string
		n    int
		f    func(x []float64) float64
	}{
		{"a wave", 1, func(x []float64) float64 { return math.Sin(3*x[0]) * math.Exp(-x[0]) }},
		{"a noise", 2, func(x []float64) float64 { return math.Mod(1e5*x[0]+1e4*x[1], 1) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows := 300
			if testing.Short() {
				rows = 60
			}
			x, y := draw(rows, tt.n, 1, 4, 0.01, 8, tt.f)
			v := Find(context.Background(), x, y, 0, nil)
			assert.True(t, v.Law == nil || v.Rival != nil || v.Depends >= 0 || v.Smooth > 0, "a law where there is none")
		})
	}
}

// A scaling is a symmetry of the function: y = x0² h(x1/x0).
func TestReduced(t *testing.T) {
	x, y := draw(200, 2, 1, 3, 0, 9, func(x []float64) float64 { return x[0]*x[0] + x[1]*x[1] })
	f, ok := newForm(x, len(y)).reduced(scaling{weights: []int{12, 12}, response: 24})
	require.True(t, ok)
	require.Len(t, f.coords, 1)
	for i := range y {
		u := f.coords[0].value[i]
		assert.InDelta(t, 1+u*u, y[i]/f.factor[i], 1e-12)
	}
	_, ok = newForm(x, len(y)).reduced(scaling{weights: []int{12, 12}, response: 5})
	assert.True(t, ok, "a fraction of the factor is one of the exponents")
}

// The coefficients 1 : −2 : 4π, each with an error, are recognised.
func TestNearest(t *testing.T) {
	for _, tt := range []struct {
		value, se float64
		want      simple
	}{
		{-2.01, 0.02, simple{p: -2, q: 1}},
		{4*math.Pi + 1e-5, 1e-5, simple{p: 4, q: 1, pi: 1}},
		{0.5 + 1e-4, 1e-4, simple{p: 1, q: 2}},
		{12.6, 0.4, simple{p: 13, q: 1}}, // no 4π: too uncertain
	} {
		s, _ := nearest(tt.value, tt.se)
		assert.Equal(t, []int{tt.want.p, tt.want.q, tt.want.pi}, []int{s.p, s.q, s.pi}, "%v", tt.value)
	}
}

// A number is settled where no other has a share of 2 %: a half to 1 %, but 10/19 no more than
// 9/17, 11/21 and 8/15.
func TestSettled(t *testing.T) {
	for _, tt := range []struct {
		value, se float64
		want      bool
	}{
		{0.501, 0.005, true},
		{0.5, 1e-12, true},
		{3.02, 0.03, true},
		{0.5263, 0.004, false},
		{0.5263158, 1e-5, true},
		{1.78, 0.02, false},
	} {
		s, _ := nearest(tt.value, tt.se)
		assert.Equal(t, tt.want, s.settled, "%v ± %v", tt.value, tt.se)
	}
}

// TestLargest: terms of values that overflow have no size.
func TestLargest(t *testing.T) {
	assert.Equal(t, 2, largest([]float64{1, 0, 3, 2}))
	assert.Equal(t, 1, largest([]float64{1, 2, math.NaN()}))
	assert.Equal(t, 0, largest([]float64{math.NaN(), math.NaN()}))
}

// A term that has nothing of the response is not told from 0, though it was the largest of the
// candidate.
func TestDetermined(t *testing.T) {
	x, y := draw(300, 2, 1, 3, 0.01, 9, func(x []float64) float64 { return 2*x[0] + x[1] })
	f := newForm(x, len(y))
	for _, tt := range []struct {
		exps  [][]uint8
		coefs []float64
		want  bool
	}{
		{[][]uint8{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, []float64{2, 1, -1}, true},
		{[][]uint8{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {3, 3, 0}}, []float64{2, 1, -1, 0.05}, false},
	} {
		e, ok := candidate{form: f, exps: tt.exps, coefs: tt.coefs}.fitted(y)
		require.True(t, ok)
		l := e.law(y)
		assert.Equal(t, tt.want, l.determined(), "%v ± %v", l.Coefs, l.Cov)
		assert.InDelta(t, 0.01, l.Sigma/numeric.RootMeanSquare(y), 0.002)
		if tt.want {
			assert.Zero(t, l.Measured(), "2 : 1 : -1")
		} else {
			assert.Positive(t, l.Measured(), "0 is no multiple of another coefficient")
		}
	}
}

// TestFindFunction has responses that an elementary function of a quotient gives. A polynomial with measured
// constants follows each, and the function is named. A law with measured constants that is a polynomial has none.
func TestFindFunction(t *testing.T) {
	sweeptest.Sweep(t)
	for _, tt := range []struct {
		name string
		f    func(x []float64) float64
	}{
		{"a sine", func(x []float64) float64 { return x[0] * math.Sin(x[1]/x[2]) }},
		{"", func(x []float64) float64 { u := x[1] / x[2]; return x[0] * (1.37193 + 0.61827*u*u) }},
	} {
		x, y := draw(80, 3, 1, 3, 0.005, 1, tt.f)
		v := Find(context.Background(), x, y, 0, nil)
		require.NotNil(t, v.Law)
		if tt.name == "" {
			assert.Nil(t, v.Function)
			assert.GreaterOrEqual(t, v.Law.Measured(), 2)
			continue
		}
		require.NotNil(t, v.Function, tt.name)
		assert.Equal(t, tt.name, v.Function.Name)
		assert.Equal(t, []int{0, twelfths, -twelfths}, v.Function.Of)
	}
}

// TestSignomials: sums of products of powers, their roots and their reciprocals are found at once, with the exponents that they have.
// The terms cancel, and no one is the largest everywhere.
func TestSignomials(t *testing.T) {
	sum := func(x []float64) float64 {
		return 2*x[0]*x[1]*x[1]/x[2] + 3*x[3]/(x[4]*x[4]) + 0.5*x[0]*x[0]*x[4]
	}
	for _, c := range []struct {
		power int
		want  map[string]bool
		y     func(x []float64) float64
	}{
		{1, map[string]bool{"[1 2 0 0 2 0]": true, "[0 0 1 1 0 0]": true, "[2 0 1 0 3 0]": true, "[0 0 1 0 2 1]": true}, sum},
		{2, map[string]bool{"[1 2 0 0 2 0]": true, "[0 0 1 1 0 0]": true, "[2 0 1 0 3 0]": true, "[0 0 1 0 2 2]": true},
			func(x []float64) float64 { return math.Sqrt(sum(x)) }},
		{-1, map[string]bool{"[1 2 0 0 2 1]": true, "[0 0 1 1 0 1]": true, "[2 0 1 0 3 1]": true, "[0 0 1 0 2 0]": true},
			func(x []float64) float64 { return 1 / sum(x) }},
		{-2, map[string]bool{"[1 2 0 0 2 2]": true, "[0 0 1 1 0 2]": true, "[2 0 1 0 3 2]": true, "[0 0 1 0 2 0]": true},
			func(x []float64) float64 { return 1 / math.Sqrt(sum(x)) }},
	} {
		if c.power != 1 && !sweeptest.Sweeping(t) {
			continue
		}
		x, y := draw(300, 5, 1, 4, 0.01, uint64(10+c.power), c.y)
		best := (*Law)(nil)
		for _, l := range search(context.Background(), signomials(context.Background(), x, y), y) {
			if best == nil || l.score < best.score {
				best = l
			}
		}
		require.NotNil(t, best, "power %d", c.power)
		got := map[string]bool{}
		for e := range terms(best) {
			got[e] = true
		}
		assert.Equal(t, c.want, got, "power %d", c.power)
	}
	// One product gives the response itself: its square is longer, even where its constant is 1/(2*pi).
	for _, noise := range []float64{0, 0.01} {
		x, y := draw(300, 2, 1, 4, noise, 3, func(x []float64) float64 { return x[0] / x[1] / math.Sqrt(2*math.Pi) })
		v := Find(context.Background(), x, y, 0, nil)
		require.NotNil(t, v.Law)
		assert.Equal(t, 2, v.Law.Degree(), "noise %g", noise)
	}
}

// Ten other laws eight nats behind are together as likely as one that is 5.7 behind: the law is not beyond doubt. What says the
// same as the law is for it.
func TestWeigh(t *testing.T) {
	law := func(score, fit float64) *Law {
		return &Law{score: score, variance: 1, estimate: estimate{fit: []float64{fit, 0}}}
	}
	rivals := func(n int, fit float64) []*Law {
		out := []*Law{law(-100, 0)}
		for range n {
			out = append(out, law(-92, fit))
		}
		return out
	}
	for _, tt := range []struct {
		name string
		laws []*Law
		want float64
		sure bool
	}{
		{"alone", rivals(0, 0), 1, true},
		{"one rival", rivals(1, 1), 1 / (1 + math.Exp(-8)), true},
		{"ten", rivals(10, 1), 1 / (1 + 10*math.Exp(-8)), false},
		{"ten that say the same", rivals(10, 0.01), 1, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := Verdict{Law: tt.laws[0]}
			v.weigh(tt.laws)
			assert.InDelta(t, tt.want, v.Posterior, 1e-12)
			if tt.sure {
				assert.Nil(t, v.Rival)
			} else {
				assert.Same(t, tt.laws[1], v.Rival)
				assert.Equal(t, 8.0, v.Behind)
			}
		})
	}
}

// TestFollows: the mean temperature difference of a heat exchanger is (d1 - d2)/ln(d1/d2). Beside the logarithm it is the root of d1*d2 times a
// function of that, of which six constants make a series with errors of 1e-9. The columns themselves have a law without a constant.
func TestFollows(t *testing.T) {
	x, _ := draw(1000, 2, 0, 1, 0, 1, func([]float64) float64 { return 0 })
	x = append(x, nil)
	var y []float64
	for i := range x[0] {
		x[0][i], x[1][i] = 4+6*x[0][i], 1+2*x[1][i]
		x[2] = append(x[2], math.Log(x[0][i]/x[1][i]))
		y = append(y, (x[0][i]-x[1][i])/x[2][i])
	}
	v := Find(context.Background(), x, y, 0, nil)
	require.NotNil(t, v.Law)
	assert.False(t, v.Law.Follows())
	assert.Len(t, v.Law.Exponents, 3)

	series := &Law{Exponents: [][]int{{1, 0}, {3, 0}, {5, 0}, {7, 0}, {0, 1}}, Simple: make([]simple, 5)}
	assert.True(t, series.Follows(), "five measured constants")
	plane := &Law{Exponents: [][]int{{1, 0}, {0, 1}, {0, 0}, {0, 0}, {0, 0}}, Simple: make([]simple, 5)}
	assert.False(t, plane.Follows(), "a plane")
}
