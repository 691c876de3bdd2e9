package search

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// TestChoices: of the lines through pairs of four columns those count that need little more noise, to each one that has integers; not
// those that follow, and no parabola.
func TestChoices(t *testing.T) {
	rng := explaintest.Source(712)
	p := explaintest.Plain(t, explaintest.Cloud(60, 4, rng), 2)
	supportOf := func(text string, variance float64) support.Fit {
		idx, c := explaintest.Polynomial(t, p, text)
		return support.Fit{Idx: idx, C: c, Variance: variance}
	}
	equationOf := func(text string, exact bool) equation.Equation {
		f := supportOf(text, 1e-4)
		return equation.Equation{Estimate: fit.Estimate{Fit: f}, Coefficients: f.C, Exact: exact}
	}
	names := explaintest.Names(4)
	a, b, c, d := names[0], names[1], names[2], names[3]
	l := &level{problem: p, supports: []support.Fit{
		supportOf(a+" - "+b, 1e-4),
		supportOf(b+" - "+c, 1.9e-4),
		supportOf(b+" - "+d, 1.9e-4),
		supportOf(c+" - "+d, 2.1e-4),       // more noise
		supportOf(a+"^2 - "+d, 1e-4),       // a higher degree
		supportOf(a+" - "+b+" + "+c, 1e-4), // more terms
	}}
	e := equationOf(a+" - "+b, true)
	assert.InDelta(t, 3, l.choices(e, []equation.Equation{e}), 0)
	assert.InDelta(t, 1.5, l.choices(e, []equation.Equation{e, equationOf(b+" - "+c, true), equationOf(b+" - "+d, false)}), 0)
	assert.InDelta(t, 1, l.choices(e, []equation.Equation{e, equationOf(b+" - "+c, true)}), 0, "one is not in the list")
	l.accepted = []equation.Equation{equationOf(b+" - "+c, true)}
	l.supports = append(l.supports, supportOf(a+" - "+c, 1e-4)) // follows
	assert.InDelta(t, 2, l.choices(e, []equation.Equation{e}), 0)
	assert.Zero(t, l.choices(equationOf(a+" - "+b, false), nil), "nothing to take back")
}
