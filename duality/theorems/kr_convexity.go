package theorems

// krConvexity are the statements of the slides on norms and convexity.
func krConvexity() []Statement {
	return []Statement{{
		ID: "KR-01", Place: "norms",
		Claim:   "‖x‖_∞ = max x_i is the limit of the ‖x‖_p",
		Verdict: False,
		Correct: "max |x_i|: (max |x_i|)^p ≤ Σ|x_i|^p ≤ n·(max |x_i|)^p for every p",
		Draw:    func(g *Gen) Instance { return Instance{"x": g.vector(g.upTo(1, 4)), "e": g.upTo(1, 12)} },
		Then: func(c *Case) bool {
			return betweenPowers(c, func(t Num) Num { return abs(t) })
		},
		Printed: []Printed{{
			Reading:        "the same bounds with max x_i",
			Then:           func(c *Case) bool { return betweenPowers(c, func(t Num) Num { return t }) },
			Counterexample: exactly(`{"x":["-1"],"e":1}`),
		}},
	}, {
		ID: "KR-02", Place: "convexity",
		Claim:   "strictly convex: replace ≤ by <",
		Verdict: False,
		Correct: "for p ≠ q only: f(αp+(1-α)q) < αf(p)+(1-α)f(q) for f = ax²+bx+c, a > 0, 0 < α < 1",
		Draw: func(g *Gen) Instance {
			return Instance{"alpha": ratio(int64(g.upTo(1, 4)), 5), "a": g.positive(), "b": g.num(), "p": g.num(), "q": g.num()}
		},
		Given: given(
			assume("a > 0, 0 < α < 1", strictlyConvexData).without(`{"alpha":"1/2","a":"-1","b":"0","p":"0","q":"1"}`),
			Hypothesis{Name: "p ≠ q", Holds: func(c *Case) bool { return !eq(c.num("p"), c.num("q")) }}.
				without(`{"alpha":"1/2","a":"1","b":"0","p":"0","q":"0"}`),
		),
		Then: strictlyBelow,
		Printed: []Printed{{
			Reading:        "for all p, q",
			Given:          given(assume("a > 0, 0 < α < 1", strictlyConvexData)),
			Then:           strictlyBelow,
			Counterexample: exactly(`{"alpha":"1/2","a":"1","b":"0","p":"0","q":"0"}`),
		}},
	}, {
		ID: "KR-03", Place: "convexity, results",
		Claim:   "x^T M x is convex iff M is psd; level sets {f ≤ a} of convex functions are convex",
		Verdict: True,
		Correct: "the second difference of x^T M x along v is 2v^T M v, so M is psd iff no v makes it negative; midpoints of points of {f ≤ a} stay in it",
		Draw: func(g *Gen) Instance {
			R := matrixOf(g.matrix(2, 2), 2)
			M := R.Add(R.T())
			if g.coin(2) {
				M = product(R, R.T())
			}
			return Instance{"M": rowsOf(M), "x": g.vector(2), "v": g.vector(2)}
		},
		Given: given(assume("M symmetric 2 × 2", func(c *Case) bool {
			M := c.mat("M")
			return nrows(M) == 2 && hermitian(M) && len(c.vec("x")) == 2 && len(c.vec("v")) == 2
		}).without(`{"M":[["1","1"],["0","1"]],"x":["0","0"],"v":["0","0"]}`)),
		Then: func(c *Case) bool {
			M, x, v := c.mat("M"), c.vec("x"), c.vec("v")
			f := func(x Vector) Num { return form(x, M, x) }
			p, q := plus(x, v), minus(x, v)
			if !eq(sub(add(f(p), f(q)), mul(whole(2), f(x))), mul(whole(2), f(v))) {
				return false
			}
			if !psd(M) {
				return hasNegativeDirection(M)
			}
			level := f(p) // both ends in the sublevel set of the larger value
			if less(level, f(q)) {
				level = f(q)
			}
			return sign(f(v)) >= 0 && !less(level, f(x))
		},
		Printed: []Printed{{
			Reading: "{f = a} is convex for f = x²",
			Given:   given(assume("p² = q² = a", func(c *Case) bool { return eq(pow(c.num("p"), 2), c.num("a")) && eq(pow(c.num("q"), 2), c.num("a")) })),
			Then: func(c *Case) bool {
				return eq(pow(div(add(c.num("p"), c.num("q")), whole(2)), 2), c.num("a"))
			},
			Counterexample: exactly(`{"p":"-1","q":"1","a":"1"}`),
		}},
	}}
}

// betweenPowers says M^e ≤ Σ|x_i|^e ≤ n·M^e for M = max f(x_i).
func betweenPowers(c *Case, f func(Num) Num) bool {
	x, e := c.vec("x"), c.integer("e")
	largest, sum := f(x[0]), zero
	for _, t := range x {
		if less(largest, f(t)) {
			largest = f(t)
		}
		sum = add(sum, pow(abs(t), e))
	}
	M := pow(largest, e)
	return !less(sum, M) && !less(mul(whole(len(x)), M), sum)
}

func strictlyConvexData(c *Case) bool {
	return sign(c.num("a")) > 0 && sign(c.num("alpha")) > 0 && less(c.num("alpha"), one)
}

// strictlyBelow is f(αp+(1-α)q) < αf(p)+(1-α)f(q) for f = ax²+bx.
func strictlyBelow(c *Case) bool {
	f := func(x Num) Num { return add(mul(c.num("a"), mul(x, x)), mul(c.num("b"), x)) }
	alpha, p, q := c.num("alpha"), c.num("p"), c.num("q")
	mix := func(x, y Num) Num { return add(mul(alpha, x), mul(sub(one, alpha), y)) }
	return less(f(mix(p, q)), mix(f(p), f(q)))
}

// hasNegativeDirection finds v with v^T M v < 0 for the symmetric 2 × 2 matrix
// (a, b; b, d): a unit vector, or (-b,a) or (d,-b), where v^T M v is a·det M or
// d·det M, or, for a = d = 0, (1,±1).
func hasNegativeDirection(M Matrix) bool {
	a, b, d := M.At(0, 0), M.At(0, 1), M.At(1, 1)
	for _, v := range []Vector{{one, zero}, {zero, one}, {neg(b), a}, {d, neg(b)}, {one, one}, {one, neg(one)}} {
		if sign(form(v, M, v)) < 0 {
			return true
		}
	}
	return false
}
