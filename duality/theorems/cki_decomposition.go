package theorems

import (
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// ckiDecomposition are Theorem 3.4 of CKI, Lemma 5.1 and the remarks on the
// decomposition K_XX = K_XZ K_ZZ⁺ K_ZX and its cost.
func ckiDecomposition() []Statement {
	return []Statement{{
		ID: "CKI-23", Place: "Theorem 3.4",
		Claim:   "K_XX = K_XZ K_ZZ⁺ K_ZX iff fspan X ⊆ fspan Z",
		Verdict: True,
		Correct: "the same over C with K_ZX = K_XZ^*; in any case K_XX - K_XZ K_ZZ⁺ K_ZX is positive semidefinite and K_XZ K_ZZ⁺ K_ZZ = K_XZ",
		Complex: true,
		Draw:    spannedInstance,
		Given:   given(positiveTheta().without(`{"d":1,"theta":"-1","X":[["0"]],"Z":[["1"]]}`)),
		Then: func(c *Case) bool {
			kXX, through := c.K("X", "X"), nystroem(c)
			return equal(kXX, through) == c.space().Spans(c.pts("Z"), c.pts("X")) && psd(kXX.Sub(through)) &&
				equal(product(c.K("X", "Z"), pinv(c.K("Z", "Z")), c.K("Z", "Z")), c.K("X", "Z"))
		},
	}, {
		ID: "CKI-24", Place: "Lemma 5.1",
		Claim:   "A = AB(CAB)⁺CA iff rank A = rank CAB",
		Verdict: True,
		Correct: "the same, for any inner inverse in the place of ⁺ (the printed proof uses A = C⁺CA, which is false)",
		Complex: true,
		Draw: func(g *Gen) Instance {
			m, n, k, l := g.upTo(1, 3), g.upTo(1, 3), g.upTo(1, 3), g.upTo(1, 3)
			A := g.matrix(m, n)
			if m > 1 && g.coin(2) {
				A[m-1] = times(whole(2), A[0])
			}
			return Instance{"A": A, "B": g.matrix(n, k), "C": g.matrix(l, m), "W": g.matrix(k, l)}
		},
		Given: given(assume("A, B, C, W have sizes m×n, n×k, l×m, k×l", func(c *Case) bool {
			A, B, C, W := c.mat("A"), c.mat("B"), c.mat("C"), c.mat("W")
			return ncols(A) == nrows(B) && ncols(C) == nrows(A) && nrows(W) == ncols(B) && ncols(W) == nrows(C)
		})),
		Then: func(c *Case) bool {
			A, B, C, W := c.mat("A"), c.mat("B"), c.mat("C"), c.mat("W")
			M := product(C, A, B)
			P := pinv(M)
			G := P.Add(W.Sub(product(P, M, W, M, P))) // M G M = M
			holds := rank(A) == rank(M)
			return equal(product(A, B, P, C, A), A) == holds && equal(product(A, B, G, C, A), A) == holds
		},
		Printed: []Printed{{
			Reading: "step of the proof: rank A = rank CAB implies A = C⁺CA",
			Given: given(assume("rank A = rank CAB", func(c *Case) bool {
				return rank(c.mat("A")) == rank(product(c.mat("C"), c.mat("A"), c.mat("B")))
			})),
			Then:           func(c *Case) bool { return equal(product(pinv(c.mat("C")), c.mat("C"), c.mat("A")), c.mat("A")) },
			Counterexample: exactly(`{"A":[["1"],["1"]],"B":[["1"]],"C":[["1","0"]]}`),
		}},
	}, {
		ID: "CKI-25", Place: "Introduction",
		Claim:   "K_XX = K_XZ K_ZZ^{-1} K_ZX",
		Verdict: TrueUnder, Under: "pseudo-inverse when K_ZZ is singular",
		Correct: "K_XX = K_XZ K_ZZ⁺ K_ZX when fspan X ⊆ fspan Z; K_ZZ has an inverse iff frk Z = M, so never for M > dim R_{≤d}",
		Complex: true,
		Draw:    spannedInstance,
		Given:   given(positiveTheta().without(`{"d":1,"theta":"-1","X":[["1"]],"Z":[["1"]]}`), spanned("X", "Z").without(`{"d":1,"theta":"1","X":[["1"]],"Z":[["0"]]}`)),
		Then: func(c *Case) bool {
			return equal(c.K("X", "X"), nystroem(c)) && (rank(c.K("Z", "Z")) == len(c.pts("Z"))) == (c.frk("Z") == len(c.pts("Z")))
		},
		Printed: []Printed{{
			Reading:        "K_ZZ is invertible for distinct z_j",
			Given:          given(assume("distinct z_j", func(c *Case) bool { return len(distinct(c.pts("Z"))) == len(c.pts("Z")) })),
			Then:           func(c *Case) bool { return !isZero(determinant(c.K("Z", "Z"))) },
			Counterexample: exactly(`{"d":1,"theta":"1","Z":[["0"],["1"],["2"]]}`),
		}},
	}, {
		ID: "CKI-26", Place: "Remark 4.1(a)",
		Claim:   "K takes O(M³ + MN) operations",
		Verdict: False,
		Correct: "the product of the N × M matrix K_XZ with an M × M matrix takes N·M² multiplications: linear in N, and O(M³ + M²N) in all",
		Draw: func(g *Gen) Instance {
			return Instance{"N": g.upTo(0, 30), "M": g.upTo(1, 12)}
		},
		Then: func(c *Case) bool {
			N, M := c.integer("N"), c.integer("M")
			mustFit(max(N, M), 2)
			return multiplications(N, M) == N*M*M && multiplications(2*N, M) == 2*multiplications(N, M)
		},
		Printed: []Printed{{
			Reading: "N·M² ≤ C(M³ + MN)",
			Then: func(c *Case) bool {
				N, M := c.integer("N"), c.integer("M")
				return N*M*M <= c.integer("C")*(M*M*M+M*N)
			},
			Counterexample: exactly(`{"C":10,"M":32,"N":1024}`),
		}},
	}, {
		ID: "CKI-27", Place: "Remark 4.1(b)",
		Claim:   "K_XX = K K^T, so the singular values of K are the roots of the eigenvalues of K_XX",
		Verdict: True,
		Correct: "given fspan X ⊆ fspan Z: K_XX and K_ZZ⁺ K_ZX K_XZ have the same nonzero eigenvalues with multiplicity (the same power sums)",
		Complex: true,
		Draw:    spannedInstance,
		Given:   given(positiveTheta(), spanned("X", "Z").without(`{"d":1,"theta":"1","X":[["1"]],"Z":[["0"]]}`)),
		Then: func(c *Case) bool {
			A, B := c.K("X", "X"), product(pinv(c.K("Z", "Z")), star(c.K("X", "Z")), c.K("X", "Z"))
			p, q := A, B
			for range max(nrows(A), nrows(B)) {
				if !eq(trace(p), trace(q)) {
					return false
				}
				p, q = product(p, A), product(q, B)
			}
			return true
		},
	}}
}

// nystroem is K_XZ K_ZZ⁺ K_ZX.
func nystroem(c *Case) Matrix {
	return product(c.K("X", "Z"), pinv(c.K("Z", "Z")), star(c.K("X", "Z")))
}

// multiplications counts those of the product N × M by M × M of two matrices of
// ones, over a field that counts.
func multiplications(N, M int) int {
	count := 0
	k := countingField{ring.Q, &count}
	ones := func(rows, cols int) *numeric.Matrix[ring.Rat] {
		m := numeric.NewMatrix[ring.Rat](k, rows, cols)
		for i := range rows {
			for j := range cols {
				m.Set(i, j, k.One())
			}
		}
		return m
	}
	ones(N, M).Mul(ones(M, M))
	return count
}

// countingField is Q with a count of multiplications.
type countingField struct {
	ring.Field[ring.Rat]
	count *int
}

func (k countingField) Mul(x, y ring.Rat) ring.Rat {
	*k.count++
	return k.Field.Mul(x, y)
}
