package explain

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// The four kinds: what holds, integers and decimals that are far ahead, decimals that are
// not, and integers with a posterior that is too low for a law.
func TestKinds(t *testing.T) {
	inf := math.Inf(-1)
	ahead := func(nats float64) judge.Classes {
		return judge.Classes{Cloud: 10, Affine: inf, Smooth: 100, Real: 100 + nats, Exact: inf}
	}
	exact := func(nats float64) judge.Classes {
		c := ahead(0)
		c.Exact = c.Smooth + nats
		return c
	}
	sure := equation.Equation{Exact: true}
	sure.Rounding.Posterior = 1
	sure.Rounding.Gain, sure.Rounding.MixtureGain = math.Inf(1), math.Inf(1)
	likely := sure
	likely.Rounding.MixtureGain = math.Log(19)
	for _, tt := range []struct {
		name    string
		g       Generator
		e       equation.Equation
		classes judge.Classes
		want    Kind
		doubt   bool
	}{
		{"integers", Generator{Rational: true}, sure, exact(limit.MinEvidence() + 0.1), Law, false},
		{"integers, but a smooth curve", Generator{Rational: true}, sure, exact(limit.MinEvidence() - 0.1), Fit, true},
		{"integers of a probability of 0.95", Generator{Rational: true}, likely, exact(50), Fit, false},
		{"decimals", Generator{}, equation.Equation{}, ahead(limit.MinFitEvidence() + 0.1), Fit, false},
		{"decimals, but a smooth curve", Generator{}, equation.Equation{}, ahead(limit.MinFitEvidence() - 0.1), Curve, true},
		{"decimals with rivals", Generator{}, equation.Equation{RivalOdds: 0.2}, ahead(50), Curve, false},
		{"a single term", Generator{Rational: true}, sure, judge.Classes{Real: inf, Exact: inf, Smooth: 3}, Law, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := tt.g
			g.addDoubt(g.setPosterior(tt.e, tt.classes, true))
			g.decide()
			assert.Equal(t, tt.want, g.Kind)
			assert.Equal(t, tt.doubt, g.Doubt != "", g.Doubt)
		})
	}
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y"})
	exactly := exactGenerator(R.Var(0).Sub(R.Var(1)))
	assert.Equal(t, Holds, exactly.Kind, "with no noise")
	for want, g := range map[Kind]Generator{Law: {Rational: true}, Fit: {}, Curve: {Rational: true, Approximation: true}} {
		g.decide()
		assert.Equal(t, want, g.Kind, "the law of a response")
	}
	g := Generator{}
	d := g.setPosterior(equation.Equation{}, judge.Classes{Cloud: 90, Affine: 40, Smooth: 50, Real: 80, Exact: inf}, true)
	assert.Equal(t, []string{"a cloud of points describes the rows better, by 10.0 nats, so it need not be a law"}, d.texts)
	assert.Empty(t, g.setPosterior(equation.Equation{}, judge.Classes{Cloud: 90, Affine: 40, Smooth: 50, Real: 80, Exact: inf}, false).texts, "beside others")
	d = g.setPosterior(equation.Equation{}, judge.Classes{Affine: 90, Real: 80, Exact: inf, Columns: 2}, true)
	assert.Equal(t, []string{"a line describes the rows better, by 10.0 nats, so it need not be a law"}, d.texts, "a plane in two columns")
}
