package theorems

// iktFoundations are the statements of IKT section 2.1 to 2.3: sign invariance,
// invariance, factorisation through quotients.
func iktFoundations() []Statement {
	return []Statement{{
		ID: "IKT-01", Place: "section 2.1",
		Claim:   "x = ±v·‖X‖_F is recovered from X = xx^T with unit eigenvector v",
		Verdict: False,
		Correct: "x = ±v·‖X‖_F^{1/2}: ‖X‖_F = |x|², X v = |x|² v for v = x/|x|",
		Draw: func(g *Gen) Instance {
			x, r := g.pythagorean()
			return Instance{"x": x, "r": r}
		},
		Given: given(assume("|x| = r > 0", lengthGiven)),
		Then: func(c *Case) bool {
			x, r := c.vec("x"), c.num("r")
			v, X := times(div(one, r), x), outer(x, x)
			root := pow(r, 2) // ‖X‖_F, as its square is the sum of squares
			return eq(norm2(X), pow(root, 2)) && same(times(r, v), x) && same(outer(v, v), times(div(one, root), X))
		},
		Printed: []Printed{{
			Reading: "x = ±v·‖X‖_F",
			Given:   given(assume("|x| = r > 0", lengthGiven)),
			Then: func(c *Case) bool {
				x, r := c.vec("x"), c.num("r")
				y := times(pow(r, 2), times(div(one, r), x))
				return same(x, y) || same(x, times(neg(one), y))
			},
			Counterexample: exactly(`{"x":["2"],"r":"2"}`),
		}},
	}, {
		ID: "IKT-02", Place: "equation (1)",
		Claim:   "exp(-(|x|⁴+|y|⁴-2⟨x,y⟩²)/(2σ²)) is a sign-invariant positive definite kernel",
		Verdict: True,
		Correct: "the exponent is ‖xx^T-yy^T‖², 0 for y = ±x; positive semidefinite (Taylor sums of exp c⟨x,y⟩² are), not strictly",
		Draw: func(g *Gen) Instance {
			return Instance{"X": g.points(g.upTo(2, 4), g.upTo(1, 3)), "s": g.positive()}
		},
		Given: given(assume("s > 0", func(c *Case) bool { return sign(c.num("s")) > 0 })),
		Then: func(c *Case) bool {
			P, iota := c.pts("X"), func(x, y Vector) Num { return pow(dot(x, y), 2) }
			x, y := P[0], P[len(P)-1]
			D := minus(outer(x, x), outer(y, y))
			return eq(norm2(D), squaredDistance(iota, x, y)) && isZero(squaredDistance(iota, x, times(neg(one), x))) &&
				psd(gram(P, func(x, y Vector) Num { return exponentialSum(mul(c.num("s"), iota(x, y))) }))
		},
	}, {
		ID: "IKT-03", Place: "Definition 2.1",
		Claim:   "invariant kernels are diagonally invariant, not conversely",
		Verdict: True,
		Correct: "⟨x,y⟩^e is diagonally sign-invariant for every e and sign-invariant for even e; odd e give the counterexamples to the converse",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			return Instance{"x": g.vector(n), "y": g.vector(n), "e": g.upTo(1, 4)}
		},
		Given: given(assume("x, y in the same K^n", func(c *Case) bool { return len(c.vec("x")) == len(c.vec("y")) })),
		Then: func(c *Case) bool {
			k := func(x, y Vector) Num { return pow(dot(x, y), c.integer("e")) }
			invariant, diagonally := signInvariance(k, c.vec("x"), c.vec("y"))
			return diagonally && (c.integer("e")%2 == 1 || invariant)
		},
		Printed: []Printed{{
			Reading: "the converse: ⟨x,y⟩, which is diagonally sign-invariant, is sign-invariant",
			Then: func(c *Case) bool {
				invariant, diagonally := signInvariance(dot, c.vec("x"), c.vec("y"))
				return !diagonally || invariant
			},
			Counterexample: exactly(`{"x":["1"],"y":["1"]}`),
		}},
	}, {
		ID: "IKT-04", Place: "Theorem 1 (Moore-Aronszajn)",
		Claim:   "k(x,y) = ⟨x,y⟩_F with unique F and continuous φ",
		Verdict: False,
		Correct: "k = ⟨φ(x),φ(y)⟩_F; F is unique when it is the span of φ(W): feature rows A, B of the same Gram matrix have the same rank, and A⁺B is an isometry between their spans",
		Complex: true,
		Draw: func(g *Gen) Instance {
			A := g.matrix(g.upTo(1, 4), 2)
			B := rowsOf(product(matrixOf(A, 2), matrixOf(g.rotation(), 2)))
			for i := range B {
				B[i] = append(B[i], zero)
			}
			return Instance{"A": A, "B": B}
		},
		Given: given(assume("A A^* = B B^*", func(c *Case) bool {
			A, B := c.mat("A"), c.mat("B")
			return equal(product(A, star(A)), product(B, star(B)))
		}).without(`{"A":[["1"]],"B":[["2"]]}`)),
		Then: func(c *Case) bool {
			A, B := c.mat("A"), c.mat("B")
			G := product(pinv(A), B)
			return rank(A) == rank(B) && equal(product(A, G), B) && equal(product(G, star(G)), projector(A)) && equal(product(star(G), G), projector(B))
		},
		Printed: []Printed{{
			Reading: "F is unique: representations of the same kernel have feature spaces of the same dimension",
			Given: given(assume("A A^* = B B^*", func(c *Case) bool {
				A, B := c.mat("A"), c.mat("B")
				return equal(product(A, star(A)), product(B, star(B)))
			})),
			Then:           func(c *Case) bool { return ncols(c.mat("A")) == ncols(c.mat("B")) },
			Counterexample: exactly(`{"A":[["1"]],"B":[["1","0"]]}`),
		}, {
			Reading:        "k(x,y) = ⟨x,y⟩ for k = x²y²",
			Then:           func(c *Case) bool { return eq(pow(dot(c.vec("x"), c.vec("y")), 2), dot(c.vec("x"), c.vec("y"))) },
			Counterexample: exactly(`{"x":["2"],"y":["3"]}`),
		}},
	}, {
		ID: "IKT-05", Place: "Theorem 2",
		Claim:   "invariant (piecewise) continuous maps factor through an algebraic quotient map, for any algebraic group, K = R or C",
		Verdict: False,
		Correct: "true for finite (or compact) groups over R and continuous maps: averages of polynomials separate orbits. Checked for sign change, permutation of coordinates and both: x, y are in one orbit iff all averages of monomials of degree ≤ |G| agree",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			x := g.vector(n)
			y := g.vector(n)
			if g.coin(2) {
				y = append(Vector{}, x...)
				g.rng.Shuffle(n, func(i, j int) { y[i], y[j] = y[j], y[i] })
				y = times(pick(g, one, neg(one)), y)
			}
			group := pick(g, "sign", "permutations", "signed permutations")
			if n == 3 {
				group = "permutations"
			}
			return Instance{"x": x, "y": y, "group": group}
		},
		Given: given(assume("x, y in the same K^n, n ≤ 3", func(c *Case) bool { return len(c.vec("x")) == len(c.vec("y")) && len(c.vec("x")) <= 3 })),
		Then: func(c *Case) bool {
			G := finiteGroup(c)
			return sameOrbit(G, c.vec("x"), c.vec("y")) == sameAverages(G, c.vec("x"), c.vec("y"))
		},
		Printed: []Printed{{
			Reading: "over C, G = U(1), generated here by c = (3+4i)/5 of infinite order: points where all invariant monomials of degree ≤ 12 agree have the same |x|²",
			Then: func(c *Case) bool {
				unit, x, y := c.num("unit"), c.vec("x"), c.vec("y")
				for _, a := range exponents(len(x), 12) {
					if eq(pow(unit, degree(a)), one) && !eq(monomial(x, a), monomial(y, a)) {
						return true // some invariant separates them
					}
				}
				return eq(norm2(x), norm2(y))
			},
			Counterexample: exactly(`{"unit":{"re":"3/5","im":"4/5"},"x":["1"],"y":["2"]}`),
		}, {
			Reading: "piecewise continuous maps, G = Z on [0,1] by x ↦ 2x/(1+x): polynomial invariants of degree ≤ 8 tell 0 from 1/2, as the indicator of (0,1) does",
			Then: func(c *Case) bool {
				// invariants: Σ a_k x^k equal at x and 2x/(1+x) for 18 points x
				var rows Points
				for i := range 18 {
					x := ratio(int64(i), 17)
					y := div(add(x, x), add(one, x))
					row := make(Vector, 9)
					for k := range row {
						row[k] = sub(pow(y, k), pow(x, k))
					}
					rows = append(rows, row)
				}
				for _, f := range rowsOf(null(matrixOf(rows, 9))) {
					at := func(x Num) Num {
						sum := zero
						for k, a := range f {
							sum = add(sum, mul(a, pow(x, k)))
						}
						return sum
					}
					if !eq(at(c.num("a")), at(c.num("b"))) {
						return true
					}
				}
				return false
			},
			Counterexample: exactly(`{"a":"0","b":"1/2"}`),
		}},
	}, {
		ID: "IKT-06", Place: "Theorem 3",
		Claim:   "invariant kernels factor: k(x,y) = k'(q(x),q(y))",
		Verdict: TrueUnder, Under: "q separates orbits",
		Correct: "for k = (⟨x,y⟩²+1)^d and an even map q that separates the orbits ±x of the points: equal q gives equal rows of the kernel matrix",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			X := g.points(g.upTo(1, 3), n)
			X = append(X, times(neg(one), X[0]))
			q := []Expr{{keyOf(unit(n, 0, 2)): one}, {keyOf(unit(n, n-1, 2)): one}}
			if n == 2 && !g.coin(3) {
				q = append(q, Expr{"1,1": one})
			}
			return Instance{"d": g.upTo(1, 2), "X": X, "q": q}
		},
		Given: given(
			assume("q is even", func(c *Case) bool {
				for _, f := range c.exprs("q") {
					for m := range f.Terms() {
						if m.Degree()%2 == 1 {
							return false
						}
					}
				}
				return true
			}),
			Hypothesis{Name: "q separates the orbits", Holds: func(c *Case) bool {
				return allPairs(c.pts("X"), func(x, y Vector) bool {
					return !sameValues(c, x, y) || same(x, y) || same(x, times(neg(one), y))
				})
			}}.without(`{"d":1,"X":[["1","0"],["1","1"]],"q":[{"2,0":"1"}]}`),
		),
		Then: func(c *Case) bool {
			K := gram(c.pts("X"), func(x, y Vector) Num { return pow(add(pow(dot(x, y), 2), one), c.d()) })
			X := c.pts("X")
			for i := range X {
				for j := range X {
					if sameValues(c, X[i], X[j]) && !same(K.Row(i), K.Row(j)) {
						return false
					}
				}
			}
			return psd(K)
		},
	}}
}

// lengthGiven says r² = |x|², r > 0.
func lengthGiven(c *Case) bool {
	return sign(c.num("r")) > 0 && eq(pow(c.num("r"), 2), norm2(c.vec("x")))
}

// squaredDistance is ι(x,x) + ι(y,y) - 2 Re ι(x,y), the squared distance of
// features with scalar product ι.
func squaredDistance(iota func(x, y Vector) Num, x, y Vector) Num {
	cross := add(iota(x, y), iota(y, x))
	return sub(add(iota(x, x), iota(y, y)), cross)
}

// exponentialSum is Σ_{k<6} x^k/k!, a polynomial with positive coefficients.
func exponentialSum(x Num) Num {
	sum := zero
	for k := range 6 {
		sum = add(sum, div(pow(x, k), factorial(k)))
	}
	return sum
}

// signInvariance tells whether k(±x,±y) are all equal, and whether k(-x,-y) = k(x,y).
func signInvariance(k func(x, y Vector) Num, x, y Vector) (invariant, diagonally bool) {
	mx, my := times(neg(one), x), times(neg(one), y)
	diagonally = eq(k(mx, my), k(x, y))
	return diagonally && eq(k(mx, y), k(x, y)) && eq(k(x, my), k(x, y)), diagonally
}

// unit is the exponent e·(i-th unit vector).
func unit(n, i, e int) []int {
	exps := make([]int, n)
	exps[i] = e
	return exps
}

// sameValues says q(x) = q(y).
func sameValues(c *Case, x, y Vector) bool {
	for _, f := range c.exprs("q") {
		if !eq(c.value(f, x), c.value(f, y)) {
			return false
		}
	}
	return true
}

// allPairs asks a question about all pairs of points.
func allPairs(P Points, holds func(x, y Vector) bool) bool {
	for _, x := range P {
		for _, y := range P {
			if !holds(x, y) {
				return false
			}
		}
	}
	return true
}
