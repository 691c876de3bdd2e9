// Package factor finds out, on lines and modulo primes, whether polynomials with integer coefficients have factors, and finds those
// of degree 1.
package factor

import (
	"math/rand/v2"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric/modular"
)

// Polynomial has integer coefficients; Exponents[k] are those of coefficient k.
type Polynomial struct {
	Exponents    [][]uint8
	Coefficients []int64
}

func (f Polynomial) degree() int {
	degree := 0
	for _, e := range f.Exponents {
		sum := 0
		for _, k := range e {
			sum += int(k)
		}
		degree = max(degree, sum)
	}
	return degree
}

// Irreducible reports whether a polynomial is surely irreducible over the
// rationals. It is, if on some line and modulo some prime it keeps its degree and is irreducible:
// a product of two polynomials that are not constant would remain a product. On a random line
// an irreducible polynomial of degree d passes this test with a probability of about 1/d.
func (f Polynomial) Irreducible(seed uint64) bool {
	return onSomeLine(limit.FactorLines*f.degree(), seed, []Polynomial{f}, func(m *modular.Modulus, on [][]uint64) bool {
		return irreducibleModulo(m, on[0])
	})
}

// SquareFree reports whether no square of a polynomial that is not constant divides a polynomial. If on some line and modulo
// some prime it keeps its degree and has no factor in common with its derivative, that is certain. On a random line
// modulo a prime of 60 bits nearly all polynomials without such squares pass.
func (f Polynomial) SquareFree() bool {
	return onSomeLine(limit.SquareLines, 1, []Polynomial{f}, func(m *modular.Modulus, on [][]uint64) bool {
		derivative := make([]uint64, len(on[0])-1)
		for i := range derivative {
			derivative[i] = m.Mul(on[0][i+1], m.FromUint64(uint64(i+1)))
		}
		return coprime(m, on[0], derivative)
	})
}

// Coprime reports whether two polynomials surely have no factor in common: on some line and modulo some prime they keep their
// degrees and have none. On a random line modulo a prime of 60 bits nearly all such polynomials pass.
func (f Polynomial) Coprime(g Polynomial) bool {
	return onSomeLine(limit.SquareLines, 1, []Polynomial{f, g}, func(m *modular.Modulus, on [][]uint64) bool {
		return coprime(m, on[0], on[1])
	})
}

// onSomeLine reports whether polynomials in the same variables, on one of so many lines each of which has a prime of its own, keep
// their degrees and pass a test.
func onSomeLine(lines int, seed uint64, polys []Polynomial, passes func(m *modular.Modulus, on [][]uint64) bool) bool {
	rng, primes := rand.New(rand.NewPCG(seed, 17)), new(modular.Primes)
	for range lines {
		m := primes.Next()
		n := len(polys[0].Exponents[0])
		a, b := make([]uint64, n), make([]uint64, n)
		for j := range n {
			a[j], b[j] = m.FromUint64(rng.Uint64()), m.FromUint64(rng.Uint64())
		}
		on, keep := make([][]uint64, len(polys)), true
		for i, p := range polys {
			on[i] = p.onLine(&m, a, b)
			keep = keep && on[i][len(on[i])-1] != 0
		}
		if keep && passes(&m, on) {
			return true
		}
	}
	return false
}

// onLine returns the coefficients of t ↦ f(a + t b) modulo a prime, that of t^i at i, up to the degree of f.
func (f Polynomial) onLine(m *modular.Modulus, a, b []uint64) []uint64 {
	degree := f.degree()
	out, term := make([]uint64, degree+1), make([]uint64, degree+1)
	for k, e := range f.Exponents {
		clear(term)
		term[0] = m.FromInt64(f.Coefficients[k])
		for j, times := range e {
			for range times {
				for i := degree; i > 0; i-- {
					term[i] = m.Add(m.Mul(term[i], a[j]), m.Mul(term[i-1], b[j]))
				}
				term[0] = m.Mul(term[0], a[j])
			}
		}
		for i, c := range term {
			out[i] = m.Add(out[i], c)
		}
	}
	return out
}

// irreducibleModulo reports whether a polynomial in one variable, the coefficient of t^i at i
// and the last one not 0, is irreducible modulo a prime: by the test of Ben-Or it is where
// it has no factor in common with t^(p^i) - t for all i up to half its degree (J. von zur
// Gathen, J. Gerhard, Modern Computer Algebra, Cambridge 2013, section 14.9).
func irreducibleModulo(m *modular.Modulus, f []uint64) bool {
	d := len(f) - 1
	if d == 1 {
		return true
	}
	power := make([]uint64, d) // t^(p^i) modulo f
	power[1] = m.One()
	for range d / 2 {
		base, result := power, []uint64{m.One()}
		for e := m.P(); e > 0; e >>= 1 {
			if e&1 == 1 {
				result = product(m, result, base, f)
			}
			base = product(m, base, base, f)
		}
		power = append(result, make([]uint64, d-len(result))...)
		less := append([]uint64(nil), power...)
		less[1] = m.Sub(less[1], m.One())
		if !coprime(m, append([]uint64(nil), f...), less) {
			return false
		}
	}
	return true
}

// product is g h modulo f.
func product(m *modular.Modulus, g, h, f []uint64) []uint64 {
	out := make([]uint64, len(g)+len(h)-1)
	for i, x := range g {
		for j, y := range h {
			out[i+j] = m.Add(out[i+j], m.Mul(x, y))
		}
	}
	return remainder(m, out, f)
}

// remainder divides g by f, in place.
func remainder(m *modular.Modulus, g, f []uint64) []uint64 {
	d := len(f) - 1
	inverse := m.Inv(f[d])
	for ; len(g) > d; g = g[:len(g)-1] {
		c := m.Mul(g[len(g)-1], inverse)
		for j, x := range f {
			k := len(g) - 1 - d + j
			g[k] = m.Sub(g[k], m.Mul(c, x))
		}
	}
	return g
}

// coprime reports whether two polynomials, which it changes, have no factor in common.
func coprime(m *modular.Modulus, f, g []uint64) bool {
	trim := func(h []uint64) []uint64 {
		for len(h) > 0 && h[len(h)-1] == 0 {
			h = h[:len(h)-1]
		}
		return h
	}
	f, g = trim(f), trim(g)
	for len(g) > 0 {
		f, g = g, trim(remainder(m, f, g))
	}
	return len(f) == 1
}
