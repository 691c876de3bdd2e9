package theorems

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/ring"
)

// Conjecture is a statement of one's own in the making:
//
//	s := theorems.Conjecture("rank K_XZ = min(frk X, frk Z)").
//		Draw(func(g *theorems.Gen) theorems.Instance {
//			return g.Kernel(2).With("X", g.Points(3, 2)).With("Z", g.Points(3, 2))
//		}).
//		Given("θ > 0", theorems.PositiveTheta).
//		Then(func(c *theorems.Case) bool { return numeric.Rank(c.K("X", "Z")) == min(c.Rank("X"), c.Rank("Z")) })
//	outcome := s.Check(ctx, 1000, 1, theorems.Correct())
//
// The outcome has a shrunk counterexample, or none.
func Conjecture(claim string) *Conjectured {
	return &Conjectured{Statement{ID: "conjecture", Place: "your own", Claim: claim, Verdict: True, Complex: false}}
}

// Conjectured collects the parts of a statement.
type Conjectured struct{ s Statement }

// Draw says how random instances are made. They should satisfy the hypotheses
// often.
func (c *Conjectured) Draw(draw func(*Gen) Instance) *Conjectured {
	c.s.Draw = draw
	return c
}

// OverComplex admits instances over Q(i).
func (c *Conjectured) OverComplex() *Conjectured {
	c.s.Complex = true
	return c
}

// Given adds a hypothesis.
func (c *Conjectured) Given(name string, holds Predicate) *Conjectured {
	c.s.Given = append(c.s.Given, assume(name, holds))
	return c
}

// Then adds the conclusion and returns the statement. It panics without Draw.
func (c *Conjectured) Then(conclusion Predicate) *Statement {
	if c.s.Draw == nil {
		panic("theorems: a conjecture without Draw")
	}
	c.s.Then = conclusion
	s := c.s
	return &s
}

// Rate is how many of the instances drawn satisfy a hypothesis.
type Rate struct {
	Name         string
	Drawn, Holds int
}

// Hypotheses draws instances and says how many of them satisfy each hypothesis, so
// that one that is hardly ever satisfied is seen. The error wraps ErrInstance.
func (s *Statement) Hypotheses(ctx context.Context, instances int, seed uint64, laws Laws) ([]Rate, error) {
	rates := make([]Rate, len(s.Given))
	for i, h := range s.Given {
		rates[i].Name = h.Name
	}
	g := newGen(seed, hashOf(s.ID))
	for range instances {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g.imaginary = s.Complex && g.coin(3)
		c := NewCase(s.Draw(g), laws)
		for i, h := range s.Given {
			holds, err := c.judge(h.Holds)
			if err != nil {
				return nil, fmt.Errorf("%w (hypothesis %q)", err, h.Name)
			}
			rates[i].Drawn++
			rates[i].Holds += truth(holds)
		}
	}
	return rates, nil
}

// PositiveTheta says θ > 0.
func PositiveTheta(c *Case) bool { return c.theta().Sign() > 0 }

// With returns a copy of the instance with one value set.
func (in Instance) With(name string, value any) Instance { return in.with(name, value) }

// Int draws one of lo, …, hi.
func (g *Gen) Int(lo, hi int) int { return g.upTo(lo, hi) }

// Rat draws a rational number, half of the time 0 or ±1.
func (g *Gen) Rat() ring.Rat { return g.rat() }

// Number draws a number, complex ones included where instances may be complex.
func (g *Gen) Number() Num { return g.num() }

// Positive draws a rational number > 0.
func (g *Gen) Positive() Num { return g.positive() }

// Vector draws n numbers.
func (g *Gen) Vector(n int) Vector { return g.vector(n) }

// Kernel draws degree and θ > 0 of an inhomogeneous kernel of degree at most dmax.
func (g *Gen) Kernel(dmax int) Instance { return g.kernel(dmax) }

// Points draws N points of K^n, often in special position.
func (g *Gen) Points(N, n int) Points { return g.points(N, n) }

// OnCircle draws a rational point of the circle of a radius round 0.
func (g *Gen) OnCircle(radius Num) Vector { return g.onCircle(radius) }

// Generic draws N points of K^n where accidents are rare.
func (g *Gen) Generic(N, n int) Points { return g.generic(N, n) }

// Polynomial draws a polynomial in n variables of degree at most d.
func (g *Gen) Polynomial(n, d int) Expr { return g.polynomial(n, d, false) }

// Points returns the points of that name as rows. Like all methods of Case that
// look for a value, it ends the judgement with ErrInstance where there is none.
func (c *Case) Points(name string) Points { return c.pts(name) }

// Vector returns the list of numbers of that name.
func (c *Case) Vector(name string) Vector { return c.vec(name) }

// Int returns the count of that name.
func (c *Case) Int(name string) int { return c.integer(name) }

// Rat returns the rational number of that name.
func (c *Case) Rat(name string) ring.Rat { return c.rat(name) }

// Poly returns the polynomial of that name.
func (c *Case) Poly(name string) Polynomial { return c.expr(name) }

// Space returns R_{≤d} with the weights of the kernel.
func (c *Case) Space() Space { return c.space() }

// Ideal returns I(X)_{≤d} of the points of that name.
func (c *Case) Ideal(name string) Subspace { return c.ideal(name) }

// Sections returns span k(·, x_i) of the points of that name.
func (c *Case) Sections(name string) Subspace { return c.sections(name) }

// Rank returns frk X, the dimension of the span of the features of the points of
// that name.
func (c *Case) Rank(name string) int { return c.frk(name) }
