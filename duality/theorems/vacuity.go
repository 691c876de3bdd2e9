package theorems

// idle are the conditions under which the conclusion of a statement is empty: it
// says something about the elements of a space that is zero, so that no program
// could get it wrong. Statements that are not listed are identities and
// equivalences, whose conclusion could fail on every instance.
func idle() map[string]Predicate {
	noIdeal := func(X string) Predicate { return func(c *Case) bool { return c.ideal(X).Dim() == 0 } }
	return map[string]Predicate{
		"DKL-11": func(c *Case) bool { return c.has("S") && noIdeal("S")(c) },
		"DKL-12": func(c *Case) bool { return c.has("S") && noIdeal("S")(c) },
		"DKL-20": func(c *Case) bool { return nullity(c.K("X", "Y")) == nullity(c.K("Y", "Y")) },
		"DKL-22": noIdeal("X"),
		"DKL-33": noIdeal("X"),
		"DKL-39": noIdeal("X"),
		"CKI-12": noIdeal("X"),
		"CKI-13": noIdeal("X"),
		"CKI-14": noIdeal("X"),
		"CKI-33": func(c *Case) bool { return isZero(residual(c)) },
		"CPX-02": noIdeal("S"),
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
