package theorems

import "github.com/kexplain/kexplain/feature"

// Polynomials in statements: products, φ-products and kernel functions without
// errors to look at, since the sizes are those of the instance.

// times is f·g·….
func (c *Case) times(f Polynomial, rest ...Polynomial) Polynomial {
	for _, g := range rest {
		h, err := f.Mul(g)
		if err != nil {
			c.fail("%v", err)
		}
		f = h
	}
	return f
}

// raised is f^e.
func (c *Case) raised(f Polynomial, e int) Polynomial {
	g, err := f.Pow(e)
	if err != nil {
		c.fail("%v", err)
	}
	return g
}

// inner is ⟨f, g⟩_φ in the space s.
func (c *Case) inner(s Space, f, g Polynomial) Num {
	x, err := s.Inner(f, g)
	if err != nil {
		c.fail("%v", err)
	}
	return x
}

// span is the subspace of s spanned by polynomials.
func (c *Case) span(s Space, fs ...Polynomial) Subspace {
	w, err := s.Span(fs...)
	if err != nil {
		c.fail("%v", err)
	}
	return w
}

// coordinates of f in the space s.
func (c *Case) coordinates(s Space, f Polynomial) Vector {
	v, err := s.Vector(f)
	if err != nil {
		c.fail("%v", err)
	}
	return v
}

// section is k(·, p) in degree d by the binomial theorem, (θ⟨t, p⟩ + 1)^d, without
// a weight.
func (c *Case) section(d int, p Vector) Polynomial {
	R := c.R()
	if len(p) != len(R.Vars()) {
		c.fail("a point with %d coordinates in K^%d", len(p), len(R.Vars()))
	}
	f := R.Zero()
	for i, x := range p {
		f = f.Add(R.Var(i).Scale(mul(real(c.theta()), conj(x))))
	}
	if !c.hom() {
		f = f.Add(R.One())
	}
	return c.raised(f, d)
}

// kernel is k(x, y) in degree d.
func (c *Case) kernel(d int, x, y Vector) Num {
	base := mul(real(c.theta()), dot(x, y))
	if !c.hom() {
		base = add(base, one)
	}
	return pow(base, d)
}

// value is f(x).
func (c *Case) value(f Polynomial, x Vector) Num {
	if len(x) != len(c.R().Vars()) {
		c.fail("a point with %d coordinates in K^%d", len(x), len(c.R().Vars()))
	}
	return f.Eval(x)
}

// values is (f(x))_x for the points named X.
func (c *Case) values(f Polynomial, X string) Vector {
	c.sameWidth(X)
	out := make(Vector, 0, len(c.pts(X)))
	for _, x := range c.pts(X) {
		out = append(out, f.Eval(x))
	}
	return out
}

// expand is Σ_j v_j·k(·, z_j) in degree d over the points named Z.
func (c *Case) expand(d int, v Vector, Z string) Polynomial {
	if len(v) != len(c.pts(Z)) {
		c.fail("%d coefficients for %d points %q", len(v), len(c.pts(Z)), Z)
	}
	return c.at(d).Expand(v, c.pts(Z))
}

// graded is the graded product of forms of any degrees, θ^(-|α|)·α!/|α|! on
// monomials (the φ-product of all homogeneous kernels at once).
func (c *Case) graded(f, g Polynomial) Num {
	if c.theta().IsZero() {
		c.fail("no graded product for θ = 0")
	}
	sum := zero
	for m, x := range f.Terms() {
		y := g.Coefficient(m)
		if isZero(y) {
			continue
		}
		k := feature.Polynomial{Degree: m.Degree(), Theta: c.theta(), Homogeneous: true}
		weight := real(c.laws.Gamma2(k)(c.R().Exponents(m)))
		sum = add(sum, div(mul(x, conj(y)), weight))
	}
	return sum
}
