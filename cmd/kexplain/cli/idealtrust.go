package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/poly"
)

// spareForTrust is by how much the number of points must exceed the rank: so many
// points confirm equations which the others determine.
const spareForTrust = 10

// degreeTrust says what stands behind the equations of one degree.
type degreeTrust struct {
	Degree    int  `json:"degree"`
	Elements  int  `json:"elements"`     // of the basis
	Monomials int  `json:"monomials"`    // up to the degree
	Rank      int  `json:"rank"`         // of their values at the points
	Half      int  `json:"rank_at_half"` // of their values at half of the points
	Trusted   bool `json:"trusted"`
}

// trustReport is what --degree says of the degrees 0, …, N.
type trustReport struct {
	points  int
	degrees []degreeTrust
}

// trustIn compares the ranks at half of the points, drawn with a fixed seed, with
// those at all: where they are equal, the equations that half of the points
// determine hold at the other half.
//
// The rank at all points is counted from the leading monomials, and so is proved.
// That at half of them is found modulo a prime, and could be too small, with a
// word-size prime hardly ever; then a degree would not be trusted.
func trustIn[E any](ctx context.Context, solver idealSolver[E], R *poly.Ring[E], points [][]E,
	elements []*poly.Polynomial[E], degree int) (*trustReport, error) {
	t := &trustReport{points: len(points), degrees: make([]degreeTrust, degree+1)}
	for _, m := range R.MonomialsUpTo(degree) {
		leading := slices.ContainsFunc(elements, func(g *poly.Polynomial[E]) bool { return R.Divides(g.LeadingMonomial(), m) })
		for e := m.Degree(); e <= degree; e++ {
			t.degrees[e].Monomials++
			if !leading {
				t.degrees[e].Rank++
			}
		}
	}
	half := slices.Clone(points)
	rng := rand.New(rand.NewPCG(1, 1))
	rng.Shuffle(len(half), func(i, j int) { half[i], half[j] = half[j], half[i] })
	half = half[:(len(half)+1)/2]
	ranks, err := solver.ranks(ctx, R, half, degree)
	if err != nil {
		return nil, err
	}
	for e := range t.degrees {
		d := &t.degrees[e]
		d.Degree, d.Half = e, ranks[e]
		for _, g := range elements {
			if g.Degree() == e {
				d.Elements++
			}
		}
		// Where no element is new, everything follows from those of lower degree.
		d.Trusted = d.Elements == 0 || d.Half == d.Rank && len(points)-d.Rank >= spareForTrust
	}
	return t, nil
}

// upTo returns the largest degree up to which all are trusted.
func (t *trustReport) upTo() int {
	for e, d := range t.degrees {
		if !d.Trusted {
			return e - 1
		}
	}
	return len(t.degrees) - 1
}

// hilbert returns the affine Hilbert function.
func (t *trustReport) hilbert() []int {
	h := make([]int, len(t.degrees))
	for e, d := range t.degrees {
		h[e] = d.Rank
	}
	return h
}

// String says which degrees are trusted and why the next one is not.
func (t *trustReport) String() string {
	last, upTo, elements := t.degrees[len(t.degrees)-1], t.upTo(), 0
	for _, d := range t.degrees[:upTo+1] {
		elements += d.Elements
	}
	yes := fmt.Sprintf("trusted up to degree %d: half of the points determine these equations, the others confirm them", upTo)
	if elements == 0 {
		yes = fmt.Sprintf("up to degree %d there is no equation, which is proved", upTo)
	}
	switch {
	case upTo == last.Degree:
		return yes
	case upTo < 0:
		return "not trusted: " + t.doubt(0)
	}
	return fmt.Sprintf("%s; degree %d is not trusted: %s", yes, upTo+1, t.doubt(upTo+1))
}

// doubt says why degree e is not trusted.
func (t *trustReport) doubt(e int) string {
	d := t.degrees[e]
	switch {
	case d.Rank == t.points:
		return "any " + plural.Count(t.points, "point") + plural.Verb(t.points, " has", " have") + " as many equations"
	case d.Half != d.Rank:
		return fmt.Sprintf("%s at half of the points and %d at all, so more points could leave fewer",
			plural.Count(d.Monomials-d.Half, "equation")+plural.Verb(d.Monomials-d.Half, " holds", " hold"), d.Monomials-d.Rank)
	}
	return fmt.Sprintf("%s its equations and only %d %s left to confirm them, %d are wanted",
		plural.Count(d.Rank, "point")+plural.Verb(d.Rank, " determines", " determine"),
		t.points-d.Rank, plural.Verb(t.points-d.Rank, "is", "are"), spareForTrust)
}
