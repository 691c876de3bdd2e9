package theorems

// Designs are point sets whose kernel matrix for θ = s² (and d = 1 in newDesign) has rational
// eigenvectors and rational roots of its eigenvalues, so that (K_ZZ⁺)^{1/2} and
// singular value decompositions can be written down exactly: in K^1 the points
// a, a, -a, -a, in K^2 the points (±a, ±b). The eigenvectors are (±1, ±1, ±1, ±1)/2,
// the eigenvalues 4, 4θa² and 4θb².
type design struct {
	points Points
	axes   Points // eigenvectors, as rows
	roots  Vector // square roots of the eigenvalues
}

// newDesign makes the design with the given positive half widths.
func newDesign(s Num, widths ...Num) design {
	half := ratio(1, 2)
	signs := []Vector{{half, half, half, half}, {half, half, neg(half), neg(half)}, {half, neg(half), half, neg(half)}}
	d := design{points: make(Points, 4), axes: Points{signs[0]}, roots: Vector{whole(2)}}
	for k, a := range widths {
		d.axes = append(d.axes, signs[k+1])
		d.roots = append(d.roots, mul(whole(2), mul(s, a)))
		for i, e := range signs[k+1] {
			d.points[i] = append(d.points[i], mul(whole(2), mul(e, a)))
		}
	}
	return d
}

// newForms makes a design of K^1 for the homogeneous kernel of degree d: one eigenvector,
// (±1, ±1, ±1, ±1)/2 with the sign to the d, of the eigenvalue 4(θa²)^d. (For the inhomogeneous
// kernel of degree 2 the eigenvalues of no such design are squares: 1 is no congruent number.)
func newForms(s, a Num, d int) design {
	axis := newDesign(s, a).axes[d%2]
	return design{points: newDesign(s, a).points, axes: Points{axis}, roots: Vector{mul(whole(2), pow(mul(s, a), d))}}
}

// power is Σ root^e·axis^T axis: e = 2 is the kernel matrix, e = -1 its
// pseudo-inverse root.
func (d design) power(e int) Matrix {
	m := newMatrix(4, 4)
	for k, axis := range d.axes {
		f := pow(d.roots[k], max(e, 0))
		if e < 0 {
			f = div(one, pow(d.roots[k], -e))
		}
		m = m.Add(product(matrixOf(Points{axis}, 4).T(), matrixOf(Points{axis}, 4)).Scale(f))
	}
	return m
}

// ipcaDesign draws Algorithm 1 of CKI in exact numbers: X, Z, H = (K_ZZ⁺)^{1/2}
// and the decomposition K_XZ·H = U·diag(S)·V^*.
func ipcaDesign(g *Gen) Instance {
	s, n := pick(g, one, ratio(1, 2), whole(2)), g.upTo(1, 2)
	widths := func() []Num {
		w := make([]Num, n)
		for i := range w {
			w[i] = g.positive()
		}
		return w
	}
	d, X, Z := 1, newDesign(s, widths()...), newDesign(s, widths()...)
	if g.coin(4) {
		n, d = 1, g.upTo(2, 3)
		X, Z = newForms(s, g.positive(), d), newForms(s, g.positive(), d)
	}
	H := Z.power(-1)
	in := Instance{"d": d, "homogeneous": d > 1, "theta": mul(s, s), "X": X.points, "Z": Z.points, "H": rowsOf(H), "S": X.roots, "x": g.vector(n)}
	K := product(NewCase(in, Correct()).K("X", "Z"), H)
	U := matrixOf(X.axes, 4).T()
	inverse := make(Vector, len(X.roots))
	for i, r := range X.roots {
		inverse[i] = div(one, r)
	}
	V := product(K.T(), U, diagonal(inverse))
	return in.with("U", rowsOf(U)).with("V", rowsOf(V))
}

// ipcaDecomposition says that H = (K_ZZ⁺)^{1/2} and K_XZ·H = U·diag(S)·V^* is a
// singular value decomposition, all nonzero singular values included.
func ipcaDecomposition() []Hypothesis {
	return given(positiveTheta(), inverseRoot("H", "Z").without(`{"d":1,"theta":"1/4","X":[["0"]],"Z":[["0"]],"H":[["2"]],"U":[["1"]],"S":["2"],"V":[["1"]],"x":["0"]}`), assume("K_XZ H = U S V^*, S > 0, U and V with orthonormal columns", func(c *Case) bool {
		U, V, S := c.mat("U"), c.mat("V"), c.vec("S")
		for _, s := range S {
			if sign(s) <= 0 {
				return false
			}
		}
		r := len(S)
		return ncols(U) == r && ncols(V) == r && nrows(U) == len(c.pts("X")) && nrows(V) == len(c.pts("Z")) &&
			equal(product(star(U), U), identity(r)) && equal(product(star(V), V), identity(r)) &&
			equal(product(c.K("X", "Z"), c.mat("H")), product(U, diagonal(S), star(V)))
	}))
}

// coordinates over V: κ_Z(x)·H, a row of M entries.
func frameRow(c *Case, x string) Matrix {
	kappa := c.kappa(x, "Z")
	return product(matrixOf(Points{kappa}, len(kappa)), c.mat("H"))
}
