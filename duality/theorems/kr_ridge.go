package theorems

// krRidge are the statements of the slides on ridge regression and the
// representer theorem.
func krRidge() []Statement {
	return []Statement{{
		ID: "KR-04", Place: "equations (1) to (5)",
		Claim:   "w = (X^TX+λ)^{-1}X^Ty = X^Tα with α = (XX^T+λ)^{-1}y = (y-Xw)/λ solves ridge regression",
		Verdict: True,
		Correct: "the same for λ > 0; in kernel form α = (K+λ)^{-1}y",
		Draw:    ridgeInstance,
		Given: given(assume("one value for each sample", oneValueEach),
			Hypothesis{Name: "λ > 0", Holds: func(c *Case) bool { return sign(c.num("lambda")) > 0 }}.
				without(`{"d":1,"theta":"1","X":[["1","1"]],"y":["1"],"lambda":"0"}`)),
		Then: func(c *Case) bool {
			X, y, lambda := c.mat("X"), c.vec("y"), c.num("lambda")
			primal, dual := product(X.T(), X), product(X, X.T())
			A, B := primal.Add(identity(ncols(X)).Scale(lambda)), dual.Add(identity(nrows(X)).Scale(lambda))
			if rank(A) < ncols(X) || rank(B) < nrows(X) || sign(lambda) == 0 {
				return false
			}
			w, alpha := pinv(A).MulVec(X.T().MulVec(y)), pinv(B).MulVec(y)
			rest := minus(y, X.MulVec(w))
			gradient := plus(times(whole(-2), X.T().MulVec(rest)), times(mul(whole(2), lambda), w))
			K := c.K("X", "X")
			kernelAlpha := pinv(K.Add(identity(nrows(K)).Scale(lambda))).MulVec(y)
			kernelRest := minus(y, K.MulVec(kernelAlpha))
			return same(X.T().MulVec(alpha), w) && same(alpha, times(div(one, lambda), rest)) && vanishes(gradient) &&
				same(K.MulVec(kernelRest), times(lambda, K.MulVec(kernelAlpha)))
		},
	}, {
		ID: "KR-05", Place: "equation (8), representer theorem",
		Claim:   "α_i = V'(y_i,f(x_i))/(2λ)",
		Verdict: False,
		Correct: "α_i = -V'(y_i,f(x_i))/(2λ), here for the square loss, V' = -2(y_i-f(x_i))",
		Draw:    ridgeInstance,
		Given:   given(assume("one value for each sample", oneValueEach), assume("λ > 0", func(c *Case) bool { return sign(c.num("lambda")) > 0 })),
		Then: func(c *Case) bool {
			w, derivative := ridge(c)
			return same(c.mat("X").T().MulVec(times(div(whole(-1), mul(whole(2), c.num("lambda"))), derivative)), w)
		},
		Printed: []Printed{{
			Reading: "w = Σ α_i x_i with α_i = V'/(2λ)",
			Given:   given(assume("λ > 0", func(c *Case) bool { return sign(c.num("lambda")) > 0 })),
			Then: func(c *Case) bool {
				w, derivative := ridge(c)
				return same(c.mat("X").T().MulVec(times(div(one, mul(whole(2), c.num("lambda"))), derivative)), w)
			},
			Counterexample: exactly(`{"X":[["1"]],"y":["1"],"lambda":"1"}`),
		}},
	}}
}

// ridgeInstance draws samples, values, λ > 0 and a kernel.
func ridgeInstance(g *Gen) Instance {
	N := g.upTo(1, 4)
	return g.kernel(2).with("X", g.points(N, g.upTo(1, 3))).with("y", g.vector(N)).with("lambda", g.positive())
}

func oneValueEach(c *Case) bool { return len(c.vec("y")) == len(c.pts("X")) }

// ridge returns the solution w and the derivatives V' = -2(y-Xw) of the square
// loss.
func ridge(c *Case) (w, derivative Vector) {
	X, y := c.mat("X"), c.vec("y")
	A := product(X.T(), X).Add(identity(ncols(X)).Scale(c.num("lambda")))
	w = pinv(A).MulVec(X.T().MulVec(y))
	return w, times(whole(-2), minus(y, X.MulVec(w)))
}
