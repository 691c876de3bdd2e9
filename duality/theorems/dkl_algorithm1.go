package theorems

// dklAlgorithm1 are the statements on DKL Algorithm 1: what singular vectors of
// k(X,Y) stand for, how many are needed, and section 3.7.
func dklAlgorithm1() []Statement {
	return []Statement{{
		ID: "DKL-20", Place: "section 3.2, caption of Algorithm 1",
		Claim:   "small singular values belong to the interpolation space, large ones to the border basis",
		Verdict: False,
		Correct: "swapped: null vectors of k(X,Y) expand to functions that vanish on X, orthogonal to the interpolation space of X",
		Complex: true,
		Draw:    crossInstance,
		Given:   given(positiveTheta().without(`{"d":1,"theta":"-1","X":[["1"]],"Y":[["1"]]}`)),
		Then: func(c *Case) bool {
			found := c.expansions(null(c.K("X", "Y")), "Y")
			return c.ideal("X").Includes(found) && found.Meet(c.sections("X")).Dim() == 0
		},
		Printed: []Printed{{
			Reading: "null vectors expand to functions of the interpolation space",
			Then: func(c *Case) bool {
				return c.sections("X").Includes(c.expansions(null(c.K("X", "Y")), "Y"))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["0"],["1"]]}`),
		}},
	}, {
		ID: "DKL-21", Place: "Algorithm 1, steps 3-5",
		Claim:   "α_ij are the entries of V, S = diag(σ_1, …)",
		Verdict: Ambiguous,
		Correct: "feature i has the coefficients α_ij = V_ji and the values (K V)_{·i} on X; all D right singular vectors are needed: D - rank K of them vanish on X, and no fewer than max(0, D-N)",
		Complex: true,
		Draw: func(g *Gen) Instance {
			in := crossInstance(g)
			return in.with("V", g.matrix(len(in["Y"].(Points)), g.upTo(1, 3)))
		},
		Given: given(assume("V has one row for each point of Y", func(c *Case) bool { return len(c.pts("V")) == len(c.pts("Y")) })),
		Then: func(c *Case) bool {
			K, V := c.K("X", "Y"), c.mat("V")
			KV := product(K, V)
			for i, v := range rowsOf(V.T()) {
				if !same(KV.T().Row(i), c.values(c.expand(c.d(), v, "Y"), "X")) {
					return false
				}
			}
			N, D := K.Dims()
			return nullity(K) == D-rank(K) && nullity(K) >= max(0, D-N)
		},
		Printed: []Printed{{
			Reading: "the min(N,D) singular vectors of the thin decomposition contain all vanishing features",
			Then: func(c *Case) bool {
				N, D := c.K("X", "Y").Dims()
				return nullity(c.K("X", "Y")) == min(N, D)-rank(c.K("X", "Y"))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["0"],["1"]]}`),
		}},
	}, {
		ID: "DKL-22", Place: "section 3.2",
		Claim:   "N, D ≥ τ suffices to find the vanishing ideal in degree d",
		Verdict: False,
		Correct: "the functions found are I(X)_{≤d} ∩ span k(y_j,·), of dimension frk Y - rank K_XY; they are I(X)_{≤d} iff I(X)_{≤d} ⊆ span k(y_j,·)",
		Complex: true,
		Draw:    crossInstance,
		Given:   given(positiveTheta()),
		Then: func(c *Case) bool {
			found, I, span := c.expansions(null(c.K("X", "Y")), "Y"), c.ideal("X"), c.sections("Y")
			return found.Equal(I.Meet(span)) && found.Dim() == c.frk("Y")-rank(c.K("X", "Y")) &&
				found.Equal(I) == span.Includes(I)
		},
		Printed: []Printed{{
			Reading: "frk X = τ and D ≥ τ give all of I_{≤d}",
			Given: given(assume("D ≥ τ", func(c *Case) bool {
				return len(c.pts("Y")) >= c.frk("X")
			})),
			Then:           func(c *Case) bool { return c.expansions(null(c.K("X", "Y")), "Y").Equal(c.ideal("X")) },
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["1"]]}`),
		}},
	}, {
		ID: "DKL-34", Place: "section 3.7",
		Claim:   "to separate S from S' choose Y in S'",
		Verdict: TrueUnder, Under: "Y = S' is chosen in step 1, not in step 2",
		Correct: "every nonzero expansion over S' from a null vector of k(S,S') vanishes on S and not on all of S'; for S' = S there is none",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			S := g.points(g.upTo(1, 3), n)
			return g.anyKernel(2).with("S", S).with("Y", join(S, g.points(g.upTo(0, 3), n)))
		},
		Given: given(positiveTheta().without(`{"d":1,"theta":"-1","S":[["1"]],"Y":[["1"]]}`), drawnFrom("S", "Y")),
		Then: func(c *Case) bool {
			found := c.expansions(null(c.K("S", "Y")), "Y")
			return c.ideal("S").Includes(found) && found.Meet(c.ideal("Y")).Dim() == 0 &&
				c.expansions(null(c.K("S", "S")), "S").Dim() == 0
		},
	}}
}

// crossInstance draws a kernel, samples X and points Y, often among each other.
func crossInstance(g *Gen) Instance {
	n := g.upTo(1, 2)
	Y := g.points(g.upTo(1, 5), n)
	X := g.points(g.upTo(1, 4), n)
	if g.coin(2) {
		X = g.near(Y, g.upTo(1, 4))
	}
	return g.anyKernel(2).with("X", X).with("Y", Y)
}
