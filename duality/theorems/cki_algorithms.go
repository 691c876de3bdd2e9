package theorems

// ckiAlgorithms are the remarks of CKI section 4 and Algorithm 1: the
// pseudo-inverse root, full-rank V, centring.
func ckiAlgorithms() []Statement {
	return []Statement{{
		ID: "CKI-28", Place: "Remark 4.1(d)",
		Claim:   "the right singular vectors of K characterise X as in 3.3(b)",
		Verdict: TrueUnder, Under: "κ is multiplied by (K_ZZ⁺)^{1/2}; full-rank V; X cut out in degree d",
		Correct: "with fspan X, Φ(c) ∈ fspan Z, the squared distance κK_ZZ⁺κ^* - bG⁺b^* of κ(K_ZZ⁺)^{1/2} from the right singular vectors is 0 iff Φ(c) ∈ fspan X; b = κK_ZZ⁺K_ZX, G = K_XZ K_ZZ⁺ K_ZX",
		Complex: true,
		Draw:    certificateInstance,
		Given: given(positiveTheta().without(`{"d":1,"theta":"0","X":[["0"]],"Z":[["1"],["0"]],"c":["1"]}`),
			spanned("X", "Z").without(`{"d":1,"theta":"1/2","X":[["0"]],"Z":[["1"]],"c":["1"]}`),
			pointSpanned("c", "Z").without(`{"d":1,"theta":"1/2","X":[["0"]],"Z":[["0"]],"c":["1"]}`)),
		Then: func(c *Case) bool {
			return isZero(residual(c)) == c.space().Spans(c.pts("X"), Points{c.vec("c")})
		},
		Printed: []Printed{{
			Reading:        "for c ∈ X, κ(c) itself lies in the span of the right singular vectors, the row space of K_XZ H",
			Given:          given(spanned("X", "Z"), inverseRoot("H", "Z"), assume("c ∈ X", func(c *Case) bool { return contains(c.pts("X"), c.vec("c")) })),
			Then:           func(c *Case) bool { return inRows(c.kappa("c", "Z"), product(c.K("X", "Z"), c.mat("H"))) },
			Counterexample: exactly(`{"d":1,"theta":"1/4","X":[["0"]],"Z":[["0"],["2/3"]],"H":[["13/5","-9/5"],["-9/5","12/5"]],"c":["0"]}`),
		}},
	}, {
		ID: "CKI-29", Place: "Algorithm 1, step 2",
		Claim:   "form K_ZZ^{-1/2}",
		Verdict: TrueUnder, Under: "read as (K_ZZ⁺)^{1/2}; the experiment with M = 12, n = 3, d = 2 has rank 10",
		Correct: "K_ZZ⁺ is Hermitian, positive semidefinite, of rank frk Z, and K_XZ K_ZZ⁺ K_ZZ = K_XZ for every X: nothing is lost",
		Complex: true,
		Draw:    crossXZ,
		Given:   given(positiveTheta().without(`{"d":1,"theta":"-1","X":[["0"]],"Z":[["1"]]}`)),
		Then: func(c *Case) bool {
			P := pinv(c.K("Z", "Z"))
			return psd(P) && rank(P) == c.frk("Z") && equal(product(c.K("X", "Z"), P, c.K("Z", "Z")), c.K("X", "Z"))
		},
		Printed: []Printed{{
			Reading:        "K_ZZ has an inverse",
			Then:           func(c *Case) bool { return !isZero(determinant(c.K("Z", "Z"))) },
			Counterexample: exactly(`{"d":1,"theta":"1/4","Z":[["2"],["2"],["-2"],["-2"]]}`),
		}},
	}, {
		ID: "CKI-30", Place: "Algorithm 1, step 3",
		Claim:   "centre K ← K - (1/N)·1·K; evaluate as without centring",
		Verdict: TrueUnder, Under: "evaluation subtracts the mean row, too",
		Correct: "the centred K has Gram matrix C K_XX C, C = 1 - (1/N)·J (for fspan X ⊆ fspan Z), and training points pass the certificate when the mean row is subtracted",
		Complex: true,
		Draw:    spannedInstance,
		Given:   given(positiveTheta(), spanned("X", "Z").without(`{"d":1,"theta":"1","X":[["1"],["-1"]],"Z":[["0"]]}`)),
		Then: func(c *Case) bool {
			G, C := nystroem(c), centring(len(c.pts("X")))
			centred := product(C, G, C)
			P := pinv(centred)
			for i := range nrows(G) {
				row := centred.Row(i)
				if !eq(centred.At(i, i), form(row, P, row)) {
					return false
				}
			}
			return equal(centred, product(C, c.K("X", "X"), C))
		},
		Printed: []Printed{{
			Reading: "training points pass when the mean row is not subtracted",
			Given:   given(spanned("X", "Z")),
			Then: func(c *Case) bool {
				G, C := nystroem(c), centring(len(c.pts("X")))
				P := pinv(product(C, G, C))
				for i := range nrows(G) {
					row := product(G, C).Row(i)
					if !eq(G.At(i, i), form(row, P, row)) {
						return false
					}
				}
				return true
			},
			Counterexample: exactly(`{"d":1,"theta":"1/4","X":[["2"],["-2"]],"Z":[["2"],["2"],["-2"],["-2"]]}`),
		}},
	}}
}

// crossXZ is crossInstance with the names of CKI.
func crossXZ(g *Gen) Instance {
	in := crossInstance(g)
	Y := in["Y"]
	delete(in, "Y")
	return in.with("Z", Y)
}

// residual is κK_ZZ⁺κ^* - bG⁺b^*, the squared length of v^⊥ for a full-rank V.
func residual(c *Case) Num {
	kappa, P := c.kappa("c", "Z"), pinv(c.K("Z", "Z"))
	b := product(matrixOf(Points{kappa}, len(kappa)), P, star(c.K("X", "Z"))).Row(0)
	return sub(form(kappa, P, kappa), form(b, pinv(nystroem(c)), b))
}

// centring is 1 - (1/N)·J with J the matrix of ones.
func centring(N int) Matrix {
	C := identity(N)
	for i := range N {
		for j := range N {
			C.Set(i, j, sub(C.At(i, j), ratio(1, int64(N))))
		}
	}
	return C
}
