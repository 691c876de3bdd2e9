package evidence

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// plainDensity is density with every pair of points looked at.
func plainDensity(points, normals [][]float64) float64 {
	n, dim := len(points), len(points[0])-1
	sum := 0.0
	for i, y := range points {
		var near []float64
		for l, z := range points {
			d2, along := 0.0, 0.0
			for j, v := range y {
				d2 += (z[j] - v) * (z[j] - v)
				along += (z[j] - v) * normals[i][j]
			}
			if l != i && along*along <= limit.AlongNormal*d2+closest*closest {
				near = append(near, d2)
			}
		}
		slices.Sort(near)
		r2 := 4.0
		if len(near) >= limit.DensityNeighbour {
			r2 = near[limit.DensityNeighbour-1]
		}
		sum -= float64(dim) / 2 * math.Log(math.Max(r2, closest*closest))
	}
	return sum - float64(n)*(digamma(n)-digamma(limit.DensityNeighbour)+logBall(dim))
}

// sphere returns points on a sphere of two to four dimensions, every third one on a grid, with
// normals.
func sphere(rng *rand.Rand, n, dim int) (points, normals [][]float64) {
	for i := range n {
		x, size := make([]float64, dim), 0.0
		for j := range x {
			if x[j] = rng.NormFloat64(); i%3 == 0 {
				x[j] = 0.5 + math.Round(x[j])
			}
			size += x[j] * x[j]
		}
		normal := slices.Clone(x)
		for j := range x {
			normal[j] /= math.Sqrt(size)
			if i%3 != 0 {
				x[j] = normal[j]
			}
		}
		points, normals = append(points, x), append(normals, normal)
	}
	return points, normals
}

func TestDensityIsThatOfAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{6, 20, 100} {
		for dim := 2; dim < 5; dim++ {
			points, normals := sphere(rng, n, dim)
			require.Equal(t, plainDensity(points, normals), density(points, normals))
		}
	}
}

func BenchmarkDensity(b *testing.B) {
	points, normals := sphere(rand.New(rand.NewPCG(3, 1)), limit.ShapeRows, 3)
	for b.Loop() {
		density(points, normals)
	}
}
