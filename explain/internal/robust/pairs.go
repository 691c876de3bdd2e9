package robust

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// newPair prepares the search for an equation of two terms that most rows agree on: of those up to a degree the one whose
// terms have the steadiest ratio. It takes the place of dense polynomials where the rows are too few for these. It
// returns nil where there is none.
func newPair(ctx context.Context, s *problem.Scaling, rows [][]float64, degree int) (*trimmed, error) {
	p, err := problem.New(ctx, s, rows, degree)
	if err != nil {
		return nil, err
	}
	t := trimmedOn(p, nil, agreeing(rows))
	idx, least := reduced(p.Table, rows, degree), math.Inf(1)
	for k, b := range idx {
		for _, a := range idx[:k] {
			if !relates(p.Table.Exponents(a), p.Table.Exponents(b)) {
				continue
			}
			if chosen, change := t.steadiest(a, b); change < least {
				least, t.idx, t.starts = change, []int{a, b}, [][]int{chosen}
			}
		}
	}
	if t.idx == nil {
		return nil, nil
	}
	return t, nil
}

// relates reports whether two monomials have no column in common, and two columns or more in all.
func relates(a, b []uint8) bool {
	in := 0
	for j, k := range a {
		if k > 0 && b[j] > 0 {
			return false
		}
		if k > 0 || b[j] > 0 {
			in++
		}
	}
	return in > 1
}

// steadiest are the rows, as many as must agree, at which the ratio of two monomials changes least, and the mean square of
// its changes there. The change of a logarithm over the length of its gradient is a distance, to first order.
func (t *trimmed) steadiest(a, b int) (rows []int, change float64) {
	above, below := t.p.Table.Exponents(a), t.p.Table.Exponents(b)
	logs := make([]float64, len(t.values))
	for i, v := range t.values {
		logs[i] = math.Log(math.Abs(v[a] / v[b]))
	}
	order := numeric.FirstInts(len(logs))
	stable.Sort(order, func(i, k int) int { return cmp.Compare(logs[i], logs[k]) })
	width := math.Inf(1)
	for k := range len(order) - t.most + 1 {
		if w := logs[order[k+t.most-1]] - logs[order[k]]; w < width {
			width, rows = w, order[k:k+t.most]
		}
	}
	if rows == nil {
		return nil, math.Inf(1) // too many zeros
	}
	mean := 0.0
	for _, i := range rows {
		mean += logs[i] / float64(t.most)
	}
	gradient := make([]float64, len(above))
	for _, i := range rows {
		for j, x := range t.p.Rows[i] {
			gradient[j] = 0
			if e := float64(above[j]) - float64(below[j]); e != 0 {
				gradient[j] = e / x
			}
		}
		d := logs[i] - mean
		change += d * d / t.p.Metric.Norm2At(t.p.Rows[i], gradient)
	}
	return slices.Sorted(slices.Values(rows)), change
}
