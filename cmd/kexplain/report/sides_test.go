package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestMeaning: the digits in parentheses are the error of those before.
func TestMeaning(t *testing.T) {
	assert.Equal(t, "3.1370(50) means 3.1370 ± 0.0050", meaning("3.1370(50)", 0.00501))
	assert.Equal(t, "1.26(15)e8 means 1.26e8 ± 0.15e8", meaning("1.26(15)e8", 1.5e7))
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

// TestProduct: factors of a product are in parentheses where they are sums, and powers where they repeat.
func TestProduct(t *testing.T) {
	assert.Equal(t, "x^2*(x + 1)*(2*x - y)^2", product([]string{"x", "x + 1", "x", "2*x - y", "2*x - y"}))
}

// TestFactorsThatAreColumns: the product of two columns is said in words.
func TestFactorsThatAreColumns(t *testing.T) {
	g := Generator{Equation: "in*out = 0", Factors: []string{"out", "in"}, Holds: true}
	g.Exact.Points, g.Exact.Vanishing = 40, 40
	assert.Contains(t, (&Learn{Points: 40}).brief(g), "  in or out is 0 in each row")
	g.Holds = false
	assert.Contains(t, (&Learn{Points: 40}).brief(g), "  in or out is 0 in each row, but for errors")
	g.Doubt = "errors do not look like that"
	assert.NotContains(t, strings.Join((&Learn{Points: 40}).brief(g), "\n"), "is 0 in")
}

// TestFactorsOfBrokenEquation: where the equation does not hold at all rows, the rows of its own line obey a factor.
func TestFactorsOfBrokenEquation(t *testing.T) {
	l := &Learn{Points: 40}
	g := Generator{Factors: []string{"x - y", "x - 2*y"}, Holds: true}
	g.Exact.Points, g.Exact.Vanishing = 40, 40
	assert.Contains(t, l.brief(g), "  that is (x - y)*(x - 2*y) = 0: each row obeys one of the factors")
	g.Exact.Vanishing, g.broken = 38, []int{19, 33}
	assert.Contains(t, l.brief(g), "  that is (x - y)*(x - 2*y) = 0: each of these rows obeys one of the factors")
	g.Exact.Points, g.broken = 38, nil
	assert.Contains(t, l.brief(g), "  that is (x - y)*(x - 2*y) = 0: each of these rows obeys one of the factors")
}
