package evidence

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// density returns Σ log ρ of points on a hypersurface with unit normals, ρ the density per
// area that their nearest neighbours along it show.
func density(points, normals [][]float64) float64 {
	n, dim := len(points), len(points[0])-1
	sum := 0.0
	near := make([]float64, 0, limit.DensityNeighbour+1)
	for i, y := range points {
		near = near[:0]
		nrm := normals[i]
		for l, z := range points {
			if l == i {
				continue
			}
			d2, along := 0.0, 0.0
			for j, v := range y {
				d := z[j] - v
				d2 += d * d
				along += d * nrm[j]
			}
			if len(near) == limit.DensityNeighbour && d2 >= near[limit.DensityNeighbour-1] {
				continue
			}
			if along*along > limit.AlongNormal*d2+closest*closest {
				continue
			}
			at := len(near)
			for at > 0 && near[at-1] > d2 {
				at--
			}
			near = slices.Insert(near, at, d2)
			near = near[:min(len(near), limit.DensityNeighbour)]
		}
		r2 := 4.0 // nothing near: as far as the data
		if len(near) == limit.DensityNeighbour {
			r2 = near[limit.DensityNeighbour-1]
		}
		sum -= float64(dim) / 2 * math.Log(math.Max(r2, closest*closest))
	}
	return sum - float64(n)*(digamma(n)-digamma(limit.DensityNeighbour)+logBall(dim))
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
