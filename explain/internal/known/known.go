// Package known says what follows from equations that are known already: polynomials on
// a list of monomials go in, yes or no comes out. It computes with truncated ideals
// modulo a word-size prime, so that 'follows' is right but for the bad luck of the prime.
package known

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Equations are what the search takes for granted: the ideals that the equations
// known so far generate, one for every degree.
type Equations struct {
	// Modulo says that supports leave out the leading monomials of the ideals.
	Modulo bool
	ideals []*Ideal
	t      *moment.Monomials
}

// NewEquations returns no equations, for a search up to a degree.
func NewEquations(t *moment.Monomials, degree int) *Equations {
	k := &Equations{t: t}
	for d := range degree + 1 {
		k.ideals = append(k.ideals, New(t, d))
	}
	return k
}

// UpTo is what follows by multiples of degree ≤ d. An equation that follows only by way
// of higher degrees does not: the third quadric of the twisted cubic.
func (k *Equations) UpTo(d int) *Ideal { return k.ideals[d] }

// All is UpTo the degree of the search.
func (k *Equations) All() *Ideal { return k.ideals[len(k.ideals)-1] }

// Add takes an equation and all that follows from it.
func (k *Equations) Add(idx []int, c []float64) {
	for _, ideal := range k.ideals[k.t.DegreeOf(idx[len(idx)-1]):] {
		ideal.Add(idx, c)
	}
}

// Ideal is the part of degree ≤ D of the ideal that equations generate by multiples of
// degree ≤ D, as a reduced echelon basis modulo a prime.
type Ideal struct {
	p    modular.Modulus
	t    *moment.Monomials
	size int              // monomials of degree ≤ D
	rows map[int][]uint64 // by leading monomial, the largest; its coefficient is 1
}

// New returns the zero ideal up to a degree.
func New(t *moment.Monomials, degree int) *Ideal {
	return &Ideal{
		p: modular.NewModulus(1<<60 - 93), t: t, // the largest prime below 2⁶⁰
		size: t.Len(degree), rows: map[int][]uint64{},
	}
}

// row is an equation as residues.
func (k *Ideal) row(idx []int, c []float64) []uint64 {
	row := make([]uint64, k.size)
	for i, a := range idx {
		row[a] = k.residue(c[i])
	}
	return row
}

// residue maps a float to the residue of the dyadic number that it is.
func (k *Ideal) residue(x float64) uint64 {
	frac, exp := math.Frexp(x)
	m := k.p.FromInt64(int64(frac * (1 << 53)))
	two := k.p.FromUint64(2)
	e := exp - 53
	if e >= 0 {
		return k.p.Mul(m, k.p.Pow(two, uint64(e)))
	}
	return k.p.Mul(m, k.p.Inv(k.p.Pow(two, uint64(-e))))
}

// Add enters an equation and all that follows from it up to degree D.
func (k *Ideal) Add(idx []int, c []float64) {
	queue := [][]uint64{k.row(idx, c)}
	for len(queue) > 0 {
		row := queue[0]
		queue = queue[1:]
		lead := k.reduce(row, k.rows)
		if lead < 0 {
			continue
		}
		k.monic(row, lead)
		for l, other := range k.rows {
			if l > lead {
				k.subtract(other, other[lead], row, lead)
			}
		}
		k.rows[lead] = row
		for j := range k.t.Vars() {
			if next := k.multiple(row, j); next != nil {
				queue = append(queue, next)
			}
		}
	}
}

// multiple is the multiple of a row by variable j, nil beyond the degree.
func (k *Ideal) multiple(row []uint64, j int) []uint64 {
	next, e := make([]uint64, k.size), make([]uint8, k.t.Vars())
	for i, v := range row {
		if v == 0 {
			continue
		}
		copy(e, k.t.Exponents(i))
		e[j]++
		at := k.t.Position(e)
		if at < 0 || at >= k.size {
			return nil
		}
		next[at] = v
	}
	return next
}

// monic divides a row by its leading coefficient.
func (k *Ideal) monic(row []uint64, lead int) {
	inv := k.p.Inv(row[lead])
	for i := range lead + 1 {
		row[i] = k.p.Mul(row[i], inv)
	}
}

// subtract takes c times other, whose leading monomial is lead, from row.
func (k *Ideal) subtract(row []uint64, c uint64, other []uint64, lead int) {
	if c == 0 {
		return
	}
	for j, v := range other[:lead+1] {
		if v != 0 {
			row[j] = k.p.Sub(row[j], k.p.Mul(c, v))
		}
	}
}

// reduce subtracts multiples of monic rows until no monomial of row is a leading one of
// theirs; it returns the leading monomial of the rest, or -1.
func (k *Ideal) reduce(row []uint64, rows map[int][]uint64) int {
	lead := -1
	for i := len(row) - 1; i >= 0; i-- {
		if row[i] == 0 {
			continue
		}
		if r, ok := rows[i]; ok {
			k.subtract(row, row[i], r, i)
		} else if lead < 0 {
			lead = i
		}
	}
	return lead
}

// Standard reports whether monomial a is not a leading monomial.
func (k *Ideal) Standard(a int) bool {
	_, lead := k.rows[a]
	return !lead
}

// Follows reports whether an equation is in the ideal.
func (k *Ideal) Follows(idx []int, c []float64) bool { return k.reduce(k.row(idx, c), k.rows) < 0 }

// DimensionBelow is the dimension of the ideal in the span of the monomials below
// position n.
func (k *Ideal) DimensionBelow(n int) int { return n - len(k.StandardBelow(n)) }

// StandardBelow lists the monomials below position n that are not leading ones.
func (k *Ideal) StandardBelow(n int) []int {
	var idx []int
	for i := range n {
		if k.Standard(i) {
			idx = append(idx, i)
		}
	}
	return idx
}

// Dependent reports whether some equation on the support is in the ideal: the normal
// forms of its monomials are linearly dependent.
func (k *Ideal) Dependent(idx []int) bool {
	if !slices.ContainsFunc(idx, func(a int) bool { return !k.Standard(a) }) {
		return false
	}
	forms := map[int][]uint64{} // normal forms, by leading monomial
	for _, a := range idx {
		row := make([]uint64, k.size)
		row[a] = k.p.One()
		k.reduce(row, k.rows)
		lead := k.reduce(row, forms)
		if lead < 0 {
			return true
		}
		k.monic(row, lead)
		forms[lead] = row
	}
	return false
}
