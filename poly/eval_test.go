package poly_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Values in blocks are the values one by one, for numbers of points round the
// size of a block, and the same bytes.
func TestEvaluatorBlocks(t *testing.T) {
	R := poly.MustRing(ring.Float64, []string{"x", "y", "z"})
	polys := make([]*poly.Polynomial[float64], 0, 4)
	for _, s := range []string{"x^7*y - 0.3*z + 1", "0", "2.5", "x^16 + y^2*z^2 - x*y*z"} {
		p, err := R.Parse(s)
		require.NoError(t, err)
		polys = append(polys, p)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	e := poly.NewEvaluator(polys...)
	for _, n := range []int{0, 1, 127, 128, 129, 300} {
		points := make([][]float64, n)
		for i := range points {
			points[i] = []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		}
		dst := make([][]float64, len(polys))
		for i := range dst {
			dst[i] = make([]float64, n)
		}
		e.EvalTo(dst, points)
		for j := range points {
			single := make([][]float64, len(polys))
			for i := range single {
				single[i] = make([]float64, 1)
			}
			e.EvalTo(single, points[j:j+1])
			for i := range single {
				require.Equal(t, single[i][0], dst[i][j])
			}
		}
		for i, p := range polys {
			own := make([]float64, n)
			p.EvalTo(own, points)
			for j, x := range points {
				require.Equal(t, own[j], p.Eval(x))
				require.InDelta(t, byTerms(p, x), own[j], 1e-12*(1+abs(own[j])))
				require.InDelta(t, own[j], dst[i][j], 1e-12*(1+abs(own[j])))
			}
		}
	}
	assert.Panics(t, func() { polys[0].Eval([]float64{1}) })
	assert.Panics(t, func() { polys[0].EvalTo(make([]float64, 2), make([][]float64, 1)) })
	assert.Panics(t, func() { e.EvalTo(nil, nil) })
	assert.Panics(t, func() { poly.NewEvaluator[float64]() })
}

func byTerms(p *poly.Polynomial[float64], x []float64) float64 {
	sum := 0.0
	for m, c := range p.Terms() {
		for i, e := range p.Ring().Exponents(m) {
			for range e {
				c *= x[i]
			}
		}
		sum += c
	}
	return sum
}

func abs(x float64) float64 { return max(x, -x) }

// A power takes logarithmically many products, and a dense polynomial one a
// monomial.
func TestEvaluatorSteps(t *testing.T) {
	R := newRing(t, 3, poly.WithMaxDegree(1<<20))
	p, err := R.Parse("x1^1000000*x2")
	require.NoError(t, err)
	assert.LessOrEqual(t, poly.Steps(poly.NewEvaluator(p)), 2*20+2)
	dense := R.Zero()
	for _, m := range R.MonomialsUpTo(6) {
		dense = dense.Add(R.Term(ring.RatFromInt(1), m))
	}
	assert.Equal(t, binomial(3+6, 6)-1, poly.Steps(poly.NewEvaluator(dense)))
}

func TestConvert(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	S := poly.MustRing(ring.Float64, []string{"z", "x"}, poly.WithOrder(poly.Lex), poly.WithMaxDegree(3))
	p, err := R.Parse("x^2*z - 1/4*z^3")
	require.NoError(t, err)
	q, err := poly.Convert(p, S, ring.Float64.FromRat)
	require.NoError(t, err)
	require.NoError(t, poly.Check(q))
	assert.Equal(t, "-0.25*z^3 + z*x^2", q.String())

	for in, want := range map[string]string{
		"x + y":    "variable y is not in R (53 bits)[z, x] lex",
		"x^4":      "degree 4, the bound is 3",
		"1e400*x":  "convert the coefficient of x",
		"x^2*y^18": "variable y",
	} {
		p, err := R.Parse(in)
		require.NoError(t, err)
		_, err = poly.Convert(p, S, ring.Float64.FromRat)
		require.ErrorContains(t, err, want)
	}

	L := poly.MustRing(ring.Q, []string{"z", "y", "x"})
	back, err := p.In(L)
	require.NoError(t, err)
	assert.Equal(t, "-1/4*z^3 + z*x^2", back.String())
	again, err := back.In(R)
	require.NoError(t, err)
	assert.True(t, again.Equal(p))
	same, err := p.In(R)
	require.NoError(t, err)
	assert.Same(t, p, same)
}

func TestPrimitive(t *testing.T) {
	big := "1000000000000000000000000000001"
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	for _, c := range []struct{ why, in, content, primitive string }{
		{"zero", "0", "0", "0"},
		{"constant", "-3/4", "-3/4", "1"},
		{"integers", "4*x - 6", "2", "2*x - 3"},
		{"negative lead", "-4*x - 6", "-2", "2*x + 3"},
		{"fractions", "1/2*x - 1/3*y", "1/6", "3*x - 2*y"},
		{"content above 1 over denominators", "4/3*x + 2/9", "2/9", "6*x + 1"},
		{"primitive already", "x + 1/1", "1", "x + 1"},
		{"big", big + "/7*x + " + big + "*y", big + "/7", "x + 7*y"},
		{"smallest word", "-9223372036854775808*x - 9223372036854775808", "-9223372036854775808", "x + 1"},
	} {
		p, err := R.Parse(c.in)
		require.NoError(t, err)
		assert.Equal(t, c.content, poly.Content(p).String(), c.why)
		assert.Equal(t, c.primitive, poly.Primitive(p).String(), c.why)
		assert.True(t, poly.Primitive(p).Scale(poly.Content(p)).Equal(p), c.why)
	}
}

func TestMixedRingsPanic(t *testing.T) {
	R, S := newRing(t, 2), newRing(t, 2)
	for name, f := range map[string]func(){
		"Add":        func() { R.Var(0).Add(S.Var(0)) },
		"Sub":        func() { R.Var(0).Sub(S.Var(0)) },
		"Mul":        func() { _, _ = R.Var(0).Mul(S.Var(0)) },
		"Equal":      func() { R.Var(0).Equal(S.Var(0)) },
		"DivMod":     func() { _, _, _ = R.Var(0).DivMod([]*poly.Polynomial[ring.Rat]{S.Var(0)}) },
		"Substitute": func() { _, _ = R.Var(0).Substitute([]*poly.Polynomial[ring.Rat]{R.Var(0), S.Var(0)}) },
		"Evaluator":  func() { poly.NewEvaluator(R.Var(0), S.Var(0)) },
	} {
		assert.PanicsWithValue(t, "poly: polynomials of two rings, Q[x1, x2] deglex and Q[x1, x2] deglex", f, name)
	}
	assert.Panics(t, func() { R.Zero().LeadingMonomial() })
	assert.Panics(t, func() { R.Zero().LeadingCoefficient() })
	assert.Panics(t, func() { _, _, _ = R.One().DivMod([]*poly.Polynomial[ring.Rat]{R.Zero()}) })
	assert.Panics(t, func() { _, _ = R.One().Substitute(nil) })
	assert.Equal(t, 0, R.Zero().LeadingTerm().Len())
	_, err := R.One().Pow(-1)
	assert.ErrorContains(t, err, "negative power -1")
}

// Sums that underflow leave no zero term behind.
func TestUnderflow(t *testing.T) {
	R := poly.MustRing(ring.Float64, []string{"x", "y"})
	p, err := R.Parse("1e-200*x + 2*y")
	require.NoError(t, err)
	q := p.Scale(1e-200)
	require.NoError(t, poly.Check(q))
	assert.Equal(t, "2e-200*y", q.String())
	r, err := p.Mul(p)
	require.NoError(t, err)
	require.NoError(t, poly.Check(r))
	assert.Equal(t, "4e-200*x*y + 4*y^2", r.String())
}

func Example() {
	R, err := poly.NewRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Degrevlex))
	if err != nil {
		panic(err)
	}
	x, y := R.Var(0), R.Var(1)
	p, err := x.Add(y).Pow(2)
	fmt.Println(p, err)
	fmt.Println(R)
	_, err = R.Parse("x^2 + y^2 = 1")
	fmt.Println(err)
	// Output:
	// x^2 + 2*x*y + y^2 <nil>
	// Q[x, y] degrevlex
	// poly: column 11: found "=": expected a polynomial, not an equation
}

func ExamplePolynomial() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	circle, err := R.ParseEquation("x² + y² = 25")
	if err != nil {
		panic(err)
	}
	fmt.Println(circle)
	fmt.Println(circle.Gradient())
	fmt.Println(circle.Eval([]ring.Rat{ring.RatFromInt(3), ring.RatFromInt(-4)}))
	for m, c := range circle.Terms() {
		fmt.Println(R.FormatMonomial(m), c)
	}
	// Output:
	// x^2 + y^2 - 25
	// [2*x 2*y]
	// 0
	// x^2 1
	// y^2 1
	// 1 -25
}

func ExamplePolynomial_DivMod() {
	// Cox, Little, O'Shea, section 2.3, example 2.
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex))
	p, _ := R.Parse("x^2*y + x*y^2 + y^2")
	f, _ := R.Parse("x*y - 1")
	g, _ := R.Parse("y^2 - 1")
	quotients, remainder, err := p.DivMod([]*poly.Polynomial[ring.Rat]{f, g})
	fmt.Println(quotients, remainder, err)
	// Output:
	// [x + y 1] x + y + 1 <nil>
}

func ExamplePolynomial_Substitute() {
	// The twisted cubic (t, t², t³) satisfies x·z = y².
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	T := poly.MustRing(ring.Q, []string{"t"})
	p, _ := R.Parse("x*z - y^2 + x")
	t := T.Var(0)
	t2, _ := t.Pow(2)
	t3, _ := t.Pow(3)
	fmt.Println(p.Substitute([]*poly.Polynomial[ring.Rat]{t, t2, t3}))
	// Output:
	// t <nil>
}

func ExampleFormatSum() {
	fmt.Println(poly.FormatSum(maps.All(map[string]string{})))
	fmt.Println(poly.FormatSum(func(yield func(coefficient, monomial string) bool) {
		_ = yield("1", "x*y") && yield("-1", "x") && yield("-1408.7(14)", "1")
	}))
	// Output:
	// 0
	// x*y - x - 1408.7(14)
}

func ExamplePolynomial_Format() {
	R := poly.MustRing(ring.Q, []string{"x1", "lambda"})
	p, _ := R.Parse("x1^2 - 3/2 x1 lambda")
	for _, style := range poly.Styles() {
		fmt.Println(p.Format(style))
	}
	header, err := R.Header(poly.Singular)
	fmt.Println(header, err)
	// Output:
	// x1^2 - 3/2*x1*lambda
	// x_{1}^{2} - \frac{3}{2} x_{1} \lambda
	// x1**2 - Rational(3, 2)*x1*lambdaVar
	// x1^2 - 3/2*x1*lambdaVar
	// x1^2 - 3/2*x1*lambda
	// x1^2 - 3/2*x1*lambda
	// x1*x1 - 3.0/2.0*x1*lambda
	// x1*x1 - 3.0/2.0*x1*lambda
	// x1**2 - Fraction(3, 2)*x1*lambdaVar
	// ring R = 0,(x1,lambda),Dp; <nil>
}

func ExampleMonomial() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	m, err := R.Monomial(2, 1)
	fmt.Println(R.FormatMonomial(m), m.Degree(), err)
	x := R.VarMonomial(0)
	fmt.Println(R.Divides(x, m), R.Compare(x, m))
	// Output:
	// x^2*y 3 <nil>
	// true -1
}

func ExampleOrder() {
	for _, o := range []poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex, poly.Elimination(1)} {
		R := poly.MustRing(ring.Q, []string{"x", "y", "z"}, poly.WithOrder(o))
		p, _ := R.Parse("x*z + y^2 + x + y*z^2")
		fmt.Printf("%-15v %v\n", o, p)
	}
	// Output:
	// deglex          y*z^2 + x*z + y^2 + x
	// degrevlex       y*z^2 + y^2 + x*z + x
	// lex             x*z + x + y^2 + y*z^2
	// elimination(1)  x*z + x + y*z^2 + y^2
}

func ExampleEvaluator() {
	R := poly.MustRing(ring.Float64, []string{"x", "y"})
	p, _ := R.Parse("x^2 + y^2")
	q, _ := R.Parse("x*y")
	values := [][]float64{make([]float64, 2), make([]float64, 2)}
	poly.NewEvaluator(p, q).EvalTo(values, [][]float64{{1, 2}, {3, 4}})
	fmt.Println(values)
	// Output:
	// [[5 25] [2 12]]
}

func ExampleSyntaxError() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	_, err := R.Parse("x^2 + 3xy")
	fmt.Println(err)
	fmt.Println(err.(*poly.SyntaxError).Excerpt())
	// Output:
	// poly: column 8: found "xy": unknown variable, did you mean x*y?
	// x^2 + 3xy
	//        ^
}
