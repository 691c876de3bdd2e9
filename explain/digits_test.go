package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// rationalLaw is an equation with integer coefficients, points on it, and noise in
// units of the root mean square.
type rationalLaw struct {
	name, vars, poly string
	n                int
	sigma            float64
	point            func(rng *rand.Rand) []float64
}

func rationalLaws() []rationalLaw {
	angle := func(rng *rand.Rand) (sin, cos float64) { return math.Sincos(2 * math.Pi * rng.Float64()) }
	return []rationalLaw{
		// The sum of three is known far better than each: the first is a poor unit.
		{"a sum, few rows", "x,y,z,u", "x + y + z - u", 30, 0.001, func(rng *rand.Rand) []float64 {
			a, b, c := 10*rng.Float64(), 10*rng.Float64(), 10*rng.Float64()
			return []float64{a, b, c, a + b + c}
		}},
		{"an ellipse", "x,y", "4*x^2 + 9*y^2 - 36", 200, 0.005, func(rng *rand.Rand) []float64 {
			sin, cos := angle(rng)
			return []float64{3 * cos, 2 * sin}
		}},
		{"a decade of its own", "x,y,z", "x*y - 300*z", 100, 0.01, func(rng *rand.Rand) []float64 {
			x, z := 1+rng.Float64(), 1+rng.Float64()
			return []float64{x, 300 * z / x, z}
		}},
		{"far from the origin", "x,y", "x - 2*y - 3000", 100, 0.00001, func(rng *rand.Rand) []float64 {
			y := 1000 + 10*rng.Float64()
			return []float64{2*y + 3000, y}
		}},
	}
}

// TestRationalEstimates: what estimates of integers miss, in units of their standard
// errors, is of order 1, and one of them is known by definition.
func TestRationalEstimates(t *testing.T) {
	for k, law := range rationalLaws() {
		t.Run(law.name, func(t *testing.T) {
			const repetitions = 200
			rng := explaintest.Source(310 + uint64(k))
			sum, of := 0.0, 0
			for range repetitions {
				rows := explaintest.Noisy(explaintest.Draw(law.n, rng, law.point), law.sigma, rng)
				s := problemOf(t, rows, 2, Options{})
				g := fitted(t, s, law)
				require.True(t, g.Rational)
				known := 0
				for _, term := range g.Terms {
					if term.Stderr == 0 {
						known++
						assert.Equal(t, term.Coefficient.Float64(), term.Estimate)
						continue
					}
					z := (term.Estimate - term.Coefficient.Float64()) / term.Stderr
					sum, of = sum+z*z, of+1
				}
				require.Equal(t, 1, known)
			}
			rms := math.Sqrt(sum / float64(of))
			assert.True(t, rms > 0.8 && rms < 1.25, "rms of z: %g", rms)
		})
	}
}

// fitted is the true equation of a law fitted to the rows of a study, and written with
// its integers. The equation is given in the variables of the data, wherever the search
// has its origin.
func fitted(t testing.TB, s *problem.Problem, law rationalLaw) Generator {
	t.Helper()
	w, err := newWriter(s)
	require.NoError(t, err)
	f := explaintest.Parse(t, w.ring, law.poly)
	moved := f
	if s.Scaling.Origin != nil {
		into := make([]*poly.Polynomial[ring.Rat], len(s.Scaling.Origin))
		for j := range into {
			into[j] = w.ring.Var(j).Add(w.ring.Const(s.Scaling.Origin[j]))
		}
		moved, err = f.Substitute(into)
		require.NoError(t, err)
	}
	idx, a := explaintest.Places(s.Table, moved)
	for i, m := range idx {
		a[i] *= math.Pow10(s.DecadeOf(m))
	}
	start := support.Fit{Idx: idx, C: s.ToSearchUnits(idx, a)}
	best, ok := fit.Root(s.Flow, start.Idx, law.sigma*law.sigma)
	require.True(t, ok)
	e, ok := fit.Refine(context.Background(), s, best, s.Rows, limit.RefineSteps)
	require.True(t, ok)
	return w.rational(f, equation.Equation{Estimate: e})
}

// The same end to end, where the integers have to be found first.
func TestLearnedEstimates(t *testing.T) {
	for k, law := range rationalLaws()[:2] {
		t.Run(law.name, func(t *testing.T) {
			rng := explaintest.Source(320 + uint64(k))
			data := dataOf(law.vars, explaintest.Noisy(explaintest.Draw(law.n, rng, law.point), law.sigma, rng))
			r, err := Learn(context.Background(), data, Options{MaxDegree: 2})
			require.NoError(t, err)
			require.Equal(t, []string{law.poly}, texts(r))
			require.True(t, r.Generators[0].Rational)
			for _, term := range r.Generators[0].Terms {
				assert.InDelta(t, term.Coefficient.Float64(), term.Estimate, 4*term.Stderr)
			}
		})
	}
}

// Decimals are printed as they are estimated, to the digits that their errors leave.
func TestDecimalEstimates(t *testing.T) {
	rng := explaintest.Source(330)
	rows := explaintest.Draw(200, rng, func(rng *rand.Rand) []float64 {
		x, y := 1+rng.Float64(), 1+rng.Float64()
		return []float64{x, y, math.Sqrt2*x + math.Pi*y}
	})
	r, err := Learn(context.Background(), dataOf("x,y,z", explaintest.Noisy(rows, 0.003, rng)), Options{MaxDegree: 1})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	g := r.Generators[0]
	require.False(t, g.Rational)
	assert.Equal(t, Term{Exponents: []int{0, 0, 1}, Coefficient: g.Terms[2].Coefficient, Estimate: 1, Exact: true}, g.Terms[2])
	for i, want := range []float64{-math.Sqrt2, -math.Pi} {
		term := g.Terms[i]
		assert.False(t, term.Exact)
		assert.InDelta(t, want, term.Estimate, 4*term.Stderr)
		assert.InDelta(t, term.Coefficient.Float64(), term.Estimate, term.Stderr/19, "two digits of the error and more")
	}
}

// TestClaims: an equation is called rational exactly where all its coefficients are
// called exact.
func TestClaims(t *testing.T) {
	sweeptest.Sweep(t)
	sum := func(rng *rand.Rand) []float64 {
		x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), 0}
		x[3] = x[0] + x[1] - x[2]
		return x
	}
	tests := []struct {
		name, vars string
		n          int
		sigma      float64
		point      func(rng *rand.Rand) []float64
		want       string // empty where decimals are to be printed
	}{
		{"few noisy rows: each coefficient is near 1, all together are not claimed", "x,y,z,u", 30, 0.03, sum, ""},
		{"more rows", "x,y,z,u", 300, 0.01, sum, "x + y - z - u"},
		{"integers beyond those tried", "x,y,z", 300, 0, func(rng *rand.Rand) []float64 {
			x, y := 1+rng.Float64(), 1+rng.Float64()
			return []float64{x, y, 0.97 * x * y}
		}, "97*x*y - 100*z"},
		{"a monomial has nothing to estimate", "x,y", 60, 0, func(rng *rand.Rand) []float64 {
			if rng.IntN(2) == 0 {
				return []float64{0, rng.NormFloat64()}
			}
			return []float64{rng.NormFloat64(), 0}
		}, "x*y"},
	}
	for k, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rng := explaintest.Source(340 + uint64(k))
			r, err := Learn(context.Background(), dataOf(tt.vars, explaintest.Noisy(explaintest.Draw(tt.n, rng, tt.point), tt.sigma, rng)), Options{MaxDegree: 2})
			require.NoError(t, err)
			require.Len(t, r.Generators, 1)
			g := r.Generators[0]
			exact := true
			for _, term := range g.Terms {
				exact = exact && term.Exact
			}
			assert.Equal(t, g.Rational, exact, "%v", g)
			if tt.want == "" {
				assert.False(t, g.Rational)
				assert.True(t, strings.Contains(g.String(), "("), "%v shows its errors", g)
				return
			}
			assert.True(t, g.Rational)
			assert.Equal(t, tt.want, g.String())
		})
	}
}

// TestClaimed looks at single coefficients that the data determine to any number of
// digits, beside integers that round has not found.
func TestClaimed(t *testing.T) {
	rows := func(a, b float64) [][]float64 {
		return explaintest.Draw(60, explaintest.Source(350), func(rng *rand.Rand) []float64 {
			x := rng.NormFloat64()
			return []float64{x, a / b * x}
		})
	}
	tests := []struct {
		name, text string
		a, b       float64
		want       string
	}{
		{"round has tried these and not taken them", "x - y", 1, 1, "-1.000000000(10)*x + y"},
		{"and these, in lowest terms", "60*x - 90*y", 60, 90, "-0.6666666667(67)*x + y"},
		{"it does not come to these", "97*x - 100*y", 97, 100, "97*x - 100*y"},
		{"nor to these", "100*x - 97*y", 100, 97, "100*x - 97*y"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := problemOf(t, rows(tt.a, tt.b), 1, Options{})
			g := written(t, s, tt.text, []float64{1e-8 * tt.b, 1e-12}, false)
			assert.Equal(t, tt.want, g.String())
			assert.Equal(t, !strings.Contains(tt.want, "("), g.Rational)
		})
	}
}

// TestFewestDigits: the coefficients have together the digits that the fit needs, and none has
// one too many. A slope far from the origin needs more than one of a column around it.
func TestFewestDigits(t *testing.T) {
	rng := explaintest.Source(41)
	var r residuals // of the monomials z, x, y and 1
	for range 50 {
		x, y := 1370+rng.Float64(), rng.Float64()-0.5
		r.monomials = append(r.monomials, []float64{2.25*x + 3*y + 7 + 0.01*rng.NormFloat64(), x, y, 1})
	}
	coefficients := []integer.Coefficient{{Value: ring.RatFromInt(1), Estimate: 1, Exact: true}}
	for _, c := range []struct{ estimate, stderr float64 }{{-2.2512345678, 0.0052}, {-3.0012345678, 0.0049}, {-5.3079654321, 5.2}} {
		coefficients = append(coefficients, integer.Coefficient{Estimate: c.estimate, Stderr: c.stderr}.Sharper(0))
	}
	require.False(t, r.keep(coefficients), "two digits are too few")
	uniform := 0
	for !r.keep(sharper(coefficients, []int{0, uniform, uniform, uniform})) {
		uniform++
	}
	extra := r.fewest(coefficients, []int{0, uniform, uniform, uniform})
	assert.True(t, r.keep(sharper(coefficients, extra)))
	assert.Greater(t, extra[1], 0, "of x")
	assert.Equal(t, 0, extra[2], "of y")
	for k := range extra {
		if extra[k] > 0 {
			extra[k]--
			assert.False(t, r.keep(sharper(coefficients, extra)), "coefficient %d has a digit too many", k)
			extra[k]++
		}
	}
}

// TestDigitsBelowRounding: digits that change an equation by less than moments have are not needed.
func TestDigitsBelowRounding(t *testing.T) {
	var r residuals // of the monomials area and d²
	for d := range 9 {
		square := float64(d * d)
		r.monomials = append(r.monomials, []float64{math.Pi / 4 * square, square})
	}
	coefficients := []integer.Coefficient{
		{Value: ring.RatFromInt(1), Estimate: 1, Exact: true},
		integer.Coefficient{Estimate: -math.Pi / 4, Stderr: 9e-8}.Sharper(0),
	}
	assert.False(t, r.keep(coefficients))
	r.least = 1e-12
	assert.True(t, r.keep(coefficients))
}

// TestSubject: an equation with measured coefficients is solved for the last column that stands by itself in one term, if its
// coefficient is known well, and no coefficient that is exact becomes a decimal.
func TestSubject(t *testing.T) {
	rng := explaintest.Source(341)
	rows := explaintest.Draw(20, rng, func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), rng.Float64(), rng.Float64()} })
	for _, tt := range []struct {
		name, text string
		stderr     []float64 // of 1, y, x, … as far as they occur
		settings   []int     // numbers of values
		want       string
	}{
		{"a throw", "3*x^2 - 7*x + y - 1.3", []float64{.01, .01, .05, .05}, nil, "y = 7.000(86)*x + 1.300(16) - 3.000(58)*x^2"},
		{"y is loose", "3*x^2 - 7*x + y - 1.3", []float64{.01, .2, .05, .05}, nil, "x^2 - 2.333(42)*x + 0.333(67)*y = 0.4333(80)"},
		{"y is a setting", "3*x^2 - 7*x + y - 1.3", []float64{.01, .01, .05, .05}, []int{0, 3, 0}, "x^2 - 2.333(42)*x + 0.3333(65)*y = 0.4333(80)"},
		{"the last column in a power", "y^2 - 19.63*x", []float64{.1, .01}, nil, "y^2 = 19.63(22)*x"},
		{"a column before a product", "2.03*x - y*z^2", []float64{.01, .01}, nil, "x = 0.4926(55)*y*z^2"},
		{"a plane", "1.31*x - 2.17*y + 3.3*z", []float64{.01, .01, .01}, nil, "z = 0.6576(36)*y - 0.3970(33)*x"},
		{"a conic", "x^2 + 1.77*y^2 - 5.13", []float64{.01, .01, .01}, nil, "x^2 + 1.770(20)*y^2 = 5.130(52)"},
		{"y is half", "x^2 + 1.713*x - 0.5*y", []float64{1e-6, .001, 1e-6}, nil, "y = 2*x^2 + 3.4260(20)*x"},
		{"x has no error", "x^2 - 2*x + 0.4133*y", []float64{.001, 1e-7, 1e-7}, nil, "x^2 + 0.4133(10)*y = 2*x"},
	} {
		s := problemOf(t, rows, 3, Options{})
		if tt.settings != nil {
			s.Scaling.Levels = tt.settings
		}
		assert.Equal(t, tt.want, written(t, s, tt.text, tt.stderr, false).Equation(), tt.name)
	}
}
