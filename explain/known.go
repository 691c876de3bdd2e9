package explain

import (
	"math"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/numeric/moment"
)

// known is the part of degree ≤ D of the ideal of the equations accepted so
// far, as a reduced echelon basis modulo a word-size prime: what follows from
// them is not looked for again.
type known struct {
	p    modular.Modulus
	t    *moment.Monomials
	size int              // monomials of degree ≤ D
	rows map[int][]uint64 // by leading monomial, the largest
}

func newKnown(t *moment.Monomials, degree int) *known {
	return &known{
		p: modular.NewModulus(1<<60 - 93), t: t, // the largest prime below 2⁶⁰
		size: t.Len(degree), rows: map[int][]uint64{},
	}
}

// knownByDegree returns the empty known ideals of the degrees 0 to degree.
func knownByDegree(t *moment.Monomials, degree int) []*known {
	out := make([]*known, degree+1)
	for d := range out {
		out[d] = newKnown(t, d)
	}
	return out
}

// residue maps a float to the residue of the dyadic number that it is.
func (k *known) residue(x float64) uint64 {
	frac, exp := math.Frexp(x)
	m := k.p.FromInt64(int64(frac * (1 << 53)))
	two := k.p.FromUint64(2)
	e := exp - 53
	if e >= 0 {
		return k.p.Mul(m, k.p.Pow(two, uint64(e)))
	}
	return k.p.Mul(m, k.p.Inv(k.p.Pow(two, uint64(-e))))
}

// add enters an equation and all that follows from it up to degree D.
func (k *known) add(idx []int, c []float64) {
	row := make([]uint64, k.size)
	for i, a := range idx {
		row[a] = k.residue(c[i])
	}
	queue := [][]uint64{row}
	n := k.t.Vars()
	e := make([]uint8, n)
	for len(queue) > 0 {
		row := queue[0]
		queue = queue[1:]
		lead := k.reduce(row)
		if lead < 0 {
			continue
		}
		inv := k.p.Inv(row[lead])
		for i := range row {
			row[i] = k.p.Mul(row[i], inv)
		}
		for l, other := range k.rows {
			if l > lead && other[lead] != 0 {
				c := other[lead]
				for i := 0; i <= lead; i++ {
					if row[i] != 0 {
						other[i] = k.p.Sub(other[i], k.p.Mul(c, row[i]))
					}
				}
			}
		}
		k.rows[lead] = row
		// Its multiples by the variables, where they stay within the degree.
		for j := range n {
			next := make([]uint64, k.size)
			fits := true
			for i, v := range row {
				if v == 0 {
					continue
				}
				copy(e, k.t.Exponents(i))
				e[j]++
				at := k.t.Position(e)
				if at < 0 || at >= k.size {
					fits = false
					break
				}
				next[at] = v
			}
			if fits {
				queue = append(queue, next)
			}
		}
	}
}

// reduce subtracts multiples of the rows from row until no monomial of row is
// a leading one; it returns the leading monomial of the rest, or -1.
func (k *known) reduce(row []uint64) int {
	lead := -1
	for i := len(row) - 1; i >= 0; i-- {
		if row[i] == 0 {
			continue
		}
		r, ok := k.rows[i]
		if !ok {
			if lead < 0 {
				lead = i
			}
			continue
		}
		c := row[i]
		for j := 0; j <= i; j++ {
			if r[j] != 0 {
				row[j] = k.p.Sub(row[j], k.p.Mul(c, r[j]))
			}
		}
	}
	return lead
}

// standard reports whether monomial a is not a leading monomial.
func (k *known) standard(a int) bool {
	_, lead := k.rows[a]
	return !lead
}

// follows reports whether an equation is in the known ideal.
func (k *known) follows(idx []int, c []float64) bool {
	row := make([]uint64, k.size)
	for i, a := range idx {
		row[a] = k.residue(c[i])
	}
	return k.reduce(row) < 0
}

// below returns the number of leading monomials below position n: the
// dimension of the known ideal in the span of these monomials.
func (k *known) below(n int) int {
	count := 0
	for a := range k.rows {
		if a < n {
			count++
		}
	}
	return count
}

// standardUpTo lists the monomials below position n that are not leading ones.
func (k *known) standardUpTo(n int) []int {
	var idx []int
	for i := range n {
		if k.standard(i) {
			idx = append(idx, i)
		}
	}
	return idx
}

// stale reports whether an equation on the support follows already: whether
// the normal forms of its monomials are linearly dependent.
func (k *known) stale(idx []int) bool {
	if len(k.rows) == 0 {
		return false
	}
	any := false
	for _, a := range idx {
		if !k.standard(a) {
			any = true
			break
		}
	}
	if !any {
		return false
	}
	pivots := map[int][]uint64{}
	for _, a := range idx {
		row := make([]uint64, k.size)
		row[a] = k.p.One()
		k.reduce(row)
		zero := true
		for i := len(row) - 1; i >= 0; i-- {
			if row[i] == 0 {
				continue
			}
			if q, ok := pivots[i]; ok {
				c := row[i]
				for j := 0; j <= i; j++ {
					if q[j] != 0 {
						row[j] = k.p.Sub(row[j], k.p.Mul(c, q[j]))
					}
				}
				continue
			}
			inv := k.p.Inv(row[i])
			for j := 0; j <= i; j++ {
				row[j] = k.p.Mul(row[j], inv)
			}
			pivots[i] = row
			zero = false
			break
		}
		if zero {
			return true
		}
	}
	return false
}
