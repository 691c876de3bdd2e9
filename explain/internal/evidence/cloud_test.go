package evidence

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// plainMixture is mixture row by row.
func plainMixture(t *testing.T, rows [][]float64, k int) float64 {
	n, d := len(rows), len(rows[0])
	spread, mean := make([]float64, d), make([]float64, d)
	for _, x := range rows {
		for j, v := range x {
			mean[j] += v / float64(n)
		}
	}
	for _, x := range rows {
		for j, v := range x {
			spread[j] += (v - mean[j]) * (v - mean[j]) / float64(n)
		}
	}
	share := make([][]float64, n)
	for i := range share {
		share[i] = make([]float64, k)
		share[i][nearestSeed(rows, i, k, spread)] = 1
	}
	total := math.Inf(-1)
	logs := make([]float64, k)
	for range limit.CloudSteps {
		components := make([]func(x []float64) float64, k)
		for c := range components {
			components[c] = plainGaussian(rows, share, c, spread)
		}
		sum := 0.0
		for i, x := range rows {
			top, norm := math.Inf(-1), 0.0
			for c, log := range components {
				logs[c] = log(x)
				top = math.Max(top, logs[c])
			}
			for c, l := range logs {
				share[i][c] = math.Exp(l - top)
				norm += share[i][c]
			}
			for c := range logs {
				share[i][c] /= norm
			}
			sum += top + math.Log(norm)
		}
		if k == 1 || sum-total < 1e-3 {
			return sum
		}
		total = sum
	}
	return total
}

// plainGaussian is the logarithm of the weighted density of component c.
func plainGaussian(rows, share [][]float64, c int, spread []float64) func(x []float64) float64 {
	n, d := len(rows), len(rows[0])
	weight, mean := 0.0, make([]float64, d)
	for i, x := range rows {
		weight += share[i][c]
		for j, v := range x {
			mean[j] += share[i][c] * v
		}
	}
	if weight < 1 {
		return func([]float64) float64 { return math.Inf(-1) }
	}
	for j := range mean {
		mean[j] /= weight
	}
	cov, diff := make([]float64, d*d), make([]float64, d)
	for i, x := range rows {
		for j, v := range x {
			diff[j] = v - mean[j]
		}
		for j, v := range diff {
			for l := j; l < d; l++ {
				cov[j*d+l] += share[i][c] / weight * v * diff[l]
			}
		}
	}
	for j := range d {
		cov[j*d+j] += limit.CloudSpread*spread[j] + math.SmallestNonzeroFloat64
	}
	var chol mat.Cholesky
	if !chol.Factorize(mat.NewSymDense(d, cov)) {
		return func([]float64) float64 { return math.Inf(-1) }
	}
	var l mat.TriDense
	chol.LTo(&l)
	norm := math.Log(weight/float64(n)) - (chol.LogDet()+float64(d)*math.Log(2*math.Pi))/2
	return func(x []float64) float64 {
		sum := 0.0
		for j, v := range x {
			v -= mean[j]
			for k := range j {
				v -= l.At(j, k) * diff[k]
			}
			v /= l.At(j, j)
			diff[j] = v
			sum += v * v
		}
		return norm - sum/2
	}
}

// The mixture of all rows side by side is that of row by row, bit by bit, also where a component dies out.
func TestMixtureIsThatRowByRow(t *testing.T) {
	rng := source(14)
	for _, d := range []int{1, 2, 3, 8, 9} {
		for k := 1; k <= limit.CloudComponents; k++ {
			rows := make([][]float64, 40+60*k)
			for i := range rows {
				x := make([]float64, d)
				for j := range x {
					x[j] = rng.NormFloat64() + 6*float64(i%3)*float64(j%2)
				}
				if i%7 == 1 && d > 2 {
					x = rows[0]
				}
				rows[i] = x
			}
			want := plainMixture(t, rows, k)
			require.Equal(t, want, mixture(rows, k), "%d variables, %d components", d, k)
			tiny := rows[:k+2]
			require.Equal(t, plainMixture(t, tiny, k), mixture(tiny, k))
		}
	}
}
