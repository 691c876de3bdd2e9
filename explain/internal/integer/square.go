package integer

import (
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// Square is what the monomials of highest degree of a polynomial are if they are those of a square, as x⁴, x²y² and y⁴ are of
// (x² + y²)². A polynomial may then be said with the square in place of its terms.
type Square struct {
	Root  []int      // of each monomial m of the root: the place of m²
	pairs [][][2]int // of each place: the pairs of monomials of the root whose product it is, none for terms of lower degree
}

// NewSquare is the square of monomials, nil where those of highest degree, four or more, are not those of the square of two monomials
// or more.
func NewSquare(exponents [][]uint8) *Square {
	degree := func(e []uint8) (d int) {
		for _, k := range e {
			d += int(k)
		}
		return d
	}
	top := 0
	for _, e := range exponents {
		top = max(top, degree(e))
	}
	if top%2 != 0 || top < 4 {
		return nil // with the square of a linear form a conic is a parabola, or two lines
	}
	s := &Square{pairs: make([][][2]int, len(exponents))}
	for i, e := range exponents {
		if degree(e) == top && !slices.ContainsFunc(e, func(k uint8) bool { return k%2 != 0 }) {
			s.Root = append(s.Root, i)
		}
	}
	product := func(i, j int) int { // the place of the product of two monomials of the root
		m := make([]uint8, len(exponents[i]))
		for v := range m {
			m[v] = (exponents[i][v] + exponents[j][v]) / 2
		}
		return slices.IndexFunc(exponents, func(e []uint8) bool { return slices.Equal(e, m) })
	}
	for {
		// x²y² is the square of xy as well. The monomial whose products with the others are missing most is none of the root.
		worst, most := -1, 0
		for a, i := range s.Root {
			missing := 0
			for _, j := range s.Root {
				if product(i, j) < 0 {
					missing++
				}
			}
			if missing > most {
				worst, most = a, missing
			}
		}
		if worst < 0 {
			break
		}
		s.Root = slices.Delete(s.Root, worst, worst+1)
	}
	if len(s.Root) < 2 || len(s.Root) > limit.SquareTerms {
		return nil
	}
	for a, i := range s.Root {
		for b, j := range s.Root[:a+1] {
			at := product(i, j)
			s.pairs[at] = append(s.pairs[at], [2]int{a, b})
		}
	}
	for i, e := range exponents {
		if degree(e) == top && s.pairs[i] == nil {
			return nil
		}
	}
	return s
}

// Terms is the number of monomials of the square.
func (s *Square) Terms() (n int) {
	for _, p := range s.pairs {
		if p != nil {
			n++
		}
	}
	return n
}

// reduced are integers with the root, times the factor of the square, in place of the terms of highest degree: 4 (x² + y²)² has 4 and
// 4 in place of 4, 8 and 4. places are those whose integers they are, that of m² for a monomial m of the root. ok is false where the
// terms of highest degree are no multiple of a square.
func (s *Square) reduced(n []int64) (out []int64, places []int, ok bool) {
	factor := int64(0)
	for i, p := range s.pairs {
		if p != nil {
			factor = numeric.GCD(factor, n[i])
		}
	}
	if n[s.Root[0]] < 0 {
		factor = -factor
	}
	root := make([]int64, len(s.Root))
	for a, i := range s.Root {
		square := n[i] / factor
		r := isqrt(max(square, 0))
		if r*r != square {
			return nil, nil, false
		}
		root[a] = r
	}
	for signs := range 1 << (len(root) - 1) {
		g := slices.Clone(root)
		for a := 1; a < len(g); a++ {
			if signs>>(a-1)&1 == 1 {
				g[a] = -g[a]
			}
		}
		if !s.gives(g, factor, n) {
			continue
		}
		for a := range g {
			out, places = append(out, factor*g[a]), append(places, s.Root[a])
		}
		for i, p := range s.pairs {
			if p == nil {
				out, places = append(out, n[i]), append(places, i)
			}
		}
		return out, places, true
	}
	return nil, nil, false
}

// gives reports whether a multiple of the square of g has the coefficients n.
func (s *Square) gives(g []int64, factor int64, n []int64) bool {
	for i, pairs := range s.pairs {
		if pairs == nil {
			continue
		}
		sum := int64(0)
		for _, p := range pairs {
			product := g[p[0]] * g[p[1]]
			if p[0] != p[1] {
				product *= 2
			}
			sum += product
		}
		if sum*factor != n[i] {
			return false
		}
	}
	return true
}
