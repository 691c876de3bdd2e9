package theorems

import (
	"github.com/kexplain/kexplain/feature"
)

// iktFactorisation are the further parts of IKT, Theorem 3, and of section 2.6: invariant
// kernels in terms of kernels on the invariants.
func iktFactorisation() []Statement {
	return []Statement{{
		ID: "IKT-22", Place: "Theorem 3(i), second half",
		Claim:   "the feature spaces of k and k' coincide, φ = φ'∘q",
		Verdict: True,
		Correct: "for k = (θ⟨x,y⟩²+1)^d and k' = (θ⟨u,v⟩+1)^d with q(x) all products x_i x_j: k(x,y) = k'(q(x),q(y)), the same combinations Σ c_i k(x_i,·) and Σ c_i k'(q(x_i),·) vanish, and rank k(X) is the feature rank of q(X) by monomials",
		Draw: func(g *Gen) Instance {
			X := g.points(g.upTo(2, 4), g.upTo(1, 2))
			if g.coin(2) {
				X = append(X, times(neg(one), X[0]))
			}
			return g.kernel(2).with("X", X)
		},
		Given: given(positiveTheta()),
		Then:  coincidingFeatures,
	}, {
		ID: "IKT-23", Place: "Theorem 3(ii)",
		Claim:   "a diagonally invariant kernel is a function of invariants of the pair; for the sign f(x_i x_j, x_i y_j, y_i y_j)",
		Verdict: True,
		Correct: "F(z) + F(-z), z = (x,y), has the same value at pairs (x,y), (u,v) whose products of two coordinates agree; they are then (u,v) = ±(x,y)",
		Draw: func(g *Gen) Instance {
			n := 2 * g.upTo(1, 2)
			z := g.vector(n)
			w := z
			if g.coin(2) {
				w = times(neg(one), z)
			}
			return Instance{"n": n, "X": Points{z, w}, "f": g.polynomial(n, 3, false)}
		},
		Given: given(assume("the products of two coordinates agree", func(c *Case) bool {
			X := c.pts("X")
			return len(X) == 2 && same(products(X[0]), products(X[1]))
		}).without(`{"n":2,"X":[["1","1"],["1","-1"]],"f":{"1,1":"1"}}`)),
		Then: func(c *Case) bool {
			f, X := c.expr("f"), c.pts("X")
			even := func(z Vector) Num { return add(c.value(f, z), c.value(f, times(neg(one), z))) }
			return eq(even(X[0]), even(X[1])) && (same(X[0], X[1]) || same(X[0], times(neg(one), X[1])))
		},
	}, {
		ID: "IKT-24", Place: "section 2.6, transformation integration",
		Claim:   "the kernel (1/|G|²) Σ_{g,h} k(gx,hy) has the form of Theorem 3(i)",
		Verdict: True,
		Correct: "it is invariant in either argument and positive semidefinite, and Σ_a γ_a² m_a(x) conj(m_a(y)) with the averages m_a of the monomials over G, which are invariants; where k(gx,gy) = k(x,y) it is feature.Average, the average over one argument",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			group := "permutations"
			if g.coin(2) {
				group = "sign"
			}
			return g.kernel(2).with("X", g.points(g.upTo(1, 3), n)).with("x", g.vector(n)).with("group", group)
		},
		Given: given(positiveTheta()),
		Then:  transformationIntegration,
	}}
}

// products are all products of two coordinates.
func products(x Vector) Vector {
	var q Vector
	for _, a := range x {
		for _, b := range x {
			q = append(q, mul(a, b))
		}
	}
	return q
}

func coincidingFeatures(c *Case) bool {
	X := c.pts("X")
	Q := make(Points, len(X))
	for i, x := range X {
		Q[i] = products(x)
	}
	outer := feature.Polynomial{Degree: c.d(), Theta: c.theta()}
	k, inner := c.valuesIn(feature.Through{Outer: outer, Inner: feature.FiniteRotation{Order: 2}}), c.valuesIn(outer)
	K := gram(X, k)
	for i := range X {
		for j := range X {
			if !eq(K.At(i, j), inner(Q[i], Q[j])) {
				return false
			}
		}
	}
	// The rows of monomials of q(x), and the polynomials k(x_i, ·).
	rows := make([]Vector, len(X))
	for i := range X {
		for _, a := range exponents(len(Q[i]), c.d()) {
			rows[i] = append(rows[i], monomial(Q[i], a))
		}
	}
	if rank(K) != rank(matrixOf(Points(rows), len(rows[0]))) {
		return false
	}
	vanishing := null(K)
	for i := range vanishing.Rows() {
		f, err := feature.Expand(feature.Through{Outer: outer, Inner: feature.FiniteRotation{Order: 2}}, c.R(), vanishing.Row(i), X)
		if err != nil {
			c.fail("%v", err)
		}
		if !f.IsZero() {
			return false
		}
	}
	return true
}

func transformationIntegration(c *Case) bool {
	X := append(Points{c.vec("x")}, c.pts("X")...)
	G := finiteGroup(c)
	k := feature.Polynomial{Degree: c.d(), Theta: c.theta()}
	value := c.valuesIn(k)
	share := div(one, whole(len(G)))
	average := func(x, y Vector) Num {
		sum := zero
		for _, g := range G {
			for _, h := range G {
				sum = add(sum, value(g(x), h(y)))
			}
		}
		return mul(mul(share, share), sum)
	}
	mean := func(x Vector, a []int) Num {
		sum := zero
		for _, g := range G {
			sum = add(sum, monomial(g(x), a))
		}
		return mul(share, sum)
	}
	group := feature.Group(feature.Signs{})
	if lookup[string](c, "group") == "permutations" {
		group = feature.ColumnPermutations{Rows: 1}
	}
	averaged := c.valuesIn(feature.Average{Kernel: k, Group: group})
	for _, x := range X {
		for _, y := range X {
			t := average(x, y)
			sum := zero
			for _, a := range exponents(len(x), c.d()) {
				sum = add(sum, mul(real(k.Weight(a)), mul(mean(x, a), conj(mean(y, a)))))
			}
			if !eq(t, sum) || !eq(t, averaged(x, y)) {
				return false
			}
			for _, g := range G {
				if !eq(average(g(x), y), t) || !eq(average(x, g(y)), t) {
					return false
				}
			}
		}
	}
	return psd(gram(X, average))
}
