package theorems

// Finite groups acting linearly, as maps of vectors.

type action func(Vector) Vector

// finiteGroup is the group of a name: all elements, the identity first.
func finiteGroup(c *Case) []action {
	n := len(c.vec("x"))
	signs := []action{func(x Vector) Vector { return x }}
	if name := lookup[string](c, "group"); name == "sign" || name == "signed permutations" {
		signs = append(signs, func(x Vector) Vector { return times(neg(one), x) })
		if name == "sign" {
			return signs
		}
	} else if name != "permutations" {
		c.fail("unknown group %q", name)
	}
	var G []action
	for _, p := range permutations(n) {
		for _, s := range signs {
			G = append(G, func(x Vector) Vector {
				y := make(Vector, len(x))
				for i, k := range p {
					y[i] = x[k]
				}
				return s(y)
			})
		}
	}
	return G
}

// permutations lists the permutations of 0, …, n-1, the identity first.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var out [][]int
	for k := n - 1; k >= 0; k-- {
		for _, p := range permutations(n - 1) {
			q := append(append(append([]int(nil), p[:k]...), n-1), p[k:]...)
			out = append(out, q)
		}
	}
	return out
}

// sameOrbit says that some element of G carries x to y.
func sameOrbit(G []action, x, y Vector) bool {
	for _, g := range G {
		if same(g(x), y) {
			return true
		}
	}
	return false
}

// sameAverages says that the averages over G of all monomials of degree ≤ |G|
// agree at x and y. By Noether these generate the invariant polynomials.
func sameAverages(G []action, x, y Vector) bool {
	for _, a := range exponents(len(x), len(G)) {
		difference := zero
		for _, g := range G {
			difference = add(difference, sub(monomial(g(x), a), monomial(g(y), a)))
		}
		if !isZero(difference) {
			return false
		}
	}
	return true
}
