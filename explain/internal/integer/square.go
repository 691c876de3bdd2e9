package integer

import (
	"maps"
	"math"
	"slices"

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

// square are terms that are a factor times the square of a form with integer coefficients.
type square struct {
	terms  int // how many, the last ones; 0 for none
	factor int64
	root   []int64
}

// square returns the terms of highest degree, if they are a square. Squares of linear forms do not
// count: a plane with errors is near many pairs of planes.
func (m Monomials) square(n []int64) square {
	if m.Exponents == nil {
		return square{}
	}
	var s square
	degree := degreeOf(m.Exponents[len(n)-1])
	for s.terms < len(n) && degreeOf(m.Exponents[len(n)-1-s.terms]) == degree {
		s.terms++
	}
	if degree < limit.MinSquareDegree || s.terms < 3 {
		return square{}
	}
	if s.factor, s.root = squareRoot(m.Exponents[len(n)-s.terms:], n[len(n)-s.terms:]); s.root == nil {
		return square{}
	}
	return s
}

// saved is by how many nats n with its monomials is shorter where the terms of highest degree are written as a square:
// (x² + y²)² - 4x² + 4y² = 0 is as long as x² + y² and the two other terms.
func (m Monomials) saved(n []int64) float64 {
	s := m.square(n)
	if s.terms == 0 {
		return 0
	}
	degree, rest := degreeOf(m.Exponents[len(n)-1]), len(n)-s.terms
	forms := m.Choices(degree/2) - m.Choices(degree/2-1)
	plain := choose(m.Choices(degree), len(n)) + shortest(n)
	asSquare := choose(m.Choices(degree-1), rest) + shortest(append([]int64{s.factor}, n[:rest]...)) +
		choose(forms, len(s.root)) + lengthOf(s.root)
	return math.Max(0, plain-asSquare-math.Ln2)
}

func choose(n, k int) float64 { return math.Log(float64(numeric.Binomial(n, k))) }

func degreeOf(exponents []uint8) (degree int) {
	for _, k := range exponents {
		degree += int(k)
	}
	return degree
}

// squareRoot returns g and the coefficients of q where a form is g·q² with integers, and none where it is not. Monomials are
// written as the strings of their exponents. Those of q come out in lexicographic order: what is left of the form, divided by g,
// begins with twice the first of them times the next.
func squareRoot(exponents [][]uint8, n []int64) (g int64, q []int64) {
	left := map[string]int64{}
	for i, c := range n {
		left[string(exponents[i])] = c
		g = numeric.GCD(g, max(c, -c))
	}
	if first := slices.Max(slices.Collect(maps.Keys(left))); left[first] < 0 {
		g = -g
	}
	var of []string // the monomials of q
	for len(left) > 0 {
		m := slices.Max(slices.Collect(maps.Keys(left)))
		c := left[m] / g
		if len(of) == 0 {
			m, c = half(m), isqrt(c)
		} else {
			m, c = over(m, of[0]), c/(2*q[0])
		}
		if m == "" || len(of) > 0 && m >= of[len(of)-1] {
			return 0, nil // also where a coefficient was no square, or no multiple: some of it is left
		}
		of, q = append(of, m), append(q, c)
		for i, before := range of {
			add := 2 * c * q[i]
			if before == m {
				add = c * c
			}
			both := with(before, m)
			if left[both] -= g * add; left[both] == 0 {
				delete(left, both)
			}
		}
	}
	return g, q
}

// half is the monomial whose square m is, or "".
func half(m string) string {
	out := []byte(m)
	for j, k := range out {
		if k%2 != 0 {
			return ""
		}
		out[j] = k / 2
	}
	return string(out)
}

// with is the product of two monomials.
func with(a, b string) string {
	out := []byte(a)
	for j := range out {
		out[j] += b[j]
	}
	return string(out)
}

// over is the quotient of two monomials, or "" where b does not divide a.
func over(a, b string) string {
	out := []byte(a)
	for j := range out {
		if out[j] < b[j] {
			return ""
		}
		out[j] -= b[j]
	}
	return string(out)
}
