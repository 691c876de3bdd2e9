package theorems

// dklGenerators are the statements on degree-by-degree generation: the repaired
// form of AVICA and what its printed form misses.
func dklGenerators() []Statement {
	return []Statement{{
		ID: "DKL-33", Place: "sections 3.5 and 3.6, repaired",
		Complex: true,
		Claim:   "(not printed) the generators new in degree d from kernel matrices",
		Verdict: True,
		Correct: "N_d = I_{≤d} ∩ (R_1 I_{≤d-1})^⊥ is the set of expansions v with K_XY v = 0 and Σ v_j h(y_j)ℓ(y_j) = 0 for h in I_{≤d-1}, ℓ linear; its dimension is their number less that of the redundant ones; it is {f ∈ I_{≤d} : all ∂f/∂t_i and, for the inhomogeneous kernel, (1-E/d)f in K[X]_{≤d-1}}",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.anyKernel(4-n).with("X", g.points(g.upTo(1, 5), n)).with("Y", g.generic(g.upTo(6, 7), n))
		},
		Given: given(positiveTheta(), spansSpace("Y").without(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["1"]]}`)),
		Then: func(c *Case) bool {
			s, N := c.space(), c.newGenerators("X", c.d())
			v, err := s.NewCoefficients(c.pts("X"), c.pts("Y"))
			if err != nil {
				c.fail("%v", err)
			}
			return s.Expansions(v, c.pts("Y")).Equal(N) && rank(v)-nullity(c.K("Y", "Y")) == N.Dim() &&
				N.Equal(derivativeCondition(c))
		},
	}, {
		ID: "DKL-39", Place: "section 3.6",
		Complex: true,
		Claim:   "AVICA is noise consistent, by an analogous proof",
		Verdict: False,
		Correct: "on noise-free data the repaired step finds N_d exactly, and I_{≤d} = R_1·I_{≤d-1} ⊕ N_d, so that all of I is found degree by degree; for the inhomogeneous kernel no new generator appears two degrees after frk X = N",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.anyKernel(3).with("X", g.points(g.upTo(1, 4), n))
		},
		Given: given(positiveTheta().without(`{"d":2,"theta":"-1","X":[["1"]]}`)),
		Then: func(c *Case) bool {
			d, I := c.d(), c.ideal("X")
			J, N := c.multiples("X", d), c.newGenerators("X", d)
			count := len(distinct(c.pts("X")))
			settled := !c.hom() && d >= 2 && c.at(d-2).FeatureRank(c.pts("X")) == count
			return J.Sum(N).Equal(I) && J.Meet(N).Dim() == 0 && (!settled || N.Dim() == 0)
		},
		Printed: []Printed{{
			Reading: "on noise-free data AVICA, which excludes singular values zero, keeps a function of the ideal",
			Given: given(assume("I(X)_{≤d} ≠ 0", func(c *Case) bool {
				return c.ideal("X").Dim() > 0
			})),
			Then: func(c *Case) bool {
				// what is left are expansions with nonzero singular values: the row
				// space of K
				return c.expansions(each(c.K("X", "Y"), conj), "Y").Meet(c.ideal("X")).Dim() > 0
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["-1"],["1"]]}`),
		}},
	}}
}

// multiples is R_{≤1}·I(X)_{≤d-1} as a subspace of R_{≤d}.
func (c *Case) multiples(X string, d int) Subspace {
	if d == 0 {
		return c.at(0).Rows(newMatrix(0, c.at(0).Dim()))
	}
	return c.at(d - 1).VanishingIdeal(c.pts(X)).TimesLinear(c.at(d))
}

// newGenerators is N_d.
func (c *Case) newGenerators(X string, d int) Subspace {
	return c.at(d).VanishingIdeal(c.pts(X)).Meet(c.multiples(X, d).Complement())
}

// derivativeCondition is {f ∈ I(X)_{≤d} : ∂f/∂t_i and (1-E/d)f in K[X]_{≤d-1}},
// E = Σ t_i ∂/∂t_i; membership in K[X] is orthogonality to I(X)_{≤d-1}.
func derivativeCondition(c *Case) Subspace {
	s, below := c.space(), c.at(c.d()-1)
	lower := below.VanishingIdeal(c.pts("X")).Basis()
	basis := c.ideal("X").Basis()
	if len(basis) == 0 {
		return c.ideal("X")
	}
	conditions := newMatrix(len(lower)*len(adjointsOfMultiplication(c, basis[0])), len(basis))
	for j, f := range basis {
		for i, df := range adjointsOfMultiplication(c, f) {
			for k, h := range lower {
				conditions.Set(i*len(lower)+k, j, c.inner(below, df, h))
			}
		}
	}
	return s.Rows(product(null(conditions), c.ideal("X").Matrix()))
}

// adjointsOfMultiplication are ∂f/∂t_1, …, ∂f/∂t_n and, for the inhomogeneous
// kernel, (1-E/d)f: up to the factor θd, ⟨f,t_i h⟩_d = ⟨∂f/∂t_i,h⟩_{d-1}, and
// ⟨f,h⟩_d = ⟨(1-E/d)f,h⟩_{d-1}.
func adjointsOfMultiplication(c *Case, f Polynomial) []Polynomial {
	out := f.Gradient()
	if c.hom() {
		return out
	}
	rest := c.R().Zero()
	for m, x := range f.Terms() {
		rest = rest.Add(c.R().Term(mul(x, ratio(int64(c.d()-m.Degree()), int64(c.d()))), m))
	}
	return append(out, rest)
}
