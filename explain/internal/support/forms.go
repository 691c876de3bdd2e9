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

// Forms is a pencil (M, G) of quadratic forms on the monomials of a table, and which of its supports are looked for.
type Forms struct {
	Table *moment.Monomials
	M, G  *mat.SymDense
	Only  func(a int) bool // the monomials that a support may have
	Terms int              // the most of a support
	Nodes int              // bound of the exhaustive search for one size
	Keep  int              // how many supports of a size go on
}

// Supports are those of small eigenvalues, by degree up to that of the table.
func (f Forms) Supports(ctx context.Context) []Fit {
	t, degree := f.Table, f.Table.Degree()
	lists := make([][]Fit, degree+1)
	parallel.Each(ctx, degree, func(i int) {
		d := i + 1
		s := &search{
			table: t, m: f.M, g: f.G, known: known.New(t, d), only: f.Only, limit: limit.MaxNoiseVariance,
			keep: f.Keep, nodes: f.Nodes, max: f.Terms,
		}
		lists[d] = s.degree(ctx, d)
		if all := slices.DeleteFunc(numeric.FirstInts(t.Len(d)), func(a int) bool { return !f.Only(a) }); len(all) > 1 {
			lists[d] = append(lists[d], s.eliminate(ctx, all)...)
		}
	})
	return slices.DeleteFunc(firstOfEach(lists), func(f Fit) bool { return len(f.Idx) <= 1 || commonFactor(t, f.Idx) })
}
