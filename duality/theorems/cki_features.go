package theorems

// ckiFeatures are the statements of CKI section 2: feature map, φ and ψ, the
// φ-product, Theorem 2.8.
func ckiFeatures() []Statement {
	return []Statement{{
		ID: "CKI-01", Place: "Definition 2.1",
		Claim:   "k_{≤d}(x,y) = (θ⟨x,y⟩+1)^d for θ in (0,1)",
		Verdict: TrueUnder, Under: "any θ > 0, which the experiments with θ = 1 use",
		Correct: "for every θ > 0 it is a kernel with feature space R_{≤d}: positive semidefinite, of rank frk X on X",
		Complex: true,
		Draw: func(g *Gen) Instance {
			return g.kernel(3).with("X", g.points(g.upTo(1, 5), g.upTo(1, 2)))
		},
		Given: given(positiveTheta().without(`{"d":1,"theta":"-1","X":[["1"],["2"]]}`)),
		Then:  func(c *Case) bool { return psd(c.K("X", "X")) && rank(c.K("X", "X")) == c.frk("X") },
	}, {
		ID: "CKI-02", Place: "section 2.1, γ_α",
		Claim:   "γ_α² = θ^deg α · C(d,deg α) · (deg α)!/α!",
		Verdict: True,
		Correct: "the same (x, y in R^n, printed R^d): γ_α² is the coefficient of t^α in (θ(t_1+…+t_n)+1)^d",
		Draw: func(g *Gen) Instance {
			return Instance{"n": g.upTo(1, 3), "d": g.upTo(1, 5), "theta": real(g.rat())}
		},
		Then: func(c *Case) bool {
			s, f := c.space(), c.section(c.d(), repeated(one, c.n()))
			for i, m := range s.Monomials() {
				if !eq(s.Weight(i), f.Coefficient(m)) {
					return false
				}
			}
			return true
		},
	}, {
		ID: "CKI-03", Place: "section 2.1",
		Claim:   "Φ is characterised by k = ⟨Φ,Φ⟩",
		Verdict: False,
		Correct: "up to an isometry: UΦ represents k for every orthogonal U; and feature rows A, B with A A^* = B B^* are carried into each other by A⁺B, an isometry on their row spaces",
		Draw: func(g *Gen) Instance {
			s := g.positive()
			return Instance{"d": 1, "theta": mul(s, s), "s": s, "X": g.points(g.upTo(1, 4), 1), "U": g.rotation()}
		},
		Given: given(assume("n = d = 1, θ = s², U a rotation", rotatedLine)),
		Then: func(c *Case) bool {
			A := lineFeatures(c)
			B := product(A, c.mat("U").T())
			G := product(pinv(A), B)
			return equal(product(B, star(B)), c.K("X", "X")) && equal(product(A, G), B) && equal(product(star(G), projector(A), G), projector(B))
		},
		Printed: []Printed{{
			Reading:        "a map with the same scalar products is Φ",
			Given:          given(assume("n = d = 1, θ = s², U a rotation", rotatedLine)),
			Then:           func(c *Case) bool { return equal(product(lineFeatures(c), c.mat("U").T()), lineFeatures(c)) },
			Counterexample: exactly(`{"d":1,"theta":"1","s":"1","X":[["1"]],"U":[["3/5","-4/5"],["4/5","3/5"]]}`),
		}},
	}, {
		ID: "CKI-04", Place: "Notation 2.2",
		Claim:   "k(x,t) = Σ γ_α² x^α t^α",
		Verdict: True,
		Correct: "the same, with conj(x)^α for k(t,x) over C",
		Complex: true,
		Draw: func(g *Gen) Instance {
			return g.anyKernel(3).with("x", g.vector(g.upTo(1, 3)))
		},
		Then: func(c *Case) bool { return c.space().Section(c.vec("x")).Equal(c.section(c.d(), c.vec("x"))) },
	}, {
		ID: "CKI-05", Place: "Proposition 2.3",
		Claim:   "k(x_i,t) for generic x_1, …, x_m', m' ≥ m = dim R[t]_{≤d}, span R[t]_{≤d}",
		Verdict: True,
		Correct: "generic means that no nonzero polynomial of degree ≤ d vanishes at all x_i",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n, d := g.upTo(1, 2), g.upTo(1, 2)
			m := len(exponents(n, d))
			return Instance{"d": d, "theta": g.theta(), "X": g.generic(m, n)}
		},
		Given: given(
			nonzeroTheta().without(`{"d":1,"theta":"0","X":[["0"],["1"]]}`),
			assume("m points", func(c *Case) bool { return len(c.pts("X")) == c.space().Dim() }),
			Hypothesis{Name: "I(X)_{≤d} = 0", Holds: func(c *Case) bool { return c.ideal("X").Dim() == 0 }}.
				without(`{"d":2,"theta":"1/2","X":[["1","0"],["-1","0"],["0","1"],["0","-1"],["3/5","4/5"],["3/5","-4/5"]]}`),
		),
		Then: func(c *Case) bool { return c.sections("X").Dim() == c.space().Dim() },
	}, {
		ID: "CKI-06", Place: "Proposition 2.4",
		Claim:   "φ and ψ are isomorphisms",
		Verdict: True,
		Correct: "the same for θ > 0: all γ_α² > 0, and ψ carries the φ-product to the scalar product of the feature space",
		Complex: true,
		Draw:    twoPolynomials,
		Given: given(
			positiveTheta().without(`{"d":1,"theta":"-1","f":{"1":"1"},"g":{"1":"1"}}`),
			inSpace("f", "g"),
		),
		Then: func(c *Case) bool {
			s, f, g := c.space(), c.expr("f"), c.expr("g")
			for i := range s.Dim() {
				if sign(s.Weight(i)) <= 0 {
					return false
				}
			}
			u, errU := s.Psi(f)
			v, errV := s.Psi(g)
			return errU == nil && errV == nil && eq(s.FeatureProduct(u, v), c.inner(s, f, g)) && s.PsiInverse(u).Equal(f)
		},
	}, {
		ID: "CKI-07", Place: "after Proposition 2.4",
		Claim:   "the dual map sends e_α to t^β ↦ γ_α δ_αβ",
		Verdict: False,
		Correct: "to t^β ↦ δ_αβ/γ_α; so it sends Φ(x) to evaluation at x: Σ (γ_α x^α)·f_α/γ_α = f(x)",
		Complex: true,
		Draw:    reproducingInstance,
		Given:   given(nonzeroTheta(), inSpace("f")),
		Then: func(c *Case) bool {
			// ê_α = γ_α e_α goes to t^β ↦ δ_αβ, and Φ(x) = Σ x^α ê_α
			s, f := c.space(), c.expr("f")
			on, err := s.Phi(f)
			return err == nil && eq(bilinear(s.Feature(c.vec("p")), on), c.value(f, c.vec("p")))
		},
		Printed: []Printed{{
			Reading: "Σ (γ_α x^α)·γ_α f_α = f(x)",
			Then: func(c *Case) bool {
				s, f, sum := c.space(), c.expr("f"), zero
				for i, x := range s.Feature(c.vec("p")) {
					sum = add(sum, mul(mul(s.Weight(i), x), c.coordinates(s, f)[i]))
				}
				return eq(sum, c.value(f, c.vec("p")))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/4","f":{"1":"1"},"p":["1"]}`),
		}},
	}, {
		ID: "CKI-08", Place: "before Corollary 2.5, Corollary 2.5",
		Claim:   "the functions k(x,·) form a vector space, dual to the feature space",
		Verdict: False,
		Correct: "their span does: when X feature-spans K^n every f of R_{≤d} is the expansion with coefficients K_XX⁺ f(X)",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			in := g.kernel(2)
			return in.with("X", g.points(g.upTo(5, 7), n)).with("f", g.polynomial(n, in["d"].(int), false))
		},
		Given: given(positiveTheta(), inSpace("f"), spansSpace("X").without(`{"d":1,"theta":"1","X":[["0"]],"f":{"1":"1"}}`)),
		Then: func(c *Case) bool {
			v, err := c.space().Coefficients(c.expr("f"), c.pts("X"))
			return err == nil && c.expand(c.d(), v, "X").Equal(c.expr("f"))
		},
		Printed: []Printed{{
			Reading: "a·k(x,·) is some k(y,·); the constant term of each is 1",
			Then: func(c *Case) bool {
				return eq(c.section(c.d(), c.vec("x")).Scale(c.num("a")).Eval(repeated(zero, c.n())), one)
			},
			Counterexample: exactly(`{"d":1,"theta":"1","x":["1"],"a":"2"}`),
		}},
	}, {
		ID: "CKI-09", Place: "section 2.2, ⟨·,·⟩_φ",
		Claim:   "⟨t^α,t^β⟩_φ = δ_αβ/γ_α²",
		Verdict: True,
		Correct: "the same: on expansions F, G over Z with coefficients v, w it is w^* K_ZZ v",
		Complex: true,
		Draw: func(g *Gen) Instance {
			M := g.upTo(1, 4)
			return g.anyKernel(3).with("Z", g.points(M, g.upTo(1, 2))).with("v", g.vector(M)).with("w", g.vector(M))
		},
		Given: given(positiveTheta(), belongs("Z", "v", "w")),
		Then: func(c *Case) bool {
			v, w := c.vec("v"), c.vec("w")
			F, G := c.expand(c.d(), v, "Z"), c.expand(c.d(), w, "Z")
			return eq(c.inner(c.space(), F, G), dot(c.K("Z", "Z").MulVec(v), w))
		},
	}, {
		ID: "CKI-10", Place: "Proposition 2.6",
		Claim:   "f(x) = ⟨f,k(·,x)⟩_φ",
		Verdict: True,
		Complex: true,
		Draw: func(g *Gen) Instance {
			in := reproducingInstance(g)
			return in.with("x", g.vector(len(in["p"].(Vector))))
		},
		Given: given(nonzeroTheta(), inSpace("f")),
		Then:  reproduces,
	}, {
		ID: "CKI-11", Place: "Definition 2.7 ff.",
		Claim:   "I is radical if f ∈ I^i implies f ∈ I",
		Verdict: False,
		Correct: "if f^i ∈ I implies f ∈ I; vanishing ideals are radical (over R even real radical: Σ f_j² ∈ I implies all f_j ∈ I)",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			X := g.points(g.upTo(1, 3), n)
			return Instance{"d": 2, "theta": one, "X": X, "i": g.upTo(2, 3), "f": g.polynomialOrZero(n, 1, false), "v": g.vector(6)}
		},
		Given: given(oneForEachGenerator("v", "X")),
		Then: func(c *Case) bool {
			f := c.moved("f", "v", "X")
			square := c.times(f, f).Add(c.times(f, f).Scale(whole(2)))
			inIdeal := vanishes(c.values(f, "X"))
			return vanishes(c.values(c.raised(f, c.integer("i")), "X")) == inIdeal && vanishes(c.values(square, "X")) == inIdeal
		},
		Printed: []Printed{{
			Reading: "I = (t^e) has the printed property, as I^i ⊆ I; so t^i ∈ I would imply t ∈ I",
			Given: given(assume("t^i ∈ (t^e)", func(c *Case) bool {
				return c.integer("i") >= c.integer("e")
			})),
			Then:           func(c *Case) bool { return 1 >= c.integer("e") },
			Counterexample: exactly(`{"e":2,"i":2}`),
		}},
	}, {
		ID: "CKI-12", Place: "Theorem 2.8(a)",
		Claim:   "I(X)_{≤d} = ⟨k(x,·) : x ∈ X⟩^⊥",
		Verdict: True,
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			in := g.anyKernel(2)
			return in.with("X", g.points(g.upTo(1, 5), n)).with("f", g.polynomialOrZero(n, in["d"].(int), in["homogeneous"].(bool))).with("v", g.vector(6))
		},
		Given: given(positiveTheta(), inSpace("f"), oneForEachGenerator("v", "X")),
		Then: func(c *Case) bool {
			f := c.moved("f", "v", "X")
			orthogonal := true
			for _, x := range c.pts("X") {
				orthogonal = orthogonal && isZero(c.inner(c.space(), f, c.space().Section(x)))
			}
			return orthogonal == c.ideal("X").Contains(f) && c.sections("X").Complement().Equal(c.ideal("X"))
		},
	}, {
		ID: "CKI-13", Place: "Theorem 2.8(b)",
		Claim:   "φ(I(X)_{≤d}) is the annihilator of the feature span of X",
		Verdict: True,
		Complex: true,
		Draw: func(g *Gen) Instance {
			return g.anyKernel(3).with("X", g.points(g.upTo(1, 5), g.upTo(1, 2)))
		},
		Then: func(c *Case) bool {
			s, I := c.space(), c.ideal("X")
			for _, f := range I.Basis() {
				on, err := s.Phi(f)
				for _, x := range c.pts("X") {
					if err != nil || !isZero(bilinear(on, s.Feature(x))) {
						return false
					}
				}
			}
			return I.Dim()+c.frk("X") == s.Dim()
		},
	}, {
		ID: "CKI-14", Place: "Theorem 2.8(c)",
		Claim:   "ψ(I(X)_{≤d}) is the feature span of X",
		Verdict: False,
		Correct: "it is the orthogonal complement of the feature span; ψ((I_{≤d})^⊥) is the feature span",
		Draw: func(g *Gen) Instance {
			return g.anyKernel(3).with("X", g.points(g.upTo(1, 5), g.upTo(1, 2)))
		},
		Given: given(positiveTheta()),
		Then: func(c *Case) bool {
			s, features := c.space(), c.space().Evaluation(c.pts("X"))
			return sameRows(psiOf(c, c.ideal("X")), c.laws.PsiOfIdeal(s, features)) &&
				sameRows(psiOf(c, c.ideal("X").Complement()), features)
		},
		Printed: []Printed{{
			Reading:        "ψ(I(X)_{≤d}) = fspan X",
			Given:          given(positiveTheta()),
			Then:           func(c *Case) bool { return sameRows(psiOf(c, c.ideal("X")), c.space().Evaluation(c.pts("X"))) },
			Counterexample: exactly(`{"d":1,"theta":"1/4","X":[["0"]]}`),
		}},
	}}
}

// twoPolynomials draws a kernel and two polynomials of its space.
func twoPolynomials(g *Gen) Instance {
	n := g.upTo(1, 2)
	in := g.anyKernel(3)
	d, hom := in["d"].(int), in["homogeneous"].(bool)
	return in.with("f", g.polynomial(n, d, hom)).with("g", g.polynomial(n, d, hom))
}

// psiOf is ψ(W) in the rational frame, a basis as rows.
func psiOf(c *Case, W Subspace) Matrix {
	var rows Points
	for _, f := range W.Basis() {
		u, err := c.space().Psi(f)
		if err != nil {
			c.fail("%v", err)
		}
		rows = append(rows, u)
	}
	return matrixOf(rows, c.space().Dim())
}

// rotatedLine says that Φ(x) = (1, s·x) is rational and U an orthogonal 2 × 2
// matrix.
func rotatedLine(c *Case) bool {
	U := c.mat("U")
	return c.n() == 1 && c.d() == 1 && !c.hom() && nrows(U) == 2 && equal(product(U, star(U)), identity(2)) &&
		eq(real(c.theta()), pow(c.num("s"), 2))
}

// lineFeatures are the rows Φ(x) = (1, s·x).
func lineFeatures(c *Case) Matrix {
	var rows Points
	for _, x := range c.pts("X") {
		rows = append(rows, Vector{one, mul(c.num("s"), x[0])})
	}
	return matrixOf(rows, 2)
}

// oneForEachGenerator says that v has a coefficient for each element of the basis of I(X)_{≤d}.
func oneForEachGenerator(v, X string) Hypothesis {
	return assume("one coordinate for each generator", func(c *Case) bool { return len(c.vec(v)) >= c.ideal(X).Dim() })
}

// moved returns f plus an element of I(X)_{≤d}, with the coefficients v: with polynomialOrZero an
// f in I as often as not.
func (c *Case) moved(f, v, X string) Polynomial {
	sum := c.expr(f)
	for i, h := range c.ideal(X).Basis() {
		sum = sum.Add(h.Scale(c.vec(v)[i]))
	}
	return sum
}
