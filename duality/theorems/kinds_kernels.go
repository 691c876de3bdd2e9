package theorems

import "encoding/json"

// Reference instances on weights, expansions and the φ-product.

func gammaKind(c *Case, _ json.RawMessage) answers {
	weights := Expr{}
	s := c.space()
	for i, m := range s.Monomials() {
		weights[keyOf(c.R().Exponents(m))] = s.Weight(i)
	}
	return answers{"gamma2": weights}
}

func expansionKind(c *Case, _ json.RawMessage) answers {
	s, f, F := c.space(), c.expr("f"), c.expand(c.d(), c.vec("c"), "Z")
	return answers{
		"polynomial":   F,
		"value_at_x":   c.value(F, c.vec("x")),
		"f_at_x":       c.value(f, c.vec("x")),
		"phi_f_F":      c.inner(s, f, F),
		"phi_norm2_F":  c.inner(s, F, F),
		"coefficients": c.vec("c"),
	}
}

// absorptionKind computes the product of products of DKL equation (4): in the
// graded product of all homogeneous kernels, or in the degrees that the instance
// gives.
func absorptionKind(c *Case, _ json.RawMessage) answers {
	factors, products := c.graded, c.graded
	if !c.hom() {
		low, high := c.at(c.integer("d_factors")), c.at(c.integer("d_product"))
		factors = func(f, g Polynomial) Num { return c.inner(low, f, g) }
		products = func(f, g Polynomial) Num { return c.inner(high, f, g) }
	}
	f1, f2, g1, g2 := c.expr("f1"), c.expr("f2"), c.expr("g1"), c.expr("g2")
	pairs := Vector{factors(f1, g1), factors(f1, g2), factors(f2, g1), factors(f2, g2)}
	return answers{
		"pairwise_products_zero": vanishes(pairs),
		"phi_f1f2_g1g2":          products(c.times(f1, f2), c.times(g1, g2)),
	}
}

func idealProductsKind(c *Case, _ json.RawMessage) answers {
	g1, g2 := c.expr("g1"), c.expr("g2")
	KS := c.at(1).Interpolation(c.pts("S"))
	return answers{
		"f_vanishes_on_S":  vanishes(c.values(c.expr("f"), "S")),
		"g_in_KS_degree_1": KS.Contains(g1) && KS.Contains(g2),
		"phi_f_g1g2":       c.inner(c.space(), c.expr("f"), c.times(g1, g2)),
	}
}

func permanentKind(c *Case, _ json.RawMessage) answers {
	F, G, unit := c.exprs("F"), c.exprs("G"), c.R().One()
	if !permanentIdentity(c) {
		c.fail("the permanent identity fails")
	}
	return answers{"phi_products": c.inner(c.at(len(F)), c.times(unit, F...), c.times(unit, G...))}
}

// Reference instances on cross-kernel matrices.

func rankKind(c *Case, _ json.RawMessage) answers {
	return answers{"rank": rank(c.K("X", "Z")), "frk_X": c.frk("X"), "frk_Z": c.frk("Z")}
}

func certificateKind(c *Case, _ json.RawMessage) answers {
	s, point := c.space(), Points{c.vec("c")}
	kappa := c.kappa("c", "X")
	return answers{
		"kappa_in_rowspan":   certified(c),
		"phi_c_in_fspan_X":   s.Spans(c.pts("X"), point),
		"phi_c_in_fspan_Z":   s.Spans(c.pts("Z"), point),
		"fspan_X_in_fspan_Z": s.Spans(c.pts("Z"), c.pts("X")),
		"v_perp_norm2":       residual(c),
		"residual_X_norm2":   sub(c.kernel(c.d(), point[0], point[0]), form(kappa, pinv(c.K("X", "X")), kappa)),
	}
}

func nullspaceKind(c *Case, _ json.RawMessage) answers {
	return answers{
		"null_dim":       nullity(c.K("X", "Z")),
		"redundant_dim":  nullity(c.K("Z", "Z")),
		"dim_ideal":      c.ideal("X").Dim(),
		"frk_X":          c.frk("X"),
		"frk_Z":          c.frk("Z"),
		"vanishing_rref": ascendingBasis(c.expansions(null(c.K("X", "Z")), "Z")),
	}
}

func rangeKind(c *Case, _ json.RawMessage) answers {
	C := c.laws.Range(c.K("X", "Z"), c.K("Z", "Z"))
	fs := []Expr{}
	for _, row := range rowsOf(C) {
		fs = append(fs, exprOf(c.expand(c.d(), row, "Z")))
	}
	return answers{"C": C, "polynomials": fs}
}

// printedRangeKind is CKI 3.3(d) as printed and as corrected, K_ZZ^{1/2} given.
func printedRangeKind(c *Case, _ json.RawMessage) answers {
	root, kZZ := c.mat("K_ZZ_half"), c.K("Z", "Z")
	if !equal(product(root, root), kZZ) || !equal(kZZ, c.mat("K_ZZ")) {
		c.fail("K_ZZ_half is no root of K_ZZ")
	}
	printed := product(c.K("X", "Z"), pinv(root)).Row(0)
	correct := c.laws.Range(c.K("X", "Z"), kZZ).Row(0)
	F := c.expand(c.d(), printed, "Z")
	return answers{
		"printed_coefficients": printed,
		"printed_polynomial":   F,
		"printed_in_I_perp":    c.ideal("X").Complement().Contains(F),
		"correct_coefficients": correct,
		"correct_polynomial":   c.expand(c.d(), correct, "Z"),
	}
}

func printedTheorem3Kind(c *Case, _ json.RawMessage) answers {
	F := c.expand(c.d(), c.K("X", "Y").Row(0), "Y")
	return answers{"printed_polynomial": F, "printed_in_KS": c.sections("X").Contains(F)}
}

func theorem34Kind(c *Case, _ json.RawMessage) answers {
	through := nystroem(c)
	return answers{
		"nystroem":           through,
		"equality":           equal(through, c.K("X", "X")),
		"fspan_X_in_fspan_Z": c.space().Spans(c.pts("Z"), c.pts("X")),
	}
}

func lemma51Kind(c *Case, _ json.RawMessage) answers {
	A, B, C := c.mat("A"), c.mat("B"), c.mat("C")
	M := product(C, A, B)
	return answers{
		"CAB_pinv": pinv(M), "rank_A": rank(A), "rank_CAB": rank(M),
		"equality": equal(product(A, B, pinv(M), C, A), A),
	}
}

// Reference instances over Q(i).

func complexKind(c *Case, _ json.RawMessage) answers {
	kXZ := c.K("X", "Z")
	return answers{
		"K_XZ": kXZ, "rank": rank(kXZ), "C": product(kXZ, pinv(c.K("Z", "Z"))),
		"decomposition_equality": equal(nystroem(c), c.K("X", "X")),
		"expansion":              c.expand(c.d(), c.vec("c"), "Z"),
	}
}

func bilinearRankKind(c *Case, _ json.RawMessage) answers {
	return answers{
		"bilinear_rank":  rank(bilinearK(c, "X", "Z")),
		"hermitian_rank": rank(c.K("X", "Z")),
		"frk_X":          c.frk("X"),
	}
}

func bilinearEqualityKind(c *Case, _ json.RawMessage) answers {
	kXZ := bilinearK(c, "X", "Z")
	return answers{
		"bilinear_equality":  equal(product(kXZ, pinv(bilinearK(c, "Z", "Z")), kXZ.T()), bilinearK(c, "X", "X")),
		"hermitian_equality": equal(nystroem(c), c.K("X", "X")),
		"fspan_X_in_fspan_Z": c.space().Spans(c.pts("Z"), c.pts("X")),
	}
}
