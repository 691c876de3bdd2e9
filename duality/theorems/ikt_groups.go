package theorems

import "github.com/kexplain/kexplain/ring"

var (
	imaginaryUnit = ring.NewGaussian(ring.Rat{}, ring.RatFromInt(1))
	// circleNumber is (3+4i)/5, of absolute value 1 and infinite order.
	circleNumber = ring.NewGaussian(ring.NewRat(3, 5), ring.NewRat(4, 5))
)

// rootOfUnity returns a primitive m-th root of unity of Q(i), for m = 1, 2, 4.
func rootOfUnity(m int) (Num, bool) {
	switch m {
	case 1:
		return one, true
	case 2:
		return neg(one), true
	case 4:
		return imaginaryUnit, true
	}
	return zero, false
}

// iktGroups are the kernels of IKT section 2.5, one group after the other.
func iktGroups() []Statement {
	return []Statement{{
		ID: "IKT-10", Place: "section 2.5.1",
		Claim:   "Z/m acts on K^n by a root of unity; the m-th tensor power separates orbits",
		Verdict: TrueUnder, Under: "K = C for m > 2; the root is primitive",
		Correct: "x^{⊗m} = y^{⊗m} iff y = ζ^k x for some k, ζ a primitive m-th root of unity",
		Complex: true,
		Draw: func(g *Gen) Instance {
			m := pick(g, 1, 2, 4)
			zeta, _ := rootOfUnity(m)
			g.imaginary = true
			x := g.vector(g.upTo(1, 2))
			y := times(pow(zeta, g.upTo(0, 3)), x)
			if g.coin(2) {
				y = g.near(Points{y, conjugated(x), times(neg(one), x)}, 1)[0]
			}
			return Instance{"m": m, "zeta": zeta, "x": x, "y": y}
		},
		Given: given(
			assume("ζ^m = 1; x, y in the same K^n", func(c *Case) bool {
				return eq(pow(c.num("zeta"), c.integer("m")), one) && len(c.vec("x")) == len(c.vec("y"))
			}),
			Hypothesis{Name: "ζ is primitive", Holds: func(c *Case) bool {
				for k := 1; k < c.integer("m"); k++ {
					if eq(pow(c.num("zeta"), k), one) {
						return false
					}
				}
				return true
			}}.without(`{"m":4,"zeta":"-1","x":["1"],"y":[{"re":"0","im":"1"}]}`),
		),
		Then: func(c *Case) bool {
			m, x, y := c.integer("m"), c.vec("x"), c.vec("y")
			orbit := false
			for k := range m {
				orbit = orbit || same(y, times(pow(c.num("zeta"), k), x))
			}
			return same(tensorPower(x, m), tensorPower(y, m)) == orbit
		},
	}, {
		ID: "IKT-11", Place: "section 2.5.1, Gaussian kernel",
		Claim:   "k^γ = exp(-(|x|^{2m}+|y|^{2m}-⟨x,y⟩^m)/(2σ²))",
		Verdict: False,
		Correct: "-2 Re⟨x,y⟩^m: ‖x^{⊗m}-y^{⊗m}‖² = |x|^{2m}+|y|^{2m}-2 Re⟨x,y⟩^m",
		Complex: true,
		Draw:    rotationPair,
		Given:   given(inSameSpace()),
		Then: func(c *Case) bool {
			m, x, y := c.integer("m"), c.vec("x"), c.vec("y")
			return eq(norm2(minus(tensorPower(x, m), tensorPower(y, m))), squaredDistance(rotationProduct(m), x, y))
		},
		Printed: []Printed{{
			Reading: "‖x^{⊗m}-y^{⊗m}‖² = |x|^{2m}+|y|^{2m}-⟨x,y⟩^m",
			Then: func(c *Case) bool {
				m, x, y := c.integer("m"), c.vec("x"), c.vec("y")
				printed := sub(add(pow(norm2(x), m), pow(norm2(y), m)), pow(dot(x, y), m))
				return eq(norm2(minus(tensorPower(x, m), tensorPower(y, m))), printed)
			},
			Counterexample: exactly(`{"m":2,"x":["1"],"y":["1"]}`),
		}},
	}, {
		ID: "IKT-12", Place: "section 2.5.1",
		Claim:   "⟨x,y⟩^m and (⟨x,y⟩^m+1)^d are invariant kernels",
		Verdict: True,
		Correct: "the same: ⟨x^{⊗m},y^{⊗m}⟩ = ⟨x,y⟩^m, invariant under ζ in each argument, Gram matrices psd",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return Instance{"m": pick(g, 1, 2, 4), "d": g.upTo(1, 2), "X": g.points(g.upTo(2, 3), n)}
		},
		Given: given(assume("m is 1, 2 or 4", func(c *Case) bool { _, ok := rootOfUnity(c.integer("m")); return ok })),
		Then: func(c *Case) bool {
			m := c.integer("m")
			zeta, _ := rootOfUnity(m)
			iota := rotationProduct(m)
			fits := allPairs(c.pts("X"), func(x, y Vector) bool {
				return eq(dot(tensorPower(x, m), tensorPower(y, m)), iota(x, y)) && eq(iota(times(zeta, x), y), iota(x, y))
			})
			return fits && psd(gram(c.pts("X"), iota)) && psd(gram(c.pts("X"), func(x, y Vector) Num { return pow(add(iota(x, y), one), c.d()) }))
		},
	}, {
		ID: "IKT-13", Place: "section 2.5.2",
		Claim:   "phase-invariant kernels come from ⟨x,y⟩⟨y,x⟩",
		Verdict: True,
		Correct: "the same: it is ⟨xx^*,yy^*⟩, real, invariant under phases in each argument, psd; ‖xx^*-yy^*‖² = |x|⁴+|y|⁴-2⟨x,y⟩⟨y,x⟩",
		Complex: true,
		Draw: func(g *Gen) Instance {
			g.imaginary = true
			return Instance{"X": g.points(g.upTo(2, 3), g.upTo(1, 2)), "unit": pick(g, imaginaryUnit, circleNumber, neg(one))}
		},
		Given: given(assume("|unit| = 1", func(c *Case) bool { return eq(mul(c.num("unit"), conj(c.num("unit"))), one) }).without(`{"X":[["1"]],"unit":"2"}`)),
		Then: func(c *Case) bool {
			fits := allPairs(c.pts("X"), func(x, y Vector) bool {
				return isReal(phaseProduct(x, y)) && eq(dot(outer(x, x), outer(y, y)), phaseProduct(x, y)) &&
					eq(phaseProduct(times(c.num("unit"), x), y), phaseProduct(x, y)) &&
					eq(norm2(minus(outer(x, x), outer(y, y))), squaredDistance(phaseProduct, x, y))
			})
			return fits && psd(gram(c.pts("X"), phaseProduct))
		},
		Printed: []Printed{{
			Reading: "the sign kernels serve as they are: ⟨x,y⟩² is invariant under phases",
			Then: func(c *Case) bool {
				return eq(pow(dot(times(c.num("unit"), c.vec("x")), c.vec("y")), 2), pow(dot(c.vec("x"), c.vec("y")), 2))
			},
			Counterexample: exactly(`{"unit":{"re":"0","im":"1"},"x":["1"],"y":["1"]}`),
		}},
	}, {
		ID: "IKT-14", Place: "section 2.5.3",
		Claim:   "scale-invariant kernels, exp(⟨x,y⟩/(σ²|x||y|) - σ^{-2})",
		Verdict: TrueUnder, Under: "x, y ≠ 0; the quotient map x/|x| is not polynomial, so Theorem 2 does not apply",
		Correct: "for x, y ≠ 0, |x/|x|-y/|y||² = 2-2⟨x,y⟩/(|x||y|), invariant under positive factors, not under -1",
		Draw: func(g *Gen) Instance {
			x, r := g.pythagorean()
			y, s := g.pythagorean()
			return Instance{"x": x, "r": r, "y": y, "s": s, "a": g.positive()}
		},
		Given: given(assume("|x| = r > 0, |y| = s > 0, a > 0", twoLengths)),
		Then: func(c *Case) bool {
			x, y, r, s, a := c.vec("x"), c.vec("y"), c.num("r"), c.num("s"), c.num("a")
			cosine := div(dot(x, y), mul(r, s))
			D := minus(times(div(one, r), x), times(div(one, s), y))
			scaledCosine := div(dot(times(a, x), y), mul(mul(a, r), s))
			flipped := div(dot(times(neg(one), x), y), mul(r, s))
			return eq(norm2(D), sub(whole(2), mul(whole(2), cosine))) && eq(scaledCosine, cosine) && (isZero(cosine) || !eq(flipped, cosine))
		},
	}, {
		ID: "IKT-15", Place: "section 2.5.4",
		Claim:   "projective kernel with exponent ⟨x,y⟩⟨x,y⟩/(|x|²|y|²)",
		Verdict: False,
		Correct: "⟨x,y⟩⟨y,x⟩/(|x|²|y|²), real, invariant under all factors ≠ 0 in each argument; over R the printed one is the same",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return Instance{"x": g.vector(n), "y": g.vector(n), "a": g.nonzero()}
		},
		Given: given(inSameSpace(), assume("x, y, a ≠ 0", func(c *Case) bool {
			return !vanishes(c.vec("x")) && !vanishes(c.vec("y")) && !isZero(c.num("a"))
		})),
		Then: func(c *Case) bool {
			x, y := c.vec("x"), c.vec("y")
			X, Y := times(div(one, norm2(x)), outer(x, x)), times(div(one, norm2(y)), outer(y, y))
			iota := projectiveProduct(x, y)
			return isReal(iota) && eq(dot(X, Y), iota) && eq(norm2(minus(X, Y)), sub(whole(2), mul(whole(2), iota))) &&
				eq(projectiveProduct(times(c.num("a"), x), y), iota) && eq(projectiveProduct(x, x), one)
		},
		Printed: []Printed{{
			Reading: "⟨x,y⟩⟨x,y⟩/(|x|²|y|²) is invariant under factors",
			Given:   given(inSameSpace()),
			Then: func(c *Case) bool {
				printed := func(x, y Vector) Num { return div(pow(dot(x, y), 2), mul(norm2(x), norm2(y))) }
				return eq(printed(times(c.num("a"), c.vec("x")), c.vec("y")), printed(c.vec("x"), c.vec("y")))
			},
			Counterexample: exactly(`{"x":["1"],"y":["1"],"a":{"re":"0","im":"1"}}`),
		}},
	}, {
		ID: "IKT-16", Place: "sections 2.5.4 and 2.5.5",
		Claim:   "the order of the reductions does not matter",
		Verdict: True,
		Correct: "the actions commute: the square of the scale-invariant product is the sign-invariant product of x/|x|, y/|y|, ⟨x,y⟩²/(⟨x,x⟩⟨y,y⟩)",
		Draw: func(g *Gen) Instance {
			x, r := g.pythagorean()
			y, s := g.pythagorean()
			return Instance{"x": x, "r": r, "y": y, "s": s, "a": g.positive()}
		},
		Given: given(assume("|x| = r > 0, |y| = s > 0, a > 0", twoLengths)),
		Then: func(c *Case) bool {
			x, y, r, s := c.vec("x"), c.vec("y"), c.num("r"), c.num("s")
			scaleFirst := pow(div(dot(x, y), mul(r, s)), 2)
			X, Y := outer(x, x), outer(y, y)
			signFirst := div(dot(X, Y), mul(pow(r, 2), pow(s, 2))) // |X|_F = |x|²
			return eq(scaleFirst, signFirst) && eq(signFirst, projectiveProduct(x, y))
		},
	}, {
		ID: "IKT-17", Place: "section 2.5.6",
		Claim:   "U.X = XU is an action; K^m acts by X + 1μ^T",
		Verdict: False,
		Correct: "XU is a right action, a left one is X U^{-1}; for X of size m × r, μ is in K^r and 1 in K^m",
		Draw: func(g *Gen) Instance {
			m, r := g.upTo(1, 3), g.upTo(1, 3)
			return Instance{"X": g.matrix(m, r), "U": g.matrix(r, r), "V": g.matrix(r, r), "mu": g.vector(r), "nu": g.vector(r)}
		},
		Given: given(assume("U, V invertible r × r, μ, ν in K^r", func(c *Case) bool {
			r := ncols(c.mat("X"))
			for _, name := range []string{"U", "V"} {
				if nrows(c.mat(name)) != r || ncols(c.mat(name)) != r || rank(c.mat(name)) != r {
					return false
				}
			}
			return len(c.vec("mu")) == r && len(c.vec("nu")) == r
		}).without(`{"X":[["1","0"]],"U":[["1","0"],["0","0"]],"V":[["1","0"],["1","0"]],"mu":["0","0"],"nu":["0","0"]}`)),
		Then: func(c *Case) bool {
			X, U, V := c.mat("X"), c.mat("U"), c.mat("V")
			act := func(U, X Matrix) Matrix { return product(X, pinv(U)) }
			shifted := translate(translate(X, c.vec("mu")), c.vec("nu"))
			return equal(act(product(U, V), X), act(U, act(V, X))) && equal(shifted, translate(X, plus(c.vec("mu"), c.vec("nu"))))
		},
		Printed: []Printed{{
			Reading: "(UV).X = U.(V.X) for U.X = XU",
			Then: func(c *Case) bool {
				X, U, V := c.mat("X"), c.mat("U"), c.mat("V")
				return equal(product(X, U, V), product(X, V, U))
			},
			Counterexample: exactly(`{"X":[["1","2","3"]],"U":[["0","1","0"],["0","0","1"],["1","0","0"]],"V":[["0","1","0"],["1","0","0"],["0","0","1"]]}`),
		}, {
			Reading:        "X + 1μ^T is defined for μ in K^m",
			Then:           func(c *Case) bool { return len(c.vec("mu")) == ncols(c.mat("X")) },
			Counterexample: exactly(`{"X":[["1","2","3"],["4","5","6"]],"mu":["5","5"]}`),
		}},
	}}
}

// rotationProduct is ι(x,y) = ⟨x,y⟩^m.
func rotationProduct(m int) func(x, y Vector) Num {
	return func(x, y Vector) Num { return pow(dot(x, y), m) }
}

// phaseProduct is ⟨x,y⟩⟨y,x⟩.
func phaseProduct(x, y Vector) Num { return mul(dot(x, y), dot(y, x)) }

// projectiveProduct is ⟨x,y⟩⟨y,x⟩/(⟨x,x⟩⟨y,y⟩).
func projectiveProduct(x, y Vector) Num {
	return div(phaseProduct(x, y), mul(norm2(x), norm2(y)))
}

// rotationPair draws x, y and m.
func rotationPair(g *Gen) Instance {
	n := g.upTo(1, 2)
	return Instance{"m": g.upTo(1, 4), "x": g.vector(n), "y": g.vector(n)}
}

// inSameSpace says that x and y have as many coordinates.
func inSameSpace() Hypothesis {
	return assume("x, y in the same K^n", func(c *Case) bool { return len(c.vec("x")) == len(c.vec("y")) })
}

// twoLengths says that r, s are the lengths of x, y, and a > 0.
func twoLengths(c *Case) bool {
	return sign(c.num("r")) > 0 && sign(c.num("s")) > 0 && sign(c.num("a")) > 0 && len(c.vec("x")) == len(c.vec("y")) &&
		eq(pow(c.num("r"), 2), norm2(c.vec("x"))) && eq(pow(c.num("s"), 2), norm2(c.vec("y")))
}

// translate is X + 1μ^T.
func translate(X Matrix, mu Vector) Matrix {
	var rows Points
	for _, row := range rowsOf(X) {
		rows = append(rows, plus(row, mu))
	}
	return matrixOf(rows, len(mu))
}
