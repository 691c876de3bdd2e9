package theorems

// ckiCross are the statements of CKI section 2 (end) and of section 3 up to
// Theorem 3.3: what a cross-kernel matrix K_XZ tells about X.
func ckiCross() []Statement {
	return []Statement{{
		ID: "CKI-15", Place: "section 2, introduction",
		Claim:   "the complement L^⊥ of the feature span is isomorphic to the row span of K_XZ",
		Verdict: False,
		Correct: "the row span is isomorphic to L; L^⊥ to null K_XZ modulo null K_ZZ when Z feature-spans K^n",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.kernel(2).with("X", g.points(g.upTo(1, 4), n)).with("Z", g.points(g.upTo(5, 7), n))
		},
		Given: given(positiveTheta(), spansSpace("Z").without(`{"d":1,"theta":"1/2","X":[["0"]],"Z":[["1"]]}`)),
		Then: func(c *Case) bool {
			return rank(c.K("X", "Z")) == c.frk("X") && nullity(c.K("X", "Z"))-nullity(c.K("Z", "Z")) == c.ideal("X").Dim()
		},
		Printed: []Printed{{
			Reading:        "rank K_XZ = dim L^⊥",
			Given:          given(spansSpace("Z")),
			Then:           func(c *Case) bool { return rank(c.K("X", "Z")) == c.ideal("X").Dim() },
			Counterexample: exactly(`{"d":2,"theta":"1","X":[["0"]],"Z":[["0"],["1"],["2"]]}`),
		}},
	}, {
		ID: "CKI-16", Place: "section 2, introduction",
		Claim:   "X = Φ^{-1}(L), L its feature span",
		Verdict: TrueUnder, Under: "X is cut out in degree ≤ d",
		Correct: "Φ^{-1}(fspan X) is the zero set of I(X)_{≤d}",
		Complex: true,
		Draw:    pointInstance,
		Then: func(c *Case) bool {
			zeroOfIdeal := true
			for _, f := range c.ideal("X").Basis() {
				zeroOfIdeal = zeroOfIdeal && isZero(c.value(f, c.vec("c")))
			}
			return zeroOfIdeal == c.space().Spans(c.pts("X"), Points{c.vec("c")})
		},
		Printed: []Printed{{
			Reading:        "Φ(c) ∈ fspan X implies c ∈ X",
			Given:          given(pointSpanned("c", "X")),
			Then:           func(c *Case) bool { return contains(c.pts("X"), c.vec("c")) },
			Counterexample: exactly(`{"d":1,"theta":"1","X":[["0"],["1"]],"c":["2"]}`),
		}},
	}, {
		ID: "CKI-17", Place: "Remark 2.9",
		Claim:   "everything holds for homogeneous kernels, mutatis mutandis",
		Verdict: TrueUnder, Under: "linear statements; 'c ∈ X' only for sets cut out by forms",
		Correct: "with k_d: Φ_d(c) ∈ fspan X iff κ(c) ∈ rowspan K_XZ, rank K_XZ = frk X, and the functions found are the forms of I(X) in span k(z_j,·)",
		Complex: true,
		Draw:    func(g *Gen) Instance { return certificateInstance(g).with("homogeneous", true) },
		Given: given(assume("homogeneous kernel", func(c *Case) bool { return c.hom() }), positiveTheta(),
			spanned("X", "Z").without(`{"d":1,"theta":"1","homogeneous":true,"X":[["1","0"]],"Z":[["0","1"]],"c":["0","1"]}`),
			pointSpanned("c", "Z").without(`{"d":1,"theta":"1","homogeneous":true,"X":[["1","0"]],"Z":[["1","0"]],"c":["0","1"]}`)),
		Then: func(c *Case) bool {
			return certified(c) == c.space().Spans(c.pts("X"), Points{c.vec("c")}) && rank(c.K("X", "Z")) == c.frk("X") &&
				c.space().Found(c.pts("X"), c.pts("Z")).Equal(c.ideal("X").Meet(c.sections("Z")))
		},
		Printed: []Printed{{
			Reading:        "the certificate with k_d implies c ∈ X",
			Given:          given(spanned("X", "Z"), pointSpanned("c", "Z"), assume("κ(c) ∈ rowspan K_XZ", certified)),
			Then:           func(c *Case) bool { return contains(c.pts("X"), c.vec("c")) },
			Counterexample: exactly(`{"d":1,"theta":"1/2","homogeneous":true,"X":[["1"]],"Z":[["1"]],"c":["2"]}`),
		}},
	}, {
		ID: "CKI-18", Place: "Definitions 3.1 and 3.2",
		Claim:   "X feature-spans S iff frk X = frk S",
		Verdict: True,
		Correct: "the same for X ⊆ S",
		Complex: true,
		Draw: func(g *Gen) Instance {
			S := g.points(g.upTo(1, 6), g.upTo(1, 2))
			return g.anyKernel(2).with("S", S).with("X", g.near(S, g.upTo(1, 6)))
		},
		Given: given(nonzeroTheta(), drawnFrom("X", "S").without(`{"d":1,"theta":"1","S":[["0"]],"X":[["1"]]}`)),
		Then: func(c *Case) bool {
			return c.sections("X").Equal(c.sections("S")) == (c.frk("X") == c.frk("S"))
		},
	}, {
		ID: "CKI-19", Place: "Theorem 3.3(a)",
		Claim:   "rank K_XZ = frk X if fspan X ⊆ fspan Z",
		Verdict: True,
		Complex: true,
		Draw:    spannedInstance,
		Given:   given(positiveTheta().without(`{"d":1,"theta":"-1","X":[["1"]],"Z":[["1"]]}`), spanned("X", "Z").without(`{"d":1,"theta":"1/2","X":[["2"]],"Z":[["-1"]]}`)),
		Then:    func(c *Case) bool { return rank(c.K("X", "Z")) == c.frk("X") },
		Printed: []Printed{{
			Reading: "conversely, equality implies fspan X ⊆ fspan Z",
			Given: given(assume("rank K_XZ = frk X", func(c *Case) bool {
				return rank(c.K("X", "Z")) == c.frk("X")
			})),
			Then:           func(c *Case) bool { return c.space().Spans(c.pts("Z"), c.pts("X")) },
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["0"]],"Z":[["1"]]}`),
		}},
	}, {
		ID: "CKI-20", Place: "Theorem 3.3(b)",
		Claim:   "Φ(c) ∈ fspan X iff κ(c) ∈ rowspan K_XZ; and then, if X feature-spans S, c ∈ S",
		Verdict: True,
		Correct: "for X that feature-spans S, S cut out in degree d at c, fspan X ⊆ fspan Z and Φ(c) ∈ fspan Z; the last iff k(c,c) = κ K_ZZ⁺ κ^*",
		Complex: true,
		Draw: func(g *Gen) Instance {
			in := certificateInstance(g)
			S := in["X"].(Points)
			if g.coin(2) {
				S = join(S, g.points(1, len(S[0])))
			}
			return in.with("S", S)
		},
		Given: given(
			positiveTheta(),
			drawnFrom("X", "S").without(`{"d":1,"theta":"1","S":[["0"]],"X":[["1"]],"Z":[["0"],["1"]],"c":["0"]}`),
			spansSet("X", "S").without(`{"d":1,"theta":"1","S":[["0"],["1"]],"X":[["0"]],"Z":[["0"],["1"]],"c":["1"]}`),
			Hypothesis{Name: "c ∈ S, or some f ∈ I(S)_{≤d} has f(c) ≠ 0", Holds: func(c *Case) bool {
				return contains(c.pts("S"), c.vec("c")) || !c.space().Spans(c.pts("S"), Points{c.vec("c")})
			}}.without(`{"d":1,"theta":"1/2","S":[["0"],["1"]],"X":[["0"],["1"]],"Z":[["0"],["1"]],"c":["2"]}`),
			spanned("X", "Z").without(`{"d":1,"theta":"1/2","S":[["0"]],"X":[["0"]],"Z":[["1"]],"c":["1"]}`),
			pointSpanned("c", "Z").without(`{"d":1,"theta":"1/2","S":[["0"]],"X":[["0"]],"Z":[["0"]],"c":["1"]}`),
		),
		Then: func(c *Case) bool {
			return certified(c) == contains(c.pts("S"), c.vec("c")) && visible(c) == c.space().Spans(c.pts("Z"), Points{c.vec("c")})
		},
	}, {
		ID: "CKI-21", Place: "Theorem 3.3(c)",
		Claim:   "for f ∈ I(𝒵)^⊥, 𝒵 any algebraic set that Z feature-spans: f ∈ I(S) iff f = Σ c_j k(z_j,·) with c in the null space of K_XZ",
		Verdict: True,
		Correct: "for X that feature-spans S and Z that feature-spans K^n: c ↦ Σ c_j k(z_j,·) maps null K_XZ onto I(S)_{≤d} with kernel null K_ZZ; Z may be feature-dependent; for 𝒵 ⊇ X other than K^n, I(X)_{≤d} = I(𝒵)_{≤d} ⊕ what is found",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			S := g.points(g.upTo(1, 5), n)
			return g.kernel(2).with("S", S).with("X", join(S, g.among(S, 1))).with("Z", g.points(g.upTo(6, 8), n))
		},
		Given: given(
			positiveTheta(),
			drawnFrom("X", "S").without(`{"d":1,"theta":"1","S":[["0"]],"X":[["1"]],"Z":[["0"],["1"]]}`),
			spansSet("X", "S").without(`{"d":1,"theta":"1/2","S":[["0"],["1"]],"X":[["0"]],"Z":[["0"],["1"]]}`),
			spansSpace("Z").without(`{"d":1,"theta":"1/2","S":[["0"]],"X":[["0"]],"Z":[["0"]]}`),
		),
		Then: func(c *Case) bool {
			found := c.expansions(null(c.K("X", "Z")), "Z")
			W := join(c.pts("X"), c.pts("Z")[:1]) // 𝒵, a finite set
			part := c.space().Found(c.pts("X"), W)
			rest := c.space().VanishingIdeal(W)
			if !rest.Sum(part).Equal(c.ideal("X")) || rest.Meet(part).Dim() > 0 {
				return false
			}
			return found.Equal(c.ideal("S")) && nullity(c.K("X", "Z"))-nullity(c.K("Z", "Z")) == found.Dim() &&
				c.expansions(null(c.K("Z", "Z")), "Z").Dim() == 0
		},
	}, {
		ID: "CKI-22", Place: "Theorem 3.3(d)",
		Claim:   "I(X)_{≤d}^⊥ are the expansions over Z with coefficients in the left range of K_XZ K_ZZ^{-1/2}",
		Verdict: False,
		Correct: "in the left range of K_XZ K_ZZ⁺; row i of it expands to k(·,x_i) exactly (conjugated over C)",
		Complex: true,
		Draw:    spannedInstance,
		Given:   given(positiveTheta().without(`{"d":1,"theta":"-1","X":[["1"]],"Z":[["1"]]}`), spanned("X", "Z").without(`{"d":1,"theta":"1/4","X":[["0"]],"Z":[["1"]]}`)),
		Then: func(c *Case) bool {
			C := each(c.laws.Range(c.K("X", "Z"), c.K("Z", "Z")), conj)
			for i, row := range rowsOf(C) {
				if !c.expand(c.d(), row, "Z").Equal(c.section(c.d(), c.pts("X")[i])) {
					return false
				}
			}
			return c.expansions(C, "Z").Equal(c.ideal("X").Complement())
		},
		Printed: []Printed{{
			Reading: "the expansions with coefficient rows K_XZ H, H² = K_ZZ^{-1}, lie in I(X)_{≤d}^⊥",
			Given:   given(spanned("X", "Z"), inverseRoot("H", "Z")),
			Then: func(c *Case) bool {
				return c.sections("X").Includes(c.expansions(product(c.K("X", "Z"), c.mat("H")), "Z"))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/4","X":[["0"]],"Z":[["0"],["2/3"]],"H":[["13/5","-9/5"],["-9/5","12/5"]]}`),
		}},
	}}
}

// certified says that κ(c) lies in the row space of K_XZ.
func certified(c *Case) bool { return inRows(c.kappa("c", "Z"), c.K("X", "Z")) }

// visible says k(c,c) = κ K_ZZ⁺ κ^*, what the kernel alone knows of Φ(c) ∈ fspan Z.
func visible(c *Case) bool {
	kappa := c.kappa("c", "Z")
	return eq(form(kappa, pinv(c.K("Z", "Z")), kappa), c.kernel(c.d(), c.vec("c"), c.vec("c")))
}

// inverseRoot says that H is Hermitian, positive semidefinite and H² = K_ZZ⁺.
func inverseRoot(H, Z string) Hypothesis {
	return assume(H+" = (K_"+Z+Z+"⁺)^{1/2}", func(c *Case) bool {
		h := c.mat(H)
		return nrows(h) == len(c.pts(Z)) && ncols(h) == nrows(h) && psd(h) && equal(product(h, h), pinv(c.K(Z, Z)))
	})
}

// pointInstance draws samples X and a point c, often one that looks like them.
func pointInstance(g *Gen) Instance {
	n := g.upTo(1, 2)
	X := g.points(g.upTo(1, 5), n)
	return g.anyKernel(2).with("X", X).with("c", g.near(X, 1)[0])
}

// spannedInstance draws Z and samples X, for the most part among Z.
func spannedInstance(g *Gen) Instance {
	Z := g.points(g.upTo(1, 5), g.upTo(1, 2))
	return g.anyKernel(2).with("Z", Z).with("X", g.near(Z, g.upTo(1, 3)))
}

// certificateInstance draws Z, samples X among Z, and a point c: of X, of Z, or
// anywhere, with a Z that often feature-spans.
func certificateInstance(g *Gen) Instance {
	n := g.upTo(1, 2)
	Z := g.points(g.upTo(1, 6), n)
	X := g.among(Z, g.upTo(1, 3))
	return g.kernel(2).with("Z", Z).with("X", X).with("c", g.near(pick(g, X, Z), 1)[0])
}
