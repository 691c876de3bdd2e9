package theorems

// krKernels are the statements of the slides on kernels: feature counts, closure
// rules, ANOVA, exponential and Gaussian kernels, the psd theorem.
func krKernels() []Statement {
	return []Statement{{
		ID: "KR-06", Place: "feature counts, XOR",
		Claim:   "(n²+3n)/2 monomials of degree 1 and 2; n^r features with ⟨φ,φ⟩ = ⟨x,t⟩^r; x_1x_2 solves XOR",
		Verdict: True,
		Correct: "the same; an affine function has f(1,1)+f(-1,-1) = f(1,-1)+f(-1,1), so none separates XOR",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 4)
			return Instance{"x": g.vector(n), "y": g.vector(n), "e": g.upTo(1, 3), "w": g.vector(3)}
		},
		Given: given(inSameSpace(), assume("an affine function of two variables", func(c *Case) bool { return len(c.vec("w")) == 3 })),
		Then: func(c *Case) bool {
			x, y, r, n := c.vec("x"), c.vec("y"), c.integer("e"), len(c.vec("x"))
			X := tensorPower(x, r)
			affine := func(a, b int) Num { return bilinear(c.vec("w"), Vector{one, whole(a), whole(b)}) }
			return len(exponents(n, 2))-1 == (n*n+3*n)/2 && eq(whole(len(X)), pow(whole(n), r)) &&
				eq(dot(X, tensorPower(y, r)), pow(dot(x, y), r)) &&
				eq(add(affine(1, 1), affine(-1, -1)), add(affine(1, -1), affine(-1, 1)))
		},
	}, {
		ID: "KR-07", Place: "closure rules, polynomial kernels",
		Claim:   "sums, positive multiples, products, compositions and polynomials of kernels are kernels",
		Verdict: True,
		Correct: "the same for polynomials with coefficients ≥ 0",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			a := make(Vector, 3)
			for i := range a {
				a[i] = abs(real(g.rat()))
			}
			return Instance{"X": g.points(g.upTo(1, 4), n), "R": g.matrix(n, n), "v": g.vector(n), "a": a}
		},
		Given: given(assume("R is n × n, v in K^n", func(c *Case) bool {
			return nrows(c.mat("R")) == c.n() && ncols(c.mat("R")) == c.n() && len(c.vec("v")) == c.n()
		}),
			Hypothesis{Name: "coefficients ≥ 0", Holds: func(c *Case) bool {
				for _, a := range c.vec("a") {
					if sign(a) < 0 {
						return false
					}
				}
				return true
			}}.without(`{"X":[["1"],["-1"]],"R":[["1"]],"v":["1"],"a":["1","-2","1"]}`)),
		Then: func(c *Case) bool {
			X, R, v := c.pts("X"), c.mat("R"), c.vec("v")
			k1 := func(x, y Vector) Num { return dot(R.MulVec(x), R.MulVec(y)) }
			k2 := func(x, y Vector) Num { return pow(add(dot(x, y), one), 2) }
			f := func(x Vector) Num { return sub(dot(x, v), pow(x[0], 2)) }
			A, B := gram(X, k1), gram(X, k2)
			return psd(A) && psd(B) && psd(A.Add(B)) && psd(A.Scale(ratio(3, 2))) && psd(hadamard(A, B)) &&
				psd(gram(X, func(x, y Vector) Num { return k2(R.MulVec(x), R.MulVec(y)) })) &&
				psd(gram(X, func(x, y Vector) Num { return mul(mul(f(x), k2(x, y)), f(y)) })) &&
				psd(gram(X, func(x, y Vector) Num {
					sum := zero
					for i, a := range c.vec("a") {
						sum = add(sum, mul(a, pow(dot(x, y), i)))
					}
					return sum
				}))
		},
		Printed: []Printed{{
			Reading: "differences of kernels are kernels",
			Then: func(c *Case) bool {
				return psd(gram(c.pts("X"), func(x, y Vector) Num { return sub(dot(x, y), pow(dot(x, y), 2)) }))
			},
			Counterexample: exactly(`{"X":[["2"]]}`),
		}},
	}, {
		ID: "KR-08", Place: "ANOVA kernel",
		Claim:   "Π(1+x_i t_i) = ⟨φ_a(x),φ_a(t)⟩ with the 2^n monomials Π_{i∈A} x_i; K_p by multinomials",
		Verdict: True,
		Correct: "the same; in K_p = (1+⟨x,t⟩)^d the indices satisfy i_0+…+i_n = d",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 4)
			return Instance{"x": g.vector(n), "y": g.vector(n), "d": g.upTo(0, 3)}
		},
		Given: given(inSameSpace()),
		Then: func(c *Case) bool {
			x, y, n, d := c.vec("x"), c.vec("y"), len(c.vec("x")), c.d()
			sum, count := zero, 0
			for k := range n + 1 {
				for _, A := range subsets(n, k) {
					term := one
					for _, i := range A {
						term = mul(term, mul(x[i], y[i]))
					}
					sum, count = add(sum, term), count+1
				}
			}
			multinomial := zero
			for _, a := range exponents(n, d) { // i_0 = d - |a|
				w := div(factorial(d), factorial(d-degree(a)))
				for _, e := range a {
					w = div(w, factorial(e))
				}
				multinomial = add(multinomial, mul(w, mul(monomial(x, a), monomial(y, a))))
			}
			return count == 1<<n && eq(sum, anova(x, y)) && eq(multinomial, pow(add(one, dot(x, y)), d))
		},
	}, {
		ID: "KR-09", Place: "features of exp(axt)",
		Claim:   "(1, √a x, √(a/2) x², √(a³/6) x³, …)",
		Verdict: False,
		Correct: "√(a^i/i!) x^i: the derivative in u = xt of Σ a^i u^i/i! is a times the sum without its last term, and it is 1 at u = 0",
		Draw: func(g *Gen) Instance {
			return Instance{"a": g.positive(), "x": real(g.rat()), "t": real(g.rat()), "r": g.upTo(2, 6)}
		},
		Then: func(c *Case) bool {
			a, r, u := c.num("a"), c.integer("r"), mul(c.num("x"), c.num("t"))
			features, derivative, shorter := zero, zero, zero
			for i := range r + 1 {
				w := div(pow(a, i), factorial(i))
				features = add(features, mul(w, mul(pow(c.num("x"), i), pow(c.num("t"), i))))
				if i > 0 {
					derivative = add(derivative, mul(mul(whole(i), w), pow(u, i-1)))
				}
				if i < r {
					shorter = add(shorter, mul(w, pow(u, i)))
				}
			}
			return eq(derivative, mul(a, shorter)) && eq(features, add(shorter, mul(div(pow(a, r), factorial(r)), pow(u, r))))
		},
		Printed: []Printed{{
			Reading: "1 + a·xt + (a/2)(xt)² are the terms of exp(axt) up to degree 2",
			Then: func(c *Case) bool {
				a, u := c.num("a"), mul(c.num("x"), c.num("t"))
				head := add(one, mul(a, u))
				return eq(add(head, mul(div(a, whole(2)), pow(u, 2))), add(head, div(pow(mul(a, u), 2), whole(2))))
			},
			Counterexample: exactly(`{"a":"2","x":"1","t":"1"}`),
		}},
	}, {
		ID: "KR-10", Place: "infinite polynomial kernels",
		Claim:   "the exponential series converges everywhere uniformly",
		Verdict: False,
		Correct: "uniformly on bounded sets: for |u| ≤ B and r ≥ 2B the terms after the r-th sum to at most 2B^{r+1}/(r+1)!, however many are taken; not on R",
		Draw: func(g *Gen) Instance {
			B := g.positive()
			u := mul(B, ratio(int64(g.upTo(-4, 4)), 4))
			return Instance{"B": B, "u": u, "r": g.upTo(0, 12), "k": g.upTo(1, 8)}
		},
		Given: given(
			Hypothesis{Name: "|u| ≤ B", Holds: func(c *Case) bool { return !less(c.num("B"), abs(c.num("u"))) }}.
				without(`{"B":"1","u":"4","r":2,"k":1}`),
			Hypothesis{Name: "r ≥ 2B", Holds: func(c *Case) bool { return !less(whole(c.integer("r")), mul(whole(2), c.num("B"))) }}.
				without(`{"B":"4","u":"4","r":0,"k":2}`),
		),
		Then: func(c *Case) bool {
			r, tail := c.integer("r"), zero
			for i := r + 1; i <= r+c.integer("k"); i++ {
				tail = add(tail, div(pow(c.num("u"), i), factorial(i)))
			}
			bound := div(mul(whole(2), pow(c.num("B"), r+1)), factorial(r+1))
			return !less(bound, abs(tail))
		},
		Printed: []Printed{{
			Reading: "the (r+1)-st term is at most 1 for all u",
			Then: func(c *Case) bool {
				return !less(one, div(pow(c.num("u"), c.integer("r")+1), factorial(c.integer("r")+1)))
			},
			Counterexample: exactly(`{"u":"2","r":1}`),
		}},
	}, {
		ID: "KR-11", Place: "Gaussian kernel",
		Claim:   "exp(-β|x-t|²) = exp(-β|x|²)·exp(-β|t|²)·exp(2β⟨x,t⟩); it has no finite-dimensional feature map",
		Verdict: True,
		Correct: "the same: with q = e^{-β} the Gram matrix q^{(i-j)²} of 0, …, m-1 has the determinant Π_{i>j}(1-q^{2(i-j)}) > 0 for 0 < q < 1, for every m",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			return Instance{"q": ratio(int64(g.upTo(1, 9)), 10), "m": g.upTo(1, 5), "x": g.vector(n), "y": g.vector(n)}
		},
		Given: given(inSameSpace(), Hypothesis{Name: "0 < q < 1", Holds: func(c *Case) bool {
			return sign(c.num("q")) > 0 && less(c.num("q"), one)
		}}.without(`{"q":"1","m":2,"x":["0"],"y":["0"]}`)),
		Then: func(c *Case) bool {
			q, m, x, y := c.num("q"), c.integer("m"), c.vec("x"), c.vec("y")
			mustFit(m, 3)
			G, vandermonde := newMatrix(m, m), one
			for i := range m {
				for j := range m {
					G.Set(i, j, pow(q, (i-j)*(i-j)))
					if j < i {
						vandermonde = mul(vandermonde, sub(one, pow(q, 2*(i-j))))
					}
				}
			}
			exponent := add(neg(add(norm2(x), norm2(y))), mul(whole(2), dot(x, y)))
			return eq(neg(norm2(minus(x, y))), exponent) && eq(determinant(G), vandermonde) && definite(G)
		},
	}, {
		ID: "KR-14", Place: "psd theorem",
		Claim:   "k is psd iff it has a feature map; ‖Σ c_i φ(x_i)‖² = c^T K c",
		Verdict: True,
		Correct: "the same: a feature map gives a psd Gram matrix with ‖Σ c_i k(·,x_i)‖²_φ = c^*K c ≥ 0; a psd matrix has exact features, the rows of A in K = A D A^* with D ≥ 0 diagonal",
		Complex: true,
		Draw: func(g *Gen) Instance {
			N := g.upTo(1, 4)
			return g.anyKernel(2).with("X", g.points(N, g.upTo(1, 2))).with("v", g.vector(N))
		},
		Given: given(positiveTheta().without(`{"d":1,"theta":"-1","homogeneous":true,"X":[["1"]],"v":["0"]}`), belongs("X", "v")),
		Then: func(c *Case) bool {
			K, v := c.K("X", "X"), c.vec("v")
			F := c.expand(c.d(), v, "X")
			n := c.inner(c.space(), F, F)
			A, D := symmetricFactors(K)
			return psd(K) && sign(n) >= 0 && eq(n, dot(K.MulVec(v), v)) && equal(product(A, D, star(A)), K) && psd(D)
		},
	}}
}

// symmetricFactors returns A and D with K = A·D·A^*, D diagonal, for a positive
// semidefinite K, by symmetric elimination.
func symmetricFactors(K Matrix) (A, D Matrix) {
	n := nrows(K)
	A, D = newMatrix(n, n), newMatrix(n, n)
	rest := K.Clone()
	for k := range n {
		pivot := rest.At(k, k)
		if isZero(pivot) {
			continue
		}
		D.Set(k, k, pivot)
		column := times(div(one, pivot), rest.T().Row(k))
		for i, x := range column {
			A.Set(i, k, x)
		}
		for i := range n {
			for j := range n {
				rest.Set(i, j, sub(rest.At(i, j), mul(pivot, mul(column[i], conj(column[j])))))
			}
		}
	}
	return A, D
}
