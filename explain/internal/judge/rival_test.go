package judge

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// On a short arc about (1, 1), the circle of radius √2 and its tangent look the
// same: neither can be called exact.
func TestContest(t *testing.T) {
	arc := explaintest.Draw(100, explaintest.Source(250), func(rng *rand.Rand) []float64 {
		a := math.Pi/4 + 0.1*(rng.Float64()-0.5)
		return []float64{math.Sqrt2 * math.Cos(a), math.Sqrt2 * math.Sin(a)}
	})
	tests := []struct {
		name, other string
		cost        float64 // more than the first
		want        bool
	}{
		{"the tangent", "x + y - 2", 0, true},
		{"the tangent, better", "x + y - 2", -5, true},
		{"the tangent, a little worse", "x + y - 2", limit.MinEvidence() - 0.1, true},
		{"the tangent, worse", "x + y - 2", limit.MinEvidence() + 0.1, false},
		{"a hyperbola that touches", "x*y - 1", 0, true},
		{"a line across cuts the dimension", "x - y", 0, false},
		{"itself", "x^2 + y^2 - 2", 0, false},
		{"a multiple", "x^3 + x*y^2 - 2*x", 0, false},
		{"the same terms and more", "x^2 + y^2 + x - 3", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := explaintest.Plain(t, arc, 3)
			e := exactEquation(t, s, "x^2 + y^2 - 2", 50)
			e.Estimate.Fit.C = []float64{-2.001, 1, 1.0005} // the estimate
			list := []equation.Equation{e, exactEquation(t, s, tt.other, 50+tt.cost)}
			Contest(s, nil, &e, list)
			assert.Equal(t, !tt.want, e.Exact)
			if tt.want {
				require.NotNil(t, e.Rival)
				assert.True(t, e.Contested)
				assert.Equal(t, list[1].Estimate.Fit.Idx, e.Rival.Estimate.Fit.Idx)
				assert.Equal(t, e.Estimate.Fit.C, e.Coefficients, "the coefficients are those of the fit again")
			} else {
				assert.Nil(t, e.Rival)
				assert.Equal(t, []float64{-2, 1, 1}, e.Coefficients)
			}
		})
	}
}

// Decimal coefficients have rivals, and keep what they have.
func TestContestDecimals(t *testing.T) {
	arc := explaintest.Draw(100, explaintest.Source(250), func(rng *rand.Rand) []float64 {
		a := math.Pi/4 + 0.1*(rng.Float64()-0.5)
		return []float64{math.Sqrt2 * math.Cos(a), math.Sqrt2 * math.Sin(a)}
	})
	s := explaintest.Plain(t, arc, 3)
	e, tangent := exactEquation(t, s, "x^2 + y^2 - 2", 50), exactEquation(t, s, "x + y - 2", 50)
	e.Exact, e.Estimate.Fit.C, e.Coefficients = false, []float64{-2.001, 1, 1.0005}, []float64{-2.001, 1, 1.0005}
	Contest(s, nil, &e, []equation.Equation{e, tangent})
	require.NotNil(t, e.Rival)
	assert.False(t, e.Contested)
	assert.Equal(t, e.Estimate.Fit.C, e.Coefficients)
}

// What the data do not determine is no rival.
func TestNoRefusedRival(t *testing.T) {
	arc := explaintest.Draw(100, explaintest.Source(250), func(rng *rand.Rand) []float64 {
		a := math.Pi/4 + 0.1*(rng.Float64()-0.5)
		return []float64{math.Sqrt2 * math.Cos(a), math.Sqrt2 * math.Sin(a)}
	})
	s := explaintest.Plain(t, arc, 3)
	e, tangent := exactEquation(t, s, "x^2 + y^2 - 2", 50), exactEquation(t, s, "x + y - 2", 50)
	require.NotNil(t, rival(s, e, []equation.Equation{e, tangent}))
	tangent.Exact = false
	for i, v := range tangent.Estimate.Fit.C {
		tangent.Estimate.Cov.SetSym(i, i, v*v)
	}
	require.NotEmpty(t, Refusal(Proof(s, tangent)))
	assert.Nil(t, rival(s, e, []equation.Equation{e, tangent}))
}

// rival is the nearest rival of an equation that leaves it in doubt, or nil.
func rival(p *problem.Problem, e equation.Equation, list []equation.Equation) *equation.Equation {
	Contest(p, nil, &e, list)
	return e.Rival
}

// Near a line in space x + y = 2z and x = z contradict one another, unless y = z holds too.
func TestAcquit(t *testing.T) {
	line := explaintest.Draw(100, explaintest.Source(252), func(rng *rand.Rand) []float64 {
		a, b := rng.Float64(), 0.01*rng.NormFloat64()
		return []float64{a + b, a - b, a}
	})
	s := explaintest.Plain(t, line, 1)
	contested := func(rivals ...string) equation.Equation {
		e := exactEquation(t, s, "x + y - 2*z", 50)
		for _, text := range rivals {
			e.Rivals = append(e.Rivals, equation.Rival{Equation: exactEquation(t, s, text, 50), Odds: 1})
		}
		weigh(&e)
		require.NotNil(t, e.Rival)
		e.Contested = true
		e.MakeDecimal(s)
		return e
	}
	y := exactEquation(t, s, "y - z", 50)
	for _, tt := range []struct {
		name string
		list []equation.Equation
		want bool
	}{
		{"alone", []equation.Equation{contested("x - z")}, false},
		{"beside y = z", []equation.Equation{contested("x - z"), y}, true},
		{"a rival that still contradicts it", []equation.Equation{contested("x - z", "x - 2*z"), y}, false},
	} {
		Acquit(s, tt.list, 0)
		e := tt.list[0]
		assert.Equal(t, tt.want, e.Exact, tt.name)
		assert.Equal(t, tt.want, e.Rival == nil && !e.Contested && e.RivalOdds == 0, tt.name)
	}
}

// Decimals of planes through a line in space say the same within their errors, if two of them are found.
func TestAcquitPlanes(t *testing.T) {
	rng := explaintest.Source(253)
	line := explaintest.Noisy(explaintest.Draw(100, rng, func(rng *rand.Rand) []float64 {
		a := rng.Float64()
		return []float64{a, 0.7 * a, 1.3*a + 0.2}
	}), 1e-3, rng)
	s := explaintest.Plain(t, line, 1)
	decimals := func(text string) equation.Equation {
		fits := fit.Candidates(t.Context(), s, []support.Fit{fitOf(t, s, text)})
		require.Len(t, fits, 1)
		return equation.Recognise(s, fits[0], 100, 0)
	}
	e, other, rival := decimals("x - y + 1"), decimals("y - z + 1"), decimals("x - z + 1")
	for _, e := range []*equation.Equation{&e, &other, &rival} {
		e.Exact = false
	}
	for off, want := range map[float64]bool{0: true, 3e-5: true, 0.05: false} {
		r := rival
		r.Estimate.Fit.C = slices.Clone(r.Estimate.Fit.C)
		r.Estimate.Fit.C[0] += off
		e := e
		e.Rivals = []equation.Rival{{Equation: r, Odds: 1}}
		weigh(&e)
		require.NotNil(t, e.Rival)
		list := []equation.Equation{e, other}
		Acquit(s, list, 0)
		assert.Equal(t, want, list[0].Rival == nil, "off by %g", off)
		alone := []equation.Equation{e}
		Acquit(s, alone, 0)
		assert.NotNil(t, alone[0].Rival, "one plane may be either")
	}
}

// Two surfaces through the twisted cubic that meet at a small angle both hold:
// neither takes the exactness from the other.
func TestContestBothHold(t *testing.T) {
	rng := explaintest.Source(251)
	cubic := explaintest.Noisy(explaintest.Draw(300, rng, func(rng *rand.Rand) []float64 {
		a := 0.8 * (2*rng.Float64() - 1)
		return []float64{a, a * a, a * a * a}
	}), 1e-3, rng)
	s := explaintest.Plain(t, cubic, 3)
	e := exactEquation(t, s, "y^2 - x*z", 50)
	e.Estimate.Fit.Variance = 1e-7
	other := exactEquation(t, s, "y^3 - z^2", 50)
	rel := fit.Relate(s, s.Sample, []support.Fit{e.Estimate.Fit}, other.Estimate.Fit)
	require.Less(t, rel.Sine, limit.MinSine, "the angle does not tell")
	Contest(s, nil, &e, []equation.Equation{e, other})
	assert.True(t, e.Exact)
}

// The torus has z⁴ + 6z², which for |z| < 1 is hardly to be told from 7z²: integers on
// either support contradict those on the other.
func TestOtherIntegers(t *testing.T) {
	const (
		without = "x^4 + 2*x^2*y^2 + 2*x^2*z^2 + y^4 + 2*y^2*z^2 - 10*x^2 - 10*y^2 + 7*z^2 + 9"
		with    = "x^4 + 2*x^2*y^2 + 2*x^2*z^2 + y^4 + 2*y^2*z^2 + z^4 - 10*x^2 - 10*y^2 + 6*z^2 + 9"
	)
	s := explaintest.Plain(t, explaintest.TorusPoints(100, explaintest.Source(252)), 4)
	e := exactEquation(t, s, without, 50)
	near, far := exactEquation(t, s, with, 50+limit.MinEvidence()-0.1), exactEquation(t, s, with, 50+limit.MinEvidence()+0.1)
	near.Rounding.Gain, far.Rounding.Gain = 1, 1
	require.NotNil(t, rival(s, e, []equation.Equation{far, near}))
	assert.Equal(t, near.Cost, rival(s, e, []equation.Equation{far, near}).Cost)
	assert.Nil(t, rival(s, e, []equation.Equation{far}))
	near.Rounding.Gain = -1
	assert.Nil(t, rival(s, e, []equation.Equation{near}), "a coefficient more is no doubt of the others")
	few, more := exactEquation(t, s, "x^2 + y^2 - 7", 50), exactEquation(t, s, "x^2 + y^2 + z^2 - 7", 50)
	more.Rounding.Gain = 1
	assert.Nil(t, rival(s, few, []equation.Equation{more}), "few integers are sure of their support")
	more.Rounding.Posterior = 1
	assert.NotNil(t, rival(s, few, []equation.Equation{more}), "unless those with a term more are the only ones")
	same := exactEquation(t, s, without+" + 2*y*z", 50)
	same.Rounding.Gain, same.Rounding.Posterior = 1, 0.5
	assert.Nil(t, rival(s, e, []equation.Equation{same}), "the same integers, and a term that may be 0")
	same.Rounding.Posterior = 1
	assert.NotNil(t, rival(s, e, []equation.Equation{same}), "a term that the data show")
}

// Beside p = m·v, E = 7v·p gives m·E = 7p², but not the other way round, where m = 0 is left.
func TestStrongest(t *testing.T) {
	rows := explaintest.Draw(100, explaintest.Source(257), func(rng *rand.Rand) []float64 {
		m, v := 1+rng.Float64(), 1+rng.Float64()
		return []float64{m, v, m * v, 7 * m * v * v}
	})
	s := explaintest.Plain(t, rows, 3)
	of := func(form string, cost float64) equation.Equation {
		n := s.Scaling.Names
		return exactEquation(t, s, strings.NewReplacer("m", n[0], "v", n[1], "p", n[2], "E", n[3]).Replace(form), cost)
	}
	momentum, energy := of("m*v - p", 10), of("v*p - 7*E", 24)
	accepted := []equation.Equation{momentum}
	for _, tt := range []struct {
		name  string
		first equation.Equation
		other equation.Equation
		want  bool // the other
	}{
		{"the form that gives it", of("p^2 - 7*m*E", 20), energy, true},
		{"the form that follows", energy, of("p^2 - 7*m*E", 25), false},
		{"one that is much longer", of("p^2 - 7*m*E", 10), energy, false},
		{"another law", of("p^2 - 7*m*E", 20), of("v*p - 7*m", 22), false},
		{"one without some of the terms", of("v*p - 7*E + m^2", 20), energy, false},
	} {
		got := Strongest(s, accepted, tt.first, []equation.Equation{tt.first, tt.other})
		want := tt.first
		if tt.want {
			want = tt.other
		}
		assert.Equal(t, want.Estimate.Fit.Idx, got.Estimate.Fit.Idx, tt.name)
	}
	assert.Equal(t, energy.Cost, Strongest(s, nil, energy, nil).Cost, "alone")
	assert.Equal(t, of("v*p - 7*E", 24).Estimate.Fit.Idx,
		Strongest(s, accepted, of("m*p^2 - 7*m^2*E", 19), []equation.Equation{of("p^2 - 7*m*E", 20), energy}).Estimate.Fit.Idx, "a chain")
}

// TestStrongestOfManyColumns: that x·z = b·y² follows from y = a·x² where z = c·x·y takes multiples of degree 3. They are looked for among
// three columns, and not among twenty, where there are 1771 monomials.
func TestStrongestOfManyColumns(t *testing.T) {
	for vars, want := range map[int]string{3: "x^2 - y", 20: "x*z - y^2"} {
		rows := explaintest.Draw(60, explaintest.Source(273), func(rng *rand.Rand) []float64 {
			out := make([]float64, vars)
			for j := range out {
				out[j] = 1 + rng.Float64()
			}
			out[1], out[2] = out[0]*out[0], out[0]*out[0]*out[0]
			return out
		})
		s := explaintest.Scaled(t, rows, 2)
		of := func(text string, cost float64) equation.Equation { return exactEquation(t, s, text, cost) }
		first := of("x*z - y^2", 20)
		got := Strongest(s, []equation.Equation{of("x*y - z", 10)}, first, []equation.Equation{first, of("x^2 - y", 21)})
		assert.Equal(t, fitOf(t, s, want).Idx, got.Estimate.Fit.Idx, "%d columns", vars)
	}
}

// TestStrongestOfOtherDegree: x·w = y·z follows from x³ = z where x·y = u and x·u = w, by multiples of degree 4, also if
// equations of lower degree are in the list before it.
func TestStrongestOfOtherDegree(t *testing.T) {
	rows := explaintest.Draw(100, explaintest.Source(274), func(rng *rand.Rand) []float64 {
		x, y := 1+rng.Float64(), 1+rng.Float64()
		return []float64{x, y, x * y, x * x * y, x * x * x}
	})
	s := explaintest.Scaled(t, rows, 3)
	of := func(form string, cost float64) equation.Equation {
		n := s.Scaling.Names
		return exactEquation(t, s, strings.NewReplacer("x", n[0], "y", n[1], "u", n[2], "w", n[3], "z", n[4]).Replace(form), cost)
	}
	first, last := of("x*w - y*z", 20), of("x^3 - z", 21)
	got := Strongest(s, []equation.Equation{of("x*y - u", 10), of("x*u - w", 11)}, first, []equation.Equation{first, last})
	assert.Equal(t, last.Estimate.Fit.Idx, got.Estimate.Fit.Idx)
}
