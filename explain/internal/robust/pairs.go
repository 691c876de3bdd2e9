package robust

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// newPair prepares the search for an equation of two terms that most rows agree on: of those up to a degree the one whose
// terms have the steadiest ratio at some of the rows. It takes the place of dense polynomials where the rows are too few for
// these. It returns nil where there is none.
func newPair(ctx context.Context, s *problem.Scaling, rows [][]float64, degree int) (*trimmed, error) {
	p, err := problem.New(ctx, s, rows, degree)
	if err != nil {
		return nil, err
	}
	idx := reduced(p.Table, rows, degree)
	some := problem.Sample(p.Rows, limit.PairRows)
	logs, ratios := logarithms(p.Table, some, idx), newRatios(p, some)
	var pair []int
	least := math.Inf(1)
	for k, b := range idx {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for i, a := range idx[:k] {
			if !relates(p.Table.Exponents(a), p.Table.Exponents(b)) {
				continue
			}
			if _, change := ratios.steadiest(a, b, logs[i], logs[k], least); change < least {
				least, pair = change, []int{a, b}
			}
		}
	}
	if pair == nil {
		return nil, nil
	}
	both := logarithms(p.Table, p.Rows, pair)
	start, _ := newRatios(p, p.Rows).steadiest(pair[0], pair[1], both[0], both[1], math.Inf(1))
	if start == nil {
		return nil, nil
	}
	t := trimmedOn(p, pair, len(start))
	t.starts = [][]int{start}
	return t, nil
}

// logarithms are those of the sizes of monomials at rows.
func logarithms(t *moment.Monomials, rows [][]float64, idx []int) [][]float64 {
	columns := make([][]float64, t.Vars())
	for j := range columns {
		columns[j] = make([]float64, len(rows))
		for i, x := range rows {
			columns[j][i] = math.Log(math.Abs(x[j]))
		}
	}
	out := make([][]float64, len(idx))
	for k, a := range idx {
		out[k] = make([]float64, len(rows))
		for j, e := range t.Exponents(a) {
			if e > 0 {
				floats.AddScaled(out[k], float64(e), columns[j])
			}
		}
	}
	return out
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

// ratios looks at ratios of two monomials at rows of a problem.
type ratios struct {
	p            *problem.Problem
	at           [][]float64 // the rows
	most         int         // of these that must agree
	logs, sorted []float64   // of a ratio, at every row and by size
	rows         []int       // at which the last one was looked at
	powers       []float64   // that it has of every column
	noise        []moment.Entry
	relative     float64
}

func newRatios(p *problem.Problem, at [][]float64) *ratios {
	n := len(at)
	return &ratios{p: p, at: at, most: agreeing(at), logs: make([]float64, n), sorted: make([]float64, n), powers: make([]float64, p.Table.Vars())}
}

// steadiest are the rows, as many as must agree, at which the ratio of two monomials with some logarithms changes least, and the
// sum of squares of its changes there: +Inf where it is not below a bound. The change of a logarithm over the length of its
// gradient is a distance, to first order.
func (r *ratios) steadiest(a, b int, above, below []float64, bound float64) (rows []int, change float64) {
	for i, v := range above {
		r.logs[i] = v - below[i]
	}
	lo, hi := r.narrowest()
	if math.IsInf(hi-lo, 1) {
		return nil, math.Inf(1) // too many zeros
	}
	r.rows = r.rows[:0]
	mean := 0.0
	for i, v := range r.logs {
		if lo <= v && v <= hi && len(r.rows) < r.most {
			r.rows = append(r.rows, i)
			mean += v / float64(r.most)
		}
	}
	r.between(a, b)
	for _, i := range r.rows {
		d := r.logs[i] - mean
		if change += d * d / r.norm2(r.at[i]); !(change < bound) {
			return nil, math.Inf(1)
		}
	}
	return slices.Clone(r.rows), change
}

// narrowest are the ends of the narrowest interval that has the logarithms at as many rows as must agree; infinite where
// there is none.
func (r *ratios) narrowest() (lo, hi float64) {
	copy(r.sorted, r.logs)
	spare := len(r.logs) - r.most
	numeric.Nth(r.sorted, spare)
	numeric.Nth(r.sorted[spare:], r.most-1-spare)
	low, high := r.sorted[:spare+1], r.sorted[r.most-1:]
	slices.Sort(low)
	slices.Sort(high)
	lo, hi = math.Inf(-1), math.Inf(1)
	for k, v := range low {
		if high[k]-v < hi-lo {
			lo, hi = v, high[k]
		}
	}
	return lo, hi
}

// between prepares the gradient of the logarithm of the ratio of two monomials: e_j / x_j for the difference e of their exponents.
func (r *ratios) between(a, b int) {
	below := r.p.Table.Exponents(b)
	for j, k := range r.p.Table.Exponents(a) {
		r.powers[j] = float64(k) - float64(below[j])
	}
	r.noise = r.noise[:0]
	for _, c := range r.p.Metric.Entries() {
		if c.Value *= r.powers[c.Row] * r.powers[c.Col]; c.Value != 0 {
			r.noise = append(r.noise, c)
		}
	}
	r.relative = 0
	for j, b2 := range r.p.Metric.Relative() {
		r.relative += b2 * r.powers[j] * r.powers[j]
	}
}

// norm2 is the square of the length of the gradient at a point, in units of the noise.
func (r *ratios) norm2(x []float64) float64 {
	sum := r.relative
	for _, c := range r.noise {
		sum += c.Value / (x[c.Row] * x[c.Col])
	}
	return sum
}
