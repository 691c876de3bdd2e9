package theorems

// krProblems are the problems of the slides.
func krProblems() []Statement {
	return []Statement{{
		ID: "KR-12", Place: "Problems 1, 3 and 4",
		Claim:   "4.1 to 4.4: x_1t_1+5x_2t_2, -x_1t_1+2x_1t_2+2x_2t_1+4x_2t_2, exp(x_1t_1), and 4.4 are valid",
		Verdict: False,
		Correct: "4.1 and 4.3 are valid, 4.2 is not; 4.4 is garbled: ⟨x,t⟩+⟨x,t⟩² and ⟨x,t⟩³ are valid, ⟨x,t⟩-⟨x,t⟩² is not. In problem 3, (1+⟨x,t⟩)² has the squared weights 1, 2, 2, 1, 1, 2",
		Draw:    func(g *Gen) Instance { return Instance{"X": g.points(g.upTo(1, 4), 2)} },
		Then: func(c *Case) bool {
			X := c.pts("X")
			x, y := X[0], X[len(X)-1]
			features := func(x Vector) Vector {
				return Vector{one, x[0], x[1], mul(x[0], x[0]), mul(x[1], x[1]), mul(x[0], x[1])}
			}
			weighted := entrywise(Vector{one, whole(2), whole(2), one, one, whole(2)}, features(x))
			return eq(dot(weighted, features(y)), pow(add(one, dot(x, y)), 2)) &&
				psd(gram(X, func(x, t Vector) Num { return add(mul(x[0], t[0]), mul(whole(5), mul(x[1], t[1]))) })) &&
				psd(gram(X, func(x, t Vector) Num { return exponentialSum(mul(x[0], t[0])) })) &&
				psd(gram(X, func(x, t Vector) Num { return add(dot(x, t), pow(dot(x, t), 2)) })) &&
				psd(gram(X, func(x, t Vector) Num { return pow(dot(x, t), 3) }))
		},
		Printed: []Printed{{
			Reading: "4.2 is a kernel",
			Then: func(c *Case) bool {
				M := matrixOf(Points{{whole(-1), whole(2)}, {whole(2), whole(4)}}, 2)
				return psd(gram(c.pts("X"), func(x, t Vector) Num { return form(x, M, t) }))
			},
			Counterexample: exactly(`{"X":[["1","0"]]}`),
		}, {
			Reading: "4.4 read as ⟨x,t⟩-⟨x,t⟩² is a kernel",
			Then: func(c *Case) bool {
				return psd(gram(c.pts("X"), func(x, t Vector) Num { return sub(dot(x, t), pow(dot(x, t), 2)) }))
			},
			Counterexample: exactly(`{"X":[["2","0"]]}`),
		}},
	}, {
		ID: "KR-13", Place: "Problems 2",
		Claim:   "the additive inverse is (-1)x; 2^|A∩B| and min(x,y) are kernels",
		Verdict: TrueUnder, Under: "Mercer's theorem needs a compact interval; on [0,∞) take any orthonormal basis of L²",
		Correct: "x+(-1)x = 0; 2^|A∩B| = Π(1+a_i b_i), positive definite on distinct sets; min(x_i,x_j) = Σ increments up to the smaller, psd; ∫_0^x f' = f(x) for polynomials with f(0) = 0",
		Draw: func(g *Gen) Instance {
			var sets Points
			for _, k := range g.rng.Perm(16)[:g.upTo(1, 5)] {
				sets = append(sets, Vector{whole(k & 1), whole(k >> 1 & 1), whole(k >> 2 & 1), whole(k >> 3 & 1)})
			}
			var times Vector
			last := zero
			for range g.upTo(1, 5) {
				last = add(last, abs(real(g.rat())))
				times = append(times, last)
			}
			return Instance{"sets": sets, "times": times, "x": g.vector(3)}
		},
		Given: given(assume("distinct 0-1 vectors; 0 ≤ x_1 ≤ x_2 ≤ …", func(c *Case) bool {
			for _, row := range c.pts("sets") {
				for _, a := range row {
					if !isZero(a) && !eq(a, one) {
						return false
					}
				}
			}
			last := zero
			for _, x := range c.vec("times") {
				if less(x, last) {
					return false
				}
				last = x
			}
			return len(distinct(c.pts("sets"))) == len(c.pts("sets"))
		})),
		Then: func(c *Case) bool {
			x := c.vec("x")
			return vanishes(plus(x, times(neg(one), x))) && setKernel(c.pts("sets")) && minKernel(c.vec("times")) && recovers(x)
		},
	}}
}

// setKernel says that 2^|A∩B| = Π(1+a_i b_i) has a positive definite Gram matrix.
func setKernel(sets Points) bool {
	for _, a := range sets {
		for _, b := range sets {
			common, _ := dot(a, b).Re().Int64()
			if !eq(pow(whole(2), int(common)), anova(a, b)) {
				return false
			}
		}
	}
	return definite(gram(sets, anova))
}

// minKernel says that the Gram matrix of min on increasing numbers is psd and
// equal to L·D·L^T, L lower triangular of ones, D the increments.
func minKernel(x Vector) bool {
	N := len(x)
	G, L, D := newMatrix(N, N), newMatrix(N, N), newMatrix(N, N)
	for i := range N {
		for j := range N {
			G.Set(i, j, x[min(i, j)])
			if j <= i {
				L.Set(i, j, one)
			}
		}
		D.Set(i, i, x[i])
		if i > 0 {
			D.Set(i, i, sub(x[i], x[i-1]))
		}
	}
	return psd(G) && equal(product(L, D, L.T()), G)
}

// recovers says ∫_0^s f'(u) du = f(s) for f = Σ a_k u^k, k ≥ 1, the reproducing
// property of min for the product ∫ f'g': at s = 2, term by term.
func recovers(a Vector) bool {
	s, integral, f := whole(2), zero, zero
	for i, x := range a {
		k := i + 1
		derivative := mul(whole(k), x) // coefficient of u^{k-1}
		integral = add(integral, div(mul(derivative, pow(s, k)), whole(k)))
		f = add(f, mul(x, pow(s, k)))
	}
	return eq(integral, f)
}
