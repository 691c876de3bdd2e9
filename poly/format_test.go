package poly_test

import (
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The golden file holds headers and polynomials as the systems take them.
// CoCoA-5 apart, the texts were pasted into the systems when they were written
// (Singular 4.3.1, Macaulay2 1.21, SymPy 1.14).
func TestFormatGolden(t *testing.T) {
	Z101, err := ring.NewZp(101)
	require.NoError(t, err)
	var b strings.Builder
	rings := []struct {
		vars  []string
		order poly.Order
		texts []string
	}{
		{[]string{"x1", "x2"}, poly.Deglex, []string{"x1^2 - 3/2*x1*x2 + 7", "0", "-1", "x1", "-x2 + 1/3", "123456789012345678901234567890*x1^10"}},
		{[]string{"x", "y", "z"}, poly.Degrevlex, []string{"x^2 + y^2 + z^2 - 1"}},
		{[]string{"R", "S"}, poly.Lex, []string{"R - S^2"}},
		{[]string{"x", "y", "z"}, poly.Elimination(1), []string{"x - y*z"}},
		{[]string{"mass_kg", "lambda", "ideal", "x_1", "x1", "x₁", "θ", "größe", "_"}, poly.Deglex,
			[]string{"mass_kg*lambda*ideal + x_1 - 2*x1 - 3*x₁ + θ^2*größe*_"}},
	}
	for _, r := range rings {
		R, err := poly.NewRing(ring.Q, r.vars, poly.WithOrder(r.order))
		require.NoError(t, err)
		section(t, &b, R, r.texts)
	}
	section(t, &b, poly.MustRing(Z101, []string{"x", "y"}), []string{"x^2 - y/2 + 1"})
	section(t, &b, poly.MustRing(ring.Float64, []string{"x", "y"}), []string{"0.1*x^2 - 1e-7*y + 1e300"})
	section(t, &b, poly.MustRing(ring.Qi, []string{"x", "y"}), []string{"(1/2 - 3/4 i) x - i*y + 2i"})

	const golden = "testdata/format.golden"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
}

func section[E any](t *testing.T, b *strings.Builder, R *poly.Ring[E], texts []string) {
	b.WriteString("== " + R.String() + "\n")
	for _, style := range poly.Styles() {
		b.WriteString("-- " + style.String() + "\n")
		header, err := R.Header(style)
		if err != nil {
			require.ErrorIs(t, err, ring.ErrUnable)
			header = "error: " + err.Error()
		}
		b.WriteString(header + "\n")
		for _, text := range texts {
			p, err := R.Parse(text)
			require.NoError(t, err)
			out := p.Format(style)
			b.WriteString(out + "\n")
			again, err := R.ParseStyle(out, style)
			require.NoError(t, err, out)
			require.True(t, p.Equal(again), out)
		}
	}
}

// What other tools and people write in LaTeX is read too.
// TestFormatSum holds FormatSum to Format.
func TestFormatSum(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	for _, text := range []string{"0", "1", "-1", "x", "-x + 1", "3*x^2*y - x*y - 1/2*y + 7", "-2*x - 1"} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		assert.Equal(t, text, p.Format(poly.Text))
		assert.Equal(t, text, poly.FormatSum(func(yield func(string, string) bool) {
			for m, c := range p.Terms() {
				if !yield(c.String(), R.FormatMonomial(m)) {
					return
				}
			}
		}))
	}
}

func TestParseLaTeX(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y", "x1", "theta"})
	for in, want := range map[string]string{
		`\frac{3}{2} x^{2} - x y`:           "3/2*x^2 - x*y",
		`\frac{x + y}{2}`:                   "1/2*x + 1/2*y",
		`\left(x + y\right)^2 \cdot \theta`: "x^2*theta + 2*x*y*theta + y^2*theta",
		`xy`:                                "x*y",
		`x_{1} x`:                           "x*x1",
		`x^2`:                               "x^2",
		`2\times x`:                         "2*x",
		`\theta x`:                          "x*theta",
	} {
		p, err := R.ParseStyle(in, poly.LaTeX)
		require.NoError(t, err, in)
		assert.Equal(t, want, p.String(), in)
	}
	for _, in := range []string{`\frac{1}{x}`, `\frac{1}`, `\frac12`, `\thetax`, `\sin x`, `x_{2}`, `x^{y}`, `x^{2`, `\left(x)`, `\frac{1}{0}`} {
		_, err := R.ParseStyle(in, poly.LaTeX)
		assert.Error(t, err, in)
	}
}

// TestFractionsRoundOnce: a fraction of two whole numbers is one number of the field, in every
// notation: the float64 next to it, not the quotient of two that were rounded.
func TestFractionsRoundOnce(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, []string{"x"})
	rng := rand.New(rand.NewPCG(1, 40))
	for range 50 {
		q := big.NewRat(1e18+rng.Int64N(8e18), 1e16+rng.Int64N(1e16))
		want, _ := q.Float64()
		for text, style := range map[string]poly.Style{
			fmt.Sprintf("%v/%v", q.Num(), q.Denom()):            poly.Text,
			fmt.Sprintf(`\frac{%v}{%v}`, q.Num(), q.Denom()):    poly.LaTeX,
			fmt.Sprintf(`Rational(%v, %v)`, q.Num(), q.Denom()): poly.SymPy,
		} {
			p, err := R.ParseStyle(text, style)
			require.NoError(t, err)
			require.Equal(t, want, p.Eval([]float64{0}), text)
		}
	}
}

func TestParseSymPyErrors(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x"})
	for _, in := range []string{"Rational", "Rational(1)", "Rational(1, x)", "Rational(1, 2", "Rational(1, 0)", "Rational(1.5, 2)"} {
		_, err := R.ParseStyle(in, poly.SymPy)
		assert.Error(t, err, in)
	}
	p, err := R.ParseStyle("Rational(-3, 2)*x**2", poly.SymPy)
	require.NoError(t, err)
	assert.Equal(t, "-3/2*x^2", p.String())
}

func TestStyleNamed(t *testing.T) {
	for _, s := range poly.Styles() {
		got, err := poly.StyleNamed(s.String())
		require.NoError(t, err)
		assert.Equal(t, s, got)
	}
	_, err := poly.StyleNamed("maple")
	assert.ErrorContains(t, err, "have text, latex, sympy, cocoa, singular, macaulay2, sql, c, python")
	assert.Equal(t, "text", poly.Style{}.String())
}

// Names are distinct in every style, whatever the variables.
func TestNamesAreDistinct(t *testing.T) {
	vars := []string{
		"x1", "x_1", "x₁", "x_₁", "x__1", "X1", "theta", "θ", "theta1", "θ1", "theta_1", "ideal", "idealVar", "idealVar2",
		"massKg", "mass_kg", "mass_Kg", "_", "__", "v", "v_", "v__", "_1", "v1", "é", "ue9", "mathit", "alphaBeta", "α_β", "x01", "x_01", "R", "end", "End",
	}
	R := poly.MustRing(ring.Q, vars)
	for _, style := range poly.Styles() {
		names := R.Names(style)
		seen := map[string]string{}
		for i, name := range names {
			require.Empty(t, seen[name], "%v: %s and %s are both %s", style, vars[i], seen[name], name)
			seen[name] = vars[i]
			p, err := R.ParseStyle(name+" + 1", style)
			require.NoError(t, err, "%v: %s", style, name)
			require.Equal(t, vars[i]+" + 1", p.String(), "%v: %s", style, name)
		}
	}
}
