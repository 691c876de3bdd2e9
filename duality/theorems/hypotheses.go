package theorems

// Hypotheses that many statements share. Each is exact; those about spans are
// computed from evaluations, not from kernels, so that statements about kernels
// do not assume what they claim.

// positiveTheta says θ > 0.
func positiveTheta() Hypothesis {
	return Hypothesis{Name: "θ > 0", Holds: func(c *Case) bool { return c.theta().Sign() > 0 }}
}

// nonzeroTheta says θ ≠ 0.
func nonzeroTheta() Hypothesis {
	return Hypothesis{Name: "θ ≠ 0", Holds: func(c *Case) bool { return c.theta().Sign() != 0 }}
}

// spanned says that the feature span of X lies in that of Z.
func spanned(X, Z string) Hypothesis {
	return Hypothesis{
		Name:  "fspan " + X + " ⊆ fspan " + Z,
		Holds: func(c *Case) bool { c.sameWidth(X, Z); return c.space().Spans(c.pts(Z), c.pts(X)) },
	}
}

// pointSpanned says that Φ(x) lies in the feature span of Z.
func pointSpanned(x, Z string) Hypothesis {
	return Hypothesis{
		Name:  "Φ(" + x + ") ∈ fspan " + Z,
		Holds: func(c *Case) bool { c.sameWidth(Z); return c.space().Spans(c.pts(Z), Points{c.vec(x)}) },
	}
}

// spansSpace says that Z feature-spans all of K^n: no nonzero polynomial of the
// space vanishes on Z.
func spansSpace(Z string) Hypothesis {
	return Hypothesis{
		Name:  Z + " feature-spans K^n",
		Holds: func(c *Case) bool { c.sameWidth(Z); return c.frk(Z) == c.space().Dim() },
	}
}

// spansSet says that X lies in S and has the same feature span.
func spansSet(X, S string) Hypothesis {
	return Hypothesis{
		Name:  X + " feature-spans " + S,
		Holds: func(c *Case) bool { c.sameWidth(X, S); return c.frk(X) == c.frk(S) },
	}
}

// drawnFrom says that the points of X are points of S.
func drawnFrom(X, S string) Hypothesis {
	return Hypothesis{Name: X + " ⊆ " + S, Holds: func(c *Case) bool { return subset(c.pts(X), c.pts(S)) }}
}

// belongs says that the vectors named have one entry for each point of Z.
func belongs(Z string, vectors ...string) Hypothesis {
	return Hypothesis{
		Name: "one coefficient for each point of " + Z,
		Holds: func(c *Case) bool {
			for _, v := range vectors {
				if len(c.vec(v)) != len(c.pts(Z)) {
					return false
				}
			}
			return true
		},
	}
}

// inSpace says that the polynomials named lie in R_*.
func inSpace(names ...string) Hypothesis {
	return Hypothesis{
		Name: "polynomials of the degree of the kernel",
		Holds: func(c *Case) bool {
			for _, name := range names {
				if _, err := c.space().Vector(c.expr(name)); err != nil {
					return false
				}
			}
			return true
		},
	}
}

// assume makes a standing hypothesis, one that only says what the symbols are.
func assume(name string, holds Predicate) Hypothesis {
	return Hypothesis{Name: name, Holds: holds}
}
