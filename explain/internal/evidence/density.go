package evidence

import (
	"cmp"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// density returns Σ log ρ of points on a hypersurface with unit normals, ρ the density per
// area that their nearest neighbours along it show.
func density(points, normals [][]float64) float64 {
	n, dim := len(points), len(points[0])-1
	sum := 0.0
	for _, r2 := range neighbourhoods(points, normals) {
		sum -= float64(dim) / 2 * math.Log(math.Max(r2, closest*closest))
	}
	return sum - float64(n)*(digamma(n)-digamma(limit.DensityNeighbour)+logBall(dim))
}

// neighbourhoods returns for every point the squared distance of its DensityNeighbour-th
// neighbour along the hypersurface. It looks at the others in the order of their distances in
// one coordinate, until none can be nearer.
func neighbourhoods(points, normals [][]float64) []float64 {
	n, c := len(points), widest(points)
	order := numeric.FirstInts(n)
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(points[a][c], points[b][c]) })
	// Side by side in memory, in this order.
	vars := len(points[0])
	sorted, along := make([]float64, 0, n*vars), make([]float64, n)
	for place, i := range order {
		sorted = append(sorted, points[i]...)
		along[place] = points[i][c]
	}
	out := make([]float64, n)
	for place, i := range order {
		y, normal := points[i], normals[i][:vars]
		var near [limit.DensityNeighbour]float64 // the least, in order
		for k := range near {
			near[k] = math.Inf(1)
		}
		farthest := &near[len(near)-1]
		for lo, hi := place-1, place+1; lo >= 0 || hi < n; {
			l := 0
			if hi == n || lo >= 0 && y[c]-along[lo] <= along[hi]-y[c] {
				l = lo
				lo--
			} else {
				l = hi
				hi++
			}
			if apart := along[l] - y[c]; apart*apart >= *farthest {
				break
			}
			d2, across := 0.0, 0.0
			for j, v := range sorted[l*vars:][:vars] {
				d := v - y[j]
				d2 += d * d
				across += d * normal[j]
			}
			if d2 >= *farthest || across*across > limit.AlongNormal*d2+closest*closest {
				continue
			}
			at := len(near) - 1
			for ; at > 0 && near[at-1] > d2; at-- {
				near[at] = near[at-1]
			}
			near[at] = d2
		}
		if out[i] = *farthest; math.IsInf(out[i], 1) {
			out[i] = 4 // nothing near: as far as the data
		}
	}
	return out
}

// widest is the coordinate of points that has the widest range.
func widest(points [][]float64) int {
	best, most := 0, -1.0
	for c := range points[0] {
		low, high := math.Inf(1), math.Inf(-1)
		for _, y := range points {
			low, high = math.Min(low, y[c]), math.Max(high, y[c])
		}
		if high-low > most {
			best, most = c, high-low
		}
	}
	return best
}

// digamma is ψ of a positive integer.
func digamma(n int) float64 {
	const euler = 0.57721566490153286
	s := -euler
	for k := 1; k < n; k++ {
		s += 1 / float64(k)
	}
	return s
}

// logBall is the logarithm of the volume of the unit ball of d dimensions.
func logBall(d int) float64 {
	g, _ := math.Lgamma(float64(d)/2 + 1)
	return float64(d)/2*math.Log(math.Pi) - g
}
