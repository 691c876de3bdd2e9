package evidence

import (
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
// neighbour along the hypersurface.
func neighbourhoods(points, normals [][]float64) []float64 {
	n, columns := len(points), byVariable(points)
	ones, apart, squares := slices.Repeat([]float64{1}, n), make([]float64, n), make([]float64, n)
	out := make([]float64, n)
	for i, y := range points {
		clear(squares)
		for j, column := range columns {
			copy(apart, column)
			numeric.Axpy(-y[j], ones, apart)
			numeric.AddProduct(squares, 1, apart, apart)
		}
		squares[i] = math.Inf(1)
		var near [limit.DensityNeighbour]float64 // the least, in order
		for k := range near {
			near[k] = math.Inf(1)
		}
		farthest := math.Inf(1)
		for l := below(squares, 0, farthest); l < n; l = below(squares, l+1, farthest) {
			across, normal := 0.0, normals[i]
			for j, v := range points[l] {
				across += (v - y[j]) * normal[j]
			}
			d2 := squares[l]
			if across*across > limit.AlongNormal*d2+closest*closest {
				continue
			}
			at := len(near) - 1
			for ; at > 0 && near[at-1] > d2; at-- {
				near[at] = near[at-1]
			}
			near[at] = d2
			farthest = near[len(near)-1]
		}
		if out[i] = farthest; math.IsInf(out[i], 1) {
			out[i] = 4 // nothing near: as far as the data
		}
	}
	return out
}

// below returns the first place from l on whose number is not bound or more, or the length of the list.
func below(list []float64, l int, bound float64) int {
	for ; l+4 <= len(list); l += 4 {
		if q := (*[4]float64)(list[l:]); !(q[0] >= bound && q[1] >= bound && q[2] >= bound && q[3] >= bound) {
			break
		}
	}
	for ; l < len(list) && list[l] >= bound; l++ {
	}
	return l
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
