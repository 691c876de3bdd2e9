package support

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Fitted returns the fit on a support that needs the least noise, by the forms of the moments
// at the noise variance floor. ok is false where there is none in double precision.
func Fitted(m, g *mat.SymDense, idx []int, floor float64) (f Fit, ok bool) {
	lambda, v, ok := smallest(m, g, idx)
	return Fit{Idx: idx, C: v, Variance: max(floor+lambda, 0)}, ok
}

// Within returns the supports that carry a polynomial of degree d near a linear space of
// polynomials: form is the square of the distance from the space, for the monomials of
// degree ≤ d with scales in which the space was learned, and a polynomial of norm 1 may be
// the root of most away from it. The shortest supports come first: nothing is looked for
// above a support that is as near as a tenth of that. The Variance of a Fit is the squared
// distance, its C are coordinates in these scales.
func Within(ctx context.Context, t *moment.Monomials, known *known.Equations, d int, form *mat.SymDense, most float64) []Fit {
	n := t.Len(d)
	unit := mat.NewSymDense(n, nil)
	for a := range n {
		unit.SetSym(a, a, 1)
	}
	s := &search{
		table: t, m: form, g: unit, known: known.UpTo(d), modulo: known.Modulo, limit: most,
		least: limit.NoiseMargin * most, keep: limit.KeepSupports, nodes: limit.SearchNodes, max: limit.ExhaustiveSize,
	}
	return append(s.degree(ctx, d), s.eliminate(ctx, known.UpTo(d).StandardBelow(n))...)
}
