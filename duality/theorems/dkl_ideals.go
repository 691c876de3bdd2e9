package theorems

// dklIdeals are the statements of DKL sections 2.3 to 2.5 and 3.1: vanishing
// ideals, Theorem 2, kernel matrices, interpolation spaces.
func dklIdeals() []Statement {
	return []Statement{{
		ID: "DKL-11", Place: "Definition 2.3, Example 2.4",
		Claim:   "I(S) is an ideal",
		Verdict: True,
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.kernel(2).with("S", g.points(g.upTo(1, 4), n)).with("h", g.polynomial(n, 2, false))
		},
		Then: func(c *Case) bool {
			h := c.expr("h")
			sum := c.R().Zero()
			for _, f := range c.ideal("S").Basis() {
				sum = sum.Add(c.times(f, h))
			}
			return vanishes(c.values(sum, "S"))
		},
	}, {
		ID: "DKL-12", Place: "Theorem 2",
		Claim:   "I(S) ∩ K[X]_* = span{k_*(s,X)}^⊥ for a manifold S",
		Verdict: True,
		Correct: "the same for every subset S",
		Complex: true,
		Draw: func(g *Gen) Instance {
			return g.anyKernel(3).with("S", g.points(g.upTo(1, 6), g.upTo(1, 2)))
		},
		Given: given(positiveTheta()),
		Then:  func(c *Case) bool { return c.sections("S").Complement().Equal(c.ideal("S")) },
	}, {
		ID: "DKL-13", Place: "Notation 2.5",
		Claim:   "the entry (i,j) of k(X,Y) is k(x_i,y_i)",
		Verdict: False,
		Correct: "it is k(x_i,y_j); then k(X,Y)·c are the values at X of Σ c_j k(·,y_j)",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n, D := g.upTo(1, 2), g.upTo(1, 4)
			return g.anyKernel(2).with("X", g.points(g.upTo(1, 4), n)).with("Y", g.points(D, n)).with("v", g.vector(D))
		},
		Given: given(belongs("Y", "v")),
		Then: func(c *Case) bool {
			return same(c.K("X", "Y").MulVec(c.vec("v")), c.values(c.expand(c.d(), c.vec("v"), "Y"), "X"))
		},
		Printed: []Printed{{
			Reading: "k(X,Y) with entries k(x_i,y_i) evaluates the expansion",
			Given:   given(belongs("Y", "v")),
			Then: func(c *Case) bool {
				X, Y := c.pts("X"), c.pts("Y")
				K := newMatrix(len(X), len(Y))
				for i := range X {
					for j := range Y {
						K.Set(i, j, c.kernel(c.d(), X[i], Y[i]))
					}
				}
				return same(K.MulVec(c.vec("v")), c.values(c.expand(c.d(), c.vec("v"), "Y"), "X"))
			},
			Counterexample: exactly(`{"d":1,"theta":"1","X":[["1"]],"Y":[["0"],["1"]],"v":["0","1"]}`),
		}},
	}, {
		ID: "DKL-14", Place: "Definition 2.6",
		Claim:   "K[S] = I(S)^⊥ gives representatives for K[X]/I(S)",
		Verdict: False,
		Correct: "in each degree K[S]_{≤d} = (I_{≤d})^⊥ = span k_{≤d}(s,·), R_{≤d} = I_{≤d} ⊕ K[S]_{≤d}, and K[S]_{≤d+1} ⊆ K[S]_{≤d}·K[S]_{≤1}",
		Complex: true,
		Draw: func(g *Gen) Instance {
			return g.kernel(2).with("S", g.points(g.upTo(1, 4), g.upTo(1, 2)))
		},
		Given: given(positiveTheta().without(`{"d":1,"theta":"-1","S":[["1"]]}`)),
		Then: func(c *Case) bool {
			I, KS, d := c.ideal("S"), c.ideal("S").Complement(), c.d()
			var products []Polynomial
			for _, s := range c.pts("S") {
				for _, t := range c.pts("S") {
					products = append(products, c.times(c.section(d, s), c.section(1, t)))
				}
			}
			up := c.at(d + 1)
			return KS.Equal(c.sections("S")) && I.Meet(KS).Dim() == 0 && I.Sum(KS).Dim() == c.space().Dim() &&
				c.span(up, products...).Includes(up.Interpolation(c.pts("S")))
		},
		Printed: []Printed{{
			Reading: "untruncated: the polynomials of degree ≤ d orthogonal to I(S) in the graded product represent K[X]_{≤d}/I(S)_{≤d}",
			Then: func(c *Case) bool {
				s := c.at(c.d())
				var conditions Points
				for _, f := range c.at(c.d() + 1).VanishingIdeal(c.pts("S")).Basis() {
					row := make(Vector, s.Dim())
					for j, m := range s.Monomials() {
						e := c.R().Term(one, m)
						row[j] = c.graded(e, f)
					}
					conditions = append(conditions, row)
				}
				return nullity(matrixOf(conditions, s.Dim())) == s.Dim()-c.ideal("S").Dim()
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","S":[["1"]]}`),
		}, {
			Reading: "nested: K[S]_{≤d} ⊆ K[S]_{≤d+1}",
			Then: func(c *Case) bool {
				up := c.at(c.d() + 1)
				return up.Interpolation(c.pts("S")).Includes(c.span(up, c.sections("S").Basis()...))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","S":[["1"]]}`),
		}},
	}, {
		ID: "DKL-18", Place: "Theorem 3",
		Claim:   "the samples x_i are the columns of X",
		Verdict: False,
		Correct: "they are its rows: k(X,Y) has one row for each x_i, and row i depends on row i of X only",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			return g.anyKernel(2).with("X", g.points(g.upTo(1, 4), n)).with("Y", g.points(g.upTo(1, 4), n))
		},
		Then: func(c *Case) bool {
			K := c.K("X", "Y")
			for i, x := range c.pts("X") {
				if !same(K.Row(i), c.space().KernelMatrix(Points{x}, c.pts("Y")).Row(0)) {
					return false
				}
			}
			rows, _ := K.Dims()
			return rows == len(c.pts("X"))
		},
		Printed: []Printed{{
			Reading: "entry (i,j) is k(i-th column of X, y_j)",
			Given:   given(assume("X is square", func(c *Case) bool { return len(c.pts("X")) == c.n() })),
			Then: func(c *Case) bool {
				return equal(c.K("X", "Y"), c.space().KernelMatrix(rowsOf(c.mat("X").T()), c.pts("Y")))
			},
			Counterexample: exactly(`{"d":1,"theta":"1","X":[["1","1"],["0","1"]],"Y":[["1","0"]]}`),
		}},
	}, {
		ID: "DKL-19", Place: "after Theorem 3, section 3.5(b)",
		Claim:   "dim K[X]_{≤d} grows exponentially in d",
		Verdict: False,
		Correct: "C(n+d,d) is a polynomial of degree n in d: its differences of order n+1 vanish, those of order n are 1",
		Draw:    func(g *Gen) Instance { return Instance{"n": g.upTo(1, 7), "d": g.upTo(0, 60)} },
		Then: func(c *Case) bool {
			n := c.n()
			var v Vector
			for k := range n + 3 {
				v = append(v, binomial(n+c.d()+k, n))
			}
			for range n {
				v = differences(v)
			}
			return same(v, repeated(one, 3)) && vanishes(differences(v))
		},
		Printed: []Printed{{
			Reading:        "dim K[X]_{≤d} ≥ 2^d",
			Then:           func(c *Case) bool { return !less(binomial(c.n()+c.d(), c.d()), pow(whole(2), c.d())) },
			Counterexample: exactly(`{"n":2,"d":5}`),
		}},
	}, {
		ID: "DKL-24", Place: "section 3.4",
		Claim:   "the interpolation space is orthogonal to the k(x_i,·)",
		Verdict: False,
		Correct: "the vanishing ideal is; the interpolation space is their span",
		Complex: true,
		Draw: func(g *Gen) Instance {
			return g.anyKernel(3).with("X", g.points(g.upTo(1, 4), g.upTo(1, 2)))
		},
		Given: given(positiveTheta()),
		Then: func(c *Case) bool {
			s := c.space()
			for _, f := range c.ideal("X").Basis() {
				for _, x := range c.pts("X") {
					if !isZero(c.inner(s, f, c.section(c.d(), x))) {
						return false
					}
				}
			}
			return c.sections("X").Equal(c.ideal("X").Complement())
		},
		Printed: []Printed{{
			Reading: "⟨f,k(·,x_i)⟩ = 0 for f in the interpolation space",
			Then: func(c *Case) bool {
				return c.sections("X").Complement().Includes(c.sections("X"))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","X":[["0"]]}`),
		}},
	}, {
		ID: "DKL-25", Place: "section 3.4",
		Claim:   "⟨X,X⟩ is invariant under rotations of the linear space L of the samples, ⟨X,Y⟩ determines L",
		Verdict: True,
		Correct: "the same when the y_j span K^n: L is the row space of ⟨X,Y⟩·(Y^+)^*",
		Draw: func(g *Gen) Instance {
			return Instance{"X": g.points(g.upTo(1, 3), 2), "Y": g.points(g.upTo(1, 4), 2), "U": g.rotation()}
		},
		Given: given(
			assume("U is orthogonal", orthogonal("U")).without(`{"X":[["1","0"]],"Y":[["1","0"],["0","1"]],"U":[["2","0"],["0","1"]]}`),
			Hypothesis{Name: "the y_j span K^n", Holds: func(c *Case) bool { return rank(c.mat("Y")) == c.n() }}.
				without(`{"X":[["1","1"]],"Y":[["1","0"]],"U":[["1","0"],["0","1"]]}`),
		),
		Then: func(c *Case) bool {
			X, Y := c.mat("X"), c.mat("Y")
			XU := product(X, c.mat("U").T())
			A := product(X, star(Y))
			return equal(product(X, star(X)), product(XU, star(XU))) && sameRows(product(A, star(pinv(Y))), X)
		},
	}}
}

// differences is (v_{i+1} - v_i)_i.
func differences(v Vector) Vector { return minus(v[1:], v[:len(v)-1]) }

// orthogonal says that the matrix of that name is n × n with U·U^* = 1.
func orthogonal(U string) Predicate {
	return func(c *Case) bool {
		m := c.mat(U)
		return equal(product(m, star(m)), identity(c.n()))
	}
}
