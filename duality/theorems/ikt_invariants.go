package theorems

// iktInvariants are the statements of IKT section 2.4 and of its appendix:
// kernels that depend on scalar products, isometric invariants, quotients.
func iktInvariants() []Statement {
	return []Statement{{
		ID: "IKT-07", Place: "condition (a)",
		Claim:   "ANOVA, sigmoid, Laplace and all other RBF kernels are functions of ⟨x,x⟩, ⟨x,y⟩, ⟨y,y⟩",
		Verdict: False,
		Correct: "false for ANOVA; true for polynomial, ℓ²-radial (Laplace among them) and sigmoid kernels: pairs with the same scalar products have the same ⟨x,y⟩ and |x-y|², hence the same value",
		Draw: func(g *Gen) Instance {
			U := matrixOf(g.rotation(), 2)
			x, y := g.vector(2), g.vector(2)
			return Instance{"d": g.upTo(1, 3), "theta": g.theta(), "x": x, "y": y, "u": U.MulVec(x), "v": U.MulVec(y)}
		},
		Given: given(assume("the same scalar products", sameScalarProducts).without(`{"d":1,"theta":"1","x":["1"],"y":["1"],"u":["0"],"v":["0"]}`)),
		Then: func(c *Case) bool {
			x, y, u, v := c.vec("x"), c.vec("y"), c.vec("u"), c.vec("v")
			return eq(c.kernel(c.d(), x, y), c.kernel(c.d(), u, v)) && eq(norm2(minus(x, y)), norm2(minus(u, v)))
		},
		Printed: []Printed{{
			Reading:        "the ANOVA kernel Π(1+x_i y_i) is the same",
			Given:          given(assume("the same scalar products", sameScalarProducts)),
			Then:           func(c *Case) bool { return eq(anova(c.vec("x"), c.vec("y")), anova(c.vec("u"), c.vec("v"))) },
			Counterexample: exactly(`{"x":["5","0"],"y":["5","0"],"u":["3","4"],"v":["3","4"]}`),
		}, {
			Reading: "the ℓ¹ distance, on which the Laplace kernel depends, is the same",
			Given:   given(assume("the same scalar products", sameScalarProducts)),
			Then: func(c *Case) bool {
				return eq(taxicab(minus(c.vec("x"), c.vec("y"))), taxicab(minus(c.vec("u"), c.vec("v"))))
			},
			Counterexample: exactly(`{"x":["5","0"],"y":["0","0"],"u":["3","4"],"v":["0","0"]}`),
		}},
	}, {
		ID: "IKT-08", Place: "Lemma 2.3",
		Claim:   "O(n)- and U(n)-invariant kernels are functions of ⟨x,x⟩, ⟨x,y⟩, ⟨y,y⟩",
		Verdict: True,
		Correct: "for W stable under the group: ⟨gx,gy⟩ = ⟨x,y⟩ for isometries g, and pairs with the same scalar products are carried into each other by an isometry, [u v]·[x y]⁺ on the span of x, y",
		Complex: true,
		Draw: func(g *Gen) Instance {
			P := g.points(2, g.upTo(2, 3))
			return Instance{"X": P, "Y": rowsOf(product(matrixOf(P, len(P[0])), isometry(g, len(P[0]))))}
		},
		Given: given(assume("the same scalar products", sameGram).without(`{"X":[["1"]],"Y":[["2"]]}`)),
		Then:  isometric,
	}, {
		ID: "IKT-09", Place: "Lemma 2.4",
		Claim:   "invariance under Euclidean motions means a function of ‖x-y‖",
		Verdict: TrueUnder, Under: "W = K^n",
		Correct: "motions keep ‖x-y‖, and pairs of the same distance are carried into each other by a translation and a reflection",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			x, y := g.vector(n), g.vector(n)
			U := isometry(g, n)
			move := g.vector(n)
			return Instance{"x": x, "y": y, "u": plus(move, U.MulVec(x)), "v": plus(move, U.MulVec(y))}
		},
		Given: given(assume("|x-y| = |u-v|", func(c *Case) bool {
			return eq(norm2(minus(c.vec("x"), c.vec("y"))), norm2(minus(c.vec("u"), c.vec("v"))))
		}).without(`{"x":["0"],"y":["1"],"u":["0"],"v":["2"]}`)),
		Then: func(c *Case) bool {
			// H = 1 - 2ww^T/|w|², w = (y-x)-(v-u), reflects y-x to v-u
			p, q := minus(c.vec("y"), c.vec("x")), minus(c.vec("v"), c.vec("u"))
			w := minus(p, q)
			if vanishes(w) {
				return true
			}
			reflected := minus(p, times(div(mul(whole(2), dot(p, w)), norm2(w)), w))
			return same(reflected, q)
		},
	}, {
		ID: "IKT-18", Place: "Lemma 5.2, Proposition 5.4",
		Claim:   "the quotient V/G of a finite group exists, with universal property; q(V) = V/G",
		Verdict: TrueUnder, Under: "V/G is the spectrum of the invariant ring; over R q(V) is only a part of it",
		Correct: "for Z/m acting by a root of unity: the invariant monomials are those whose degree is a multiple of m, and all are products of monomials of degree m",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			a := make(Vector, n)
			for i := range a {
				a[i] = whole(g.upTo(0, 5))
			}
			g.imaginary = true
			return Instance{"m": pick(g, 1, 2, 4), "a": a, "x": g.vector(n)}
		},
		Given: given(assume("m is 1, 2 or 4; exponents ≥ 0", func(c *Case) bool {
			_, ok := rootOfUnity(c.integer("m"))
			return ok && len(c.vec("a")) == len(c.vec("x")) && len(exponentsIn(c)) > 0
		})),
		Then: func(c *Case) bool {
			m, a, x := c.integer("m"), exponentsIn(c), c.vec("x")
			zeta, _ := rootOfUnity(m)
			invariant := eq(pow(zeta, degree(a)), one)
			if invariant != (degree(a)%m == 0) {
				return false
			}
			if !invariant {
				return true
			}
			value := one
			for _, b := range factorsOfDegree(a, m) {
				if degree(b) != m {
					return false
				}
				value = mul(value, monomial(x, b))
			}
			return eq(value, monomial(x, a)) && eq(monomial(times(zeta, x), a), monomial(x, a))
		},
		Printed: []Printed{{
			Reading:        "q(V) = V/G over R: every point s of the quotient line of the sign action is x² for a real x, so s ≥ 0",
			Then:           func(c *Case) bool { return sign(c.num("s")) >= 0 },
			Counterexample: exactly(`{"s":"-1"}`),
		}},
	}, {
		ID: "IKT-19", Place: "Lemmas 5.5 to 5.8",
		Claim:   "isometric invariants of tuples are functions of their scalar products",
		Verdict: TrueUnder, Under: "real-algebraic statements for K = C",
		Correct: "tuples with the same Gram matrix are carried into each other by an isometry of their spans, and a Gram matrix of N vectors of K^n is psd of rank ≤ n",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			P := g.points(g.upTo(1, 4), n)
			return Instance{"X": P, "Y": rowsOf(product(matrixOf(P, n), isometry(g, n)))}
		},
		Given: given(assume("the same scalar products", sameGram).without(`{"X":[["1"]],"Y":[["2"]]}`)),
		Then: func(c *Case) bool {
			G := product(c.mat("X"), star(c.mat("X")))
			return isometric(c) && psd(G) && rank(G) <= c.n()
		},
	}, {
		ID: "IKT-20", Place: "throughout",
		Claim:   "the kernels listed are positive definite",
		Verdict: True,
		Correct: "positive semidefinite; on a full orbit their Gram matrices are singular",
		Complex: true,
		Draw: func(g *Gen) Instance {
			return Instance{"X": g.points(g.upTo(1, 2), g.upTo(1, 2)), "d": g.upTo(1, 2), "theta": g.theta(), "m": pick(g, 2, 4)}
		},
		Given: given(positiveTheta(), assume("m is 2 or 4, not all points are 0", func(c *Case) bool {
			return (c.integer("m") == 2 || c.integer("m") == 4) && !vanishes(c.pts("X")[0])
		})),
		Then: func(c *Case) bool {
			zeta, _ := rootOfUnity(c.integer("m"))
			orbit := join(c.pts("X"), Points{times(zeta, c.pts("X")[0])})
			G := gram(orbit, func(x, y Vector) Num { return pow(add(one, pow(dot(x, y), c.integer("m"))), c.d()) })
			phase := gram(orbit, func(x, y Vector) Num { return mul(dot(x, y), dot(y, x)) })
			return psd(G) && isZero(determinant(G)) && psd(phase) && isZero(determinant(phase))
		},
	}}
}

// sameScalarProducts says that (x,y) and (u,v) have the same scalar products.
func sameScalarProducts(c *Case) bool {
	x, y, u, v := c.vec("x"), c.vec("y"), c.vec("u"), c.vec("v")
	return eq(norm2(x), norm2(u)) && eq(dot(x, y), dot(u, v)) && eq(norm2(y), norm2(v))
}

// sameGram says that the rows of X and of Y have the same scalar products.
func sameGram(c *Case) bool {
	X, Y := c.mat("X"), c.mat("Y")
	return nrows(X) == nrows(Y) && equal(product(X, star(X)), product(Y, star(Y)))
}

// isometric says that X⁺Y carries the rows of X to those of Y and is an isometry
// from one span to the other.
func isometric(c *Case) bool {
	X, Y := c.mat("X"), c.mat("Y")
	G := product(pinv(X), Y)
	return equal(product(X, G), Y) && equal(product(G, star(G)), projector(X)) && equal(product(star(G), G), projector(Y))
}

// isometry draws an orthogonal or unitary n × n matrix: a reflection at the
// complement of a vector, times units.
func isometry(g *Gen, n int) Matrix {
	w := g.vector(n)
	for vanishes(w) {
		w = g.vector(n)
	}
	H := identity(n)
	for i := range n {
		for j := range n {
			H.Set(i, j, sub(H.At(i, j), div(mul(whole(2), mul(w[i], conj(w[j]))), norm2(w))))
		}
	}
	units := make(Vector, n)
	for i := range units {
		units[i] = pick(g, one, neg(one))
		if g.imaginary {
			units[i] = pick(g, one, imaginaryUnit, circleNumber)
		}
	}
	return product(H, diagonal(units))
}

// anova is Π(1+x_i y_i).
func anova(x, y Vector) Num {
	p := one
	for _, t := range entrywise(x, y) {
		p = mul(p, add(one, t))
	}
	return p
}

// taxicab is Σ |x_i|.
func taxicab(x Vector) Num {
	sum := zero
	for _, t := range x {
		sum = add(sum, abs(t))
	}
	return sum
}

// exponentsIn reads the exponents a of an instance; nil when they are none.
func exponentsIn(c *Case) []int {
	var a []int
	for _, x := range c.vec("a") {
		e, ok := x.Re().Int64()
		if !isReal(x) || !ok || e < 0 || e > maxDegree {
			return nil
		}
		a = append(a, int(e))
	}
	return a
}

// factorsOfDegree splits a, whose degree is a multiple of m, into exponents of
// degree m.
func factorsOfDegree(a []int, m int) [][]int {
	left := append([]int(nil), a...)
	var out [][]int
	for degree(left) > 0 {
		b, need := make([]int, len(a)), m
		for i := range left {
			take := min(left[i], need)
			b[i], left[i], need = take, left[i]-take, need-take
		}
		out = append(out, b)
	}
	return out
}
