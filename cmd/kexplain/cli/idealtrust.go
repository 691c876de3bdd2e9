package cli

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/poly"
)

// spareForTrust is by how much the number of points must exceed the rank: so many
// points confirm equations which the others determine.
const spareForTrust = 10

// trustIn compares the ranks at half of the points, drawn with a fixed seed, with
// those at all: where they are equal, the equations that half of the points
// determine hold at the other half.
//
// The rank at all points is counted from the leading monomials, and so is proved.
// That at half of them is found modulo a prime, and could be too small, with a
// word-size prime hardly ever; then a degree would not be trusted.
func trustIn[E any](ctx context.Context, solver idealSolver[E], R *poly.Ring[E], points [][]E,
	elements []*poly.Polynomial[E], degree int) (*report.Trust, error) {
	t := &report.Trust{Points: len(points), Spare: spareForTrust, Degrees: make([]report.DegreeTrust, degree+1)}
	for _, m := range R.MonomialsUpTo(degree) {
		leading := slices.ContainsFunc(elements, func(g *poly.Polynomial[E]) bool { return R.Divides(g.LeadingMonomial(), m) })
		for e := m.Degree(); e <= degree; e++ {
			t.Degrees[e].Monomials++
			if !leading {
				t.Degrees[e].Rank++
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
	for e := range t.Degrees {
		d := &t.Degrees[e]
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
