package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/conserved"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestIdentity: an identity is printed in whole numbers where it has small denominators.
func TestIdentity(t *testing.T) {
	c := &Conserved{Variables: []string{"a", "b"}}
	term := func(c float64, exponents ...int) conserved.Term {
		return conserved.Term{Coefficient: c, Exponents: exponents}
	}
	for want, terms := range map[string][]conserved.Term{
		"a^2 + b^2 = 1":      {term(1, 2, 0), term(1, 0, 2), term(-1, 0, 0)},
		"2*a*b + 3 = 6*a":    {term(1.0/3, 1, 1), term(0.500000001, 0, 0), term(-1, 1, 0)},
		"a + 0.123457*b = 0": {term(1, 1, 0), term(0.1234567, 0, 1)},
		"a = 3.45e-06*b":     {term(1, 1, 0), term(-3.45e-6, 0, 1)},
	} {
		assert.Equal(t, want, c.identity(conserved.Identity{Terms: terms}))
	}
}

// TestOneValue: a column of one value is printed as the decimal that it holds.
func TestOneValue(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"g", "t"})
	for text, want := range map[string]string{"100*g - 981": "g = 9.81", "2*t + 3": "t = -1.5", "3*g - 2": "3*g = 2", "g - 7": "g = 7", "2*g - t": "t = 2*g"} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		g := explain.Generator{Polynomial: p, Rational: true, Holds: true}
		for m, c := range p.Terms() {
			g.Terms = append(g.Terms, explain.Term{Exponents: R.Exponents(m), Coefficient: c, Estimate: c.Float64(), Exact: true})
		}
		assert.Equal(t, want, EquationOf(g))
	}
}
