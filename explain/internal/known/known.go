// Package known says what follows from equations that are known already: polynomials on
// a list of monomials go in, yes or no comes out. It computes with truncated ideals
// modulo a word-size prime, so that 'follows' is right but for the bad luck of the prime.
package known

import (
	"context"
	"math"
	"slices"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/ring"
)

// Equations are what the search takes for granted: the ideals that the equations
// known so far generate, one for every degree.
type Equations struct {
	// Modulo says that supports leave out the leading monomials of the ideals.
	Modulo       bool
	ideals, laws []*Ideal // the laws are without what is trivial; nil where nothing is
	t            *moment.Monomials
}

// NewEquations returns no equations, for a search up to a degree.
func NewEquations(t *moment.Monomials, degree int) *Equations {
	return &Equations{t: t, ideals: zero(t, degree)}
}

// zero are the zero ideals up to a degree.
func zero(t *moment.Monomials, degree int) (list []*Ideal) {
	for d := range degree + 1 {
		list = append(list, New(t, d))
	}
	return list
}

// UpTo is what follows by multiples of degree ≤ d. An equation that follows only by way
// of higher degrees does not: the third quadric of the twisted cubic.
func (k *Equations) UpTo(d int) *Ideal { return k.ideals[d] }

// LawsUpTo is UpTo without what is trivial.
func (k *Equations) LawsUpTo(d int) *Ideal {
	if k.laws == nil {
		return k.ideals[d]
	}
	return k.laws[d]
}

// All is UpTo the degree of the search.
func (k *Equations) All() *Ideal { return k.ideals[len(k.ideals)-1] }

// Add takes an equation and all that follows from it.
func (k *Equations) Add(idx []int, c []float64) {
	add(k.ideals, k.t, idx, c)
	add(k.laws, k.t, idx, c)
}

// AddTrivial takes an equation that is no law: it says which values a column takes. It comes before all laws.
func (k *Equations) AddTrivial(idx []int, c []float64) {
	if k.laws == nil {
		k.laws = zero(k.t, len(k.ideals)-1)
	}
	add(k.ideals, k.t, idx, c)
}

// add enters an equation in the ideals of its degree and of higher ones.
func add(ideals []*Ideal, t *moment.Monomials, idx []int, c []float64) {
	for d, ideal := range ideals {
		if d >= t.DegreeOf(idx[len(idx)-1]) {
			ideal.Add(idx, c)
		}
	}
}

// Ideal is the part of degree ≤ D of the ideal that equations generate by multiples of
// degree ≤ D, modulo a prime: a groebner.Closure on the monomials of a table.
type Ideal struct {
	p     ring.Zp
	vec   ring.Vectorer[uint64]
	half  uint64 // 1/2
	t     *moment.Monomials
	size  int // monomials of degree ≤ D
	space *groebner.Closure[uint64]
}

// New returns the zero ideal up to a degree.
func New(t *moment.Monomials, degree int) *Ideal {
	const p = 1<<60 - 93 // the largest prime below 2⁶⁰
	field, err := ring.NewZp(p)
	if err != nil {
		panic(err)
	}
	k := &Ideal{p: field, vec: ring.VectorerOf(field), half: (p + 1) / 2, t: t, size: t.Len(degree)}
	k.space = groebner.NewClosure(field, k.size, t.Vars(), k.times)
	return k
}

// times is the position of monomial i times variable j, -1 beyond the table.
func (k *Ideal) times(i, j int) int {
	e := append(make([]uint8, 0, 16), k.t.Exponents(i)...)
	e[j]++
	return k.t.Position(e)
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
	m, e := k.p.FromInt(int64(frac*(1<<53))), exp-53
	if e >= 0 {
		return k.p.Mul(m, ring.Power(k.p, 2, uint(e)))
	}
	return k.p.Mul(m, ring.Power(k.p, k.half, uint(-e)))
}

// Add enters an equation and all that follows from it up to degree D.
func (k *Ideal) Add(idx []int, c []float64) {
	if err := k.space.Add(context.Background(), k.row(idx, c)); err != nil {
		panic(err) // there is nobody to cancel it
	}
}

// With returns what follows from the ideal and a further equation.
func (k *Ideal) With(idx []int, c []float64) *Ideal {
	out := *k
	out.space = k.space.Clone()
	out.Add(idx, c)
	return &out
}

// Standard reports whether monomial a is not a leading monomial.
func (k *Ideal) Standard(a int) bool { return a >= k.size || !k.space.Leads(a) }

// Follows reports whether an equation is in the ideal.
func (k *Ideal) Follows(idx []int, c []float64) bool { return k.space.Reduce(k.row(idx, c)) < 0 }

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

// BasisBelow lists monomials below position n that are a basis modulo the ideal. It goes through the degrees
// from the lowest. In each it takes the independent ones among those for which first holds, and then others.
func (k *Ideal) BasisBelow(n int, first func(a int) bool) []int {
	standard := k.StandardBelow(n)
	if len(standard) == n {
		return standard
	}
	var order []int
	for from := 0; from < n; {
		to := from + 1
		for to < n && k.t.DegreeOf(to) == k.t.DegreeOf(from) {
			to++
		}
		for _, want := range []bool{true, false} {
			for a := from; a < to; a++ {
				if first(a) == want {
					order = append(order, a)
				}
			}
		}
		from = to
	}
	idx := k.independent(order)
	slices.Sort(idx)
	return idx
}

// Dependent reports whether some equation on the support is in the ideal: the normal
// forms of its monomials are linearly dependent.
func (k *Ideal) Dependent(idx []int) bool {
	return slices.ContainsFunc(idx, func(a int) bool { return !k.Standard(a) }) && len(k.independent(idx)) < len(idx)
}

// Circuit reports whether an equation with all terms of the support is in the ideal, and none with fewer of them.
func (k *Ideal) Circuit(idx []int) bool {
	without := func(i int) []int { return slices.Delete(slices.Clone(idx), i, i+1) }
	return k.Dependent(idx) &&
		!slices.ContainsFunc(numeric.FirstInts(len(idx)), func(i int) bool { return k.Dependent(without(i)) })
}

// independent lists the monomials whose normal forms are no combination of those before.
func (k *Ideal) independent(list []int) (idx []int) {
	var forms [][]uint64 // each has a place at which those behind it are 0
	var places []int
	var inverses []uint64 // of what is there
	for _, a := range list {
		form := make([]uint64, k.size)
		form[a] = 1
		if !k.Standard(a) {
			k.space.Reduce(form)
		}
		for i, before := range forms {
			if x := form[places[i]]; x != 0 {
				k.vec.Axpy(form, k.p.Neg(k.p.Mul(x, inverses[i])), before)
			}
		}
		place := slices.IndexFunc(form, func(x uint64) bool { return x != 0 })
		if place < 0 {
			continue
		}
		inverse, err := k.p.Inv(form[place])
		if err != nil {
			panic(err) // it is not 0
		}
		forms, places, inverses, idx = append(forms, form), append(places, place), append(inverses, inverse), append(idx, a)
	}
	return idx
}
