package evidence

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// Cloud is the log evidence, in nats, of rows without structure: of a Gaussian or a mixture
// of a few, less half the logarithm of the number of rows for each parameter, or the same of
// the logarithms of columns that are positive.
func Cloud(rows [][]float64) float64 {
	best := mixtures(rows)
	jacobian := 0.0
	logs := make([][]float64, len(rows))
	for i, x := range rows {
		logs[i] = make([]float64, len(x))
		for j, v := range x {
			if v <= 0 {
				return best
			}
			logs[i][j] = math.Log(v)
			jacobian -= logs[i][j]
		}
	}
	return math.Max(best, mixtures(logs)+jacobian)
}

// mixtures is the best of mixtures of one to limit.CloudComponents Gaussians.
func mixtures(rows [][]float64) float64 {
	n, d := len(rows), len(rows[0])
	best := math.Inf(-1)
	for k := 1; k <= limit.CloudComponents; k++ {
		parameters := k*(d+d*(d+1)/2) + k - 1
		if k > 1 && limit.CloudRows*parameters > n {
			break
		}
		of := mixture(rows, k) - float64(parameters)/2*math.Log(float64(n))
		if k > 2 && of < best {
			break
		}
		best = math.Max(best, of)
	}
	return best
}

// mixture is the log likelihood of a mixture of k Gaussians, fitted from rows spread evenly
// along the first principal column.
func mixture(rows [][]float64, k int) float64 {
	n, d := len(rows), len(rows[0])
	spread := make([]float64, d)
	mean := make([]float64, d)
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
	share := make([][]float64, n) // of each component in each row
	for i := range share {
		share[i] = make([]float64, k)
		share[i][nearestSeed(rows, i, k, spread)] = 1
	}
	total := math.Inf(-1)
	logs, scratch := make([]float64, k), make([]float64, d)
	for range limit.CloudSteps {
		components := make([]*gaussian, k)
		for c := range components {
			components[c] = fitGaussian(rows, share, c, spread)
		}
		sum := 0.0
		for i, x := range rows {
			top := math.Inf(-1)
			for c, g := range components {
				logs[c] = math.Inf(-1)
				if g != nil {
					logs[c] = g.log(x, scratch)
				}
				top = math.Max(top, logs[c])
			}
			norm := 0.0
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

// nearestSeed is the seed that row i belongs to at first: k rows evenly spread in the table.
func nearestSeed(rows [][]float64, i, k int, spread []float64) int {
	best, at := math.Inf(1), 0
	for c := range k {
		seed := rows[(2*c+1)*len(rows)/(2*k)]
		d2 := 0.0
		for j, v := range rows[i] {
			d2 += (v - seed[j]) * (v - seed[j]) / (spread[j] + math.SmallestNonzeroFloat64)
		}
		if d2 < best {
			best, at = d2, c
		}
	}
	return at
}

// gaussian is one component.
type gaussian struct {
	mean []float64
	low  *mat.TriDense // a factor of the covariance
	norm float64       // logarithm of its weight and of its constant
}

// fitGaussian fits component c to its shares of the rows, or returns nil where these are
// too few.
func fitGaussian(rows [][]float64, share [][]float64, c int, spread []float64) *gaussian {
	n, d := len(rows), len(rows[0])
	weight := 0.0
	g := &gaussian{mean: make([]float64, d), low: mat.NewTriDense(d, mat.Lower, nil)}
	for i, x := range rows {
		s := share[i][c]
		weight += s
		for j, v := range x {
			g.mean[j] += s * v
		}
	}
	if weight < 1 {
		return nil
	}
	for j := range g.mean {
		g.mean[j] /= weight
	}
	cov, diff := make([]float64, d*d), make([]float64, d)
	for i, x := range rows {
		s := share[i][c] / weight
		for j, v := range x {
			diff[j] = v - g.mean[j]
		}
		for j, v := range diff {
			for l := j; l < d; l++ {
				cov[j*d+l] += s * v * diff[l]
			}
		}
	}
	for j := range d {
		cov[j*d+j] += limit.CloudSpread*spread[j] + math.SmallestNonzeroFloat64
	}
	var chol mat.Cholesky
	if !chol.Factorize(mat.NewSymDense(d, cov)) {
		return nil
	}
	chol.LTo(g.low)
	g.norm = math.Log(weight/float64(n)) - (chol.LogDet()+float64(d)*math.Log(2*math.Pi))/2
	return g
}

// log is the logarithm of the weighted density at x.
func (g *gaussian) log(x, scratch []float64) float64 {
	l := g.low.RawTriangular()
	sum := 0.0
	for j, v := range x {
		v -= g.mean[j]
		for k := range j {
			v -= l.Data[j*l.Stride+k] * scratch[k]
		}
		v /= l.Data[j*l.Stride+j]
		scratch[j] = v
		sum += v * v
	}
	return g.norm - sum/2
}
