package problem

import (
	"math"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// Distinct returns the rows that are no copy of one before:
// a measurement that was written down twice has twice the same error.
func Distinct(rows [][]float64) [][]float64 { return distinct(rows, rows, 0) }

// DistinctOn is Distinct for copies on some columns alone, to within a distance.
func DistinctOn(rows [][]float64, columns []int, within float64) [][]float64 {
	return distinct(rows, Selected(rows, columns), within)
}

// Selected returns some columns of rows.
func Selected(rows [][]float64, columns []int) [][]float64 {
	out := make([][]float64, len(rows))
	for i, x := range rows {
		for _, j := range columns {
			out[i] = append(out[i], x[j])
		}
	}
	return out
}

// distinct returns the rows whose parts in on are no copies of one before.
func distinct(rows, on [][]float64, within float64) [][]float64 {
	order := numeric.FirstInts(len(rows))
	stable.Sort(order, func(a, b int) int {
		switch x, y := on[a][0], on[b][0]; { // cmp.Compare, without calls
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	copied := make([]bool, len(rows))
	for k, i := range order {
		for _, j := range order[k+1:] {
			if on[j][0]-on[i][0] > within {
				break
			}
			if !copied[i] && Distance2(on[i], on[j]) <= within*within {
				copied[j] = true
			}
		}
	}
	out := make([][]float64, 0, len(rows))
	for i, x := range rows {
		if !copied[i] {
			out = append(out, x)
		}
	}
	return out
}

// NearestToFirst returns the k points nearest to the first one, itself left out.
func NearestToFirst(points [][]float64, k int) []int {
	best := make([]float64, 0, k+1)
	at := make([]int, 0, k+1)
	x, most := points[0], math.Inf(1)
	for j, z := range points {
		d := 0.0 // Distance2, without a call
		for l, v := range x {
			d += (v - z[l]) * (v - z[l])
		}
		if d >= most && len(best) == k || j == 0 {
			continue
		}
		p := len(best)
		for p > 0 && best[p-1] > d {
			p--
		}
		best, at = stable.Insert(best, p, d), stable.Insert(at, p, j)
		best, at = best[:min(len(best), k)], at[:min(len(at), k)]
		if len(best) > 0 {
			most = best[len(best)-1]
		}
	}
	return at
}

// Distance2 is the square of the Euclidean distance.
func Distance2(x, y []float64) float64 {
	d := 0.0
	for j, v := range x {
		d += (v - y[j]) * (v - y[j])
	}
	return d
}
