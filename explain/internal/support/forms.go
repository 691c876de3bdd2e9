package support

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// OfForms looks for supports of small eigenvalues of a pencil (M, G) on the monomials of
// a table up to a degree, among those that only allows, of at most size monomials. nodes
// bounds the exhaustive search for one size, keep is how many supports of a size go on.
func OfForms(ctx context.Context, t *moment.Monomials, m, g *mat.SymDense, degree, size, nodes, keep int, only func(a int) bool) []Fit {
	lists := make([][]Fit, degree+1)
	parallel.Each(ctx, degree, func(i int) {
		d := i + 1
		s := &search{
			table: t, m: m, g: g, known: known.New(t, d), only: only, limit: limit.MaxNoiseVariance,
			keep: keep, nodes: nodes, max: size,
		}
		lists[d] = s.degree(ctx, d)
		if all := slices.DeleteFunc(numeric.FirstInts(t.Len(d)), func(a int) bool { return !only(a) }); len(all) > 1 {
			lists[d] = append(lists[d], s.eliminate(ctx, all)...)
		}
	})
	seen := map[string]bool{}
	var out []Fit
	for _, f := range slices.Concat(lists...) {
		if key := keyOf(f.Idx); !seen[key] && len(f.Idx) > 1 && !CommonFactor(t, f.Idx) {
			seen[key] = true
			out = append(out, f)
		}
	}
	return out
}
