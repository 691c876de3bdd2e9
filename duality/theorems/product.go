package theorems

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// productStatements put the packages to the test that learn, classify and the
// other commands compute with, by identities of the papers: exact values of kernels
// in every field, their polynomials, their floating point, exact and numerical
// linear algebra.
func productStatements() []Statement {
	return []Statement{{
		ID: "IKT-21", Place: "section 2.4, the trick",
		Claim:   "with an invariant scalar product for ⟨x,y⟩, a kernel f(⟨x,x⟩,⟨x,y⟩,⟨y,y⟩) is an invariant kernel",
		Verdict: TrueUnder, Under: "f has a Taylor series with coefficients ≥ 0",
		Correct: "feature's ⟨x,y⟩^m, |⟨x,y⟩|², ‖X*Y‖² and their polynomials (θι+1)^d have the values of their formulas over Q(i), are invariant in either argument, and their Gram matrices are positive semidefinite",
		Complex: true,
		Draw: func(g *Gen) Instance {
			return g.kernel(2).with("X", g.points(g.upTo(2, 4), 2)).with("m", g.upTo(1, 4))
		},
		Given: given(positiveTheta()),
		Then:  invariantTrick,
	}, {
		ID: "KX-01", Place: "packages feature and duality",
		Claim:   "weights, expansions and exact values of package feature are those of the kernels",
		Verdict: True,
		Correct: "Σ_{|a|≤d} γ_a² x^a conj(y)^a = k(x,y) with feature.Polynomial.Weight on all exponents; feature.Expand of k, and of the product k·k, has the values Σ c_j k(x,z_j); feature.Values is the kernel matrix of duality",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			Z := g.points(g.upTo(1, 3), n)
			return g.anyKernel(3).with("X", g.points(2, n)).with("Z", Z).with("c", g.vector(len(Z))).with("n", n)
		},
		Given: given(positiveTheta(), belongs("Z", "c")),
		Then:  weightsAndExpansions,
	}, {
		ID: "KX-02", Place: "package feature in floating point",
		Claim:   "float64 values of kernels are the exact ones, to 10⁻⁹",
		Verdict: True,
		Correct: "on the same points: polynomial, rotation, phase, projective and scale kernels, single and in blocks; the Gaussian kernel through ι is exp(-(ι(x,x)+ι(y,y)-2ι(x,y))/(2σ²)); gradients and Basis.Partials are derivatives",
		Draw: func(g *Gen) Instance {
			X := make(Points, g.upTo(2, 4))
			for i := range X {
				X[i] = Vector{g.nonzero(), g.num(), g.num(), g.num()}
			}
			return g.anyKernel(3).with("X", X).with("m", g.upTo(1, 4))
		},
		Given: given(positiveTheta(), assume("points of C² as pairs, not 0", func(c *Case) bool {
			for _, x := range c.pts("X") {
				if len(x) != 4 || vanishes(x) {
					return false
				}
			}
			return true
		})),
		Then: floatsAgree,
	}, {
		ID: "KX-03", Place: "package poly",
		Claim:   "differences and remainders of polynomials have the values they must have",
		Verdict: True,
		Correct: "(f-g)(x) = f(x)-g(x); f = Σ q_i g_i + r as polynomials, and r = f on the common zeros of the g_i",
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 2)
			return Instance{"n": n, "f": g.polynomial(n, 4, false), "g": g.polynomial(n, 2, false), "h": g.polynomial(n, 2, false), "x": g.vector(n)}
		},
		Then: divisionHolds,
	}, {
		ID: "KX-04", Place: "package numeric, exact",
		Claim:   "numeric decides semidefiniteness and computes determinants",
		Verdict: True,
		Correct: "numeric.Det is the sum over permutations; numeric.PositiveSemidefinite says that a Hermitian matrix is so iff all principal minors are ≥ 0 (KR)",
		Complex: true,
		Draw: func(g *Gen) Instance {
			n := g.upTo(1, 3)
			A := g.matrix(n, n)
			if g.coin(3) && n > 1 {
				A[0][0] = zero
			}
			return Instance{"A": A, "B": g.matrix(n, g.upTo(1, n))}
		},
		Given: given(assume("A is square, with as many rows as B", func(c *Case) bool {
			return nrows(c.mat("A")) == ncols(c.mat("A")) && nrows(c.mat("B")) == nrows(c.mat("A")) && nrows(c.mat("A")) <= 4
		})),
		Then: exactAlgebra,
	}, {
		ID: "KX-05", Place: "package numeric in floating point",
		Claim:   "ranks do not depend on units, and echelon forms refuse what is below the tolerance",
		Verdict: True,
		Correct: "the rank of 2^e·A by singular values is that of A over Q, for every e; numeric.RREFTol takes a pivot iff what is left of its column is above the tolerance",
		Draw: func(g *Gen) Instance {
			return Instance{"A": g.matrix(g.upTo(1, 4), g.upTo(1, 3)), "e": g.upTo(0, 120), "tolerance": g.upTo(1, 12)}
		},
		Then: floatAlgebra,
	}}
}

// valuesIn returns k over Q(i).
func (c *Case) valuesIn(k feature.Kernel) func(x, y Vector) Num {
	value, err := feature.Values[Num](ring.Qi, k)
	if err != nil {
		c.fail("%v", err)
	}
	return func(x, y Vector) Num {
		v, err := value(x, y)
		if err != nil {
			c.fail("%v", err)
		}
		return v
	}
}

func invariantTrick(c *Case) bool {
	X, m := c.pts("X"), c.integer("m")
	mustFit(2, m)
	outer := feature.Polynomial{Degree: c.d(), Theta: c.theta()}
	imaginary := ring.NewGaussian(ring.Rat{}, ring.RatFromInt(1))
	phase := ring.NewGaussian(ring.NewRat(3, 5), ring.NewRat(4, 5))
	for _, row := range []struct {
		k       feature.Kernel
		formula func(x, y Vector) Num
		act     func(x Vector) Vector
	}{
		{feature.FiniteRotation{Order: m, Complex: true}, func(x, y Vector) Num { return pow(dot(x, y), m) }, func(x Vector) Vector {
			switch m {
			case 2:
				return times(neg(one), x)
			case 4:
				return times(imaginary, x)
			}
			return x
		}},
		{feature.Phase{}, func(x, y Vector) Num { return mul(dot(x, y), conj(dot(x, y))) }, func(x Vector) Vector { return times(phase, x) }},
		{feature.RightUnitary{Rows: 1}, func(x, y Vector) Num { return mul(norm2(x), norm2(y)) }, func(x Vector) Vector { return Vector{x[1], times(phase, x)[0]} }},
	} {
		iota, trick := c.valuesIn(row.k), c.valuesIn(feature.Through{Outer: outer, Inner: row.k})
		for _, x := range X {
			for _, y := range X {
				if !eq(iota(x, y), row.formula(x, y)) || !eq(iota(row.act(x), y), iota(x, y)) || !eq(iota(x, row.act(y)), iota(x, y)) ||
					!eq(trick(x, y), pow(add(mul(real(c.theta()), iota(x, y)), one), c.d())) {
					return false
				}
			}
		}
		if !psd(gram(X, iota)) || !psd(gram(X, trick)) {
			return false
		}
	}
	return true
}

func weightsAndExpansions(c *Case) bool {
	k := feature.Polynomial{Degree: c.d(), Theta: c.theta(), Homogeneous: c.hom()}
	value := c.valuesIn(k)
	K := c.K("X", "Z")
	for i, x := range c.pts("X") {
		for j, z := range c.pts("Z") {
			sum := zero
			for _, a := range exponents(c.n(), c.d()) {
				sum = add(sum, mul(real(k.Weight(a)), mul(monomial(x, a), conj(monomial(z, a)))))
			}
			if !eq(sum, value(x, z)) || !eq(sum, K.At(i, j)) {
				return false
			}
		}
	}
	if c.d() > 2 {
		return true // the square of the kernel is beyond the degrees counted out
	}
	for _, of := range []feature.Kernel{k, feature.Product{k, k}} {
		f, err := feature.Expand(of, c.R(), c.vec("c"), c.pts("Z"))
		if err != nil {
			c.fail("%v", err)
		}
		value := c.valuesIn(of)
		for _, x := range c.pts("X") {
			sum := zero
			for j, z := range c.pts("Z") {
				sum = add(sum, mul(c.vec("c")[j], value(x, z)))
			}
			if !eq(sum, f.Eval(x)) {
				return false
			}
		}
	}
	return true
}

// floats returns rational points as rows of float64.
func floats(X Points) *mat.Dense {
	out := mat.NewDense(len(X), len(X[0]), nil)
	for i, x := range X {
		for j, v := range x {
			out.Set(i, j, v.Re().Float64())
		}
	}
	return out
}

// closeTo says that two numbers agree to 10⁻⁹ of their size or that of the unit.
func closeTo(got, want, unit float64) bool {
	return math.Abs(got-want) <= 1e-9*(1+math.Abs(want)+unit)
}

func floatsAgree(c *Case) bool {
	ctx := context.Background()
	X, x, m := c.pts("X"), floats(c.pts("X")), c.integer("m")
	mustFit(2, m)
	polynomial := feature.Polynomial{Degree: c.d(), Theta: c.theta(), Homogeneous: c.hom()}
	rotation := feature.FiniteRotation{Order: m, Complex: true}
	for _, k := range []feature.Kernel{polynomial, rotation, feature.Phase{}, feature.Projective{}, feature.Projective{Complex: true}, feature.RigidMotion{Rows: 2}} {
		value, err := feature.Values[ring.Rat](ring.Q, k)
		if err != nil {
			c.fail("%v", err)
		}
		block, err := feature.Matrix(ctx, k, x, x)
		if err != nil {
			c.fail("%v", err)
		}
		for i := range X {
			for j := range X {
				want, err := value(rationalParts(X[i]), rationalParts(X[j]))
				if err != nil {
					c.fail("%v", err)
				}
				unit := math.Sqrt(math.Abs(k.Eval(x.RawRowView(i), x.RawRowView(i)) * k.Eval(x.RawRowView(j), x.RawRowView(j))))
				if !closeTo(k.Eval(x.RawRowView(i), x.RawRowView(j)), want.Float64(), unit) || !closeTo(block.At(i, j), want.Float64(), unit) {
					return false
				}
			}
		}
	}
	return scaleAndGaussian(c, X, x) && derivatives(c, X, x, polynomial)
}

// scaleAndGaussian compares the kernels that are not rational with the roots and
// exponentials of rational numbers.
func scaleAndGaussian(c *Case, X Points, x *mat.Dense) bool {
	ctx := context.Background()
	scale, err := feature.Matrix(ctx, feature.PositiveScale{}, x, x)
	if err != nil {
		c.fail("%v", err)
	}
	const sigma = 2.0
	gauss := feature.InvariantGaussian(feature.FiniteRotation{Order: 2}, sigma)
	through, err := feature.Matrix(ctx, gauss, x, x)
	if err != nil {
		c.fail("%v", err)
	}
	for i := range X {
		for j := range X {
			xy := bilinear(X[i], X[j])
			xx, yy := bilinear(X[i], X[i]), bilinear(X[j], X[j])
			cosine := xy.Re().Float64() / math.Sqrt(mul(xx, yy).Re().Float64())
			if !closeTo(scale.At(i, j), cosine, 1) || !closeTo(feature.PositiveScale{}.Eval(x.RawRowView(i), x.RawRowView(j)), cosine, 1) {
				return false
			}
			distance2 := sub(add(mul(xx, xx), mul(yy, yy)), mul(whole(2), mul(xy, xy)))
			want := math.Exp(-distance2.Re().Float64() / (2 * sigma * sigma))
			// The exponent is right to 10⁻¹² of the fourth powers in it.
			unit := mul(xx, xx).Re().Float64() + mul(yy, yy).Re().Float64()
			if math.Abs(through.At(i, j)-want) > 1e-9+1e-12*unit || math.Abs(gauss.Eval(x.RawRowView(i), x.RawRowView(j))-want) > 1e-9+1e-12*unit {
				return false
			}
		}
	}
	return true
}

// derivatives compares gradients of the kernel and partial derivatives of features
// with those of the polynomial k(·, z).
func derivatives(c *Case, X Points, x *mat.Dense, k feature.Polynomial) bool {
	b, err := k.Basis(4)
	if err != nil {
		c.fail("%v", err)
	}
	R, err := poly.NewRing(ring.Q, []string{"a", "b", "c", "d"})
	if err != nil {
		c.fail("%v", err)
	}
	features, err := b.Features(context.Background(), x)
	if err != nil {
		c.fail("%v", err)
	}
	at, z := X[0], X[len(X)-1]
	f, err := feature.Section(k, R, rationalParts(z))
	if err != nil {
		c.fail("%v", err)
	}
	gradient := make([]float64, 4)
	if err := feature.Gradient(k, gradient, x.RawRowView(0), x.RawRowView(len(X)-1)); err != nil {
		c.fail("%v", err)
	}
	unit := math.Abs(f.Eval(rationalParts(at)).Float64())
	partial := make([]float64, b.Len())
	for l, derivative := range f.Gradient() {
		want := derivative.Eval(rationalParts(at)).Float64()
		b.PartialsTo(partial, x.RawRowView(0), l)
		sum := mat.Dot(mat.NewVecDense(b.Len(), partial), features.RowView(len(X)-1))
		if !closeTo(gradient[l], want, unit) || !closeTo(sum, want, unit) {
			return false
		}
	}
	return true
}

func rationalParts(x Vector) []ring.Rat {
	out := make([]ring.Rat, len(x))
	for i, v := range x {
		out[i] = v.Re()
	}
	return out
}

func divisionHolds(c *Case) bool {
	f, g, h, x := c.expr("f"), c.expr("g"), c.expr("h"), c.vec("x")
	if len(x) != c.n() {
		c.fail("%q has not %d coordinates", "x", c.n())
	}
	if !eq(f.Sub(g).Eval(x), sub(f.Eval(x), g.Eval(x))) || !eq(g.Sub(f).Eval(x), sub(g.Eval(x), f.Eval(x))) {
		return false
	}
	var divisors []Polynomial
	for _, d := range []Polynomial{g, h} {
		if !d.IsZero() {
			divisors = append(divisors, d)
		}
	}
	if len(divisors) == 0 {
		return true
	}
	quotients, r, err := f.DivMod(divisors)
	if err != nil {
		c.fail("%v", err)
	}
	sum := r.Eval(x)
	for i, d := range divisors {
		sum = add(sum, mul(quotients[i].Eval(x), d.Eval(x)))
	}
	return eq(sum, f.Eval(x))
}

func exactAlgebra(c *Case) bool {
	A, B := c.mat("A"), c.mat("B")
	sum := zero
	n := nrows(A)
	for _, p := range permutations(n) {
		term := whole(permutationSign(p))
		for i, j := range p {
			term = mul(term, A.At(i, j))
		}
		sum = add(sum, term)
	}
	if !eq(numeric.Det(A), sum) {
		return false
	}
	// A + A^* is Hermitian and rarely semidefinite, BB^* is.
	for _, H := range []Matrix{A.Add(star(A)), product(B, star(B))} {
		s, err := numeric.PositiveSemidefinite(H)
		if err != nil {
			c.fail("%v", err)
		}
		minors := true
		for r := 1; r <= n; r++ {
			for _, rows := range subsets(n, r) {
				minors = minors && sign(minor(H, rows, rows)) >= 0
			}
		}
		if s.Yes != minors {
			return false
		}
	}
	return true
}

// permutationSign is 1 for even permutations and -1 for odd ones.
func permutationSign(p []int) int {
	s := 1
	for i := range p {
		for j := range i {
			if p[j] > p[i] {
				s = -s
			}
		}
	}
	return s
}

func floatAlgebra(c *Case) bool {
	A := c.mat("A")
	e := c.integer("e") - 60
	x := floats(rowsOf(A))
	x.Scale(math.Ldexp(1, e), x)
	svd, err := numeric.TallSVD(context.Background(), x, false)
	if err != nil {
		c.fail("%v", err)
	}
	if svd.Rank != rank(A) {
		return false
	}
	// One row, a number around the tolerance: above it a pivot, below it none.
	t := math.Pow(10, -float64(c.integer("tolerance")))
	for _, size := range []float64{2 * t, t / 2, math.Sqrt(t) / 2, 2 * t * t} {
		got := numeric.RREFTol(mat.NewDense(1, 1, []float64{size}), t)
		if (len(got.Pivots) == 1) != (size > t) {
			return false
		}
	}
	return true
}
