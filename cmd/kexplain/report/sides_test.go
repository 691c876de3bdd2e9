package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestTwoSides: equations as people write them, and the same equation still.
func TestTwoSides(t *testing.T) {
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
		"5*T - 9*x - 160":               "5*T = 9*x + 160",
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
		got := twoSides(addends(p, decimals{}.Format))
		assert.Equal(t, want, got, text)
		back, err := R.ParseEquation(got)
		require.NoError(t, err)
		assert.True(t, back.Equal(p) || back.Equal(p.Neg()), "%s reads back as %s", got, back)
	}
}

// TestTwoSidesMeasured: an equation with measured coefficients is solved for what has none.
func TestTwoSidesMeasured(t *testing.T) {
	term := func(coefficient, monomial string, exponents ...int) addend {
		return addend{coefficient, monomial, exponents}
	}
	for _, tt := range []struct {
		terms []addend
		want  string
	}{
		{[]addend{term("1.7995(23)", "K", 1, 0), term("-1", "F", 0, 1), term("-459.51(69)", "1", 0, 0)}, "F = 1.7995(23)*K - 459.51(69)"},
		{[]addend{term("1", "age", 1, 0), term("-0.2103(12)", "h", 0, 1), term("17.5(4)", "1", 0, 0)}, "age = 0.2103(12)*h - 17.5(4)"},
		{[]addend{term("1", "U", 1, 0), term("-0.4548(10)", "I", 0, 1)}, "U = 0.4548(10)*I"},
		{[]addend{term("1", "x^2", 2, 0), term("1", "y^2", 0, 2), term("-25.1(3)", "1", 0, 0)}, "x^2 + y^2 = 25.1(3)"},
		{[]addend{term("1", "x", 1, 0), term("1.5", "y", 0, 1), term("-2", "1", 0, 0)}, "x + 1.5*y = 2"},
	} {
		assert.Equal(t, tt.want, twoSides(tt.terms))
		assert.Equal(t, tt.want, twoSides(negatedAll(tt.terms)))
	}
}

// TestPrinted: a measured constant goes to the side where people look for it.
func TestPrinted(t *testing.T) {
	term := func(coefficient string, estimate, stderr float64, exponents ...int) Term {
		return Term{Exponents: exponents, Coefficient: coefficient, Estimate: Float(estimate), Stderr: Float(stderr), Exact: stderr == 0}
	}
	R := poly.MustRing(ring.Q, []string{"m", "v", "E"})
	for want, terms := range map[string][]Term{
		"E = 0.5002(16)*m*v^2":          {term("1", 1, 0, 1, 2, 0), term("-1.9993", -1.9993, 0.0063, 0, 0, 1)},
		"m = 0.5002(16)*v*E":            {term("-1.9993", -1.9993, 0.0063, 1, 0, 0), term("1", 1, 0, 0, 1, 1)},
		"E = 4.18882(23)*v^3":           {term("1", 1, 0, 0, 3, 0), term("-0.238731", -0.238731, 0.000013, 0, 0, 1)},
		"v^2 = 4.0201(77)*m":            {term("1", 1, 0, 0, 2, 0), term("-4.0201", -4.0201, 0.0077, 1, 0, 0)}, // the last column is v
		"v = 2.50(10)*E":                {term("1", 1, 0, 0, 1, 0), term("-2.5", -2.5, 0.1, 0, 0, 1)},
		"m*v = 8.31(12)*E^2":            {term("1", 1, 0, 1, 1, 0), term("-8.31", -8.31, 0.12, 0, 0, 2)},
		"m*v = 0.0000081(10)*E":         {term("1", 1, 0, 1, 1, 0), term("-0.0000081", -0.0000081, 0.000001, 0, 0, 1)},
		"2.00(10)*m = v^2 + 0.50(10)*E": {term("1", 1, 0, 0, 2, 0), term("0.5", 0.5, 0.1, 0, 0, 1), term("-2", -2, 0.1, 1, 0, 0)},
		"m*v = 1000*E":                  {term("1", 1, 0, 1, 1, 0), {[]int{0, 0, 1}, "-1000", -999.8, 0.7, true, ""}},
	} {
		assert.Equal(t, want, Generator{Terms: terms, poly: R.One()}.equation())
	}
	assert.Equal(t, "3.1370(50) means 3.1370 ± 0.0050", meaning("3.1370(50)", 0.00501))
	assert.Equal(t, "1.26(15)e8 means 1.26e8 ± 1.5e+07", meaning("1.26(15)e8", 1.5e7))
	assert.Equal(t, "0.1327(310) means 0.1327 ± 0.0310", meaning("0.1327(310)", 0.0314))
	assert.Equal(t, "119(48) means 119 ± 48", meaning("119(48)", 48))
}

// TestMeasuredForm: whole numbers that are no small multiples of one of them, or of its half, have
// what was measured beside them.
func TestMeasuredForm(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	tenThousandth, err := ring.ParseRat("1/10000")
	require.NoError(t, err)
	for text, want := range map[string]string{
		"5*x*y + 9*y - 21*x": "x*y + 1.7985(61)*y = 4.2009(25)*x",
		"2*x*y + 3*y - 6*x":  "",
		"x*y + 9*y - 1001*x": "x*y + 1.7985(61)*y = 4.2009(25)*x",
		"x*y + 9*y - 21*x":   "",
	} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		g := explain.Generator{Polynomial: p, Rational: true}
		for m, c := range p.Terms() {
			g.Terms = append(g.Terms, explain.Term{Exponents: R.Exponents(m), Coefficient: c, Exact: true})
		}
		g.Measured = []explain.Term{
			{Exponents: []int{1, 1}, Coefficient: ring.RatFromInt(1), Estimate: 1, Exact: true},
			{Exponents: []int{1, 0}, Coefficient: ring.RatFromInt(-42009).Mul(tenThousandth), Estimate: -4.2009, Stderr: 0.0025},
			{Exponents: []int{0, 1}, Coefficient: ring.RatFromInt(17985).Mul(tenThousandth), Estimate: 1.7985, Stderr: 0.0061},
		}
		assert.Equal(t, want, newGenerator(g).rows, text)
	}
}
