package poly_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/poly/polytest"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

var typed = poly.MustRing(ring.Q, []string{"x", "y", "x1", "mass_kg", "θ", "größe"})

// What people type.
func TestParse(t *testing.T) {
	for _, c := range []struct{ why, in, want string }{
		{"the example of the contract", "x1^2 - 3/2*x1*x + 7", "-3/2*x*x1 + x1^2 + 7"},
		{"juxtaposition", "2*x^2 - 3/4 x y + 1", "2*x^2 - 3/4*x*y + 1"},
		{"Python's power", "x**2", "x^2"},
		{"no blanks", "2x-3y", "2*x - 3*y"},
		{"many blanks and lines", " \t 2 \n * x\u00a0- 3\r\ny ", "2*x - 3*y"},
		{"Unicode minus", "x − 3", "x - 3"},
		{"superscripts", "x² + y¹² − x1⁰", "y^12 + x^2 - 1"},
		{"Unicode products", "2·x⋅y×x1 ∙ 3", "6*x*y*x1"},
		{"decimals are exact", "0.1 x + .25 + 1.", "1/10*x + 5/4"},
		{"scientific notation", "1e5x - 2.5E-3 y + 1e+2", "100000*x - 1/400*y + 100"},
		{"2e is not scientific", "3(2)", "6"}, // a parenthesis may follow a number
		{"names", "mass_kg θ größe", "mass_kg*θ*größe"},
		{"x1 is a name, not x·1", "x1x", ""},
		{"fraction before a variable is (1/2)·x", "1/2x", "1/2*x"},
		{"division from the left", "x/2/3*4", "2/3*x"},
		{"division by a constant in parentheses", "(x + y)/(1 + 1)", "1/2*x + 1/2*y"},
		{"power binds before division", "x/2^2", "1/4*x"},
		{"a fraction is no base of a power", "3/4^2", "3/16"},
		{"sign is weaker than power", "-x^2", "-x^2"},
		{"sign is weaker than power, number", "-2^2", "-4"},
		{"signs after operators", "x + -3 - -y * -2", "x - 2*y - 3"},
		{"leading plus", "+x", "x"},
		{"parentheses", "(x + y)(x - y)", "x^2 - y^2"},
		{"powers of parentheses", "(x + y)^3", "x^3 + 3*x^2*y + 3*x*y^2 + y^3"},
		{"power in parentheses", "x^(12)", "x^12"},
		{"zeroth power", "x^0 + 0^0 + (x+y)^0", "3"},
		{"a variable before a parenthesis is a product", "x(x + 1)", "x^2 + x"},
		{"equal monomials are summed", "x + y + x - 3x", "-x + y"},
		{"all cancels", "x - x", "0"},
		{"zero times", "0*x*y", "0"},
		{"nothing rounds to nothing", "1e-300 x", "1/1" + strings.Repeat("0", 300) + "*x"},
		{"powers of numbers", "2^100", "1267650600228229401496703205376"},
		{"leading zeros", "007x", "7*x"},
		{"nested", strings.Repeat("(", 100) + "x" + strings.Repeat(")", 100), "x"},
		{"large power within the bound", "(x + y)^60 - (y + x)^60", "0"},
	} {
		t.Run(c.why, func(t *testing.T) {
			p, err := typed.Parse(c.in)
			if c.want == "" {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			require.NoError(t, poly.Check(p))
			require.Equal(t, c.want, p.String())
		})
	}
}

// Every refusal points at the character and says why.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		why, in   string
		offset    int
		found     string
		expected  string
		underlies error
	}{
		{"empty", "", 0, "end of text", "a number, a variable or (", nil},
		{"blank", "  ", 2, "end of text", "a number, a variable or (", nil},
		{"unfinished", "x + ", 4, "end of text", "a number, a variable or (", nil},
		{"unknown", "x + z", 4, `"z"`, "the variables are x, y, x1, mass_kg, θ, größe", nil},
		{"product without a sign", "xy", 0, `"xy"`, "did you mean x*y?", nil},
		{"product of longer names", "θx1y", 0, `"θx1y"`, "did you mean θ*x1*y?", nil},
		{"forgotten caret", "y2", 0, `"y2"`, "did you mean y^2?", nil},
		{"capital", "X", 0, `"X"`, "did you mean x?", nil},
		{"function", "sin(x)", 0, `"sin"`, "unknown variable: polynomials have no functions, for y = sqrt(x) write y^2 = x", nil},
		{"without the unit", "mass", 0, `"mass"`, "unknown variable, did you mean mass_kg?", nil},
		{"a letter too many", "grössse", 0, `"grössse"`, "unknown variable", nil},
		{"another letter", "gröse*x", 0, `"gröse"`, "unknown variable, did you mean größe?", nil},
		{"not a polynomial", "x/y", 2, `"y"`, "divided by constants only", nil},
		{"not a polynomial, later", "1/2/x^2", 4, `"x^2"`, "divided by constants only", nil},
		{"division by zero", "x/0", 2, `"0"`, "cannot divide by this", ring.ErrDomain},
		{"division by zero in a number", "1/0", 2, `"0"`, "cannot divide by this", ring.ErrDomain},
		{"division by hidden zero", "x/(1 - 1)", 2, `"(1 - 1)"`, "cannot divide by this", ring.ErrDomain},
		{"two numbers", "2 3", 2, `"3"`, "a number follows a factor only after *", nil},
		{"number behind a parenthesis", "(x+1)2", 5, `"2"`, "only after *", nil},
		{"number behind a variable", "x 3", 2, `"3"`, "only after *", nil},
		{"number behind a power", "x^2 3", 4, `"3"`, "only after *", nil},
		{"two points", "1.2.3", 3, `"."`, "only after *", nil},
		{"point alone", ".", 0, `"."`, "a number, a variable or (", nil},
		{"tower", "x^2^3", 3, `"^"`, "use parentheses", nil},
		{"tower in Python", "x**2**3", 4, `"*"`, "use parentheses", nil},
		{"tower of superscripts", "x²^3", 2, `"^"`, "use parentheses", nil},
		{"negative power", "x^-1", 2, `"-"`, "a whole number that is not negative", nil},
		{"broken power", "x^2.5", 2, `"2"`, "a whole number", nil},
		{"power of a variable", "x^y", 2, `"y"`, "a whole number", nil},
		{"sum as a power", "x^(1+1)", 4, `"+"`, "expected ) after the exponent", nil},
		{"negative superscript", "x⁻¹", 1, `"⁻"`, "expected an operator", nil},
		{"not closed", "(x + 1", 6, "end of text", "expected )", nil},
		{"not opened", "x + 1)", 5, `")"`, "nothing open that it closes", nil},
		{"wrongly closed", "(x + 1]", 6, `"]"`, "expected an operator or )", nil},
		{"brackets", "x[1]", 1, `"["`, "expected an operator", nil},
		{"two operators", "x */ y", 3, `"/"`, "a number, a variable or (", nil},
		{"three signs", "x - - -y", 6, `"-"`, "a number, a variable or (", nil},
		{"dash for a minus", "x – 3", 2, `"–"`, "a dash, not a minus sign", nil},
		{"dash at the start", "—x", 0, `"—"`, "a dash, not a minus sign", nil},
		{"equation", "x = 3", 2, `"="`, "not an equation", nil},
		{"inequality", "x < 3", 2, `"<"`, "not an inequality", nil},
		{"decimal comma", "1,5 x", 1, `","`, "expected an operator", nil},
		{"comment", "x # note", 2, `"#"`, "expected an operator", nil},
		{"NUL", "x\x00", 1, `"\x00"`, "expected an operator", nil},
		{"broken UTF-8", "x + \xff", 4, `"\xff"`, "a number, a variable or (", nil},
		{"degree", "x^32768", 0, `"x^32768"`, "does not fit", poly.ErrDegree},
		{"degree of a product", "y x^32767", 2, `"x^32767"`, "does not fit", poly.ErrDegree},
		{"degree of a parenthesis", "(x+y)^1000000", 0, `"(x+y)^1000000"`, "does not fit", poly.ErrDegree},
		{"exponent of ten digits", "x^9999999999", 2, `"9999999999"`, "below 2147483648", poly.ErrTooLarge},
		{"expansion", "(x+y+x1+θ)^2000", 0, `"(x+y+x1+θ)^2000"`, "does not fit", poly.ErrTooLarge},
		{"expansion of a number", "2^1000000000", 0, `"2^1000000000"`, "does not fit", poly.ErrTooLarge},
		{"expansion of products", strings.Repeat("(x+y+x1+θ)^20", 9), 26, "", "does not fit", poly.ErrTooLarge},
		{"nesting", strings.Repeat("(", 100000), poly.MaxNesting, `"("`, "nested deeper than 200", poly.ErrTooLarge},
		{"number beyond all", "1e99999999", 0, `"1e99999999"`, "not a number of Q", nil},
		{"second line", "x +\n θ + ?", 9, `"?"`, "a number, a variable or (", nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := typed.Parse(c.in)
			var syntax *poly.SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.Equal(t, c.offset, syntax.Offset, "%v", err)
			assert.Contains(t, syntax.Found, c.found)
			assert.Contains(t, syntax.Expected, c.expected)
			if c.underlies != nil {
				require.ErrorIs(t, err, c.underlies)
			}
			assert.Equal(t, c.in, syntax.Text)
		})
	}
}

func TestSyntaxErrorPlace(t *testing.T) {
	_, err := typed.Parse("x +\n θ + ?\n")
	var syntax *poly.SyntaxError
	require.ErrorAs(t, err, &syntax)
	assert.Equal(t, [2]int{2, 6}, [2]int{syntax.Line, syntax.Column})
	assert.Equal(t, " θ + ?\n     ^", syntax.Excerpt())
	assert.Equal(t, `poly: line 2, column 6: found "?": expected a number, a variable or (`, err.Error())

	_, err = typed.Parse("1 + x/0")
	assert.Equal(t, `poly: column 7: found "0": cannot divide by this: ring: inverse of 0: ring: undefined`, err.Error())
	_, err = typed.Parse(strings.Repeat("x", 100))
	assert.Contains(t, err.Error(), strings.Repeat("x", 40)+"…")
}

// A number that could be a multiple of a variable is refused over an exact
// field, and is a number over an inexact one, whose printer writes exponents.
func TestParseAmbiguousNumbers(t *testing.T) {
	vars := []string{"e", "E3", "e5x"}
	R := poly.MustRing(ring.Q, vars)
	for in, want := range map[string]string{
		"2 e": "2*e", "2e": "2*e", "2*e - 3": "2*e - 3", "2e - 3": "2*e - 3", "2 e-3": "2*e - 3",
		"1e5": "100000", "1e5*e": "100000*e", "2*E3": "2*E3", "2e^3": "2*e^3",
	} {
		p, err := R.Parse(in)
		require.NoError(t, err, in)
		assert.Equal(t, want, p.String(), in)
	}
	for _, in := range []string{"2e-3", "2e+3", "2E3", "1e5x"} {
		_, err := R.Parse(in)
		assert.ErrorContains(t, err, "can be read as a number and as a multiple of the variable", in)
	}
	S := poly.MustRing(ring.Float64, vars)
	p, err := S.Parse("2e-3 + 1e-9e")
	require.NoError(t, err)
	assert.Equal(t, "1e-9*e + 0.002", p.String())
}

func TestParseEquation(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"x^2 + y^2 = 16", "x^2 + y^2 - 16"},
		{"x == y", "x - y"},
		{"x - 3", "x - 3"},
		{"0 = x", "-x"},
		{"(x = 3)", ""},
		{"x = y = 3", ""},
		{"x =", ""},
		{"= x", ""},
		{"x = 3)", ""},
	} {
		p, err := typed.ParseEquation(c.in)
		if c.want == "" {
			var syntax *poly.SyntaxError
			require.ErrorAs(t, err, &syntax, c.in)
			continue
		}
		require.NoError(t, err, c.in)
		assert.Equal(t, c.want, p.String(), c.in)
	}
}

func TestParseOverOtherFields(t *testing.T) {
	Qi := poly.MustRing(ring.Qi, []string{"x", "y"})
	for in, want := range map[string]string{
		"(1 + 2i)x": "(1+2*i)*x", "i x - i": "i*x - i", "i^2": "-1", "(x + i)(x - i)": "x^2 + 1", "x/i": "-i*x", "1/2 - 3/4 i": "(1/2-3/4*i)",
	} {
		p, err := Qi.Parse(in)
		require.NoError(t, err, in)
		assert.Equal(t, want, p.String(), in)
	}
	F := poly.MustRing(ring.Float64, []string{"x"})
	p, err := F.Parse("5/3 x")
	require.NoError(t, err)
	assert.Equal(t, 5.0/3, p.LeadingCoefficient(), "a quotient of two numbers is rounded once")
	Z7 := poly.MustRing(mod7{}, []string{"x"})
	p7, err := Z7.Parse("x/3 + 10")
	require.NoError(t, err)
	assert.Equal(t, "5*x + 3", p7.String())
	_, err = Z7.Parse("x/7")
	assert.ErrorIs(t, err, ring.ErrDomain)
	zero := poly.MustRing(ring.Q, nil)
	p0, err := zero.Parse("1/2 + 1/3")
	require.NoError(t, err)
	assert.Equal(t, "5/6", p0.String())
	_, err = zero.Parse("x")
	assert.ErrorContains(t, err, "there is none here")
}

// Long sums are read in time proportional to their length.
func TestParseLong(t *testing.T) {
	var b strings.Builder
	const n = 20000
	for i := range n {
		fmt.Fprintf(&b, "+ %d*x^%d*y ", i+1, i%1000)
	}
	p, err := typed.Parse(b.String())
	require.NoError(t, err)
	assert.Equal(t, 1000, p.Len())
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"2*x^2 - 3/4 x y + 1", "x/2", "x/y", "x^2^3", "1e5x", "2e-3", "xy", "x + x", "(x+y)^3", "x² − ½", "Rational(3, 2)*x",
		`\frac{3}{2} x_{1}^{2}`, "2 3", "-x^2", "((", "1/0", "x^(2)", "\\left(x\\right)", `1.5\mathrm{e}{-7} x`, "\\frac{x}{2}", "θ·θ",
	} {
		f.Add(s)
	}
	R := poly.MustRing(ring.Q, []string{"x", "y", "x1", "θ", "e"}, poly.WithMaxDegree(100))
	F := poly.MustRing(ring.Float64, R.Vars(), poly.WithMaxDegree(100))
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		_, _ = F.Parse(s)
		for _, style := range poly.Styles() {
			p, err := R.ParseStyle(s, style)
			if err != nil {
				var syntax *poly.SyntaxError
				if !errors.As(err, &syntax) {
					t.Fatalf("%v: %q: %v", style, s, err)
				}
				_ = syntax.Excerpt()
				continue
			}
			if err := poly.Check(p); err != nil {
				t.Fatal(err)
			}
			if len(p.String()) > 5000 {
				continue // 2^900019 has 270,000 digits, which take seconds in all styles
			}
			for _, other := range poly.Styles() {
				q, err := R.ParseStyle(p.Format(other), other)
				if err != nil || !p.Equal(q) {
					t.Fatalf("%q reads as %v, written %q in %v, reads as %v: %v", s, p, p.Format(other), other, q, err)
				}
			}
		}
	})
}

// The heap, the definition, and Mul are three roads to one product.
func TestProducts(t *testing.T) {
	for i, o := range polytest.Orders() {
		R := newRing(t, 4, poly.WithOrder(o))
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		for range ringtest.Rounds(40) {
			p := polytest.Draw(rng, R, 40, 12, ringtest.Rat)
			q := polytest.Draw(rng, R, 40, 12, ringtest.Rat)
			want := poly.Schoolbook(p, q)
			got, err := p.Mul(q)
			require.NoError(t, err)
			require.NoError(t, poly.Check(got))
			require.True(t, want.Equal(got), "%v\n%v", p, q)
			if !p.IsZero() && !q.IsZero() {
				heap := poly.HeapProduct(p, q)
				require.NoError(t, poly.Check(heap))
				require.True(t, want.Equal(heap), "%v\n%v", p, q)
			}
		}
	}
}
