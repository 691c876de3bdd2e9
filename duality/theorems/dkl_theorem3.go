package theorems

// dklTheorem3 is Theorem 3 of DKL, on the ranks, row spaces and null spaces of
// k(X,Y). S is a finite set, X its sample, τ = frk S.
func dklTheorem3() []Statement {
	return []Statement{{
		ID: "DKL-15", Place: "Theorem 3(i)",
		Complex: true,
		Claim:   "rank k(X,Y) = min(dim K[S]_{≤d}, N, D) for generic X in S and generic Y",
		Verdict: TrueUnder, Under: "frk X = min(τ,N)",
		Correct: "rank k(X,Y) = min(frk X, D) for Y in general position to X: no unforeseen expansion over Y vanishes on X",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			in := g.kernel(3).with("X", g.points(g.upTo(1, 5), n))
			if g.coin(3) {
				return in.with("Y", g.points(g.upTo(1, 5), n))
			}
			return in.with("Y", g.generic(g.upTo(1, 6), n))
		},
		Given: given(positiveTheta().without(`{"d":1,"theta":"0","X":[["0"],["1"]],"Y":[["0"],["1"]]}`), generalPosition("Y", "X").without(`{"d":1,"theta":"1","X":[["0"],["1"]],"Y":[["1"],["1"]]}`)),
		Then: func(c *Case) bool {
			return rank(c.K("X", "Y")) == min(c.frk("X"), len(c.pts("Y")))
		},
		Printed: []Printed{{
			Reading: "the same with min(τ, N, D) for any sample X of S",
			Given:   given(drawnFrom("X", "S"), generalPosition("Y", "X")),
			Then: func(c *Case) bool {
				return rank(c.K("X", "Y")) == min(c.frk("S"), len(c.pts("X")), len(c.pts("Y")))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","S":[["0"],["1"]],"X":[["0"],["0"]],"Y":[["1"],["2"]]}`),
		}},
	}, {
		ID: "DKL-16", Place: "Theorem 3(ii)",
		Complex: true,
		Claim:   "k(X,Y)·rowspan k(X,Y) lies in K[S]_{≤d}, with equality iff N, D ≥ τ",
		Verdict: False,
		Correct: "the expansions over Y with coefficients rowspan(K_XY K_YY⁺) are the φ-projection of span k(x_i,·) to span k(y_j,·); they are K[S]_{≤d} iff frk X = τ and fspan S ⊆ fspan Y",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			S := g.points(g.upTo(1, 4), n)
			Y := g.points(g.upTo(1, 5), n)
			if g.coin(3) {
				Y = join(S, g.points(g.upTo(0, 2), n))
			}
			return g.kernel(2).with("S", S).with("X", g.among(S, g.upTo(1, 4))).with("Y", Y)
		},
		Given: given(drawnFrom("X", "S").without(`{"d":1,"theta":"1","S":[["0"]],"X":[["1"]],"Y":[["0"],["1"]]}`)),
		Then: func(c *Case) bool {
			found := c.expansions(each(c.laws.Range(c.K("X", "Y"), c.K("Y", "Y")), conj), "Y")
			var projected []Polynomial
			for _, x := range c.pts("X") {
				p, err := c.sections("Y").Project(c.section(c.d(), x))
				if err != nil {
					c.fail("%v", err)
				}
				projected = append(projected, p)
			}
			reaches := c.frk("X") == c.frk("S") && c.space().Spans(c.pts("Y"), c.pts("S"))
			return found.Equal(c.span(c.space(), projected...)) && found.Equal(c.sections("S")) == reaches
		},
		Printed: []Printed{{
			Reading:        "the expansions over Y with coefficients rowspan K_XY lie in K[S]_{≤d}",
			Given:          given(drawnFrom("X", "S")),
			Then:           func(c *Case) bool { return c.sections("S").Includes(c.expansions(c.K("X", "Y"), "Y")) },
			Counterexample: exactly(`{"d":1,"theta":"1/2","S":[["0"]],"X":[["0"]],"Y":[["1"]]}`),
		}, {
			Reading:        "the same for a Y that feature-spans",
			Given:          given(drawnFrom("X", "S"), spansSpace("Y")),
			Then:           func(c *Case) bool { return c.sections("S").Includes(c.expansions(c.K("X", "Y"), "Y")) },
			Counterexample: exactly(`{"d":1,"theta":"1/2","S":[["0"]],"X":[["0"]],"Y":[["1"],["2"]]}`),
		}},
	}, {
		ID: "DKL-17", Place: "Theorem 3(iii)",
		Claim:   "k(X,Y)α in I(S) implies k(X,Y)α = 0; the converse holds iff N, D ≥ τ",
		Verdict: False,
		Correct: "null k(S,Y) ⊆ null k(X,Y) always; they are equal iff rank k(X,Y) = rank k(S,Y)",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			S := g.points(g.upTo(1, 5), n)
			return g.anyKernel(2).with("S", S).with("X", g.among(S, g.upTo(1, 5))).with("Y", g.points(g.upTo(1, 6), n))
		},
		Given: given(drawnFrom("X", "S").without(`{"d":1,"theta":"1","S":[["0"]],"X":[["1"]],"Y":[["0"],["1"]]}`)),
		Then: func(c *Case) bool {
			nS, nX := null(c.K("S", "Y")), null(c.K("X", "Y"))
			vanish := c.ideal("S").Includes(c.expansions(nS, "Y"))
			return vanish && rowsWithin(nS, nX) && sameRows(nS, nX) == (rank(c.K("X", "Y")) == rank(c.K("S", "Y")))
		},
		Printed: []Printed{{
			Reading: "the converse holds only if N ≥ τ and D ≥ τ",
			Given: given(drawnFrom("X", "S"), assume("null k(X,Y) = null k(S,Y)", func(c *Case) bool {
				return sameRows(null(c.K("X", "Y")), null(c.K("S", "Y")))
			})),
			Then: func(c *Case) bool {
				return len(c.pts("X")) >= c.frk("S") && len(c.pts("Y")) >= c.frk("S")
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","S":[["0"],["1"]],"X":[["1"]],"Y":[["1"]]}`),
		}},
	}}
}

// generalPosition says that Y is feature-independent as far as the space allows
// and that the expansions over Y vanishing on X are no more than they must be.
func generalPosition(Y, X string) Hypothesis {
	return Hypothesis{
		Name: Y + " in general position to " + X,
		Holds: func(c *Case) bool {
			frk := min(len(c.pts(Y)), c.space().Dim())
			return c.frk(Y) == frk && c.sections(Y).Meet(c.ideal(X)).Dim() == max(0, frk-c.frk(X))
		},
	}
}
