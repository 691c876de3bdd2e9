package sides

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestEquation: equations as people write them, and the same equation still.
func TestEquation(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"a", "T", "x", "y", "z"})
	for text, want := range map[string]string{
		"a^3 - T^2":                     "T^2 = a^3",
		"a*T - x":                       "x = a*T",
		"a*T - 1408.7":                  "a*T = 1408.7",
		"x^2 + y^2 - 25":                "x^2 + y^2 = 25",
		"x + y - z":                     "z = x + y",
		"x - y - z":                     "x = y + z",
		"x^2 - 3*x - y + 2":             "y = x^2 - 3*x + 2",
		"x^2 - y + 3*x":                 "y = x^2 + 3*x",
		"x^2 - 2*x + y^2 - 4*y - 3":     "x^2 + y^2 - 2*x - 4*y = 3",
		"x^2 + y^2 - 2*x":               "x^2 + y^2 = 2*x",
		"x*y + 1.787*y - 4.196*x":       "x*y + 1.787*y = 4.196*x",
		"3*x - 2*y + 5*z - 7*a":         "3*x + 5*z = 7*a + 2*y",
		"5*T - 9*x - 160":               "T = 1.8*x + 32",
		"2*x - 2*T - 4800001":           "x = T + 2400000.5",
		"2*x - 13*y - 12*z":             "x = 6.5*y + 6*z",
		"100*x - 19*y":                  "x = 0.19*y",
		"8*x - 1":                       "x = 0.125",
		"4*x - y":                       "y = 4*x",
		"4*y - x":                       "x = 4*y",
		"2*x - a*y^2":                   "a*y^2 = 2*x",
		"3*x - 7*y":                     "7*y = 3*x",
		"200*x - 3*a*y":                 "200*x = 3*a*y",
		"10*x*y - 4*y - 3":              "4*y + 3 = 10*x*y",
		"x - 2.5*y":                     "x = 2.5*y",
		"2.5*x - y":                     "y = 2.5*x",
		"x^2 + y^2":                     "x^2 + y^2 = 0",
		"x + y + 1":                     "x + y = -1",
		"-x - y + 1":                    "x + y = 1",
		"x":                             "x = 0",
		"x^2 - 1":                       "x^2 = 1",
		"a*T - 0.671*T^2 - 49*a + 34*T": "a*T + 34*T = 0.671*T^2 + 49*a",
	} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		got := Equation(of(p))
		assert.Equal(t, want, got, text)
		back, err := R.ParseEquation(got)
		require.NoError(t, err)
		assert.True(t, monic(t, back).Equal(monic(t, p)), "%s reads back as %s", got, back)
	}
}

func monic(t *testing.T, p *poly.Polynomial[ring.Rat]) *poly.Polynomial[ring.Rat] {
	t.Helper()
	m, err := p.Monic()
	require.NoError(t, err)
	return m
}

// of are the terms of a polynomial.
func of(p *poly.Polynomial[ring.Rat]) (list []Term) {
	R := p.Ring()
	for m, c := range p.Terms() {
		list = append(list, Term{strconv.FormatFloat(c.Float64(), 'f', -1, 64), R.FormatMonomial(m), R.Exponents(m)})
	}
	return list
}

// TestEquationMeasured: an equation with measured coefficients is solved for what has none.
func TestEquationMeasured(t *testing.T) {
	term := func(coefficient, monomial string, exponents ...int) Term {
		return Term{coefficient, monomial, exponents}
	}
	for _, tt := range []struct {
		terms []Term
		want  string
	}{
		{[]Term{term("1.7995(23)", "K", 1, 0), term("-1", "F", 0, 1), term("-459.51(69)", "1", 0, 0)}, "F = 1.7995(23)*K - 459.51(69)"},
		{[]Term{term("1", "age", 1, 0), term("-0.2103(12)", "h", 0, 1), term("17.5(4)", "1", 0, 0)}, "age = 0.2103(12)*h - 17.5(4)"},
		{[]Term{term("1", "U", 1, 0), term("-0.4548(10)", "I", 0, 1)}, "U = 0.4548(10)*I"},
		{[]Term{term("1", "x^2", 2, 0), term("1", "y^2", 0, 2), term("-25.1(3)", "1", 0, 0)}, "x^2 + y^2 = 25.1(3)"},
		{[]Term{term("0.5(1)", "x^2", 2, 0), term("1", "y", 0, 1), term("-2.1(3)", "1", 0, 0)}, "y = 2.1(3) - 0.5(1)*x^2"},
		{[]Term{term("1", "x", 1, 0), term("1.5", "y", 0, 1), term("-2", "1", 0, 0)}, "x + 1.5*y = 2"},
	} {
		assert.Equal(t, tt.want, Equation(tt.terms))
		assert.Equal(t, tt.want, Equation(Negated(tt.terms)))
	}
}
