package poly_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/poly/polytest"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

func parsed(t *testing.T, R *poly.Ring[ring.Rat], text string) *poly.Polynomial[ring.Rat] {
	t.Helper()
	p, err := R.Parse(text)
	require.NoError(t, err)
	return p
}

// TestPartsOfStyles: a product of what a style says of its parts is read back as that product, and a
// bound stands in a list where the style has a place for it.
func TestPartsOfStyles(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x"})
	comments := map[string]string{
		"text": "#", "latex": "%", "sympy": "#", "cocoa": "--", "singular": "//", "macaulay2": "--", "sql": "--", "c": "//", "python": "#",
	}
	for _, style := range append(poly.Styles(), poly.Style{}) {
		assert.Equal(t, comments[style.String()], style.Comment(), style)
		for _, n := range []string{"3", "123456789012345678", "1234567890123456789"} {
			above, between, below := style.Fraction()
			text := above + n + between + "2" + below + style.Times() + "x"
			p, err := R.ParseStyle(text, style)
			require.NoError(t, err, "%v: %s", style, text)
			assert.True(t, p.Equal(parsed(t, R, n+"/2*x")), "%v: %s", style, text)
			p, err = R.ParseStyle(style.Whole(n), style)
			require.NoError(t, err, "%v: %s", style, style.Whole(n))
			assert.True(t, p.Equal(parsed(t, R, n)), "%v: %s", style, style.Whole(n))
		}
		list := style.List("law", []string{"x", "y"})
		assert.NotContains(t, list.Open, "NAME")
		assert.NotContains(t, list.Open, "VARIABLES")
		exact, near := list.Item("x", ""), list.Item("x", "0.5")
		assert.NotContains(t, exact, "0.5")
		assert.Equal(t, style.Bounds(), strings.Contains(near, "0.5"), style)
		assert.Equal(t, style.Bounds(), exact != near, style)
	}
	var comment, decimals, bounds []string
	for _, style := range poly.Styles() {
		for list, has := range map[*[]string]bool{&comment: style.HeaderIsComment(), &decimals: style.Decimals(), &bounds: style.Bounds()} {
			if has {
				*list = append(*list, style.String())
			}
		}
	}
	assert.Equal(t, []string{"latex"}, comment)
	assert.Equal(t, []string{"text", "latex", "sympy", "sql", "c", "python"}, decimals)
	assert.Equal(t, []string{"sql", "c"}, bounds)
}

// TestSubstituteVar: p with q for a variable has the value of p where the variable has that of q.
func TestSubstituteVar(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 41))
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	for range 20 {
		p, q := polytest.Draw(rng, R, 4, 3, ringtest.Rat), polytest.Draw(rng, R, 3, 2, ringtest.Rat)
		at := []ring.Rat{ring.NewRat(1, 2), ring.RatFromInt(-3), ring.RatFromInt(2)}
		for i := range 3 {
			got, err := p.SubstituteVar(i, q)
			require.NoError(t, err)
			moved := slices.Clone(at)
			moved[i] = q.Eval(at)
			require.True(t, got.Eval(at).Equal(p.Eval(moved)), "%v for variable %d of %v", q, i, p)
		}
	}
	narrow := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithMaxDegree(3))
	for _, text := range []string{"x^2", "x^2*y", "x*y + y"} {
		_, err := parsed(t, narrow, text).SubstituteVar(0, parsed(t, narrow, "x^2*y + 1"))
		assert.ErrorIs(t, err, poly.ErrDegree, text)
	}
}

// TestNamesAndPlaces: the place of a variable is where its name stands.
func TestNamesAndPlaces(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	for want, name := range R.Vars() {
		got, ok := R.VarIndex(name)
		assert.True(t, ok)
		assert.Equal(t, want, got)
	}
	_, ok := R.VarIndex("w")
	assert.False(t, ok)
	assert.True(t, R.FromInt(-3).Equal(parsed(t, R, "-3")))
	assert.True(t, R.FromInt(0).IsZero())
}

// TestHomogeneous: all terms have one degree, as they have after Homogenize.
func TestHomogeneous(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y", "h"})
	for text, want := range map[string]bool{"0": true, "5": true, "x^2 - x*y": true, "x^2 - y": false, "x + 1": false} {
		p := parsed(t, R, text)
		assert.Equal(t, want, p.IsHomogeneous(), text)
		assert.True(t, p.Homogenize(2).IsHomogeneous(), text)
	}
}

// TestMonic: the leading coefficient is 1, and over floating point exactly 1.
func TestMonic(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, []string{"x"})
	assert.True(t, R.Zero().IsZero())
	zero, err := R.Zero().Monic()
	require.NoError(t, err)
	assert.True(t, zero.IsZero())
	for k := range 200 {
		p := R.Var(0).Scale(float64(k + 1)).Add(R.One())
		q, err := p.Monic()
		require.NoError(t, err)
		require.Equal(t, 1.0, q.LeadingCoefficient(), "%d", k+1)
		require.InEpsilon(t, 1/float64(k+1), q.Eval([]float64{0}), 1e-15)
	}
	_, err = R.Const(5e-324).Monic()
	assert.ErrorIs(t, err, ring.ErrUnable, "its inverse is infinite")
}

// wrapped writes sums in parentheses, and multiples of i by 1/2 as a product of two of them.
type wrapped struct{ ring.Gaussians }

func (k wrapped) Format(x ring.Gaussian) string {
	twice := k.Gaussians.Format(k.Add(x, x))
	if text := k.Gaussians.Format(x); !strings.ContainsAny(text, "+/") {
		return text
	} else if !strings.Contains(text, "/") {
		return "(" + text + ")"
	}
	return "(" + twice + ")*(1-1/2)"
}

// TestParenthesesOfFields: a coefficient that is a sum stands in one pair of parentheses, those of
// its field or those of Format.
func TestParenthesesOfFields(t *testing.T) {
	R := poly.MustRing[ring.Gaussian](wrapped{}, []string{"x"})
	for text, want := range map[string]string{
		"(1+i)*x":         "(1+i)*x",
		"(1/2+1/2*i)*x":   "((1+i)*(1-1/2))*x",
		"(1+i)*x^2 + 2*x": "(1+i)*x^2 + 2*x",
	} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		assert.Equal(t, want, p.String())
		again, err := R.Parse(p.String())
		require.NoError(t, err)
		assert.True(t, again.Equal(p), text)
	}
}

// TestCallsOfStyles: what a function of a style lacks is an error where it is lacking.
func TestCallsOfStyles(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x"}, poly.WithMaxDegree(50))
	for style, texts := range map[poly.Style][]string{
		poly.C:      {"pow", "pow x", "pow(", "pow(2, 3)", "pow(x 3)", "pow(x, y)", "pow(x, )", "pow(x, 3", "pow(x, 51)", "pow(x, 99999999999)"},
		poly.Python: {"Fraction", "Fraction(1)", "Fraction(1 2)", "Fraction(1, x)", "Fraction(1, 2", "Fraction(1, 0)"},
		poly.SQL:    {`"x`, `"y"`, `"`, `""`},
		poly.LaTeX: {`\frac{x}`, `\frac{x}{`, `\frac{x}{2`, `\frac{x}{0}`, `\frac{x`, `\frac{x + }{2}`, `\frac{x}{y}`, `\frac{}{2}`, `\frac{1}{}`, `\frac{x}2`,
			`2 \cdot`, `2 \left(x`, `x^{-1}`, `1\mathrm{e}{3`},
	} {
		for _, text := range texts {
			_, err := R.ParseStyle(text, style)
			var wrong *poly.SyntaxError
			assert.ErrorAs(t, err, &wrong, "%v: %s", style, text)
		}
	}
	for text, style := range map[string]poly.Style{"pow(x, 40)": poly.C, " pow ( x , 40 ) ": poly.C, `x^{40}`: poly.LaTeX} {
		p, err := R.ParseStyle(text, style)
		require.NoError(t, err, text)
		assert.Equal(t, "x^40", p.String())
	}
	for text, want := range map[string]string{`2 - x*-(x + 1)`: "x^2 + x + 2", "-(x - 1)": "-x + 1", "x*+(x - 1)": "x^2 - x"} {
		assert.Equal(t, want, parsed(t, R, text).String())
	}
	constants := poly.MustRing(ring.Q, []string{"x"}, poly.WithMaxDegree(1))
	_, err := constants.Parse("x*x")
	assert.ErrorIs(t, err, poly.ErrDegree)
}

// TestManyVariables: an unknown name is answered with at most eight variables and how many more
// there are.
func TestManyVariables(t *testing.T) {
	for count, want := range map[int]string{8: "a, b, c, d, e, f, g, h", 9: "a, b, c, d, e, f, g, h and 1 more", 12: "a, b, c, d, e, f, g, h and 4 more"} {
		R := poly.MustRing(ring.Q, strings.Split("abcdefghijkl"[:count], ""))
		_, err := R.Parse("2 + unknown")
		assert.ErrorContains(t, err, "the variables are "+want)
		assert.Equal(t, count == 8, !strings.Contains(err.Error(), " more"))
	}
	// What may have been meant is a product of all of the name, from its first letter to its last.
	R := poly.MustRing(ring.Q, []string{"x", "y", "xy", "θ"})
	for name, want := range map[string]string{
		"qx": "are x, y, xy", "xq": "are x, y, xy", "xqy": "are x, y, xy", "q2": "are x, y, xy", "yqx2": "are x, y, xy", "xyxyxyxyxyxyxyx": "are x, y, xy",
		"yx": "mean y*x?", "xyx": "mean xy*x?", "yxθ": "mean y*x*θ?", "θy2": "mean θ*y^2?", "yyxy3": "mean y*y*xy^3?", "XY": "mean xy?",
	} {
		_, err := R.Parse("2*" + name)
		assert.ErrorContains(t, err, want, name)
	}
}

// TestOrdersOfSystems: an elimination of none or all of the variables is degrevlex, for every system.
func TestOrdersOfSystems(t *testing.T) {
	for _, style := range poly.Styles() {
		reverse, err := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Degrevlex)).Header(style)
		require.NoError(t, err)
		for _, k := range []int{0, 2, 3} {
			got, err := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Elimination(k))).Header(style)
			require.NoError(t, err)
			if style != poly.Text && style != poly.LaTeX {
				assert.Equal(t, reverse, got, "%v, elimination of %d", style, k)
			}
		}
	}
	// The ring is called by the first letter that is no variable.
	for name, vars := range map[string][]string{"R": {"x"}, "S": {"R"}, "U": {"R", "T", "S"}, "RR": strings.Split("RSTUVWXYZ", "")} {
		header, err := poly.MustRing(ring.Q, vars).Header(poly.CoCoA)
		require.NoError(t, err)
		assert.Contains(t, header, "use "+name+" ")
	}
	assert.Equal(t, "Order(4)", poly.Order(4).String(), "no order")
	assert.Empty(t, poly.MustRing(ring.Q, []string{"x"}).MonomialsOf(-1))
	assert.Empty(t, poly.MustRing(ring.Q, []string{"x"}).MonomialsUpTo(-1))
}

// TestCanonicalForm: what breaks the promise of a polynomial is seen.
func TestCanonicalForm(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	x, y, one := R.VarMonomial(0), R.VarMonomial(1), ring.RatFromInt(1)
	large, err := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithMaxDegree(1<<20)).Monomial(1<<20, 0)
	require.NoError(t, err)
	assert.NoError(t, poly.Check(poly.Raw(R, []poly.Monomial{x, y}, []ring.Rat{one, one})))
	for why, p := range map[string]*poly.Polynomial[ring.Rat]{
		"no ring":        poly.Raw[ring.Rat](nil, nil, nil),
		"no coefficient": poly.Raw(R, []poly.Monomial{x}, nil),
		"a zero":         poly.Raw(R, []poly.Monomial{x, y}, []ring.Rat{one, {}}),
		"ascending":      poly.Raw(R, []poly.Monomial{y, x}, []ring.Rat{one, one}),
		"twice":          poly.Raw(R, []poly.Monomial{x, x}, []ring.Rat{one, one}),
		"another ring's": poly.Raw(R, []poly.Monomial{large}, []ring.Rat{one}),
	} {
		assert.Error(t, poly.Check(p), why)
	}
}

// TestDivisionRefuses: a quotient whose product with a divisor does not fit the ring, and a leading
// coefficient that has no inverse.
func TestDivisionRefuses(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex), poly.WithMaxDegree(4))
	_, _, err := parsed(t, R, "x^3").DivMod([]*poly.Polynomial[ring.Rat]{parsed(t, R, "x - y^3")})
	assert.ErrorIs(t, err, poly.ErrDegree)
	_, rest, err := parsed(t, R, "x^2").DivMod([]*poly.Polynomial[ring.Rat]{parsed(t, R, "x - y^2")})
	require.NoError(t, err)
	assert.Equal(t, "y^4", rest.String())
	F := poly.MustRing[float64](ring.Float64, []string{"x"})
	_, _, err = F.Var(0).DivMod([]*poly.Polynomial[float64]{F.Var(0).Scale(5e-324)})
	assert.ErrorIs(t, err, ring.ErrUnable)
}

// named is Q under another name.
type named struct{ ring.Rationals }

func (named) String() string { return "my field" }

// TestHeaderOfField: TeX sets the letters of Q, R, C and Z, and any other name as it is.
func TestHeaderOfField(t *testing.T) {
	header, err := poly.MustRing[ring.Rat](named{}, []string{"x"}).Header(poly.LaTeX)
	require.NoError(t, err)
	assert.Equal(t, `\mathrm{my field}[x]`, header)
}
