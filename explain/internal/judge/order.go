package judge

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
)

// inOrder asks whether the errors that an equation needs leave columns in their order. The high of a share is never below its
// close, though often next to it. If close = high + low - open were a law, its errors would put the high below the close in
// many rows.
func inOrder(p *problem.Problem, e equation.Equation, yield func(Test) bool) bool {
	if p.Scaling.NoiseGiven || e.BelowRounding() {
		return true
	}
	ratio, first := outOfOrder(p, edgesOf(p), e)
	return ratio <= 0 || yield(Test{
		Name: "misfit where columns are in order", Value: ratio, Limit: limit.MaxOutOfOrder, Unit: "of what errors explain that leave them so",
		Reason: fmt.Sprintf("the errors that the nearest equation needs would put %s below %s in some rows, and it never is",
			p.Scaling.Names[first.upper], p.Scaling.Names[first.lower]),
	})
}

// edge is a pair of columns of which one is never below the other, though often next to it.
type edge struct {
	upper, lower int
	bound        float64 // of the standard deviation of the errors of their difference, in data units
	rows         []int   // where they are nearest
}

// edgesOf are the edges of the sample, the sharpest first. Where a difference has Gaussian errors of deviation s, the logarithm of its
// density bends down by no more than 1/s². So where b rows are in the interval of width s/2 above 0, and a in the next one, at
// least b²·exp(-1/4)/a are below 0, but for chance.
func edgesOf(p *problem.Problem) []edge {
	var out []edge
	var d []float64
	n, vars := len(p.Sample), p.Metric.Vars()
	value := func(i, j int) float64 {
		v := p.Sample[i][j] * p.Scaling.Units[j]
		if p.Scaling.Origin != nil {
			v += p.Scaling.Origin[j].Float64()
		}
		return v
	}
	for pair := range vars * vars {
		e := edge{upper: pair / vars, lower: pair % vars}
		zero := limit.ZeroOnSet * p.Scaling.Units[e.upper]
		d = d[:0]
		for i := 0; i < n && e.upper != e.lower; i++ {
			v := value(i, e.upper) - value(i, e.lower)
			if v < -zero {
				break
			}
			if v < zero {
				v = 0
			}
			d = append(d, v)
		}
		if len(d) < n {
			continue
		}
		sorted := slices.Clone(d)
		slices.Sort(sorted)
		for _, v := range sorted {
			near, within := sort.SearchFloat64s(sorted, v), sort.SearchFloat64s(sorted, 2*v)
			if float64(near*near) >= limit.RowsOutOfOrder*math.Exp(0.25)*float64(max(1, near, within-near)) {
				e.bound = 2 * v
				break
			}
		}
		if e.bound == 0 {
			continue
		}
		for i, v := range d {
			if v < e.bound {
				e.rows = append(e.rows, i)
			}
		}
		out = append(out, e)
		for k := len(out) - 1; k > 0 && out[k].bound < out[k-1].bound; k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
	}
	return out
}

// outOfOrder is how many times an equation misses what errors explain that leave columns in their order, and the sharpest of the
// edges that say so. Where an exact equation is linear, its columns stand for one another. The number is negative where some
// column has no edge.
func outOfOrder(p *problem.Problem, edges []edge, e equation.Equation) (most float64, first edge) {
	f := e.ExactFit(p)
	_, gradients := fit.FootPoints(p, f, p.Sample)
	values, _ := fit.Values(p, f, p.Sample)
	most, first = misfit(p, edges, values, gradients)
	for _, q := range p.Scaling.Exact {
		idx, c, ok := p.Given(q)
		if !ok || q.Degree() > 1 {
			continue
		}
		linear := make([]float64, p.Metric.Vars())
		for k, v := range p.ToSearchUnits(idx, c) {
			for j, d := range p.Table.Exponents(idx[k]) {
				linear[j] += v * float64(d)
			}
		}
		for j, v := range linear {
			if v == 0 {
				continue
			}
			other := make([][]float64, len(gradients))
			for i, g := range gradients {
				other[i] = slices.Clone(g)
				numeric.Axpy(-g[j]/v, linear, other[i])
				other[i][j] = 0
			}
			if m, by := misfit(p, edges, values, other); m > most {
				most, first, gradients = m, by, other
			}
		}
	}
	return most, first
}

// misfit is the root mean square of the values of an equation at the rows of edges, over that which errors explain if they keep
// within the bounds of the edges. The bound of an edge is that of both its columns together.
func misfit(p *problem.Problem, edges []edge, values []float64, gradients [][]float64) (ratio float64, first edge) {
	left, n := make([]bool, p.Metric.Vars()), 0
	for j := range left {
		if left[j] = slices.ContainsFunc(gradients, func(g []float64) bool { return g[j] != 0 }); left[j] {
			n++
		}
	}
	rows, most := make([]bool, len(gradients)), make([]float64, len(gradients))
	for _, e := range edges {
		if !left[e.upper] && !left[e.lower] {
			continue
		}
		if first.bound == 0 {
			first = e
		}
		for _, i := range e.rows {
			rows[i] = true
		}
		for i, g := range gradients {
			slope := 0.0
			if left[e.upper] {
				slope = math.Abs(g[e.upper]) / p.Scaling.Units[e.upper]
			}
			if left[e.lower] {
				slope = max(slope, math.Abs(g[e.lower])/p.Scaling.Units[e.lower])
			}
			most[i] += e.bound * e.bound * slope * slope
		}
		for _, j := range [2]int{e.upper, e.lower} {
			if left[j] {
				left[j] = false
				n--
			}
		}
	}
	if n > 0 {
		return float64(-n), first
	}
	square, explained := 0.0, 0.0
	for i, near := range rows {
		if near {
			square, explained = square+values[i]*values[i], explained+most[i]
		}
	}
	return math.Sqrt(square / explained), first
}
