package theorems

// complexField are the statements on K = C, over Q(i): ⟨x,y⟩ = Σ x_i conj(y_i),
// linear in the first argument.
func complexField() []Statement {
	return []Statement{{
		ID: "CPX-01", Place: "kernels over C",
		Claim:   "k : K^n × K^n → R",
		Verdict: False,
		Correct: "k(y,x) = conj k(x,y); k(·,z) is a polynomial, Σ v_j k(·,z_j) has the coefficients γ_α² Σ v_j conj(z_j)^α and the values K_XZ v",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n, M := g.upTo(1, 2), g.upTo(1, 3)
			return g.anyKernel(3).with("X", g.points(g.upTo(1, 3), n)).with("Z", g.points(M, n)).with("v", g.vector(M))
		},
		Given: given(belongs("Z", "v")),
		Then: func(c *Case) bool {
			v, Z, F := c.vec("v"), c.pts("Z"), c.R().Zero()
			for j, z := range Z {
				F = F.Add(c.section(c.d(), z).Scale(v[j]))
			}
			return equal(c.K("Z", "X"), star(c.K("X", "Z"))) && F.Equal(c.expand(c.d(), v, "Z")) &&
				same(c.values(F, "X"), c.K("X", "Z").MulVec(v))
		},
		Printed: []Printed{{
			Reading:        "the values are real",
			Then:           func(c *Case) bool { return isReal(c.kernel(c.d(), c.vec("x"), c.vec("y"))) },
			Counterexample: exactly(`{"d":1,"theta":"1","x":[{"re":"0","im":"1"}],"y":["1"]}`),
		}},
	}, {
		ID: "CPX-02", Place: "DKL Theorem 2 over C",
		Claim:   "⊥ with respect to the bilinear or the sesquilinear product",
		Verdict: TrueUnder, Under: "sesquilinear; bilinear only as annihilator",
		Correct: "sesquilinear: R_* = I(S)_* ⊕ span k(·,s); bilinear: I(S)_* is the annihilator of span k(s,·), of complementary dimension",
		Complex: true,
		Draw: func(g *Gen) Instance {
			return g.anyKernel(2).with("S", g.points(g.upTo(1, 4), g.upTo(1, 2)))
		},
		Given: given(positiveTheta().without(`{"d":1,"theta":"-1","S":[["1"]]}`)),
		Then: func(c *Case) bool {
			s, I, W := c.space(), c.ideal("S"), c.sections("S")
			for _, f := range I.Basis() {
				for _, p := range c.pts("S") {
					if !isZero(bilinearInner(c, f, s.Section(conjugated(p)))) {
						return false
					}
				}
			}
			return I.Sum(W).Dim() == s.Dim() && I.Meet(W).Dim() == 0 && W.Complement().Equal(I)
		},
		Printed: []Printed{{
			Reading: "bilinear: I(S)_* and span k(s,·) have intersection 0",
			Then: func(c *Case) bool {
				var sections []Polynomial
				for _, p := range c.pts("S") {
					sections = append(sections, c.section(c.d(), conjugated(p)))
				}
				return c.ideal("S").Meet(c.span(c.space(), sections...)).Dim() == 0
			},
			Counterexample: exactly(`{"d":1,"theta":"1/4","S":[[{"re":"0","im":"2"}]]}`),
		}},
	}, {
		ID: "CPX-03", Place: "CKI section 3 over C",
		Claim:   "Theorems 3.3 and 3.4 hold over C",
		Verdict: TrueUnder, Under: "Hermitian product, ^* for ^T, conjugated coefficients in 3.3(d)",
		Correct: "for fspan X ⊆ fspan Z: rank K_XZ = frk X, K_XX = K_XZ K_ZZ⁺ K_XZ^*, null vectors vanish on X, k(·,x_i) = Σ conj(C_ij) k(·,z_j) with C = K_XZ K_ZZ⁺, and the certificate decides Φ(c) ∈ fspan X",
		Complex: true,
		Draw: func(g *Gen) Instance {
			g.imaginary = true
			Z := g.points(g.upTo(1, 4), g.upTo(1, 2))
			return g.kernel(2).with("Z", Z).with("X", g.near(Z, g.upTo(1, 3))).with("c", g.among(Z, 1)[0])
		},
		Given: given(positiveTheta().without(`{"d":1,"theta":"-1","X":[["1"]],"Z":[["1"]],"c":["1"]}`),
			spanned("X", "Z").without(`{"d":1,"theta":"1/2","X":[["2"]],"Z":[["-1"]],"c":["-1"]}`),
			pointSpanned("c", "Z").without(`{"d":1,"theta":"1/2","X":[["0"]],"Z":[["0"]],"c":[{"re":"0","im":"1"}]}`)),
		Then: func(c *Case) bool {
			C := product(c.K("X", "Z"), pinv(c.K("Z", "Z")))
			for i, row := range rowsOf(C) {
				if !c.expand(c.d(), conjugated(row), "Z").Equal(c.section(c.d(), c.pts("X")[i])) {
					return false
				}
			}
			return rank(c.K("X", "Z")) == c.frk("X") && equal(nystroem(c), c.K("X", "X")) && psd(c.K("Z", "Z")) &&
				c.ideal("X").Includes(c.expansions(null(c.K("X", "Z")), "Z")) &&
				certified(c) == c.space().Spans(c.pts("X"), Points{c.vec("c")})
		},
		Printed: []Printed{{
			Reading: "3.3(d) without conjugation: Σ C_ij k(·,z_j) = k(·,x_i)",
			Given:   given(spanned("X", "Z")),
			Then: func(c *Case) bool {
				C := product(c.K("X", "Z"), pinv(c.K("Z", "Z")))
				return c.expand(c.d(), C.Row(0), "Z").Equal(c.section(c.d(), c.pts("X")[0]))
			},
			Counterexample: exactly(`{"d":1,"theta":"1","X":[[{"re":"0","im":"1/2"}]],"Z":[["1"],[{"re":"0","im":"1"}]]}`),
		}},
	}, {
		ID: "CPX-04", Place: "bilinear product over C",
		Claim:   "Theorems 3.3 and 3.4 hold with Σ x_i y_i over C",
		Verdict: False,
		Correct: "3.3(a), 3.3(b) and 'if' in 3.4 hold when the bilinear K_ZZ has rank frk Z, fspan X ⊆ fspan Z and Φ(c) ∈ fspan Z",
		Complex: true,
		Draw: func(g *Gen) Instance {
			g.imaginary = true
			Z := g.points(g.upTo(1, 4), g.upTo(1, 2))
			return g.kernel(2).with("Z", Z).with("X", g.near(Z, g.upTo(1, 3))).with("c", g.among(Z, 1)[0])
		},
		Given: given(positiveTheta(),
			spanned("X", "Z").without(`{"d":1,"theta":"1/2","X":[["2"]],"Z":[["-1"]],"c":["-1"]}`),
			pointSpanned("c", "Z").without(`{"d":1,"theta":"1/2","X":[["0"]],"Z":[["0"]],"c":["1"]}`),
			Hypothesis{Name: "the bilinear K_ZZ has rank frk Z", Holds: func(c *Case) bool { return rank(bilinearK(c, "Z", "Z")) == c.frk("Z") }}.
				without(`{"d":1,"theta":"1/4","X":[[{"re":"0","im":"2"}]],"Z":[[{"re":"0","im":"2"}]],"c":[{"re":"0","im":"2"}]}`)),
		Then: func(c *Case) bool {
			kXZ, kZZ := bilinearK(c, "X", "Z"), bilinearK(c, "Z", "Z")
			kappa := bilinearRow(c, "c", "Z")
			return rank(kXZ) == c.frk("X") && equal(product(kXZ, pinv(kZZ), kXZ.T()), bilinearK(c, "X", "X")) &&
				inRows(kappa, kXZ) == c.space().Spans(c.pts("X"), Points{c.vec("c")})
		},
		Printed: []Printed{{
			Reading:        "3.3(a): rank K_XZ = frk X",
			Given:          given(spanned("X", "Z")),
			Then:           func(c *Case) bool { return rank(bilinearK(c, "X", "Z")) == c.frk("X") },
			Counterexample: exactly(`{"d":1,"theta":"1/4","X":[[{"re":"0","im":"2"}]],"Z":[[{"re":"0","im":"2"}]]}`),
		}, {
			Reading: "3.4: equality implies fspan X ⊆ fspan Z",
			Given: given(assume("K_XX = K_XZ K_ZZ⁺ K_ZX, bilinear", func(c *Case) bool {
				kXZ := bilinearK(c, "X", "Z")
				return equal(product(kXZ, pinv(bilinearK(c, "Z", "Z")), kXZ.T()), bilinearK(c, "X", "X"))
			})),
			Then:           func(c *Case) bool { return c.space().Spans(c.pts("Z"), c.pts("X")) },
			Counterexample: exactly(`{"d":1,"theta":"1","X":[["1",{"re":"0","im":"1"}]],"Z":[["0","0"]]}`),
		}, {
			Reading: "3.3(b): the certificate implies Φ(c) ∈ fspan X",
			Given: given(spanned("X", "Z"), pointSpanned("c", "Z"), assume("κ(c) ∈ rowspan K_XZ, bilinear", func(c *Case) bool {
				return inRows(bilinearRow(c, "c", "Z"), bilinearK(c, "X", "Z"))
			})),
			Then:           func(c *Case) bool { return c.space().Spans(c.pts("X"), Points{c.vec("c")}) },
			Counterexample: exactly(`{"d":1,"theta":"1","X":[["0","0"]],"Z":[["0","0"],["1",{"re":"0","im":"1"}]],"c":["1",{"re":"0","im":"1"}]}`),
		}},
	}}
}

// bilinearInner is Σ f_α g_α/γ_α², the bilinear relative of the φ-product.
func bilinearInner(c *Case, f, g Polynomial) Num {
	s, conjugate := c.space(), c.R().Zero()
	for m, x := range g.Terms() {
		conjugate = conjugate.Add(c.R().Term(conj(x), m))
	}
	return c.inner(s, f, conjugate)
}

// bilinearK is K_XZ for Σ x_i y_i: the Hermitian kernel with conjugated z_j.
func bilinearK(c *Case, X, Z string) Matrix {
	var Zc Points
	for _, z := range c.pts(Z) {
		Zc = append(Zc, conjugated(z))
	}
	c.sameWidth(X, Z)
	return c.space().KernelMatrix(c.pts(X), Zc)
}

// bilinearRow is the row of the bilinear kernel of the point named x.
func bilinearRow(c *Case, x, Z string) Vector {
	row := make(Vector, 0, len(c.pts(Z)))
	for _, z := range c.pts(Z) {
		row = append(row, c.kernel(c.d(), c.vec(x), conjugated(z)))
	}
	return row
}
