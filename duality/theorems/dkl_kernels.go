package theorems

// dklKernels are the statements of DKL sections 2.1 and 2.2: kernels, weights,
// the φ-product.
func dklKernels() []Statement {
	return []Statement{{
		ID: "DKL-01", Place: "Definition 2.1",
		Claim:   "k_d = θ^d⟨x,y⟩^d and k_{≤d} = (θ⟨x,y⟩+1)^d are kernels with values in R, for θ in (0,1); division by θ^d gives the usual ones",
		Verdict: TrueUnder, Under: "K = R; any θ > 0",
		Correct: "for every θ > 0 both are positive semidefinite, Hermitian over C; k_{≤d}/θ^d = (⟨x,y⟩+1/θ)^d",
		Complex: true,
		Draw: func(g *Gen) Instance {
			return g.anyKernel(3).with("X", g.points(g.upTo(1, 4), g.upTo(1, 2)))
		},
		Given: given(positiveTheta().without(`{"d":1,"theta":"-1","X":[["1"],["2"]]}`)),
		Then: func(c *Case) bool {
			shift := one
			if !c.hom() {
				shift = div(one, real(c.theta()))
			} else {
				shift = zero
			}
			usual := gram(c.pts("X"), func(x, y Vector) Num { return pow(add(dot(x, y), shift), c.d()) })
			K := c.K("X", "X")
			return psd(K) && equal(K, scaled(pow(real(c.theta()), c.d()), usual))
		},
		Printed: []Printed{{
			Reading: "the values are real for K = C",
			Then: func(c *Case) bool {
				return isReal(c.kernel(c.d(), c.vec("x"), c.vec("y")))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","homogeneous":true,"x":["1"],"y":[{"re":"0","im":"1"}]}`),
		}},
	}, {
		ID: "DKL-02", Place: "Notation 2.2",
		Claim:   "dim K[X]_d = C(n+d-1,d) and dim K[X]_{≤d} = C(n+d,d)",
		Verdict: True,
		Draw: func(g *Gen) Instance {
			n, d := g.upTo(1, 3), g.upTo(1, 3)
			if n == 3 {
				d = g.upTo(1, 2)
			}
			return Instance{"n": n, "d": d, "theta": g.theta(), "v": g.vector(n), "s": g.nonzero()}
		},
		Given: given(
			assume("n ≥ 1, one shift for each coordinate", func(c *Case) bool { return c.n() >= 1 && len(c.vec("v")) == c.n() }),
			assume("s ≠ 0", func(c *Case) bool { return !isZero(c.num("s")) }).without(`{"n":1,"d":1,"theta":"1","v":["0"],"s":"0"}`),
		),
		Then: func(c *Case) bool {
			// the monomials are independent functions on a grid with d+1 values of
			// each coordinate; those of degree d are C(n+d-1,d) of them
			var grid Points
			for _, a := range boxes(c.n(), c.d()) {
				grid = append(grid, plus(c.vec("v"), times(c.num("s"), a)))
			}
			all, forms := c.spaceOf(c.d(), false), c.spaceOf(c.d(), true)
			return eq(whole(all.FeatureRank(grid)), binomial(c.n()+c.d(), c.d())) &&
				eq(whole(forms.Dim()), binomial(c.n()+c.d()-1, c.d()))
		},
	}, {
		ID: "DKL-03", Place: "Theorem 1",
		Claim:   "for generic y_1, …, y_D with D ≥ dim K[X]_*, the functions k_*(y_i,X) span K[X]_*",
		Verdict: True,
		Correct: "dim span k_*(y_i,X) = dim K[X]_* - dim I(Y)_*, for θ ≠ 0; so they span iff no nonzero element of K[X]_* vanishes on Y",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.anyKernel(3).with("Y", g.points(g.upTo(1, 8), n))
		},
		Given: given(nonzeroTheta().without(`{"d":1,"theta":"0","Y":[["1"],["2"]]}`)),
		Then: func(c *Case) bool {
			return c.sections("Y").Dim() == c.space().Dim()-c.ideal("Y").Dim()
		},
		Printed: []Printed{{
			Reading:        "distinct points suffice instead of generic ones",
			Then:           func(c *Case) bool { return c.sections("Y").Dim() == c.space().Dim() },
			Counterexample: exactly(`{"d":2,"theta":"1/2","Y":[["1","0"],["-1","0"],["0","1"],["0","-1"],["3/5","4/5"],["3/5","-4/5"]]}`),
		}},
	}, {
		ID: "DKL-04", Place: "section 2.2, γ_a",
		Claim:   "γ_a² = θ^d d!/a! for both kernels",
		Verdict: False,
		Correct: "Σ γ_a² x^a conj(y)^a = k(x,y) holds for γ_a² = θ^|a| d!/(a!(d-|a|)!) (inhomogeneous) and θ^d d!/a! (homogeneous)",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			return g.anyKernel(3).with("x", g.vector(n)).with("y", g.vector(n))
		},
		Then: func(c *Case) bool {
			s, x, y := c.space(), c.vec("x"), c.vec("y")
			return eq(s.FeatureProduct(s.Feature(x), s.Feature(y)), c.kernel(c.d(), x, y))
		},
		Printed: []Printed{{
			Reading: "Σ θ^d d!/a! x^a y^a = (θ⟨x,y⟩+1)^d",
			Then: func(c *Case) bool {
				sum := zero
				for _, a := range exponents(c.n(), c.d()) {
					sum = add(sum, mul(printedWeight(c, a), mul(monomial(c.vec("x"), a), monomial(c.vec("y"), a))))
				}
				return eq(sum, c.kernel(c.d(), c.vec("x"), c.vec("y")))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","x":["1"],"y":["1"]}`),
		}},
	}, {
		ID: "DKL-05", Place: "equation (1)",
		Claim:   "⟨X^a,X^a⟩ = θ^(-d) a!/d! for both kernels",
		Verdict: False,
		Correct: "⟨X^a,X^a⟩ = θ^(-|a|) a!(d-|a|)!/d! (inhomogeneous), θ^(-d) a!/d! (homogeneous): the only weights for which ⟨f,(θ⟨X,p⟩+1)^d⟩ = f(p)",
		Complex: true,
		Draw:    reproducingInstance,
		Given:   given(inSpace("f")),
		Then: func(c *Case) bool {
			f := c.expr("f")
			return eq(c.inner(c.space(), f, c.section(c.d(), c.vec("p"))), c.value(f, c.vec("p")))
		},
		Printed: []Printed{{
			Reading: "with the printed product ⟨f,k(X,p)⟩ = f(p)",
			Then: func(c *Case) bool {
				f, k, sum := c.expr("f"), c.section(c.d(), c.vec("p")), zero
				for m, x := range f.Terms() {
					sum = add(sum, div(mul(x, conj(k.Coefficient(m))), printedWeight(c, c.R().Exponents(m))))
				}
				return eq(sum, c.value(f, c.vec("p")))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/2","f":{"0":"1"},"p":["0"]}`),
		}},
	}, {
		ID: "DKL-06", Place: "after equation (1)",
		Complex: true,
		Claim:   "the products extend to all of K[X]",
		Verdict: False,
		Correct: "homogeneous: one graded product; inhomogeneous: one product for each d, ⟨X^a,X^a⟩_{≤d+1} = (d+1-|a|)/(d+1)·⟨X^a,X^a⟩_{≤d}",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			in := g.kernel(3)
			all := exponents(n, in["d"].(int))
			return in.with("f", Expr{keyOf(all[g.rng.IntN(len(all))]): g.nonzero()})
		},
		Given: given(inSpace("f"), assume("f is a term", func(c *Case) bool { return c.expr("f").Len() == 1 })),
		Then: func(c *Case) bool {
			f, d := c.expr("f"), c.d()
			below, above := c.inner(c.at(d), f, f), c.inner(c.at(d+1), f, f)
			forms := c.spaceOf(f.Degree(), true)
			return eq(above, mul(below, ratio(int64(d+1-f.Degree()), int64(d+1)))) &&
				eq(c.graded(f, f), c.inner(forms, f, f))
		},
		Printed: []Printed{{
			Reading: "⟨f,f⟩_{≤d} = ⟨f,f⟩_{≤d+1}",
			Then: func(c *Case) bool {
				f := c.expr("f")
				return eq(c.inner(c.at(c.d()), f, f), c.inner(c.at(c.d()+1), f, f))
			},
			Counterexample: exactly(`{"d":1,"theta":"1","f":{"1":"1"}}`),
		}},
	}, {
		ID: "DKL-07", Place: "section 2.2, f^∨",
		Claim:   "f^∨ with ⟨f^∨,Φ(p)⟩ = f(p) identifies K[X]_* with the dual of the feature space",
		Verdict: TrueUnder, Under: "the pairing is bilinear",
		Correct: "Σ f^∨(e_a)·Φ(p)_a = f(p) without conjugation, and f^∨ = 0 on the features of a unisolvent set only for f = 0",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			in := g.anyKernel(2)
			return in.with("f", g.polynomial(n, in["d"].(int), in["homogeneous"].(bool))).with("p", g.vector(n)).with("X", g.points(7, n))
		},
		Given: given(inSpace("f")),
		Then: func(c *Case) bool {
			f, s := c.expr("f"), c.space()
			annihilates := c.frk("X") == s.Dim() && vanishes(c.values(f, "X"))
			return eq(bilinear(c.coordinates(s, f), s.Feature(c.vec("p"))), c.value(f, c.vec("p"))) && (!annihilates || f.IsZero())
		},
		Printed: []Printed{{
			Reading: "⟨f^∨,Φ(p)⟩ = f(p) with a sesquilinear product",
			Then: func(c *Case) bool {
				f, s := c.expr("f"), c.space()
				return eq(dot(c.coordinates(s, f), s.Feature(c.vec("p"))), c.value(f, c.vec("p")))
			},
			Counterexample: exactly(`{"d":1,"theta":"1","f":{"1":"1"},"p":[{"re":"0","im":"1"}]}`),
		}},
	}, {
		ID: "DKL-08", Place: "equation (2), reproducing property",
		Claim:   "f(p) = ⟨f,k_*(X,p)⟩ and ⟨k(x,·),k(·,y)⟩ = k(x,y)",
		Verdict: TrueUnder, Under: "the corrected weights",
		Correct: "f(p) = ⟨f,k(·,p)⟩ and ⟨k(·,x),k(·,y)⟩ = k(y,x)",
		Complex: true,
		Draw: func(g *Gen) Instance {
			in := reproducingInstance(g)
			return in.with("x", g.vector(len(in["p"].(Vector))))
		},
		Given: given(inSpace("f")),
		Then:  reproduces,
		Printed: []Printed{{
			Reading:        "⟨k(·,x),k(·,y)⟩ = k(x,y) over C",
			Then:           func(c *Case) bool { return eq(sectionsProduct(c, "x", "p"), c.kernel(c.d(), c.vec("x"), c.vec("p"))) },
			Counterexample: exactly(`{"d":1,"theta":"1","x":["1"],"p":[{"re":"0","im":"1"}]}`),
		}},
	}, {
		ID: "DKL-09", Place: "equation (3)",
		Claim:   "⟨fg,k(X,p)²⟩ = ⟨f,k(X,p)⟩·⟨g,k(X,p)⟩",
		Verdict: TrueUnder, Under: "the left product is the one of the summed degree",
		Correct: "⟨fh,k_{a+b}(·,p)⟩_{a+b} = ⟨f,k_a(·,p)⟩_a·⟨h,k_b(·,p)⟩_b = f(p)h(p) for f in R_a, h in R_b",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n, a, b := g.upTo(1, 2), g.upTo(1, 2), g.upTo(1, 2)
			hom := g.coin(3)
			return Instance{
				"theta": g.theta(), "homogeneous": hom, "a": a, "b": b, "e": a + b,
				"f": g.polynomial(n, a, hom), "h": g.polynomial(n, b, hom), "p": g.vector(n),
			}
		},
		Given: given(Hypothesis{
			Name: "the product is the one of degree a+b", Holds: func(c *Case) bool { return c.integer("e") == c.integer("a")+c.integer("b") },
		}.without(`{"theta":"1","a":1,"b":1,"e":3,"f":{"1":"1"},"h":{"0":"1"},"p":["1"]}`)),
		Then: func(c *Case) bool {
			a, b, p := c.integer("a"), c.integer("b"), c.vec("p")
			f, h := c.expr("f"), c.expr("h")
			left := c.inner(c.at(c.integer("e")), c.times(f, h), c.times(c.section(a, p), c.section(b, p)))
			return eq(left, mul(c.inner(c.at(a), f, c.section(a, p)), c.inner(c.at(b), h, c.section(b, p)))) &&
				eq(left, mul(c.value(f, p), c.value(h, p)))
		},
	}, {
		ID: "DKL-10", Place: "equation (4)",
		Claim:   "⟨f_i,g_j⟩ = 0 for all i, j implies ⟨f_1f_2,g_1g_2⟩ = 0",
		Verdict: False,
		Correct: "for factors of degree ≤ 1, ⟨Πf_i,Πg_j⟩_m = per(⟨f_i,g_j⟩_1)/m!; and (F·R_1)^⊥ ⊆ F^⊥·R_1 for every subspace F",
		Draw: func(g *Gen) Instance {
			n, m, hom := g.upTo(1, 3), g.upTo(1, 3), g.coin(3)
			in := Instance{"n": n, "d": g.upTo(1, 2), "theta": g.theta(), "homogeneous": hom}
			var F, G []Expr
			for range m {
				F, G = append(F, g.polynomial(n, 1, hom)), append(G, g.polynomial(n, 1, hom))
			}
			return in.with("F", F).with("G", G).with("V", g.matrix(g.upTo(1, 2), 12))
		},
		Given: given(assume("as many factors on both sides", func(c *Case) bool {
			return len(c.exprs("F")) == len(c.exprs("G"))
		})),
		Then: func(c *Case) bool { return permanentIdentity(c) && complementOfMultiples(c) },
		Printed: []Printed{{
			Reading:        "the printed implication, inhomogeneous, factors of degree ≤ 2",
			Given:          given(assume("⟨f_i,g_j⟩ = 0", factorsOrthogonal)),
			Then:           func(c *Case) bool { return isZero(productsProduct(c)) },
			Counterexample: exactly(`{"d":2,"theta":"1/2","n":1,"F":[{"0":"1"},{"2":"1"}],"G":[{"1":"1"},{"1":"1"}]}`),
		}, {
			Reading:        "the printed implication, forms of degree 2",
			Given:          given(assume("⟨f_i,g_j⟩ = 0", factorsOrthogonal)),
			Then:           func(c *Case) bool { return isZero(productsProduct(c)) },
			Counterexample: exactly(`{"d":2,"theta":"1/2","n":2,"homogeneous":true,"F":[{"2,0":"1"},{"0,2":"1"}],"G":[{"1,1":"1"},{"1,1":"1"}]}`),
		}},
	}}
}

// reproducingInstance draws a kernel, a polynomial of its space and a point.
func reproducingInstance(g *Gen) Instance {
	n := g.upTo(1, 3)
	in := g.anyKernel(3)
	return in.with("f", g.polynomial(n, in["d"].(int), in["homogeneous"].(bool))).with("p", g.vector(n))
}

// reproduces is the reproducing property for f, p and x.
func reproduces(c *Case) bool {
	s, f, p := c.space(), c.expr("f"), c.vec("p")
	return eq(c.inner(s, f, s.Section(p)), c.value(f, p)) &&
		s.Section(p).Equal(c.section(c.d(), p)) &&
		eq(sectionsProduct(c, "x", "p"), c.kernel(c.d(), p, c.vec("x")))
}

// sectionsProduct is ⟨k(·,x),k(·,y)⟩_φ.
func sectionsProduct(c *Case, x, y string) Num {
	return c.inner(c.space(), c.section(c.d(), c.vec(x)), c.section(c.d(), c.vec(y)))
}

// printedWeight is θ^d d!/a!, the weight that DKL prints for both kernels.
func printedWeight(c *Case, a []int) Num {
	w := mul(pow(real(c.theta()), c.d()), factorial(c.d()))
	for _, e := range a {
		w = div(w, factorial(e))
	}
	return w
}

// monomial is x^a.
func monomial(x Vector, a []int) Num {
	v := one
	for i, e := range a {
		v = mul(v, pow(x[i], e))
	}
	return v
}

// boxes lists {0, …, d}^n.
func boxes(n, d int) Points {
	mustFit(d+1, n)
	out := Points{{}}
	for range n {
		var next Points
		for _, p := range out {
			for e := range d + 1 {
				next = append(next, append(append(Vector{}, p...), whole(e)))
			}
		}
		out = next
	}
	return out
}

// permanentIdentity is ⟨Πf_i,Πg_j⟩_m = per(⟨f_i,g_j⟩_1)/m! for factors of degree ≤ 1.
func permanentIdentity(c *Case) bool {
	F, G := c.exprs("F"), c.exprs("G")
	one, m := c.R().One(), len(F)
	A := newMatrix(m, m)
	for i, f := range F {
		for j, g := range G {
			A.Set(i, j, c.inner(c.at(1), f, g))
		}
	}
	left := c.inner(c.at(m), c.times(one, F...), c.times(one, G...))
	return eq(mul(left, factorial(m)), permanent(A))
}

// permanent expands along the first row.
func permanent(A Matrix) Num {
	n, _ := A.Dims()
	if n == 0 {
		return one
	}
	sum := zero
	for j := range n {
		minor := newMatrix(n-1, n-1)
		for i := 1; i < n; i++ {
			for k, x := range without(A.Row(i), j) {
				minor.Set(i-1, k, x)
			}
		}
		sum = add(sum, mul(A.At(0, j), permanent(minor)))
	}
	return sum
}

// complementOfMultiples is (F·R_1)^⊥ ⊆ F^⊥·R_1 for the subspace F with the rows
// of V, cut to the dimension of the space, as coordinates.
func complementOfMultiples(c *Case) bool {
	s, up := c.space(), c.at(c.d()+1)
	var rows Points
	for _, row := range c.pts("V") {
		if len(row) < s.Dim() {
			c.fail("rows of V are shorter than %d", s.Dim())
		}
		rows = append(rows, row[:s.Dim()])
	}
	F := s.Rows(matrixOf(rows, s.Dim()))
	return F.Complement().TimesLinear(up).Includes(F.TimesLinear(up).Complement())
}

// factorsOrthogonal says ⟨f_i,g_j⟩ = 0 for all i, j, in the degree of the kernel.
func factorsOrthogonal(c *Case) bool {
	for _, f := range c.exprs("F") {
		for _, g := range c.exprs("G") {
			if !isZero(c.inner(c.space(), f, g)) {
				return false
			}
		}
	}
	return true
}

// productsProduct is ⟨Πf_i,Πg_j⟩ in the degree d for each factor.
func productsProduct(c *Case) Num {
	F, G := c.exprs("F"), c.exprs("G")
	one := c.R().One()
	return c.inner(c.at(c.d()*len(F)), c.times(one, F...), c.times(one, G...))
}
