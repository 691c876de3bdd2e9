package modular

// Roots returns the roots in Z/p of the polynomial f₀ + f₁T + … with the given
// coefficients, each once, in no particular order. It panics if f is zero.
//
// The product of T - r over the roots r is gcd(Tᵖ - T, f). It is split by
// gcd((T + a)^((p-1)/2) - 1, ·) for a = 0, 1, …, which separates two roots for
// about every other a (D. G. Cantor, H. Zassenhaus, Math. Comp. 36 (1981);
// Modern Computer Algebra, Algorithm 14.10).
func (m *Modulus) Roots(f []uint64) []uint64 {
	f = m.monic(f)
	if len(f) == 1 {
		return nil
	}
	t := m.powMod([]uint64{0, m.one}, m.p, f)
	split := m.gcd(f, m.subPoly(t, []uint64{0, m.one}))
	var roots []uint64
	var visit func(g []uint64, a uint64)
	visit = func(g []uint64, a uint64) {
		switch len(g) {
		case 1:
			return
		case 2:
			roots = append(roots, m.Neg(g[0]))
			return
		}
		for ; ; a++ {
			h := m.powMod([]uint64{m.FromUint64(a), m.one}, (m.p-1)/2, g)
			h = m.gcd(g, m.subPoly(h, []uint64{m.one}))
			if 1 < len(h) && len(h) < len(g) {
				visit(h, a+1)
				visit(m.monic(m.quotient(g, h)), a+1)
				return
			}
		}
	}
	visit(split, 0)
	return roots
}

// Squarefree reports whether f has no repeated factor: whether it is prime to
// its derivative. It panics if f is zero.
func (m *Modulus) Squarefree(f []uint64) bool {
	f = m.monic(f)
	derivative := make([]uint64, len(f)-1)
	for i := range derivative {
		derivative[i] = m.Mul(m.FromUint64(uint64(i+1)), f[i+1])
	}
	return len(m.gcd(f, derivative)) == 1
}

// trim drops leading zeros.
func trim(f []uint64) []uint64 {
	for len(f) > 0 && f[len(f)-1] == 0 {
		f = f[:len(f)-1]
	}
	return f
}

// monic divides f by its leading coefficient.
func (m *Modulus) monic(f []uint64) []uint64 {
	f = append([]uint64(nil), trim(f)...)
	if len(f) == 0 {
		panic("modular: the polynomial 0")
	}
	inv := m.Inv(f[len(f)-1])
	for i := range f {
		f[i] = m.Mul(f[i], inv)
	}
	return f
}

func (m *Modulus) subPoly(f, g []uint64) []uint64 {
	d := make([]uint64, max(len(f), len(g)))
	copy(d, f)
	for i, x := range g {
		d[i] = m.Sub(d[i], x)
	}
	return trim(d)
}

// divide reduces f, in place, modulo the monic g of positive degree and returns
// the remainder; the places above it then hold the quotient.
func (m *Modulus) divide(f, g []uint64) (remainder []uint64) {
	n := len(g) - 1
	for i := len(f) - 1; i >= n; i-- {
		for j := range n {
			f[i-n+j] = m.Sub(f[i-n+j], m.Mul(f[i], g[j]))
		}
	}
	return f[:min(n, len(f))]
}

// quotient returns f/g for monic g.
func (m *Modulus) quotient(f, g []uint64) []uint64 {
	f = append([]uint64(nil), f...)
	m.divide(f, g)
	return f[len(g)-1:]
}

// gcd returns the monic greatest common divisor of the monic f and of g.
func (m *Modulus) gcd(f, g []uint64) []uint64 {
	for {
		if g = trim(g); len(g) == 0 {
			return f
		}
		g = m.monic(g)
		if len(g) == 1 {
			return g
		}
		f, g = g, m.divide(append([]uint64(nil), f...), g)
	}
}

// powMod returns fᵉ modulo the monic g of positive degree.
func (m *Modulus) powMod(f []uint64, e uint64, g []uint64) []uint64 {
	mul := func(a, b []uint64) []uint64 {
		c := make([]uint64, max(len(a)+len(b)-1, 0))
		for i, x := range a {
			for j, y := range b {
				c[i+j] = m.Add(c[i+j], m.Mul(x, y))
			}
		}
		return trim(m.divide(c, g))
	}
	f = trim(m.divide(append([]uint64(nil), f...), g))
	z := trim(m.divide([]uint64{m.one}, g))
	for ; e > 0; e >>= 1 {
		if e&1 != 0 {
			z = mul(z, f)
		}
		f = mul(f, f)
	}
	return z
}
