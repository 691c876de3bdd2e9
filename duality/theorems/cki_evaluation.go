package theorems

// ckiEvaluation are the statements on CKI Algorithm 2, on the experiments of
// section 5, and the linear case of the introduction.
func ckiEvaluation() []Statement {
	return []Statement{{
		ID: "CKI-31", Place: "Algorithm 2, u",
		Claim:   "u = κ_X U S^{-1} are whitened kernel PCA evaluations",
		Verdict: False,
		Correct: "given fspan X ⊆ fspan Z, u is the kernel PCA projection, U S on the training data with second moments S²; κ_X U S^{-2} is whitened: U, with second moments 1",
		Draw:    ipcaDesign,
		Given:   append(ipcaDecomposition(), spanned("X", "Z").without(`{"d":1,"theta":"1/4","X":[["2"]],"Z":[["0"]],"H":[["1"]],"U":[["1"]],"S":["1"],"V":[["1"]],"x":["1"]}`)),
		Then: func(c *Case) bool {
			U, S := c.mat("U"), c.vec("S")
			u := product(c.K("X", "X"), U, diagonal(reciprocals(S)))
			white := product(u, diagonal(reciprocals(S)))
			return equal(u, product(U, diagonal(S))) && equal(product(star(u), u), diagonal(entrywise(S, S))) &&
				equal(white, U) && equal(product(star(white), white), identity(len(S)))
		},
		Printed: []Printed{{
			Reading: "u^*u = 1 on the training data",
			Given:   given(positiveTheta()),
			Then: func(c *Case) bool {
				u := product(c.K("X", "X"), c.mat("U"), diagonal(reciprocals(c.vec("S"))))
				return equal(product(star(u), u), identity(ncols(u)))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/4","X":[["1"],["1"],["-1"],["-1"]],"U":[["1/2","1/2"],["1/2","1/2"],["1/2","-1/2"],["1/2","-1/2"]],"S":["2","1"]}`),
		}},
	}, {
		ID: "CKI-32", Place: "Algorithm 2, v",
		Claim:   "v = κ_Z V S^{-1}",
		Verdict: False,
		Correct: "v = κ_Z (K_ZZ⁺)^{1/2} V, which is u = κ_X U S^{-1} for every x when fspan X ⊆ fspan Z; whitened with a further S^{-1}",
		Draw:    ipcaDesign,
		Given:   append(ipcaDecomposition(), spanned("X", "Z").without(`{"d":1,"theta":"1/4","X":[["2"]],"Z":[["0"]],"H":[["1"]],"U":[["1"]],"S":["1"],"V":[["1"]],"x":["1"]}`)),
		Then: func(c *Case) bool {
			return equal(product(frameRow(c, "x"), c.mat("V")), principalRow(c))
		},
		Printed: []Printed{{
			Reading: "κ_Z V S^{-1} = κ_X U S^{-1}",
			Given:   ipcaDecomposition(),
			Then: func(c *Case) bool {
				kappa := c.kappa("x", "Z")
				return equal(product(matrixOf(Points{kappa}, len(kappa)), c.mat("V"), diagonal(reciprocals(c.vec("S")))), principalRow(c))
			},
			Counterexample: exactly(`{"d":1,"theta":"1/4","X":[["0"]],"Z":[["0"],["2/3"]],"H":[["13/5","-9/5"],["-9/5","12/5"]],"U":[["1"]],"S":["1"],"V":[["4/5"],["3/5"]],"x":["0"]}`),
		}},
	}, {
		ID: "CKI-33", Place: "Algorithm 2, v^⊥",
		Claim:   "v^⊥ = κ_Z K_ZZ^{-1/2}(1 - VV^T) in R^m",
		Verdict: TrueUnder, Under: "(K_ZZ⁺)^{1/2}, V of full rank; it lies in R^M",
		Correct: "v^⊥ in R^M has |v^⊥|² = κK_ZZ⁺κ^* - bG⁺b^*, stays in the range of K_ZZ, and is 0 at every training point",
		Draw: func(g *Gen) Instance {
			if !g.coin(4) {
				return lineDesign(g)
			}
			in := ipcaDesign(g) // X feature-spans: v^⊥ = 0
			return in.with("c", in["x"])
		},
		Given: append(given(positiveTheta(), inverseRoot("H", "Z").without(`{"d":1,"theta":"1/4","X":[["2"]],"Z":[["2"],["-2"]],"H":[["1","0"],["0","1"]],"V":[["1"],["0"]],"c":["-2"]}`),
			assume("the columns of V are orthonormal, in the row space of K", func(c *Case) bool {
				V, K := c.mat("V"), product(c.K("X", "Z"), c.mat("H"))
				return nrows(V) == len(c.pts("Z")) && equal(product(star(V), V), identity(ncols(V))) && rowsWithin(V.T(), K)
			})),
			Hypothesis{Name: "V has full rank", Holds: func(c *Case) bool { return ncols(c.mat("V")) == rank(c.K("X", "Z")) }}.
				without(`{"d":1,"theta":"1/4","X":[["1"],["1"],["-1"],["-1"]],"Z":[["2"],["2"],["-2"],["-2"]],"H":[["1/4","1/4","0","0"],["1/4","1/4","0","0"],["0","0","1/4","1/4"],["0","0","1/4","1/4"]],"V":[["1/2"],["1/2"],["1/2"],["1/2"]],"c":["1"]}`)),
		Then: func(c *Case) bool {
			V := c.mat("V")
			complement := identity(nrows(V)).Sub(product(V, star(V)))
			perp := product(frameRow(c, "c"), complement)
			trained := product(c.K("X", "Z"), c.mat("H"), complement)
			return ncols(perp) == len(c.pts("Z")) && eq(norm2(perp.Row(0)), residual(c)) && rowsWithin(perp, c.K("Z", "Z")) && isZeroMatrix(trained)
		},
		Printed: []Printed{{
			Reading:        "v^⊥ has m = rank K entries",
			Then:           func(c *Case) bool { return len(c.pts("Z")) == rank(c.K("X", "Z")) },
			Counterexample: exactly(`{"d":1,"theta":"1/4","X":[["0"]],"Z":[["2"],["2"],["-2"],["-2"]]}`),
		}},
	}, {
		ID: "CKI-34", Place: "after Algorithm 2",
		Claim:   "v^⊥ cannot be obtained from K_XX",
		Verdict: TrueUnder, Under: "from the matrix K_XX alone",
		Correct: "its norm needs no Z: for Z that feature-spans K^n, |v^⊥|² = k(x,x) - κ_X K_XX⁺ κ_X^*",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return g.kernel(2).with("Z", g.points(g.upTo(5, 7), n)).with("X", g.points(g.upTo(1, 3), n)).with("c", g.vector(n))
		},
		Given: given(positiveTheta(), spansSpace("Z").without(`{"d":1,"theta":"1","X":[["0"]],"Z":[["0"]],"c":["1"]}`)),
		Then: func(c *Case) bool {
			kappa := c.kappa("c", "X")
			return eq(residual(c), sub(c.kernel(c.d(), c.vec("c"), c.vec("c")), form(kappa, pinv(c.K("X", "X")), kappa)))
		},
	}, {
		ID: "CKI-35", Place: "section 5",
		Claim:   "m = 5 for the circle; m = 9 with six non-degenerate features for two circles",
		Verdict: Ambiguous,
		Correct: "noise-free feature ranks for d = 2: min(5, number of points) of 6 on a circle, 8 of 10 on two circles of a sphere with at least five points each",
		Draw:    circlesInstance,
		Given: given(assume("the points lie on the circles described", onTheCircles), assume("five distinct points on each", func(c *Case) bool {
			return len(distinct(c.pts("X"))) >= 5 && (c.n() == 2 || len(distinct(c.pts("X"))) >= 10)
		})),
		Then: func(c *Case) bool {
			return c.frk("X") == map[int]int{2: 5, 3: 8}[c.n()]
		},
		Printed: []Printed{{
			Reading: "feature rank 9 for two circles",
			Then:    func(c *Case) bool { return c.frk("X") == 9 },
			Counterexample: exactly(`{"d":2,"theta":"1","X":[
				["4","0","3"],["-4","0","3"],["0","4","3"],["0","-4","3"],["12/5","16/5","3"],
				["3","0","-4"],["-3","0","-4"],["0","3","-4"],["0","-3","-4"],["9/5","12/5","-4"]]}`),
		}},
	}, {
		ID: "CKI-36", Place: "Introduction",
		Claim:   "x ∈ L iff κ_Z(x) is in the row span of K_XZ, for k = ⟨x,y⟩",
		Verdict: TrueUnder, Under: "the z_j span K^n and the x_i span L",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			L := g.points(g.upTo(1, 2), n)
			X := Points{plus(L[0], L[len(L)-1])}
			X = append(X, L...)
			return Instance{"d": 1, "theta": one, "homogeneous": true, "L": L, "X": X, "Z": g.points(g.upTo(2, 4), n), "c": g.near(X, 1)[0]}
		},
		Given: given(
			assume("linear kernel", func(c *Case) bool { return c.d() == 1 && c.hom() && eq(c.num("theta"), one) }),
			assume("the x_i lie in L", func(c *Case) bool { return rowsWithin(c.mat("X"), c.mat("L")) }).without(`{"d":1,"theta":"1","homogeneous":true,"L":[["1","0"]],"X":[["1","0"],["0","1"]],"Z":[["1","0"],["0","1"]],"c":["0","1"]}`),
			Hypothesis{Name: "the x_i span L", Holds: func(c *Case) bool { return rowsWithin(c.mat("L"), c.mat("X")) }}.
				without(`{"d":1,"theta":"1","homogeneous":true,"L":[["1","0"],["0","1"]],"X":[["1","0"]],"Z":[["1","0"],["0","1"]],"c":["0","1"]}`),
			Hypothesis{Name: "the z_j span K^n", Holds: func(c *Case) bool { return rank(c.mat("Z")) == c.n() }}.
				without(`{"d":1,"theta":"1","homogeneous":true,"L":[["1","0"]],"X":[["1","0"]],"Z":[["1","0"]],"c":["0","1"]}`),
		),
		Then: func(c *Case) bool { return certified(c) == inRows(c.vec("c"), c.mat("L")) },
	}}
}

// reciprocals is (1/s_i)_i.
func reciprocals(s Vector) Vector {
	out := make(Vector, len(s))
	for i := range s {
		out[i] = div(one, s[i])
	}
	return out
}

// principalRow is κ_X(x) U S^{-1}.
func principalRow(c *Case) Matrix {
	kappa := c.kappa("x", "X")
	return product(matrixOf(Points{kappa}, len(kappa)), c.mat("U"), diagonal(reciprocals(c.vec("S"))))
}

// circlesInstance draws points of a circle in the plane, or of two circles of a
// sphere: the heights ±h of the parametrised circles of radii given by Pythagoras.
func circlesInstance(g *Gen) Instance {
	in := Instance{"d": 2, "theta": g.theta()}
	if g.coin(2) {
		centre, radius := g.vector(2), g.positive()
		var X Points
		for _, p := range g.roundCircle(g.upTo(5, 8), radius) {
			X = append(X, plus(centre, p))
		}
		return in.with("X", X).with("centre", centre).with("r", radius)
	}
	scale := g.positive()
	var X Points
	for _, circle := range [][2]int{{4, 3}, {3, -4}} {
		for _, p := range g.roundCircle(6, mul(scale, whole(circle[0]))) {
			X = append(X, append(p, mul(scale, whole(circle[1]))))
		}
	}
	return in.with("X", X).with("centre", repeated(zero, 3)).with("r", mul(scale, whole(5)))
}

// onTheCircles says that the points have distance r from the centre, and in K^3
// two heights with five distinct points each.
func onTheCircles(c *Case) bool {
	heights := map[string]Points{}
	for _, x := range c.pts("X") {
		if !eq(norm2(minus(x, c.vec("centre"))), pow(c.num("r"), 2)) {
			return false
		}
		if len(x) == 3 {
			h := x[2].String()
			heights[h] = append(heights[h], x)
		}
	}
	for _, circle := range heights {
		if len(distinct(circle)) < 5 {
			return false
		}
	}
	return c.n() == 2 || len(heights) == 2
}
