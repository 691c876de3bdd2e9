package theorems_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/duality/theorems"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// A conjecture that is false, and its smallest counterexample.
func ExampleConjecture() {
	s := theorems.Conjecture("rank K_XZ = min(frk X, frk Z)").
		Draw(func(g *theorems.Gen) theorems.Instance {
			return g.Kernel(2).With("X", g.Points(3, 2)).With("Z", g.Points(3, 2))
		}).
		Given("θ > 0", theorems.PositiveTheta).
		Then(func(c *theorems.Case) bool {
			return numeric.Rank(c.K("X", "Z")) == min(c.Rank("X"), c.Rank("Z"))
		})
	o := s.Check(context.Background(), 1000, 1, theorems.Correct())
	fmt.Println(o.Refutation.Instance)
	// Output: {"X":[["1","0"],["0","0"]],"Z":[["0","0"],["0","1"]],"d":1,"theta":"1"}
}

// Six points of a circle have five independent features of degree 2 at most, since one
// polynomial vanishes on all of them; six points anywhere have six.
func ExampleConjectured() {
	circle := theorems.Conjecture("frk X ≤ 5 in degree 2 on a circle").
		Draw(func(g *theorems.Gen) theorems.Instance {
			r := g.Positive()
			return g.Kernel(2).With("X", theorems.Points{g.OnCircle(r), g.OnCircle(r), g.OnCircle(r), g.OnCircle(r), g.OnCircle(r), g.OnCircle(r)})
		}).
		Then(func(c *theorems.Case) bool { return c.Rank("X") <= 5 })
	anywhere := theorems.Conjecture("frk X ≤ 5 for six points of K²").OverComplex().
		Draw(func(g *theorems.Gen) theorems.Instance { return g.Kernel(2).With("X", g.Generic(6, 2)) }).
		Then(func(c *theorems.Case) bool { return c.Rank("X") <= 5 })
	for _, s := range []*theorems.Statement{circle, anywhere} {
		o := s.Check(context.Background(), 100, 1, theorems.Correct())
		fmt.Println(s.Claim, o.Refutation == nil)
	}
	// Output:
	// frk X ≤ 5 in degree 2 on a circle true
	// frk X ≤ 5 for six points of K² false
}

// TestVocabulary: what Gen draws Case gives back, outside the package: f vanishes on X exactly where it
// is in I(X)_≤d, which is the complement of the sections k(·, x).
func TestVocabulary(t *testing.T) {
	embed := func(q ring.Rat) theorems.Num { return ring.NewGaussian(q, ring.Rat{}) }
	draft := theorems.Conjecture("f ∈ I(X) iff f(X) = 0").OverComplex().
		Draw(func(g *theorems.Gen) theorems.Instance {
			n, in := g.Int(1, 2), g.Kernel(2)
			X := append(g.Points(g.Int(1, 3), n), g.Vector(n))
			f := g.Polynomial(n, in["d"].(int))
			if g.Int(0, 1) == 0 {
				f = theorems.Expr{}
			}
			return in.With("n", n).With("X", X).With("c", X[len(X)-1]).With("f", f).With("q", embed(g.Rat())).With("p", g.Positive()).With("z", g.Number())
		}).
		Given("θ > 0", theorems.PositiveTheta).
		Given("p > 0", func(c *theorems.Case) bool { return c.Rat("p").Sign() > 0 })
	vanishes := func(c *theorems.Case) bool {
		for _, x := range c.Points("X") {
			if v := c.Poly("f").Eval(x); !v.Re().IsZero() || !v.Im().IsZero() {
				return false
			}
		}
		return true
	}
	s := draft.Then(func(c *theorems.Case) bool {
		f, I, S := c.Poly("f"), c.Ideal("X"), c.Sections("X")
		return I.Contains(f) == vanishes(c) && I.Contains(f.Scale(embed(c.Rat("p")))) == vanishes(c) &&
			(!vanishes(c) || I.Contains(f.Scale(embed(c.Rat("q"))))) &&
			I.Dim()+S.Dim() == c.Space().Dim() && S.Dim() == c.Rank("X") && len(c.Vector("c")) == c.Int("n")
	})
	o := s.Check(context.Background(), 100, 1, theorems.Correct())
	assert.Empty(t, o.Problems)
	// A conclusion that is false is refuted, with an instance as small as can be.
	o = draft.Then(func(c *theorems.Case) bool { return !vanishes(c) || c.Poly("f").IsZero() || c.Rank("X") > 1 }).
		Check(context.Background(), 1000, 1, theorems.Correct())
	require.NotNil(t, o.Refutation)
	assert.Len(t, o.Refutation.Instance["X"], 1, "one point and a polynomial that vanishes there")
}

const trueConjecture = `# Theorem 3.3(a)
draw X: points 1..4 in 2, Z: points 1..5 in 2, d: 1..2, theta > 0
given fspan(X) <= fspan(Z)
then rank(K(X,Z)) == frk(X)
`

func TestParseConjecture(t *testing.T) {
	ctx := context.Background()
	s, err := theorems.ParseConjecture(trueConjecture)
	require.NoError(t, err)
	o := s.Check(ctx, 100, 1, theorems.Correct())
	assert.Empty(t, o.Problems)
	rates, err := s.Hypotheses(ctx, 100, 1, theorems.Correct())
	require.NoError(t, err)
	require.Len(t, rates, 2)
	assert.Equal(t, 100, rates[0].Holds)
	assert.Less(t, rates[1].Holds, 100)
	assert.Equal(t, "fspan(X) <= fspan(Z)", rates[1].Name)

	for text, refuted := range map[string]bool{
		"draw X: points 3, Z: points 3\nthen rank(K(X,Z)) == min(frk(X), frk(Z))":                                  true,
		"draw X: points 1..4\nthen dim(ideal(X)) + frk(X) == dim(ideal(X)) + dim(span(X))":                         false,
		"draw X: points 1..3, Z: points 1..4\ngiven span(X) <= span(Z)\nthen K(X,X) == K(X,Z)*pinv(K(Z,Z))*K(Z,X)": false,
		"draw X: points 1..3, Z: points 1..4, complex\nthen K(X,Z) == t(K(Z,X)) and psd(K(X,X)) == 1":              false,
		"draw X: points 2..3, complex\nthen K(X,X) + K(X,X) == 2*K(X,X) and not nullity(K(X,X)) > count(X)":        false,
		"draw X: points 1..3, homogeneous, d: 2\nthen frk(X) == count(X) or det(K(X,X)) != 0":                      true,
	} {
		s, err := theorems.ParseConjecture(text)
		require.NoError(t, err, text)
		o := s.Check(ctx, 200, 1, theorems.Correct())
		assert.Equal(t, refuted, o.Refutation != nil, "%s: %v", text, o.Problems)
	}
}

func TestConjectureErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                                        "no line that begins with draw",
		"draw X: points 2":                                        "no line that begins with then",
		"dram X: points 2":                                        `line 1, column 1: found "dram"`,
		"draw X: points 2\nthen 1 = 1":                            `line 2, column 8: found "=", which is no sign`,
		"draw X: points 2\nthen frk(X":                            `line 2, column 11`,
		"draw X: points 2\nthen frk(X)":                           "expected ==",
		"draw X: points 2\nthen foo(X) == 1":                      `no function "foo"`,
		"draw X: points 99\nthen 1 == 1":                          "up to 12",
		"draw X: points 3..2\nthen 1 == 1":                        "empty",
		"draw X: points 2 in 9\nthen 1 == 1":                      "1 to 4",
		"draw X: points 0\nthen 1 == 1":                           "at least 1",
		"draw X: points 2\nthen K(X) == 1":                        "takes 2 sets",
		"draw X: points 2\nthen 1 == 1\nthen 1 == 1":              "a second then",
		"draw X: points 2\nthen 1 == 1 1":                         "end of the line",
		"draw X points 2\nthen 1 == 1":                            `expected ":"`,
		"draw X: points 2\nthen " + strings.Repeat("(", 60) + "1": "brackets",
	} {
		_, err := theorems.ParseConjecture(text)
		require.ErrorIs(t, err, theorems.ErrConjecture, text)
		assert.ErrorContains(t, err, want, text)
	}
	// What only an instance shows is an error of the check.
	s, err := theorems.ParseConjecture("draw X: points 2\nthen frk(Y) == 1")
	require.NoError(t, err)
	assert.NotEmpty(t, s.Check(context.Background(), 5, 1, theorems.Correct()).Problems)
	assert.Panics(t, func() { theorems.Conjecture("").Then(nil) })
}

func FuzzParseConjecture(f *testing.F) {
	f.Add(trueConjecture)
	f.Add("draw X: points 1..3, complex\nthen not K(X,X)*2 == t(K(X,X)) or 1 < 2")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := theorems.ParseConjecture(text)
		if err != nil {
			require.ErrorIs(t, err, theorems.ErrConjecture)
			return
		}
		s.Check(context.Background(), 2, 1, theorems.Correct())
	})
}
