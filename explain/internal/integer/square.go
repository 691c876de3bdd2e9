package integer

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// Monomials are those of an equation in degree-lexicographic order, as far as the length of its coefficients depends on them.
type Monomials struct {
	// Decades are the powers of ten that make the sizes of the monomials ordinary, or nil where all are in the units of the file.
	Decades []int
	// Exponents and Choices, the number of monomials up to a degree, are nil where squares do not count, see saved.
	Exponents [][]uint8
	Choices   func(degree int) int
}

// square are terms of a degree that are a factor times the square of a form with integer coefficients.
type square struct {
	terms  int // how many, the last ones; 0 for none
	degree int
	factor int64
	root   []int64
}

// square returns the terms of highest degree, if they are a square. Squares of linear forms do not
// count: a plane with errors is near many pairs of planes.
func (m Monomials) square(n []int64) (s square) {
	if m.Exponents == nil {
		return s
	}
	first := len(n)
	for first > 0 {
		degree := 0
		for _, k := range m.Exponents[first-1] {
			degree += int(k)
		}
		if degree < s.degree {
			break
		}
		s.degree = degree
		first--
	}
	if s.degree < limit.MinSquareDegree || first == len(n)-1 {
		return square{}
	}
	if s.factor, s.root = squareRoot(m.Exponents[first:], n[first:]); s.root == nil {
		return square{}
	}
	s.terms = len(n) - first
	return s
}

// saved is by how many nats n with its monomials is shorter where the terms of highest degree are written as a square:
// (x² + y²)² - 4x² + 4y² = 0 is as long as x² + y² and the two other terms.
func (m Monomials) saved(n []int64) float64 {
	s := m.square(n)
	if s.terms == 0 {
		return 0
	}
	rest := n[:len(n)-s.terms]
	supports := float64(numeric.Binomial(m.Choices(s.degree), len(n)))
	supports /= float64(numeric.Binomial(m.Choices(s.degree-1), len(rest)))
	supports /= float64(numeric.Binomial(m.Choices(s.degree/2)-m.Choices(s.degree/2-1), len(s.root)))
	return math.Max(0, math.Log(supports/2)+shortest(n)-lengthOf(s.root)-shortest(append([]int64{s.factor}, rest...)))
}

// squareRoot returns g and the coefficients of q where a form is g·q² with integers, and none where it is not. A monomial is
// written as one number with eight bits for each exponent, so that products are sums; forms in more than eight variables are not
// looked at. The monomials of q come out in lexicographic order: what is left of the form, divided by g, begins with twice the first
// of them times the next.
func squareRoot(exponents [][]uint8, n []int64) (g int64, q []int64) {
	const most = 64 / 8
	keys, vars := make([]int64, len(n)), 0
	for j := range exponents[0] {
		occurs := false
		for _, e := range exponents {
			occurs = occurs || e[j] > 0
		}
		if !occurs {
			continue
		}
		vars++
		for i, e := range exponents {
			keys[i] = keys[i]<<8 + int64(e[j])
		}
	}
	left := map[int64]int64{}
	for i, c := range n {
		left[keys[i]] = c
		g = numeric.GCD(g, max(c, -c))
	}
	var of []int64 // the monomials of q
	for len(left) > 0 {
		m := int64(-1)
		for key := range left {
			m = max(m, key)
		}
		c := left[m] / g
		if len(of) == 0 {
			if c < 0 {
				g, c = -g, -c
			}
			if m&0x0101010101010101 != 0 { // an odd exponent
				return 0, nil
			}
			m, c = m/2, isqrt(c)
		} else {
			m, c = m-of[0], c/(2*q[0])
		}
		if vars > most || len(q) == len(n) || len(of) > 0 && m >= of[len(of)-1] {
			return 0, nil // also where a coefficient was no square, or no multiple: some of it is left
		}
		of, q = append(of, m), append(q, c)
		for i, before := range of {
			add := 2 * c * q[i]
			if before == m {
				add = c * c
			}
			if left[before+m] -= g * add; left[before+m] == 0 {
				delete(left, before+m)
			}
		}
	}
	return g, q
}
