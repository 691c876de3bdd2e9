package theorems

// idle are the conditions under which the conclusion of a statement is empty: it
// says something about the elements of a space that is zero, about the zero polynomial, or
// about one point in the place of two, so that no program could get it wrong. Statements that
// are not listed are identities and equivalences, whose conclusion could fail on every
// instance; that both sides of the equivalences occur is tested.
func idle() map[string]Predicate {
	noIdeal := func(X string) Predicate { return func(c *Case) bool { return c.ideal(X).Dim() == 0 } }
	noPolynomial := func(names ...string) Predicate {
		return func(c *Case) bool {
			for _, name := range names {
				if c.expr(name).IsZero() {
					return true
				}
			}
			return false
		}
	}
	noVector := func(names ...string) Predicate {
		return func(c *Case) bool {
			for _, name := range names {
				if vanishes(c.vec(name)) {
					return true
				}
			}
			return false
		}
	}
	injective := func(X, Y string) Predicate {
		return func(c *Case) bool { return nullity(c.K(X, Y)) == nullity(c.K(Y, Y)) }
	}
	trivialRoot := func(c *Case) bool { return c.integer("m") == 1 }
	return map[string]Predicate{
		"DKL-05": noPolynomial("f"),
		"DKL-07": noPolynomial("f"),
		"DKL-08": noPolynomial("f"),
		"DKL-09": noPolynomial("f", "h"),
		"DKL-11": func(c *Case) bool { return c.has("S") && noIdeal("S")(c) },
		"DKL-12": func(c *Case) bool { return c.has("S") && noIdeal("S")(c) },
		"DKL-13": noVector("v"),
		"DKL-17": func(c *Case) bool { return nullity(c.K("X", "Y")) == 0 },
		"DKL-20": injective("X", "Y"),
		"DKL-22": noIdeal("X"),
		"DKL-23": noIdeal("X"),
		"DKL-24": noIdeal("X"),
		"DKL-29": noVector("v"),
		"DKL-33": noIdeal("X"),
		"DKL-34": func(c *Case) bool { return injective("S", "Y")(c) && nullity(c.K("S", "S")) == 0 },
		"DKL-39": noIdeal("X"),
		"CKI-06": noPolynomial("f"),
		"CKI-07": noPolynomial("f"),
		"CKI-08": noPolynomial("f"),
		"CKI-09": noVector("v", "w"),
		"CKI-10": noPolynomial("f"),
		"CKI-12": noIdeal("X"),
		"CKI-13": noIdeal("X"),
		"CKI-14": noIdeal("X"),
		"CKI-21": noIdeal("S"),
		"CKI-33": func(c *Case) bool { return isZero(residual(c)) },
		"CPX-01": noVector("v"),
		"CPX-02": noIdeal("S"),
		"IKT-05": func(c *Case) bool { return same(c.vec("x"), c.vec("y")) },
		"IKT-06": func(c *Case) bool {
			return allPairs(c.pts("X"), func(x, y Vector) bool { return same(x, y) || !sameValues(c, x, y) })
		},
		"IKT-09": func(c *Case) bool {
			return same(minus(c.vec("y"), c.vec("x")), minus(c.vec("v"), c.vec("u")))
		},
		"IKT-10": trivialRoot,
		"IKT-12": trivialRoot,
		"IKT-18": func(c *Case) bool { return degree(exponentsIn(c))%c.integer("m") != 0 },
		"IKT-23": func(c *Case) bool { return same(c.pts("X")[0], c.pts("X")[1]) },
		"KR-03":  noVector("v"),
		"KR-04":  noVector("y"),
		"KR-05":  noVector("y"),
		"KR-14":  noVector("v"),
		"KX-03":  func(c *Case) bool { return c.expr("g").IsZero() && c.expr("h").IsZero() },
	}
}

// lineDesign draws points X of a line in the plane, a design Z that feature-spans
// the plane, and a point c off the line: v^⊥ is not zero.
func lineDesign(g *Gen) Instance {
	s := pick(g, one, ratio(1, 2), whole(2))
	Z := newDesign(s, g.positive(), g.positive())
	X := Points{{g.positive(), zero}, {neg(g.positive()), zero}}
	for range g.upTo(0, 2) {
		X = append(X, Vector{g.num(), zero})
	}
	return Instance{
		"d": 1, "theta": mul(s, s), "X": X, "Z": Z.points, "H": rowsOf(Z.power(-1)),
		"V": rowsOf(matrixOf(Z.axes[:2], 4).T()), "c": Vector{g.num(), g.nonzero()},
	}
}
