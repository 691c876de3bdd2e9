package theorems

// dklAVICA are the statements of DKL sections 3.5 and 3.6 on powering and on
// Algorithms 2 and 3. V has right singular vectors as rows; since only their
// span enters, any basis of it will do, with the projector V⁺V for V^*V.
func dklAVICA() []Statement {
	return []Statement{{
		ID: "DKL-26", Place: "section 3.5",
		Claim:   "K_2 is the entrywise second power K'_1 ∘ K_1",
		Verdict: Ambiguous,
		Correct: "it is the entrywise product of a truncated and an untruncated matrix; without truncation K_1 ∘ … ∘ K_1 = k_{≤d}(X,Y)",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.anyKernel(4).with("X", g.points(g.upTo(1, 4), n)).with("Y", g.points(g.upTo(1, 4), n))
		},
		Then: func(c *Case) bool {
			K1 := c.at(1).KernelMatrix(c.pts("X"), c.pts("Y"))
			power := K1
			for range c.d() - 1 {
				power = hadamard(power, K1)
			}
			return equal(power, c.K("X", "Y"))
		},
		Printed: []Printed{{
			Reading: "after truncation to the right singular vectors V, K'_1 ∘ K_1 is the second power K'_1 ∘ K'_1",
			Given:   given(assume("V has a column for each point of Y", columnsMatch("V", "Y"))),
			Then: func(c *Case) bool {
				K := c.K("X", "Y")
				kept := product(K, projector(c.mat("V")))
				return equal(hadamard(kept, K), hadamard(kept, kept))
			},
			Counterexample: exactly(`{"d":1,"theta":"1","X":[["1"]],"Y":[["0"],["1"]],"V":[["1","1"]]}`),
		}},
	}, {
		ID: "DKL-27", Place: "section 3.5",
		Claim:   "after powering, only new generators appear, by equation (4)",
		Verdict: False,
		Correct: "with kept left projector P, g_i = Σ P_il k^{d-1}(x_l,·) and W = span g_i: null((P K_{d-1}) ∘ K_1) are the coefficients of functions orthogonal to all g_i·k(x_i,·); and (W R_1)^⊥ ⊆ W^⊥ R_1, usually strictly",
		Draw: func(g *Gen) Instance {
			n, N := g.upTo(1, 2), g.upTo(1, 3)
			return Instance{"d": 2, "theta": g.theta(), "X": g.points(N, n), "Y": g.points(g.upTo(1, 6), n), "P": g.matrix(N, N)}
		},
		Given: given(assume("P is N × N, d ≥ 1", func(c *Case) bool {
			N := len(c.pts("X"))
			return nrows(c.mat("P")) == N && ncols(c.mat("P")) == N && c.d() >= 1
		})),
		Then: func(c *Case) bool {
			s, below := c.space(), c.at(c.d()-1)
			g := keptFunctions(c)
			var products []Polynomial
			for i, x := range c.pts("X") {
				products = append(products, c.times(g[i], c.section(1, x)))
			}
			conditions := newMatrix(len(products), len(c.pts("Y")))
			for i, h := range products {
				for j, v := range c.values(h, "Y") {
					conditions.Set(i, j, v) // ⟨Σ v_j k(y_j,·), h⟩ = Σ v_j h(y_j)
				}
			}
			W := c.span(below, g...)
			return sameRows(null(powered(c)), null(conditions)) &&
				W.Complement().TimesLinear(s).Includes(W.TimesLinear(s).Complement())
		},
		Printed: []Printed{{
			Reading: "all multiples F·R_1 of what is truncated, F = W^⊥, are among the exact zeros in the next degree",
			Given:   given(spansSpace("Y")),
			Then: func(c *Case) bool {
				W := c.span(c.at(c.d()-1), keptFunctions(c)...)
				return c.expansions(null(powered(c)), "Y").Includes(W.Complement().TimesLinear(c.space()))
			},
			Counterexample: exactly(`{"d":2,"theta":"1/2","X":[["1"],["-1"]],"Y":[["-1"],["0"],["1"]],"P":[["1/2","1/2"],["1/2","1/2"]]}`),
		}},
	}, {
		ID: "DKL-28", Place: "Algorithm 2, step 9",
		Complex: true,
		Claim:   "singular values that are zero to machine precision are to be excluded",
		Verdict: False,
		Correct: "when Y feature-spans K^n the zeros of k_*(X,Y) are D - rank = (D - frk Y) + dim R_1·I_{≤d-1} + dim N_d: redundant, absorbed and new",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.anyKernel(2).with("X", g.points(g.upTo(1, 5), n)).with("Y", g.generic(g.upTo(5, 7), n))
		},
		Given: given(spansSpace("Y").without(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["1"]]}`)),
		Then: func(c *Case) bool {
			D, absorbed := len(c.pts("Y")), c.multiples("X", c.d()).Dim()
			return D-rank(c.K("X", "Y")) == (D-c.frk("Y"))+absorbed+c.newGenerators("X", c.d()).Dim()
		},
		Printed: []Printed{{
			Reading: "null vectors of k_{≤d}(X,Y) give no generator",
			Then: func(c *Case) bool {
				return c.expansions(null(c.K("X", "Y")), "Y").Meet(c.newGenerators("X", c.d())).Dim() == 0
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["0"],["1"]]}`),
		}},
	}, {
		ID: "DKL-29", Place: "Algorithm 2, steps 8-9",
		Complex: true,
		Claim:   "the feature of the vector v is Σ v_j k^d(y_j,·)",
		Verdict: False,
		Correct: "after truncation it is Σ v_j f_j·k(y_j,·) with f_j = Σ_l (V⁺V)_lj k(y_l,·); this is what K'_1 ∘ K_1 evaluates on the samples",
		Draw: func(g *Gen) Instance {
			n, D := g.upTo(1, 2), g.upTo(1, 4)
			return Instance{
				"d": 1, "theta": g.theta(), "X": g.points(g.upTo(1, 3), n), "Y": g.points(D, n),
				"V": g.matrix(g.upTo(1, 2), D), "v": g.vector(D),
			}
		},
		Given: given(belongs("Y", "v"), assume("V has a column for each point of Y", columnsMatch("V", "Y"))),
		Then: func(c *Case) bool {
			K := c.K("X", "Y")
			trained := hadamard(product(K, projector(c.mat("V"))), K)
			return same(trained.MulVec(c.vec("v")), c.values(truncatedFeature(c), "X"))
		},
		Printed: []Printed{{
			Reading: "the truncated matrix evaluates Σ v_j k²(y_j,·)",
			Then: func(c *Case) bool {
				K := c.K("X", "Y")
				trained := hadamard(product(K, projector(c.mat("V"))), K)
				return same(trained.MulVec(c.vec("v")), c.values(c.expand(2, c.vec("v"), "Y"), "X"))
			},
			Counterexample: exactly(`{"d":1,"theta":"1","X":[["1"]],"Y":[["0"],["1"]],"V":[["1","1"]],"v":["1","0"]}`),
		}},
	}, {
		ID: "DKL-30", Place: "Definition 3.6",
		Claim:   "K = U S V with singular features from the columns of V",
		Verdict: Ambiguous,
		Correct: "V has right singular vectors as rows, one entry for each y_j; they span the row space of K, and K·V⁺V = K",
		Complex: true,
		Draw:    crossInstance,
		Then: func(c *Case) bool {
			K := c.K("X", "Y")
			V := rowBasis(K)
			return ncols(V) == len(c.pts("Y")) && nrows(V) == rank(K) && equal(product(K, projector(V)), K)
		},
		Printed: []Printed{{
			Reading:        "the columns of V are coefficient vectors over Y",
			Then:           func(c *Case) bool { return nrows(rowBasis(c.K("X", "Y"))) == len(c.pts("Y")) },
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["0"],["1"]]}`),
		}},
	}, {
		ID: "DKL-31", Place: "Algorithm 2, step 3",
		Claim:   "K = k(X,Y), k unspecified",
		Verdict: Ambiguous,
		Correct: "k = k_{≤1}: when Y feature-spans, null vectors of k_{≤d}(X,Y) expand to all of I(X)_{≤d}; those of the homogeneous kernel to the forms of I(X) of degree d only",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.kernel(2).with("X", g.points(g.upTo(1, 4), n)).with("Y", g.generic(6, n))
		},
		Given: given(positiveTheta(), spansSpace("Y").without(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["1"]]}`)),
		Then:  func(c *Case) bool { return foundWith(c, false) && foundWith(c, true) },
		Printed: []Printed{{
			Reading: "with the homogeneous kernel something is found whenever I(X)_{≤d} ≠ 0",
			Given: given(assume("I(X)_{≤d} ≠ 0", func(c *Case) bool { return c.spaceOf(c.d(), false).VanishingIdeal(c.pts("X")).Dim() > 0 }),
				assume("Y feature-spans", func(c *Case) bool {
					return c.spaceOf(c.d(), false).FeatureRank(c.pts("Y")) == c.spaceOf(c.d(), false).Dim()
				})),
			Then: func(c *Case) bool {
				return c.spaceOf(c.d(), true).Found(c.pts("X"), c.pts("Y")).Dim() > 0
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["1"]],"Y":[["0"],["1"]]}`),
		}},
	}, {
		ID: "DKL-32", Place: "Algorithm 2, steps 5 and 10",
		Claim:   "with thresholds εθ^d the labels, and with quanta σθ^d the order of the features, do not depend on θ",
		Verdict: False,
		Correct: "homogeneous: k_d at θ is θ^d times k_d at 1, so σ_d(θ) = θ^d σ_d(1): thresholds are to be multiplied and quanta divided by θ^d; for k_{≤d} there is no such law",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.kernel(3).with("homogeneous", true).with("X", g.points(g.upTo(1, 3), n)).with("Y", g.points(g.upTo(1, 3), n))
		},
		Given: given(Hypothesis{Name: "homogeneous kernel", Holds: func(c *Case) bool { return c.hom() }}.
			without(`{"d":1,"theta":"2","X":[["0"]],"Y":[["0"]]}`)),
		Then: func(c *Case) bool {
			unit := NewCase(c.in.with("theta", one), c.laws)
			return equal(c.K("X", "Y"), scaled(pow(real(c.theta()), c.d()), unit.K("X", "Y")))
		},
		Printed: []Printed{{
			Reading: "inhomogeneous, X = Y = {x}: σ ≥ εθ^d at θ iff σ ≥ ε at 1",
			Then: func(c *Case) bool {
				at := func(theta Num) bool {
					unit := NewCase(c.in.with("theta", theta), c.laws)
					return !less(unit.kernel(c.d(), c.vec("x"), c.vec("x")), mul(c.num("epsilon"), pow(theta, c.d())))
				}
				return at(real(c.theta())) == at(one)
			},
			Counterexample: exactly(`{"d":2,"theta":"1/2","x":["1"],"epsilon":"5"}`),
		}, {
			Reading: "homogeneous: the quanta θ^d σ_d(θ) keep the order of σ_1(1), σ_2(1)",
			Then: func(c *Case) bool {
				theta, s1, s2 := real(c.theta()), c.num("sigma1"), c.num("sigma2")
				return less(s1, s2) == less(mul(pow(theta, 2), s1), mul(pow(theta, 4), s2))
			},
			Counterexample: exactly(`{"theta":"1/2","sigma1":"1","sigma2":"2"}`),
		}},
	}, {
		ID: "DKL-38", Place: "Algorithm 3, steps 5-6",
		Claim:   "return K_d V_d; K_d ← K_d V_d^T V_d",
		Verdict: False,
		Correct: "with the kept singular vectors as rows of V: return K_d V_d^T, whose columns are the values of the features; step 6 is right: its rows lie in the row space of V, and doing it twice changes nothing",
		Complex: true,
		Draw: func(g *Gen) Instance {
			in := crossInstance(g)
			return in.with("V", g.matrix(g.upTo(1, 3), len(in["Y"].(Points)))).with("x", g.vector(len(in["Y"].(Points)[0])))
		},
		Given: given(assume("V has a column for each point of Y", columnsMatch("V", "Y"))),
		Then: func(c *Case) bool {
			V, kept := c.mat("V"), product(c.K("X", "Y"), projector(c.mat("V")))
			values := c.mat("V").MulVec(c.kappa("x", "Y"))
			for i, v := range rowsOf(V) {
				if !eq(values[i], c.value(c.expand(c.d(), v, "Y"), c.vec("x"))) {
					return false
				}
			}
			return rowsWithin(kept, V) && equal(product(kept, projector(V)), kept)
		},
		Printed: []Printed{{
			Reading:        "K_d V_d is defined: V has as many rows as K_d has columns",
			Then:           func(c *Case) bool { return nrows(c.mat("V")) == ncols(c.K("X", "Y")) },
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["0"]],"Y":[["0"],["1"]],"V":[["1","1"]]}`),
		}},
	}}
}

// columnsMatch says that the matrix V has one column for each point of Y.
func columnsMatch(V, Y string) Predicate {
	return func(c *Case) bool { return ncols(c.mat(V)) == len(c.pts(Y)) }
}

// rowBasis is a basis of the row space, as rows.
func rowBasis(m Matrix) Matrix { return spanOfRows(m).Basis() }

// keptFunctions are g_i = Σ_l P_il k^{d-1}(x_l,·).
func keptFunctions(c *Case) []Polynomial {
	var g []Polynomial
	for _, row := range rowsOf(c.mat("P")) {
		g = append(g, c.expand(c.d()-1, row, "X"))
	}
	return g
}

// powered is (P K_{d-1}) ∘ K_1, the matrix of AVICA's step in degree d.
func powered(c *Case) Matrix {
	lower, linear := c.at(c.d()-1), c.at(1)
	X, Y := c.pts("X"), c.pts("Y")
	return hadamard(product(c.mat("P"), lower.KernelMatrix(X, Y)), linear.KernelMatrix(X, Y))
}

// truncatedFeature is Σ_j v_j f_j·k(y_j,·) with f_j = Σ_l (V⁺V)_lj k(y_l,·).
func truncatedFeature(c *Case) Polynomial {
	P, F := projector(c.mat("V")).T(), c.R().Zero()
	for j, y := range c.pts("Y") {
		f := c.expand(1, P.Row(j), "Y")
		F = F.Add(c.times(f, c.section(1, y)).Scale(c.vec("v")[j]))
	}
	return F
}

// foundWith says that null vectors over Y expand to the vanishing ideal of X in
// the space of the homogeneous or the inhomogeneous kernel.
func foundWith(c *Case, homogeneous bool) bool {
	s := c.spaceOf(c.d(), homogeneous)
	return s.Found(c.pts("X"), c.pts("Y")).Equal(s.VanishingIdeal(c.pts("X")))
}
